"""Reads a damaged SQLite file row by row, around what is unreadable."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import sqlite

from companion.errors import StoreDamaged
from companion.store import schema
from companion.store.translate import translated
from engine.phrase import plural

_DIALECT = sqlite.dialect()
_UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What SQLite raises for what it cannot read; its message may quote damage that is no text."""


def salvage(damaged: Path, new: Path) -> tuple[str, ...]:
    """Copy every readable row to an empty database of the newest shape.

    Args:
        damaged: The file; it is only read.
        new: The empty database, closed.

    Returns:
        What was lost or put in order, one sentence each.

    Raises:
        StoreError: The new file cannot be written.
    """
    with (
        closing(sqlite3.connect(f"{damaged.resolve().as_uri()}?mode=ro", uri=True)) as old,
        translated(str(new)),
        closing(sqlite3.connect(new)) as copy,
    ):
        old.text_factory = lambda raw: raw.decode("utf-8", "replace")
        copy.execute("PRAGMA foreign_keys=OFF")
        most, then = (
            damaged.stat().st_size,
            f"{datetime.fromtimestamp(damaged.stat().st_mtime, UTC):%Y-%m-%d %H:%M:%S.%f}",
        )
        tables = schema.metadata.sorted_tables
        told = [each for table in tables for each in _copy_table(old, copy, table, most, then)]
        told += _bring_back_evenings(copy)
        told += _drop_orphans(copy)
        copy.commit()
    return tuple(told)


def _copy_table(old: sqlite3.Connection, copy: sqlite3.Connection, table: Table, most: int, then: str) -> Iterator[str]:
    """Copy its rows; `then` is when things happened whose times cannot be read, nor those of any row before them."""
    columns = _columns(old, table)
    if not columns:
        return
    names = ", ".join(f'"{name}"' for name in columns)
    places = ", ".join("?" for _ in columns)
    # Times are put right by themselves, as what happened counts without them.
    times = {at: then for at, name in enumerate(columns) if isinstance(table.c[name].type, schema.UtcTime)}
    texts = [at for at, name in enumerate(columns) if isinstance(table.c[name].type, schema.JsonText)]
    strange = schema.misfits(table, (name for at, name in enumerate(columns) if at not in times))
    lost, timeless = 0, 0
    for number in _numbers(old, table, most):
        try:
            found = old.execute(f'SELECT {names}, {strange} FROM "{table.name}" WHERE rowid = ?', (number,)).fetchone()
            if found is None:
                continue
            *row, unlike = found
            for at in texts:
                _read(table, columns[at], row[at])
        except (*_UNREADABLE, StoreDamaged):
            lost += 1
            continue
        timeless += _put_times_right(table, columns, row, times)
        written = f'INSERT OR IGNORE INTO "{table.name}" ({names}) VALUES ({places})'
        lost += bool(unlike) or copy.execute(written, row).rowcount == 0
    if lost:
        yield f"{_rows(lost)} of {table.name} could not be read."
    if timeless:
        yield f"{_rows(timeless)} of {table.name} had lost their time; the one before stands in."


def _rows(count: int) -> str:
    return f"{count} {'row' if count == 1 else 'rows'}"


def _read(table: Table, name: str, value: Any) -> Any:
    """A value as the store will read it.

    Raises:
        StoreDamaged: It cannot.
    """
    read = table.c[name].type.result_processor(_DIALECT, None)
    assert read is not None
    return read(value)


def _put_times_right(table: Table, columns: list[str], row: list[Any], times: dict[int, str]) -> bool:
    """Put the time of the row before in the place of one that cannot be read; whether there was one."""
    spoilt = False
    for at, before in times.items():
        try:
            if _read(table, columns[at], row[at]) is not None:
                times[at] = row[at]
        except StoreDamaged:
            row[at], spoilt = before, True
    return spoilt


def _columns(old: sqlite3.Connection, table: Table) -> list[str]:
    """Columns the file has of a table; none when it has no such table, or does not know any more."""
    try:
        found = {row[1] for row in old.execute(f'PRAGMA table_info("{table.name}")')}
    except _UNREADABLE:
        return []
    return [column.name for column in table.columns if column.name in found]


def _numbers(old: sqlite3.Connection, table: Table, most: int) -> range:
    """Row numbers from the first to the last one that can be found; a file cannot hold more rows than bytes."""
    ends: list[Any] = []
    for end in ("ASC", "DESC"):
        try:
            ends += old.execute(f'SELECT rowid FROM "{table.name}" ORDER BY rowid {end} LIMIT 1').fetchone() or ()
        except _UNREADABLE:
            continue
    return range(min(ends), min(max(ends), min(ends) + most) + 1) if ends else range(0)


def _bring_back_evenings(copy: sqlite3.Connection) -> list[str]:
    """Evenings whose rows are lost begin and end with what was said and done in them."""
    back = copy.execute(
        """
        INSERT INTO evenings (campaign_id, number, started, ended)
        SELECT campaign_id, evening, min(at), max(at) FROM (
            SELECT campaign_id, evening, heard_at AS at FROM utterances
            UNION ALL SELECT campaign_id, evening, at FROM announcements
            UNION ALL SELECT campaign_id, evening, recorded_at FROM log WHERE evening IS NOT NULL
        ) WHERE (campaign_id, evening) NOT IN (SELECT campaign_id, number FROM evenings)
        GROUP BY campaign_id, evening
        """
    ).rowcount
    return (
        [f"{back} {'evening was' if back == 1 else 'evenings were'} made again from what was said in it."]
        if back
        else []
    )


def _drop_orphans(copy: sqlite3.Connection) -> list[str]:
    orphans = copy.execute("PRAGMA foreign_key_check").fetchall()
    for table, number, *_ in orphans:
        copy.execute(f'DELETE FROM "{table}" WHERE rowid = ?', (number,))
    told = plural(
        "{count} row belongs to a campaign that could not be read.",
        "{count} rows belong to a campaign that could not be read.",
        len(orphans),
    )
    return [told] if orphans else []
