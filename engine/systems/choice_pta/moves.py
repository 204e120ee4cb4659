"""What a player may do by a tap: what is waited for, answers to offers, then the usual next steps; the rules filter."""

from collections.abc import Iterator

from engine.board import Field, Move, Option
from engine.common.messages import registered
from engine.offers import Offers, choice
from engine.phrase import Phrase, phrase, verbatim
from engine.systems.choice_pta.decide import decide
from engine.systems.choice_pta.decide_offers import answerable
from engine.systems.choice_pta.derived import available, is_present
from engine.systems.choice_pta.describe import detail, owned, tokens
from engine.systems.choice_pta.entities import Conflict, Offer, Seat
from engine.systems.choice_pta.messages import Command
from engine.systems.choice_pta.moves_cards import fate_and_cards, while_cards_lie
from engine.systems.choice_pta.moves_narration import narrating
from engine.systems.choice_pta.moves_stakes import calling, staking
from engine.systems.choice_pta.rulebook import NARRATING
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Mulligan, OfferPurpose, OfferStatus, Phase

_COMING_AND_GOING = (
    (True, phrase("Enter the scene"), phrase("Bring somebody into the scene")),
    (False, phrase("Leave the scene"), phrase("Let somebody leave the scene")),
)
_OFFERED, _SCENE, _TABLE, _TOKENS = phrase("Offers"), phrase("Scene"), phrase("Table"), phrase("Tokens")
_OFFERS = Offers(registered(Command), decide)


def moves(state: State, player: str) -> tuple[Move, ...]:
    """What this player may do now, what is owed first; the rules would take every one."""
    seat = state.seat(player)
    return () if seat is None else _OFFERS.taken(state, player, _moves(state, seat))


def _moves(state: State, seat: Seat) -> Iterator[Move]:
    conflict = state.conflict
    if conflict is not None:
        yield from fate_and_cards(state, conflict, seat)
    yield from _answers(state, seat)
    yield from _scenes(state, seat) if conflict is None else _in_conflict(state, conflict, seat)
    yield from _tokens(state, seat)
    yield from _presence(state, seat)
    yield from _hands(state, seat)
    if conflict is None:
        yield _correction(state, seat)


def _in_conflict(state: State, conflict: Conflict, seat: Seat) -> Iterator[Move]:
    if conflict.phase is Phase.STAKES:
        yield from staking(state, conflict, seat)
    elif conflict.phase in NARRATING:
        yield from narrating(state, conflict, seat)
    else:
        yield from while_cards_lie(state, conflict, seat)
    if not conflict.revealed:
        reason = Field("reason", phrase("Why"), optional=True)
        yield Move("cancel_conflict", phrase("Call the conflict off"), phrase("Conflict"), fields=(reason,))


def _answers(state: State, seat: Seat) -> Iterator[Move]:
    """One group of answers for each bribe or suggestion that waits for this person."""
    for offer in state.offers:
        if answerable(offer, seat.name):
            yield from _answer(offer)
        if offer.is_open and offer.payer == seat.name:
            label = phrase("Take back what you offered{what}", what=_what(offer))
            yield Move("withdraw_bribe", label, _OFFERED, (("offer_id", offer.offer_id),))


def _answer(offer: Offer) -> Iterator[Move]:
    given, what = (("offer_id", offer.offer_id),), _what(offer)
    if offer.status is OfferStatus.ASKED:
        label = phrase("Pay {player} {tokens}{what}", player=offer.to, tokens=tokens(offer.amount), what=what)
    elif offer.amount == 1:
        label = phrase("Take {whose} token{what}", whose=owned(offer.payer), what=what)
    elif offer.amount:
        whose, amount = owned(offer.payer), tokens(offer.amount)
        label = phrase("Take {whose} {tokens}{what}", whose=whose, tokens=amount, what=what)
    else:
        label = phrase("Take up {whose} suggestion{what}", whose=owned(offer.payer), what=what)
    yield Move("answer_bribe", label, _OFFERED, (*given, ("answer", "accept")))
    if offer.amount and offer.status is OfferStatus.OPEN:
        free = phrase("Agree for free{what}", what=what)
        yield Move("answer_bribe", free, _OFFERED, (*given, ("answer", "accept_free")))
    yield Move("answer_bribe", phrase("Refuse{what}", what=what), _OFFERED, (*given, ("answer", "refuse")))
    if not offer.amount:
        price = Field("amount", _TOKENS, "number", least=1)
        asked = (("suggestion_id", offer.offer_id),)
        yield Move("ask_price", phrase("Name a price{what}", what=what), _OFFERED, asked, (price,))


def _what(offer: Offer) -> Phrase:
    if offer.purpose is OfferPurpose.SCENE_ENTRY:
        return phrase(": to enter the scene")
    return detail(offer.content)


def _scenes(state: State, seat: Seat) -> Iterator[Move]:
    """Between conflicts: evenings and scenes."""
    if state.scene is not None:
        yield from calling(state)
        yield Move("end_scene", phrase("End the scene"), _SCENE)
        return
    if state.sitting_no:
        present = Field("present", phrase("Who is in it"), "choices", tuple(_people(state.players)))
        where = Field("description", phrase("Where it plays"), optional=True)
        yield Move("start_scene", phrase("Start your scene"), _SCENE, (("owner", seat.name),), (present, where))
    dealing = phrase("Begin a new sitting") if state.sitting_no else phrase("Deal the hands")
    yield Move("start_sitting", dealing, _TABLE)
    yield from _protagonist(state, seat)


def _protagonist(state: State, seat: Seat) -> Iterator[Move]:
    """Name and traits, one at a time (PTA-5)."""
    given, trait = (("player", seat.name),), Field("trait", phrase("Trait"))
    name = Field("name", phrase("Name"))
    yield Move("define_protagonist", phrase("Name your protagonist"), _TABLE, given, (name,))
    yield Move("define_protagonist", phrase("Write down a trait"), _TABLE, given, (trait,))
    traits = seat.protagonist.traits if seat.protagonist is not None else ()
    if traits:
        places = choice("position", phrase("Which"), ((at, verbatim(each.label)) for at, each in enumerate(traits, 1)))
        yield Move("define_protagonist", phrase("Replace a trait"), _TABLE, given, (places, trait))


def _people(seats: tuple[Seat, ...]) -> Iterator[Option]:
    for seat in seats:
        who = seat.protagonist
        character = f" ({who.name})" if who is not None and who.name else ""
        yield Option(seat.name, verbatim(seat.name + character))


def _tokens(state: State, seat: Seat) -> Iterator[Move]:
    """Awards, bribes and suggestions; they go at any time."""
    others = tuple(_people(tuple(other for other in state.seats if other != seat)))
    if state.scene is not None and state.pool and not seat.award_used:
        to = Field("to", phrase("To whom"), "choice", tuple(_people(state.players)))
        yield Move("award_token", phrase("Award a token from the pool"), _TOKENS, fields=(to,))
    content = Field("content", phrase("What should happen"))
    if state.scene is not None and others:
        amount = _amount(state, seat)
        to = Field("to", phrase("To whom"), "choice", others)
        yield Move("offer_bribe", phrase("Bribe somebody"), _OFFERED, fields=(to, amount, content))
        to = Field("to", phrase("To whom"), "choice", others, optional=True)
        yield Move("suggest_narration", phrase("Suggest something"), _OFFERED, fields=(to, content))
        if not is_present(state, seat):
            given = (("to", state.scene.owner), ("purpose", "scene_entry"))
            yield Move("offer_bribe", phrase("Bribe your way into the scene"), _OFFERED, given, (amount,))


def _amount(state: State, seat: Seat) -> Field:
    most = min(state.house_rules.bribe_max_tokens, max(1, available(state, seat)))
    return Field("amount", _TOKENS, "number", least=1, most=most)


def _presence(state: State, seat: Seat) -> Iterator[Move]:
    """Coming and going, one's own without asking who."""
    others = tuple(_people(tuple(one for one in state.players if one != seat)))
    who = Field("player", phrase("Who"), "choice", others)
    for here, own, other in _COMING_AND_GOING if state.scene is not None else ():
        yield Move("set_presence", own, _SCENE, (("player", seat.name), ("here", here)))
        yield Move("set_presence", other, _SCENE, (("here", here),), (who,))


def _correction(state: State, seat: Seat) -> Move:
    """Miscounted tokens go where they belong; none are made or lost."""
    names = [seat.name, *(each.name for each in state.seats if each != seat)]
    pool = ("pool", phrase("pool"))
    fields = (
        choice("from", phrase("From"), [pool, *names]),
        choice("to", phrase("To"), [*names, pool]),
        Field("n", phrase("How many"), "number", least=1),
    )
    return Move("correct_tokens", phrase("Put miscounted tokens right"), _TOKENS, fields=fields)


def _hands(state: State, seat: Seat) -> Iterator[Move]:
    if seat.mulligan is Mulligan.AVAILABLE and state.sitting_no:
        yield Move("use_mulligan", phrase("Take the mulligan: a new hand for free"), phrase("Cards"))
