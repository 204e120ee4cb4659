"""Every command of the rules document, one frozen dataclass each, keyword arguments only.

Fields bear the names of the document. Names of players, characters, traits, weapons, items and spells are matched
leniently (see `naming`); whatever the rules can work out may be left out. Where a name of the document is taken the
field differs: `Parry.with_` (JSON `with`), `char_kind` (the document's `kind`), `count` and `amount` (its `n`).
"""

from engine.systems.phasesix.commands.checks import *
from engine.systems.phasesix.commands.combat import *
from engine.systems.phasesix.commands.health import *
from engine.systems.phasesix.commands.magic import *
from engine.systems.phasesix.commands.sheets import *
from engine.systems.phasesix.commands.table import *
