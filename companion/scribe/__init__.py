"""The embedded scribe: people, places, things, aims and connections of the story, with the sentences they come from."""

from companion.scribe.chronicle import Scribe
from companion.scribe.machine import roster_vocabulary, scribe_lines
from companion.scribe.model import Certainty, Chronicle, ChronicleEntry, Evidence, Happening, Line
from companion.scribe.notes import Evening, render_notes
from companion.scribe.retelling import Recap

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
