"""Ties in chips and totals, and roll-offs (PA-6 to PA-9)."""

from typing import ClassVar

from engine.common.values import Changes, changed
from engine.common.words import Names
from engine.phrase import template
from engine.systems.phase_abandon.entities import Player, RollOff, State
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.vocabulary import Purpose, RollOffReason, RollOffUse

_BECAUSE = {
    RollOffReason.LOWEST: "tied for fewest chips",
    RollOffReason.HIGHEST: "tied for most chips",
    RollOffReason.ORDER: "tied in the speaking order",
    RollOffReason.GET_MOVING: "tied get-moving roll",
    RollOffReason.BID: "tied challenge roll",
}


class RollOffOpened(Event):
    """Tied players throw 1d6 each."""

    told: ClassVar[str] = template("{candidates} are tied and roll off.")
    candidates: Names
    reason: RollOffReason
    use: RollOffUse

    def apply(self, state: State) -> Changes:
        """The roll-off that is open; one about the speaking order keeps the dice of the rounds before."""
        roll_off = RollOff(self.candidates, self.reason, self.use)
        earlier = state.roll_off
        if earlier is not None and self.use is RollOffUse.ORDER:
            roll_off = changed(roll_off, values=earlier.values, round=earlier.round + 1)
        changes: Changes = {"roll_off": roll_off}
        if self.use is RollOffUse.GET_MOVING and state.get_moving is not None:
            changes["get_moving"] = changed(state.get_moving, candidates=self.candidates)
        return changes


class RollOffWon(Event):
    """A roll-off is decided."""

    told: ClassVar[str] = template("{winner} wins the roll-off.")
    winner: str
    reason: RollOffReason

    def apply(self, state: State) -> Changes:
        changes: Changes = {"roll_off": None}
        if state.roll_off is not None and state.roll_off.use is RollOffUse.CLAIM:
            changes["highest_claim"] = self.winner
        return changes


def settle(ledger: Ledger, tied: tuple[Player, ...], reason: RollOffReason, use: RollOffUse) -> str | None:
    """The winner among players equal in chips; None when a roll-off had to be opened."""
    names = tuple(player.name for player in tied)
    method = ledger.rules.tie_break
    if len(names) == 1 or method == "seat_order":
        return names[0]
    if method == "current_holder_then_roll" and ledger.holder in names:
        return ledger.holder
    open_roll_off(ledger, names, reason, use)
    return None


def open_roll_off(ledger: Ledger, names: tuple[str, ...], reason: RollOffReason, use: RollOffUse) -> None:
    """Ask each candidate for one die."""
    ledger.record(RollOffOpened(names, reason, use))
    for name in names:
        ledger.ask_dice(name, 1, Purpose.ROLL_OFF, _BECAUSE[reason])
