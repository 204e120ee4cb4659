"""The demo evenings typed line by line: what they come to on the table's page, and no barrier there or at a seat."""

import tomllib
from collections.abc import Callable, Iterator
from importlib.resources import files

import pytest

from companion.web.actions import Actions
from companion.web.keys import Visitor
from tests.support.browser import Screen, Served
from tests.support.phones import Phone, violations
from tests.web.test_looks import demo

Table = Callable[..., Screen]
Phones = Callable[..., Phone]


def lines(game: str) -> Iterator[tuple[str, str]]:
    """Yield the speaker and the text of each line on the evening of a demo."""
    script = (files("companion.demo") / game / "evening.toml").read_text(encoding="utf-8")
    return ((each["by"], each["text"]) for each in tomllib.loads(script)["lines"])


@pytest.mark.parametrize(
    ("game", "seat", "ends"),
    [("kleptonomicon", "Alice", "Round 1: Vex's Turn"), ("phasesix", "Ana", "Round 1: Hagen acts")],
)
def test_an_evening_is_typed_to_its_end(
    served: Served, table: Table, phones: Phones, game: str, seat: str, ends: str
) -> None:
    """The table and a seat stand where the demo ends; axe finds nothing serious on either."""
    served.play(demo(game))
    screen, (first, *rest) = table(), lines(game)
    screen.say(*first)
    screen.shows(".line .words", first[1])
    for by, text in rest:
        Actions(served.host, Visitor()).say(text, by)
    screen.shows("h1", ends)
    phone = phones(seat)
    phone.shows("h1", ends)
    assert [*violations(screen.page), *violations(phone.page)] == []
