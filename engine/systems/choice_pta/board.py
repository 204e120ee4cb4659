"""The table for a page: who has the word, seats, tokens, and what is laid on the table."""

from collections.abc import Iterator

from engine.board import Bar, Board, Counter, Place
from engine.phrase import EMPTY, Phrase, phrase, plural, verbatim
from engine.systems.choice_pta.derived import (
    available,
    gm_limit,
    gm_spent,
    hand_size,
    is_present,
    reserved,
    without_card,
)
from engine.systems.choice_pta.entities import Conflict, Offer, Participant, Seat
from engine.systems.choice_pta.headline import headline_of
from engine.systems.choice_pta.listening import narration
from engine.systems.choice_pta.narrating import to_narrate
from engine.systems.choice_pta.panels import panels
from engine.systems.choice_pta.rules.deals import waits_for
from engine.systems.choice_pta.rules.scoring import wanted_cards
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import NARRATING, OfferStatus, Phase, Purpose, Status, Turn

_READ_OUT = {
    Purpose.PLAYED: phrase("read out the card played"),
    Purpose.TIE: phrase("read out a card for the tie"),
    Purpose.FATE: phrase("read out a card for fate"),
    Purpose.SACRIFICE: phrase("read out the last gift"),
    Purpose.STANDING: phrase("read out a card for equal piles"),
}


def board(state: State, viewer: str | None = None) -> Board:
    """The table as one viewer sees it; cards face down show their face to nobody else."""
    headline, reason = headline_of(state)
    return Board(
        headline,
        reason,
        narration(state).holder,
        places=tuple(_place(state, seat) for seat in state.seats),
        bars=tuple(_bars(state.conflict)),
        counters=tuple(_shared(state)),
        order=tuple(_order(state.conflict)),
        panels=panels(state, viewer),
    )


def _order(conflict: Conflict | None) -> Iterator[str]:
    """Stakes still to be narrated, the next one first."""
    if conflict is not None and conflict.phase in NARRATING:
        for part in map(conflict.part, to_narrate(conflict)):
            if part is not None and part.turn is not Turn.SPEAKING:
                yield part.name


def _place(state: State, seat: Seat) -> Place:
    who = seat.protagonist
    return Place(
        seat.name,
        who.name or None if who is not None else None,
        tuple(_counters(state, seat)),
        tuple(_badges(state, seat)),
        tuple(_owes(state, seat)),
    )


def _counters(state: State, seat: Seat) -> Iterator[Counter]:
    conflict = state.conflict
    yield Counter(plural("token", "tokens", seat.tokens), seat.tokens, sign="chip")
    if reserved(state, seat.name):
        yield Counter(phrase("to spend"), available(state, seat))
    if state.sitting_no:
        held = len(seat.hand) if state.is_virtual else hand_size(state, seat)
        yield Counter(plural("card", "cards", held), held, sign="card")
    if conflict is None:
        return
    if conflict.is_extended and conflict.parts_of(seat.name):
        won = sum(len(part.pile) for part in conflict.parts_of(seat.name))
        yield Counter(plural("victory card", "victory cards", won), won)
    if seat.is_gm and conflict.phase is Phase.CARDS:
        yield Counter(phrase("spent this round"), gm_spent(state, conflict), gm_limit(state, conflict))


def _badges(state: State, seat: Seat) -> Iterator[Phrase]:
    conflict = state.conflict
    if seat.is_gm:
        yield phrase("GM")
    if state.scene is not None and state.scene.owner == seat.name:
        yield phrase("owns the scene")
    if conflict is not None:
        for part in conflict.parts_of(seat.name):
            yield from (_named(conflict, part, badge) for badge in _states(conflict, part))
    if state.scene is not None and not is_present(state, seat):
        yield phrase("not in the scene")


def _states(conflict: Conflict, part: Participant) -> Iterator[Phrase]:
    """Badges of a participant, one or two words each."""
    if part.turn is Turn.SPEAKING:
        yield phrase("narrates")
    if conflict.phase is Phase.CARDS and conflict.slot(part.name) is not None:
        yield phrase("card played")
    if part.harmed:
        yield phrase("harmed")
    if part.status is Status.ELIMINATED:
        yield phrase("out of the conflict")
    if part.status is Status.DESTROYED:
        yield phrase("destroyed")


def _named(conflict: Conflict, part: Participant, what: Phrase) -> Phrase:
    """A badge of a part, with its name where somebody has several."""
    return what if len(conflict.parts_of(part.seat)) == 1 else phrase("{name}: {what}", name=part.name, what=what)


def _owes(state: State, seat: Seat) -> Iterator[Phrase]:
    for offer in state.offers:
        if offer.is_open and waits_for(offer) == seat.name:
            yield phrase("answer {player}", player=_asker(offer))
    conflict = state.conflict
    if conflict is None:
        return
    own = conflict.parts_of(seat.name)
    for part in own:
        if conflict.phase is Phase.STAKES and not part.stake:
            yield _named(conflict, part, phrase("state a stake"))
        if conflict.phase is Phase.CARDS and part in without_card(conflict):
            yield _named(conflict, part, phrase("play a card"))
        if part.name in conflict.choosing:
            yield _named(conflict, part, phrase("choose: out, or fight on"))
        yield from (_named(conflict, part, _READ_OUT[why]) for name, why in wanted_cards(state) if name == part.name)
    if conflict.phase in NARRATING:
        left = to_narrate(conflict)
        waiting = [part for part in own if part.name in left[:1] and part.turn is not Turn.SPEAKING]
        yield from (_named(conflict, part, phrase("narrate")) for part in waiting)


def _asker(offer: Offer) -> str:
    return offer.to if offer.status is OfferStatus.ASKED else offer.payer


def _bars(conflict: Conflict | None) -> Iterator[Bar]:
    """Victory cards towards the goal of an extended conflict."""
    if conflict is None or conflict.goal is None:
        return
    for part in conflict.participants:
        cards = len(part.pile)
        reached = cards >= conflict.goal
        detail = EMPTY if part.status is Status.ACTIVE else phrase("out of the conflict")
        yield Bar(verbatim(part.name), min(cards, conflict.goal), conflict.goal, detail, "good" if reached else "plain")


def _shared(state: State) -> Iterator[Counter]:
    if not state.seats:
        return
    yield Counter(plural("token in the pool", "tokens in the pool", state.pool), state.pool, sign="chip")
    if state.bank or (state.conflict is not None and state.conflict.is_extended):
        yield Counter(plural("token in the bank", "tokens in the bank", state.bank), state.bank)
