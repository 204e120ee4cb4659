"""The embedded scribe: people, places, things, aims and connections of the story, with the sentences they come from."""

from companion.chronicle.extractor.chronicle import Scribe
from companion.chronicle.extractor.machine import roster_vocabulary, scribe_lines
from companion.chronicle.extractor.model import Certainty, Chronicle, ChronicleEntry, Evidence, Happening, Line
from companion.chronicle.extractor.notes import Evening, render_notes
from companion.chronicle.extractor.retelling import Recap

__all__ = [
    "Certainty",
    "Chronicle",
    "ChronicleEntry",
    "Evening",
    "Evidence",
    "Happening",
    "Line",
    "Recap",
    "Scribe",
    "render_notes",
    "roster_vocabulary",
    "scribe_lines",
]
