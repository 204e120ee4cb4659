"""Facts of what somebody does, in a fight or outside one."""

from dataclasses import dataclass
from typing import ClassVar

from engine.systems.phasesix.entities import Deed, Task
from engine.systems.phasesix.messages import Event
from engine.types import ENGINE_ONLY


@dataclass(frozen=True, slots=True)
class DeedDeclared(Event):
    """Somebody does something."""

    kind: ClassVar[str] = "deed_declared"
    deed: Deed


@dataclass(frozen=True, slots=True)
class DeedLapsed(Event):
    """A deed that had to wait no longer goes."""

    kind: ClassVar[str] = "deed_lapsed"
    character: str
    what: str
    reason: str


@dataclass(frozen=True, slots=True)
class AmmoSpent(Event):
    """Shots leave a weapon (P6-51)."""

    kind: ClassVar[str] = "ammo_spent"
    character: str
    weapon: str
    count: int
    left: int


@dataclass(frozen=True, slots=True)
class HitRolled(Event):
    """The hits of an attack (P6-48)."""

    kind: ClassVar[str] = "hit_rolled"
    character: str
    target: str
    weapon: str
    hits: int


@dataclass(frozen=True, slots=True)
class DeedRolled(Event):
    """The successes of a deed's roll, before its consequences."""

    kind: ClassVar[str] = "deed_rolled"
    seen: ClassVar[str] = ENGINE_ONLY
    deed_id: str
    successes: int


@dataclass(frozen=True, slots=True)
class MovedMetres(Event):
    """Somebody moves (P6-37); `metres` None when nobody counts them."""

    kind: ClassVar[str] = "moved_metres"
    character: str
    how: str
    metres: int | None


@dataclass(frozen=True, slots=True)
class RiderOpened(Event):
    """A deed may follow the walk (P6-38)."""

    kind: ClassVar[str] = "rider_opened"
    character: str
    coupled: bool


@dataclass(frozen=True, slots=True)
class RiderLapsed(Event):
    """The deed that could follow a walk is not done."""

    kind: ClassVar[str] = "rider_lapsed"
    character: str


@dataclass(frozen=True, slots=True)
class Reloaded(Event):
    """A weapon is loaded again."""

    kind: ClassVar[str] = "reloaded"
    character: str
    weapon: str
    ammo: int


@dataclass(frozen=True, slots=True)
class ObjectUsed(Event):
    """Something is used."""

    kind: ClassVar[str] = "object_used"
    character: str
    item: str
    target: str
    left: int | None


@dataclass(frozen=True, slots=True)
class CustomDone(Event):
    """Somebody does something the list does not name."""

    kind: ClassVar[str] = "custom_done"
    character: str
    text: str
    success: bool | None


@dataclass(frozen=True, slots=True)
class ThrowResolved(Event):
    """Something is thrown (P6-64)."""

    kind: ClassVar[str] = "throw_resolved"
    character: str
    item: str
    target: str
    on_target: bool


@dataclass(frozen=True, slots=True)
class ClockRolled(Event):
    """The direction of a missed throw is known (P6-65)."""

    kind: ClassVar[str] = "clock_rolled"
    seen: ClassVar[str] = ENGINE_ONLY
    clock: int


@dataclass(frozen=True, slots=True)
class DeviationRolled(Event):
    """A missed throw lands elsewhere (P6-65): clock direction seen by the thrower, and metres."""

    kind: ClassVar[str] = "deviation_rolled"
    character: str
    item: str
    clock: int
    metres: int


@dataclass(frozen=True, slots=True)
class TasksQueued(Event):
    """What the rules do next; `front` before anything else."""

    kind: ClassVar[str] = "tasks_queued"
    seen: ClassVar[str] = ENGINE_ONLY
    tasks: tuple[Task, ...]
    front: bool


@dataclass(frozen=True, slots=True)
class TaskTaken(Event):
    """The rules go on with the next task."""

    kind: ClassVar[str] = "task_taken"
    seen: ClassVar[str] = ENGINE_ONLY


@dataclass(frozen=True, slots=True)
class DeedEnded(Event):
    """A deed and its consequences are done."""

    kind: ClassVar[str] = "deed_ended"
    seen: ClassVar[str] = ENGINE_ONLY
    deed_id: str
