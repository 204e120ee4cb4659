"""Private pages on phones: links made and revoked, and the switch that lets phones come at all."""

from dataclasses import dataclass
from functools import partial

from fastapi import Request
from nicegui import Client

from companion.base.errors import told
from companion.web.app_context import AppContext
from companion.web.lan import NoPort
from companion.web.links import Links, picture
from companion.web.page import Page
from companion.web.parts.base import Each, Part, box, button, text
from companion.web.parts.board import player_name
from companion.web.routes import table_page
from companion.web.strings import words
from companion.web.updates import Update


def register(house: AppContext) -> None:
    """Add the page to the server."""

    @table_page("/phones")
    def phones(request: Request, client: Client) -> None:
        PhonesPage(Page(house, request, client, "phones.title"))


@dataclass(frozen=True, slots=True)
class _Seat:
    """A player, whether they have a link and look at their page, and the link when it was made just now.

    For phones: whether one could come by that link.
    """

    name: str
    has_link: bool
    is_open: bool
    link: str | None
    for_phones: bool


class PhonesPage:
    """The links of every seat.

    Args:
        page: The page drawn into.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._links = Links(page.house, page.visitor)
        self._made = ("", "")
        """Player who got a link last, and the link: two codes beside each other would be scanned by the wrong phone."""
        self._shown: str | None = None
        with page.main, box("div", "phones", "stack"):
            text("h1", words("phones.title"), "title")
            text("p", words("phones.lead"))
            self._lan: Part[str | bool] = Part(self._draw_lan, "section", "paper", "stack")
            self._seats: Each[_Seat] = Each(self._draw_seat, "div", "phone-seats")
            self._table: Part[str] = Part(self._draw_table, "section", "paper", "stack")
        self._table.show("")
        page.follow(self.redraw)
        self.redraw(Update(frozenset({"seats"})))

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        if not change.topics & {"seats", "campaign"}:
            return
        lan, host = self._page.house.lan, self._page.house.host
        self._shown = host.key
        if "campaign" in change.topics:
            self._made = ("", "")
        self._lan.show(lan.link if lan.on else False)
        whose, made = self._made
        # Somebody else may have switched since: a link from before leads to this computer only.
        for_phones = lan.on and made.startswith(lan.link)
        given = self._links.given() if host.players else ()
        self._seats.show(
            [
                _Seat(name, name in given, self._links.watching(name), made if name == whose else None, for_phones)
                for name in host.players
            ]
        )  # fmt: skip

    def _draw_lan(self, link: str | bool) -> None:
        if link:
            text("p", words("phones.lan_on", link=link))
            secure = self._page.house.lan.secure
            text("p", words("phones.first_visit" if secure else "phones.lan_warning"), "small", "faint")
            button(words("phones.switch_off"), partial(self._switch, False))
            return
        text("p", words("phones.only_here"))
        text("p", words("phones.lan_warning"), "small", "faint")
        with box("div", "row"):
            button(words("phones.switch_on"), partial(self._switch, True))
            button(words("phones.switch_on_secure"), partial(self._switch, True, secure=True))
        text("p", words("phones.secure_note"), "small", "faint")

    def _draw_seat(self, seat: _Seat) -> None:
        with box("article", "paper", "stack", aria_label=seat.name):
            with box("div", "row"):
                player_name(seat.name, self._page.house.host.players, "h2")
                text("span", words("phones.has_link" if seat.has_link else "phones.no_link"), "faint", "grow")
                if seat.is_open:
                    text("span", words("phones.open_now"), "badge")
            if seat.link is not None:
                self._draw_link(seat.name, seat.link, seat.for_phones)
            with box("div", "row"):
                button(
                    words("phones.again" if seat.has_link else "phones.make"),
                    partial(self._make, seat.name),
                    *([] if seat.has_link else ["main"]),
                )
                if seat.has_link:
                    button(words("phones.revoke"), partial(self._revoke, seat.name))

    def _draw_link(self, name: str, link: str, for_phones: bool) -> None:
        """A link made just now: as a code to scan where phones may come, else with the switch that lets them."""
        if for_phones:
            text("p", words("phones.scan", player=name))
            box("img", "code", src=picture(link), alt=words("phones.scan", player=name))
        else:
            text("p", words("phones.here", player=name))
            button(words("phones.switch_on"), partial(self._switch, True))
        text("code", link, "small")
        text("p", words("phones.once"), "small", "faint")

    def _draw_table(self, link: str) -> None:
        """The way to a second screen of the table, and a link made just now."""
        text("p", words("phones.another_screen"))
        if link:
            text("p", words("phones.for_table"), "small", "faint")
            text("code", link, "small")
        with box("div", "row"):
            button(words("phones.make_for_table"), self._make_for_table)
            button(words("phones.close_others"), self._close_others)
        text("p", words("phones.close_others_note"), "small", "faint")

    async def _make_for_table(self) -> None:
        link = await self._page.do(self._links.make_for_table)
        if link is not None:
            self._table.show(link)

    async def _close_others(self) -> None:
        self._table.show("")
        await self._page.do(self._page.close_other_tables)

    async def _make(self, player: str) -> None:
        link = await self._page.do(lambda: self._links.make(player, self._shown))
        if link is not None:
            self._made = (player, link)
            self.redraw(Update(frozenset({"seats"})))

    async def _revoke(self, player: str) -> None:
        self._made = ("", "")
        await self._page.do(lambda: self._links.revoke(player))

    async def _switch(self, on: bool, *, secure: bool = False) -> None:
        self._made = ("", "")
        try:
            await self._links.let_phones_come(on, secure=secure)
        except NoPort as problem:
            self._page.notice(told(problem))
