"""What a player may do by a tap: what is waited for, answers to offers, then the usual next steps; the rules filter."""

from collections.abc import Iterator

from engine.board import Field, Move, Option
from engine.common.words import counted
from engine.offers import Offers, choice
from engine.systems.choice_pta.commands import COMMAND_TYPES
from engine.systems.choice_pta.decide import decide
from engine.systems.choice_pta.decide_offers import answerable
from engine.systems.choice_pta.derived import available, is_present
from engine.systems.choice_pta.describe import owned
from engine.systems.choice_pta.entities import Conflict, Offer, Seat
from engine.systems.choice_pta.moves_cards import fate_and_cards, while_cards_lie
from engine.systems.choice_pta.moves_narration import narrating
from engine.systems.choice_pta.moves_stakes import calling, staking
from engine.systems.choice_pta.rulebook import NARRATING
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Mulligan, OfferPurpose, OfferStatus, Phase

_COMING_AND_GOING = (
    (True, "Enter the scene", "Bring somebody into the scene"),
    (False, "Leave the scene", "Let somebody leave the scene"),
)
_OFFERS = Offers(COMMAND_TYPES, decide)


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
        reason = Field("reason", "Why", optional=True)
        yield Move("cancel_conflict", "Call the conflict off", "Conflict", fields=(reason,))


def _answers(state: State, seat: Seat) -> Iterator[Move]:
    """One group of answers for each bribe or suggestion that waits for this person."""
    for offer in state.offers:
        if answerable(offer, seat.name):
            yield from _answer(offer)
        if offer.is_open and offer.payer == seat.name:
            given = (("offer_id", offer.offer_id),)
            yield Move("withdraw_bribe", f"Take back what you offered{_what(offer)}", "Offers", given)


def _answer(offer: Offer) -> Iterator[Move]:
    given, what = (("offer_id", offer.offer_id),), _what(offer)
    if offer.status is OfferStatus.ASKED:
        label = f"Pay {offer.to} {counted(offer.amount, 'token')}{what}"
    elif offer.amount:
        tokens = "token" if offer.amount == 1 else counted(offer.amount, "token")
        label = f"Take {owned(offer.payer)} {tokens}{what}"
    else:
        label = f"Take up {owned(offer.payer)} suggestion{what}"
    yield Move("answer_bribe", label, "Offers", (*given, ("answer", "accept")))
    if offer.amount and offer.status is OfferStatus.OPEN:
        yield Move("answer_bribe", f"Agree for free{what}", "Offers", (*given, ("answer", "accept_free")))
    yield Move("answer_bribe", f"Refuse{what}", "Offers", (*given, ("answer", "refuse")))
    if not offer.amount:
        price = Field("amount", "Tokens", "number", least=1)
        asked = (("suggestion_id", offer.offer_id),)
        yield Move("ask_price", f"Name a price{what}", "Offers", asked, (price,))


def _what(offer: Offer) -> str:
    if offer.purpose is OfferPurpose.SCENE_ENTRY:
        return ": to enter the scene"
    return f": {offer.content}" if offer.content else ""


def _scenes(state: State, seat: Seat) -> Iterator[Move]:
    """Between conflicts: evenings and scenes."""
    if state.scene is not None:
        yield from calling(state)
        yield Move("end_scene", "End the scene", "Scene")
        return
    if state.sitting_no:
        present = Field("present", "Who is in it", "choices", tuple(_people(state.players)))
        where = Field("description", "Where it plays", optional=True)
        yield Move("start_scene", "Start your scene", "Scene", (("owner", seat.name),), (present, where))
    yield Move("start_sitting", "Begin a new sitting" if state.sitting_no else "Deal the hands", "Table")
    yield from _protagonist(state, seat)


def _protagonist(state: State, seat: Seat) -> Iterator[Move]:
    """Name and traits, one at a time (PTA-5)."""
    given, trait = (("player", seat.name),), Field("trait", "Trait")
    yield Move("define_protagonist", "Name your protagonist", "Table", given, (Field("name", "Name"),))
    yield Move("define_protagonist", "Write down a trait", "Table", given, (trait,))
    traits = seat.protagonist.traits if seat.protagonist is not None else ()
    if traits:
        places = choice("position", "Which", ((at, each.label) for at, each in enumerate(traits, 1)))
        yield Move("define_protagonist", "Replace a trait", "Table", given, (places, trait))


def _people(seats: tuple[Seat, ...]) -> Iterator[Option]:
    for seat in seats:
        who = seat.protagonist
        yield Option(seat.name, f"{seat.name} ({who.name})" if who is not None and who.name else seat.name)


def _tokens(state: State, seat: Seat) -> Iterator[Move]:
    """Awards, bribes and suggestions; they go at any time."""
    others = tuple(_people(tuple(other for other in state.seats if other != seat)))
    if state.scene is not None and state.pool and not seat.award_used:
        to = Field("to", "To whom", "choice", tuple(_people(state.players)))
        yield Move("award_token", "Award a token from the pool", "Tokens", fields=(to,))
    content = Field("content", "What should happen")
    if state.scene is not None and others:
        amount = _amount(state, seat)
        to = Field("to", "To whom", "choice", others)
        yield Move("offer_bribe", "Bribe somebody", "Offers", fields=(to, amount, content))
        to = Field("to", "To whom", "choice", others, optional=True)
        yield Move("suggest_narration", "Suggest something", "Offers", fields=(to, content))
        if not is_present(state, seat):
            given = (("to", state.scene.owner), ("purpose", "scene_entry"))
            yield Move("offer_bribe", "Bribe your way into the scene", "Offers", given, (amount,))


def _amount(state: State, seat: Seat) -> Field:
    most = min(state.house_rules.bribe_max_tokens, max(1, available(state, seat)))
    return Field("amount", "Tokens", "number", least=1, most=most)


def _presence(state: State, seat: Seat) -> Iterator[Move]:
    """Coming and going, one's own without asking who."""
    others = tuple(_people(tuple(one for one in state.players if one != seat)))
    who = Field("player", "Who", "choice", others)
    for here, own, other in _COMING_AND_GOING if state.scene is not None else ():
        yield Move("set_presence", own, "Scene", (("player", seat.name), ("here", here)))
        yield Move("set_presence", other, "Scene", (("here", here),), (who,))


def _correction(state: State, seat: Seat) -> Move:
    """Miscounted tokens go where they belong; none are made or lost."""
    names = [seat.name, *(each.name for each in state.seats if each != seat)]
    fields = (
        choice("from", "From", ["pool", *names]),
        choice("to", "To", [*names, "pool"]),
        Field("n", "How many", "number", least=1),
    )
    return Move("correct_tokens", "Put miscounted tokens right", "Tokens", fields=fields)


def _hands(state: State, seat: Seat) -> Iterator[Move]:
    if seat.mulligan is Mulligan.AVAILABLE and state.sitting_no:
        yield Move("use_mulligan", "Take the mulligan: a new hand for free", "Cards")
