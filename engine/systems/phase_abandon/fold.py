"""Folding events into the state, and tools for events to say which of its fields they change."""

from collections.abc import Callable
from typing import Any, TypeVar

from engine.common.values import Changes, changed, existing, replaced
from engine.systems.phase_abandon.derived import is_active
from engine.systems.phase_abandon.entities import Character, LiveRoll, Narration, Player, Scene, Skill, State
from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.vocabulary import Phase

T = TypeVar("T")


def evolve(state: State, event: Event) -> State:
    """State after one event; total, never refuses."""
    return changed(state, log_seq=state.log_seq + 1, **event.apply(state))


def known_player(state: State, name: str) -> Player:
    """The player of this name."""
    return existing(state.player(name), "player", name)


def known_character(state: State, name: str) -> Character:
    """The character of this name."""
    return existing(state.character(name), "character", name)


def known_skill(character: Character, name: str) -> Skill:
    """The character's skill or item of exactly this name.

    Raises:
        LookupError: There is none.
    """
    for skill in (*character.skills, *character.items):
        if skill.name == name:
            return skill
    raise LookupError(f"{character.name} has no skill {name!r}")


def live(state: State) -> LiveRoll:
    """The live roll."""
    return existing(state.roll, "live roll")


def narrating(state: State) -> Narration:
    """The narration that runs; there always is one in PLAY (PA-102).

    Raises:
        LookupError: There is none.
    """
    if state.narration is None:
        raise LookupError("nobody narrates")
    return state.narration


def staged(state: State) -> Scene:
    """The scene that runs or ran last."""
    return existing(state.scene, "scene")


def damage_of(state: State, character: str, skill: str | None) -> int:
    """Damage of a character's skill; none without a skill."""
    return known_skill(known_character(state, character), skill).damage if skill is not None else 0


def first(items: tuple[T, ...], wanted: Callable[[T], bool], what: str) -> T:
    """The first item that fits.

    Raises:
        LookupError: None fits.
    """
    for item in items:
        if wanted(item):
            return item
    raise LookupError(f"no such {what}")


def with_player(state: State, name: str, /, **changes: Any) -> Changes:
    """The change of one player's fields."""
    player = known_player(state, name)
    return {"players": replaced(state.players, player, changed(player, **changes))}


def with_character(state: State, name: str, /, **changes: Any) -> Changes:
    """The change of one character's fields."""
    character = known_character(state, name)
    return {"characters": replaced(state.characters, character, changed(character, **changes))}


def with_skill(state: State, name: str, skill_name: str, /, **changes: Any) -> Changes:
    """The change of one skill's or item's fields."""
    character = known_character(state, name)
    skill = known_skill(character, skill_name)
    place = "items" if skill.is_item else "skills"
    return with_character(state, name, **{place: replaced(getattr(character, place), skill, changed(skill, **changes))})


def phase_after_characters(state: State) -> Phase:
    """OPENING once every present player has an active character (PA-27)."""
    if state.phase is not Phase.CHARACTERS or len(state.players) < 2:
        return state.phase
    ready = all(is_active(state, player.name) for player in state.present)
    return Phase.OPENING if ready and state.present else state.phase
