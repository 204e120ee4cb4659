"""Ties in chips and totals, and roll-offs (PA-6 to PA-9)."""

from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.entities import Player
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.vocabulary import Purpose, RollOffReason, RollOffUse

_BECAUSE = {
    RollOffReason.LOWEST: "tied for fewest chips",
    RollOffReason.HIGHEST: "tied for most chips",
    RollOffReason.ORDER: "tied in the speaking order",
    RollOffReason.GET_MOVING: "tied get-moving roll",
    RollOffReason.BID: "tied challenge roll",
}


def settle(ledger: Ledger, tied: tuple[Player, ...], reason: RollOffReason, use: RollOffUse) -> str | None:
    """Who wins among players equal in chips; None when a roll-off had to be opened."""
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
    ledger.record(ev.RollOffOpened(names, reason, use))
    for name in names:
        ledger.ask_dice(name, 1, Purpose.ROLL_OFF, _BECAUSE[reason])
