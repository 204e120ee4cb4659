"""Every event of rules section 5.4, one frozen dataclass each.

Fields bear the names of the rules document and carry names of players, characters, skills and goals; ids are
deterministic counters ("roll-3"). Personal things also name their `character`. Where a name of the document is taken
the field differs: `ChipsTransferred.from_` (JSON `from`), `RollResolved.kind_of_roll`, `NarrationPassed.narration`,
`NarrationEnded.narration` and `SceneSet.scene_kind` (the document's `kind`).
"""

from engine.systems.phase_abandon.events.rolls import *
from engine.systems.phase_abandon.events.sheets import *
from engine.systems.phase_abandon.events.story import *
from engine.systems.phase_abandon.events.table import *
