"""The end of a round and of a conflict (PTA-28, PTA-53, PTA-69, PTA-78)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Ending, Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import InWords, Worded, listed
from engine.fields import Words
from engine.phrase import EMPTY, Phrase, phrase, template
from engine.systems.choice_pta.cards import Card
from engine.systems.choice_pta.choices import CONFLICT
from engine.systems.choice_pta.entities import Conflict, PartOutcome
from engine.systems.choice_pta.fold import known_seat, running, with_conflict
from engine.systems.choice_pta.guards import refuse_other_phases
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Batch, Command, Event
from engine.systems.choice_pta.narrating import to_narrate
from engine.systems.choice_pta.ranking import all_outcomes, ranks
from engine.systems.choice_pta.rules.bonuses import take_off
from engine.systems.choice_pta.rules.conflicts import open_round
from engine.systems.choice_pta.rules.hands import discarded, refill_hands
from engine.systems.choice_pta.rules.tokens import empty_bank, move_tokens, settle_tokens
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import IN_CONFLICT, CardPlace, Cause, Phase
from engine.systems.choice_pta.words import detail, outcomes
from engine.types import Spoken

_TOLD = (Phase.NARRATION, Phase.FINAL_NARRATION)


class RoundClosed(Event):
    """The round is over; losing cards are laid aside."""

    undoable: ClassVar[bool] = False
    told: ClassVar[str] = template("Round {round_no} was closed")
    round_no: InWords

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        return {"decks": discarded(state, loose_cards(conflict)), **with_conflict(state, slots=())}


def loose_cards(conflict: Conflict) -> Iterator[Card]:
    """Cards of this round's slots that are in no pile: losers, and draws for ties and fate."""
    for slot in conflict.slots:
        if slot.card is not None and slot.place is CardPlace.SLOT:
            yield slot.card
        yield from slot.ties
        yield from slot.fates


class CloseRound(Command):
    """Settle the round's tokens and open the next (PTA-69); `force` by the GM skips open narration."""

    talk: ClassVar[Talk] = Talk(confirm="On to the next round?")
    phases: ClassVar[tuple[Phase, ...]] = (Phase.ROUND_NARRATION,)
    force: bool = False

    def decide(self, ledger: Ledger, who: str) -> None:
        """Settle the round's tokens and open the next one; the GM may force it (PTA-53, PTA-69)."""
        forced = self.force and who in ("", ledger.gm)
        if not forced:
            _refuse_open_turns(ledger)
        settle_tokens(ledger)
        number = ledger.conflict.round_no
        ledger.record(RoundClosed(number))
        refill_hands(ledger)
        open_round(ledger, number + 1)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        yield Move(cls.kind, phrase("Close the round"), CONFLICT)
        if known_seat(state, who).is_gm and to_narrate(running(state)):
            yield Move(cls.kind, phrase("Close the round without them"), CONFLICT, (("force", True),))


def _refuse_open_turns(ledger: Ledger) -> None:
    left = to_narrate(ledger.conflict)
    if left:
        names = listed(left)
        raise Refused("NARRATION_OPEN", phrase("{names} can still narrate; say done or pass first.", names=names))


@dataclass(frozen=True, slots=True)
class SeatTokens:
    """Tokens of one seat."""

    seat: str
    tokens: int


class ConflictClosed(Event):
    """The conflict is settled (PTA-78)."""

    undoable: ClassVar[bool] = False
    ends: ClassVar[Ending] = "fight"
    outcomes: tuple[PartOutcome, ...]
    winner: str
    token_totals: tuple[SeatTokens, ...]

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        cards = [*loose_cards(conflict)]
        for part in conflict.participants:
            cards += [*part.pile, *part.tie_draws]
        closed = changed(conflict, phase=Phase.CLOSED, outcomes=self.outcomes)
        return {"decks": discarded(state, cards), "conflict": None, "last_conflict": closed}

    def sentence(self) -> Phrase:
        told = outcomes(self.outcomes)
        if not told:
            return phrase("The conflict was closed")
        return phrase("The conflict was closed: {outcomes}", outcomes=told)

    def heard(self, batch: Batch) -> Iterator[Spoken]:
        conflict = batch.after.last_conflict
        winner = conflict.part(self.winner) if conflict is not None else None
        stake = detail(winner.stake) if winner is not None else EMPTY
        yield Spoken(phrase("The conflict is over and goes to {winner}{stake}.", winner=self.winner, stake=stake), 2)


class CloseConflict(Command):
    """Settle what is open and leave the conflict (PTA-53, PTA-78); `force` by the GM drops open cards and narration."""

    talk: ClassVar[Talk] = Talk(confirm="Is the conflict over?")
    phases: ClassVar[tuple[Phase, ...]] = IN_CONFLICT
    force: bool = False

    def decide(self, ledger: Ledger, who: str) -> None:
        """Settle what is open, empty the bank and lay all cards aside (PTA-53, PTA-56, PTA-78)."""
        if not (self.force and who in ("", ledger.gm)):
            refuse_other_phases(ledger.conflict, _TOLD)
            _refuse_open_turns(ledger)
        settle_tokens(ledger)
        if ledger.conflict.phase not in _TOLD:
            _call_off(ledger, "left unfinished")
            return
        outcomes = all_outcomes(ledger.conflict, ledger.rules, ledger.gm)
        winner = ranks(ledger.conflict, ledger.rules)[0]
        empty_bank(ledger)
        totals = tuple(SeatTokens(seat.name, seat.tokens) for seat in ledger.state.seats)
        ledger.record(ConflictClosed(outcomes, winner, totals))
        refill_hands(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        conflict = running(state)
        if conflict.phase in _TOLD:
            yield Move(cls.kind, phrase("Close the conflict"), CONFLICT)
        unfinished = conflict.revealed and (conflict.phase not in _TOLD or to_narrate(conflict))
        if known_seat(state, who).is_gm and unfinished:  # before the first reveal it is cancelled
            yield Move(cls.kind, phrase("Break off the conflict"), CONFLICT, (("force", True),))


class ConflictCancelled(Event):
    """The conflict was called off before the reveal (PTA-28)."""

    undoable: ClassVar[bool] = False
    told: ClassVar[str] = template("The conflict was cancelled{reason}")
    said: ClassVar[str] = template("The conflict is cancelled.")
    weight: ClassVar[int] = 2
    reason: Annotated[str, Worded(detail)]

    def apply(self, state: State) -> Changes:
        return {"decks": discarded(state, loose_cards(running(state))), "conflict": None}


class CancelConflict(Command):
    """Call the conflict off before the first reveal (PTA-28)."""

    talk: ClassVar[Talk] = Talk(confirm="Cancel the conflict?")
    phases: ClassVar[tuple[Phase, ...]] = IN_CONFLICT
    reason: Words = ""

    def decide(self, ledger: Ledger, who: str) -> None:
        """Call the conflict off before any card was seen (PTA-28, R-24)."""
        conflict = ledger.conflict
        if conflict.revealed:
            raise Refused("TOO_LATE", phrase("Cards have been revealed; the conflict has to be played to its end."))
        _call_off(ledger, self.reason.strip())

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if not running(state).revealed:
            reason = Field("reason", phrase("Why"), optional=True)
            yield Move(cls.kind, phrase("Cancel the conflict"), CONFLICT, fields=(reason,))


def _call_off(ledger: Ledger, reason: str) -> None:
    """Give back or settle the tokens on cards and leave the conflict without an outcome."""
    conflict = ledger.conflict
    for slot in conflict.slots:
        if ledger.rules.refund_on_cancel:
            take_off(ledger, slot)
        else:
            move_tokens(ledger, f"card:{slot.part}", "pool", slot.tokens, Cause.SETTLED)
    for held in conflict.held:
        move_tokens(ledger, f"held:{held.seat}", "pool", held.tokens, Cause.SETTLED)
    empty_bank(ledger)
    ledger.record(ConflictCancelled(reason))
    refill_hands(ledger)
