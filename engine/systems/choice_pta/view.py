"""The table as one person may see it (rules 5.3): everything public, and of what is secret only their own."""

from collections.abc import Mapping
from typing import Any

from engine.codec import to_json
from engine.phrase import Phrase, phrase
from engine.systems.choice_pta.cards import Card, face_value, spoken
from engine.systems.choice_pta.derived import available, gm_card_cap, gm_limit, gm_spent, hand_size, reserved
from engine.systems.choice_pta.entities import Conflict, Participant, Seat, Slot
from engine.systems.choice_pta.naming import seat_if_known
from engine.systems.choice_pta.narrating import to_narrate
from engine.systems.choice_pta.ranking import ranks
from engine.systems.choice_pta.rules.scoring import wanted_cards
from engine.systems.choice_pta.stakes import opponents
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import BonusKind, Mode, Phase

Json = dict[str, Any]


def view(state: State, viewer: str | None = None) -> Mapping[str, Any]:
    """The table as seen by one seat, or by everybody when `viewer` is None or unknown."""
    seat = seat_if_known(state, viewer)
    return {
        "phase": state.phase.value,
        "card_mode": state.card_mode.value,
        "sitting": state.sitting_no,
        "pool": state.pool,
        "bank": state.bank,
        "total_tokens": state.total_tokens,
        "scene": to_json(state.scene) if state.scene is not None else None,
        "seats": [_seat(state, each) for each in state.seats],
        "decks": [{"name": deck.name, "left": len(deck.draw), "discarded": len(deck.discard)} for deck in state.decks],
        "offers": [to_json(offer) for offer in state.offers if offer.is_open],
        "conflict": _conflict(state, state.conflict, seat) if state.conflict is not None else None,
        "house_rules": to_json(state.house_rules),
        "own": _own(state, seat) if seat is not None else None,
    }


def _seat(state: State, seat: Seat) -> Json:
    who = seat.protagonist
    held = len(seat.hand) if state.is_virtual else hand_size(state, seat) if state.sitting_no else 0
    return {
        "name": seat.name,
        "role": "gm" if seat.is_gm else "player",
        "tokens": seat.tokens,
        "reserved": reserved(state, seat.name),
        "hand_size": held,
        "mulligan": seat.mulligan.value,
        "award_used": seat.award_used,
        "present": state.scene is not None and seat.name in state.scene.present,
        "protagonist": None if who is None else who.name,
        "traits": [] if who is None else [{"label": trait.label, "marks": trait.marks} for trait in who.traits],
        "total_marks": 0 if who is None else who.total_marks,
    }


def card_json(card: Card) -> Json:
    """A card for a page."""
    return {"rank": card.rank, "suit": card.suit, "name": spoken(card), "value": face_value(card)}


def secrets(state: State, player: str) -> tuple[Phrase, ...]:
    """The player's hand with its code words, and cards they laid face down themselves, as lines."""
    seat = seat_if_known(state, player)
    if seat is None:
        return ()
    hand = tuple(phrase("{code}: {card}", code=held.code, card=spoken(held.card)) for held in seat.hand)
    slots = state.conflict.slots if state.conflict is not None else ()
    laid = tuple(
        phrase("{name}: {card}, face down", name=slot.part, card=spoken(slot.card))
        for slot in slots
        if slot.card is not None and not slot.face_up and slot.mode is Mode.CHOICE and _owns(state, seat, slot.part)
    )
    return (*hand, *laid)


def _own(state: State, seat: Seat) -> Json:
    """The viewer's secrets: the hand with its code words, and cards they laid themselves."""
    return {
        "seat": seat.name,
        "available": available(state, seat),
        "hand": [{**card_json(held.card), "code": held.code} for held in seat.hand],
        "picking": [part for part in _picking(state) if _owns(state, seat, part)],
    }


def _picking(state: State) -> tuple[str, ...]:
    return state.conflict.picking if state.conflict is not None else ()


def _owns(state: State, seat: Seat, part: str) -> bool:
    return state.conflict is not None and any(own.name == part for own in state.conflict.parts_of(seat.name))


def _conflict(state: State, conflict: Conflict, viewer: Seat | None) -> Json:
    cards = conflict.phase is Phase.CARDS
    return {
        "kind": conflict.kind.value,
        "called_by": conflict.called_by,
        "round": conflict.round_no,
        "goal": conflict.goal,
        "mooks": conflict.options.mooks,
        "hand_of_fate": conflict.options.hand_of_fate.value,
        "gm_limit": gm_limit(state, conflict) if cards else None,
        "gm_spent": gm_spent(state, conflict) if cards else None,
        "gm_card_cap": gm_card_cap(state, conflict) if cards else None,
        "participants": [_participant(state, conflict, part, viewer) for part in conflict.participants],
        "ranks": list(ranks(conflict, state.house_rules)),
        "outcomes": [to_json(outcome) for outcome in conflict.outcomes],
        "suggested": list(conflict.suggested),
        "to_narrate": list(to_narrate(conflict)) if conflict.order else [],
        "choosing": list(conflict.choosing),
        "wanted_cards": [{"part": part, "purpose": purpose.value} for part, purpose in wanted_cards(state)],
        "rulings": list(conflict.rulings),
        "rounds": [to_json(record) for record in conflict.rounds],
    }


def _participant(state: State, conflict: Conflict, part: Participant, viewer: Seat | None) -> Json:
    slot = conflict.slot(part.name)
    return {
        "name": part.name,
        "seat": part.seat,
        "stake": part.stake,
        "opposes": [rival.name for rival in opponents(conflict, part.name, state.gm.name)],
        "status": part.status.value,
        "harmed": part.harmed,
        "mooks": part.mooks,
        "mooks_down": part.mooks_down,
        "turn": part.turn.value,
        "pile": [card_json(card) for card in part.pile],
        "adopted": list(part.adopted),
        "picking": part.name in conflict.picking,
        "card": None if slot is None else _slot(state, slot, viewer is not None and viewer.name == part.seat),
    }


def _slot(state: State, slot: Slot, is_owner: bool) -> Json:
    """A card in play: face down, everybody sees its mode and bonuses, its owner also what was chosen (PTA-35)."""
    peek = slot.mode is Mode.CHOICE or state.house_rules.chance_peek
    seen = slot.face_up or (is_owner and peek)
    return {
        "mode": slot.mode.value,
        "face_up": slot.face_up,
        "card": card_json(slot.card) if seen and slot.card is not None else None,
        "bonuses": [
            {"kind": bonus.kind.value, "source": bonus.source, "trait": bonus.trait, "against": bonus.against}
            for bonus in slot.bonuses
        ],
        "tokens": sum(bonus.kind is BonusKind.TOKEN for bonus in slot.bonuses),
        "total": slot.total if slot.face_up else None,
        "ties": [card_json(card) for card in (*slot.ties, *slot.fates)],
        "result": slot.result.value if slot.result is not None else None,
    }
