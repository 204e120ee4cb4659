"""State of a table (rules section 2.1): a frozen snapshot derived only by folding events."""

from dataclasses import field
from typing import TypeVar

from engine.common.values import named
from engine.dice.roll import RollRequest
from engine.quick_dataclass import dataclass
from engine.systems.phase_abandon.entities.characters import Character
from engine.systems.phase_abandon.entities.rolls import GetMoving, LiveRoll, ResolvedRoll, RollOff
from engine.systems.phase_abandon.entities.table import (
    Conflict,
    ConnectionRequest,
    GroupGoal,
    Narration,
    Player,
    Proposal,
    Reward,
    Scene,
    SettingDetail,
)
from engine.systems.phase_abandon.house_rules import HouseRules
from engine.systems.phase_abandon.vocabulary import Phase

T = TypeVar("T")


@dataclass(frozen=True)  # no slots: a copy is one dict update, and every event makes one
class State:
    """A table of Phase Abandon.

    Attributes:
        name: Name of the table, None before `CreateTable`.
        players: In seat order.
        characters: In order of creation, former ones included.
        requests: What connections asked; dice owed by the table are `dice_requests`.
        split_roll: The split roll whose remaining groups wait in `split_queue`.
        last_roll: The latest resolved roll.
        action_order: Order announced by `AskAround`, whoever has acted taken out.
        get_moving: The get-moving roll while it runs.
        session_running: Between `StartSession` and `EndSession`.
        highest_claim: Player who won a roll-off for most chips; cleared by any chip movement.
        log_seq: Events folded so far.
        roll_count: Rolls opened so far; ids count from 1. Likewise the further counters.
    """

    name: str | None = None
    phase: Phase = Phase.LOBBY
    house_rules: HouseRules = field(default_factory=HouseRules)
    players: tuple[Player, ...] = ()
    characters: tuple[Character, ...] = ()
    genre: str | None = None
    setting_details: tuple[SettingDetail, ...] = ()
    group_goals: tuple[GroupGoal, ...] = ()
    party_pool: int = 0
    scene: Scene | None = None
    scene_count: int = 0
    narration: Narration | None = None
    roll: LiveRoll | None = None
    split_roll: LiveRoll | None = None
    split_queue: tuple[int, ...] = ()
    last_roll: ResolvedRoll | None = None
    conflict: Conflict | None = None
    roll_off: RollOff | None = None
    rewards: tuple[Reward, ...] = ()
    requests: tuple[ConnectionRequest, ...] = ()
    proposals: tuple[Proposal, ...] = ()
    dice_requests: tuple[RollRequest, ...] = ()
    action_order: tuple[str, ...] = ()
    get_moving: GetMoving | None = None
    session_no: int = 0
    session_running: bool = False
    highest_claim: str | None = None
    log_seq: int = 0
    roll_count: int = 0
    dice_request_count: int = 0

    def player(self, name: str) -> Player | None:
        """The player of exactly this name."""
        return named(self.players, name)

    def character_of(self, player: str) -> Character | None:
        """The character this player runs now."""
        seated = self.player(player)
        return None if seated is None or seated.character_id is None else self.character(seated.character_id)

    def character(self, name: str) -> Character | None:
        """The character of exactly this name."""
        return named(self.characters, name)

    @property
    def present(self) -> tuple[Player, ...]:
        """Players at the table now, in seat order."""
        return tuple(player for player in self.players if player.present)

    @property
    def current_group_goal(self) -> GroupGoal | None:
        """First open group goal in order."""
        return next((goal for goal in self.group_goals if goal.status == "OPEN"), None)

    @property
    def total_chips(self) -> int:
        """Chips of all players plus the pot of a live conflict (INV-1)."""
        return sum(player.chips for player in self.players) + (self.conflict.pot if self.conflict else 0)
