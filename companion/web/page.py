"""Frame of every page: landmarks, the way elsewhere, the look, and one place for errors."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from fastapi import Request
from nicegui import Client, ui
from nicegui.element import Element

from audio.errors import AudioError
from companion.base.errors import CompanionError, told
from companion.web.actions import Actions
from companion.web.app_context import AppContext
from companion.web.auth import REFUSED, admitted
from companion.web.forgetting import forget
from companion.web.keys import Visitor
from companion.web.links import Links
from companion.web.panes import follow
from companion.web.panes.demo import DemoPane
from companion.web.panes.listening import ListeningPane
from companion.web.parts.base import Given, address_in, box, button, first, link, text
from companion.web.parts.kept import NUMBER
from companion.web.scripts import script_addresses
from companion.web.strings import words
from companion.web.theme import LOOK_COOKIE, Light, Look, Size, sheet_address
from companion.web.updates import Redraw, Update
from engine.errors import EngineError

T = TypeVar("T")

Ways = tuple[tuple[str, str], ...]
"""Pages to go to: key of the name, and path."""

_REMEMBER = "document.cookie = '{name}={value}; Path=/; Max-Age=31536000; SameSite=Strict'"
_LIGHTS: tuple[Light, ...] = ("auto", "day", "night")
_SIZES: tuple[Size, ...] = ("usual", "large", "largest")


class Page:
    """One page open in one browser.

    Args:
        house: What pages share.
        request: Who asked for it.
        client: The page as the library knows it.
        title: Key of its title in the catalogue.

    Raises:
        HTTPException: Their key does not open this page, or its route did not ask for one (403).

    Attributes:
        visitor: Whose page it is.
        actions: What they may do.
        name: Where a page says which campaign it shows.
        head: What stays in sight however far somebody scrolls.
        main: Where the page draws.
    """

    def __init__(self, house: AppContext, request: Request, client: Client, title: str) -> None:
        self.house = house
        self.visitor: Visitor = admitted(request.scope)
        self.actions: Actions = house.actions(self.visitor)
        self._client = client
        self._look = Look.remembered(request.cookies.get(LOOK_COOKIE))
        ui.page_title(words(title))
        ui.add_head_html(f'<link rel="stylesheet" href="{address_in(client, sheet_address())}">')
        for script in script_addresses():
            ui.add_head_html(f'<script src="{address_in(client, script)}"></script>')
        # The library puts everything into a main element of its own; the one that counts is below.
        frame = client.content.parent_slot
        if frame is not None:
            frame.parent.props["role"] = "presentation"
        with box("div", "page", *self._look.classes.split()) as self._outer:
            link(words("page.skip"), "#main", "skip")
            with box("header", "head", role="banner"):
                self.name: Element = box("div", "name")
                with box("div", "always"):
                    self.head: Element = box("div", "row", "grow")
                    self._notice = text("p", "", "notice", role="alert")
                with box("div", "row", "elsewhere"):
                    here = request.url.path
                    self._ways(TABLE_WAYS if self.visitor.is_table else _ways_from(here), here)
                    self._looks()
            self.main: Element = box("main", "main", id="main", tabindex="-1")
        self._redraws: list[Redraw] = []
        # A seat's page shows nothing of a table its player is not at, and draws the state of listening itself.
        if self.visitor.is_table:
            with self.head:
                follow(self, (ListeningPane(house.host, self.listen, switched_here=True), DemoPane(self)))
        house.live.follow(client, self.visitor, self._redraw)

    def follow(self, redraw: Redraw) -> None:
        """Redraw what changes from now on."""
        self._redraws.append(redraw)

    def _redraw(self, change: Update) -> None:
        for redraw in self._redraws:
            redraw(change)

    def go(self, address: str) -> None:
        """Leave for another page of the house, also from a part that has just been taken away."""
        self._client.open(address)

    def address(self, path: str) -> str:
        """Address of a file of the house, for whoever looks at this page."""
        return address_in(self._client, path)

    def close_other_tables(self) -> None:
        """End what every other page of the table was opened by, see `Links`; to be done beside the page's loop."""
        Links(self.house, self.visitor).close_other_tables(self._client.request.scope)

    def run(self, script: str) -> None:
        """Run a script of ours in the browser, also from a part that has just been taken away."""
        self._client.run_javascript(script)

    def forget(self, person: str, confirmed: str) -> tuple[str, ...]:
        """Have somebody forgotten, see `companion.web.forgetting`; to be done beside the page's loop."""
        return forget(self.house, self.visitor, self._client, person, confirmed)

    def part(self, sentences: Iterable[str]) -> None:
        """Show last words in place of everything; the key of this page opens nothing any more."""
        self.head.clear()
        self.main.clear()
        self.run(REFUSED)
        with self.main, box("section", "paper", "stack", "closed", role="status"):
            for each in sentences:
                text("p", each)

    def notice(self, sentence: str) -> None:
        """Show what went wrong or is missing; an empty sentence takes the last one away."""
        self._notice.set_text(sentence)

    async def do(self, work: Callable[[], T]) -> T | None:
        """Do something beside the page's loop, as a tap asks for; what cannot be done is shown in one sentence.

        Returns:
            What it returns; None when it could not be done.
        """
        self.notice("")
        try:
            return await self.house.turns.take(self.visitor, work)
        except (CompanionError, AudioError) as problem:
            self.notice(told(problem))
        except EngineError as problem:
            self.notice(f"{problem}")
        return None

    async def listen(self, on: bool) -> None:
        """Have the table listened to, or no longer."""
        await self.do(lambda: self.actions.listen(on))

    async def tried(self, work: Callable[[], str]) -> bool:
        """Do something that answers with why it was not taken; True when it was."""
        refused = await self.do(work)
        if refused:
            self.notice(refused)
        return refused == ""

    def kept_as(self, what: str) -> str:
        """Name under which the browser keeps something: whose it is, for the campaign being played, and what."""
        game, seat = self.house.host.game, self.visitor.seat
        return f"{'table' if seat is None else f'seat {seat}'} {game and game.campaign.id}|{what}"

    async def once(self, given: Given, work: Callable[[], str | None]) -> bool:
        """Do what a form asks for, as `tried`; what was sent under a number and done before is not done again."""
        number = first(given, NUMBER)
        return await self.tried(lambda: self.house.received.once(number, work) if number else work() or "")

    def _ways(self, ways: Ways, path: str) -> None:
        with box("nav", "row", "ways", aria_label=words("page.ways")):
            for name, address in ways:
                way = link(words(name), address, "way", f"icon-{name.rpartition('.')[2]}")
                if path == address or (address != "/" and path.startswith(f"{address}/")):
                    way.props["aria-current"] = "page"

    def _looks(self) -> None:
        with box("details", "looks"):
            text("summary", words("page.look"), "way", "icon-look")
            with box("div", "row", role="group", aria_label=words("page.light.label")):
                for light in _LIGHTS:
                    button(words(f"page.light.{light}"), partial(self._wear, light=light))
            with box("div", "row", role="group", aria_label=words("page.size.label")):
                for size in _SIZES:
                    button(words(f"page.size.{size}"), partial(self._wear, size=size))
            if self.visitor.is_table:
                link(words("page.way.model"), "/model", "way", "icon-model")

    def _wear(self, light: Light | None = None, size: Size | None = None) -> None:
        look = Look(light or self._look.light, size or self._look.size)
        self._outer.classes(remove=self._look.classes, add=look.classes)
        self._look = look
        ui.run_javascript(_REMEMBER.format(name=LOOK_COOKIE, value=look.cookie))


TABLE_WAYS: Ways = (
    ("page.way.start", "/start"),
    ("page.way.table", "/"),
    ("page.way.library", "/library"),
    ("page.way.statistics", "/statistics"),
    ("page.way.phones", "/phones"),
    ("page.way.sound", "/sound"),
)
"""Pages the table's own visitors can go to, in order."""

SEAT_WAYS: Ways = (("page.way.seat", "/seat"), ("page.way.library", "/seat/library"))
"""Pages a seat can go to."""


def _ways_from(path: str) -> Ways:
    """A seat's other pages: phones are narrow."""
    return tuple(each for each in SEAT_WAYS if each[1] != path)
