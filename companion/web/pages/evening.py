"""One evening to read: retold and read aloud, and everything that was said, opened where somebody points."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from fastapi import Request
from nicegui import Client, ui
from nicegui.elements.mixins.text_element import TextElement

from companion.chronicle.campaign_reader import Passage
from companion.chronicle.recaps import LENGTHS, Length, Recap, RecapRequest, RecapSentence
from companion.web.app_context import AppContext
from companion.web.downloads import EVENING_FORMS, Sounds, register_files
from companion.web.library_access import READING_SECONDS, LibraryAccess
from companion.web.page import Page
from companion.web.parts.base import Given, Part, box, button, first, form, link, text
from companion.web.parts.closing import closing, draw_closing
from companion.web.routes import seat_page, table_page
from companion.web.strings import words
from companion.web.updates import Update
from engine.phrase import capital, spelled

LINES = 60
"""Lines of a transcript in sight at once."""

_PAUSE = "document.querySelector('main audio').pause()"
_GO_ON = "document.querySelector('main audio').play().catch(() => {})"  # another sentence may be chosen meanwhile
_SHOW = "document.getElementById('here')?.scrollIntoView({block: 'center'})"


def register(house: AppContext) -> None:
    """Add the page, and the files of the library, to the server."""
    sounds = Sounds(house.reader)
    register_files(house, sounds)

    @table_page("/library/evening", within=READING_SECONDS)
    async def evening(
        request: Request, client: Client, campaign: str = "", evening: int = 0, at: str = "", first: int = 0
    ) -> None:
        await show(Page(house, request, client, "evening.title"), campaign, evening, at, first)

    @seat_page("/seat/evening", within=READING_SECONDS)
    async def seat_evening(request: Request, client: Client, evening: int = 0, at: str = "", first: int = 0) -> None:
        await show(Page(house, request, client, "evening.title"), "", evening, at, first)

    async def show(page: Page, campaign: str, number: int, at: str, beginning: int) -> None:
        reader = await page.do(lambda: LibraryAccess(house, page.visitor, campaign))
        if reader is not None:
            await EveningPage(page, sounds, reader, number).show(at, beginning)


@dataclass(frozen=True, slots=True)
class _Told:
    """A recap that is shown, and which of its sentences is being read aloud."""

    recap: Recap
    reading: int | None = None


class EveningPage:
    """An evening's recap and transcript. A seat reads silently: what its phone said aloud the table would hear.

    Args:
        page: The page drawn into.
        sounds: Reads sentences aloud.
        reader: Who reads which campaign.
        number: The evening.
    """

    def __init__(self, page: Page, sounds: Sounds, reader: LibraryAccess, number: int) -> None:
        self._page = page
        self._sounds = sounds
        self._reader = reader
        self._shelf = reader.shelf
        self._campaign = reader.campaign
        self._number = number
        self._recap = Recap()
        self._moments: Mapping[str, float] = {}
        self._pause: TextElement | None = None
        self._held = False
        self._reading: int | None = None
        self._asked = 0
        """Number of times reading aloud was asked for or stopped: a sound that is made counts for the last one only."""
        self._ahead: tuple[int, asyncio.Task[str | None]] | None = None

    async def show(self, at: str, beginning: int) -> None:
        """Draw the evening.

        Args:
            at: Utterance that is pointed at; empty for none.
            beginning: Place of the first line to show where none is pointed at.
        """
        self._page.follow(self._load_anew)
        found, number = self._campaign, self._number
        passage = await self._page.do(
            lambda: self._shelf.passage(found, number, around=at or None, first=max(0, beginning), count=LINES)
        )
        if passage is None:
            return
        with self._page.main, box("div", "library", "stack"):
            with box("nav", aria_label=words("library.campaigns")):
                link(words("evening.back", campaign=found.name), self._reader.library())
            text("h1", words("evening.heading", number=number), "title")
            if self._reader.seat is None:
                poster = await self._page.do(lambda: closing(self._page.house, found, number))
                if poster is not None:
                    draw_closing(poster)
            self._draw_recap_part()
            self._draw_passage(passage, at)
            if self._reader.seat is None:
                self._draw_files()
        await self._tell(RecapRequest())
        if at:
            ui.run_javascript(_SHOW)

    def _load_anew(self, change: Update) -> None:
        if "struck" in change.topics:  # recap, poster and transcript may quote it, and it may be being read aloud
            self._page.run("location.reload()")

    # ---------------------------------------------------------- recap

    def _draw_recap_part(self) -> None:
        with box("section", "paper", "stack", aria_label=words("evening.recap")):
            text("h2", words("evening.recap"))
            with form(self._wished, "row", "no-print", keeps=True):
                self._select("length", LENGTHS, lambda each: words(f"evening.length.{each}"))
                tones = sorted(self._shelf.tones(), key=lambda each: (each != RecapRequest().tone, each))
                self._select("tone", tones, lambda each: capital(spelled(each)))
                self._select(
                    "seen_by", ["", *self._reader.points_of_view], lambda each: each or words("evening.everybody")
                )
                text("button", words("evening.tell"), type="submit")
            self._told: Part[_Told] = Part(self._draw_recap, "div", "stack", "told", aria_live="off")
            self._player = box("audio", autoplay=True, aria_label=words("evening.recap"))
            self._player.on("ended", lambda _: self._next(), args=[])
            if self._reader.seat is None:
                with box("div", "row", "no-print"):
                    button(words("evening.read"), lambda: self._read(0), "main")
                    self._pause = button(words("evening.pause"), self._pause_or_go_on)
                    button(words("evening.stop"), self._stop)
                self._hold(False)

    def _select(self, name: str, options: Sequence[str], read: Callable[[str], str]) -> None:
        with box("label"):
            text("span", words(f"evening.ask.{name}"), "small")
            with box("select", name=name):
                for each in options:
                    text("option", read(each), value=each)

    async def _wished(self, given: Given) -> None:
        length: Length = next((each for each in LENGTHS if each == first(given, "length")), "short")
        tone, seen_by = first(given, "tone"), first(given, "seen_by")
        await self._tell(
            RecapRequest(
                length,
                tone if tone in self._shelf.tones() else RecapRequest().tone,
                seen_by if seen_by in self._reader.points_of_view else None,
            )
        )

    async def _tell(self, wish: RecapRequest) -> None:
        self._stop()
        campaign, number = self._campaign, self._number
        made = await self._page.do(
            lambda: (self._shelf.recap(campaign, number, wish), self._shelf.moments(campaign, number))
        )
        self._recap, self._moments = made or (Recap(), {})
        self._stop()

    def _show(self) -> None:
        self._told.show(_Told(self._recap, self._reading))

    def _draw_recap(self, told: _Told) -> None:
        if not told.recap.sentences:
            text("p", words("evening.nothing"), "faint")
        for at, sentence in enumerate(told.recap.sentences):
            with box("p", "sentence", *(["is-read"] if at == told.reading else [])) as shown:
                self._draw_sentence(at, sentence)
                self._evidence(sentence)
            if at == told.reading:
                shown.props["aria-current"] = "true"

    def _draw_sentence(self, at: int, sentence: RecapSentence) -> None:
        """A sentence; where it may be read aloud, a tap reads from there. No button, as those are not printed."""
        if self._reader.seat is not None:
            text("span", sentence.text)
            return
        shown = text("span", sentence.text, role="button", tabindex="0", title=words("evening.from_here"))
        shown.style("cursor: pointer")
        for event in ("click", "keydown.enter", "keydown.space.prevent"):
            shown.on(event, lambda _: self._read(at), args=[])

    def _evidence(self, sentence: RecapSentence) -> None:
        for said in sentence.utterances:
            if said in self._moments:
                when = _clock(self._moments[said])
                address = self._reader.evening(self._number, at=said)
                link(when, address, "evidence", "small").props["aria-label"] = words("evening.evidence", when=when)

    async def _read(self, at: int) -> None:
        sentences = self._recap.sentences
        if at >= len(sentences):
            self._stop()
            return
        self._asked += 1
        asked, ahead, self._ahead = self._asked, self._ahead, None
        made = await ahead[1] if ahead is not None and ahead[0] == at else await self._sound(at)
        if asked != self._asked:
            return
        if made is None:
            self._stop()
            return
        self._reading = at
        self._player.props["src"] = self._page.address(made)
        self._hold(False)
        self._show()
        if at + 1 < len(sentences):
            self._ahead = at + 1, asyncio.create_task(self._sound(at + 1))

    async def _sound(self, at: int) -> str | None:
        sentence = self._recap.sentences[at].text
        return await self._page.do(lambda: self._sounds.of(sentence, self._page.visitor))

    async def _next(self) -> None:
        if self._reading is not None:
            await self._read(self._reading + 1)

    def _pause_or_go_on(self) -> None:
        self._hold(not self._held)
        self._page.run(_PAUSE if self._held else _GO_ON)

    def _hold(self, held: bool) -> None:
        self._held = held
        if self._pause is not None:
            self._pause.set_text(words("evening.go_on" if held else "evening.pause"))
            self._pause.set_visibility(self._reading is not None)

    def _stop(self) -> None:
        self._asked += 1
        self._reading = None
        self._hold(False)
        if self._ahead is not None:
            self._ahead[1].cancel()
            self._ahead = None
        self._player.props.pop("src", None)
        self._player.update()
        self._show()

    # ---------------------------------------------------------- transcript

    def _draw_passage(self, passage: Passage, at: str) -> None:
        with box("section", "paper", "stack", aria_label=words("evening.said")):
            text("h2", words("evening.said"))
            if passage.first > 0:
                self._leaf("evening.earlier", max(0, passage.first - LINES))
            with box("ol", "stack"):
                for each in passage.lines:
                    here = bool(at) and each.id == at
                    with box("li", "quote", *(["is-read"] if here else []), **({"id": "here"} if here else {})):
                        text("span", _clock(each.start), "small", "faint")
                        text("strong", each.speaker or words("talk.somebody"))
                        text("span", words("evening.struck") if each.struck else each.text)
            if passage.first + len(passage.lines) < passage.total:
                self._leaf("evening.later", passage.first + len(passage.lines))

    def _leaf(self, key: str, beginning: int) -> None:
        link(words(key), self._reader.evening(self._number, first=beginning))

    def _draw_files(self) -> None:
        which = f"campaign={self._campaign.id}&evening={self._number}"
        with box("section", "paper", "row", "no-print", aria_label=words("library.take")):
            link(words("library.print"), f"/library/book?{which}", "link-button")
            for name in EVENING_FORMS:
                link(words(f"evening.form.{name}"), f"/library/file/{name}?{which}", "link-button")


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return words("evening.clock", minutes=minutes, seconds=f"{rest:02}")
