"""Suggestions and bribes that are put to somebody (rules 3.11); how they are answered, `deals.py`."""

from collections.abc import Iterator
from typing import ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import listed
from engine.fields import Words
from engine.phrase import Phrase, phrase, template
from engine.systems.choice_pta.choices import OFFERS, TOKENS, people
from engine.systems.choice_pta.derived import available, is_present
from engine.systems.choice_pta.entities import Offer, Seat
from engine.systems.choice_pta.fields import BribeFor, SeatName, Tokens
from engine.systems.choice_pta.fold import known_seat
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Event, SeatCommand
from engine.systems.choice_pta.naming import find_seat
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import OfferPurpose, Turn
from engine.systems.choice_pta.words import detail, tokens
from engine.types import Spoken

MOST_OFFERS = 50


class NarrationSuggested(Event):
    """Somebody suggested something; `to` is "" when everybody was meant."""

    weight: ClassVar[int] = 1
    taken_back: ClassVar[str] = template("{whose_from_} suggestion")
    id: str
    from_: str
    to: str
    content: str

    def apply(self, state: State) -> Changes:
        return _offered(state, Offer(self.id, self.from_, self.to, self.content))

    def sentence(self) -> Phrase:
        player, to, what = self.from_, self.to, self.content
        if to and what:
            return phrase("{player} suggested to {other}: {what}", player=player, other=to, what=what)
        if to:
            return phrase("{player} suggested something to {other}", player=player, other=to)
        if what:
            return phrase("{player} suggested: {what}", player=player, what=what)
        return phrase("{player} suggested something", player=player)


class BribeOffered(Event):
    """Tokens are offered and reserved (PTA-61)."""

    taken_back: ClassVar[str] = template("{whose_from_} bribe")
    id: str
    from_: str
    to: str
    amount: int
    purpose: OfferPurpose
    content: str

    def apply(self, state: State) -> Changes:
        return _offered(state, Offer(self.id, self.from_, self.to, self.content, self.amount, self.purpose))

    def sentence(self) -> Phrase:
        player, to, n = self.from_, self.to, tokens(self.amount)
        if self.purpose is OfferPurpose.SCENE_ENTRY:
            return phrase("{player} offered {other} {tokens} to get into the scene", player=player, other=to, tokens=n)
        what = detail(self.content)
        return phrase("{player} offered {other} {tokens}{what}", player=player, other=to, tokens=n, what=what)

    def aloud(self) -> Spoken:
        """A question to whoever is asked (N19)."""
        to, by, n, what = self.to, self.from_, tokens(self.amount), detail(self.content)
        asked = phrase("{player}, {payer} offers {tokens}{what}. Deal?", player=to, payer=by, tokens=n, what=what)
        entry = phrase("{player}, {payer} offers {tokens}, to get into the scene. Deal?", player=to, payer=by, tokens=n)
        return Spoken(entry if self.purpose is OfferPurpose.SCENE_ENTRY else asked, 3)


def _offered(state: State, offer: Offer) -> Changes:
    number = None if state.conflict is None else state.conflict.number
    return {"offers": (*state.offers, changed(offer, conflict_no=number)), "offer_count": state.offer_count + 1}


class SuggestNarration(SeatCommand):
    """Suggest something for the story (PTA-60); nobody in particular is asked when `to` is empty."""

    talk: ClassVar[Talk] = Talk(confirm="A suggestion[ for {to}]: {content}?")

    to: SeatName = ""
    content: Words = ""

    def decide(self, ledger: Ledger, who: str) -> None:
        to = find_seat(ledger.state, self.to).name if self.to else ""
        _refuse_self(to, who)
        if sum(offer.payer == who for offer in ledger.state.offers) >= MOST_OFFERS:
            most = phrase("{player} makes at most {count} offers in a scene.", player=who, count=MOST_OFFERS)
            raise Refused("TOO_MANY_OFFERS", most)
        ledger.record(NarrationSuggested(_next_id(ledger), who, to, self.content.strip()))


def _next_id(ledger: Ledger) -> str:
    return f"offer-{ledger.state.offer_count + 1}"


def _refuse_self(to: str, who: str) -> None:
    if to == who:
        raise Refused("NO_SELF_OFFER", phrase("That has to go to somebody else."))


class OfferBribe(SeatCommand):
    """Offer tokens for a piece of narration or for entering a scene (PTA-61, PTA-63).

    Attributes:
        to: Who is to accept; the scene's owner for a scene entry, the narrator else, when empty.
        purpose: "narration" or "scene_entry".
    """

    talk: ClassVar[Talk] = Talk(confirm="A token for this: {content}?")
    to: SeatName = ""
    content: Words = ""
    amount: Tokens = 1
    purpose: BribeFor = "narration"

    def decide(self, ledger: Ledger, who: str) -> None:
        """Offer tokens for narration or for entering a scene; they are reserved meanwhile (PTA-61, PTA-63, PTA-64)."""
        entry = self.purpose.strip().lower() == OfferPurpose.SCENE_ENTRY
        receiver = _receiver(ledger, self.to, who, entry)
        payer = ledger.seat(who)
        _refuse_amount(ledger, payer, self.amount)
        _refuse_self(receiver.name, who)
        if entry:
            _refuse_entry(ledger, payer, receiver)
        purpose = OfferPurpose.SCENE_ENTRY if entry else OfferPurpose.NARRATION
        content = self.content.strip()
        ledger.record(BribeOffered(_next_id(ledger), who, receiver.name, self.amount, purpose, content))


def _receiver(ledger: Ledger, said: str, who: str, entry: bool) -> Seat:
    """Whoever is asked; left unsaid, the one who narrates, else the owner of the scene."""
    state = ledger.state
    if said:
        return find_seat(state, said)
    owner = "" if state.scene is None else state.scene.owner
    parts = state.conflict.participants if state.conflict is not None and not entry else ()
    speaking = {part.seat for part in parts if part.turn is Turn.SPEAKING} - {who}
    meant = speaking or {owner} - {"", who}
    if len(meant) == 1:
        return ledger.seat(meant.pop())
    others = listed((seat.name for seat in state.seats if seat.name != who), "or")
    raise Refused("UNKNOWN_SEAT", phrase("Say to whom: {names}.", names=others))


def _refuse_amount(ledger: Ledger, payer: Seat, amount: int) -> None:
    if payer.is_gm and ledger.rules.gm_bribe_flow == "forbidden":
        raise Refused("OPTION_OFF", phrase("The GM offers no bribes at this table."))
    if amount < 1 or available(ledger.state, payer) < amount:
        raise Refused("NOT_ENOUGH_TOKENS", phrase("{player} has no tokens free for that.", player=payer.name))
    refuse_big(ledger, amount)


def refuse_big(ledger: Ledger, amount: int) -> None:
    """More tokens than a bribe may have are refused."""
    most = ledger.rules.bribe_max_tokens
    if amount > most:
        raise Refused("BRIBE_TOO_BIG", phrase("A bribe is at most {most}.", most=most))


def _refuse_entry(ledger: Ledger, payer: Seat, receiver: Seat) -> None:
    if ledger.state.scene is None:
        raise Refused("NO_SCENE", phrase("No scene is open."))
    if receiver.name != ledger.state.scene.owner:
        raise Refused("NOT_SCENE_OWNER", phrase("The scene belongs to {player}.", player=ledger.state.scene.owner))
    if is_present(ledger.state, payer):
        raise Refused("ALREADY_PRESENT", phrase("{player} is already in the scene.", player=payer.name))


def offering(state: State, who: str) -> Iterator[Move]:
    """Bribes and suggestions; they go at any time while a scene is open."""
    others = people(tuple(seat for seat in state.seats if seat.name != who))
    if state.scene is None or not others:
        return
    seat, content = known_seat(state, who), Field("content", phrase("What should happen"))
    most = min(state.house_rules.bribe_max_tokens, max(1, available(state, seat)))
    amount = Field("amount", TOKENS, "number", least=1, most=most)
    to = Field("to", phrase("To whom"), "choice", others)
    yield Move(OfferBribe.kind, phrase("Bribe somebody"), OFFERS, fields=(to, amount, content))
    anybody = Field("to", phrase("To whom"), "choice", others, optional=True)
    yield Move(SuggestNarration.kind, phrase("Suggest something"), OFFERS, fields=(anybody, content))
    if not is_present(state, seat):
        given = (("to", state.scene.owner), ("purpose", "scene_entry"))
        yield Move(OfferBribe.kind, phrase("Bribe your way into the scene"), OFFERS, given, (amount,))
