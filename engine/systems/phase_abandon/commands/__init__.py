"""Every command of rules section 5.3, one frozen dataclass each, keyword arguments only.

Fields bear the names of the rules document. `player`, `requester` or `caller` may be left empty and then mean the
actor. Names of players, skills, goals, connections and principles are matched leniently (see `naming`). Where a name
of the document is taken in Python the field differs: `raise_` (JSON `raise`, see `Command.json_names`) and
`AddPersonalGoal.goal_kind` (the document's `kind`).
"""

from engine.systems.phase_abandon.commands.rolls import *
from engine.systems.phase_abandon.commands.sheets import *
from engine.systems.phase_abandon.commands.story import *
from engine.systems.phase_abandon.commands.table import *
