"""Commands about the table, its sessions and its settings (rules 3.1, 3.4, 3.14, 3.18, 3.20)."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.common.messages import Meaning, Talk
from engine.fields import Either, NeededWords, NewName, OneOf, PlayerName, SkillName, Words
from engine.systems.phase_abandon.corrections import PATHS
from engine.systems.phase_abandon.fields import (
    Chips,
    ConnectionName,
    GoalChange,
    GoalName,
    GoalPlace,
    GroupGoal,
    NeededSkill,
    Preset,
    RuleName,
)
from engine.systems.phase_abandon.messages import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTable(Command):
    """Open a table with a preset of house rules."""

    kind: ClassVar[str] = "create_table"
    name: NewName = "Phase Abandon"
    preset: Preset = "worked_examples"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPlayer(Command):
    """Seat a player (PA-1, PA-10)."""

    kind: ClassVar[str] = "add_player"
    name: NewName


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPresence(Command):
    """A player leaves or comes back (PA-10, N-29)."""

    kind: ClassVar[str] = "set_presence"
    talk: ClassVar[Talk] = Talk(of_others=True)
    player: PlayerName = ""
    present: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeHouseRule(Command):
    """Set one house rule, or all of a preset with `rule = "preset"` (PA-3)."""

    kind: ClassVar[str] = "change_house_rule"
    rule: RuleName
    value: Annotated[str | int | bool, Either()]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectState(Command):
    """Set a named number after table agreement (PA-116).

    Attributes:
        path: One of `corrections.PATHS` ("chips", "heart", "challenge_left", "holder" ...).
        value: New number, or a player's name for `holder`.
        reason: Why the table corrects; required.
        player: Whose chips, Heart, skill, connection or goal.
        skill: Skill or item for rank, damage and advancement.
        connection: Connection for `connection`.
        goal: Goal for `goal` and `group_goal`; the current group goal when absent.
    """

    kind: ClassVar[str] = "correct_state"
    means: ClassVar[Meaning] = "corrects"
    path: Annotated[str, OneOf(PATHS, blank=False, judged=True)]
    value: Annotated[int | str, Either()]
    reason: NeededWords
    player: PlayerName = ""
    skill: SkillName | None = None
    connection: ConnectionName | None = None
    goal: GoalName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoLast(Command):
    """Take back the latest command; carried out by `engine.history` (PA-116)."""

    kind: ClassVar[str] = "undo_last"
    talk: ClassVar[Talk] = Talk(once=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskStatus(Command):
    """Ask about the state; answered by `Ruleset.answer`, changes and logs nothing."""

    kind: ClassVar[str] = "ask_status"
    talk: ClassVar[Talk] = Talk(by_anybody=True)
    topic: Words
    player: PlayerName = ""
    skill: SkillName | None = None
    about: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSession(Command):
    """Deal chips and ask for Luck (PA-28)."""

    kind: ClassVar[str] = "start_session"
    talk: ClassVar[Talk] = Talk(confirm="Begin the session?", main=True)
    means: ClassVar[Meaning] = "begins_session"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddGroupGoal(Command):
    """Agree on a group goal (PA-29); `position` from 1, None = last."""

    kind: ClassVar[str] = "add_group_goal"
    text: NeededWords
    value: GoalPlace
    position: GoalPlace | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeGroupGoal(Command):
    """Revalue, rename, drop or move a group goal (PA-89).

    Attributes:
        goal: Text, number from 1, "current" or "last".
        op: "revalue", "rename", "drop" or "move".
        value: New points, new text or new position from 1.
    """

    kind: ClassVar[str] = "change_group_goal"
    goal: GroupGoal
    op: GoalChange
    value: Annotated[int | str | None, Either()] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallGetMoving(Command):
    """Everybody throws 2d6 for the first narration (PA-31)."""

    kind: ClassVar[str] = "call_get_moving"
    talk: ClassVar[Talk] = Talk(confirm="Shall everybody roll to get moving?")


@dataclass(frozen=True, slots=True, kw_only=True)
class EndSession(Command):
    """Close the evening (PA-112, PA-113); `force` forfeits unclaimed rewards."""

    kind: ClassVar[str] = "end_session"
    talk: ClassVar[Talk] = Talk(confirm="End the session?", main=True, once=True)
    means: ClassVar[Meaning] = "ends_session"
    force: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendImprovement(Command):
    """Turn improvement chips into repair or advancement (PA-114); `chips` None = all."""

    kind: ClassVar[str] = "spend_improvement"
    player: PlayerName = ""
    skill: NeededSkill
    chips: Chips | None = None
