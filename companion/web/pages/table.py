"""The page in the middle of the table."""

from fastapi import Request
from nicegui import Client, ui

from companion.web.house import House
from companion.web.live import Change
from companion.web.page import Page
from companion.web.parts import board as draw
from companion.web.parts.base import Given, Part, box, first, form, text
from companion.web.strings import words
from engine.board import Board


def register(house: House) -> None:
    """Add the page to the server."""

    @ui.page("/")
    def table(request: Request, client: Client) -> None:
        TablePage(Page(house, request, client, "table.title"))


class TablePage:
    """The table as one browser shows it."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._host = page.house.host
        with page.main:
            self._headline: Part[Board] = Part(draw.headline, "section", "hero")
            with form(self._say, "row", clears="words"):
                with box("select", name="by", aria_label=words("table.who")):
                    for name in self._host.players:
                        text("option", name, value=name)
                box("input", "grow", name="words", aria_label=words("table.words"))
                text("button", words("table.say"), "main", type="submit")
        self._redraw(Change(frozenset({"board"})))
        page.follow(self._redraw)

    async def _say(self, given: Given) -> None:
        said, by = first(given, "words"), first(given, "by") or None
        await self._page.do(lambda: self._page.actions.say(said, by))

    def _redraw(self, change: Change) -> None:
        if "board" in change.topics:
            self._headline.show(self._host.board())
