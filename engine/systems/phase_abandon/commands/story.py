"""Commands of narration, conflict, harm, goals and connections (rules 3.8 to 3.17)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.common.messages import Meaning, Talk
from engine.fields import Id, NeededWords, Number, PlayerName, Words
from engine.phrase import phrase
from engine.systems.phase_abandon.fields import (
    BidChips,
    ConnectionName,
    ConnectionOfTarget,
    DiceCount,
    Fate,
    ItemName,
    Mode,
    NeededConnection,
    NeededGoal,
    Player,
    Principle,
    SkillOfTarget,
    Target,
)
from engine.systems.phase_abandon.messages import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class SetScene(Command):
    """Describe the scene or say whether it is combat (PA-117)."""

    kind: ClassVar[str] = "set_scene"
    talk: ClassVar[Talk] = Talk(
        confirm="A new scene, {player}?", main=True, leads_to=("declare_action",), of_others=True, begins="SCENE"
    )
    player: PlayerName = ""
    description: Words = ""
    combat: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskAround(Command):
    """The narrator asks what everybody does (PA-34)."""

    kind: ClassVar[str] = "ask_around"
    talk: ClassVar[Talk] = Talk(main=True, of_others=True)
    player: PlayerName = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CountAction(Command):
    """Count one narrated action (PA-104)."""

    kind: ClassVar[str] = "count_action"
    talk: ClassVar[Talk] = Talk(of_others=True)
    player: PlayerName = ""
    text: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndNarration(Command):
    """The narration is over (PA-104); `called_by` when somebody else says stop."""

    kind: ClassVar[str] = "end_narration"
    talk: ClassVar[Talk] = Talk(confirm="Is {player} finished?", of_others=True)
    means: ClassVar[Meaning] = "ends_narration"
    player: PlayerName = ""
    called_by: Player | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareLull(Command):
    """End a scene that has run its course (PA-105)."""

    kind: ClassVar[str] = "declare_lull"
    talk: ClassVar[Talk] = Talk(confirm="End the scene?", main=True, once=True)
    player: PlayerName = ""
    group_agreed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CallConflict(Command):
    """Call a conflict and open the bidding (PA-90)."""

    kind: ClassVar[str] = "call_conflict"
    talk: ClassVar[Talk] = Talk(
        confirm="A conflict, {caller}?", main=True, asks_all="place_bid", begins="CONFLICT_NATURE"
    )
    caller: Player = ""
    nature: Words = ""
    natural: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceBid(Command):
    """Stake chips secretly (PA-92)."""

    kind: ClassVar[str] = "place_bid"
    talk: ClassVar[Talk] = Talk(main=True, secret=True, holds_up=True)
    player: PlayerName = ""
    chips: BidChips


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimReward(Command):
    """Take a wrap-up reward off one own goal (PA-100)."""

    kind: ClassVar[str] = "claim_reward"
    talk: ClassVar[Talk] = Talk(confirm="The reward for {goal}, {player}?", main=True, awaited="reward")
    player: PlayerName = ""
    goal: NeededGoal


@dataclass(frozen=True, slots=True, kw_only=True)
class HealDamage(Command):
    """Cure a skill, or Heart with `heart` (PA-68).

    Attributes:
        target: Player whose character is healed.
        amount: Points; None = everything.
        roll_id: Healing roll that pays for it; a success narration just running is taken when absent.
    """

    kind: ClassVar[str] = "heal_damage"
    target: Target
    skill: SkillOfTarget | None = None
    amount: Annotated[int, Number(1, otherwise=phrase("Healing takes at least one point."))] | None = None
    heart: bool = False
    roll_id: Id | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RechargeItem(Command):
    """An item's own condition is met (PA-67); `item` None = the only one that recharges."""

    kind: ClassVar[str] = "recharge_item"
    player: PlayerName = ""
    item: ItemName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseFate(Command):
    """The owner decides on Heart 0 (PA-69): "die" or "incapacitated"."""

    kind: ClassVar[str] = "choose_fate"
    talk: ClassVar[Talk] = Talk(awaited="fallen")
    player: PlayerName = ""
    fate: Fate


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoverCharacter(Command):
    """An incapacitated character comes back (PA-71)."""

    kind: ClassVar[str] = "recover_character"
    talk: ClassVar[Talk] = Talk(awaited="incapacitated")
    player: PlayerName = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakPrinciple(Command):
    """A character acts against a principle (PA-84); `principle` None = the only one."""

    kind: ClassVar[str] = "break_principle"
    talk: ClassVar[Talk] = Talk(main=True)
    player: PlayerName = ""
    principle: Principle | None = None
    by: Player | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolvePrinciple(Command):
    """Lift the penalty after amends or a changed vow (PA-85).

    Attributes:
        mode: "atoned" or "changed".
    """

    kind: ClassVar[str] = "resolve_principle"
    talk: ClassVar[Talk] = Talk(awaited="vow_resolved")
    player: PlayerName = ""
    principle: Principle | None = None
    mode: Mode = "atoned"
    new_text: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeSkillGoal(Command):
    """Write up a skill to be learned by a 100-point goal (PA-82); `goal_text` empty = "learn" and its name."""

    kind: ClassVar[str] = "propose_skill_goal"
    player: PlayerName = ""
    skill_name: NeededWords
    goal_text: Words = ""
    success_effect: Words = ""
    critical_failure_effect: Words = ""
    notes: Words = ""
    item: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnSkill(Command):
    """Write the learned skill on the sheet (PA-82); `goal` is its goal's text, number or the skill's name."""

    kind: ClassVar[str] = "learn_skill"
    talk: ClassVar[Talk] = Talk(awaited="skill_ready")
    player: PlayerName = ""
    goal: NeededGoal


@dataclass(frozen=True, slots=True, kw_only=True)
class CallConnection(Command):
    """Ask a connection for help (PA-106); `dice` None = as many as allowed."""

    kind: ClassVar[str] = "call_connection"
    talk: ClassVar[Talk] = Talk(confirm="A call to {connection}, {player}?", main=True, throws="CONNECTION")
    player: PlayerName = ""
    connection: NeededConnection
    dice: DiceCount | None = None
    request_text: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class InvokeConnection(Command):
    """A connection asks its owner for something (PA-109)."""

    kind: ClassVar[str] = "invoke_connection"
    talk: ClassVar[Talk] = Talk(main=True, of_others=True)
    player: PlayerName = ""
    target: Target
    connection: ConnectionOfTarget
    request_text: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleConnectionRequest(Command):
    """The owner did or refused what was asked (PA-110).

    Attributes:
        request: Request id, or the connection's name; None = the owner's only open one.
        fulfilled: Whether it was done.
        raise_: Whether the connection rises by the strength; JSON name `raise`.
    """

    kind: ClassVar[str] = "settle_connection_request"
    talk: ClassVar[Talk] = Talk(awaited="requested")
    json_names: ClassVar[Mapping[str, str]] = {"raise_": "raise"}
    player: PlayerName = ""
    request: ConnectionName | None = None
    fulfilled: bool = True
    raise_: bool = True
