"""Reads SQLite's write-ahead log, which holds the latest pages of a database until they are taken into its file."""

import struct
from collections.abc import Iterator

HEADER, FRAME = 32, 24
_LITTLE = 0x377F0682
"""First bytes of a log whose checksums add up numbers with their lowest byte first."""
_GUESSES = 4


def frames(log: bytes, size: int) -> Iterator[tuple[int, int, int]]:
    """Every frame: number of the page, whether a change ends with it, where it begins; older ones may be behind others.

    Args:
        log: The file.
        size: Bytes in a page of the database.
    """
    if len(log) >= HEADER and int.from_bytes(log[8:12], "big") == size:
        for at in range(HEADER, len(log) - FRAME - size + 1, FRAME + size):
            number, ends = struct.unpack_from(">II", log, at)
            yield number, ends, at


def counts(log: bytes, at: int) -> bool:
    """Return True if a frame was written since the log last began anew."""
    return log[at + 8 : at + 16] == log[16:24]


def latest_pages(log: bytes, size: int) -> dict[int, bytes]:
    """The latest page of each number that a finished change wrote.

    SQLite stops at the first frame whose checksum is wrong. A checksum goes on from the one before it, so a damaged
    frame is left out here, and those behind it are looked at from what is written in it, and from what should be.

    Args:
        log: The file.
        size: Bytes in a page of the database.
    """
    found: dict[int, bytes] = {}
    change: dict[int, bytes] = {}
    order = "<" if int.from_bytes(log[:4], "big") == _LITTLE else ">"
    before = {log[24:HEADER]}
    for number, ends, at in frames(log, size):
        page, written = log[at + FRAME : at + FRAME + size], log[at + 16 : at + FRAME]
        should = {_sums(sums, log[at : at + 8] + page, order) for sums in before}
        if sound := written in should and counts(log, at):
            change[number] = page
        if sound and ends:
            found.update(change)
            change.clear()
        before = {written} if written in should or len(should) > _GUESSES else {written, *should}
    return found


def _sums(before: bytes, data: bytes, order: str) -> bytes:
    one, two = struct.unpack(">II", before)
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & 0xFFFFFFFF
        two = (two + second + one) & 0xFFFFFFFF
    return struct.pack(">II", one, two)
