"""One batch of events with the states around it, looked up by type."""

from dataclasses import dataclass
from typing import TypeVar

from engine.systems.phase_abandon.entities import LiveRoll
from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.state import State

E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Batch:
    """What a sentence may draw on.

    Attributes:
        before: State the batch was decided on.
        events: The batch, in order.
        after: State with the batch folded in.
    """

    before: State
    events: tuple[Event, ...]
    after: State

    def all(self, kind: type[E]) -> tuple[E, ...]:
        """Every event of that type, in order."""
        return tuple(event for event in self.events if isinstance(event, kind))

    def first(self, kind: type[E]) -> E | None:
        """The first event of that type."""
        return next((event for event in self.events if isinstance(event, kind)), None)

    def last(self, kind: type[E]) -> E | None:
        """The last event of that type."""
        return next((event for event in reversed(self.events) if isinstance(event, kind)), None)

    def has(self, *kinds: type[Event]) -> bool:
        """Whether any event is of one of these types."""
        return any(isinstance(event, kinds) for event in self.events)

    @property
    def roll(self) -> LiveRoll | None:
        """The roll the batch is about: live after it, or resolved by it."""
        return self.after.roll or self.before.roll

    def owner(self, character: str) -> str:
        """Player who runs that character; the character's name when nobody does."""
        found = self.after.character(character)
        return found.owner if found else character

    def chips(self, player: str) -> int | None:
        """Chips of that player after the batch."""
        found = self.after.player(player)
        return found.chips if found else None
