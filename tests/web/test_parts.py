"""Pieces of pages keep what is still there: only what is another value is drawn again."""

from collections.abc import Iterator

import pytest
from nicegui import Client
from nicegui.page import page

from companion.web.parts.base import Each, Part, text


@pytest.fixture
def drawn() -> Iterator[list[str]]:
    """What was drawn, in order, within a page nobody has open."""
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
    """Two of the same are two elements."""
    row: Each[str] = Each(lambda value: drawn.append(value) or text("p", value))
    row.show(["a", "a"])
    row.show(["a", "a", "a"])
    assert drawn == ["a", "a", "a"]
