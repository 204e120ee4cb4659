"""Nothing acknowledged is ever lost, and every obstacle is one sentence with a hint."""

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from companion.base.errors import (
    CampaignInUse,
    StoreBusy,
    StoreDamaged,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreUnreachable,
)
from companion.store import LogEntry, Store, open_store
from companion.store.translate import translate
from tests.support.clock import FakeClock

ROOT = Path(__file__).resolve().parents[3]
WRITER = Path(__file__).with_name("writer.py")


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def file(tmp_path: Path, clock: FakeClock) -> Path:
    """A database with a campaign (number 1) of ten entries, closed."""
    path = tmp_path / "companion.db"
    with open_store(path, clock) as store:
        campaign = store.create_campaign("The Ford", "phase-abandon", {}).id
        for position in range(10):
            store.append(campaign, position, entry(position))
    return path


def entry(position: int, size: int = 20) -> LogEntry:
    event = {"kind": "dice_rolled", "faces": [position % 6 + 1] * size}
    return LogEntry("committed", f"c{position}", f"c{position}", {"kind": "report_dice"}, (event,))


def open_and_append(path: Path, clock: FakeClock) -> None:
    with open_store(path, clock) as store:
        store.append(1, 10, entry(10))


def append_until(store: Store, error: type[StoreError], size: int) -> tuple[int, StoreError]:
    """Append big entries until one is refused; the number of entries then, and the refusal."""
    written = 10
    with pytest.raises(error) as caught:  # noqa: PT012 - which append is refused first is what we want to know
        for position in range(10, 10_000):
            store.append(1, position, entry(position, size))
            written = position + 1
    return written, caught.value


def positions(store: Store) -> list[int]:
    return [recorded.position for recorded in store.read(1)]


def start_writer(file: Path) -> "subprocess.Popen[str]":
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, str(WRITER), str(file), "1"], stdout=subprocess.PIPE, text=True, env=environment
    )


def acknowledged_until_killed(file: Path, entries: int, seconds: float) -> list[int]:
    """Let a writer run for a while after so many entries, kill it, and return what it acknowledged."""
    with start_writer(file) as writer:
        assert writer.stdout is not None
        lines = [writer.stdout.readline() for _ in range(entries)]
        time.sleep(seconds)
        writer.kill()
        lines += writer.stdout.readlines()
    # The last line may have been cut short; a number without its newline was not acknowledged.
    return [int(line) for line in lines if line.endswith("\n")]


def test_killed_at_any_moment_no_acknowledged_entry_is_lost(file: Path, clock: FakeClock) -> None:
    """`kill -9` at ten random moments: every acknowledged entry is there, whole and in order."""
    moments = random.Random(20)
    known = 10
    for _ in range(10):
        acknowledged = acknowledged_until_killed(file, moments.randrange(1, 9), moments.uniform(0, 0.02))
        assert acknowledged == list(range(known, known + len(acknowledged)))
        with open_store(file, clock) as store:
            verified = store.verify(1)
            assert verified.ok
            # One entry may have been written without its acknowledgement getting out.
            assert known + len(acknowledged) <= verified.entries <= known + len(acknowledged) + 1
            known = verified.entries
    assert known > 20


def test_the_right_to_write_ends_with_its_process(file: Path, clock: FakeClock) -> None:
    """A killed companion does not lock anybody out; a running one does."""
    with start_writer(file) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        with pytest.raises(CampaignInUse):
            open_and_append(file, clock)
        writer.kill()
        writer.communicate()
    with open_store(file, clock) as store:
        length = store.log_length(1)
        assert store.append(1, length, entry(length)).position == length


def limit_pages(store: Store, spare: int) -> None:
    """Let the database grow by so many pages only, as a full disk would."""
    raw = store._database.engine.raw_connection()
    (pages,) = raw.cursor().execute("PRAGMA page_count").fetchone()
    raw.cursor().execute(f"PRAGMA max_page_count={pages + spare}")
    raw.close()


def test_a_full_disk_is_told_and_play_goes_on_when_there_is_room(file: Path, clock: FakeClock) -> None:
    """The entry that did not fit is not there, those before it are, and the same append works later."""
    with open_store(file, clock) as store:
        limit_pages(store, spare=8)
        written, told = append_until(store, StoreFull, size=400)
        assert "There is no space left" in str(told)
        assert told.hint == "Free some disk space; everything confirmed so far is saved."
        assert positions(store) == list(range(written))
        limit_pages(store, spare=1000)
        assert store.append(1, written, entry(written, size=400)).position == written


@pytest.mark.skipif(not hasattr(os, "statvfs") or shutil.which("mount") is None, reason="needs a mountable file system")
def test_a_really_full_file_system_is_told(file: Path, clock: FakeClock, tmp_path: Path) -> None:
    """The same on a file system of one megabyte that is full to the last byte."""
    small = tmp_path / "small"
    small.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(small)], capture_output=True)
    if mounted.returncode:
        pytest.skip("this user may not mount file systems")
    try:
        shutil.copy(file, small / "companion.db")
        with open_store(small / "companion.db", clock) as store:
            written, _ = append_until(store, StoreFull, size=400)
            assert positions(store) == list(range(written))
        with open_store(small / "companion.db", clock) as store:
            assert store.verify(1).ok
    finally:
        subprocess.run(["umount", str(small)], check=True)


@pytest.fixture
def unprivileged(file: Path) -> Iterator[Path]:
    """A copy of the database in a folder of its own, while the test runs as a user whom rights apply to."""
    folder = Path(tempfile.mkdtemp())
    shutil.copy(file, folder / "companion.db")
    folder.chmod(0o777)
    (folder / "companion.db").chmod(0o666)
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(65534)
    try:
        yield folder / "companion.db"
    finally:
        if is_root:
            os.seteuid(0)
        folder.chmod(0o777)
        shutil.rmtree(folder)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="rights work differently here")
class TestRights:
    def test_a_read_only_file(self, unprivileged: Path, clock: FakeClock) -> None:
        """It is not opened, and not changed."""
        self.protect(unprivileged, 0o444)
        before = unprivileged.read_bytes()
        with pytest.raises(StoreReadOnly, match=r"companion\.db") as caught:
            open_and_append(unprivileged, clock)
        assert "choose another data folder" in caught.value.hint
        assert unprivileged.read_bytes() == before

    def test_a_read_only_folder(self, unprivileged: Path, clock: FakeClock) -> None:
        """A database needs its folder for the files beside it."""
        self.protect(unprivileged.parent, 0o555)
        for name in ("companion.db", "new.db"):
            with pytest.raises(StoreReadOnly):
                open_and_append(unprivileged.with_name(name), clock)

    def test_a_folder_that_cannot_be_made(self, unprivileged: Path, clock: FakeClock) -> None:
        """The folder is named."""
        self.protect(unprivileged.parent, 0o555)
        with pytest.raises(StoreReadOnly, match=r"The folder .*deeper cannot be made"):
            open_store(unprivileged.parent / "deeper" / "companion.db", clock)

    @staticmethod
    def protect(path: Path, mode: int) -> None:
        """Take the right to write away; only the owner may do that."""
        user = os.geteuid()
        os.seteuid(os.getuid())
        path.chmod(mode)
        os.seteuid(user)


def test_a_folder_in_place_of_the_file_is_told(tmp_path: Path, clock: FakeClock) -> None:
    """As is a file in place of the folder."""
    with pytest.raises(StoreReadOnly, match="cannot be opened"):
        open_store(tmp_path, clock)
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreReadOnly, match="cannot be made"):
        open_store(tmp_path / "file" / "companion.db", clock)


def test_a_file_locked_by_another_process_is_told_and_works_later(file: Path, clock: FakeClock) -> None:
    """Waiting ends; nothing was written; afterwards the same append works."""
    with open_store(file, clock, busy_seconds=0.05) as store, closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy, match="locked by another process") as caught:
            store.append(1, 10, entry(10))
        assert caught.value.retryable
        assert positions(store) == list(range(10))
        other.execute("ROLLBACK")
        assert store.append(1, 10, entry(10)).position == 10


@pytest.mark.parametrize("content", [b"not a database, but long enough to be taken for one" * 100, b"x"])
def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path, clock: FakeClock, content: bytes) -> None:
    """It may be somebody's only copy of something else."""
    path = tmp_path / "notes.db"
    path.write_bytes(content)
    with pytest.raises(StoreDamaged, match="is not a companion database"):
        open_store(path, clock)
    assert path.read_bytes() == content


def test_the_database_of_another_program_is_left_alone(tmp_path: Path, clock: FakeClock) -> None:
    """No table of ours is added to it."""
    path = tmp_path / "music.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE songs (title)")
    with pytest.raises(StoreDamaged, match="holds the data of another program"):
        open_store(path, clock)
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("songs",)]


def test_a_damaged_database_is_told(file: Path, clock: FakeClock) -> None:
    """Pages overwritten in the middle: reading says so instead of giving half a log."""
    content = bytearray(file.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    file.write_bytes(content)
    with pytest.raises(StoreDamaged, match="is damaged") as caught:
        open_and_append(file, clock)
    assert "companion repair" in caught.value.hint


def test_a_cut_off_database_is_told(file: Path, clock: FakeClock) -> None:
    """A copy that was interrupted."""
    file.write_bytes(file.read_bytes()[:10_000])
    with pytest.raises(StoreDamaged):
        open_and_append(file, clock)


@pytest.mark.parametrize("time", ["'when'", "']2026-03-06 19:30:00.00000'", "7", "x'ff'"])
def test_a_time_that_is_none_any_more_is_told(file: Path, clock: FakeClock, time: str) -> None:
    """A byte in the middle of a row, or a file that was changed by hand."""
    with open_store(file, clock) as store:
        store.create_campaign("Ford", "phase-abandon", {"players": []})
        with store._database.write() as connection:
            connection.execute(text(f"UPDATE campaigns SET created = {time}"))
        with pytest.raises(StoreDamaged, match="can no longer be read") as caught:
            store.campaigns()
    assert "companion repair" in caught.value.hint


def delete_and_interrupt(store: Store) -> None:
    with store._database.write() as connection:
        connection.execute(text("DELETE FROM log"))
        raise KeyboardInterrupt


def test_an_interrupted_block_leaves_nothing(file: Path, clock: FakeClock) -> None:
    """Whatever ends a write transaction early takes all of it back."""
    with open_store(file, clock) as store:
        with pytest.raises(KeyboardInterrupt):
            delete_and_interrupt(store)
        assert positions(store) == list(range(10))


class ServerError(Exception):
    """Error of a PostgreSQL driver, as far as it is looked at."""

    def __init__(self, sqlstate: str | None, message: str) -> None:
        super().__init__(message)
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("sqlstate", "expected"),
    [
        ("53100", StoreFull),
        ("25006", StoreReadOnly),
        ("40P01", StoreBusy),
        ("55P03", StoreBusy),
        ("08006", StoreUnreachable),
        ("28P01", StoreUnreachable),
        ("3D000", StoreUnreachable),
        (None, StoreUnreachable),
        ("XX000", StoreError),
    ],
)
def test_errors_of_a_database_server_are_translated(sqlstate: str | None, expected: type[StoreError]) -> None:
    """Each in one line, whatever the server wrote."""
    error = OperationalError("SELECT 1", None, ServerError(sqlstate, "FATAL:\n something\n"))
    told = translate(error, "postgresql://host/name")
    assert type(told) is expected
    assert "\n" not in str(told)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (sqlite3.SQLITE_BUSY, StoreBusy),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, StoreBusy),
        (sqlite3.SQLITE_LOCKED, StoreBusy),
        (sqlite3.SQLITE_FULL, StoreFull),
        (sqlite3.SQLITE_READONLY_DIRECTORY, StoreReadOnly),
        (sqlite3.SQLITE_CANTOPEN, StoreReadOnly),
        (sqlite3.SQLITE_CORRUPT, StoreDamaged),
        (sqlite3.SQLITE_NOTADB, StoreDamaged),
        (sqlite3.SQLITE_IOERR_WRITE, StoreError),
    ],
)
def test_every_error_of_the_file_is_translated(code: int, expected: type[StoreError]) -> None:
    """By SQLite's own code, extended or not."""
    error = sqlite3.OperationalError("any text")
    error.sqlite_errorcode = code
    assert type(translate(error, "companion.db")) is expected
