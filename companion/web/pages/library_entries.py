"""Entries of a campaign's library, one by one: read, written about, and on the table's page set right."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from companion.chronicle.memory.corrections import (
    AnyCorrection,
    Close,
    Forget,
    Merge,
    Rename,
    SetCertainty,
    SetRole,
    Split,
)
from companion.chronicle.memory.noting import LONGEST_NOTE
from companion.chronicle.memory.values import ENDABLE, LISTS, NAMED, Entry, Memory, Quote, Written
from companion.store import Correction
from companion.web.library_access import LibraryAccess
from companion.web.page import Page
from companion.web.parts.base import Given, Part, box, button, first, form, link, text
from companion.web.parts.wording import draw_wording
from companion.web.strings import counted, words
from engine.phrase import joined

LONGEST_NAME = 120
"""Characters of a name or a role."""


MOST_ENTRIES = 80
"""Entries of a list in sight; buttons lead to the others. Somebody who types without end may have made thousands, and
nothing else is done for anybody while they are drawn."""
MOST_QUOTES = 15
"""Sentences an entry rests on that are shown with it."""


class Entries:
    """Everything remembered, kind by kind.

    Args:
        page: The page drawn into.
        reader: Who reads which campaign.
        changed: Draws the page anew once something was written or set right.
    """

    def __init__(self, page: Page, reader: LibraryAccess, changed: Callable[[], Awaitable[None]]) -> None:
        self._page = page
        self._reader = reader
        self._changed = changed
        self._lately = ""
        """Key of the entry something was done to last; it stays open."""
        self._first: dict[str, int] = {}
        """Place of the first entry in sight, by list; 0 where none is given."""
        self._memory: Memory | None = None
        self._part: Part[tuple[Memory, dict[str, int]]] = Part(self._draw, "div", "stack")

    def show(self, memory: Memory | None) -> None:
        """Draw what is remembered now."""
        self._memory = memory
        self._part.show(None if memory is None else (memory, dict(self._first)))

    def _draw(self, shown: tuple[Memory, dict[str, int]]) -> None:
        memory, _ = shown
        for name in LISTS:
            entries: tuple[Entry, ...] = getattr(memory, name)
            if entries:
                heading = words(f"library.list.{name}")
                with box("section", "paper", "stack", aria_label=heading):
                    text("h2", heading)
                    names = self._draw_names(name, entries)
                    begin = self._first.get(name, 0)
                    for each in entries[begin : begin + MOST_ENTRIES]:
                        self._draw_entry(each, names)
                    if len(entries) > MOST_ENTRIES:
                        self._draw_ways(name, begin, len(entries))
        if not any(True for _ in memory):
            text("p", words("library.nothing"), "paper", "faint")

    def _draw_names(self, of: str, entries: tuple[Entry, ...]) -> str:
        """Names to choose from where two are the same, once for all entries; id of the list, empty without any."""
        if self._reader.seat is not None or entries[0].kind not in NAMED or len(entries) == 1:
            return ""
        with box("datalist", id=f"names-{of}"):
            for each in entries:
                box("option", value=each.name)
        return f"names-{of}"

    def _draw_ways(self, name: str, first: int, total: int) -> None:
        last = min(first + MOST_ENTRIES, total)
        with box("div", "row", "no-print"):
            text("span", words("library.part", first=first + 1, last=last, total=total), "small")
            if first:
                button(words("library.earlier"), partial(self._go, name, max(0, first - MOST_ENTRIES)), "quiet")
            if last < total:
                button(words("library.later"), partial(self._go, name, last), "quiet")

    def _go(self, name: str, first: int) -> None:
        self._first[name] = first
        self.show(self._memory)

    def _draw_entry(self, entry: Entry, names: str) -> None:
        with box("details", "note", open=entry.key == self._lately):
            self._draw_summary(entry)
            with box("div", "stack"):
                for note in entry.notes:
                    self._draw_note(entry, note)
                with box("div"):
                    draw_wording(entry.wording)
                    for change in entry.history:
                        text("p", words("library.change", evening=change.evening, what=change.what), "small")
                    for quote in entry.evidence[:MOST_QUOTES]:
                        draw_quote(self._reader, quote)
                    if len(entry.evidence) > MOST_QUOTES:
                        more = len(entry.evidence) - MOST_QUOTES
                        text("p", counted("library.quotes", more), "small", "faint")
                with box("details", "no-print"):
                    text("summary", words("library.note.label"), "small")
                    self._note_form(entry)
                if self._reader.seat is None:
                    self._draw_tools(entry, names)

    def _draw_summary(self, entry: Entry) -> None:
        with box("summary"):
            text("strong", entry.name)
            told = [entry.role, entry.detail, entry.owner, entry.attitude, *entry.aliases]
            said = joined(told, words("library.between"))
            if said:
                text("span", said, "faint")
            if entry.certainty == "inferred":
                text("span", words("library.uncertain"), "badge")
            if entry.closed:
                text("span", words("library.settled"), "badge")
            if entry.notes:
                text("span", words("library.note.badge"), "badge")

    # ---------------------------------------------------------- notes

    def _draw_note(self, entry: Entry, note: Written) -> None:
        with box("div", "written", "stack"):
            draw_note(note)
            if self._reader.may_change(note):
                with box("details", "no-print"):
                    text("summary", words("library.note.change"), "small")
                    with box("div", "stack"):
                        self._note_form(entry, note)
                        with box("div", "row"):
                            button(words("library.undo"), partial(self._take_back, entry, note.number), "quiet")

    def _note_form(self, entry: Entry, note: Written | None = None) -> None:
        with form(partial(self._write, entry, note), "stack", keeps=True):
            with box("label"):
                text("span", words("library.note.label"), "unseen")
                written = "" if note is None else note.text
                text("textarea", written, name="note", rows="3", maxlength=str(LONGEST_NOTE), required=True)
            with box("div", "row"):
                text("button", words("library.note.do"), type="submit")

    async def _write(self, entry: Entry, note: Written | None, given: Given) -> None:
        instead = None if note is None else note.number
        await self._do(entry, lambda: self._reader.write(entry.key, first(given, "note"), instead))

    async def _take_back(self, entry: Entry, number: int) -> None:
        await self._do(entry, lambda: self._reader.take_back(number))

    # ---------------------------------------------------------- setting right

    def _draw_tools(self, entry: Entry, names: str) -> None:
        if entry.kind in NAMED:
            self._draw_naming(entry, names)
        elif entry.kind in ENDABLE and entry.ref:
            with box("div", "row", "no-print"):
                if not entry.closed:
                    self._deed("library.close", entry, Close(entry.key))
                self._deed("library.forget", entry, Forget(entry.key))

    def _draw_naming(self, entry: Entry, names: str) -> None:
        name = entry.name
        with box("details", "no-print"):
            text("summary", words("library.set_right"), "small")
            with box("div", "stack"):
                self._field(
                    ("library.rename.label", "library.rename.do"), entry, name, lambda given: Rename(name, given)
                )
                if entry.kind == "person":
                    self._field(
                        ("library.role.label", "library.role.do"),
                        entry,
                        entry.role or "",
                        lambda given: SetRole(name, given),
                    )
                if names:
                    self._field(
                        ("library.merge.label", "library.merge.do"),
                        entry,
                        "",
                        lambda given: Merge(name, given),
                        list=names,
                    )
                self._choice(
                    ("library.split.label", "library.split.do"), entry, entry.aliases, lambda given: Split(name, given)
                )
                with box("div", "row"):
                    if entry.certainty == "inferred":
                        self._deed("library.vouch", entry, SetCertainty(name, "said"))
                    elif entry.certainty == "said":
                        self._deed("library.doubt", entry, SetCertainty(name, "inferred"))
                    self._deed("library.forget", entry, Forget(entry.key))

    def _field(
        self,
        keys: tuple[str, str],
        entry: Entry,
        value: str,
        make: Callable[[str], AnyCorrection],
        **attributes: str,
    ) -> None:
        with form(partial(self._given, entry, make), "row", keeps=True):
            with box("label", "grow"):
                text("span", words(keys[0]))
                box("input", name="value", value=value, maxlength=str(LONGEST_NAME), style="width: 100%", **attributes)
            text("button", words(keys[1]), type="submit")

    def _choice(
        self, keys: tuple[str, str], entry: Entry, options: Sequence[str], make: Callable[[str], AnyCorrection]
    ) -> None:
        if not options:
            return
        with form(partial(self._given, entry, make), "row", keeps=True):
            with box("label", "grow"):
                text("span", words(keys[0]))
                with box("select", name="value", style="width: 100%"):
                    for each in options:
                        text("option", each, value=each)
            text("button", words(keys[1]), type="submit")

    async def _given(self, entry: Entry, make: Callable[[str], AnyCorrection], given: Given) -> None:
        value = " ".join(first(given, "value").split())[:LONGEST_NAME]
        if value:
            await self._correct(entry, make(value))

    def _deed(self, key: str, entry: Entry, correction: AnyCorrection) -> None:
        button(words(key), partial(self._correct, entry, correction), "quiet")

    async def _correct(self, entry: Entry, correction: AnyCorrection) -> None:
        await self._do(entry, lambda: self._reader.correct(correction))

    async def _do(self, entry: Entry, work: Callable[[], Correction]) -> None:
        if await self._page.do(work) is not None:
            self._lately = entry.key
            await self._changed()


def draw_note(note: Written) -> None:
    """Words of the table's own, and whose they are."""
    text("p", note.text, "lines")
    day = f"{note.at:%Y-%m-%d}" if note.at is not None else ""
    told = words("library.note.by", by=note.by, day=day) if note.by else words("library.note.table", day=day)
    text("p", told, "small", "faint")


def draw_quote(reader: LibraryAccess, quote: Quote) -> None:
    """Words said, and the way to where they stand in the transcript."""
    with box("p", "quote"):
        text("span", words("library.said", words=quote.words, speaker=quote.speaker or words("talk.somebody")))
        where = reader.evening(quote.evening, at=quote.utterance)
        link(words("library.at", evening=quote.evening), where, "small")
