"""Every event of rules section 5.2, one frozen dataclass each.

Fields bear the names of the rules document and carry names of people and stakes. Where a public event of the document
has a private part, that part is an event of its own (`HandChanged`, `DeckStacked`, `CardsDrawn`, `HandDiscarded`,
`CardLaid`), so that an event is seen whole or not at all. `ConflictCalled.conflict` is the document's `kind`.
"""

from engine.systems.choice_pta.events.conflict import *
from engine.systems.choice_pta.events.story import *
from engine.systems.choice_pta.events.table import *
