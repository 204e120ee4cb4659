"""Commands of Turns: Abilities, movement, conditions (rules 3.6 to 3.11)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.fields import Id, Words
from engine.systems.kleptonomicon.commands.naming import OF_CHARACTER
from engine.systems.kleptonomicon.fields import (
    AbilityName,
    AnyNumber,
    CharacterName,
    ConditionName,
    Distance,
    Points,
    PoolName,
    Size,
    Stacks,
    StacksTaken,
    StyleName,
    Time,
    Units,
)
from engine.systems.kleptonomicon.messages import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class UseAbility(Command):
    """Use an Ability (KL-18, KL-49 to KL-56, KL-85).

    Attributes:
        ability: Name on the sheet, a Basic Attack, or "improvised" for a deed priced by the GM (KL-57).
        distance: Units to the target, None = not checked.
        announced: Whether it was said, as a Pause wants (KL-85).
        maneuver: A Basic Attack meant to slow (KL-71).
        time: ACTION or SLOW_ACTION of an improvised deed.
    """

    kind: ClassVar[str] = "use_ability"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    ability: AbilityName | None = None
    targets: tuple[CharacterName, ...] = ()
    distance: Distance | None = None
    announced: bool = True
    maneuver: bool = False
    time: Time | None = None
    text: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class UseReaction(Command):
    """Answer something that happens (KL-49 to KL-53, KL-65).

    Attributes:
        ability: None = the only Reaction that fits.
        trigger_text: What is answered, where nothing is open; wants the GM's word.
        late_ok: The GM's word.
    """

    kind: ClassVar[str] = "use_reaction"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    ability: AbilityName | None = None
    targets: tuple[CharacterName, ...] = ()
    trigger_id: Id | None = None
    trigger_text: Words | None = None
    late_ok: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ImproviseFree(Command):
    """A small deed that costs no Beat (KL-57)."""

    kind: ClassVar[str] = "improvise_free"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    text: Words = ""
    gm_ok: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ImproviseFreeReaction(Command):
    """A quick reply out of turn (KL-58).

    Attributes:
        reply: "speech", or what else it is.
    """

    kind: ClassVar[str] = "improvise_free_reaction"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    text: Words = ""
    reply: Words = "speech"
    gm_ok: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Command):
    """Move in a style (KL-60 to KL-65).

    Attributes:
        style: None = the active one.
        leaves_reach_of: Enemies whose Swinging Distance is left.
    """

    kind: ClassVar[str] = "move"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    style: StyleName | None = None
    units: Units
    leaves_reach_of: tuple[CharacterName, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustMovement(Command):
    """Give movement back, or take more (KL-65); `delta` is added to what is spent."""

    kind: ClassVar[str] = "adjust_movement"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    style: StyleName | None = None
    delta: AnyNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class Dash(Command):
    """Double, then triple movement (KL-66 to KL-70)."""

    kind: ClassVar[str] = "dash"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ImproviseMovement(Command):
    """Try a Movement Style that is not on the sheet (KL-75)."""

    kind: ClassVar[str] = "improvise_movement"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    style: StyleName
    method: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantStyle(Command):
    """Allow it; None = the only one asked for (KL-76)."""

    kind: ClassVar[str] = "grant_style"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    style: StyleName | None = None
    size: Size = "HALF"


@dataclass(frozen=True, slots=True, kw_only=True)
class DenyStyle(Command):
    """Refuse it."""

    kind: ClassVar[str] = "deny_style"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    style: StyleName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InterruptMovement(Command):
    """Force the interruption of somebody's active style (KL-71, KL-73)."""

    kind: ClassVar[str] = "interrupt_movement"
    target: CharacterName | None = None
    cause: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyCondition(Command):
    """Give Stacks of a Status Condition; `fleeting` None = as known (KL-72, KL-80)."""

    kind: ClassVar[str] = "apply_condition"
    target: CharacterName | None = None
    name: ConditionName
    stacks: Stacks = 1
    fleeting: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveCondition(Command):
    """Take Stacks away; None = all (KL-80)."""

    kind: ClassVar[str] = "remove_condition"
    target: CharacterName | None = None
    name: ConditionName
    stacks: StacksTaken | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordDamage(Command):
    """Note what somebody loses (section 10).

    Attributes:
        pool: "dodge_points", "shield", "health" or "vitality".
    """

    kind: ClassVar[str] = "record_damage"
    target: CharacterName | None = None
    pool: PoolName = "health"
    amount: Points


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordHeal(Command):
    """Note what somebody gets back."""

    kind: ClassVar[str] = "record_heal"
    target: CharacterName | None = None
    pool: PoolName = "health"
    amount: Points


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn(Command):
    """End a Turn (KL-47, KL-77 to KL-79)."""

    kind: ClassVar[str] = "end_turn"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SkipTurn(Command):
    """End the Turn of somebody who cannot act (KL-47)."""

    kind: ClassVar[str] = "skip_turn"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
