"""Facts of a fight: who is in it, whose turn it is, how many actions are left."""

from dataclasses import dataclass
from typing import ClassVar

from engine.systems.phasesix.entities import Combatant
from engine.systems.phasesix.messages import Event


@dataclass(frozen=True, slots=True)
class CombatStarted(Event):
    """A fight begins (P6-27)."""

    kind: ClassVar[str] = "combat_started"
    opens_scene: ClassVar[bool] = True
    combatants: tuple[Combatant, ...]


@dataclass(frozen=True, slots=True)
class CombatJoined(Event):
    """A latecomer rolls for initiative (P6-31)."""

    kind: ClassVar[str] = "combat_joined"
    combatant: Combatant


@dataclass(frozen=True, slots=True)
class InitiativeRolled(Event):
    """Somebody's initiative is in."""

    kind: ClassVar[str] = "initiative_rolled"
    character: str
    score: int


@dataclass(frozen=True, slots=True)
class OrderSet(Event):
    """Everybody's place is known (P6-28)."""

    kind: ClassVar[str] = "order_set"
    combatants: tuple[Combatant, ...]


@dataclass(frozen=True, slots=True)
class OrderChanged(Event):
    """Somebody joined or left; `cursor` is the new place of whoever acts."""

    kind: ClassVar[str] = "order_changed"
    combatants: tuple[Combatant, ...]
    cursor: int
    character: str
    joined: bool


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A round begins (P6-33)."""

    kind: ClassVar[str] = "round_started"
    round: int


@dataclass(frozen=True, slots=True)
class PriorityGained(Event):
    """Somebody's turn begins with fresh actions (P6-34)."""

    kind: ClassVar[str] = "priority_gained"
    character: str
    actions: int
    cursor: int


@dataclass(frozen=True, slots=True)
class PrioritySkipped(Event):
    """Somebody cannot act (P6-34)."""

    kind: ClassVar[str] = "priority_skipped"
    character: str
    cursor: int


@dataclass(frozen=True, slots=True)
class PriorityPassed(Event):
    """A turn ends; actions left are kept (P6-35)."""

    kind: ClassVar[str] = "priority_passed"
    character: str
    kept: int


@dataclass(frozen=True, slots=True)
class NobodyCanAct(Event):
    """A whole round went by without anybody able to act."""

    kind: ClassVar[str] = "nobody_can_act"
    round: int


@dataclass(frozen=True, slots=True)
class CombatEnded(Event):
    """The fight is over."""

    kind: ClassVar[str] = "combat_ended"
    rounds: int


@dataclass(frozen=True, slots=True)
class ActionSpent(Event):
    """Actions are paid."""

    kind: ClassVar[str] = "action_spent"
    character: str
    count: int
    left: int
    why: str


@dataclass(frozen=True, slots=True)
class ActionsForfeited(Event):
    """Actions left when full-auto fire stops are lost (P6-52)."""

    kind: ClassVar[str] = "actions_forfeited"
    character: str
    count: int


@dataclass(frozen=True, slots=True)
class FullAutoBegun(Event):
    """All of somebody's actions go into shots with one weapon; the round ends for them (P6-52)."""

    kind: ClassVar[str] = "full_auto_begun"
    character: str
    weapon: str
    left: int


@dataclass(frozen=True, slots=True)
class ActionStolen(Event):
    """An action changes hands (P6-45); `when` is "now" or "next"."""

    kind: ClassVar[str] = "action_stolen"
    thief: str
    victim: str
    when: str
    actions: int
    dice_left: int


@dataclass(frozen=True, slots=True)
class PerceptionSet(Event):
    """Somebody does or does not notice somebody else (P6-39)."""

    kind: ClassVar[str] = "perception_set"
    observer: str
    noticed: str
    perceives: bool
