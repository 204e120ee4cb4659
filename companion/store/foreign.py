"""Check for things in a database file that no companion wrote: they would be run, or fill the memory, once used."""

import re
import sqlite3
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from companion.base.errors import StoreDamaged
from companion.base.file_limits import LARGEST_BYTES, Tally
from companion.store import schema
from companion.store.translate import translated
from engine.phrase import Phrase, phrase

LOG_TIMES = 10
"""Factor by which the log of a campaign may exceed a campaign file: files are written by the year."""


_RUN = re.compile(r"\b(?:AS|CHECK|COLLATE|DEFAULT|GENERATED|TRIGGER|USING|VIEW|VIRTUAL|WHERE)\b", re.IGNORECASE)
"""Words of a table or an index with statements in it; no table of ours has any of them."""


def refuse_foreign(file: Path, where: str) -> None:
    """Refuse a database with statements of its own in it, or a log larger than any campaign's.

    Args:
        file: Nobody else has it open.
        where: What it is called when something is wrong with it.

    Raises:
        StoreDamaged: Something in it that SQLite would run is none of ours.
        TooLarge: The log of a campaign holds more than any.
        StoreError: It cannot be read.
    """
    with translated(where), closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_BYTES)
        refuse_statements(connection, where, phrase("Choose another file; nothing was changed."))
        _refuse_large_log(connection)


def refuse_statements(connection: sqlite3.Connection, where: str, hint: Phrase) -> None:
    """Refuse a database with views, triggers, virtual tables, or tables that compute something; none of it is run.

    Raises:
        StoreDamaged: It has one that no companion wrote.
    """
    rows = connection.execute("SELECT CAST(name AS BLOB), CAST(sql AS BLOB) FROM sqlite_master WHERE sql IS NOT NULL")
    for name, sql in rows:
        written = sql.decode("utf-8", "replace")
        if written not in schema.WORD_INDEX_SQL and _RUN.search(written):
            raise StoreDamaged(
                phrase(
                    "{where} holds {name}, which no companion wrote.", where=where, name=name.decode("utf-8", "replace")
                ),
                hint,
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
