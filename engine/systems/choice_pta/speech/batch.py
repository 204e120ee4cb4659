"""One batch of events with the states around it, looked up by type."""

from dataclasses import dataclass
from typing import TypeVar

from engine.systems.choice_pta.entities import Conflict
from engine.systems.choice_pta.messages import Event
from engine.systems.choice_pta.state import State

E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Batch:
    """What a sentence may draw on; of the states only what everybody may know.

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

    @property
    def conflict(self) -> Conflict | None:
        """The conflict the batch is about: running after it, or closed by it."""
        return self.after.conflict or (self.after.last_conflict if self.first_closed else None)

    @property
    def first_closed(self) -> bool:
        """Whether the batch closed a conflict."""
        return self.before.conflict is not None and self.after.conflict is None
