"""Betting chips change hands (PA-4)."""

from collections.abc import Mapping
from typing import Annotated, ClassVar

from engine.common.values import Changes, changed
from engine.common.words import Worded
from engine.phrase import template
from engine.systems.phase_abandon.entities import Payment, State
from engine.systems.phase_abandon.fold import known_player
from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.vocabulary import ChipReason
from engine.systems.phase_abandon.words import in_figures

REFUNDABLE = frozenset((ChipReason.CHECK, ChipReason.DIFFICULTY, ChipReason.HELP, ChipReason.CONNECTION_INVOKED))


class ChipsTransferred(Event):
    """Chips change hands; balances are those after."""

    json_names: ClassVar[Mapping[str, str]] = {"from_": "from"}
    told: ClassVar[str] = template("{from_} gives {to} {amount}.")
    from_: str
    to: str
    amount: Annotated[int, Worded(lambda amount: in_figures(amount, "chip", "chips"))]
    reason: ChipReason
    from_balance: int
    to_balance: int

    def apply(self, state: State) -> Changes:
        known_player(state, self.from_), known_player(state, self.to)
        balances = {self.from_: self.from_balance, self.to: self.to_balance}
        players = tuple(
            changed(player, chips=balances[player.name]) if player.name in balances else player
            for player in state.players
        )
        changes: Changes = {"players": players, "highest_claim": None}
        if state.roll is not None and self.reason in REFUNDABLE:
            payment = Payment(self.from_, self.to, self.amount, self.reason)
            changes["roll"] = changed(state.roll, payments=(*state.roll.payments, payment))
        return changes
