"""Facts about checks and dice."""

from dataclasses import dataclass
from typing import ClassVar

from engine.systems.phasesix.entities import Check, GroupCheck, Throw
from engine.systems.phasesix.messages import Event
from engine.systems.phasesix.vocabulary import Dice, Purpose
from engine.types import ENGINE_ONLY


@dataclass(frozen=True, slots=True)
class CheckRequested(Event):
    """A check is open."""

    kind: ClassVar[str] = "check_requested"
    check: Check


@dataclass(frozen=True, slots=True)
class CheckImpossible(Event):
    """A roll without dice fails by itself (P6-12)."""

    kind: ClassVar[str] = "check_impossible"
    character: str
    trait: str


@dataclass(frozen=True, slots=True)
class CheckWithdrawn(Event):
    """A check that was not thrown is given up."""

    kind: ClassVar[str] = "check_withdrawn"
    check_id: str
    character: str
    trait: str


@dataclass(frozen=True, slots=True)
class DiceRequested(Event):
    """Dice are owed; `at` is their place among those owed."""

    kind: ClassVar[str] = "dice_requested"
    seen: ClassVar[str] = ENGINE_ONLY
    throw: Throw
    at: int


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """Dice fell; `successes` when only their count was said."""

    kind: ClassVar[str] = "dice_rolled"
    request_id: str
    ref: str
    player: str
    purpose: Dice
    faces: tuple[int, ...]
    successes: int | None = None


@dataclass(frozen=True, slots=True)
class BonusDieUsed(Event):
    """Bonus dice are committed to a check (P6-18)."""

    kind: ClassVar[str] = "bonus_die_used"
    check_id: str
    character: str
    count: int
    left: int


@dataclass(frozen=True, slots=True)
class DestinyDieUsed(Event):
    """Destiny dice are committed to a check (P6-19)."""

    kind: ClassVar[str] = "destiny_die_used"
    check_id: str
    character: str
    count: int
    left: int


@dataclass(frozen=True, slots=True)
class Rerolled(Event):
    """Every die of a check is thrown again (P6-20)."""

    kind: ClassVar[str] = "rerolled"
    check_id: str
    character: str
    pay: str
    left: int


@dataclass(frozen=True, slots=True)
class CheckRolled(Event):
    """The dice of a check lie (P6-14); `kept_old` when a reroll was worse and the house keeps the better."""

    kind: ClassVar[str] = "check_rolled"
    check_id: str
    character: str
    totals: tuple[int, ...]
    successes: int
    kept_old: bool = False


@dataclass(frozen=True, slots=True)
class CheckResolved(Event):
    """A check is closed (P6-21)."""

    kind: ClassVar[str] = "check_resolved"
    check_id: str
    character: str
    trait: str
    purpose: Purpose
    successes: int
    success: bool
    best: int
    needed: int


@dataclass(frozen=True, slots=True)
class GroupCheckRequested(Event):
    """A group roll begins (P6-25)."""

    kind: ClassVar[str] = "group_check_requested"
    group: GroupCheck


@dataclass(frozen=True, slots=True)
class GroupMemberRolled(Event):
    """A member's successes join the sum."""

    kind: ClassVar[str] = "group_member_rolled"
    character: str
    successes: int
    total: int


@dataclass(frozen=True, slots=True)
class GroupCheckResolved(Event):
    """A group roll is complete (P6-25)."""

    kind: ClassVar[str] = "group_check_resolved"
    trait: str
    total: int
    required: int
    success: bool


@dataclass(frozen=True, slots=True)
class ConcealmentResolved(Event):
    """Somebody looked for conspicuous things (P6-26)."""

    kind: ClassVar[str] = "concealment_resolved"
    observer: str
    targets: tuple[str, ...]
    spotted: bool
    item: str


@dataclass(frozen=True, slots=True)
class DestinyGranted(Event):
    """Destiny dice are handed out (P6-23)."""

    kind: ClassVar[str] = "destiny_granted"
    character: str
    count: int
    now: int
