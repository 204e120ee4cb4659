"""One batch of events with the states around it, looked up by type."""

from collections.abc import Iterator

from engine.common.batch import EventBatch
from engine.systems.phase_abandon.entities import State
from engine.systems.phase_abandon.messages import Event
from engine.types import Spoken


class Batch(EventBatch[State]):
    """Events and states that a sentence may draw on."""

    __slots__ = ()

    def told(self, *kinds: type[Event]) -> Iterator[Spoken]:
        """The words of the events of these kinds, kind by kind."""
        return (said for kind in kinds for event in self.all(kind) if (said := event.aloud()) is not None)

    def owner(self, character: str) -> str:
        """Player who runs that character; the character's name when nobody does."""
        found = self.after.character(character)
        return found.owner if found else character

    def chips(self, player: str) -> int | None:
        """Chips of that player after the batch."""
        found = self.after.player(player)
        return found.chips if found else None
