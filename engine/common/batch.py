"""One batch of events with the states around it, looked up by type: what a sentence aloud may draw on."""

from collections.abc import Iterator
from typing import Any, Generic, TypeVar

from engine.common.messages import Event
from engine.quick_dataclass import dataclass
from engine.types import Spoken

S = TypeVar("S")
E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class EventBatch(Generic[S]):
    """Events one command led to, with the states before and after.

    Attributes:
        before: State the batch was decided on.
        events: The batch, in order.
        after: State with the batch folded in.
    """

    before: S
    events: tuple[Any, ...]
    after: S

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
        """Return True if any event is of one of these types."""
        return any(isinstance(event, kinds) for event in self.events)

    def aloud(self) -> Iterator[Spoken]:
        """Yield the announcements of events that are defined with their rules."""
        return (said for event in self.events if (said := event.aloud()) is not None)
