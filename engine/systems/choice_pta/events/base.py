"""Events nobody may see."""

from dataclasses import dataclass

from engine.common.messages import Event
from engine.types import ENGINE_ONLY


@dataclass(frozen=True, slots=True)
class Hidden(Event):
    """A fact kept for replay and shown to nobody."""

    @property
    def visibility(self) -> str:
        """Only the engine."""
        return ENGINE_ONLY
