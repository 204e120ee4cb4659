"""A campaign that is being set up, as far as it is filled in: kept on disk, so that no reload or restart loses it."""

import json
import threading
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path

from companion.base.atomic_files import write_whole
from companion.base.errors import CompanionError
from companion.base.file_limits import LARGEST_BYTES, read_small
from companion.play.setup_answers import Part
from companion.web.parts.base import Given
from engine.phrase import phrase

MOST_FIELDS, MOST_VALUES, LONGEST_VALUE = 600, 60, 2_000
DRAFT_FILE = "set-up.json"


class DraftUnreadable(CompanionError):
    """Raised where a draft filled in before cannot be read or kept."""

    code = "draft"


class SetupDraft:
    """Texts by field, as a form sends them. Safe to use from several threads.

    A field of a question is named "p2:character.skills.0": whom it is about ("table" for everybody), the entry of the
    campaign file, and the column.

    Args:
        file: Where it is kept.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        self.fields: dict[str, list[str]] = {}

    @property
    def is_kept(self) -> bool:
        """True where a draft was filled in before."""
        return self._file.exists()

    def recall(self) -> None:
        """Take up what was filled in before.

        Raises:
            DraftUnreadable: The file is damaged; nothing is filled in then.
        """
        try:
            read = json.loads(read_small(self._file, LARGEST_BYTES).decode("utf-8"))
            self.fields = {str(name): [str(each) for each in values] for name, values in dict(read).items()}
        except FileNotFoundError:
            return
        except (OSError, ValueError, TypeError, RecursionError) as problem:
            raise DraftUnreadable(
                phrase("The draft cannot be read from {file}.", file=self._file), phrase("Discard the draft.")
            ) from problem

    def keep(self) -> None:
        """Write down what is filled in.

        Raises:
            DraftUnreadable: It cannot be written.
        """
        with self._lock:
            try:
                write_whole(self._file, json.dumps(self.fields))
            except OSError as problem:
                raise DraftUnreadable(
                    phrase("{file} cannot be written: {strerror}.", file=self._file, strerror=problem.strerror)
                ) from problem

    def forget(self) -> None:
        """Throw everything away.

        Raises:
            DraftUnreadable: The file cannot be deleted.
        """
        with self._lock:
            self.fields = {}
            try:
                self._file.unlink(missing_ok=True)
            except OSError as problem:
                raise DraftUnreadable(
                    phrase("{file} cannot be deleted: {strerror}.", file=self._file, strerror=problem.strerror)
                ) from problem

    def take(self, given: Given, beginnings: Iterable[str]) -> None:
        """Put what a form holds in the place of what it held before.

        Args:
            given: What was sent, by somebody nobody has checked.
            beginnings: How the names of the form's own fields begin; others are left as they are.
        """
        own = tuple(beginnings)
        kept = {name: values for name, values in self.fields.items() if not name.startswith(own)}
        for name, values in given.items():
            if name.startswith(own) and len(kept) < MOST_FIELDS and len(name) <= 100:
                kept[name] = [each[:LONGEST_VALUE] for each in values[:MOST_VALUES]]
        self.fields = kept

    def first(self, name: str) -> str:
        """The text of a field, without spaces around it; empty when there is none."""
        return next(iter(self.all(name)), "")

    def all(self, name: str) -> list[str]:
        """Every text of a field."""
        return [each.strip() for each in self.fields.get(name, ())]

    def put(self, name: str, *values: str) -> None:
        """Fill in a field."""
        self.fields[name] = list(values)

    def parts(self, name: str, columns: int) -> list[Part]:
        """The parts of an answer; those with nothing in them are left out."""
        return [part for part in self.rows(name, columns) if any(part)]

    def rows(self, name: str, columns: int) -> list[Part]:
        """The parts of an answer, with empty ones between them."""
        return list(zip_longest(*(self.all(f"{name}.{column}") for column in range(columns)), fillvalue=""))


def moved(order: Sequence[str], who: str, steps: int) -> list[str]:
    """An order in which somebody has moved some places down, or up."""
    at = order.index(who)
    left = [each for each in order if each != who]
    return [*left[: max(0, at + steps)], who, *left[max(0, at + steps) :]]
