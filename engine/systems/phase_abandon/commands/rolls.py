"""Commands of a roll from declaration to acceptance (rules 3.5, 3.6, 3.11, 3.12)."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.common.messages import Talk
from engine.fields import Id, Number, Place, PlayerName, SkillName, Words
from engine.phrase import phrase
from engine.systems.phase_abandon.fields import DiceThatLie, Face, Player, Principle, SkillOfTarget, Target
from engine.systems.phase_abandon.messages import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportDice(Command):
    """Hand in thrown dice (PA-2); only GET_MOVING and BID accept a bare total."""

    kind: ClassVar[str] = "report_dice"
    talk: ClassVar[Talk] = Talk(main=True, by_anybody=True)
    player: PlayerName = ""
    values: tuple[Face, ...] | None = None
    total: Annotated[int, Number()] | None = None
    purpose: Id | None = None
    request_id: Id | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareAction(Command):
    """Act with a skill, or on Luck with `skill` None, "none" or "luck" (PA-33, PA-35)."""

    kind: ClassVar[str] = "declare_action"
    talk: ClassVar[Talk] = Talk(
        confirm="{skill}, {player}?",
        main=True,
        takes_in=("hold_out_dice", "split_dice", "invoke_trigger"),
        throws="ACTION",
    )
    player: PlayerName = ""
    description: Words = ""
    skill: SkillName | None = None
    hold_out: Annotated[int, Number(0, judged=True)] = 0
    split: bool = False
    principle: Principle | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestSkillCheck(Command):
    """Pay a chip to make somebody roll (PA-72, PA-73)."""

    kind: ClassVar[str] = "request_skill_check"
    talk: ClassVar[Talk] = Talk(confirm="A {skill} check for {target}?", main=True, of_others=True, throws="CHECK")
    requester: Player = ""
    target: Target = ""
    skill: SkillOfTarget | None = None
    reason: Words | None = None
    extra_difficulty: Annotated[int, Number(0, otherwise=phrase("Extra difficulty is at least 0."))] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AddDifficulty(Command):
    """Pay a chip to take one success off a check (PA-74)."""

    kind: ClassVar[str] = "add_difficulty"
    player: PlayerName = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HoldOutDice(Command):
    """Throw fewer dice (PA-39)."""

    kind: ClassVar[str] = "hold_out_dice"
    talk: ClassVar[Talk] = Talk(confirm="Keep {count} back, {player}?")
    player: PlayerName = ""
    count: Annotated[int, Number(0, few=True, judged=True)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitDice(Command):
    """Use dice above five for further actions (PA-41); `shape` None = the forced one."""

    kind: ClassVar[str] = "split_dice"
    talk: ClassVar[Talk] = Talk(once=True)
    player: PlayerName = ""
    shape: tuple[Annotated[int, Number(1, judged=True)], ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class InvokeTrigger(Command):
    """Add a principle's bonus dice (PA-40); `principle` None = the only one that fits."""

    kind: ClassVar[str] = "invoke_trigger"
    player: PlayerName = ""
    principle: Principle | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawRoll(Command):
    """Cancel a roll before its first throw, or skip the rest of a split (PA-41, PA-42)."""

    kind: ClassVar[str] = "withdraw_roll"
    player: PlayerName = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RerollDice(Command):
    """Throw dice showing 2 to 5 again (PA-45).

    Attributes:
        dice: Indexes from 0 in reported order, or one of the words "last", "rest" (all but `keep`) and "lowestN".
        faces: Faces instead of indexes; each means the first open die showing it.
        keep: Faces of dice to set aside.
    """

    kind: ClassVar[str] = "reroll_dice"
    talk: ClassVar[Talk] = Talk(after_dice=True)
    player: PlayerName = ""
    dice: Annotated[str | tuple[int, ...], DiceThatLie] = ()
    faces: tuple[Face, ...] = ()
    keep: tuple[Face, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TradeSix(Command):
    """Remove one own 6 together with one own 1 (PA-47); a re-rolled 6 goes first."""

    kind: ClassVar[str] = "trade_six"
    talk: ClassVar[Talk] = Talk(after_dice=True)
    player: PlayerName = ""
    six_index: Place | None = None
    one_index: Place | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendPoolToken(Command):
    """Rescue the roller from a 1 (PA-48)."""

    kind: ClassVar[str] = "spend_pool_token"
    player: PlayerName = ""
    one_index: Place | None = None
    story: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplodeSixes(Command):
    """Throw live 6s again (PA-49)."""

    kind: ClassVar[str] = "explode_sixes"
    talk: ClassVar[Talk] = Talk(after_dice=True)
    player: PlayerName = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptRoll(Command):
    """Leave the present step of the roll (PA-43)."""

    kind: ClassVar[str] = "accept_roll"
    talk: ClassVar[Talk] = Talk(after_dice=True)
    player: PlayerName = ""
