"""Reads a damaged SQLite file row by row, around what is unreadable."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Table

from companion.store import schema
from companion.store.translate import translated


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
        most = damaged.stat().st_size
        told = [each for table in schema.metadata.sorted_tables for each in _copy_table(old, copy, table, most)]
        told += _bring_back_evenings(copy)
        told += _drop_orphans(copy)
        copy.commit()
    return tuple(told)


def _copy_table(old: sqlite3.Connection, copy: sqlite3.Connection, table: Table, most: int) -> Iterator[str]:
    columns = _columns(old, table)
    if not columns:
        return
    names = ", ".join(f'"{name}"' for name in columns)
    places = ", ".join("?" for _ in columns)
    texts = [at for at, name in enumerate(columns) if isinstance(table.c[name].type, schema.JsonText)]
    lost = 0
    for number in _numbers(old, table, most):
        try:
            row = old.execute(f'SELECT {names} FROM "{table.name}" WHERE rowid = ?', (number,)).fetchone()
            for at in texts if row else ():
                json.loads(row[at])
        except (sqlite3.DatabaseError, ValueError, TypeError):
            lost += 1
            continue
        if row:
            lost += copy.execute(f'INSERT OR IGNORE INTO "{table.name}" ({names}) VALUES ({places})', row).rowcount == 0
    if lost:
        yield f"{lost} {'row' if lost == 1 else 'rows'} of {table.name} could not be read."


def _columns(old: sqlite3.Connection, table: Table) -> list[str]:
    """Columns the file has of a table; none when it has no such table, or does not know any more."""
    try:
        found = {row[1] for row in old.execute(f'PRAGMA table_info("{table.name}")')}
    except sqlite3.DatabaseError:
        return []
    return [column.name for column in table.columns if column.name in found]


def _numbers(old: sqlite3.Connection, table: Table, most: int) -> range:
    """Row numbers from the first to the last one that can be found; a file cannot hold more rows than bytes."""
    ends: list[Any] = []
    for end in ("ASC", "DESC"):
        try:
            ends += old.execute(f'SELECT rowid FROM "{table.name}" ORDER BY rowid {end} LIMIT 1').fetchone() or ()
        except sqlite3.DatabaseError:
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
    return [f"{len(orphans)} rows belong to a campaign that could not be read."] if orphans else []
