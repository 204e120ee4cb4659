"""The standing of a model at the table: the result of its examination, kept with its name."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from companion.base.atomic_files import write_whole
from companion.base.file_limits import read_small
from companion.base.private_files import private_folder

Standing = Literal["act", "ask", "cards", "none"]
"""The most a reading of the model may lead to: a deed, a question, a card to tap, or nothing."""

FILE = "examined-models.json"
_LEAST_RIGHT: Mapping[Standing, float] = {"act": 0.85, "ask": 0.65, "cards": 0.4}
_MOST_WRONG: Mapping[Standing, float] = {"act": 0.05, "ask": 0.12, "cards": 0.25}


@dataclass(frozen=True, slots=True)
class Examined:
    """The result of an examination.

    Attributes:
        model: Server and model.
        edition: Of questions and prompt; another one is taken anew.
        lines: Lines asked about.
        right: Those it got right, talk that it left alone included.
        wrong: Those it took for something else than was meant; the others it left.
        seconds: Of a usual answer.
        read: Tokens read for all of them.
        written: Tokens written for all of them.
        counted: Whether the server counted these itself.
    """

    model: str
    edition: str
    lines: int
    right: int
    wrong: int
    seconds: float
    read: int
    written: int
    counted: bool = True

    @property
    def standing(self) -> Standing:
        """The standing that the result gives the model."""
        if not self.lines:
            return "none"
        right, wrong = self.right / self.lines, self.wrong / self.lines
        fits = (each for each in _LEAST_RIGHT if right >= _LEAST_RIGHT[each] and wrong <= _MOST_WRONG[each])
        return next(fits, "none")


def kept(folder: Path, model: str, edition: str) -> Examined | None:
    """The result of the examination of a model; None where it took none of this edition, or the file is spoilt."""
    try:
        found = Examined(**_all(folder)[model])
        return found if found.edition == edition and found.lines >= found.right + found.wrong >= 0 else None
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def keep(folder: Path, examined: Examined) -> None:
    """Keep what came of an examination; nothing where it cannot be written, and it is taken again next time."""
    try:
        there = _all(folder)
    except (OSError, ValueError, TypeError, RecursionError):
        there = {}
    try:
        private_folder(folder)
        text = json.dumps({**there, examined.model: asdict(examined)}, indent=1, ensure_ascii=False)
        write_whole(folder / FILE, text.encode())
    except OSError:
        return


def _all(folder: Path) -> dict[str, Any]:
    found = json.loads(read_small(folder / FILE))
    if not isinstance(found, dict):
        raise ValueError(FILE)
    return found
