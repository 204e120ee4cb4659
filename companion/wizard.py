"""Makes a campaign by asking: who plays, whom, and what the group is after.

Every answer is checked at once and asked again with one sentence about what was wrong; an empty answer takes what
stands in brackets.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from companion.roster import UNKNOWN_SPEAKER, Roster
from engine.registry import RULESETS, find_ruleset

Ask = Callable[[str], str]
Tell = Callable[[str], None]
T = TypeVar("T")

_NUMBERED = re.compile(r"(?P<name>.*?\S)[\s:]+(?P<number>\d{1,4})")

LONGEST_NAME = 80
SKILL_POINTS, BEST_SKILL, GOAL_TOTAL = 15, 5, 300


class Refused(ValueError):
    """An answer that cannot be used; the message says why."""


def make_roster(ask: Ask, tell: Tell) -> Roster:
    """Ask for everything a first evening needs.

    Args:
        ask: Puts a question and returns the typed answer.
        tell: Shows a sentence.

    Raises:
        EOFError: The person left.
    """
    system = _system(ask, tell)
    title = _asked(ask, tell, "Name of the campaign", _filled)
    names = _asked(ask, tell, "Players in seat order, with commas (2 to 8)", _players)
    tell(f"{SKILL_POINTS} skill points each, at most {BEST_SKILL} on one skill. Empty answers can be filled in later.")
    players: list[dict[str, Any]] = []
    for name in names:
        taken = [player["character"]["name"] for player in players]
        players.append({"name": name, "character": _character(ask, tell, name, taken)})
    goals = _asked(ask, tell, "Group goals with points, with commas (find the ship 30)", _group_goals)
    data: dict[str, Any] = {"game": system, "title": title, "players": players, "group_goals": goals}
    presets = ("worked_examples", "summaries", "chapter_one")
    data["preset"] = _asked(ask, tell, f"House rules: {', '.join(presets)} [{presets[0]}]", _one_of(presets))
    return Roster.from_json(data)


def _system(ask: Ask, tell: Tell) -> str:
    slugs = tuple(ruleset.info.slug for ruleset in RULESETS)
    if len(slugs) == 1:
        tell(f"Game: {RULESETS[0].info.title}.")
        return slugs[0]
    return find_ruleset(_asked(ask, tell, f"Game: {', '.join(slugs)} [{slugs[0]}]", _one_of(slugs))).info.slug


def _character(ask: Ask, tell: Tell, player: str, taken: list[str]) -> dict[str, Any]:
    sheet: dict[str, Any] = {"name": _asked(ask, tell, f"{player}'s character", _none_of(taken))}
    name = sheet["name"]
    sheet["skills"] = _asked(ask, tell, f"{name}'s skills with ranks, with commas (Haggling 3, Locks 2)", _skills)
    sheet["blurbs"] = list(_parts(ask(f"Up to three lines that describe {name}, with commas: ")))[:3]
    sheet["goals"] = _asked(
        ask, tell, f"{name}'s goals with points, {GOAL_TOTAL} in all (find my brother 100)", _own_goals
    )
    sheet["connections"] = _asked(ask, tell, f"People {name} knows, with commas", _connections)
    return sheet


def _asked(ask: Ask, tell: Tell, question: str, read: Callable[[str], T]) -> T:
    while True:
        try:
            return read(ask(f"{question}: ").strip())
        except Refused as problem:
            tell(str(problem))


def _filled(said: str) -> str:
    if not said:
        raise Refused("This cannot stay empty.")
    if len(said) > LONGEST_NAME:
        raise Refused(f"A name has {LONGEST_NAME} letters at most.")
    return said


def _none_of(taken: list[str]) -> Callable[[str], str]:
    def read(said: str) -> str:
        if said.casefold() in (name.casefold() for name in taken):
            raise Refused(f"There is a character called {said} already.")
        return _filled(said)

    return read


def _names(said: str) -> list[str]:
    names = [_filled(name) for name in _parts(said)]
    if len({name.casefold() for name in names}) < len(names):
        raise Refused("Name everybody once; upper and lower case count as the same.")
    return names


def _connections(said: str) -> list[dict[str, Any]]:
    return [{"name": name} for name in _names(said)]


def _players(said: str) -> list[str]:
    names = _names(said)
    if not 2 <= len(names) <= 8:
        raise Refused(f"Two to eight players sit at a table, not {len(names)}.")
    if UNKNOWN_SPEAKER in (name.casefold() for name in names):
        raise Refused(f"Strangers are called {UNKNOWN_SPEAKER}; choose another name.")
    return names


def _skills(said: str) -> list[dict[str, Any]]:
    skills = list(_numbered(said, "Haggling 3"))
    if not skills:
        raise Refused("Everybody needs at least one skill, such as: Haggling 3.")
    best, rank = max(skills, key=lambda skill: skill[1])
    if rank > BEST_SKILL:
        raise Refused(f"{best} may start at {BEST_SKILL} at most, not {rank}.")
    spent = sum(rank for _, rank in skills)
    if spent > SKILL_POINTS:
        raise Refused(f"That is {spent} points; there are {SKILL_POINTS}.")
    if len({name.casefold() for name, _ in skills}) < len(skills):
        raise Refused("Name every skill once.")
    return [{"name": name, "rank": rank} for name, rank in skills]


def _group_goals(said: str) -> list[dict[str, Any]]:
    return _goals(said, 99)


def _own_goals(said: str) -> list[dict[str, Any]]:
    return _goals(said, 3)


def _goals(said: str, most: int) -> list[dict[str, Any]]:
    goals = list(_numbered(said, "find my brother 100"))
    if len(goals) > most:
        raise Refused(f"At most {most} goals, not {len(goals)}.")
    if any(value < 1 for _, value in goals):
        raise Refused("A goal needs at least one point.")
    if len({text.casefold() for text, _ in goals}) < len(goals):
        raise Refused("Name every goal once.")
    return [{"text": text, "value": value} for text, value in goals]


def _numbered(said: str, example: str) -> Iterator[tuple[str, int]]:
    for part in _parts(said):
        found = _NUMBERED.fullmatch(part)
        if found is None:
            raise Refused(f"{part!r} has no number behind it; write it like: {example}.")
        yield _filled(found["name"]), int(found["number"])


def _one_of(options: tuple[str, ...]) -> Callable[[str], str]:
    def read(said: str) -> str:
        chosen = said or options[0]
        if chosen not in options:
            raise Refused(f"Choose one of {', '.join(options)}.")
        return chosen

    return read


def _parts(said: str) -> Iterator[str]:
    return (part.strip() for part in said.split(",") if part.strip())
