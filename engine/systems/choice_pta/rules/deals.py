"""Answers to suggestions and bribes: a price, the deal, a refusal, taking it back (rules 3.11)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed, existing, replaced
from engine.common.words import Worded, listed
from engine.phrase import Phrase, phrase, template
from engine.systems.choice_pta.choices import OFFERS, TOKENS
from engine.systems.choice_pta.derived import available, is_present
from engine.systems.choice_pta.entities import Offer, Seat
from engine.systems.choice_pta.fields import Answer, OfferName, Price
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Batch, Event, SeatCommand
from engine.systems.choice_pta.naming import plain
from engine.systems.choice_pta.rules.offers import refuse_big
from engine.systems.choice_pta.rules.presence import PresenceChanged
from engine.systems.choice_pta.rules.tokens import move_tokens
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Cause, OfferPurpose, OfferStatus, Reply
from engine.systems.choice_pta.words import detail, owned, tokens
from engine.types import Spoken


class Answered(Event, base=True):
    """An offer is answered or taken back; `by` says by whom."""

    status: ClassVar[OfferStatus]
    id: str
    by: str

    def apply(self, state: State) -> Changes:
        return _with_offer(state, self.id, status=self.status)


class PriceAsked(Answered):
    """The person asked wants tokens for it."""

    told: ClassVar[str] = template("{by} asked {amount} for it")
    taken_back: ClassVar[str] = template("{whose_by} price")
    amount: Annotated[int, Worded(tokens)]

    def apply(self, state: State) -> Changes:
        return _with_offer(state, self.id, status=OfferStatus.ASKED, amount=self.amount, to=self.by)

    def heard(self, batch: Batch) -> Iterator[Spoken]:
        who, amount = _known(batch.after, self.id).payer, tokens(self.amount)
        told = phrase("{payer}, {player} wants {tokens} for that. Deal?", payer=who, player=self.by, tokens=amount)
        yield Spoken(told, 3)


class BribeAccepted(Answered):
    """The deal holds and the tokens move."""

    taken_back: ClassVar[str] = template("the deal")
    status: ClassVar[OfferStatus] = OfferStatus.ACCEPTED
    told: ClassVar[str] = template("{by} took the deal{content}")
    content: Annotated[str, Worded(detail)]

    def heard(self, batch: Batch) -> Iterator[Spoken]:
        to = _known(batch.after, self.id).to or self.by
        yield Spoken(phrase("{player} takes the offer{what}.", player=to, what=detail(self.content)), 2)


class BribeAcceptedFree(Answered):
    """Accepted without a token."""

    taken_back: ClassVar[str] = template("the deal")
    status: ClassVar[OfferStatus] = OfferStatus.FREE
    told: ClassVar[str] = template("{by} liked it, for free{content}")
    said: ClassVar[str] = template("{by} likes it, for free{content}.")
    weight: ClassVar[int] = 2
    content: Annotated[str, Worded(detail)]


class BribeRefused(Answered):
    """Turned down; nothing moves."""

    taken_back: ClassVar[str] = template("the refusal")
    status: ClassVar[OfferStatus] = OfferStatus.REFUSED
    told: ClassVar[str] = template("{by} refused the offer")
    said: ClassVar[str] = template("{by} refuses.")
    weight: ClassVar[int] = 2


class BribeWithdrawn(Answered):
    """The payer took it back."""

    taken_back: ClassVar[str] = template("the withdrawn offer")
    status: ClassVar[OfferStatus] = OfferStatus.WITHDRAWN
    told: ClassVar[str] = template("{by} withdrew the offer")
    said: ClassVar[str] = template("{by} withdraws the offer.")
    weight: ClassVar[int] = 1


def _with_offer(state: State, offer_id: str, /, status: OfferStatus, **changes: int | str) -> Changes:
    known = _known(state, offer_id)
    return {"offers": replaced(state.offers, known, changed(known, status=status, **changes))}


def _known(state: State, offer_id: str) -> Offer:
    return existing(next((offer for offer in state.offers if offer.offer_id == offer_id), None), "offer", offer_id)


class AskPrice(SeatCommand):
    """Name tokens as the price of a suggestion (PTA-61); the latest one put to the speaker when none is named."""

    talk: ClassVar[Talk] = Talk(confirm="Ask for a token for that?")
    suggestion_id: OfferName | None = None
    amount: Price = 1

    def decide(self, ledger: Ledger, who: str) -> None:
        mine = [offer for offer in ledger.state.offers if _is_suggestion(offer) and _is_asked(offer, who)]
        offer = _chosen(ledger, self.suggestion_id, mine[-1:], who)
        if not _is_suggestion(offer):
            raise Refused("OFFER_CLOSED", phrase("There is no suggestion to name a price for."))
        if not _is_asked(offer, who):
            raise Refused("NOT_YOUR_OFFER", phrase("That was put to {player}.", player=offer.to))
        refuse_big(ledger, self.amount)
        ledger.record(PriceAsked(offer.offer_id, who, self.amount))


def _is_suggestion(offer: Offer) -> bool:
    return offer.status is OfferStatus.OPEN and not offer.amount


def _is_asked(offer: Offer, who: str) -> bool:
    return offer.to == who or (not offer.to and offer.payer != who)


def answerable(offer: Offer, who: str) -> bool:
    """True if this person may answer now: who was asked, or after a price who would pay."""
    if offer.status is OfferStatus.ASKED:
        return offer.payer == who
    return offer.is_open and _is_asked(offer, who)


def _chosen(ledger: Ledger, said: str | None, mine: list[Offer], who: str) -> Offer:
    """The offer named, by id or by the other person, else the only one there is."""
    offers = ledger.state.offers
    if said:
        exact = next((offer for offer in offers if offer.offer_id == said), None)
        if exact is not None:
            return exact
        mine = [offer for offer in mine if plain(said) in (plain(offer.payer), plain(offer.to))]
    if len(mine) == 1:
        return mine[0]
    if mine:
        others = listed((_other(offer, who) for offer in mine), "or")
        raise Refused("AMBIGUOUS", phrase("Say whose offer: {names}.", names=others))
    if any(offer.is_open for offer in offers):
        raise Refused("NOT_YOUR_OFFER", phrase("No offer is open for {player}.", player=who))
    raise Refused("OFFER_CLOSED", phrase("No offer is open."))


def _other(offer: Offer, who: str) -> str:
    return offer.to if offer.payer == who else offer.payer


class AnswerBribe(SeatCommand):
    """Accept, accept for free or refuse a bribe, a suggestion or a price (PTA-61).

    Attributes:
        offer_id: Id of the offer or name of the other person; the only open one when None.
        answer: "accept", "accept_free" or "refuse".
    """

    talk: ClassVar[Talk] = Talk(confirm="{answer} the offer[, {who}]?")

    offer_id: OfferName | None = None
    answer: Answer = "accept"

    def decide(self, ledger: Ledger, who: str) -> None:
        """Accept, accept for free or refuse (PTA-61 to PTA-63)."""
        mine = [offer for offer in ledger.state.offers if answerable(offer, who)]
        offer = _chosen(ledger, self.offer_id, [each for each in mine if each.amount] or mine, who)
        if not offer.is_open:
            raise Refused("OFFER_CLOSED", phrase("That offer has already been answered."))
        if not answerable(offer, who):
            raise Refused("NOT_YOUR_OFFER", phrase("That is for {player} to answer.", player=waits_for(offer)))
        reply = Reply(self.answer.strip().lower().replace(" ", "_"))
        if reply == Reply.REFUSE:
            ledger.record(BribeRefused(offer.offer_id, who))
        elif reply == Reply.ACCEPT_FREE or (reply == Reply.ACCEPT and not offer.amount):
            ledger.record(BribeAcceptedFree(offer.offer_id, who, offer.content))
            _enter(ledger, offer)
        else:
            _accept(ledger, offer, who)


def waits_for(offer: Offer) -> str:
    """Tells who is to answer; empty when everybody was asked."""
    return offer.payer if offer.status is OfferStatus.ASKED else offer.to


def _accept(ledger: Ledger, offer: Offer, who: str) -> None:
    payer = ledger.seat(offer.payer)
    if offer.status is OfferStatus.ASKED and available(ledger.state, payer) < offer.amount:
        raise Refused("NOT_ENOUGH_TOKENS", phrase("{player} has no tokens free for that.", player=payer.name))
    receiver = who if who != offer.payer else offer.to
    ledger.record(BribeAccepted(offer.offer_id, who, offer.content))
    move_tokens(ledger, f"seat:{payer.name}", _goal(ledger, payer, receiver), offer.amount, Cause.BRIBE)
    _enter(ledger, offer)


def _goal(ledger: Ledger, payer: Seat, receiver: str) -> str:
    """Tells where a bribe goes (PTA-62, R-47, R-48)."""
    rules, conflict = ledger.rules, ledger.state.conflict
    if payer.is_gm:
        return "pool" if rules.gm_bribe_flow == "pool" else f"seat:{receiver}"
    banked = conflict is not None and conflict.is_extended and rules.bribe_to_gm_extended == "bank"
    return "bank" if receiver == ledger.gm and banked else f"seat:{receiver}"


def _enter(ledger: Ledger, offer: Offer) -> None:
    """A bribed owner lets the payer's protagonist in (PTA-63)."""
    payer = ledger.seat(offer.payer)
    if offer.purpose is OfferPurpose.SCENE_ENTRY and ledger.state.scene and not is_present(ledger.state, payer):
        ledger.record(PresenceChanged(offer.payer, True))


class WithdrawBribe(SeatCommand):
    """Take an open offer back (PTA-61)."""

    talk: ClassVar[Talk] = Talk(confirm="Withdraw the offer?")
    offer_id: OfferName | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        mine = [offer for offer in ledger.state.offers if offer.is_open and offer.payer == who]
        offer = _chosen(ledger, self.offer_id, [each for each in mine if each.amount] or mine, who)
        if not offer.is_open:
            raise Refused("OFFER_CLOSED", phrase("That offer has already been answered."))
        if offer.payer != who:
            raise Refused("NOT_YOUR_OFFER", phrase("That is {player}'s offer.", player=offer.payer))
        ledger.record(BribeWithdrawn(offer.offer_id, who))


def withdraw_offers(ledger: Ledger, seats: set[str]) -> None:
    """Open offers from and to these people end, and their reserved tokens are free (PTA-9)."""
    for offer in ledger.state.offers:
        if offer.is_open and {offer.payer, offer.to} & seats:
            ledger.record(BribeWithdrawn(offer.offer_id, offer.payer))


def answering(state: State, who: str) -> Iterator[Move]:
    """One group of answers for each bribe or suggestion that waits for this person."""
    for offer in state.offers:
        if answerable(offer, who):
            yield from _answers(offer)
        if offer.is_open and offer.payer == who:
            label = phrase("Withdraw your offer{what}", what=_what(offer))
            yield Move(WithdrawBribe.kind, label, OFFERS, (("offer_id", offer.offer_id),))


def _answers(offer: Offer) -> Iterator[Move]:
    given, what = ("offer_id", offer.offer_id), _what(offer)
    yield Move(AnswerBribe.kind, _accepting(offer, what), OFFERS, (given, ("answer", "accept")))
    if offer.amount and offer.status is OfferStatus.OPEN:
        free = phrase("Agree for free{what}", what=what)
        yield Move(AnswerBribe.kind, free, OFFERS, (given, ("answer", "accept_free")))
    yield Move(AnswerBribe.kind, phrase("Refuse{what}", what=what), OFFERS, (given, ("answer", "refuse")))
    if not offer.amount:
        price = Field("amount", TOKENS, "number", least=1)
        asked = (("suggestion_id", offer.offer_id),)
        yield Move(AskPrice.kind, phrase("Name a price{what}", what=what), OFFERS, asked, (price,))


def _accepting(offer: Offer, what: Phrase) -> Phrase:
    if offer.status is OfferStatus.ASKED:
        return phrase("Pay {player} {tokens}{what}", player=offer.to, tokens=tokens(offer.amount), what=what)
    if offer.amount == 1:
        return phrase("Take {whose} token{what}", whose=owned(offer.payer), what=what)
    if offer.amount:
        return phrase("Take {whose} {tokens}{what}", whose=owned(offer.payer), tokens=tokens(offer.amount), what=what)
    return phrase("Accept {whose} suggestion{what}", whose=owned(offer.payer), what=what)


def _what(offer: Offer) -> Phrase:
    entry = offer.purpose is OfferPurpose.SCENE_ENTRY
    return phrase(": to enter the scene") if entry else detail(offer.content)
