"""Copies every row that can be read in a damaged database file to a new one."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Integer, Table
from sqlalchemy.dialects import sqlite

from companion.base.errors import StoreDamaged
from companion.store import schema
from companion.store.last_write import belongs
from companion.store.pages import INDEX_LEAF, TABLE_LEAF, Pages, Row, Value, read_pages
from companion.store.translate import translated
from engine.phrase import plural

_DIALECT = sqlite.dialect()
_MASTER = 1
"""Number of the page in which a file says where its tables are."""
_ADDED: dict[tuple[str, int], list[Value]] = {("evenings", 4): [None], ("announcements", 6): [None]}
"""Values of columns that a table did not have when a row with so many was written; SQLite leaves such rows as they are.
"""
_POSITIONS = "sqlite_autoindex_log_1"
"""Index of the log by campaign and position, which SQLite names so; it is shorter, so it often reaches further."""


@dataclass(slots=True)
class Found:
    """Rows found of one table.

    Attributes:
        rows: Its rows, in order.
        strays: Rows in pages that no tree leads to any more.
        lost: Rows that are there and cannot be read.
        pages: Branches of its tree that cannot be followed; strays may have been behind them.
    """

    rows: list[list[Value]] = field(default_factory=list)
    strays: list[list[Value]] = field(default_factory=list)
    lost: int = 0
    pages: int = 0


@dataclass(frozen=True, slots=True)
class Salvaged:
    """Result of recovering a damaged file.

    Attributes:
        told: What was lost or put in order, one sentence each.
        entries: Number of a campaign to the least entries that its log had.
        whole: Whether every page of the log was found.
    """

    told: tuple[str, ...]
    entries: Mapping[int, int]
    whole: bool


def salvage(damaged: Path, new: Path) -> Salvaged:
    """Copy every readable row to an empty database of the newest shape.

    Args:
        damaged: The file; it is only read.
        new: The empty database, closed.

    Raises:
        StoreError: The new file cannot be written.
    """
    pages = read_pages(damaged, with_later=belongs(damaged))
    roots = _roots(pages)
    found = _found(pages, roots)
    changed = datetime.fromtimestamp(damaged.stat().st_mtime, UTC)
    with translated(str(new)), closing(sqlite3.connect(new)) as copy:
        copy.execute("PRAGMA foreign_keys=OFF")
        told = [
            sentence
            for table in schema.metadata.sorted_tables
            for sentence in _copy_table(copy, table, found[table.name], f"{changed:%Y-%m-%d %H:%M:%S.%f}")
        ]
        told += _bring_back_evenings(copy)
        told += _drop_orphans(copy)
        copy.commit()
    return Salvaged(tuple(told), _entries(pages, roots, found), "log" in roots and not found["log"].pages)


def _roots(pages: Pages) -> dict[str, int]:
    """Name of each table and index to the page at the top of its tree, as far as the file still says so."""
    rows = (row for leaf in pages.leaves(_MASTER, TABLE_LEAF) if leaf for row in pages.rows(leaf) if row)
    said = ((values[1], values[3]) for _, values in rows if len(values) == 5)
    return {name: root for name, root in said if isinstance(name, str) and isinstance(root, int) and root > 0}


def _found(pages: Pages, roots: Mapping[str, int]) -> dict[str, Found]:
    """Return what can be read of each table."""
    found = {table.name: Found() for table in schema.metadata.sorted_tables}
    placed: set[int] = set()
    for table in schema.metadata.sorted_tables:
        for leaf in pages.leaves(roots[table.name], TABLE_LEAF) if table.name in roots else ():
            if leaf is not None and leaf not in placed and _take(found[table.name], table, list(pages.rows(leaf))):
                placed.add(leaf)
            else:
                found[table.name].pages += 1
    for number in pages:
        if pages.kind(number) == TABLE_LEAF and number not in placed:
            for row in filter(None, pages.rows(number)):
                _take_stray(found, row)
    return found


def _take(found: Found, table: Table, rows: list[Row | None]) -> bool:
    """Take in the rows of a leaf; False when it has some and none is one of this table."""
    fitting = [values for row in rows if row and (values := _fitting(table, row))]
    if rows and not fitting:
        return False
    found.rows += fitting
    found.lost += len(rows) - len(fitting)
    return True


def _take_stray(found: Mapping[str, Found], row: Row) -> None:
    """Take in a row of a table that is only told by what the row holds: it must fit one, times too, and no other."""
    fitting = [(table, values) for table in schema.metadata.sorted_tables if (values := _fitting(table, row))]
    sound = [(table, values) for table, values in fitting if all(map(_reads, table.columns, values))]
    if len(sound) == 1:
        table, values = sound[0]
        found[table.name].strays.append(values)


def _fitting(table: Table, row: Row) -> list[Value] | None:
    """The columns of a row, where it may be one of a table."""
    values = _values(table, row)
    return values if values and all(map(_fits, table.columns, values)) else None


def _values(table: Table, row: Row) -> list[Value] | None:
    """A row with its number where that is a column of the table; None when it never had as many columns."""
    number, values = row
    values = [*values, *_ADDED.get((table.name, len(values)), ())]
    if len(values) != len(table.columns):
        return None
    keys = table.primary_key.columns.values()
    numbered = len(keys) == 1 and isinstance(keys[0].type, Integer)
    return [number, *values[1:]] if numbered and values[0] is None else values


def _fits(column: Column[Any], value: Value) -> bool:
    """Return True if a value is of the kind a column keeps, as SQLite takes any; times are corrected by themselves."""
    if isinstance(column.type, schema.UtcTime):
        return True
    if value is None:
        return bool(column.nullable)
    return isinstance(value, schema.kinds_of(column)) and (
        not isinstance(column.type, schema.JsonText) or _reads(column, value)
    )


def _reads(column: Column[Any], value: Value) -> bool:
    """Return True if the store can read a value."""
    if value is None:
        return bool(column.nullable)
    try:
        _reader(column)(value)
    except StoreDamaged:
        return False
    return True


@cache
def _reader(column: Column[Any]) -> Callable[[Any], Any]:
    """Return the function with which the store reads what SQLite keeps for a column."""
    return column.type.dialect_impl(_DIALECT).result_processor(_DIALECT, None) or (lambda value: value)


def _copy_table(copy: sqlite3.Connection, table: Table, found: Found, then: str) -> Iterator[str]:
    """Copy its rows; `then` is when things happened whose times cannot be read, nor those of any row before them."""
    names = ", ".join(f'"{name}"' for name in table.c.keys())  # noqa: SIM118 - columns are no mapping
    places = ", ".join("?" for _ in table.columns)
    times = {at: then for at, column in enumerate(table.columns) if isinstance(column.type, schema.UtcTime)}
    timeless, lost = 0, found.lost
    written = f'INSERT OR IGNORE INTO "{table.name}" ({names}) VALUES ({places})'
    for row in found.rows:
        timeless += _put_times_right(table, row, times)
        lost += copy.execute(written, row).rowcount == 0
    copy.executemany(written, found.strays)
    if lost:
        yield f"{_rows(lost)} of {table.name} could not be read."
    if found.pages:
        yield f"{found.pages} {'page' if found.pages == 1 else 'pages'} of {table.name} could not be read."
    if timeless:
        yield f"{_rows(timeless)} of {table.name} had lost their time; the time of the row before is used."


def _rows(count: int) -> str:
    return f"{count} {'row' if count == 1 else 'rows'}"


def _put_times_right(table: Table, row: list[Value], times: dict[int, str]) -> bool:
    """Put the time of the row before in the place of one that cannot be read; whether there was one."""
    spoilt = False
    columns = table.columns.values()
    for at, before in times.items():
        if not _reads(columns[at], row[at]):
            row[at], spoilt = before, True
        elif row[at] is not None:
            times[at] = str(row[at])
    return spoilt


def _entries(pages: Pages, roots: Mapping[str, int], found: Mapping[str, Found]) -> dict[int, int]:
    """The least entries that the log of each campaign had, from every place that says something about it."""
    leaves = pages.leaves(roots[_POSITIONS], INDEX_LEAF) if _POSITIONS in roots else ()
    last = [key[:2] for leaf in leaves if leaf for key in pages.keys(leaf) if len(key) == 3]
    last += [row[:2] for row in (*found["log"].rows, *found["log"].strays)]
    most: dict[int, int] = {}
    for campaign, position in last:
        if isinstance(campaign, int) and isinstance(position, int):
            most[campaign] = max(position + 1, most.get(campaign, 0))
    return most


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
    return [f"{back} {'evening was' if back == 1 else 'evenings were'} restored from its transcript."] if back else []


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
