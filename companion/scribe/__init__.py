"""The embedded scribe: people, places, things, aims and connections of the story, with the sentences they come from."""

from companion.scribe.chronicle import Scribe
from companion.scribe.model import Certainty, Chronicle, ChronicleEntry, Evidence, Happening, Line

__all__ = ["Certainty", "Chronicle", "ChronicleEntry", "Evidence", "Happening", "Line", "Scribe"]
