"""Every command of rules section 5.1, one frozen dataclass each, keyword arguments only.

Fields bear the names of the rules document. Its `by` is `actor`; `player` names somebody the speaker speaks for and may
stay empty. Names of people, protagonists, stakes and traits are matched leniently (see `naming`).
`CallConflict.conflict` is the document's `kind`, its `Query` is `AskStatus`.
"""

from engine.systems.choice_pta.commands.conflict import *
from engine.systems.choice_pta.commands.story import *
from engine.systems.choice_pta.commands.table import *
