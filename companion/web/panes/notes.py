"""The notes as they grow: who and what the story has brought, each with the words it rests on."""

from collections.abc import Mapping
from operator import attrgetter

from companion.chronicle.extractor.model import Chronicle, ChronicleEntry, Evidence
from companion.web.library_access import LibraryAccess
from companion.web.page import Page
from companion.web.parts.base import Each, Part, box, link, text
from companion.web.parts.wording import draw_wording
from companion.web.strings import words
from companion.web.updates import Topic, Update
from engine.phrase import joined

_SECTIONS = ("npcs", "places", "items", "goals", "connections", "threads", "promises")
_READ = ("scenes", "consequences", "lines")
"""Sections that come with a language model only."""
_LATEST = 8
"""Entries of a section in sight; all of them are in the library."""


class NotesPane:
    """Notes the scribe has written so far tonight.

    Args:
        page: The page it is on.
    """

    topics: frozenset[Topic] = frozenset({"notes", "campaign"})

    def __init__(self, page: Page) -> None:
        self._page = page
        with box("section", "paper", "notes", aria_label=words("notes.label")):
            text("h2", words("notes.label"))
            self._empty: Part[str] = Part(lambda said: text("p", said, "faint"))
            self._sections: Mapping[str, tuple[Part[str], Each[ChronicleEntry]]] = {
                each: (Part(lambda said: text("h3", said)), Each(self._draw, "div", "stack"))
                for each in (*_SECTIONS, *_READ)
            }

    def redraw(self, change: Update) -> None:
        """Draw what changed."""
        notes = self._page.house.host.notes
        found = False
        for name, (heading, entries) in self._sections.items():
            written = () if notes is None else _written(notes.chronicle, name)
            heading.show(words(f"notes.{name}") if written else None)
            entries.show(written[-_LATEST:])
            found = found or bool(written)
        self._empty.show(None if found else words("notes.empty"))

    def _draw(self, entry: ChronicleEntry) -> None:
        with box("details", "note"):
            with box("summary"):
                text("strong", entry.name)
                said = joined((entry.role, entry.detail, entry.owner), ", ")
                if said:
                    text("span", said, "faint")
            draw_wording(entry.wording)
            for each in entry.evidence[:1]:
                self._draw_evidence(each)

    def _draw_evidence(self, said: Evidence) -> None:
        house = self._page.house
        with box("p", "quote", "small"):
            text("span", words("notes.quote", words=said.words, speaker=said.speaker or words("talk.somebody")))
            if house.host.game is not None and house.host.game.evening is not None:
                reader = LibraryAccess(house, self._page.visitor)
                link(words("notes.where"), reader.evening(house.host.game.evening, at=said.utterance))


def _written(chronicle: Chronicle, section: str) -> tuple[ChronicleEntry, ...]:
    """Entries of a section; what is a promise is no open thread besides."""
    entries: tuple[ChronicleEntry, ...] = attrgetter(section)(chronicle)
    if section == "lines" and not chronicle.scenes:  # without a model they are in the library only
        return ()
    promised = {each.name for each in chronicle.promises} if section == "threads" else set()
    return tuple(each for each in entries if each.name not in promised)
