"""Sentences about the table, hands, scenes, awards and offers."""

from collections.abc import Iterator

from engine.common.words import listed, number
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.derived import hand_size
from engine.systems.choice_pta.describe import describe, owned, tokens
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
        yield Spoken(f"The table is open: {listed(table.seats)}, with {table.gm} as GM.", 2)
    if batch.first(ev.HandsDealt):
        gm, by_app = batch.after.gm, batch.after.is_virtual
        real = f"Deal four cards to each player, and {number(hand_size(batch.after, gm))} to {gm.name}."
        yield Spoken("The hands are dealt." if by_app else real, 2 if by_app else 3)
    if scene := batch.first(ev.SceneStarted):
        yield Spoken(f"Scene {number(scene.scene_no)}, {owned(scene.owner)}.", 1)
    if batch.first(ev.SceneEnded):
        yield Spoken("The scene is over.", 1)
    for event in batch.events:
        if isinstance(event, _NOTED):
            yield Spoken(describe(event), 1)


def hands(batch: Batch) -> Iterator[Spoken]:
    """Hands replaced; nothing about what they were."""
    for mulligan in batch.all(ev.MulliganUsed):
        yield Spoken(f"{mulligan.seat} takes the mulligan.", 2)
    for redrawn in batch.all(ev.HandRedrawn):
        yield Spoken(f"{redrawn.seat} pays a token for a new hand.", 2)
    for thrown in batch.all(ev.HandDiscarded):
        if thrown.shown:
            yield Spoken(describe(thrown), 1)


def awards(batch: Batch) -> Iterator[Spoken]:
    """Pool tokens handed over, and miscounts put right."""
    for award in batch.all(ev.TokenAwarded):
        yield Spoken(f"A token from the pool for {award.to}.", 2)
    for moved in batch.all(ev.TokensMoved):
        if moved.cause == "correction":
            yield Spoken(f"{tokens(moved.n).capitalize()} moved. Noted.", 2)


def offers(batch: Batch) -> Iterator[Spoken]:
    """Bribes asked for an answer, and what became of them (N19)."""
    for offered in batch.all(ev.BribeOffered):
        entry = offered.purpose is OfferPurpose.SCENE_ENTRY
        what = ", to get into the scene" if entry else f": {offered.content}" if offered.content else ""
        yield Spoken(f"{offered.to}, {offered.from_} offers {tokens(offered.amount)}{what}. Deal?", 3)
    for price in batch.all(ev.PriceAsked):
        payer = _offer(batch, price.id)
        yield Spoken(f"{payer.payer if payer else 'Well'}, {price.by} wants {tokens(price.amount)} for that. Deal?", 3)
    for deal in batch.all(ev.BribeAccepted):
        offer = _offer(batch, deal.id)
        to = offer.to if offer is not None and offer.to else deal.by
        yield Spoken(f"{to} takes the offer{_content(deal.content)}.", 2)
    for gift in batch.all(ev.BribeAcceptedFree):
        yield Spoken(f"{gift.by} likes it, for free{_content(gift.content)}.", 2)
    for refused in batch.all(ev.BribeRefused):
        yield Spoken(f"{refused.by} refuses.", 2)
    for withdrawn in batch.all(ev.BribeWithdrawn):
        yield Spoken(f"{withdrawn.by} takes the offer back.", 1)
    for suggested in batch.all(ev.NarrationSuggested):
        yield Spoken(describe(suggested), 1)


def _content(content: str) -> str:
    return f": {content}" if content else ""


def _offer(batch: Batch, offer_id: str) -> Offer | None:
    return next((offer for offer in batch.after.offers if offer.offer_id == offer_id), None)
