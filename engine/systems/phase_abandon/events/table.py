"""Facts about the table, its sessions and its settings."""

from dataclasses import dataclass
from typing import ClassVar

from engine.common.messages import Ending
from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.vocabulary import Purpose, RollOffReason, RollOffUse


@dataclass(frozen=True, slots=True)
class TableCreated(Event):
    """A table opens with a preset of house rules."""

    kind: ClassVar[str] = "table_created"
    name: str
    preset: str


@dataclass(frozen=True, slots=True)
class PlayerSeated(Event):
    """A player takes a seat."""

    kind: ClassVar[str] = "player_seated"
    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class PresenceChanged(Event):
    """A player leaves or comes back."""

    kind: ClassVar[str] = "presence_changed"
    player: str
    present: bool

    @property
    def presence(self) -> tuple[str, bool]:
        """The player, and whether they are back."""
        return self.player, self.present


@dataclass(frozen=True, slots=True)
class HouseRuleChanged(Event):
    """One house rule has a new value."""

    kind: ClassVar[str] = "house_rule_changed"
    rule: str
    old: str | int | bool
    new: str | int | bool


@dataclass(frozen=True, slots=True)
class SessionStarted(Event):
    """A game session begins."""

    kind: ClassVar[str] = "session_started"
    session_no: int


@dataclass(frozen=True, slots=True)
class ChipsDealt(Event):
    """A player's betting chips are set at the start of play."""

    kind: ClassVar[str] = "chips_dealt"
    player: str
    chips: int


@dataclass(frozen=True, slots=True)
class LuckRolled(Event):
    """A character's Luck for the game session."""

    kind: ClassVar[str] = "luck_rolled"
    character: str
    luck: int


@dataclass(frozen=True, slots=True)
class GroupGoalAdded(Event):
    """The group agrees on a goal; `order` counts from 0."""

    kind: ClassVar[str] = "group_goal_added"
    goal: str
    value: int
    order: int


@dataclass(frozen=True, slots=True)
class GroupGoalChanged(Event):
    """A group goal is revalued, renamed, dropped or moved."""

    kind: ClassVar[str] = "group_goal_changed"
    goal: str
    op: str
    old: int | str
    new: int | str


@dataclass(frozen=True, slots=True)
class GetMovingCalled(Event):
    """Everybody throws for the first narration."""

    kind: ClassVar[str] = "get_moving_called"


@dataclass(frozen=True, slots=True)
class GetMovingWon(Event):
    """The first narrator is found."""

    kind: ClassVar[str] = "get_moving_won"
    player: str
    total: int


@dataclass(frozen=True, slots=True)
class DiceRequested(Event):
    """The table owes dice; a newer request of the same purpose and player replaces the older one."""

    kind: ClassVar[str] = "dice_requested"
    request: str
    roll: str | None
    purpose: Purpose
    player: str
    count: int
    faces_needed: bool
    because: str


@dataclass(frozen=True, slots=True)
class DiceReported(Event):
    """Dice as thrown; `values` is empty when only the total was said."""

    kind: ClassVar[str] = "dice_reported"
    request: str
    player: str
    purpose: Purpose
    values: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class RollOffOpened(Event):
    """Tied players throw 1d6 each."""

    kind: ClassVar[str] = "roll_off_opened"
    candidates: tuple[str, ...]
    reason: RollOffReason
    use: RollOffUse


@dataclass(frozen=True, slots=True)
class RollOffWon(Event):
    """A roll-off is decided."""

    kind: ClassVar[str] = "roll_off_won"
    winner: str
    reason: RollOffReason


@dataclass(frozen=True, slots=True)
class SessionEnded(Event):
    """The game session is over."""

    kind: ClassVar[str] = "session_ended"
    ends: ClassVar[Ending] = "session"
    session_no: int
    pool_left: int


@dataclass(frozen=True, slots=True)
class ImprovementGranted(Event):
    """A character's share of the evening."""

    kind: ClassVar[str] = "improvement_granted"
    character: str
    from_luck: int
    from_pool: int


@dataclass(frozen=True, slots=True)
class ImprovementSpent(Event):
    """Improvement chips go into a skill."""

    kind: ClassVar[str] = "improvement_spent"
    character: str
    skill: str
    chips: int


@dataclass(frozen=True, slots=True)
class StateCorrected(Event):
    """The table corrects a number; the further fields say whose."""

    kind: ClassVar[str] = "state_corrected"
    path: str
    old: int | str
    new: int | str
    reason: str
    player: str | None = None
    skill: str | None = None
    connection: str | None = None
    goal: str | None = None


@dataclass(frozen=True, slots=True)
class CommandUndone(Event):
    """A command and what followed from it no longer count."""

    kind: ClassVar[str] = "command_undone"
    undone_command_id: str
