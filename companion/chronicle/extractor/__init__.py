"""The embedded scribe: people, places, things, aims and connections of the story, with the sentences they come from."""

from companion.chronicle.extractor.chronicle import NoteExtractor
from companion.chronicle.extractor.json_lines import roster_vocabulary, scribe_lines
from companion.chronicle.extractor.last_time import LastTime
from companion.chronicle.extractor.model import Certainty, Chronicle, ChronicleEntry, Evidence, Happening, TalkLine
from companion.chronicle.extractor.notes import EveningNotes, render_notes

__all__ = [
    "Certainty",
    "Chronicle",
    "ChronicleEntry",
    "EveningNotes",
    "Evidence",
    "Happening",
    "LastTime",
    "NoteExtractor",
    "TalkLine",
    "render_notes",
    "roster_vocabulary",
    "scribe_lines",
]
