"""Finding players, skills, goals and the like by what somebody said.

Case never matters. An exact name wins; then a unique name that contains what was said or is contained in it; then
the name that shares most words with it.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from engine.phrase import Phrase, joined, phrase
from engine.systems.phase_abandon.entities import Character, Connection, GuidingPrinciple, PersonalGoal, Player, Skill
from engine.systems.phase_abandon.state import State
from engine.types import Rejected

T = TypeVar("T")
Noun = tuple[Phrase, Phrase]
"""What something is called, one and several of it."""

PLAYER = phrase("player"), phrase("players")
SKILL = phrase("skill"), phrase("skills")
PRINCIPLE = phrase("principle"), phrase("principles")
GOAL = phrase("goal"), phrase("goals")
CONNECTION = phrase("connection"), phrase("connections")
NO_SKILL = frozenset(("", "none", "luck", "no skill"))
_SMALL_WORDS = frozenset(("a", "an", "and", "for", "in", "my", "of", "on", "our", "the", "to", "with"))
_LAST = "last"


def find(items: Iterable[T], name_of: Callable[[T], str], said: str, what: Noun, loose: bool = True) -> T | Rejected:
    """The item meant.

    Args:
        items: Candidates.
        name_of: Their names.
        said: What was said.
        what: Word for one such thing and for several, used in the refusal.
        loose: Whether shared words are enough.

    Returns:
        The item, or `E_UNKNOWN` or `E_AMBIGUOUS`.
    """
    choices = tuple(items)
    wanted = said.strip().casefold()
    names = [name_of(item).casefold() for item in choices]
    for item, name in zip(choices, names, strict=True):
        if name == wanted:
            return item
    fits = _containing(names, wanted) or (_sharing_words(names, wanted) if loose else [])
    if len(fits) == 1:
        return choices[fits[0]]
    known = joined((name_of(item) for item in (choices if not fits else [choices[at] for at in fits])), ", ")
    thing, things = what
    if fits:
        several = phrase(
            '"{said}" fits several {things}: {names}; say which one.', said=said, things=things, names=known
        )
        return Rejected("E_AMBIGUOUS", several)
    if not known:
        return Rejected("E_UNKNOWN", phrase('There is no {thing} "{said}"; there is none.', thing=thing, said=said))
    others = phrase('There is no {thing} "{said}"; known are: {names}.', thing=thing, said=said, names=known)
    return Rejected("E_UNKNOWN", others)


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


def find_player(state: State, said: str | None) -> Player | Rejected:
    """A player by name, by character's name, or "narrator"."""
    if not said:
        return Rejected("E_UNKNOWN", phrase("Say which player is meant."))
    exact = state.player(said)
    if exact is not None:
        return exact
    if said.strip().casefold() == "narrator" and state.narration is not None:
        said = state.narration.holder
    by_name = find(state.players, lambda player: player.name, said, PLAYER, loose=False)
    if isinstance(by_name, Player):
        return by_name
    named = find(state.players, lambda player: player.character_id or "", said, PLAYER, loose=False)
    return named if isinstance(named, Player) and named.character_id else by_name


def all_skills(character: Character) -> tuple[Skill, ...]:
    """Skills and items; every rule about skills covers both."""
    return character.skills + character.items


def find_skill(character: Character, said: str, loose: bool = True) -> Skill | Rejected:
    """An own skill or item."""
    for skill in all_skills(character):
        if skill.name == said:
            return skill
    return find(all_skills(character), lambda skill: skill.name, said, SKILL, loose)


def is_luck(said: str | None) -> bool:
    """Whether no skill was named."""
    return said is None or said.strip().casefold() in NO_SKILL


def find_principle(character: Character, said: str | None) -> GuidingPrinciple | Rejected:
    """An own principle; nothing said means the only one."""
    if not said and len(character.principles) == 1:
        return character.principles[0]
    if not said:
        return Rejected("E_AMBIGUOUS", phrase("Say which principle is meant."))
    return find(character.principles, lambda principle: principle.text, said, PRINCIPLE)


def find_goal(character: Character, said: str) -> PersonalGoal | Rejected:
    """An own goal by text or number from 1; open goals come before finished ones."""
    opened = tuple(goal for goal in character.goals if goal.status == "OPEN")
    numbered = by_number(opened, said)
    if numbered is not None:
        return numbered
    found = find(opened, lambda goal: goal.text, said, GOAL)
    if isinstance(found, PersonalGoal) or found.code == "E_AMBIGUOUS":
        return found
    closed = tuple(goal for goal in character.goals if goal.status != "OPEN")
    late = find(closed, lambda goal: goal.text, said, GOAL)
    return late if isinstance(late, PersonalGoal) else found


def by_number(items: tuple[T, ...], said: str) -> T | None:
    """The item counted from 1, or "last"."""
    plain = said.strip().casefold()
    if plain == _LAST and items:
        return items[-1]
    return items[int(plain) - 1] if plain.isdecimal() and 1 <= int(plain) <= len(items) else None


def find_connection(character: Character, said: str) -> Connection | Rejected:
    """An own connection."""
    return find(character.connections, lambda connection: connection.npc_name, said, CONNECTION)
