"""Commands about wounds, healing, conditions, rest and stress (rules 3.10, 3.11, 3.13)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from engine.fields import Words
from engine.systems.phasesix.entities import Deltas
from engine.systems.phasesix.fields import (
    Boosts,
    Condition,
    Hearts,
    Hours,
    ItemName,
    Level,
    Purpose,
    Stress,
    Target,
    TraitName,
    Who,
    Wounds,
)
from engine.systems.phasesix.messages import Command, OwnCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeWounds(OwnCommand):
    """Wounds that nothing prevents (P6-67)."""

    kind: ClassVar[str] = "take_wounds"
    also_read: ClassVar[Mapping[str, str]] = {"n": "count"}
    count: Wounds = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Heal(OwnCommand):
    """Refill hearts (P6-68)."""

    kind: ClassVar[str] = "heal"
    also_read: ClassVar[Mapping[str, str]] = {"n": "count"}
    count: Hearts = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveBoost(OwnCommand):
    """Give boosts (P6-68)."""

    kind: ClassVar[str] = "give_boost"
    also_read: ClassVar[Mapping[str, str]] = {"n": "count"}
    count: Boosts = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstAid(Command):
    """Help somebody hurt (P6-72 to P6-74).

    Attributes:
        helper: Who helps; the speaker's character when left out.
        target: Who is helped; the only one who needs it when left out.
        purpose: "boost", "stabilise" or "bandage"; None for what is most urgent.
        skill: First Aid, Medicine or another skill that helps.
        item: Aid at hand.
    """

    kind: ClassVar[str] = "first_aid"
    helper: Who | None = None
    target: Target | None = None
    purpose: Purpose | None = None
    skill: TraitName | None = None
    item: ItemName | None = None
    as_rider: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyCondition(OwnCommand):
    """Put somebody into a condition (P6-78, P6-79)."""

    kind: ClassVar[str] = "apply_condition"
    cond: Condition
    value: Level = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveCondition(OwnCommand):
    """End a condition."""

    kind: ClassVar[str] = "remove_condition"
    cond: Condition


@dataclass(frozen=True, slots=True, kw_only=True)
class Extinguish(OwnCommand):
    """Put out the fire on somebody."""

    kind: ClassVar[str] = "extinguish"


@dataclass(frozen=True, slots=True, kw_only=True)
class TickConditions(Command):
    """Roll for conditions outside combat (P6-83); `chars` empty for everybody affected."""

    kind: ClassVar[str] = "tick_conditions"
    chars: tuple[Who, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareDead(OwnCommand):
    """The story's leader says that somebody is dead."""

    kind: ClassVar[str] = "declare_dead"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest(Command):
    """A rest of at least six hours (P6-76); `chars` empty for all living player characters."""

    kind: ClassVar[str] = "rest"
    chars: tuple[Who, ...] = ()
    hours: Hours = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class AddStress(Command):
    """Stress from the abnormal (P6-94); `chars` empty for all living player characters."""

    kind: ClassVar[str] = "add_stress"
    also_read: ClassVar[Mapping[str, str]] = {"n": "count"}
    chars: tuple[Who, ...] = ()
    count: Stress = 1
    reason: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReduceStress(OwnCommand):
    """Take stress away."""

    kind: ClassVar[str] = "reduce_stress"
    also_read: ClassVar[Mapping[str, str]] = {"n": "count"}
    count: Stress = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordTick(OwnCommand):
    """Write down the mental disorder read off the tables (P6-95)."""

    kind: ClassVar[str] = "record_tick"
    text: Words
    deltas: Deltas = field(default_factory=Deltas)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveTick(OwnCommand):
    """End a disorder after therapy (P6-95); `tick` None for the only one."""

    kind: ClassVar[str] = "remove_tick"
    tick: Words | None = None
    therapy: bool = False
