"""Files that are cut, overwritten or spoilt in their header: whole pages come back, the rest is reported."""

import random
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.base.errors import StoreDamaged
from companion.store import LogEntry, open_store, schema
from companion.store.pages import TABLE_LEAF, Row, read_pages
from companion.store.repair import examine, repair
from tests.support.clock import FakeClock
from tests.support.played import CAMPAIGN
from tests.support.spoilt import PAGE, entries_of, evening_file, log_pages, repaired

ROUNDS = 60


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return evening_file(tmp_path_factory.mktemp("evening") / "companion.db", ROUNDS).read_bytes()


@pytest.fixture
def file(tmp_path: Path, evening: bytes) -> Path:
    path = tmp_path / "companion.db"
    path.write_bytes(evening)
    return path


def before(evening: bytes, end: int) -> int:
    """Entries whose pages lie wholly before a place."""
    return sum(entries for page, entries in log_pages(evening) if page + PAGE <= end)


def whole(evening: bytes) -> int:
    """Entries of the whole file."""
    return sum(entries for _, entries in log_pages(evening))


EIGHTHS = [f"{percent} %" for percent in range(8, 100, 8)]
PLACES = [f"{percent} % + {more}" for percent in (20, 50, 80, 97) for more in (0, 1, PAGE // 2)]


def place(evening: bytes, where: str) -> int:
    """Return the offset of the cut: so far into the file, or so many bytes behind the page boundary before that."""
    share, _, more = where.partition(" % + ")
    at = len(evening) * int(share.removesuffix(" %")) // 100
    return at // PAGE * PAGE + int(more) if more else at


@pytest.mark.parametrize("where", [*EIGHTHS, *PLACES])
def test_a_cut_file_gives_back_what_lies_before_the_cut(where: str, evening: bytes, file: Path) -> None:
    """At least nine in ten entries in whole pages; it says how many there were and up to when they are kept."""
    cut = place(evening, where)
    file.write_bytes(evening[:cut])
    done = repaired(file)
    assert done is not None
    assert done.kept is not None
    kept = entries_of(file)
    assert 0.9 * before(evening, cut) <= kept < whole(evening)
    told = " ".join(done.done)
    if kept:
        assert f"The Ford: the first {kept} entries are kept, up to 2026-03-06 " in told
    else:
        assert "The Ford: no entry is kept" in told


def test_how_many_entries_there_were_is_told_where_an_index_knows(tmp_path: Path) -> None:
    content = evening_file(tmp_path / "companion.db", 40).read_bytes()
    file = tmp_path / "cut" / "companion.db"
    file.parent.mkdir()
    file.write_bytes(content[: place(content, "60 %")])
    done = repaired(file)
    assert done is not None
    lost = whole(content) - entries_of(file)
    assert re.search(rf"up to 2026-03-06 \d\d:\d\d UTC, at least {lost} behind are not\.", " ".join(done.done))


def test_words_before_a_cut_come_back(evening: bytes, file: Path) -> None:
    """And why each was taken as it was; the index of words finds them."""
    file.write_bytes(evening[: place(evening, "80 % + 0")])
    assert repaired(file) is not None
    with open_store(file, FakeClock()) as store:
        said = [each.text for each in store.utterances(CAMPAIGN)]
        assert said == [f"words number {number}" for number in range(len(said))]
        assert len(said) > ROUNDS
        assert len(store.explanations(CAMPAIGN, 1)) > ROUNDS
        assert len(store.search(CAMPAIGN, ["words number 7"])) > 0


def test_times_that_can_be_read_stay(evening: bytes, file: Path) -> None:
    with open_store(file, FakeClock()) as store:
        times = [each.recorded_at for each in store.read(CAMPAIGN)]
    file.write_bytes(evening[: place(evening, "80 %")])
    done = repaired(file)
    assert done is not None
    assert not [each for each in done.done if "had lost their time" in each]
    with open_store(file, FakeClock()) as store:
        kept = [each.recorded_at for each in store.read(CAMPAIGN)]
    assert kept == times[: len(kept)]


@pytest.mark.parametrize("cut", [0, 1, 99, 100, 2000, PAGE, 3 * PAGE])
def test_a_cut_before_the_campaigns_leaves_nothing(cut: int, evening: bytes, file: Path) -> None:
    file.write_bytes(evening[:cut])
    assert examine(file, FakeClock()).found
    with pytest.raises(StoreDamaged, match=r"can be read|is not a companion database"):
        repair(file, FakeClock())
    assert [each.name for each in file.parent.iterdir()] == ["companion.db"]
    assert file.read_bytes() == evening[:cut]


def page_of(evening: bytes, share: float) -> int:
    """Return the offset of a page of the log, so far into it."""
    pages = log_pages(evening)
    return pages[int(share * len(pages))][0]


NOISE = random.Random(3)


@pytest.mark.parametrize("content", [bytes(PAGE), NOISE.randbytes(PAGE)], ids=["zeros", "noise"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_page_of_the_log(share: float, content: bytes, evening: bytes, file: Path) -> None:
    """The entries before it are kept; those behind are counted."""
    at = page_of(evening, share)
    file.write_bytes(evening[:at] + content + evening[at + PAGE :])
    done = repaired(file)
    assert done is not None
    kept = entries_of(file)
    pages = log_pages(evening)
    earlier = pages[: [page for page, _ in pages].index(at)]
    assert kept == sum(entries for _, entries in earlier)
    assert f"the first {kept} entries are kept" in " ".join(done.done)
    assert f"{whole(evening) - kept} behind are not" in " ".join(done.done)


def test_the_page_above_all_others(evening: bytes, file: Path) -> None:
    """SQLite finds no entry then; each page of the log still tells by itself that it is one."""
    root = evening.index(b"tableloglog") + len(b"tableloglog")
    at = (evening[root] - 1) * PAGE
    file.write_bytes(evening[:at] + NOISE.randbytes(PAGE) + evening[at + PAGE :])
    done = repaired(file)
    assert done is not None
    assert entries_of(file) == whole(evening)


@pytest.mark.parametrize("at", [3, 6, 9, 60, 2000, 4000])
def test_a_byte_of_a_page_of_the_log(at: int, evening: bytes, file: Path) -> None:
    """One bit too many, in the count of a page, in where its rows lie, in a row: never a crash, never another state."""
    where = page_of(evening, 0.5) + at
    file.write_bytes(evening[:where] + bytes([evening[where] ^ 0x10]) + evening[where + 1 :])
    assert repaired(file) is not None
    earlier = log_pages(evening)[: len(log_pages(evening)) // 2]
    assert entries_of(file) >= sum(entries for _, entries in earlier)


@pytest.mark.parametrize(
    ("at", "content"),
    [
        (0, b"\x00"),
        (0, bytes(16)),
        (16, b"\x02\x00"),
        (16, b"\x20\x00"),
        (16, b"\x12\x34"),
        (18, b"\x07\x07"),
        (20, b"\x40"),
        (24, b"\xff" * 4),
        (28, b"\x00\x00\x00\x05"),
        (28, b"\x7f\xff\xff\xff"),
        (32, b"\x00\x00\x00\x07\x00\x00\x00\x09"),
        (44, b"\xff" * 4),
        (56, b"\x00\x00\x00\x03"),
        (0, bytes(100)),
        (0, bytes(PAGE)),
    ],
)
def test_a_damaged_header_costs_no_entry(at: int, content: bytes, evening: bytes, file: Path) -> None:
    """Magic, size of a page, versions, bytes left free, counters, size of the file, free pages, encoding, schema."""
    file.write_bytes(evening[:at] + content + evening[at + len(content) :])
    assert repaired(file) is not None
    assert entries_of(file) == whole(evening)


@pytest.mark.parametrize("garbage", [b"\x00" * 7, bytes(3 * PAGE), random.Random(5).randbytes(5 * PAGE + 11)])
def test_garbage_behind_the_end(garbage: bytes, evening: bytes, file: Path) -> None:
    file.write_bytes(evening + garbage)
    assert repaired(file) is not None
    assert entries_of(file) == whole(evening)


@pytest.mark.parametrize("make", [lambda path: path.write_bytes(b"\x89PNG\r\n" * 3000), lambda path: songs(path)])
def test_a_file_of_another_program(make: Callable[[Path], object], tmp_path: Path) -> None:
    file = tmp_path / "companion.db"
    make(file)
    content = file.read_bytes()
    assert examine(file, FakeClock()).found
    with pytest.raises(StoreDamaged, match=r"is not a companion database|can be read"):
        repair(file, FakeClock())
    assert file.read_bytes() == content
    assert [each.name for each in tmp_path.iterdir()] == ["companion.db"]


def songs(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE log (title)")
        other.executemany("INSERT INTO log VALUES (?)", [("a" * number,) for number in range(300)])
        other.commit()


def test_entries_longer_than_a_page(tmp_path: Path) -> None:
    """They go on in pages of their own, and are read as SQLite reads them; one whose rest is missing is none."""
    file = evening_file(tmp_path / "companion.db", 2)
    with open_store(file, FakeClock()) as store:
        length = store.log_length(CAMPAIGN)
        for number in range(6):
            long = {"kind": "undo_last", "more": "long " * (700 * number)}
            store.append(CAMPAIGN, length + number, LogEntry("committed", f"x{number}", f"x{number}", long))
    content = file.read_bytes()
    with closing(sqlite3.connect(file)) as connection:
        expected = [(row[0], list(row[1:])) for row in connection.execute("SELECT rowid, * FROM log ORDER BY rowid")]
    assert entries_in(file) == expected
    file.write_bytes(content[:-PAGE])
    assert entries_in(file) == expected[:-1]


def entries_in(file: Path) -> list[Row]:
    """The rows of the log, read page by page."""
    content, pages = file.read_bytes(), read_pages(file, with_later=True)
    root = content[content.index(b"tableloglog") + len(b"tableloglog")]
    return [row for leaf in pages.leaves(root, TABLE_LEAF) if leaf for row in pages.rows(leaf) if row]


def test_every_table_is_read_as_sqlite_reads_it(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        for table in schema.metadata.sorted_tables:
            names = [row[1] for row in connection.execute(f'PRAGMA table_info("{table.name}")')]
            assert names == table.columns.keys()
