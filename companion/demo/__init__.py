"""A recorded evening of about two minutes that shows the companion at work, with its truth beside it."""

from importlib.resources import files
from pathlib import Path

FOLDER = Path(str(files(__name__)))
"""Everything of the demo: recording, roster, voices to enrol and truth."""

RECORDING = FOLDER / "evening.flac"
"""The evening, 16 kHz mono."""

ROSTER = FOLDER / "roster.json"
"""The table before its first word; enrolment clips are named in it and lie in `FOLDER`."""

TRUTH = FOLDER / "truth.jsonl"
"""Who says what when, one utterance a line."""

EXPECTED = FOLDER / "expected.json"
"""Commands in order with the table after each, dice, notes, and where nothing may happen."""

SCRIPT = FOLDER / "evening.toml"
"""What the recording is made from."""
