"""Finding players, skills, goals and the like by what somebody said.

Case never matters. An exact name wins; then a unique name that contains what was said or is contained in it; then
the name that shares most words with it.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from engine.common.rules import Refused, nothing_called, several_called
from engine.phrase import Phrase, phrase
from engine.systems.phase_abandon.entities import (
    Character,
    Connection,
    GroupGoal,
    GuidingPrinciple,
    PersonalGoal,
    Player,
    Skill,
    State,
)
from engine.systems.phase_abandon.vocabulary import GoalStatus

T = TypeVar("T")
AnyGoal = TypeVar("AnyGoal", GroupGoal, PersonalGoal)
Noun = tuple[Phrase, Phrase]
"""The name of a thing, one and several of it."""

PLAYER = phrase("player"), phrase("players")
SKILL = phrase("skill"), phrase("skills")
PRINCIPLE = phrase("principle"), phrase("principles")
GOAL = phrase("goal"), phrase("goals")
CONNECTION = phrase("connection"), phrase("connections")
NO_SKILL = frozenset(("", "none", "luck", "no skill"))
_SMALL_WORDS = frozenset(("a", "an", "and", "for", "in", "my", "of", "on", "our", "the", "to", "with"))
_LAST = "last"


def matching(items: Iterable[T], name_of: Callable[[T], str], said: str, loose: bool = True) -> list[T]:
    """Items that could be meant by what was said; a single one when it is clear.

    Args:
        items: Candidates.
        name_of: Their names.
        said: What was said.
        loose: Whether shared words are enough.
    """
    choices = tuple(items)
    wanted = said.strip().casefold()
    names = [name_of(item).casefold() for item in choices]
    if wanted in names:
        return [choices[names.index(wanted)]]
    fits = _containing(names, wanted) or (_sharing_words(names, wanted) if loose else [])
    return [choices[at] for at in fits]


def find(items: Iterable[T], name_of: Callable[[T], str], said: str, what: Noun, loose: bool = True) -> T:
    """The item meant (see `matching`).

    Args:
        items: Candidates.
        name_of: Their names.
        said: What was said.
        what: Word for one such thing and for several, used in the refusal.
        loose: Whether shared words are enough.

    Raises:
        Refused: `E_UNKNOWN` or `E_AMBIGUOUS`.
    """
    choices = tuple(items)
    fits = matching(choices, name_of, said, loose)
    if len(fits) == 1:
        return fits[0]
    if fits:
        raise Refused("E_AMBIGUOUS", several_called(said, map(name_of, fits)))
    raise Refused("E_UNKNOWN", nothing_called(what[0], said, map(name_of, choices)))


def _containing(names: list[str], wanted: str) -> list[int]:
    if not wanted:
        return []
    starts = [at for at, name in enumerate(names) if name.startswith(wanted)]
    return starts if len(starts) == 1 else [at for at, name in enumerate(names) if wanted in name or name in wanted]


def _words(text: str) -> set[str]:
    plain = "".join(letter if letter.isalnum() else " " for letter in text.replace("'", ""))
    return set(plain.split()) - _SMALL_WORDS


def _sharing_words(names: list[str], wanted: str) -> list[int]:
    words = _words(wanted)
    shared = [len(words & _words(name)) for name in names]
    most = max(shared, default=0)
    return [at for at, count in enumerate(shared) if count == most] if most else []


def find_player(state: State, said: str | None) -> Player:
    """A player by name, by character's name, or "narrator"."""
    if not said:
        raise Refused("E_UNKNOWN", phrase("Say which player is meant."))
    exact = state.player(said)
    if exact is not None:
        return exact
    if said.strip().casefold() == "narrator" and state.narration is not None:
        said = state.narration.holder
    if len(matching(state.players, _name, said, loose=False)) != 1:
        named = matching(state.players, _character, said, loose=False)
        if len(named) == 1 and named[0].character_id:
            return named[0]
    return find(state.players, _name, said, PLAYER, loose=False)


def _name(player: Player) -> str:
    return player.name


def _character(player: Player) -> str:
    return player.character_id or ""


def all_skills(character: Character) -> tuple[Skill, ...]:
    """Skills and items; every rule about skills covers both."""
    return character.skills + character.items


def find_skill(character: Character, said: str, loose: bool = True) -> Skill:
    """An own skill or item."""
    for skill in all_skills(character):
        if skill.name == said:
            return skill
    return find(all_skills(character), _skill, said, SKILL, loose)


def skills_meant(character: Character, said: str, loose: bool = True) -> list[Skill]:
    """Own skills and items that could be meant."""
    return matching(all_skills(character), _skill, said, loose)


def _skill(skill: Skill) -> str:
    return skill.name


def is_luck(said: str | None) -> bool:
    """True when no skill was named."""
    return said is None or said.strip().casefold() in NO_SKILL


def find_principle(character: Character, said: str | None) -> GuidingPrinciple:
    """An own principle; nothing said means the only one."""
    if not said and len(character.principles) == 1:
        return character.principles[0]
    if not said:
        raise Refused("E_AMBIGUOUS", phrase("Say which principle is meant."))
    return find(character.principles, lambda principle: principle.text, said, PRINCIPLE)


def find_goal(character: Character, said: str) -> PersonalGoal:
    """An own goal by text or number from 1; open goals come before finished ones."""
    return find_open(character.goals, said, GOAL)


def find_open(goals: tuple[AnyGoal, ...], said: str, what: Noun) -> AnyGoal:
    """The goal meant (see `goals_meant`)."""
    fits = goals_meant(goals, said)
    return fits[0] if len(fits) == 1 else find(_opened(goals), _text, said, what)


def goals_meant(goals: tuple[AnyGoal, ...], said: str) -> list[AnyGoal]:
    """Goals by text or by number among the open ones; a finished one only where no open one fits."""
    opened = _opened(goals)
    numbered = by_number(opened, said)
    if numbered is not None:
        return [numbered]
    fits = matching(opened, _text, said)
    closed = [] if fits else matching((goal for goal in goals if goal.status is not GoalStatus.OPEN), _text, said)
    return closed if len(closed) == 1 else fits


def _opened(goals: tuple[AnyGoal, ...]) -> tuple[AnyGoal, ...]:
    return tuple(goal for goal in goals if goal.status is GoalStatus.OPEN)


def _text(goal: GroupGoal | PersonalGoal) -> str:
    return goal.text


def by_number(items: tuple[T, ...], said: str) -> T | None:
    """The item counted from 1, or "last"."""
    plain = said.strip().casefold()
    if plain == _LAST and items:
        return items[-1]
    return items[int(plain) - 1] if plain.isdecimal() and len(plain) < 6 and 1 <= int(plain) <= len(items) else None


def find_connection(character: Character, said: str) -> Connection:
    """An own connection."""
    return find(character.connections, lambda connection: connection.npc_name, said, CONNECTION)
