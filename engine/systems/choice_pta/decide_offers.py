"""Deciding about suggestions and bribes (rules 3.11)."""

from engine.common.words import listed
from engine.phrase import phrase
from engine.systems.choice_pta import commands as cmd
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.derived import available, is_present
from engine.systems.choice_pta.entities import Offer, Seat
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.naming import find_seat, plain
from engine.systems.choice_pta.rulebook import rule
from engine.systems.choice_pta.vocabulary import Cause, OfferPurpose, OfferStatus, Reply, Turn
from engine.types import Rejected


@rule(cmd.SuggestNarration, acts="player")
def suggest_narration(ledger: Ledger, command: cmd.SuggestNarration, who: str) -> Rejected | None:
    """Suggest something, to somebody or to everybody (PTA-60)."""
    to = ""
    if command.to:
        seat = find_seat(ledger.state, command.to)
        if isinstance(seat, Rejected):
            return seat
        to = seat.name
    if to == who:
        return _to_self()
    ledger.record(ev.NarrationSuggested(_next_id(ledger), who, to, command.content.strip()))
    return None


def _next_id(ledger: Ledger) -> str:
    return f"offer-{ledger.state.offer_count + 1}"


def _to_self() -> Rejected:
    return Rejected("NO_SELF_OFFER", phrase("That has to go to somebody else."))


@rule(cmd.OfferBribe, acts="player")
def offer_bribe(ledger: Ledger, command: cmd.OfferBribe, who: str) -> Rejected | None:
    """Offer tokens for narration or for entering a scene; they are reserved meanwhile (PTA-61, PTA-63, PTA-64)."""
    entry = command.purpose.strip().lower() == OfferPurpose.SCENE_ENTRY
    receiver = _receiver(ledger, command.to, who, entry)
    if isinstance(receiver, Rejected):
        return receiver
    payer = ledger.seat(who)
    refusal = _refuse_amount(ledger, payer, command.amount)
    if refusal is None and receiver == payer:
        refusal = _to_self()
    if refusal is None and entry:
        refusal = _refuse_entry(ledger, payer, receiver)
    if refusal is not None:
        return refusal
    purpose = OfferPurpose.SCENE_ENTRY if entry else OfferPurpose.NARRATION
    content = command.content.strip()
    ledger.record(ev.BribeOffered(_next_id(ledger), who, receiver.name, command.amount, purpose, content))
    return None


def _receiver(ledger: Ledger, said: str, who: str, entry: bool) -> Seat | Rejected:
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
    return Rejected("UNKNOWN_SEAT", phrase("Say to whom: {names}.", names=others))


def _refuse_amount(ledger: Ledger, payer: Seat, amount: int) -> Rejected | None:
    if payer.is_gm and ledger.rules.gm_bribe_flow == "forbidden":
        return Rejected("OPTION_OFF", phrase("The GM offers no bribes at this table."))
    if amount < 1 or available(ledger.state, payer) < amount:
        return Rejected("NOT_ENOUGH_TOKENS", phrase("{player} has no tokens free for that.", player=payer.name))
    return _refuse_big(ledger, amount)


def _refuse_big(ledger: Ledger, amount: int) -> Rejected | None:
    most = ledger.rules.bribe_max_tokens
    return Rejected("BRIBE_TOO_BIG", phrase("A bribe is {most} at the most.", most=most)) if amount > most else None


def _refuse_entry(ledger: Ledger, payer: Seat, receiver: Seat) -> Rejected | None:
    if ledger.state.scene is None:
        return Rejected("NO_SCENE", phrase("No scene is open."))
    if receiver.name != ledger.state.scene.owner:
        return Rejected("NOT_SCENE_OWNER", phrase("The scene belongs to {player}.", player=ledger.state.scene.owner))
    if is_present(ledger.state, payer):
        return Rejected("ALREADY_PRESENT", phrase("{player} is in the scene already.", player=payer.name))
    return None


@rule(cmd.AskPrice, acts="player")
def ask_price(ledger: Ledger, command: cmd.AskPrice, who: str) -> Rejected | None:
    """The person asked names tokens as the price of a suggestion (PTA-61)."""
    mine = [offer for offer in ledger.state.offers if _is_suggestion(offer) and _is_asked(offer, who)]
    offer = _chosen(ledger, command.suggestion_id, mine[-1:], who)
    if isinstance(offer, Rejected):
        return offer
    if not _is_suggestion(offer):
        return Rejected("OFFER_CLOSED", phrase("There is no suggestion left to name a price for."))
    if not _is_asked(offer, who):
        return Rejected("NOT_YOUR_OFFER", phrase("That was put to {player}.", player=offer.to))
    refusal = _refuse_big(ledger, command.amount)
    if refusal is None:
        ledger.record(ev.PriceAsked(offer.offer_id, who, command.amount))
    return refusal


def _is_suggestion(offer: Offer) -> bool:
    return offer.status is OfferStatus.OPEN and not offer.amount


def _is_asked(offer: Offer, who: str) -> bool:
    return offer.to == who or (not offer.to and offer.payer != who)


def answerable(offer: Offer, who: str) -> bool:
    """Whether this person may answer now: who was asked, or after a price who would pay."""
    if offer.status is OfferStatus.ASKED:
        return offer.payer == who
    return offer.is_open and _is_asked(offer, who)


def _chosen(ledger: Ledger, said: str | None, mine: list[Offer], who: str) -> Offer | Rejected:
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
        return Rejected("AMBIGUOUS", phrase("Say whose offer: {names}.", names=others))
    if any(offer.is_open for offer in offers):
        return Rejected("NOT_YOUR_OFFER", phrase("Nothing that is offered waits for {player}.", player=who))
    return Rejected("OFFER_CLOSED", phrase("Nothing is on offer now."))


def _other(offer: Offer, who: str) -> str:
    return offer.to if offer.payer == who else offer.payer


@rule(cmd.AnswerBribe, acts="player")
def answer_bribe(ledger: Ledger, command: cmd.AnswerBribe, who: str) -> Rejected | None:
    """Accept, accept for free or refuse (PTA-61 to PTA-63)."""
    mine = [offer for offer in ledger.state.offers if answerable(offer, who)]
    offer = _chosen(ledger, command.offer_id, [each for each in mine if each.amount] or mine, who)
    if isinstance(offer, Rejected):
        return offer
    if not offer.is_open:
        return Rejected("OFFER_CLOSED", phrase("That offer is answered already."))
    if not answerable(offer, who):
        return Rejected("NOT_YOUR_OFFER", phrase("That waits for {player}.", player=waits_for(offer)))
    reply = Reply(command.answer.strip().lower().replace(" ", "_"))
    if reply == Reply.REFUSE:
        ledger.record(ev.BribeRefused(offer.offer_id, who))
    elif reply == Reply.ACCEPT_FREE or (reply == Reply.ACCEPT and not offer.amount):
        ledger.record(ev.BribeAcceptedFree(offer.offer_id, who, offer.content))
        _enter(ledger, offer)
    else:
        return _accept(ledger, offer, who)
    return None


def waits_for(offer: Offer) -> str:
    """Who is to answer; empty when everybody was asked."""
    return offer.payer if offer.status is OfferStatus.ASKED else offer.to


def _accept(ledger: Ledger, offer: Offer, who: str) -> Rejected | None:
    payer = ledger.seat(offer.payer)
    if offer.status is OfferStatus.ASKED and available(ledger.state, payer) < offer.amount:
        return Rejected("NOT_ENOUGH_TOKENS", phrase("{player} has no tokens free for that.", player=payer.name))
    receiver = who if who != offer.payer else offer.to
    ledger.record(ev.BribeAccepted(offer.offer_id, who, offer.content))
    ledger.move(f"seat:{payer.name}", _goal(ledger, payer, receiver), offer.amount, Cause.BRIBE)
    _enter(ledger, offer)
    return None


def _goal(ledger: Ledger, payer: Seat, receiver: str) -> str:
    """Where a bribe goes (PTA-62, R-47, R-48)."""
    rules, conflict = ledger.rules, ledger.state.conflict
    if payer.is_gm:
        return "pool" if rules.gm_bribe_flow == "pool" else f"seat:{receiver}"
    banked = conflict is not None and conflict.is_extended and rules.bribe_to_gm_extended == "bank"
    return "bank" if receiver == ledger.gm and banked else f"seat:{receiver}"


def _enter(ledger: Ledger, offer: Offer) -> None:
    """A bribed owner lets the payer's protagonist in (PTA-63)."""
    payer = ledger.seat(offer.payer)
    if offer.purpose is OfferPurpose.SCENE_ENTRY and ledger.state.scene and not is_present(ledger.state, payer):
        ledger.record(ev.PresenceChanged(offer.payer, True))


@rule(cmd.WithdrawBribe, acts="player")
def withdraw_bribe(ledger: Ledger, command: cmd.WithdrawBribe, who: str) -> Rejected | None:
    """The payer takes an open offer back; its tokens are free again (PTA-61)."""
    mine = [offer for offer in ledger.state.offers if offer.is_open and offer.payer == who]
    offer = _chosen(ledger, command.offer_id, [each for each in mine if each.amount] or mine, who)
    if isinstance(offer, Rejected):
        return offer
    if not offer.is_open:
        return Rejected("OFFER_CLOSED", phrase("That offer is answered already."))
    if offer.payer != who:
        return Rejected("NOT_YOUR_OFFER", phrase("That is {player}'s offer.", player=offer.payer))
    ledger.record(ev.BribeWithdrawn(offer.offer_id, who))
    return None
