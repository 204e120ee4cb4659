"""Recorded evenings of a minute or two, one a system, that show the companion at work, with their truth beside them."""

from importlib.resources import files
from pathlib import Path

from engine.quick_dataclass import dataclass

FOLDER = Path(str(files(__name__)))
"""Every recording has a folder here, named after its system."""


@dataclass(frozen=True, slots=True)
class Demo:
    """One recorded evening.

    Attributes:
        folder: Everything that belongs to it; enrolment clips are named in its roster and lie here.
    """

    folder: Path

    @property
    def recording(self) -> Path:
        """The evening, 16 kHz mono."""
        return self.folder / "evening.flac"

    @property
    def roster(self) -> Path:
        """The table before its first word."""
        return self.folder / "roster.json"

    @property
    def truth(self) -> Path:
        """File of the true utterances with speakers and times, one a line."""
        return self.folder / "truth.jsonl"

    @property
    def expected(self) -> Path:
        """Commands in order with the table after each, dice, notes, and where nothing may happen."""
        return self.folder / "expected.json"

    @property
    def script(self) -> Path:
        """File from which the recording is made."""
        return self.folder / "evening.toml"


def demo_of(slug: str) -> Demo:
    """The recorded evening of a system."""
    return Demo(FOLDER / slug)


def demos() -> tuple[str, ...]:
    """Systems that have a recorded evening."""
    return tuple(sorted(folder.name for folder in FOLDER.iterdir() if (folder / "evening.flac").is_file()))
