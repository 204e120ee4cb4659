"""Reads what is left of a SQLite file page by page, around what is missing or damaged.

SQLite documents the format and keeps to it (its page "Database File Format"). SQLite itself refuses a file that ends
too early, and finds no row whose way down the tree is broken.

What takes longer to follow than a sound file could, such as a row whose pages lead in a circle, counts as damaged.
"""

import struct
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import TypeVar

from companion.base.file_limits import LARGEST_BYTES
from companion.store.file_checks import latest_writes, refuse_large
from companion.store.write_ahead import latest_pages

Value = int | float | str | bytes | None
Row = tuple[int, list[Value]]
"""Number of a row, and what is in its columns."""
_Read = TypeVar("_Read")

MAGIC = b"SQLite format 3\x00"
HEADER = 100
"""Length of the header a database begins with: the bytes before its first page's tree."""

TABLE_LEAF, INDEX_LEAF = 13, 10
_INNER = 8
"""A page above leaves has their kind less this."""
_SIZES = tuple(1 << power for power in range(9, 17))
USUAL = (4096, 0)
"""Size of a page and bytes reserved at its end, as SQLite makes them when nobody asks for anything else."""
_HIGHEST_NUMBER = 2**63 - 1
_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_DAMAGE = (ValueError, LookupError, struct.error)
_MOST_COLUMNS = 20
"""No table of ours has as many."""
_DEEPEST = 20
"""Pages above one another in the deepest tree that SQLite makes."""
_MOST_UNREADABLE = 100
"""Cells of one page that are tried in vain; a page of ours holds fewer."""
_MOST_TIMES = 4
"""Bytes that may be followed for each byte of the file: every row is read up to three times."""
_CELL_BYTES = 16
"""Cost of looking at a cell, in bytes followed; a row has more."""


class Pages:
    """Pages of a database file, numbered from 1; one that is missing is empty.

    What it reads altogether is bounded by the length of the file, whatever the file says; the rest is damaged.

    Args:
        content: The file.
        later: Pages of its write-ahead log, which count in place of those in the file.
        layout: Size of a page and bytes reserved at its end.
    """

    def __init__(self, content: bytes, later: Mapping[int, bytes], layout: tuple[int, int] = USUAL) -> None:
        self._content = content
        self._later = later
        self._size, reserved = layout
        self._usable = self._size - reserved
        in_file = -(-len(content) // self._size)
        self._in_file, self._behind = range(1, in_file + 1), sorted(number for number in later if number > in_file)
        self._bytes = len(content) + self._size * len(later)
        self._left = _MOST_TIMES * self._bytes

    def __iter__(self) -> Iterator[int]:
        """Numbers of the pages that are there, one that is cut short included."""
        return chain(self._in_file, self._behind)

    def __getitem__(self, number: int) -> bytes:
        """A page, shorter than others where the file ends in it."""
        if number in self._later:
            return self._later[number]
        return self._content[(number - 1) * self._size : number * self._size]

    def kind(self, number: int) -> int:
        """Kind of a page in a tree; anything for other pages."""
        start = _start(number)
        return int.from_bytes(self[number][start : start + 1], "big") if number > 0 else 0

    def leaves(self, root: int, kind: int) -> Iterator[int | None]:
        """Numbers of the leaves of a tree in order; None for every branch that cannot be followed.

        Args:
            root: Number of the page at its top.
            kind: `TABLE_LEAF` or `INDEX_LEAF`.
        """
        seen: set[int] = set()
        lost, most_lost = 0, len(self._in_file) + len(self._behind)
        ahead = [iter((root,))]
        while ahead and lost <= most_lost:  # no tree has more branches than the file has pages
            number = next(ahead[-1], None)
            if number is None:
                ahead.pop()
                continue
            found = self.kind(number)
            if number in seen or found not in (kind, kind - _INNER) or len(ahead) > _DEEPEST:
                lost += 1
                yield None
                continue
            seen.add(number)
            if found == kind:
                yield number
            else:
                ahead.append(self._branches(number))

    def _branches(self, number: int) -> Iterator[int]:
        page, start = self[number], _start(number)
        for at in self._cells(number, start + 12):
            yield int.from_bytes(page[at : at + 4], "big")
        yield int.from_bytes(page[start + 8 : start + 12], "big")

    def _cells(self, number: int, first: int) -> Iterator[int]:
        """Yield the offsets of the cells of a page, as far as they lie in it."""
        page, start = self[number], _start(number)
        count = int.from_bytes(page[start + 3 : start + 5], "big")
        for place in range(first, min(first + 2 * count, len(page) - 1), 2):
            if (at := int.from_bytes(page[place : place + 2], "big")) > place:
                yield at

    def rows(self, number: int) -> Iterator[Row | None]:
        """Rows of a leaf of a table, in order; None for each that cannot be read."""
        return self._read(number, self._row)

    def keys(self, number: int) -> Iterator[list[Value]]:
        """Yield the keys in a leaf of an index, as far as they can be read; long ones are left out."""
        return filter(None, self._read(number, _key))

    def _read(self, number: int, read: Callable[[bytes, int], tuple[_Read, int]]) -> Iterator[_Read | None]:
        """Read the cells of a leaf; None for each that cannot be, is there twice, or takes more room than there is.

        Args:
            number: The leaf.
            read: Reads a cell of a page, and tells the bytes it takes there.
        """
        page = self[number]
        room, unreadable = 2 * len(page), 0  # twice, as a damaged cell may seem to take what belongs to others
        seen: set[int] = set()
        for at in self._cells(number, _start(number) + 8):
            found = None
            if at not in seen and room > 0 and unreadable < _MOST_UNREADABLE:
                seen.add(at)
                try:
                    self._follow(_CELL_BYTES)
                    found, taken = read(page, at)
                    room -= taken
                except _DAMAGE:
                    unreadable += 1
            yield found

    def _follow(self, count: int) -> None:
        """Count bytes that are followed.

        Raises:
            ValueError: They are more than any sound file leads to.
        """
        self._left -= count
        if self._left < 0:
            raise ValueError(count)

    def _row(self, page: bytes, at: int) -> tuple[Row, int]:
        size, at = _varint(page, at)
        number, at = _varint(page, at)
        if size > min(self._bytes, LARGEST_BYTES) or number > _HIGHEST_NUMBER:
            raise ValueError(size)
        here = self._held_in_page(size)
        payload = page[at : at + here]
        if here < size:
            payload += self._overflow(int.from_bytes(page[at + here : at + here + 4], "big"), size - here)
        return (number, _record(payload)), here

    def _held_in_page(self, size: int) -> int:
        """Return the length of a row's part in the leaf itself; the rest is in pages behind it."""
        most, least = self._usable - 35, (self._usable - 12) * 32 // 255 - 23
        if size <= most:
            return size
        here = least + (size - least) % (self._usable - 4)
        return here if here <= most else least

    def _overflow(self, number: int, size: int) -> bytes:
        """The rest of a row, in a chain of pages.

        Raises:
            ValueError: A page of it is missing or comes twice.
        """
        parts: list[bytes] = []
        seen: set[int] = set()
        while size > 0:
            part = self[number][4 : self._usable] if number > 0 else b""
            if number in seen or not part:
                raise ValueError(number)
            self._follow(self._size)
            seen.add(number)
            parts.append(part[:size])
            size -= len(part)
            number = int.from_bytes(self[number][:4], "big")
        return b"".join(parts)


def read_pages(file: Path, *, with_later: bool) -> Pages:
    """The pages of a database file, as its header says that they lie, or as they usually do where more can be read so.

    Args:
        file: The database; it is only read.
        with_later: Whether the write-ahead log beside it belongs to it.

    Raises:
        StoreDamaged: A file of it is no plain one, or too large.
    """
    refuse_large(file)
    log = latest_writes(file)
    content = file.read_bytes()
    log = log if with_later else b""
    found = [Pages(content, latest_pages(log, layout[0]), layout) for layout in {layout_of(content), USUAL}]
    return found[0] if len(found) == 1 else max(found, key=_readable)


def layout_of(content: bytes) -> tuple[int, int]:
    """Size of a page and bytes reserved at its end, as a file says; as usual where that cannot be."""
    size = int.from_bytes(content[16:18], "big")
    size = 65536 if size == 1 else size
    return (size, content[20]) if size in _SIZES and len(content) >= HEADER else USUAL


def _readable(pages: Pages) -> int:
    """Count the rows that can be read in any leaf."""
    leaves = (number for number in pages if pages.kind(number) == TABLE_LEAF)
    return sum(row is not None for number in leaves for row in pages.rows(number))


def _start(number: int) -> int:
    """Return the offset at which a page's tree begins: on the first page behind the header of the file."""
    return HEADER if number == 1 else 0


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number of up to nine bytes, and where the next one begins."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | data[place] & 0x7F
        if data[place] < 0x80:
            return value, place + 1
    return value << 8 | data[at + 8], at + 9


def _key(page: bytes, at: int) -> tuple[list[Value], int]:
    size, at = _varint(page, at)
    return _record(page[at : at + size]), size


def _record(payload: bytes) -> list[Value]:
    """The columns of a row.

    Raises:
        ValueError: It is none.
    """
    size, at = _varint(payload, 0)
    kinds: list[int] = []
    while at < size and len(kinds) < _MOST_COLUMNS:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    if at != size or not kinds:
        raise ValueError(size)
    values = []
    for kind in kinds:
        length = _length(kind)
        values.append(_value(kind, payload[at : at + length]))
        at += length
    if at != len(payload):
        raise ValueError(at)
    return values


def _length(kind: int) -> int:
    if kind >= 12:
        return (kind - 12) // 2
    return 8 if kind == 7 else _INTEGERS.get(kind, 0)


def _value(kind: int, part: bytes) -> Value:
    if kind >= 12:
        return part.decode("utf-8", "replace") if kind % 2 else part
    if kind == 7:
        value: float = struct.unpack(">d", part)[0]
        return value
    if kind in _INTEGERS:
        return int.from_bytes(part, "big", signed=True)
    return {0: None, 8: 0, 9: 1}[kind]  # no others are in use
