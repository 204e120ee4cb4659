"""Facts about wounds, healing, conditions, rest and stress."""

from dataclasses import dataclass
from typing import ClassVar

from engine.systems.phasesix.entities import Deltas
from engine.systems.phasesix.messages import Event
from engine.systems.phasesix.vocabulary import Cond


@dataclass(frozen=True, slots=True)
class WoundsTaken(Event):
    """Boosts and hearts are lost (P6-67)."""

    kind: ClassVar[str] = "wounds_taken"
    character: str
    count: int
    boosts: int
    hearts: int


@dataclass(frozen=True, slots=True)
class HeartsHealed(Event):
    """Hearts are refilled (P6-68)."""

    kind: ClassVar[str] = "hearts_healed"
    character: str
    count: int
    hearts: int


@dataclass(frozen=True, slots=True)
class BoostGained(Event):
    """Boosts are gained (P6-68)."""

    kind: ClassVar[str] = "boost_gained"
    character: str
    count: int
    boosts: int


@dataclass(frozen=True, slots=True)
class BoostsExpired(Event):
    """Boosts end with a rest, by house rule."""

    kind: ClassVar[str] = "boosts_expired"
    character: str


@dataclass(frozen=True, slots=True)
class Fainted(Event):
    """Neither heart nor boost is left (P6-69)."""

    kind: ClassVar[str] = "fainted"
    character: str


@dataclass(frozen=True, slots=True)
class DyingStarted(Event):
    """Somebody is dying (P6-69)."""

    kind: ClassVar[str] = "dying_started"
    character: str


@dataclass(frozen=True, slots=True)
class Died(Event):
    """Somebody dies (P6-71)."""

    kind: ClassVar[str] = "died"
    character: str


@dataclass(frozen=True, slots=True)
class ConditionSet(Event):
    """A condition has a new value (P6-79)."""

    kind: ClassVar[str] = "condition_set"
    character: str
    cond: Cond
    value: int


@dataclass(frozen=True, slots=True)
class ConditionRemoved(Event):
    """A condition is over."""

    kind: ClassVar[str] = "condition_removed"
    character: str
    cond: Cond


@dataclass(frozen=True, slots=True)
class ConditionRolled(Event):
    """A round's roll for a condition; `value` 0 when it is over."""

    kind: ClassVar[str] = "condition_rolled"
    character: str
    cond: Cond
    successes: int
    value: int


@dataclass(frozen=True, slots=True)
class Stabilised(Event):
    """Dying is over (P6-72)."""

    kind: ClassVar[str] = "stabilised"
    character: str
    helper: str


@dataclass(frozen=True, slots=True)
class AidFailed(Event):
    """First aid brings nothing, or too little yet (P6-72); `gathered` when successes add up."""

    kind: ClassVar[str] = "aid_failed"
    helper: str
    character: str
    successes: int
    needed: int
    gathered: int


@dataclass(frozen=True, slots=True)
class BleedingStopped(Event):
    """A bleeding is bandaged (P6-74)."""

    kind: ClassVar[str] = "bleeding_stopped"
    character: str
    helper: str


@dataclass(frozen=True, slots=True)
class RestBegun(Event):
    """People rest (P6-76)."""

    kind: ClassVar[str] = "rest_begun"
    characters: tuple[str, ...]
    hours: int


@dataclass(frozen=True, slots=True)
class RestRolled(Event):
    """A recovery roll of a rest (P6-76)."""

    kind: ClassVar[str] = "rest_rolled"
    character: str
    what: str
    successes: int
    gained: int
    now: int


@dataclass(frozen=True, slots=True)
class DiceRefreshed(Event):
    """Bonus dice, destiny dice and rerolls are full again (P6-76)."""

    kind: ClassVar[str] = "dice_refreshed"
    character: str


@dataclass(frozen=True, slots=True)
class StressChanged(Event):
    """Stress rises or falls (P6-94)."""

    kind: ClassVar[str] = "stress_changed"
    character: str
    change: int
    stress: int
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TickGained(Event):
    """A disorder is to be read off the tables (P6-95)."""

    kind: ClassVar[str] = "tick_gained"
    character: str
    name: str


@dataclass(frozen=True, slots=True)
class TickRecorded(Event):
    """A disorder is written down (P6-95)."""

    kind: ClassVar[str] = "tick_recorded"
    character: str
    name: str
    text: str
    deltas: Deltas


@dataclass(frozen=True, slots=True)
class TickRemoved(Event):
    """A disorder is cured (P6-95)."""

    kind: ClassVar[str] = "tick_removed"
    character: str
    name: str
