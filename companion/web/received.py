"""What browsers sent and was taken in already: kept on disk, so that nothing sent again is done twice."""

import os
import re
import threading
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from companion.errors import CompanionError
from companion.web.actions import NotAllowed, NothingOpen
from companion.web.strings import words

RECEIVED_FILE = "page-received.txt"
MOST_REMEMBERED = 1_000
"""How many are remembered over a restart; a page sends again within one."""

_BEGUN, _DONE, _REFUSED = "begun", "done", "refused"
_LINE = re.compile(rf"([0-9a-f]{{32}}) ({_BEGUN}|{_DONE}|{_REFUSED})\n")
_NUMBER = re.compile(r"[0-9a-f]{32}")


class Unnumbered(CompanionError):
    """A page sent something without the number that tells it from everything else."""

    code = "unnumbered"


class InDoubt(CompanionError):
    """The companion stopped while it took this in, so nobody knows whether it was done."""

    code = "in_doubt"


class ReceivedUnreadable(CompanionError):
    """The file of what was taken in cannot be read or written."""

    code = "received"


class Received:
    """Remembers numbers given in the browser. Safe to call from several threads.

    Args:
        file: Where they are kept; made when there is none. A line that was cut off is left out.

    Raises:
        ReceivedUnreadable: The file cannot be read or written.
    """

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
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
        with self._lock:
            standing = self._standing.get(number)
            if standing == _DONE:
                return ""
            if standing == _BEGUN:
                raise InDoubt(words("kept.in_doubt"))
            self._note(number, _BEGUN)
            try:
                refused = deed() or ""
            except (NotAllowed, NothingOpen):
                self._note(number, _REFUSED)
                raise
            self._note(number, _REFUSED if refused else _DONE)
            return refused

    def _note(self, number: str, standing: str) -> None:
        try:
            with self._file.open("a", encoding="ascii") as file:
                file.write(f"{number} {standing}\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as problem:
            raise ReceivedUnreadable(words("kept.unwritable", file=self._file, why=problem.strerror)) from problem
        self._standing[number] = standing


def _read(file: Path) -> dict[str, str]:
    """What the file says of the latest numbers; it is written anew with those only."""
    try:
        text = file.read_text(encoding="ascii", errors="replace") if file.exists() else ""
        standing = dict(_LINE.findall(text))
        latest = dict(islice(standing.items(), max(0, len(standing) - MOST_REMEMBERED), None))
        new = file.with_suffix(".new")
        new.write_text("".join(f"{number} {each}\n" for number, each in latest.items()), encoding="ascii")
        os.replace(new, file)
    except OSError as problem:
        raise ReceivedUnreadable(words("kept.unwritable", file=file, why=problem.strerror)) from problem
    return latest
