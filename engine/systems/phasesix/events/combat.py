"""Facts of combat: order, actions, deeds, reactions, hits."""

from dataclasses import dataclass
from typing import ClassVar

from engine.common.messages import Event
from engine.systems.phasesix.entities import Combatant, Deed, Strike, Task, Window
from engine.types import ENGINE_ONLY


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
class ActionBought(Event):
    """A die became an action (P6-44)."""

    kind: ClassVar[str] = "action_bought"
    character: str
    pay: str
    count: int
    actions: int
    dice_left: int


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
    deed_id: str
    successes: int

    @property
    def visibility(self) -> str:
        """Only the rules need it."""
        return ENGINE_ONLY


@dataclass(frozen=True, slots=True)
class ReactionWindowOpened(Event):
    """Time to react (P6-41)."""

    kind: ClassVar[str] = "reaction_window_opened"
    window: Window


@dataclass(frozen=True, slots=True)
class ReactionWindowClosed(Event):
    """No more reactions to this deed (P6-43)."""

    kind: ClassVar[str] = "reaction_window_closed"
    deed_id: str


@dataclass(frozen=True, slots=True)
class ReactionPassed(Event):
    """Somebody does not react."""

    kind: ClassVar[str] = "reaction_passed"
    character: str


@dataclass(frozen=True, slots=True)
class ReactionQueued(Event):
    """A reaction comes after the consequences (P6-41)."""

    kind: ClassVar[str] = "reaction_queued"
    deed: Deed


@dataclass(frozen=True, slots=True)
class ReactionResolved(Event):
    """A reaction has its turn."""

    kind: ClassVar[str] = "reaction_resolved"
    character: str
    what: str


@dataclass(frozen=True, slots=True)
class DefenceDeclared(Event):
    """The target of an attack evades or parries (P6-60, P6-62)."""

    kind: ClassVar[str] = "defence_declared"
    character: str
    how: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Evaded(Event):
    """An attack is avoided entirely (P6-60)."""

    kind: ClassVar[str] = "evaded"
    character: str
    attacker: str


@dataclass(frozen=True, slots=True)
class EvadeFailed(Event):
    """An evasion fails (P6-60)."""

    kind: ClassVar[str] = "evade_failed"
    character: str
    hits: int


@dataclass(frozen=True, slots=True)
class Parried(Event):
    """A parry removes hits (P6-62)."""

    kind: ClassVar[str] = "parried"
    character: str
    removed: int
    left: int


@dataclass(frozen=True, slots=True)
class ParryReferred(Event):
    """The story's leader says what a parry leaves (P6-62)."""

    kind: ClassVar[str] = "parry_referred"
    character: str
    successes: int


@dataclass(frozen=True, slots=True)
class HitsStated(Event):
    """The story's leader said what a parry leaves."""

    kind: ClassVar[str] = "hits_stated"
    hits: int


@dataclass(frozen=True, slots=True)
class CoverRolled(Event):
    """Cover stops hits (P6-54)."""

    kind: ClassVar[str] = "cover_rolled"
    character: str
    removed: int
    left: int


@dataclass(frozen=True, slots=True)
class StrikeMade(Event):
    """Hits are on their way to somebody."""

    kind: ClassVar[str] = "strike_made"
    strike: Strike

    @property
    def visibility(self) -> str:
        """Only the rules need it."""
        return ENGINE_ONLY


@dataclass(frozen=True, slots=True)
class StrikeEnded(Event):
    """The hits are counted."""

    kind: ClassVar[str] = "strike_ended"

    @property
    def visibility(self) -> str:
        """Only the rules need it."""
        return ENGINE_ONLY


@dataclass(frozen=True, slots=True)
class WoundsDealt(Event):
    """What became of hits (P6-55 to P6-57)."""

    kind: ClassVar[str] = "wounds_dealt"
    target: str
    hits: int
    through: int
    wounds: int


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
    clock: int

    @property
    def visibility(self) -> str:
        """Only the rules need it."""
        return ENGINE_ONLY


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
    tasks: tuple[Task, ...]
    front: bool

    @property
    def visibility(self) -> str:
        """Only the rules need it."""
        return ENGINE_ONLY


@dataclass(frozen=True, slots=True)
class TaskTaken(Event):
    """The rules go on with the next task."""

    kind: ClassVar[str] = "task_taken"

    @property
    def visibility(self) -> str:
        """Only the rules need it."""
        return ENGINE_ONLY


@dataclass(frozen=True, slots=True)
class DeedEnded(Event):
    """A deed and its consequences are done."""

    kind: ClassVar[str] = "deed_ended"
    deed_id: str

    @property
    def visibility(self) -> str:
        """Only the rules need it."""
        return ENGINE_ONLY
