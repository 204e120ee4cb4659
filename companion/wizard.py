"""Makes a campaign by asking what its system's form wants to know, and who plays.

Every answer is checked at once and asked again with one sentence about what was wrong; an empty answer takes what
stands in brackets.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, TypeVar

from companion.errors import RosterError
from companion.library import Library, library_of
from companion.roster import UNKNOWN_SPEAKER, Roster
from companion.table import state_of
from engine.form import Ask, Form
from engine.registry import RULESETS, find_ruleset
from engine.ruleset import Ruleset

Put = Callable[[str], str]
Tell = Callable[[str], None]
T = TypeVar("T")

_NUMBERED = re.compile(r"(?P<name>.*?\S)[\s:]+(?P<number>-?\d{1,4})")

LONGEST_NAME = 80
FEWEST_PLAYERS, MOST_PLAYERS = 2, 8


class Refused(ValueError):
    """An answer that cannot be used; the message says why."""


def make_roster(put: Put, tell: Tell) -> Roster:
    """Ask for everything a first evening needs.

    Args:
        put: Puts a question and returns the typed answer.
        tell: Shows a sentence.

    Raises:
        EOFError: The person left.
    """
    ruleset = _system(put, tell)
    form, library = ruleset.form, library_of(ruleset)
    data: dict[str, Any] = {"game": ruleset.info.slug, "title": _asked(put, tell, "Name of the campaign", _filled)}
    many = f"Players in seat order, with commas ({FEWEST_PLAYERS} to {MOST_PLAYERS})"
    names = _asked(put, tell, many, _players)
    tell("Empty answers can be filled in later.")
    master = _game_master(put, tell, form, names)
    data["players"] = [{"name": name, "role": "gm"} if name == master else {"name": name} for name in names]
    for at, player in enumerate(data["players"]):
        if player["name"] != master:
            _until_accepted(ruleset, data, tell, partial(_fill_sheet, put, tell, form, library, data, at))
    _until_accepted(ruleset, data, tell, partial(_fill_table, put, tell, form, library, data))
    return Roster.from_json(data)


def _until_accepted(
    ruleset: Ruleset[Any, Any, Any], data: dict[str, Any], tell: Tell, fill: Callable[[], None]
) -> None:
    """Ask until the rules take what the answers add up to, unless they refused it before they were given."""
    before = _refusal(ruleset, data)
    while True:
        fill()
        problem = _refusal(ruleset, data)
        if problem in {None, before}:
            return
        tell(str(problem))


def _refusal(ruleset: Ruleset[Any, Any, Any], data: dict[str, Any]) -> str | None:
    try:
        state_of(ruleset, Roster.from_json(data).to_json())
    except RosterError as problem:
        return str(problem)
    return None


def _system(put: Put, tell: Tell) -> Ruleset[Any, Any, Any]:
    slugs = tuple(ruleset.info.slug for ruleset in RULESETS)
    if len(slugs) == 1:
        tell(f"Game: {RULESETS[0].info.title}.")
        return RULESETS[0]
    return find_ruleset(_asked(put, tell, f"Game: {', '.join(slugs)} [{slugs[0]}]", _one_of(slugs)))


def _game_master(put: Put, tell: Tell, form: Form, names: list[str]) -> str | None:
    if form.game_master is None:
        return None
    question = f"Who is the {form.game_master}: {', '.join(names)} [{names[0]}]"
    return _asked(put, tell, question, _one_of(tuple(names)))


def _fill_sheet(put: Put, tell: Tell, form: Form, library: Library, data: dict[str, Any], at: int) -> None:
    name = data["players"][at]["name"]
    others = [each for each in data["players"] if each["name"] != name]
    taken = [each["name"] for each in others]
    taken += [each["character"]["name"] for each in others if "character" in each]
    player: dict[str, Any] = {"name": name}
    character = _asked(put, tell, f"{name}'s character", _none_of(taken))
    _put_into(player, "character.name", character)
    for ask in form.asks:
        if ask.entry.startswith("character."):
            question = _question(ask, library).format(player=name, character=character)
            _put_into(player, ask.entry, _asked(put, tell, question, _reader(ask, library)))
    data["players"][at] = player


def _fill_table(put: Put, tell: Tell, form: Form, library: Library, data: dict[str, Any]) -> None:
    for ask in form.asks:
        if not ask.entry.startswith("character."):
            _put_into(data, ask.entry, _asked(put, tell, _question(ask, library), _reader(ask, library)))


def _put_into(data: dict[str, Any], entry: str, value: Any) -> None:
    """Set a dotted entry; what stays empty is left out."""
    *groups, last = entry.split(".")
    if value in ("", [], {}, None):
        return
    for group in groups:
        data = data.setdefault(group, {})
    data[last] = value


def _question(ask: Ask, library: Library) -> str:
    options = _options(ask, library)
    listed = f": {', '.join(options)}" if options else ""
    first = f" [{options[0]}]" if ask.shape == "choice" and options else ""
    commas = ", with commas" if ask.shape in {"texts", "numbered", "choices"} else ""
    example = f" ({ask.example})" if ask.example else ""
    return f"{ask.question}{commas}{listed}{first}{example}"


def _options(ask: Ask, library: Library) -> tuple[str, ...]:
    if ask.library is None:
        return ask.options
    # A section is a list of named entries, or a table of entries by name.
    return tuple(entry if isinstance(entry, str) else entry["name"] for entry in library.get(ask.library, ()))


def _reader(ask: Ask, library: Library) -> Callable[[str], Any]:
    options = _options(ask, library)
    readers: Mapping[str, Callable[[str], Any]] = {
        "text": lambda said: _short(said) if said or not ask.least else _filled(said),
        "texts": lambda said: _keyed(ask, _counted(ask, _names(said, ask.noun))),
        "numbered": lambda said: _numbers(ask, said),
        "number": lambda said: _number(ask, said),
        "choice": _one_of(options),
        "choices": lambda said: _counted(ask, [_one_of(options)(part) for part in _parts(said)]),
    }
    return readers[ask.shape]


def _asked(put: Put, tell: Tell, question: str, read: Callable[[str], T]) -> T:
    while True:
        try:
            return read(put(f"{question}: ").strip())
        except Refused as problem:
            tell(str(problem))


def _short(said: str) -> str:
    if len(said) > LONGEST_NAME:
        raise Refused(f"A name has {LONGEST_NAME} letters at most.")
    return said


def _filled(said: str) -> str:
    if not said:
        raise Refused("This cannot stay empty.")
    return _short(said)


def _none_of(taken: list[str]) -> Callable[[str], str]:
    def read(said: str) -> str:
        if said.casefold() in (name.casefold() for name in taken):
            raise Refused(f"{said} is a name at this table already.")
        return _filled(said)

    return read


def _names(said: str, noun: str = "name") -> list[str]:
    names = [_filled(name) for name in _parts(said)]
    if len({name.casefold() for name in names}) < len(names):
        raise Refused(f"Say every {noun} once; upper and lower case count as the same.")
    return names


def _players(said: str) -> list[str]:
    names = _names(said)
    if not FEWEST_PLAYERS <= len(names) <= MOST_PLAYERS:
        raise Refused(f"{FEWEST_PLAYERS} to {MOST_PLAYERS} players sit at a table, not {len(names)}.")
    if UNKNOWN_SPEAKER in (name.casefold() for name in names):
        raise Refused(f"Strangers are called {UNKNOWN_SPEAKER}; choose another name.")
    return names


def _counted(ask: Ask, parts: list[T]) -> list[T]:
    if ask.most is not None and len(parts) > ask.most:
        raise Refused(f"At most {ask.most} {ask.noun}s, not {len(parts)}.")
    if len(parts) < ask.least:
        raise Refused(f"At least {ask.least} {ask.noun}{'' if ask.least == 1 else 's'}, such as: {ask.example}.")
    return parts


def _keyed(ask: Ask, names: list[str]) -> list[Any]:
    return [{ask.keys[0]: name} for name in names] if ask.keys else names


def _numbers(ask: Ask, said: str) -> Any:
    parts = _counted(ask, list(_numbered(said, ask)))
    _names(",".join(name for name, _ in parts), ask.noun)
    for name, number in parts:
        if number < ask.each_least:
            raise Refused(f"{name} needs {ask.each_least} at least, not {number}.")
        if ask.each_most is not None and number > ask.each_most:
            raise Refused(f"{name} may have {ask.each_most} at most, not {number}.")
    spent = sum(number for _, number in parts)
    if ask.total is not None and spent > ask.total:
        raise Refused(f"That is {spent} points; there are {ask.total}.")
    return [dict(zip(ask.keys, part, strict=True)) for part in parts] if ask.keys else dict(parts)


def _numbered(said: str, ask: Ask) -> Iterator[tuple[str, int]]:
    for part in _parts(said):
        found = _NUMBERED.fullmatch(part)
        if found is None:
            raise Refused(f"{part!r} has no number behind it; write it like: {ask.example}.")
        yield _filled(found["name"]), int(found["number"])


def _number(ask: Ask, said: str) -> int | None:
    if not said:
        return None
    if not said.lstrip("-").isdecimal():
        raise Refused("Write a whole number.")
    number = int(said)
    if number < ask.least or (ask.most is not None and number > ask.most):
        limit = f"{ask.least} or more" if ask.most is None else f"{ask.least} to {ask.most}"
        raise Refused(f"It must be {limit}.")
    return number


def _one_of(options: tuple[str, ...]) -> Callable[[str], str]:
    def read(said: str) -> str:
        if not said and options:
            return options[0]
        chosen = next((option for option in options if option.casefold() == said.casefold()), None)
        if chosen is None:
            raise Refused(f"Choose one of {', '.join(options)}.")
        return chosen

    return read


def _parts(said: str) -> Iterator[str]:
    return (part.strip() for part in said.split(",") if part.strip())
