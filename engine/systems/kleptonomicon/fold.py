"""Tools for what events change: each gives the fields of the state that become different."""

from typing import Any

from engine.common.folding import Changes
from engine.common.values import changed
from engine.systems.kleptonomicon.derived import used
from engine.systems.kleptonomicon.entities import AbilityUse, Character, Encounter, Episode
from engine.systems.kleptonomicon.state import State


def known_character(state: State, name: str) -> Character:
    """The character of this name.

    Raises:
        LookupError: The events do not belong to this state.
    """
    character = state.character(name)
    if character is None:
        raise LookupError(f"no character {name!r}")
    return character


def with_character(state: State, name: str, /, **changes: Any) -> Changes:
    """The change of one character's fields."""
    old = known_character(state, name)
    new = changed(old, **changes)
    return {"characters": tuple(new if each is old else each for each in state.characters)}


def episode_of(state: State) -> Episode:
    """The Episode that runs.

    Raises:
        LookupError: The events do not belong to this state.
    """
    if state.episode is None:
        raise LookupError("no Episode")
    return state.episode


def with_episode(state: State, /, **changes: Any) -> Changes:
    """The change of fields of the Episode."""
    return {"episode": changed(episode_of(state), **changes)}


def encounter_of(state: State) -> Encounter:
    """The Encounter that runs.

    Raises:
        LookupError: The events do not belong to this state.
    """
    if state.encounter is None:
        raise LookupError("no Encounter")
    return state.encounter


def with_encounter(state: State, /, **changes: Any) -> Changes:
    """The change of fields of the Encounter."""
    return {"encounter": changed(encounter_of(state), **changes)}


def counted_up(uses: tuple[AbilityUse, ...], character: str, ability: str = "") -> tuple[AbilityUse, ...]:
    """One use more."""
    count = used(uses, character, ability) + 1
    others = tuple(use for use in uses if (use.character, use.ability) != (character, ability))
    return (*others, AbilityUse(character, ability, count))
