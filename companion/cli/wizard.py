"""Makes a campaign by asking what its system's form wants to know, and who plays.

Every answer is checked at once and asked again with one sentence about what was wrong; an empty answer takes what
stands in brackets.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar

from companion.play.library import Library, library_of
from companion.play.roster import Roster
from companion.play.setup_answers import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    Part,
    Refused,
    filled,
    none_of,
    one_of,
    options_of,
    players_of,
    put_into,
    refusal,
    value_of,
)
from engine.form import Ask, Form
from engine.phrase import phrase
from engine.registry import find_ruleset, infos
from engine.ruleset import Ruleset

Put = Callable[[str], str]
Tell = Callable[[str], None]
T = TypeVar("T")

_NUMBERED = re.compile(r"(?P<name>.*?\S)[\s:]+(?P<number>-?\d{1,4})")


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
    data: dict[str, Any] = {"game": ruleset.info.slug, "title": _asked(put, tell, "Campaign name", filled)}
    many = f"Players in seat order, separated by commas ({FEWEST_PLAYERS} to {MOST_PLAYERS})"
    names = _asked(put, tell, many, lambda said: players_of(list(_parts(said))))
    tell("Optional answers can be left empty and filled in later.")
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
    before = refusal(ruleset, data)
    while True:
        fill()
        problem = refusal(ruleset, data)
        if problem in {None, before}:
            return
        tell(str(problem))


def _system(put: Put, tell: Tell) -> Ruleset[Any, Any, Any]:
    slugs = tuple(info.slug for info in infos())
    if len(slugs) == 1:
        tell(f"Game: {infos()[0].title}.")
        return find_ruleset(slugs[0])
    return find_ruleset(_asked(put, tell, f"Game: {', '.join(slugs)} [{slugs[0]}]", partial(one_of, slugs)))


def _game_master(put: Put, tell: Tell, form: Form, names: list[str]) -> str | None:
    if form.game_master is None:
        return None
    question = f"Who is the {form.game_master}: {', '.join(names)} [{names[0]}]"
    return _asked(put, tell, question, partial(one_of, names))


def _fill_sheet(put: Put, tell: Tell, form: Form, library: Library, data: dict[str, Any], at: int) -> None:
    name = data["players"][at]["name"]
    others = [each for each in data["players"] if each["name"] != name]
    taken = [each["name"] for each in others]
    taken += [each["character"]["name"] for each in others if "character" in each]
    player: dict[str, Any] = {"name": name}
    character = _asked(put, tell, f"{name}'s character", partial(none_of, taken))
    put_into(player, "character.name", character)
    for ask in form.asks:
        if ask.of_character:
            question = _question(ask, library).format(player=name, character=character)
            put_into(player, ask.entry, _asked(put, tell, question, _reader(ask, library)))
    data["players"][at] = player


def _fill_table(put: Put, tell: Tell, form: Form, library: Library, data: dict[str, Any]) -> None:
    for ask in form.asks:
        if not ask.of_character:
            put_into(data, ask.entry, _asked(put, tell, _question(ask, library), _reader(ask, library)))


def _question(ask: Ask, library: Library) -> str:
    options = options_of(ask, library)
    listed = f": {', '.join(options)}" if options else ""
    first = f" [{options[0]}]" if ask.shape == "choice" and options else ""
    commas = ", separated by commas" if ask.shape in {"texts", "numbered", "choices", "rows"} else ""
    columns = f" ({'; '.join(column.label for column in ask.columns)})" if ask.columns else ""
    example = f" ({ask.example})" if ask.example else ""
    return f"{ask.question}{commas}{columns}{listed}{first}{example}"


def _reader(ask: Ask, library: Library) -> Callable[[str], Any]:
    return lambda said: value_of(ask, list(_split(ask, said)), library)


def _split(ask: Ask, said: str) -> Iterator[Part]:
    """The parts of a typed line: lists have commas, columns have semicolons."""
    if ask.shape in {"text", "number", "choice"}:
        yield (said,)
        return
    for part in _parts(said):
        if ask.shape == "rows":
            cells = [cell.strip() for cell in part.split(";")]
            if len(cells) > len(ask.columns):
                raise Refused(
                    phrase(
                        "{part!r} has too many semicolons; write it like: {example}.", part=part, example=ask.example
                    )
                )
            yield (*cells, *[""] * (len(ask.columns) - len(cells)))
        elif ask.shape == "numbered":
            found = _NUMBERED.fullmatch(part)
            yield (found["name"], found["number"]) if found else (part, "")
        else:
            yield (part,)


def _asked(put: Put, tell: Tell, question: str, read: Callable[[str], T]) -> T:
    while True:
        try:
            return read(put(f"{question}: ").strip())
        except Refused as problem:
            tell(str(problem))


def _parts(said: str) -> Iterator[str]:
    return (part.strip() for part in said.split(",") if part.strip())
