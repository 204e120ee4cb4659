"""Errors of databases and of the operating system, translated to the store's own."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, ProgrammingError

from companion.base.errors import (
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreUnreachable,
    UnknownCampaign,
)
from engine.phrase import EMPTY, phrase

_BUSY_HINT = phrase("Close the other companion or database tool that has it open, then try again.")
_FULL_HINT = phrase("Free some disk space; everything confirmed so far is saved.")
_READ_ONLY_HINT = phrase("Make the file and its folder writable, or choose another data folder.")
_DAMAGED_HINT = phrase("Try companion repair, or restore a backup; it was left unchanged.")
_DISK_HINT = phrase("Check the disk and its free space; everything confirmed so far is saved.")
_SERVER_HINT = phrase("Check that the database server runs and that the database URL is right.")


_SIGNS_OF_DAMAGE = ("decode", "unsupported file format")
"""Words SQLite uses for a damaged schema or header without a code of its own."""


def _from_sqlite(error: sqlite3.Error, where: str) -> StoreError:
    primary = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
    match primary:
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return StoreBusy(phrase("{where} is locked by another process.", where=where), _BUSY_HINT)
        case sqlite3.SQLITE_FULL:
            return StoreFull(phrase("There is no space left to write {where}.", where=where), _FULL_HINT)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
            return StoreReadOnly(phrase("{where} is read-only.", where=where), _READ_ONLY_HINT)
        case sqlite3.SQLITE_CANTOPEN:
            return StoreReadOnly(phrase("{where} cannot be opened for writing.", where=where), _READ_ONLY_HINT)
        case sqlite3.SQLITE_CORRUPT:
            return StoreDamaged(phrase("{where} is damaged.", where=where), _DAMAGED_HINT)
        case sqlite3.SQLITE_NOTADB:
            return StoreDamaged(phrase("{where} is not a companion database.", where=where), _DAMAGED_HINT)
        case sqlite3.SQLITE_IOERR:
            return StoreError(
                phrase("The disk failed while using {where} ({error}).", where=where, error=error), _DISK_HINT
            )
    if any(sign in str(error) for sign in _SIGNS_OF_DAMAGE):
        return StoreDamaged(phrase("{where} is damaged.", where=where), _DAMAGED_HINT)
    return StoreError(phrase("{where} could not be used: {error}.", where=where, error=error), EMPTY)


_OF_NOTHING = {sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY, "23503"}
"""Codes for a row of a campaign, or of an evening of it, that is gone."""
_NO_RIGHT, _NO_TABLE = "42501", "42P01"
"""Codes PostgreSQL files under wrong statements although the statement is right."""


def _from_server(error: BaseException | None, where: str) -> StoreError:
    state = str(getattr(error, "sqlstate", None) or "08000")
    reason = " ".join(str(error).split()).rstrip(".?!")
    if state == "53100":
        return StoreFull(phrase("There is no space left to write {where}.", where=where), _FULL_HINT)
    if state == _NO_TABLE:
        return StoreError(
            phrase("{where} lacks tables of the companion.", where=where),
            phrase("Restore a backup: companion restore FILE."),
        )
    if state in ("25006", _NO_RIGHT):
        return StoreReadOnly(
            phrase("{where} is read-only.", where=where), phrase("Give the database user the right to write.")
        )
    if state in ("55P03", "40P01", "40001"):
        return StoreBusy(phrase("{where} is locked by another process.", where=where), _BUSY_HINT)
    if state.startswith(("08", "57", "53", "28", "3D")):
        return StoreUnreachable(
            phrase("{where} cannot be reached: {reason}.", where=where, reason=reason), _SERVER_HINT
        )
    return StoreError(phrase("{where} could not be used: {reason}.", where=where, reason=reason), EMPTY)


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
        StoreError: What went wrong; wrong statements pass, and most of what does not fit (`IntegrityError`): they are
            bugs or handled closer by.
    """
    try:
        yield
    except ProgrammingError as exc:
        if getattr(exc.orig, "sqlstate", None) in (_NO_RIGHT, _NO_TABLE):
            raise translate(exc, where) from exc
        raise
    except IntegrityError as exc:
        if _OF_NOTHING & {getattr(exc.orig, name, None) for name in ("sqlite_errorcode", "sqlstate")}:
            raise UnknownCampaign(phrase("This campaign was deleted."), phrase("Open another one.")) from exc
        raise
    except InterfaceError:
        raise
    except (DBAPIError, sqlite3.Error) as exc:
        raise translate(exc, where) from exc
    except UnicodeDecodeError as exc:  # a damaged schema: SQLite's own message quotes it, and is no text then
        raise StoreDamaged(phrase("{where} is damaged.", where=where), _DAMAGED_HINT) from exc
