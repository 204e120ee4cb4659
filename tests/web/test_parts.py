"""Pieces of pages keep what is still there: only what is another value is drawn again."""

from collections.abc import Iterator

import pytest
from nicegui import Client, context
from nicegui.elements.echart import EChart
from nicegui.elements.mixins.text_element import TextElement
from nicegui.page import page

from companion.web.parts.base import Each, Part, box, button, text
from companion.web.parts.charts import Chart, as_csv, draw_chart


@pytest.fixture
def drawn() -> Iterator[list[str]]:
    """List for the texts drawn, in order, within a page nobody has open."""
    with Client(page("/parts")):
        yield []


def test_a_part_is_drawn_when_its_value_is_another(drawn: list[str]) -> None:
    """The same value twice is drawn once; nothing leaves it empty."""
    part: Part[str] = Part(lambda value: drawn.append(value) or text("p", value))
    for value in ("a", "a", None, "a", "b"):
        part.show(value)
    assert drawn == ["a", "a", "b"]
    assert len(part.box.default_slot.children) == 1


def test_a_row_keeps_elements_of_values_that_stay(drawn: list[str]) -> None:
    """Another order, one gone and one new: the others are the very same elements, half-filled forms included."""
    row: Each[str] = Each(lambda value: drawn.append(value) or text("p", value))
    row.show(["a", "b", "c"])
    before = dict(zip("abc", row.box.default_slot.children, strict=True))
    row.show(["c", "d", "a"])
    after = row.box.default_slot.children
    assert drawn == ["a", "b", "c", "d"]
    assert [after[0], after[2]] == [before["c"], before["a"]]
    assert len(after) == 3
    row.show([])
    assert row.box.default_slot.children == []


def test_equal_values_stand_beside_each_other(drawn: list[str]) -> None:
    row: Each[str] = Each(lambda value: drawn.append(value) or text("p", value))
    row.show(["a", "a"])
    row.show(["a", "a", "a"])
    assert drawn == ["a", "a", "a"]


HOSTILE = "Jay\x1b[31m\u202e<b>\x9b"
SHOWN = r"Jay\u001b[31m\u202e<b>\u009b"


def test_words_on_a_page_show_their_control_characters(drawn: list[str]) -> None:
    """In what is drawn, in what replaces it, in attributes and in buttons; none turns the rest of a line round."""
    written = text("p", HOSTILE, title=HOSTILE)
    assert written.text == SHOWN
    assert written.props["title"] == SHOWN
    written.set_text(f"{HOSTILE}!")
    assert written.text == f"{SHOWN}!"
    assert button(HOSTILE, lambda: None).text == SHOWN
    assert box("div", aria_label=HOSTILE).props["aria-label"] == SHOWN


def test_a_chart_shows_those_of_its_names(drawn: list[str]) -> None:
    options = {"series": [{"name": HOSTILE, "data": (1, 2)}]}
    chart = Chart("c", "Who", "So", options, ("Player", "Words"), ((HOSTILE, 1),))
    draw_chart(chart)
    drawn_words = [each.text for each in context.client.elements.values() if isinstance(each, TextElement)]
    (picture,) = [each for each in context.client.elements.values() if isinstance(each, EChart)]
    assert SHOWN in drawn_words
    assert picture.options["series"] == [{"name": SHOWN, "data": [1, 2]}]
    assert as_csv(chart).splitlines()[1] == f"{SHOWN},1"
