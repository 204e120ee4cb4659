"""The right to write one campaign, held by one process at a time and given back by the system when it dies."""

import contextlib
import glob
import sqlite3
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.exc import DBAPIError

from companion.base.errors import CampaignInUse
from companion.base.private_files import private_file
from companion.store.database import SERVER_LOCKS, Database
from companion.store.translate import translated
from engine.phrase import Phrase, phrase


class Lease:
    """A held right to write; keep it, and `release` it.

    Beside a SQLite file it is an open write transaction on an empty lock file: the same lock on every system, and gone
    with its process however that ends. On a server it is an advisory lock of a connection kept for the purpose.

    Args:
        database: Where the campaign lives.
        campaign_id: Campaign to be written.
        name: Its name, for the refusal.

    Raises:
        CampaignInUse: Another process holds it.
    """

    def __init__(self, database: Database, campaign_id: int, name: str) -> None:
        self._file: sqlite3.Connection | None = None
        self._server: Connection | None = None
        if database.path is not None:
            self._file = lock_file(lock_path(database.path, campaign_id), phrase("The campaign {name!r}", name=name))
        elif not database.is_sqlite:
            self._server = _lock_server(database, campaign_id, name)

    @property
    def held(self) -> bool:
        """True while the right is held; a server gives it to others once its connection to us is lost."""
        if self._server is None:
            return True
        try:
            self._server.execute(text("SELECT 1"))
        except DBAPIError:
            return False
        return True

    def release(self) -> None:
        """Let others write. Safe to call twice."""
        if self._file is not None:
            self._file.close()
            self._file = None
        if self._server is not None:
            if not self._server.invalidated:
                with contextlib.suppress(DBAPIError):  # a server that is gone has given the lock back
                    self._server.execute(text("SELECT pg_advisory_unlock_all()"))
                self._server.invalidate()
            self._server.close()
            self._server = None


def lock_path(database: Path, campaign_id: int) -> Path:
    """Return the lock file of a campaign."""
    return database.with_name(f"{database.name}.campaign-{campaign_id}.lock")


def lock_files(database: Path) -> list[Path]:
    """The lock files of every campaign that was ever written in a database file."""
    return sorted(database.parent.glob(f"{glob.escape(database.name)}.campaign-*.lock"))


def _in_use(what: Phrase) -> CampaignInUse:
    return CampaignInUse(
        phrase("{what} is open in another companion.", what=what),
        phrase("Close it there first; everything said and played is kept."),
    )


def lock_file(path: Path, what: Phrase) -> sqlite3.Connection:
    """Lock a file until the connection is closed.

    Args:
        path: The lock file.
        what: What it stands for, for the refusal.

    Raises:
        CampaignInUse: Another process holds it.
    """
    with translated(str(path)):
        with contextlib.suppress(OSError):  # SQLite tells why
            private_file(path)
        connection = sqlite3.connect(path, timeout=0.0, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as exc:
            connection.close()
            if exc.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise _in_use(what) from exc
            raise
    return connection


def _lock_server(database: Database, campaign_id: int, name: str) -> Connection:
    with translated(database.where):
        connection = database.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        query = text("SELECT pg_try_advisory_lock(:kind, :campaign)")
        if not connection.scalar(query, {"kind": SERVER_LOCKS, "campaign": campaign_id}):
            connection.close()
            raise _in_use(phrase("The campaign {name!r}", name=name))
    return connection
