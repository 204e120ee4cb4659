"""Record of submissions taken in already, kept on disk, so that nothing sent again is done twice."""

import logging
import re
import threading
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from companion.base.atomic_files import append_whole, write_whole
from companion.base.errors import CompanionError, TextRefused
from companion.base.file_limits import opened
from companion.base.file_lock import alone
from companion.dialogue.one_at_a_time import EveningLeft
from companion.web.actions import NotAllowed, NothingOpen
from companion.web.strings import words

log = logging.getLogger(__name__)

RECEIVED_FILE = "page-received.txt"
MOST_REMEMBERED = 1_000
"""Numbers that are remembered, the latest; a page sends again before there were so many others."""

_MOST_BYTES = 1_000_000
"""As much of the file's end as is read; what is remembered takes a tenth of it."""

_BEGUN, _DONE, _REFUSED = "begun", "done", "refused"
_LINE = re.compile(rf"([0-9a-f]{{32}}) ({_BEGUN}|{_DONE}|{_REFUSED})\n")
_NUMBER = re.compile(r"[0-9a-f]{32}")


class Unnumbered(CompanionError):
    """A page sent something without the number that tells it from everything else."""


class InDoubt(CompanionError):
    """The companion stopped while it took this in, so nobody knows whether it was done."""


class SubmissionsUnreadable(CompanionError):
    """The file of what was taken in cannot be read or written."""

    code = "received"


class Submissions:
    """Remembers numbers given in the browser. Safe to call from several threads; none waits for another's deed.

    Args:
        file: Where they are kept; made when there is none. A line that was cut off is left out.

    Raises:
        ReceivedUnreadable: The file cannot be read or written.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._ended = threading.Condition()
        self._under_way: set[str] = set()
        self._standing = _read(file)

    def once(self, number: str, deed: Callable[[], str | None]) -> str:
        """Do what was sent under a number, unless that was done before.

        Args:
            number: 32 hexadecimal digits given in the browser.
            deed: Does it; returns why it was refused, if it was, and then changed nothing.

        Returns:
            Why it was refused; empty when it is done, now or before.

        Raises:
            Unnumbered: That is no such number.
            InDoubt: It was begun and never finished.
            CompanionError: As the deed; it is in doubt then unless it was never begun.
            ReceivedUnreadable: The number cannot be kept; nothing was done then.
        """
        if _NUMBER.fullmatch(number) is None:
            raise Unnumbered(words("kept.unnumbered"))
        if not self._begin(number):
            return ""
        standing = _BEGUN
        try:
            refused = deed() or ""
            standing = _REFUSED if refused else _DONE
        except (NotAllowed, NothingOpen, EveningLeft, TextRefused):
            standing = _REFUSED
            raise
        finally:
            self._end(number, standing)
        return refused

    def _begin(self, number: str) -> bool:
        """Return True where it is to be done now; wait while it is under way, as a page that reconnects sends again."""
        with self._ended:
            self._ended.wait_for(lambda: number not in self._under_way)
            standing = self._standing.get(number)
            if standing == _BEGUN:
                raise InDoubt(words("kept.in_doubt"))
            if standing != _DONE:
                self._note(number, _BEGUN)
                self._under_way.add(number)
            return standing != _DONE

    def _end(self, number: str, standing: str) -> None:
        with self._ended:
            self._under_way.discard(number)
            self._ended.notify_all()
            if standing == _BEGUN:
                return
            self._standing[number] = standing
            try:
                self._note(number, standing)
            except SubmissionsUnreadable as problem:
                # It is done all the same; only the next start of the companion would have to ask.
                log.warning("%s", problem)
            if len(self._standing) > 2 * MOST_REMEMBERED:
                self._forget_oldest()

    def _forget_oldest(self) -> None:
        """Keep the latest numbers of the file, also those that another page of this data folder noted."""
        try:
            self._standing = _read(self._file)
        except SubmissionsUnreadable as problem:
            self._standing = _latest(self._standing)
            log.warning("%s", problem)  # the file only stays longer than it has to be

    def _note(self, number: str, standing: str) -> None:
        try:
            with alone(self._file):
                append_whole(self._file, f"{number} {standing}\n".encode("ascii"))
        except OSError as problem:
            raise SubmissionsUnreadable(words("kept.unwritable", file=self._file, why=problem.strerror)) from problem
        self._standing[number] = standing


def _read(file: Path) -> dict[str, str]:
    """Return the latest numbers with their standing in the file; it is written anew with those only."""
    try:
        with alone(file):
            text = _end(file).decode("ascii", "replace") if file.exists() else ""
            latest = _latest(dict(_LINE.findall(text)))
            write_whole(file, "".join(f"{number} {each}\n" for number, each in latest.items()))
    except OSError as problem:
        raise SubmissionsUnreadable(words("kept.unwritable", file=file, why=problem.strerror)) from problem
    return latest


def _latest(standing: dict[str, str]) -> dict[str, str]:
    return dict(islice(standing.items(), max(0, len(standing) - MOST_REMEMBERED), None))


def _end(file: Path) -> bytes:
    """Return the bytes added to the file last; a line that is cut off there counts for nothing."""
    with opened(file) as stream:
        stream.seek(max(0, file.stat().st_size - _MOST_BYTES))
        return stream.read(_MOST_BYTES)
