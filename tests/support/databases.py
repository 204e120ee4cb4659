"""New databases as copies of one that was made before: migrating a file takes longer than most tests."""

import sqlite3
from functools import cache
from pathlib import Path

from sqlalchemy import Connection

from companion.store.database import MIGRATIONS, Database

_migrate = Database._migrate


def migrate_by_copying(database: Database, migrations: Path) -> None:
    """Give an empty SQLite database its shape at once, and any other one by its migrations."""
    with database.read() as connection:
        empty = database.is_sqlite and database._revision(connection) is None
    if empty and migrations == MIGRATIONS:
        fill(database, _empty())
    else:
        _migrate(database, migrations)


@cache
def _empty() -> bytes:
    """A database of the newest shape, made by the migrations."""
    database = Database("sqlite://", 5.0)
    _migrate(database, MIGRATIONS)
    content = contents(database)
    database.close()
    return content


def contents(database: Database) -> bytes:
    """Everything in a SQLite database in memory."""
    with database.engine.connect() as connection:
        return _raw(connection).serialize()


def fill(database: Database, content: bytes) -> None:
    """Overwrite a SQLite database, in memory or in a file, with what another one holds."""
    source = sqlite3.connect(":memory:")
    source.deserialize(content)
    with database.engine.connect() as connection:
        source.backup(_raw(connection))
    source.close()


def _raw(connection: Connection) -> sqlite3.Connection:
    raw = connection.connection.dbapi_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw
