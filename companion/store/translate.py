"""Errors of databases and of the operating system, told as the store's own."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, ProgrammingError

from companion.errors import (
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreUnreachable,
)

_BUSY_HINT = "Close the other companion or database tool that has it open, then try again."
_FULL_HINT = "Free some disk space; everything acknowledged so far is kept."
_READ_ONLY_HINT = "Make the file and its folder writable, or choose another data folder."
_DAMAGED_HINT = "Try companion repair, or restore a backup; it was left as it is."
_DISK_HINT = "Check the disk and its free space; everything acknowledged so far is kept."
_SERVER_HINT = "Check that the database server runs and that the database URL is right."


def _from_sqlite(error: sqlite3.Error, where: str) -> StoreError:
    primary = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    match primary:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreBusy(f"{where} is locked by another process.", _BUSY_HINT)
        case sqlite3.SQLITE_FULL:
            return StoreFull(f"There is no space left to write {where}.", _FULL_HINT)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return StoreReadOnly(f"{where} may only be read.", _READ_ONLY_HINT)
        case sqlite3.SQLITE_CANTOPEN:
            return StoreReadOnly(f"{where} cannot be opened for writing.", _READ_ONLY_HINT)
        case sqlite3.SQLITE_CORRUPT:
            return StoreDamaged(f"{where} is damaged.", _DAMAGED_HINT)
        case sqlite3.SQLITE_NOTADB:
            return StoreDamaged(f"{where} is not a companion database.", _DAMAGED_HINT)
        case sqlite3.SQLITE_IOERR:
            return StoreError(f"The disk failed while using {where} ({error}).", _DISK_HINT)
    if "decode" in str(error):
        return StoreDamaged(f"{where} is damaged.", _DAMAGED_HINT)
    return StoreError(f"{where} could not be used: {error}.", "")


_NO_RIGHT, _NO_TABLE = "42501", "42P01"
"""What PostgreSQL files under wrong statements although the statement is right."""


def _from_server(error: BaseException | None, where: str) -> StoreError:
    state = str(getattr(error, "sqlstate", None) or "08000")
    reason = " ".join(str(error).split()).rstrip(".?!")
    if state == "53100":
        return StoreFull(f"There is no space left to write {where}.", _FULL_HINT)
    if state == _NO_TABLE:
        return StoreError(f"{where} lacks tables of the companion.", "Restore a backup: companion restore FILE.")
    if state in ("25006", _NO_RIGHT):
        return StoreReadOnly(f"{where} may only be read.", "Give the database user the right to write.")
    if state in ("55P03", "40P01", "40001"):
        return StoreBusy(f"{where} is locked by another process.", _BUSY_HINT)
    if state.startswith(("08", "57", "53", "28", "3D")):
        return StoreUnreachable(f"{where} cannot be reached: {reason}.", _SERVER_HINT)
    return StoreError(f"{where} could not be used: {reason}.", "")


def translate(error: Exception, where: str) -> StoreError:
    """The store's error for a database error; `where` names the file or server for people."""
    original: Any = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(original, sqlite3.Error):
        return _from_sqlite(original, where)
    return _from_server(original, where)


@contextmanager
def translated(where: str) -> Iterator[None]:
    """Turn database and file errors inside the block into `StoreError`s.

    Raises:
        StoreError: What went wrong; `IntegrityError` and wrong statements pass, they are bugs or handled closer by.
    """
    try:
        yield
    except ProgrammingError as exc:
        if getattr(exc.orig, "sqlstate", None) in (_NO_RIGHT, _NO_TABLE):
            raise translate(exc, where) from exc
        raise
    except (IntegrityError, InterfaceError):
        raise
    except (DBAPIError, sqlite3.Error) as exc:
        raise translate(exc, where) from exc
    except UnicodeDecodeError as exc:  # a damaged schema: SQLite's own message quotes it, and is no text then
        raise StoreDamaged(f"{where} is damaged.", _DAMAGED_HINT) from exc
