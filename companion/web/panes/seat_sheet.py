"""A seat's own character: skills as they count now, goals, connections, and whatever else only its player sees."""

from collections.abc import Sequence
from dataclasses import replace

from companion.web.page import Page
from companion.web.parts import board as draw
from companion.web.parts.base import Each, fold
from companion.web.strings import words
from companion.web.updates import Topic, Update
from engine.board import Card, Panel


class SheetPane:
    """The own sheet without the hand, which lies open on its own.

    Args:
        page: The seat's page.
        seat: Whose it is.
    """

    topics: frozenset[Topic] = frozenset({"board"})

    def __init__(self, page: Page, seat: str) -> None:
        self._host = page.house.host
        self._seat = seat
        with fold(words("own.sheet"), is_open=True):
            self._panels: Each[Panel] = Each(draw.panel, "div", "stack", "sheet")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        panels = self._host.sheet(self._seat)
        self._panels.show([each for each in map(_without_hand, panels) if each != Panel(each.title)])


def hand_on(panels: Sequence[Panel]) -> tuple[Card, ...]:
    """The cards of a sheet that lie in its player's own hand."""
    return tuple(card for panel in panels for card in panel.cards if card.code is not None)


def _without_hand(panel: Panel) -> Panel:
    return replace(panel, cards=tuple(card for card in panel.cards if card.code is None))
