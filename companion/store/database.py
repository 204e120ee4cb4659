"""One place that opens databases: connection settings, transactions and migrations."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from threading import RLock, local
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.pool import StaticPool

from companion.base.addresses import without_passwords
from companion.base.errors import StoreDamaged, StoreReadOnly, StoreTooNew, StoreUnreachable
from companion.base.file_limits import LARGEST_BYTES
from companion.base.private_files import private_file, private_folder
from companion.store import schema
from companion.store.file_checks import refuse_strange
from companion.store.foreign import refuse_statements
from companion.store.last_write import check_last_write, note, number_change
from companion.store.pages import MAGIC
from companion.store.translate import translated
from engine.phrase import phrase

logger = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parent / "migrations"
SERVER_LOCKS = 0x7AB1E
"""Number of our advisory locks on a database server: any that no other program is likely to use."""
_STATEMENTS_HINT = phrase("None of it was run; companion repair keeps the companion's data.")
_MIGRATING_SECONDS = 30
"""Time to wait for another companion that brings the tables of a server to the newest shape."""


def parse_url(target: str | Path) -> URL:
    """A database URL from a URL or the path of a SQLite file.

    Raises:
        StoreUnreachable: It looks like a URL and is none.
    """
    if isinstance(target, Path) or "://" not in target:
        return URL.create("sqlite", database=str(Path(target).expanduser()))
    try:
        return make_url(target)
    except (ArgumentError, ValueError) as exc:  # a port that is no number
        raise StoreUnreachable(
            phrase("The database URL cannot be read."),
            phrase("Write it like postgresql://user@host/name or sqlite:////path/to/file."),
        ) from exc


class _Step(local):
    """The transaction that a thread does everything in; None when each thing has its own."""

    connection: Connection | None = None


class Database:
    """A database with our settings: short transactions, durable commits, translated errors.

    SQLite runs in WAL mode with synchronous=FULL, so a commit that returned survives `kill -9` and a power cut. Safe to
    use from several threads.

    Args:
        target: Path of a SQLite file, or a URL.
        busy_seconds: How long to wait for another process that holds the file, or what is needed of a server.
    """

    def __init__(self, target: str | Path, busy_seconds: float) -> None:
        self.url = parse_url(target)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.path = (
            Path(self.url.database) if self.is_sqlite and self.url.database not in (None, "", ":memory:") else None
        )
        self.where = str(self.path) if self.path else without_passwords(self.url.render_as_string())
        self.busy_seconds = busy_seconds
        self.in_memory = self.is_sqlite and self.path is None
        # All threads share the one connection of an in-memory database, so they take turns.
        self._turns: AbstractContextManager[Any] = RLock() if self.in_memory else nullcontext()
        self._step = _Step()
        self.engine = self._create_engine()

    def _create_engine(self) -> Engine:
        options: dict[str, Any] = {"poolclass": StaticPool} if self.in_memory else {}
        if self.is_sqlite:
            options["connect_args"] = {"timeout": self.busy_seconds, "check_same_thread": False}
        else:
            options["pool_pre_ping"] = True  # a server restarted between two evenings is simply connected to again
        try:
            engine = create_engine(self.url, hide_parameters=True, **options)  # they are what people said
        except (ModuleNotFoundError, NoSuchModuleError) as exc:
            raise StoreUnreachable(
                phrase("No driver is installed for {drivername} databases.", drivername=self.url.drivername),
                phrase(
                    "Install one (for PostgreSQL psycopg, the extra club), or leave the URL out to use a local file."
                ),
            ) from exc
        if self.is_sqlite:
            event.listen(engine, "connect", _set_up_connection)
            event.listen(engine, "begin", _begin)
        elif engine.driver == "psycopg":
            # Imported late: its driver is there for those alone who have a server.
            from companion.store import server

            server.bound(engine, self.busy_seconds)
        return engine

    def open(self, migrations: Path = MIGRATIONS) -> None:
        """Create the file where needed and bring the tables to the newest shape, all or nothing.

        Raises:
            StoreError: The database cannot be used; it is left as it was.
        """
        if self.path is not None:
            make_folder(self.path.parent)
            refuse_other_files(self.path)
            check_last_write(self.path)
            with suppress(OSError):  # SQLite tells why
                private_file(self.path)  # what SQLite keeps beside it has the same mode
        with translated(self.where):
            with self._turns, self.engine.connect() as connection:
                if self.path is not None:
                    refuse_statements(_sqlite_of(connection), self.where, _STATEMENTS_HINT)
                current = self._revision(connection)
            if self.path is not None:
                self._use_wal()  # not before: another program's file is left as it is
            if current != schema.REVISION or migrations != MIGRATIONS:
                self._migrate(migrations)

    def _use_wal(self) -> None:
        with self.engine.connect() as connection:
            (mode,) = _sqlite_of(connection).execute("PRAGMA journal_mode=WAL").fetchone()
        if mode != "wal":
            logger.warning("the file system of %s has no WAL; readers may have to wait for the writer", self.where)

    def _revision(self, connection: Connection) -> str | None:
        tables = set(inspect(connection).get_table_names())
        if "alembic_version" in tables:
            version: str | None = connection.scalar(text("SELECT version_num FROM alembic_version"))
            return version
        if tables and self.is_sqlite:
            raise StoreDamaged(
                phrase("{where} holds the data of another program.", where=self.where),
                phrase("Choose another file or data folder; it was not changed."),
            )
        return None

    def _migrate(self, migrations: Path) -> None:
        # Imported late: most starts find the newest shape and need none of it.
        from alembic import command
        from alembic.config import Config
        from alembic.script import ScriptDirectory

        config = Config()
        config.set_main_option("script_location", str(migrations).replace("%", "%%"))
        config.set_main_option("path_separator", "os")
        known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
        with self.write() as connection:
            if not self.is_sqlite:  # SQLite's write transaction keeps others out already
                connection.execute(text(f"SET LOCAL lock_timeout = '{_MIGRATING_SECONDS}s'"))
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": SERVER_LOCKS})
            current = self._revision(connection)
            if current is not None and current not in known:
                raise StoreTooNew(
                    phrase(
                        "{where} was written by a newer companion (shape {current}).", where=self.where, current=current
                    ),
                    phrase("Update this companion; it was not changed."),
                )
            config.attributes["connection"] = connection
            command.upgrade(config, "head")

    @contextmanager
    def read(self, *, at_one_moment: bool = False) -> Iterator[Connection]:
        """A short read transaction; `at_one_moment` when several queries must see the same data."""
        if self._step.connection is not None:
            yield self._step.connection
            return
        with translated(self.where), self._turns, self.engine.connect() as connection:
            if at_one_moment and not self.is_sqlite:  # SQLite never does otherwise
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """A write transaction: committed when the block ends, rolled back when it raises.

        SQLite takes the write lock at the beginning, so what the block reads cannot change under it.
        """
        if self._step.connection is not None:
            yield self._step.connection
            return
        number = None
        with (
            translated(self.where),
            self._turns,
            self.engine.connect().execution_options(companion_writes=True) as connection,
            connection.begin() as transaction,
        ):
            before = self._changes(connection)
            yield connection
            if transaction.is_active and self._changes(connection) != before:
                number = number_change(_sqlite_of(connection))
        if self.path is not None and number is not None:
            note(self.path, number)

    def _changes(self, connection: Connection) -> int:
        """Rows a connection has changed so far; none where changes are not numbered: in memory and on a server."""
        return 0 if self.path is None else _sqlite_of(connection).total_changes

    @contextmanager
    def in_one_step(self) -> Iterator[None]:
        """One write transaction for everything this thread reads and writes in the block, or in the one around it."""
        with self.write() as connection:
            outer, self._step.connection = self._step.connection, connection
            try:
                yield
            finally:
                self._step.connection = outer

    def forget_words(self, connection: Connection) -> None:
        """Write the index of words anew without those that are gone; SQLite's only marks them as deleted."""
        if self.is_sqlite:
            connection.exec_driver_sql(f"INSERT INTO {schema.WORD_INDEX}({schema.WORD_INDEX}) VALUES ('optimize')")

    def keeps_old_pages(self) -> bool:
        """Return True if a write-ahead log may still hold deleted words; a server clears old rows by itself in time."""
        wal = None if self.path is None else self.path.with_name(f"{self.path.name}-wal")
        return wal is not None and wal.exists() and wal.stat().st_size > 0

    def forget_old_pages(self) -> None:
        """Empty the write-ahead log, so that deleted words are in no file any more; a server clears its old rows."""
        if not self.is_sqlite:
            self._clear_old_rows()
        if self.path is None:
            return
        with translated(self.where), self.engine.connect() as connection:
            (busy, *_) = _sqlite_of(connection).execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        if busy:
            logger.warning(
                "deleted words stay in %s-wal until the other program that reads it has closed it", self.where
            )

    def _clear_old_rows(self) -> None:
        tables = ", ".join(schema.metadata.tables)
        with translated(self.where), self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as server:
            server.exec_driver_sql(f"VACUUM {tables}")

    def close(self) -> None:
        """Close every connection. Safe to call twice."""
        self.engine.dispose()


def make_folder(folder: Path) -> None:
    """Make a data folder.

    Raises:
        StoreReadOnly: It cannot be made.
    """
    try:
        private_folder(folder)
    except OSError as exc:
        hint = phrase("Choose another data folder.")
        raise StoreReadOnly(
            phrase("The folder {folder} cannot be made: {strerror}.", folder=folder, strerror=exc.strerror), hint
        ) from exc


def refuse_other_files(path: Path) -> None:
    """Refuse a file of another program: SQLite takes a few bytes for an empty database and would overwrite them.

    Raises:
        StoreDamaged: It is no SQLite file, or a file of it is no plain one.
        StoreReadOnly: It cannot be read.
    """
    refuse_strange(path)
    try:
        with path.open("rb") as file:
            head = file.read(len(MAGIC))
    except FileNotFoundError:
        return
    except OSError as exc:
        hint = phrase("Check the file and its rights, or choose another data folder.")
        raise StoreReadOnly(
            phrase("{path} cannot be opened: {strerror}.", path=path, strerror=exc.strerror), hint
        ) from exc
    if head not in (b"", MAGIC):
        raise StoreDamaged(
            phrase("{path} is not a companion database.", path=path), phrase("Choose another file; it was not changed.")
        )


def _sqlite_of(connection: Connection) -> sqlite3.Connection:
    raw = connection.connection.dbapi_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw


def _set_up_connection(connection: sqlite3.Connection, _record: object) -> None:
    # The driver's own transactions start too late and not before DDL; `_begin` starts ours.
    connection.isolation_level = None
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_BYTES)
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA foreign_keys=ON")
    connection.execute("PRAGMA secure_delete=ON")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get("companion_writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
