"""Check for things in a database file that no companion wrote: they would be run, or fill the memory, once used."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.base.errors import StoreDamaged
from companion.base.file_limits import LARGEST_BYTES, Tally, TooLarge
from companion.store import schema
from companion.store.limits import most_rows
from companion.store.translate import translated
from engine.phrase import Phrase, phrase

TABLE_TIMES = 10
"""Factor by which a table may exceed a campaign file with what it holds of one campaign: files are written by the year.
"""
LATEST_SECONDS = 1e9
"""Thirty years into an evening, and more than any score."""

_RUN = re.compile(r"\b(?:AS|CHECK|COLLATE|DEFAULT|GENERATED|TRIGGER|USING|VIEW|VIRTUAL|WHERE)\b", re.IGNORECASE)
"""Words of a table or an index with statements in it; no table of ours has any of them."""


def refuse_foreign(file: Path, where: str) -> None:
    """Refuse a database with statements of its own in it, or with more of a campaign than any has.

    Args:
        file: Nobody else has it open.
        where: What it is called when something is wrong with it.

    Raises:
        StoreDamaged: Something in it that SQLite would run is none of ours, or a number in it is beyond all that are.
        TooLarge: A table holds more rows, bytes or values of a campaign than any.
        StoreError: It cannot be read.
    """
    with translated(where), closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA trusted_schema=OFF")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LARGEST_BYTES)
        refuse_statements(connection, where, phrase("Choose another file; nothing was changed."))
        connection.text_factory = bytes
        for table in schema.metadata.sorted_tables:
            _refuse_much(connection, table.name, where)


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


def _refuse_much(connection: sqlite3.Connection, table: str, where: str) -> None:
    """Look at every row of a table, in whatever shape of ours it has."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (table,)).fetchone():
        return
    rows = connection.execute(f'SELECT * FROM "{table}"')
    names = [column[0] for column in rows.description]
    whose = names.index("campaign_id") if "campaign_id" in names else None
    seen: dict[object, _Much] = {}
    for row in rows:
        campaign = None if whose is None else row[whose]
        if campaign not in seen and len(seen) >= most_rows("campaigns"):
            raise TooLarge
        seen.setdefault(campaign, _Much(most_rows(table))).add(row)
        if any(isinstance(value, float) and not abs(value) <= LATEST_SECONDS for value in row):
            raise StoreDamaged(
                phrase("{where} holds a number in {table} that no companion wrote.", where=where, table=table),
                phrase("Choose another file; nothing was changed."),
            )


class _Much:
    """Rows of a table that belong to one campaign, counted."""

    def __init__(self, most: int) -> None:
        self._left = most
        self._tally = Tally(TABLE_TIMES)

    def add(self, row: tuple[object, ...]) -> None:
        """Count one more.

        Raises:
            TooLarge: All of them are more than any campaign has.
        """
        self._left -= 1
        if self._left < 0:
            raise TooLarge
        for value in row:
            if isinstance(value, bytes):
                self._tally.add(value)
