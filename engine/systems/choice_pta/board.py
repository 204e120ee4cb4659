"""The table for a page: who has the word, seats, tokens, and what is laid on the table."""

from collections.abc import Iterator

from engine.board import Bar, Board, Counter, Place
from engine.common.words import listed, sentence
from engine.systems.choice_pta.derived import (
    available,
    gm_limit,
    gm_spent,
    hand_size,
    is_present,
    reserved,
    without_card,
)
from engine.systems.choice_pta.describe import owned
from engine.systems.choice_pta.entities import Conflict, Offer, Participant, Seat
from engine.systems.choice_pta.listening import narration
from engine.systems.choice_pta.narrating import to_narrate
from engine.systems.choice_pta.panels import panels
from engine.systems.choice_pta.resolving import wanted_cards
from engine.systems.choice_pta.rulebook import NARRATING
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Kind, Mulligan, OfferStatus, Phase, Purpose, Status, Turn

_WAITING = {
    Phase.LOBBY: "No table is open",
    Phase.TABLE: "No hands are dealt yet",
    Phase.SITTING: "No scene is open",
}
_FIRST = {
    "ascending": "The lowest rank narrates first, the highest has the last word.",
    "descending": "The highest rank narrates first.",
}
_READ_OUT = {
    Purpose.PLAYED: "the card played",
    Purpose.TIE: "a card for the tie",
    Purpose.FATE: "a card for fate",
    Purpose.SACRIFICE: "the last gift",
    Purpose.STANDING: "a card for equal piles",
}


def board(state: State, viewer: str | None = None) -> Board:
    """The table as one viewer sees it; cards face down show their face to nobody else."""
    view = narration(state)
    headline, reason = _headline(state)
    return Board(
        headline,
        reason,
        view.holder,
        places=tuple(_place(state, seat) for seat in state.seats),
        bars=tuple(_bars(state.conflict)),
        counters=tuple(_shared(state)),
        order=view.order,
        panels=panels(state, viewer),
    )


def _headline(state: State) -> tuple[str, str]:
    """Who has the word or what is wanted, and why."""
    conflict = state.conflict
    if conflict is None:
        if state.scene is None:
            return _WAITING[state.phase], ""
        return f"{owned(state.scene.owner)} scene", sentence(state.scene.description)
    kind = f"Round {conflict.round_no} of the extended conflict." if conflict.is_extended else "The conflict is simple."
    if conflict.phase is Phase.STAKES:
        return "Stakes, please", f"{conflict.called_by} called {_a_kind(conflict)} conflict."
    if conflict.phase is Phase.CARDS:
        missing = without_card(conflict)
        return ("Cards, please" if missing else "All cards are down"), kind
    if conflict.phase is Phase.REVEALED:
        return _turned_up(state, conflict), kind
    return _narrating(state, conflict)


def _a_kind(conflict: Conflict) -> str:
    return "an extended" if conflict.kind is Kind.EXTENDED else "a simple"


def _turned_up(state: State, conflict: Conflict) -> str:
    choosing = [part.seat for part in conflict.participants if part.name in conflict.choosing]
    if choosing:
        return f"{listed(choosing)}: out, or fight on?"
    return "Read your cards out" if wanted_cards(state) else "The cards are up"


def _narrating(state: State, conflict: Conflict) -> tuple[str, str]:
    speaking = [part for part in conflict.participants if part.turn is Turn.SPEAKING]
    if speaking:
        tellers = tuple(dict.fromkeys(part.seat for part in speaking))
        verb = "narrates" if len(tellers) == 1 else "narrate"
        return f"{listed(tellers)} {verb}", _why_first(state, conflict)
    left = [part for part in map(conflict.part, to_narrate(conflict)) if part is not None]
    if not left:
        return "Everybody has narrated", "The conflict can be closed." if _is_last(conflict) else "The round can end."
    again = left[0].turn is Turn.REOPENED
    why = f"{owned(left[0].name)} story is open again." if again else _why_first(state, conflict)
    return f"{left[0].seat} may narrate", why


def _is_last(conflict: Conflict) -> bool:
    return conflict.phase is not Phase.ROUND_NARRATION


def _why_first(state: State, conflict: Conflict) -> str:
    if conflict.claims:
        return "The order is the one that was asked for."
    return _FIRST.get(state.house_rules.narration_default, "")


def _place(state: State, seat: Seat) -> Place:
    conflict = state.conflict
    taking_part = conflict is not None and bool(conflict.parts_of(seat.name))
    who = seat.protagonist
    return Place(
        seat.name,
        who.name or None if who is not None else None,
        tuple(_counters(state, seat)),
        tuple(_badges(state, seat)),
        tuple(_owes(state, seat)),
        present=state.scene is None or taking_part or is_present(state, seat),
    )


def _counters(state: State, seat: Seat) -> Iterator[Counter]:
    conflict = state.conflict
    yield Counter("tokens", seat.tokens, tone="strong" if seat.tokens else "plain")
    if reserved(state, seat.name):
        yield Counter("free to spend", available(state, seat))
    if state.sitting_no:
        yield Counter("cards", len(seat.hand) if state.is_virtual else hand_size(state, seat))
    if conflict is None:
        return
    if conflict.is_extended and conflict.parts_of(seat.name):
        yield Counter("victory cards", sum(len(part.pile) for part in conflict.parts_of(seat.name)))
    if seat.is_gm and conflict.phase is Phase.CARDS:
        yield Counter("spent this round", gm_spent(state, conflict), gm_limit(state, conflict))


def _badges(state: State, seat: Seat) -> Iterator[str]:
    conflict = state.conflict
    if seat.is_gm:
        yield "GM"
    if state.scene is not None and state.scene.owner == seat.name:
        yield "owns the scene"
    if conflict is not None:
        for part in conflict.parts_of(seat.name):
            yield from (_named(conflict, part, badge) for badge in _states(conflict, part))
    if seat.mulligan is Mulligan.AVAILABLE and state.sitting_no:
        yield "mulligan left"
    if state.scene is not None and state.pool and not seat.is_gm and not seat.award_used:
        yield "award left"


def _states(conflict: Conflict, part: Participant) -> Iterator[str]:
    """What is true of a participant, one or two words each."""
    if part.turn is Turn.SPEAKING:
        yield "narrates"
    if conflict.phase is Phase.CARDS and conflict.slot(part.name) is not None:
        yield "card down"
    if part.harmed:
        yield "harmed"
    if part.status is Status.ELIMINATED:
        yield "out of it"
    if part.status is Status.DESTROYED:
        yield "destroyed"


def _named(conflict: Conflict, part: Participant, what: str) -> str:
    """What is said of a part, with its name where somebody has several."""
    return what if len(conflict.parts_of(part.seat)) == 1 else f"{part.name}: {what}"


def _owes(state: State, seat: Seat) -> Iterator[str]:
    for offer in state.offers:
        if offer.is_open and _waits_for(offer) == seat.name:
            yield f"an answer to {_asker(offer)}"
    conflict = state.conflict
    if conflict is None:
        return
    own = conflict.parts_of(seat.name)
    for part in own:
        if conflict.phase is Phase.STAKES and not part.stake:
            yield _named(conflict, part, "a stake")
        if conflict.phase is Phase.CARDS and part in without_card(conflict):
            yield _named(conflict, part, "a card")
        if part.name in conflict.choosing:
            yield _named(conflict, part, "out, or fight on")
        yield from (_named(conflict, part, _READ_OUT[why]) for name, why in wanted_cards(state) if name == part.name)
    if conflict.phase in NARRATING:
        waiting = [part for part in own if part.name in to_narrate(conflict)]
        yield from (_named(conflict, part, "narrates or passes") for part in waiting if part.turn is not Turn.SPEAKING)


def _waits_for(offer: Offer) -> str:
    return offer.payer if offer.status is OfferStatus.ASKED else offer.to


def _asker(offer: Offer) -> str:
    return offer.to if offer.status is OfferStatus.ASKED else offer.payer


def _bars(conflict: Conflict | None) -> Iterator[Bar]:
    """Victory cards towards the goal of an extended conflict."""
    if conflict is None or conflict.goal is None:
        return
    for part in conflict.participants:
        cards = len(part.pile)
        reached = cards >= conflict.goal
        detail = "" if part.status is Status.ACTIVE else "out of it"
        yield Bar(part.name, min(cards, conflict.goal), conflict.goal, detail, "good" if reached else "plain")


def _shared(state: State) -> Iterator[Counter]:
    if not state.seats:
        return
    yield Counter("tokens in the pool", state.pool)
    if state.bank or (state.conflict is not None and state.conflict.is_extended):
        yield Counter("tokens in the bank", state.bank)
