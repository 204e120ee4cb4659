"""Facts a listener needs to know of a table: names in use, answers waited for, and who tells now."""

from collections.abc import Iterator

from engine.systems.choice_pta.derived import without_card
from engine.systems.choice_pta.entities import Seat
from engine.systems.choice_pta.narrating import to_narrate
from engine.systems.choice_pta.rules.scoring import wanted_cards
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import NARRATING, OfferStatus, Phase, Turn
from engine.types import NarrationView
from engine.vocabulary import Expected, PlayerWords, Vocabulary

_GM = "GM"


def vocabulary(state: State) -> Vocabulary:
    """Players in seat order with protagonist, traits, stakes and code words; the GM comes last."""
    return Vocabulary(tuple(_words(state, seat) for seat in state.seats))


def _words(state: State, seat: Seat) -> PlayerWords:
    who = seat.protagonist
    parts = state.conflict.parts_of(seat.name) if state.conflict is not None else ()
    things = (
        *(("trait", trait.label) for trait in (who.traits if who is not None else ())),
        *(("stake", part.name) for part in parts if who is None or part.name != who.name),
        *(("mooks", part.name) for part in parts if part.mooks is not None),
        *(("code", held.code) for held in seat.hand),
    )
    return PlayerWords(seat.name, _role(seat), things)


def _role(seat: Seat) -> str | None:
    """Another name of the seat: the protagonist, or "GM"."""
    if seat.is_gm:
        return None if seat.name == _GM else _GM
    return seat.protagonist.name or None if seat.protagonist is not None else None


def expected(state: State) -> tuple[Expected, ...]:
    """Answers the rules wait for, in the order they should come."""
    return tuple(_expected(state))


def _expected(state: State) -> Iterator[Expected]:
    conflict = state.conflict
    for offer in state.offers:
        if offer.status is OfferStatus.ASKED or (offer.is_open and offer.amount):
            who = offer.payer if offer.status is OfferStatus.ASKED else offer.to
            yield Expected("answer_bribe", who, optional=True)
    if conflict is None:
        return
    if conflict.phase is Phase.STAKES:
        for seat in state.seats:
            parts = conflict.parts_of(seat.name)
            if not parts or any(not part.stake for part in parts):
                yield Expected("set_stake", seat.name, optional=True)
    owner = {part.name: part.seat for part in conflict.participants}
    yield from (Expected("choose_fate", owner[part]) for part in conflict.choosing)
    yield from (Expected("declare_card", owner[part]) for part, _ in wanted_cards(state))
    if conflict.phase is Phase.CARDS:
        yield from (Expected("play_choice", part.seat) for part in without_card(conflict))
    if conflict.phase in NARRATING:
        yield from (Expected("take_narration", owner[part], optional=True) for part in to_narrate(conflict))
        speaking = (part for part in conflict.participants if part.turn is Turn.SPEAKING)
        yield from (Expected("finish_narration", part.seat, optional=True) for part in speaking)


def narration(state: State) -> NarrationView:
    """The teller now, and those who may after them; the kind is the narration's phase, or SCENE between conflicts."""
    conflict = state.conflict
    if conflict is None:
        return NarrationView(None, "SCENE" if state.scene is not None else None)
    if conflict.phase not in NARRATING:
        return NarrationView(None, conflict.phase.value)
    turns = [part for part in map(conflict.part, to_narrate(conflict)) if part is not None]
    speaking = next((part for part in turns if part.turn is Turn.SPEAKING), None)
    order = tuple(part.seat for part in turns if part is not speaking)
    return NarrationView(speaking.seat if speaking is not None else None, conflict.phase.value, None, order)
