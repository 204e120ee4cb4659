"""Library of a campaign: evenings to read, people and places to look up and write about, words to find, files.

The table's page also sets right and takes along; a seat's reads its own campaign.
"""

import asyncio
from functools import partial

from fastapi import Request
from nicegui import Client, background_tasks

from companion.chronicle.campaign_reader import Correcting
from companion.chronicle.memory.corrections import Undo
from companion.chronicle.memory.values import Entry, Quote, Written
from companion.store import Found
from companion.web.app_context import AppContext
from companion.web.downloads import CAMPAIGN_FORMS
from companion.web.library_access import READING_SECONDS, LibraryAccess
from companion.web.page import Page
from companion.web.pages.library_entries import Entries, draw_note, draw_quote
from companion.web.pages.pictures import Pictures
from companion.web.parts.base import Given, Part, box, button, first, form, link, text
from companion.web.parts.nothing_yet import draw_nothing_yet
from companion.web.routes import seat_page, table_page
from companion.web.strings import counted, words
from companion.web.updates import Update

LONGEST_SEARCH = 200
"""Characters of what is looked for."""


def register(house: AppContext) -> None:
    """Add the page to the server, for the table and for seats."""

    @table_page("/library", within=READING_SECONDS)
    async def library(request: Request, client: Client, campaign: str = "") -> None:
        await show(Page(house, request, client, "library.title"), campaign)

    @seat_page("/seat/library", within=READING_SECONDS)
    async def seat_library(request: Request, client: Client) -> None:
        await show(Page(house, request, client, "library.seat_title"))

    async def show(page: Page, campaign: str = "") -> None:
        if page.visitor.is_table and not house.store.campaigns():
            draw_nothing_yet(page, "library")
            return
        reader = await page.do(lambda: LibraryAccess(house, page.visitor, campaign))
        if reader is not None:
            await LibraryPage(page, reader).show()


class LibraryPage:
    """A campaign to read, search, write about, set right and take along.

    Args:
        page: The page drawn into.
        reader: Who reads which campaign.
    """

    def __init__(self, page: Page, reader: LibraryAccess) -> None:
        self._page = page
        self._reader = reader
        self._shelf = reader.shelf
        self._campaign = reader.campaign
        self._is_table = reader.seat is None
        self._wanted = ""
        self._reading = asyncio.Lock()
        """Parts that are read later are drawn later."""

    async def show(self) -> None:
        """Draw everything."""
        with self._page.main, box("div", "library", "stack"):
            if self._is_table:
                self._others()
            text("h1", self._campaign.name, "title")
            self._search_form()
            self._found: Part[_Results] = Part(self._draw_found, "div", role="status")
            self._draw_evenings()
            Pictures(self._page, self._campaign)
            self._entries = Entries(self._page, self._reader, self._redraw)
            self._corrections: Part[tuple[Correcting, ...]] = Part(self._draw_corrections)
            if self._is_table:
                self._draw_files()
        self._page.follow(self._leave_out)
        await self._redraw()

    async def _redraw(self) -> None:
        campaign = self._campaign
        async with self._reading:
            self._entries.show(await self._page.do(lambda: self._shelf.memory(campaign)))
            if self._is_table:
                self._corrections.show(await self._page.do(lambda: self._shelf.corrections(campaign)))

    def _leave_out(self, change: Update) -> None:
        if "struck" in change.topics:
            background_tasks.create(self._find())
            background_tasks.create(self._redraw())

    def _others(self) -> None:
        campaigns = self._shelf.campaigns()
        if len(campaigns) < 2:
            return
        with box("nav", "row", aria_label=words("library.campaigns")):
            for each in campaigns:
                way = link(each.name, f"/library?campaign={each.id}")
                if each.id == self._campaign.id:
                    way.props["aria-current"] = "page"

    # ---------------------------------------------------------- finding

    def _search_form(self) -> None:
        with form(self._search, "row", keeps=True, role="search"):
            with box("label", "grow"):
                text("span", words("library.search"), "unseen")
                box("input", name="words", type="search", placeholder=words("library.search"), style="width: 100%")
            text("button", words("library.find"), type="submit")

    async def _search(self, given: Given) -> None:
        self._wanted = " ".join(first(given, "words").split())[:LONGEST_SEARCH]
        await self._find()

    async def _find(self) -> None:
        async with self._reading:
            wanted = self._wanted
            self._found.show(await self._page.do(lambda: self._results(wanted)) if wanted else None)

    def _results(self, wanted: str) -> "_Results":
        campaign = self._campaign
        return wanted, self._shelf.search_notes(campaign, wanted), self._shelf.search(campaign, wanted)

    def _draw_found(self, found: "_Results") -> None:
        wanted, notes, sentences = found
        with box("section", "paper", "stack", aria_label=words("library.results")):
            text("h2", counted("library.found", len(notes) + len(sentences), words=wanted))
            for entry, note in notes:
                with box("div", "written", "stack"):
                    text("strong", entry.name)
                    draw_note(note)
            for each in sentences:
                said = each.utterance
                draw_quote(self._reader, Quote(each.evening, said.id, said.start, said.speaker, said.text))

    # ---------------------------------------------------------- evenings and files

    def _draw_evenings(self) -> None:
        evenings = self._shelf.evenings(self._campaign)
        with box("section", "paper", "stack", aria_label=words("library.evenings")):
            text("h2", words("library.evenings"))
            if not evenings:
                text("p", words("library.no_evenings"), "faint")
            for each in reversed(evenings):
                with box("div", "row"):
                    text("span", words("library.evening", number=each.number, day=f"{each.started:%Y-%m-%d}"), "grow")
                    link(words("library.read"), self._reader.evening(each.number))
                    if self._is_table:
                        where = f"campaign={self._campaign.id}&evening={each.number}"
                        link(words("library.numbers"), f"/statistics?{where}")

    def _draw_files(self) -> None:
        campaign = self._campaign
        with box("section", "paper", "stack", "no-print", aria_label=words("library.take")):
            text("h2", words("library.take"))
            with box("div", "row"):
                link(words("library.print"), f"/library/book?campaign={campaign.id}", "link-button")
                for name in CAMPAIGN_FORMS:
                    file = link(words(f"library.form.{name}"), f"/library/file/{name}?campaign={campaign.id}")
                    file.classes("link-button")
            text("p", words("library.private"), "small", "faint")

    # ---------------------------------------------------------- corrections

    def _draw_corrections(self, corrections: tuple[Correcting, ...]) -> None:
        if not corrections:
            return
        with box("section", "paper", "stack", "no-print", aria_label=words("library.corrections")):
            text("h2", words("library.corrections"))
            for each in reversed(corrections):
                with box("div", "row"):
                    text("span", each.told, "grow", *(["faint"] if each.undone or each.idle else []))
                    if each.undone:
                        text("span", words("library.undone"), "badge")
                    elif not each.undoes:
                        button(words("library.undo"), partial(self._take_back, each.number), "quiet")

    async def _take_back(self, number: int) -> None:
        if await self._page.do(lambda: self._reader.correct(Undo(number))) is not None:
            await self._redraw()


_Results = tuple[str, tuple[tuple[Entry, Written], ...], tuple[Found, ...]]
"""Words searched for, the table's entries and notes that hold them, and the talk that does."""
