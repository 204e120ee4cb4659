"""Folding facts of the table, hands, scenes and tokens."""

from collections.abc import Iterable
from dataclasses import replace

from engine.common.folding import Changes, Handlers
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.cards import Card
from engine.systems.choice_pta.entities import Deck, Held, Offer, Protagonist, Scene, Seat, Trait
from engine.systems.choice_pta.fold import known_seat, running, with_conflict, with_deck, with_seat, with_slot
from engine.systems.choice_pta.messages import Event
from engine.systems.choice_pta.state import TOKENS_PER_PLAYER, State, without
from engine.systems.choice_pta.vocabulary import Cause, Mulligan, OfferStatus

HANDLERS: Handlers[State, Event] = Handlers()
GM_TOKENS_PER_PLAYER = 2


@HANDLERS.on(ev.TableCreated)
def _table_created(state: State, event: ev.TableCreated) -> Changes:
    seats = (*(Seat(name) for name in event.seats), Seat(event.gm, is_gm=True))
    fresh = _fresh_tokens(replace(state, seats=seats))
    return {**fresh, "house_rules": event.settings, "card_mode": event.card_mode}


def _fresh_tokens(state: State) -> Changes:
    """Tokens of a new game (PTA-4)."""
    count = len(state.players)
    seats = tuple(replace(seat, tokens=GM_TOKENS_PER_PLAYER * count if seat.is_gm else 0) for seat in state.seats)
    return {"seats": seats, "pool": count, "bank": 0, "total_tokens": TOKENS_PER_PLAYER * count}


@HANDLERS.on(ev.ProtagonistDefined)
def _protagonist_defined(state: State, event: ev.ProtagonistDefined) -> Changes:
    return with_seat(state, event.player, protagonist=Protagonist(event.name, event.traits))


@HANDLERS.on(ev.SittingStarted)
def _sitting_started(state: State, event: ev.SittingStarted) -> Changes:
    changes = _fresh_tokens(state) if event.fresh_tokens else {}
    seats = tuple(
        replace(
            seat,
            hand=(),
            deck=deck,
            protagonist=_unmarked(seat.protagonist),
            mulligan=Mulligan.AVAILABLE if seat.name in event.mulligans else _spent(seat.mulligan),
        )
        for seat, deck in zip(changes.get("seats", state.seats), event.decks, strict=True)
    )
    return {**changes, "seats": seats, "sitting_no": event.sitting_no, "decks": ()}


def _spent(mulligan: Mulligan) -> Mulligan:
    return Mulligan.EXPIRED if mulligan is Mulligan.AVAILABLE else mulligan


def _unmarked(protagonist: Protagonist | None) -> Protagonist | None:
    if protagonist is None:
        return None
    return replace(protagonist, traits=tuple(Trait(trait.label) for trait in protagonist.traits))


@HANDLERS.on(ev.HandsDealt, ev.HandsRefilled, ev.SecrecyWarning, ev.PickCardPrompt, ev.HandRedrawn, ev.CommandUndone)
def _nothing(state: State, event: Event) -> Changes:
    """What happened is in the events around it."""
    return {}


@HANDLERS.on(ev.SettingChanged)
def _setting_changed(state: State, event: ev.SettingChanged) -> Changes:
    return {"house_rules": replace(state.house_rules, **{event.name: event.new})}  # type: ignore[arg-type]


@HANDLERS.on(ev.RosterChanged)
def _roster_changed(state: State, event: ev.RosterChanged) -> Changes:
    new = tuple(Seat(name, deck=deck) for name, deck in zip(event.added, event.decks, strict=True))
    kept = tuple(seat for seat in state.players if seat.name not in event.removed)
    gm = replace(state.gm, tokens=state.gm.tokens + GM_TOKENS_PER_PLAYER * (event.minted // TOKENS_PER_PLAYER))
    changes: Changes = {
        "seats": (*kept, *new, gm),
        "pool": state.pool + event.minted // TOKENS_PER_PLAYER,
        "total_tokens": state.total_tokens + event.minted,
    }
    if state.scene is not None:
        owner = gm.name if state.scene.owner in event.removed else state.scene.owner
        present = tuple(name for name in state.scene.present if name not in event.removed)
        changes["scene"] = replace(state.scene, owner=owner, present=present)
    return changes


@HANDLERS.on(ev.HandChanged)
def _hand_changed(state: State, event: ev.HandChanged) -> Changes:
    return with_seat(state, event.seat, hand=event.cards)


@HANDLERS.on(ev.DeckStacked)
def _deck_stacked(state: State, event: ev.DeckStacked) -> Changes:
    known = state.deck(event.deck_id) or Deck(event.deck_id)
    return {"decks": with_deck(state, replace(known, draw=event.cards))}


@HANDLERS.on(ev.CardsDrawn)
def _cards_drawn(state: State, event: ev.CardsDrawn) -> Changes:
    deck = _known_deck(state, event.deck_id)
    return {"decks": with_deck(state, replace(deck, draw=without(deck.draw, event.cards)))}


def _known_deck(state: State, name: str) -> Deck:
    deck = state.deck(name)
    if deck is None:
        raise LookupError(f"no deck {name!r}")
    return deck


@HANDLERS.on(ev.DeckReshuffled)
def _deck_reshuffled(state: State, event: ev.DeckReshuffled) -> Changes:
    return {"decks": with_deck(state, replace(_known_deck(state, event.deck_id), discard=()))}


@HANDLERS.on(ev.PackOpened)
def _pack_opened(state: State, event: ev.PackOpened) -> Changes:
    deck = _known_deck(state, event.deck_id)
    return {"decks": with_deck(state, replace(deck, packs_opened=deck.packs_opened + 1))}


def discarded(state: State, cards: Iterable[Card]) -> tuple[Deck, ...]:
    """The decks with these cards in the discard of the deck each came from (PTA-12); none with real cards."""
    decks = state.decks
    for card in cards:
        decks = tuple(
            replace(deck, discard=(*deck.discard, card)) if deck.name == card.deck else deck for deck in decks
        )
    return decks


@HANDLERS.on(ev.HandDiscarded)
def _hand_discarded(state: State, event: ev.HandDiscarded) -> Changes:
    seat = known_seat(state, event.seat)
    gone = list(event.cards)
    kept = []
    for held in seat.hand:
        if held.card in gone:
            gone.remove(held.card)
        else:
            kept.append(held)
    return {**with_seat(state, event.seat, hand=tuple(kept)), "decks": discarded(state, event.cards)}


@HANDLERS.on(ev.MulliganUsed)
def _mulligan_used(state: State, event: ev.MulliganUsed) -> Changes:
    return with_seat(state, event.seat, mulligan=Mulligan.USED)


@HANDLERS.on(ev.MulliganExpired)
def _mulligan_expired(state: State, event: ev.MulliganExpired) -> Changes:
    return {
        "seats": tuple(
            replace(seat, mulligan=Mulligan.EXPIRED) if seat.name in event.seats else seat for seat in state.seats
        )
    }


@HANDLERS.on(ev.SceneStarted)
def _scene_started(state: State, event: ev.SceneStarted) -> Changes:
    return {
        "scene": Scene(event.scene_no, event.owner, event.present, event.description),
        "scene_count": event.scene_no,
        "seats": tuple(replace(seat, award_used=False) for seat in state.seats),
    }


@HANDLERS.on(ev.SceneEnded)
def _scene_ended(state: State, event: ev.SceneEnded) -> Changes:
    return {"scene": None, "offers": tuple(offer for offer in state.offers if offer.reserves)}


@HANDLERS.on(ev.PresenceChanged)
def _presence_changed(state: State, event: ev.PresenceChanged) -> Changes:
    if state.scene is None:
        raise LookupError("no scene")
    here = tuple(name for name in state.scene.present if name != event.player)
    return {"scene": replace(state.scene, present=(*here, event.player) if event.here else here)}


@HANDLERS.on(ev.TokensMoved)
def _tokens_moved(state: State, event: ev.TokensMoved) -> Changes:
    taken = replace(state, **place_changes(state, event.from_place, -event.n))
    changes = place_changes(taken, event.to_place, event.n)
    if event.cause is Cause.REDRAW and taken.conflict is not None and _is_gm(state, event.from_place):
        conflict = changes.get("conflict", taken.conflict)
        changes["conflict"] = replace(conflict, gm_redraws=conflict.gm_redraws + 1)
    return {
        "seats": taken.seats,
        "pool": taken.pool,
        "bank": taken.bank,
        "conflict": taken.conflict,
        **changes,
    }


def _is_gm(state: State, place: str) -> bool:
    return place == f"seat:{state.gm.name}"


def place_changes(state: State, place: str, by: int) -> Changes:
    """More or fewer tokens in one place."""
    kind, _, name = place.partition(":")
    if kind == "seat":
        return with_seat(state, name, tokens=known_seat(state, name).tokens + by)
    if kind == "card":
        conflict = running(state)
        slot = conflict.slot(name)
        return with_conflict(state, slots=with_slot(conflict, name, tokens=(slot.tokens if slot else 0) + by))
    if kind == "held":
        return with_conflict(state, held=_less(running(state).held, name))
    return {place: getattr(state, place) + by}


def _less(held: tuple[Held, ...], seat: str) -> tuple[Held, ...]:
    """Without this payer's token; it settles as a whole."""
    return tuple(each for each in held if each.seat != seat)


@HANDLERS.on(ev.TokenHeld)
def _token_held(state: State, event: ev.TokenHeld) -> Changes:
    conflict = running(state)
    paid = next((each.tokens for each in conflict.held if each.seat == event.seat), 0)
    held = (*_less(conflict.held, event.seat), Held(event.seat, paid + event.n))
    redraws = conflict.gm_redraws + known_seat(state, event.seat).is_gm
    tokens = known_seat(state, event.seat).tokens - event.n
    return {**with_seat(state, event.seat, tokens=tokens), **with_conflict(state, held=held, gm_redraws=redraws)}


@HANDLERS.on(ev.TokenAwarded)
def _token_awarded(state: State, event: ev.TokenAwarded) -> Changes:
    given = replace(state, **with_seat(state, event.from_, award_used=True))
    tokens = known_seat(given, event.to).tokens + 1
    return {"pool": event.pool_left, **with_seat(given, event.to, tokens=tokens)}


@HANDLERS.on(ev.NarrationSuggested)
def _narration_suggested(state: State, event: ev.NarrationSuggested) -> Changes:
    return _offered(state, Offer(event.id, event.from_, event.to, event.content))


@HANDLERS.on(ev.BribeOffered)
def _bribe_offered(state: State, event: ev.BribeOffered) -> Changes:
    return _offered(state, Offer(event.id, event.from_, event.to, event.content, event.amount, event.purpose))


def _offered(state: State, offer: Offer) -> Changes:
    number = None if state.conflict is None else state.conflict.number
    return {"offers": (*state.offers, replace(offer, conflict_no=number)), "offer_count": state.offer_count + 1}


@HANDLERS.on(ev.PriceAsked)
def _price_asked(state: State, event: ev.PriceAsked) -> Changes:
    return _with_offer(state, event.id, status=OfferStatus.ASKED, amount=event.amount, to=event.by)


@HANDLERS.on(ev.BribeAccepted)
def _bribe_accepted(state: State, event: ev.BribeAccepted) -> Changes:
    return _with_offer(state, event.id, status=OfferStatus.ACCEPTED)


@HANDLERS.on(ev.BribeAcceptedFree)
def _bribe_accepted_free(state: State, event: ev.BribeAcceptedFree) -> Changes:
    return _with_offer(state, event.id, status=OfferStatus.FREE)


@HANDLERS.on(ev.BribeRefused)
def _bribe_refused(state: State, event: ev.BribeRefused) -> Changes:
    return _with_offer(state, event.id, status=OfferStatus.REFUSED)


@HANDLERS.on(ev.BribeWithdrawn)
def _bribe_withdrawn(state: State, event: ev.BribeWithdrawn) -> Changes:
    return _with_offer(state, event.id, status=OfferStatus.WITHDRAWN)


def _with_offer(state: State, offer_id: str, /, status: OfferStatus, **changes: int | str) -> Changes:
    if not any(offer.offer_id == offer_id for offer in state.offers):
        raise LookupError(f"no offer {offer_id!r}")
    return {
        "offers": tuple(
            replace(offer, status=status, **changes) if offer.offer_id == offer_id else offer  # type: ignore[arg-type]
            for offer in state.offers
        )
    }
