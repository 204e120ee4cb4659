"""Folding events, and tools for their `apply`, which gives the fields of the state that change."""

from typing import Any

from engine.common.values import Changes, changed, existing
from engine.systems.choice_pta.entities import Conflict, Deck, Participant, Seat, Slot
from engine.systems.choice_pta.messages import Event
from engine.systems.choice_pta.state import State


def evolve(state: State, event: Event) -> State:
    """State after an event; total, never refuses."""
    changes = event.apply(state)
    return changed(state, **changes) if changes else state


def known_seat(state: State, name: str) -> Seat:
    """The seat of this name."""
    return existing(state.seat(name), "seat", name)


def running(state: State) -> Conflict:
    """The running conflict."""
    return existing(state.conflict, "conflict")


def with_seat(state: State, name: str, /, **changes: Any) -> Changes:
    """The change of one seat's fields."""
    seat = known_seat(state, name)
    return {"seats": tuple(changed(each, **changes) if each is seat else each for each in state.seats)}


def with_deck(state: State, deck: Deck) -> tuple[Deck, ...]:
    """All decks with this one in place of the one of its name, or added."""
    if state.deck(deck.name) is None:
        return (*state.decks, deck)
    return tuple(deck if each.name == deck.name else each for each in state.decks)


def with_conflict(state: State, /, **changes: Any) -> Changes:
    """The change of the running conflict's fields."""
    return {"conflict": changed(running(state), **changes)}


def known_part(conflict: Conflict, name: str) -> Participant:
    """The participant of exactly this name."""
    return existing(conflict.part(name), "participant", name)


def with_part(conflict: Conflict, name: str, /, **changes: Any) -> tuple[Participant, ...]:
    """Participants with one changed.

    Raises:
        LookupError: There is no such participant.
    """
    part = known_part(conflict, name)
    return tuple(changed(each, **changes) if each is part else each for each in conflict.participants)


def known_slot(conflict: Conflict, part: str) -> Slot:
    """The card of this participant.

    Raises:
        LookupError: There is none.
    """
    slot = conflict.slot(part)
    if slot is None:
        raise LookupError(f"{part!r} has no card")
    return slot


def with_slot(conflict: Conflict, part: str, /, **changes: Any) -> tuple[Slot, ...]:
    """Slots with one changed.

    Raises:
        LookupError: That participant has no card.
    """
    slot = known_slot(conflict, part)
    return tuple(changed(each, **changes) if each is slot else each for each in conflict.slots)
