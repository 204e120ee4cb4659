"""Check for things in a backup that no companion wrote: they would be run, or fill the memory, once it is opened."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from companion.base.errors import StoreDamaged
from companion.base.file_limits import Tally
from companion.store.translate import translated
from engine.phrase import phrase

LOG_TIMES = 10
"""Factor by which the log of a campaign may exceed a campaign file: files are written by the year."""


def refuse_foreign(file: Path, where: str) -> None:
    """Refuse a database with statements of its own in it, or a log larger than any campaign's.

    Args:
        file: Nobody else has it open.
        where: What it is called when something is wrong with it.

    Raises:
        StoreDamaged: A view, trigger or virtual table in it is none of ours.
        TooLarge: The log of a campaign holds more than any.
        StoreError: It cannot be read.
    """
    with translated(where), closing(sqlite3.connect(file)) as connection:
        connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        for name in _foreign(connection):
            raise StoreDamaged(
                phrase("{where} holds {name}, which no companion wrote.", where=where, name=name),
                phrase("Choose another file; nothing was changed."),
            )
        _refuse_large_log(connection)


def _foreign(connection: sqlite3.Connection) -> Iterator[str]:
    """Names of what SQLite would run, other than what the migrations wrote."""
    # Imported late: it loads the library of migrations.
    from companion.store.migrations.versions.v0004_memory import SQLITE

    runs = "type IN ('view', 'trigger') OR sql LIKE 'CREATE VIRTUAL%'"
    return (
        name
        for name, sql in connection.execute(f"SELECT name, sql FROM sqlite_master WHERE {runs}")
        if sql not in SQLITE
    )


def _refuse_large_log(connection: sqlite3.Connection) -> None:
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'log'").fetchone():
        return
    rows = connection.execute("SELECT campaign_id, CAST(command AS BLOB), CAST(events AS BLOB) FROM log ORDER BY 1")
    for _, entries in groupby(rows, key=itemgetter(0)):
        tally = Tally(LOG_TIMES)
        for _, *texts in entries:
            for text in texts:
                tally.add(text or b"")
