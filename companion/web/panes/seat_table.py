"""The table as a seat sees it: who has the word, what this seat has and owes, and everything else to look up."""

from dataclasses import dataclass

from nicegui import context

from companion.web.page import Page
from companion.web.parts import board as draw
from companion.web.parts.base import Each, Part, box, fold, text
from companion.web.strings import words
from companion.web.theme import seat_class
from companion.web.updates import Topic, Update
from engine.board import Bar, Counter, Panel, Place, Throw


@dataclass(frozen=True, slots=True)
class _Now:
    headline: str
    reason: str
    actions: int | None
    unit: str
    own: Place | None
    seat: int


class NowPane:
    """The player who has the word and why, and the seat's own counters and debts.

    Args:
        page: The seat's page.
        seat: Whose it is.
    """

    topics: frozenset[Topic] = frozenset({"board"})

    def __init__(self, page: Page, seat: str) -> None:
        self._host = page.house.host
        self._seat = seat
        self._around = context.slot.parent
        self._part: Part[_Now] = Part(self._draw, "section", "now", "stack", aria_label=words("hero.label"))

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        shown = self._host.board(self._seat)
        if shown is not None:
            own = next((each for each in shown.places if each.player == self._seat), None)
            place = self._host.players.index(self._seat)
            turn = shown.holder == self._seat or (own is not None and bool(own.owes))
            self._around.classes(add="my-turn" if turn else "", remove="" if turn else "my-turn")
            self._part.show(_Now(shown.headline, shown.reason, shown.actions, shown.unit, own, place))

    def _draw(self, now: _Now) -> None:
        with box("div"):
            text("h1", now.headline, "now-line")
            if now.reason:
                text("p", now.reason, "faint")
            if now.actions is not None:
                text("p", words("board.actions", count=now.actions, unit=now.unit), "tone-strong")
        if now.own is not None:
            with box("div", "own", "stack", seat_class(now.seat)):
                self._draw_own(now.own)

    def _draw_own(self, own: Place) -> None:
        with box("p", "row"):
            text("span", own.player, "seat-name", "lead")
            if own.character:
                text("span", own.character, "faint")
        draw.counters(own.counters)
        if own.badges or own.owes or not own.present:
            with box("div", "row"):
                for badge in own.badges:
                    text("span", badge, "badge")
                if not own.present:
                    text("span", words("seats.absent"), "badge")
                for owed in own.owes:
                    text("span", words("own.owes", what=owed), "badge", "owes")


@dataclass(frozen=True, slots=True)
class _Common:
    bars: tuple[Bar, ...]
    counters: tuple[Counter, ...]
    order: tuple[str, ...]


class TablePane:
    """Aims the table works towards, things that lie on it, and belongings of the others; to be opened.

    Args:
        page: The seat's page.
        seat: Whose it is.
    """

    topics: frozenset[Topic] = frozenset({"board"})

    def __init__(self, page: Page, seat: str) -> None:
        self._host = page.house.host
        self._seat = seat
        with fold(words("own.table")), box("div", "stack"):
            self._common: Part[_Common] = Part(self._draw_common, "div", "stack")
            self._thrown: Each[Throw] = Each(draw.throw, "div", "stack")
            self._others: Each[Place] = Each(self._draw_other, "div", "stack")
            self._panels: Each[Panel] = Each(draw.panel, "div", "stack")

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        shown = self._host.board(self._seat)
        if shown is not None:
            self._common.show(_Common(shown.bars, shown.counters, shown.order))
            self._thrown.show([each for each in shown.throws if each.over])
            self._others.show([each for each in shown.places if each.player != self._seat])
            self._panels.show([each for each in shown.panels if each != Panel(each.title)])

    def _draw_common(self, common: _Common) -> None:
        draw.counters(common.counters)
        for each in common.bars:
            draw.bar(each)
        if common.order:
            with box("p", "row"):
                text("span", words("own.order"))
                for name in common.order:
                    draw.player_name(name, self._host.players)

    def _draw_other(self, other: Place) -> None:
        with box("div", "other"):
            with box("p", "row"):
                draw.player_name(other.player, self._host.players)
                text("span", other.character or "", "faint")
                for badge in other.badges:
                    text("span", badge, "badge")
                for owed in other.owes:
                    text("span", words("seats.owes", what=owed), "badge", "owes")
            draw.counters(other.counters)
