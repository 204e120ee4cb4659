"""The events one command leads to, with the state as it becomes while they are recorded."""

from engine.systems.phase_abandon.entities import Player, State
from engine.systems.phase_abandon.fold import evolve, known_player
from engine.systems.phase_abandon.house_rules import HouseRules
from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.rules.chips import ChipsTransferred
from engine.systems.phase_abandon.rules.dice import DiceRequested
from engine.systems.phase_abandon.vocabulary import ChipReason, Purpose


class Ledger:
    """Collects events; `state` always includes those recorded so far."""

    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    @property
    def rules(self) -> HouseRules:
        """House rules in force."""
        return self.state.house_rules

    @property
    def holder(self) -> str | None:
        """The player who narrates now."""
        return self.state.narration.holder if self.state.narration is not None else None

    def record(self, event: Event) -> None:
        """Add a fact and move the state on."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def player(self, name: str) -> Player:
        """The player as they are now."""
        return known_player(self.state, name)

    def next_roll_id(self) -> str:
        """Id of the next roll opened."""
        return f"roll-{self.state.roll_count + 1}"

    def next_proposal_id(self) -> str:
        """Id of the next proposal to the group."""
        return f"proposal-{len(self.state.proposals) + 1}"

    def pay(self, payer: str, payee: str, amount: int, reason: ChipReason) -> None:
        """Move chips from one player to another (PA-4)."""
        left, got = self.player(payer).chips - amount, self.player(payee).chips + amount
        self.record(ChipsTransferred(payer, payee, amount, reason, left, got))

    def ask_dice(
        self, player: str, count: int, purpose: Purpose, because: str, roll: str | None = None, faces: bool = True
    ) -> None:
        """Ask a player for dice; `faces` False lets a total be said."""
        request = f"dice-{self.state.dice_request_count + 1}"
        self.record(DiceRequested(request, roll, purpose, player, count, faces, because))
