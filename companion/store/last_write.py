"""Tells whether a database file still holds everything that was written to it.

Each change numbers itself in the database (SQLite's `user_version`) and, once it is on the disk, in a small file beside
it. Where that file is ahead, the latest changes are gone: the write-ahead log they were in is missing, cut or damaged,
or the database is an older copy.
"""

import logging
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from secrets import randbits

from companion.base.errors import StoreDamaged
from companion.base.file_limits import read_small
from companion.base.private_files import FILE_MODE
from companion.store.file_checks import LAST_WRITE, WAL, beside, latest_writes, refuse_strange
from companion.store.pages import HEADER, MAGIC, layout_of
from companion.store.write_ahead import FRAME, counts, frames
from engine.phrase import phrase, plural

logger = logging.getLogger(__name__)

_ITSELF = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
"""Flags for opening the file itself, not what a link there leads to, and without waiting for the reader of a pipe."""
_NOTE_BYTES = 64
_NUMBER = slice(60, 64)
"""Bytes of a database's first page that hold the number of the last change."""
_MOST_MISSING = 1_000_000
_MOST_DAMAGED = 2
"""Changes at the beginning of a write-ahead log whose number may be damaged."""


def number_change(connection: sqlite3.Connection) -> int:
    """Number the change that a transaction is about to finish; gives the number back.

    The first one of a database is random, so that the write-ahead log of another one is not taken for its own.
    """
    (last,) = connection.execute("PRAGMA user_version").fetchone()
    number = last + 1 if last else 1 + randbits(30)
    connection.execute(f"PRAGMA user_version={number}")
    return int(number)


def note(path: Path, number: int) -> None:
    """Note beside a database that a change is on the disk; in place, as half of a line says nothing."""
    try:
        with open(os.open(beside(path, LAST_WRITE), _ITSELF | os.O_WRONLY | os.O_CREAT, FILE_MODE), "wb") as file:
            file.write(b"%010d\n" % number)
    except OSError as problem:
        logger.warning("changes to %s cannot be noted beside it: %s", path, problem.strerror)


def check_last_write(path: Path) -> None:
    """Look whether a database holds the last change that was noted beside it; changes nothing.

    Raises:
        StoreDamaged: It does not, or the write-ahead log beside it is that of another database.
    """
    wal = beside(path, WAL)
    missing = missing_changes(path)
    if not belongs(path):
        raise StoreDamaged(
            phrase("{wal} is the file of latest writes of another database.", wal=wal),
            phrase("Put the right one in its place, or let companion repair go on without it."),
        )
    if missing:
        why = phrase("is damaged") if wal.exists() else phrase("is missing")
        noted = datetime.fromtimestamp(beside(path, LAST_WRITE).stat().st_mtime, UTC)
        raise StoreDamaged(
            plural(
                "{path} lacks the last change, of {noted}: {wal}, the file of latest writes, {why}.",
                "{path} lacks the last {count} changes, until {noted}: {wal}, the file of latest writes, {why}.",
                missing,
                path=path,
                noted=f"{noted:%Y-%m-%d %H:%M} UTC",
                wal=wal.name,
                why=why,
            ),
            phrase("Put the right files back, or let companion repair go on without them."),
        )


def missing_changes(path: Path) -> int:
    """Return the number of changes noted beside a database that it does not hold; 0 where that is unknown.

    Raises:
        StoreDamaged: A file of the database is no plain one.
    """
    refuse_strange(path)
    noted = _noted(path)  # first: another process may be writing
    held = _last_number(path)
    missing = 0 if held is None else noted - held
    return missing if 0 < missing <= _MOST_MISSING else 0  # by more, it was noted of another database


def belongs(path: Path) -> bool:
    """Return True if the write-ahead log beside a database, if any, goes on where the database ends.

    Raises:
        StoreDamaged: A file of the database is no plain one, or the log is too large.
    """
    log = latest_writes(path)  # before the database, which another process may take it into
    head = _head(path)
    numbers = (
        _number(log[at + FRAME : at + FRAME + HEADER])
        for number, _, at in frames(log, layout_of(head)[0])
        if number == 1 and counts(log, at)
    )
    written = [number for number in numbers if number]
    held = _number(head)
    return not held or not written or any(0 <= number - held <= _MOST_DAMAGED for number in written)


def _noted(path: Path) -> int:
    """The number noted beside a database; 0 when there is none, or it cannot be read."""
    try:
        return int(read_small(beside(path, LAST_WRITE), _NOTE_BYTES))
    except (OSError, ValueError):
        return 0


def _head(path: Path) -> bytes:
    """The header of a database; empty where the file has none."""
    try:
        with path.open("rb") as file:
            head = file.read(HEADER)
    except FileNotFoundError:
        return b""
    return head if head.startswith(MAGIC) and len(head) == HEADER else b""


def _number(page: bytes) -> int:
    return int.from_bytes(page[_NUMBER], "big")


def _last_number(path: Path) -> int | None:
    """Number of the last change in a database and its write-ahead log; None where SQLite cannot tell.

    A connection that may only read leaves the log as it is, where another one would take it in as far as it is sound.
    """
    wal = beside(path, WAL)
    if not wal.exists() or wal.stat().st_size == 0:
        head = _head(path)
        return _number(head) if head else None
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as reader:
            (number,) = reader.execute("PRAGMA user_version").fetchone()
    except sqlite3.Error:
        return None
    return int(number)
