"""Checks of the answers people give before a first evening: the same at the keyboard and on a page.

An answer comes in parts. A text, a number or a choice is one part of one word; a list has a part for each entry, with
its number or its further columns beside it.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from companion.base import plain_text
from companion.base.errors import RosterError, TextRefused, told
from companion.play.library import Library
from companion.play.roster import UNKNOWN_SPEAKER, Roster
from companion.play.setup import state_of
from engine.form import Ask, Column
from engine.phrase import Phrase, capital, joined, phrase
from engine.ruleset import Ruleset

Part = tuple[str, ...]

LONGEST_NAME = 80
LONGEST_SENTENCE = 2000
FEWEST_PLAYERS, MOST_PLAYERS = 2, 8

_WHOLE = re.compile(r"-?\d{1,4}")


_NAME = phrase("name")
_IT = phrase("It")


class Refused(ValueError):
    """An answer that cannot be used.

    Attributes:
        message: Why, one sentence.
    """

    def __init__(self, message: Phrase) -> None:
        super().__init__(str(message))
        self.message = message


def value_of(ask: Ask, parts: Sequence[Part], library: Library) -> Any:
    """Return the value of an answer for the campaign file; an empty one is empty, or the first choice.

    Raises:
        Refused: It cannot be used.
    """
    firsts = [part[0] for part in parts]
    said = firsts[0] if firsts else ""
    readers: Mapping[str, Callable[[], Any]] = {
        "text": lambda: short(said) if said or not ask.least else filled(said),
        "texts": lambda: _keyed(ask, each_once(_counted(ask, firsts), ask.noun)),
        "numbered": lambda: _numbered(ask, parts),
        "number": lambda: _number(ask, said),
        "choice": lambda: one_of(options_of(ask, library), said),
        "choices": lambda: _counted(ask, [one_of(options_of(ask, library), each) for each in firsts]),
        "rows": lambda: _rows(ask, parts),
    }
    return readers[ask.shape]()


def options_of(ask: Ask, library: Library) -> tuple[str, ...]:
    """List the choices, from the question or from the system's library."""
    if ask.library is None:
        return ask.options
    # A section is a list of named entries, or a table of entries by name.
    return tuple(entry if isinstance(entry, str) else entry["name"] for entry in library.get(ask.library, ()))


def spent(ask: Ask, parts: Sequence[Part]) -> dict[str, int]:
    """Add up the numbers of an answer so far, by their owner; one sum under "" where it has no owner."""
    if ask.shape != "rows":
        return {"": sum(_whole(part[1]) or 0 for part in parts)}
    owner, number = _places(ask)
    sums: Counter[str] = Counter()
    for part in parts:
        sums[part[owner]] += _whole(part[number]) or 0
    return dict(sums)


def short(said: str) -> str:
    """A name, or nothing."""
    said = _plain(plain_text.name, said)
    if len(said) > LONGEST_NAME:
        raise Refused(phrase("A name has at most {most} characters.", most=LONGEST_NAME))
    return said


def _plain(check: Callable[[str], str], said: str) -> str:
    try:
        return check(said)
    except TextRefused as problem:
        raise Refused(told(problem)) from problem


def filled(said: str) -> str:
    """A name."""
    if not said:
        raise Refused(phrase("This is required."))
    return short(said)


def none_of(taken: Iterable[str], said: str) -> str:
    """A name nobody else has."""
    if said.casefold() in {name.casefold() for name in taken}:
        raise Refused(phrase("There is already somebody called {said}.", said=said))
    return filled(said)


def each_once(names: Sequence[str], noun: Phrase = _NAME) -> list[str]:
    """Names that differ."""
    found = [filled(name) for name in names]
    if len({name.casefold() for name in found}) < len(found):
        raise Refused(phrase("Enter each {noun} once; upper and lower case count as the same.", noun=noun))
    return found


def players_of(names: Sequence[str]) -> list[str]:
    """As many players as sit at a table."""
    found = each_once(names)
    if not FEWEST_PLAYERS <= len(found) <= MOST_PLAYERS:
        raise Refused(
            phrase(
                "A table has {least} to {most} players, not {found}.",
                least=FEWEST_PLAYERS,
                most=MOST_PLAYERS,
                found=len(found),
            )
        )
    if UNKNOWN_SPEAKER in (name.casefold() for name in found):
        raise Refused(phrase("{name} is the name for unknown voices; choose another name.", name=UNKNOWN_SPEAKER))
    return found


def one_of(options: Sequence[str], said: str) -> str:
    """One of the options, the first for nothing said."""
    if not said and options:
        return options[0]
    chosen = next((option for option in options if option.casefold() == said.casefold()), None)
    if chosen is None:
        raise Refused(phrase("Choose one of {options}.", options=joined(options, ", ")))
    return chosen


def put_into(data: dict[str, Any], entry: str, value: Any) -> None:
    """Set a dotted entry; what stays empty is left out."""
    *groups, last = entry.split(".")
    if value in ("", [], {}, None):
        return
    for group in groups:
        data = data.setdefault(group, {})
    data[last] = value


def refusal(ruleset: Ruleset[Any, Any, Any], data: dict[str, Any]) -> Phrase | None:
    """Return the reason why the rules refuse what the answers add up to, one sentence; None when they do not."""
    try:
        state_of(ruleset, Roster.from_json(data).to_json())
    except RosterError as problem:
        return problem.reason
    return None


def _counted(ask: Ask, parts: list[Any]) -> list[Any]:
    if ask.most is not None and len(parts) > ask.most:
        noun = capital(ask.noun)
        raise Refused(phrase("{noun}: at most {most}, not {given}.", noun=noun, most=ask.most, given=len(parts)))
    if len(parts) < ask.least:
        noun, least = capital(ask.noun), ask.least
        raise Refused(
            phrase("{noun}: at least {least}, such as: {example}.", noun=noun, least=least, example=ask.example)
        )
    return parts


def _keyed(ask: Ask, names: list[str]) -> list[Any]:
    return [{ask.keys[0]: name} for name in names] if ask.keys else names


def _whole(said: str) -> int | None:
    return int(said) if _WHOLE.fullmatch(said) else None


def _numbered(ask: Ask, parts: Sequence[Part]) -> Any:
    found = [(filled(name), _behind(ask, name, number)) for name, number in parts]
    each_once([name for name, _ in _counted(ask, found)], ask.noun)
    for name, number in found:
        if number < ask.each_least:
            raise Refused(
                phrase("{name} must be at least {least}, not {number}.", name=name, least=ask.each_least, number=number)
            )
        if ask.each_most is not None and number > ask.each_most:
            raise Refused(
                phrase("{name} must be at most {most}, not {number}.", name=name, most=ask.each_most, number=number)
            )
    total = sum(number for _, number in found)
    if ask.total is not None and total > ask.total:
        raise Refused(phrase("That is {total} of {most} points.", total=total, most=ask.total))
    return [dict(zip(ask.keys, part, strict=True)) for part in found] if ask.keys else dict(found)


def _behind(ask: Ask, name: str, said: str) -> int:
    number = _whole(said)
    if number is None:
        raise Refused(
            phrase("{name!r} has no number behind it; write it like: {example}.", name=name, example=ask.example)
        )
    return number


def _number(ask: Ask, said: str) -> int | None:
    if not said:
        return None
    number = _whole(said)
    if number is None:
        raise Refused(phrase("Write a whole number."))
    return _within(number, ask.least, ask.most)


def _within(number: int, least: int, most: int | None, what: Phrase = _IT) -> int:
    if number < least or (most is not None and number > most):
        limit = (
            phrase("{least} or more", least=least)
            if most is None
            else phrase("{least} to {most}", least=least, most=most)
        )
        raise Refused(phrase("{what} must be {limit}.", what=what, limit=limit))
    return number


def _rows(ask: Ask, parts: Sequence[Part]) -> list[dict[str, Any]]:
    found = []
    for at, part in enumerate(_counted(ask, list(parts)), start=1):
        values = [_cell(column, said, f"{ask.noun} {at}") for column, said in zip(ask.columns, part, strict=True)]
        found.append(
            {column.key: value for column, value in zip(ask.columns, values, strict=True) if value is not None}
        )
    for owner, total in spent(ask, parts).items() if ask.total is not None else ():
        if total > (ask.total or 0):
            raise Refused(phrase("{owner} spends {total}; there are {most}.", owner=owner, total=total, most=ask.total))
    return found


def _cell(column: Column, said: str, where: str) -> str | int | None:
    what = phrase("{label} in {where}", label=column.label, where=where)
    if not said:
        if column.optional:
            return None
        raise Refused(phrase("{what} is required.", what=what))
    if column.number:
        number = _whole(said)
        if number is None:
            raise Refused(phrase("{what} must be a whole number.", what=what))
        return _within(number, column.least, column.most, what)
    if column.options:
        kept = {name.casefold(): value for value, label in column.options for name in (value, label)}
        if said.casefold() not in kept:
            raise Refused(
                phrase(
                    "{what} must be one of {labels}.",
                    what=what,
                    labels=joined((label for _, label in column.options), ", "),
                )
            )
        return kept[said.casefold()]
    if len(said) > LONGEST_SENTENCE:
        raise Refused(phrase("{what} has at most {most} characters.", what=what, most=LONGEST_SENTENCE))
    return _plain(plain_text.line, said)


def _places(ask: Ask) -> tuple[int, int]:
    """Columns of whom a sum belongs to, and of what is added up."""
    keys = [column.key for column in ask.columns]
    return keys.index(ask.total_by), next(at for at, column in enumerate(ask.columns) if column.number)
