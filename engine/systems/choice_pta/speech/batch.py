"""One batch of events with the states around it, looked up by type."""

from engine.common.batch import EventBatch
from engine.systems.choice_pta.entities import Conflict
from engine.systems.choice_pta.state import State


class Batch(EventBatch[State]):
    """What a sentence may draw on; of the states only what everybody may know."""

    __slots__ = ()

    @property
    def conflict(self) -> Conflict | None:
        """The conflict the batch is about: running after it, or closed by it."""
        return self.after.conflict or (self.after.last_conflict if self.first_closed else None)

    @property
    def first_closed(self) -> bool:
        """Whether the batch closed a conflict."""
        return self.before.conflict is not None and self.after.conflict is None
