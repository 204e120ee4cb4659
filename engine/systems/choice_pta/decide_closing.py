"""Deciding about the end of a round and of a conflict (PTA-28, PTA-53, PTA-69, PTA-78)."""

from engine.common.words import listed
from engine.phrase import phrase
from engine.systems.choice_pta import commands as cmd
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.decide_stakes import open_round
from engine.systems.choice_pta.hands import refill_hands
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.narrating import to_narrate
from engine.systems.choice_pta.ranking import all_outcomes, ranks
from engine.systems.choice_pta.refunds import take_off
from engine.systems.choice_pta.rulebook import IN_CONFLICT, rule
from engine.systems.choice_pta.settling import settle_tokens
from engine.systems.choice_pta.vocabulary import Cause, Phase
from engine.types import Rejected


def _refuse_open_turns(ledger: Ledger) -> Rejected | None:
    left = to_narrate(ledger.conflict)
    if not left:
        return None
    return Rejected("NARRATION_OPEN", phrase("{names} can still narrate; say done or pass first.", names=listed(left)))


@rule(cmd.CloseRound, Phase.ROUND_NARRATION)
def close_round(ledger: Ledger, command: cmd.CloseRound, who: str) -> Rejected | None:
    """Settle the round's tokens and open the next one; the GM may force it (PTA-53, PTA-69)."""
    forced = command.force and who in ("", ledger.gm)
    refusal = None if forced else _refuse_open_turns(ledger)
    if refusal is not None:
        return refusal
    settle_tokens(ledger)
    number = ledger.conflict.round_no
    ledger.record(ev.RoundClosed(number))
    refill_hands(ledger)
    open_round(ledger, number + 1)
    return None


@rule(cmd.CloseConflict, Phase.NARRATION, Phase.FINAL_NARRATION)
def close_conflict(ledger: Ledger, command: cmd.CloseConflict, who: str) -> Rejected | None:
    """Settle what is open, empty the bank and lay all cards aside (PTA-53, PTA-56, PTA-78)."""
    refusal = _refuse_open_turns(ledger)
    if refusal is not None:
        return refusal
    settle_tokens(ledger)
    outcomes = all_outcomes(ledger.conflict, ledger.rules, ledger.gm)
    winner = ranks(ledger.conflict, ledger.rules)[0]
    if ledger.state.bank:
        ledger.record(ev.BankEmptied(ledger.state.bank))
    totals = tuple(ev.SeatTokens(seat.name, seat.tokens) for seat in ledger.state.seats)
    ledger.record(ev.ConflictClosed(outcomes, winner, totals))
    refill_hands(ledger)
    return None


@rule(cmd.CancelConflict, *IN_CONFLICT)
def cancel_conflict(ledger: Ledger, command: cmd.CancelConflict, who: str) -> Rejected | None:
    """Call the conflict off before any card was seen (PTA-28, R-24)."""
    conflict = ledger.conflict
    if conflict.revealed:
        return Rejected("TOO_LATE", phrase("Cards have been turned up; the conflict is played to its end."))
    for slot in conflict.slots:
        if ledger.rules.refund_on_cancel:
            take_off(ledger, slot)
        else:
            ledger.move(f"card:{slot.part}", "pool", slot.tokens, Cause.SETTLED)
    for held in conflict.held:
        ledger.move(f"held:{held.seat}", "pool", held.tokens, Cause.SETTLED)
    if ledger.state.bank:
        ledger.record(ev.BankEmptied(ledger.state.bank))
    ledger.record(ev.ConflictCancelled(command.reason.strip()))
    refill_hands(ledger)
    return None
