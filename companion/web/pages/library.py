"""What a campaign remembers: evenings to read, people and places to look up and set right, words to find, files."""

from collections.abc import Callable
from functools import partial

from fastapi import Request
from nicegui import Client, ui

from companion.bookshelf import Bookshelf, Correcting
from companion.memory.corrections import AnyCorrection, Close, Forget, Merge, Rename, SetCertainty, SetRole, Split, Undo
from companion.memory.values import ENDABLE, LISTS, NAMED, Entry, Memory, Quote
from companion.store import Campaign, Evening, Found
from companion.web.house import House
from companion.web.page import Page
from companion.web.parts.base import Given, Part, box, button, first, form, link, text
from companion.web.shelf import CAMPAIGN_FORMS, campaign_of
from companion.web.strings import counted, words

LONGEST_SEARCH = 200
"""Characters of what is looked for."""


def register(house: House) -> None:
    """Add the page to the server."""

    @ui.page("/library")
    async def library(request: Request, client: Client, campaign: str = "") -> None:
        page = Page(house, request, client, "library.title")
        chosen = await page.do(lambda: campaign_of(house, campaign))
        if chosen is not None:
            await LibraryPage(page, chosen).show()


def passage_address(campaign: Campaign, quote: Quote) -> str:
    """Where the transcript shows some words; an id of a strange shape leads to the evening's beginning."""
    evening = f"/library/evening?campaign={campaign.id}&evening={quote.evening}"
    return f"{evening}&at={quote.utterance}" if quote.utterance.isalnum() else evening


class LibraryPage:
    """A campaign to read, search, set right and take along.

    Args:
        page: The page drawn into.
        campaign: What it shows.
    """

    def __init__(self, page: Page, campaign: Campaign) -> None:
        self._page = page
        self._shelf = Bookshelf(page.house.store)
        self._campaign = campaign

    async def show(self) -> None:
        """Draw everything."""
        campaign = self._campaign
        with self._page.main, box("div", "library", "stack"):
            self._others(campaign)
            text("h1", campaign.name, "title")
            self._search_form()
            self._found: Part[tuple[str, tuple[Found, ...]]] = Part(self._draw_found, "div", role="status")
            self._draw_evenings(campaign, self._shelf.evenings(campaign))
            self._memory: Part[Memory] = Part(self._draw_memory, "div", "stack")
            self._corrections: Part[tuple[Correcting, ...]] = Part(self._draw_corrections)
            self._draw_files(campaign)
        await self._redraw()

    async def _redraw(self) -> None:
        campaign = self._campaign
        memory = await self._page.do(lambda: self._shelf.memory(campaign))
        self._memory.show(memory)
        self._corrections.show(self._shelf.corrections(campaign))

    def _others(self, campaign: Campaign) -> None:
        campaigns = self._shelf.campaigns()
        if len(campaigns) < 2:
            return
        with box("nav", "row", aria_label=words("library.campaigns")):
            for each in campaigns:
                way = link(each.name, f"/library?campaign={each.id}")
                if each.id == campaign.id:
                    way.props["aria-current"] = "page"

    # ---------------------------------------------------------- finding

    def _search_form(self) -> None:
        with form(self._search, "row", keeps=True, role="search"):
            with box("label", "grow"):
                text("span", words("library.search"), "unseen")
                box("input", name="words", type="search", placeholder=words("library.search"), style="width: 100%")
            text("button", words("library.find"), type="submit")

    async def _search(self, given: Given) -> None:
        wanted = " ".join(first(given, "words").split())[:LONGEST_SEARCH]
        campaign = self._campaign
        found = await self._page.do(lambda: self._shelf.search(campaign, wanted)) if wanted else None
        self._found.show(None if found is None else (wanted, found))

    def _draw_found(self, found: tuple[str, tuple[Found, ...]]) -> None:
        wanted, sentences = found
        with box("section", "paper", "stack", aria_label=words("library.results")):
            text("h2", counted("library.found", len(sentences), words=wanted))
            for each in sentences:
                said = each.utterance
                self._quote(Quote(each.evening, said.id, said.start, said.speaker, said.text))

    def _quote(self, quote: Quote) -> None:
        with box("p", "quote"):
            text("span", words("library.said", words=quote.words, speaker=quote.speaker or words("talk.somebody")))
            link(words("library.at", evening=quote.evening), passage_address(self._campaign, quote), "small")

    # ---------------------------------------------------------- evenings and files

    def _draw_evenings(self, campaign: Campaign, evenings: tuple[Evening, ...]) -> None:
        with box("section", "paper", "stack", aria_label=words("library.evenings")):
            text("h2", words("library.evenings"))
            if not evenings:
                text("p", words("library.no_evenings"), "faint")
            for each in reversed(evenings):
                with box("div", "row"):
                    text("span", words("library.evening", number=each.number, day=f"{each.started:%Y-%m-%d}"), "grow")
                    where = f"campaign={campaign.id}&evening={each.number}"
                    link(words("library.read"), f"/library/evening?{where}")
                    link(words("library.numbers"), f"/statistics?{where}")

    def _draw_files(self, campaign: Campaign) -> None:
        with box("section", "paper", "stack", "no-print", aria_label=words("library.take")):
            text("h2", words("library.take"))
            with box("div", "row"):
                link(words("library.print"), f"/library/book?campaign={campaign.id}", "link-button")
                for name in CAMPAIGN_FORMS:
                    file = link(words(f"library.form.{name}"), f"/library/file/{name}?campaign={campaign.id}")
                    file.classes("link-button")
            text("p", words("library.private"), "small", "faint")

    # ---------------------------------------------------------- memory

    def _draw_memory(self, memory: Memory) -> None:
        for name in LISTS:
            entries: tuple[Entry, ...] = getattr(memory, name)
            if entries:
                heading = words(f"library.list.{name}")
                with box("section", "paper", "stack", aria_label=heading):
                    text("h2", heading)
                    for each in entries:
                        self._draw_entry(each, entries)
        if not any(True for _ in memory):
            text("p", words("library.nothing"), "paper", "faint")

    def _draw_entry(self, entry: Entry, beside: tuple[Entry, ...]) -> None:
        with box("details", "note"):
            with box("summary"):
                text("strong", entry.name)
                told = [entry.role, entry.detail, entry.owner, entry.attitude, *entry.aliases]
                said = words("library.between").join(each for each in told if each)
                if said:
                    text("span", said, "faint")
                if entry.certainty == "inferred":
                    text("span", words("library.uncertain"), "badge")
                if entry.closed:
                    text("span", words("library.settled"), "badge")
            for change in entry.history:
                text("p", words("library.change", evening=change.evening, what=change.what), "small")
            for quote in entry.evidence:
                self._quote(quote)
            if entry.kind in NAMED:
                self._draw_naming(entry, beside)
            elif entry.kind in ENDABLE and entry.ref:
                with box("div", "row", "no-print"):
                    if not entry.closed:
                        self._deed("library.close", Close(entry.ref))
                    self._deed("library.forget", Forget(entry.ref))

    def _draw_naming(self, entry: Entry, beside: tuple[Entry, ...]) -> None:
        with box("details", "no-print"):
            text("summary", words("library.set_right"))
            with box("div", "stack"):
                self._field(
                    ("library.rename.label", "library.rename.do"), entry.name, lambda given: Rename(entry.name, given)
                )
                if entry.kind == "person":
                    self._field(
                        ("library.role.label", "library.role.do"),
                        entry.role or "",
                        lambda given: SetRole(entry.name, given),
                    )
                others = [each.name for each in beside if each.name != entry.name]
                self._choice(
                    ("library.merge.label", "library.merge.do"), others, lambda given: Merge(entry.name, given)
                )
                self._choice(
                    ("library.split.label", "library.split.do"),
                    list(entry.aliases),
                    lambda given: Split(entry.name, given),
                )
                with box("div", "row"):
                    if entry.certainty == "inferred":
                        self._deed("library.vouch", SetCertainty(entry.name, "said"))
                    elif entry.certainty == "said":
                        self._deed("library.doubt", SetCertainty(entry.name, "inferred"))
                    self._deed("library.forget", Forget(entry.name))

    def _field(self, keys: tuple[str, str], value: str, make: Callable[[str], AnyCorrection]) -> None:
        with form(lambda given: self._given(given, make), "row", keeps=True):
            with box("label", "grow"):
                text("span", words(keys[0]))
                box("input", name="value", value=value, maxlength="120", style="width: 100%")
            text("button", words(keys[1]), type="submit")

    def _choice(self, keys: tuple[str, str], options: list[str], make: Callable[[str], AnyCorrection]) -> None:
        if not options:
            return
        with form(lambda given: self._given(given, make), "row", keeps=True):
            with box("label", "grow"):
                text("span", words(keys[0]))
                with box("select", name="value", style="width: 100%"):
                    for each in options:
                        text("option", each, value=each)
            text("button", words(keys[1]), type="submit")

    async def _given(self, given: Given, make: Callable[[str], AnyCorrection]) -> None:
        value = " ".join(first(given, "value").split())
        if value:
            await self._correct(make(value))

    def _deed(self, key: str, correction: AnyCorrection) -> None:
        button(words(key), partial(self._correct, correction), "quiet")

    async def _correct(self, correction: AnyCorrection) -> None:
        campaign = self._campaign
        made = await self._page.do(lambda: self._shelf.correct(campaign, correction))
        if made is not None:
            self._page.house.live.changed("notes")
            await self._redraw()

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
                        self._deed("library.undo", Undo(each.number))
