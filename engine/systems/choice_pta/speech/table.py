"""Sentences about the table, hands, scenes, awards and offers."""

from collections.abc import Iterator

from engine.common.words import listed, number
from engine.phrase import Phrase, capital, phrase
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.derived import hand_size
from engine.systems.choice_pta.describe import describe, detail, owned, tokens
from engine.systems.choice_pta.entities import Offer
from engine.systems.choice_pta.speech.batch import Batch
from engine.systems.choice_pta.vocabulary import OfferPurpose
from engine.types import Spoken

_NOTED = (
    ev.ProtagonistDefined,
    ev.RosterChanged,
    ev.SettingChanged,
    ev.PresenceChanged,
    ev.PackOpened,
    ev.DeckReshuffled,
)


def openings(batch: Batch) -> Iterator[Spoken]:
    """Table, evening and scenes begin and end."""
    if table := batch.first(ev.TableCreated):
        names = listed(table.seats)
        yield Spoken(phrase("The table is open: {names}, with {gm} as GM.", names=names, gm=table.gm), 2)
    if batch.first(ev.HandsDealt):
        gm, by_app = batch.after.gm, batch.after.is_virtual
        count = number(hand_size(batch.after, gm))
        real = phrase("Deal four cards to each player, and {number} to {gm}.", number=count, gm=gm.name)
        yield Spoken(phrase("The hands are dealt.") if by_app else real, 2 if by_app else 3)
    if scene := batch.first(ev.SceneStarted):
        yield Spoken(phrase("Scene {number}, {whose}.", number=number(scene.scene_no), whose=owned(scene.owner)), 1)
    if batch.first(ev.SceneEnded):
        yield Spoken(phrase("The scene is over."), 1)
    for event in batch.events:
        if isinstance(event, _NOTED):
            yield Spoken(describe(event), 1)


def hands(batch: Batch) -> Iterator[Spoken]:
    """Hands replaced; nothing about what they were."""
    for mulligan in batch.all(ev.MulliganUsed):
        yield Spoken(phrase("{player} takes the mulligan.", player=mulligan.seat), 2)
    for redrawn in batch.all(ev.HandRedrawn):
        yield Spoken(phrase("{player} pays a token for a new hand.", player=redrawn.seat), 2)
    for thrown in batch.all(ev.HandDiscarded):
        if thrown.shown:
            yield Spoken(describe(thrown), 1)


def awards(batch: Batch) -> Iterator[Spoken]:
    """Pool tokens handed over, and miscounts put right."""
    for award in batch.all(ev.TokenAwarded):
        yield Spoken(phrase("A token from the pool for {player}.", player=award.to), 2)
    for moved in batch.all(ev.TokensMoved):
        if moved.cause == "correction":
            yield Spoken(phrase("{tokens} moved. Noted.", tokens=capital(tokens(moved.n))), 2)


def offers(batch: Batch) -> Iterator[Spoken]:
    """Bribes asked for an answer, and what became of them (N19)."""
    for offered in batch.all(ev.BribeOffered):
        yield Spoken(_asked(offered), 3)
    for price in batch.all(ev.PriceAsked):
        offer, by, amount = _offer(batch, price.id), price.by, tokens(price.amount)
        who = offer.payer if offer is not None else phrase("Well")
        yield Spoken(phrase("{payer}, {player} wants {tokens} for that. Deal?", payer=who, player=by, tokens=amount), 3)
    for deal in batch.all(ev.BribeAccepted):
        offer = _offer(batch, deal.id)
        to = offer.to if offer is not None and offer.to else deal.by
        yield Spoken(phrase("{player} takes the offer{what}.", player=to, what=detail(deal.content)), 2)
    for gift in batch.all(ev.BribeAcceptedFree):
        yield Spoken(phrase("{player} likes it, for free{what}.", player=gift.by, what=detail(gift.content)), 2)
    for refused in batch.all(ev.BribeRefused):
        yield Spoken(phrase("{player} refuses.", player=refused.by), 2)
    for withdrawn in batch.all(ev.BribeWithdrawn):
        yield Spoken(phrase("{player} takes the offer back.", player=withdrawn.by), 1)
    for suggested in batch.all(ev.NarrationSuggested):
        yield Spoken(describe(suggested), 1)


def _asked(offered: ev.BribeOffered) -> Phrase:
    to, by, n, what = offered.to, offered.from_, tokens(offered.amount), detail(offered.content)
    if offered.purpose is OfferPurpose.SCENE_ENTRY:
        return phrase("{player}, {payer} offers {tokens}, to get into the scene. Deal?", player=to, payer=by, tokens=n)
    return phrase("{player}, {payer} offers {tokens}{what}. Deal?", player=to, payer=by, tokens=n, what=what)


def _offer(batch: Batch, offer_id: str) -> Offer | None:
    return next((offer for offer in batch.after.offers if offer.offer_id == offer_id), None)
