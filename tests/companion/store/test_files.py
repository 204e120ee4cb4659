"""Files of a database are looked at before anything of them is read or copied."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.base.errors import StoreDamaged
from companion.store import file_checks, open_store
from companion.store.backup import restore
from companion.store.files import copied_aside
from companion.store.last_write import belongs
from companion.store.pages import read_pages
from companion.store.repair import examine, repair
from tests.support.clock import FakeClock
from tests.support.played import CAMPAIGN, played_file

HAS_PIPES = hasattr(os, "mkfifo")
READERS: dict[str, Callable[[Path], object]] = {
    "copy": lambda database: copied_aside(database, database.with_name("b.db")),
    "belongs": belongs,
    "pages": lambda database: read_pages(database, with_later=True),
    "repair": lambda database: repair(database, FakeClock()),
    "open": lambda database: open_store(database, FakeClock()),
}


def strange(file: Path, kind: str) -> None:
    """Nobody writes into the pipe, and the link leads to a file without an end."""
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "link":
        file.symlink_to("/dev/zero")
    else:
        file.mkdir()


@pytest.mark.skipif(not HAS_PIPES, reason="Windows has no named pipes; links are refused all the same.")
@pytest.mark.parametrize("ending", ["-wal", "-journal"])
@pytest.mark.parametrize("kind", ["pipe", "link", "folder"])
@pytest.mark.parametrize("reader", READERS)
def test_what_lies_beside_and_is_no_plain_file_is_not_waited_for_or_followed(
    tmp_path: Path, kind: str, ending: str, reader: str
) -> None:
    """By whatever reads the database."""
    database = tmp_path / "a.db"
    database.write_bytes(b"SQLite format 3\x00")
    strange(tmp_path / f"a.db{ending}", kind)
    with pytest.raises(StoreDamaged, match=rf"a.db{ending} beside the database is no plain file"):
        READERS[reader](database)
    assert {each.name for each in tmp_path.iterdir() if ".lock" not in each.name} == {"a.db", f"a.db{ending}"}


@pytest.mark.skipif(not HAS_PIPES, reason="Windows has no named pipes; links are not followed all the same.")
@pytest.mark.parametrize("kind", ["pipe", "link"])
def test_the_note_of_the_last_write_is_not_waited_for_or_written_elsewhere(tmp_path: Path, kind: str) -> None:
    """Play goes on without it."""
    database, note = played_file(tmp_path / "a.db"), tmp_path / "a.db-last-write"
    note.unlink()
    (tmp_path / "letter").write_text("to my aunt")
    if kind == "pipe":
        os.mkfifo(note)
    else:
        note.symlink_to(tmp_path / "letter")
    with open_store(database, FakeClock()) as store:
        store.add_consent(CAMPAIGN, "Jay", False, "said")
        assert len(store.consents(CAMPAIGN)) == 1
    assert (tmp_path / "letter").read_text() == "to my aunt"


@pytest.mark.skipif(not HAS_PIPES, reason="Windows has no named pipes.")
def test_a_pipe_in_place_of_the_database_is_not_waited_for(tmp_path: Path) -> None:
    database = tmp_path / "a.db"
    os.mkfifo(database)
    with pytest.raises(StoreDamaged, match=r"a\.db is no plain file"):
        open_store(database, FakeClock())


@pytest.mark.parametrize("ending", ["", "-wal"])
def test_a_backup_larger_than_any_is_not_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    """A file of holes takes no room until it is copied."""
    backup = played_file(tmp_path / "backup.db")
    monkeypatch.setattr(file_checks, "LARGEST_DATABASE_BYTES", backup.stat().st_size)
    with (tmp_path / f"backup.db{ending}").open("ab") as file:
        file.truncate(backup.stat().st_size + 1)
    target = tmp_path / "fresh" / "companion.db"
    with pytest.raises(StoreDamaged, match=rf"backup\.db{ending} is larger than any database of the companion"):
        restore(backup, target, FakeClock())
    assert not any(each for each in target.parent.iterdir() if ".lock" not in each.name)


def test_a_database_larger_than_any_is_not_taken_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mending reads the whole of it into memory; looking at it goes on working."""
    database = played_file(tmp_path / "companion.db")
    monkeypatch.setattr(file_checks, "LARGEST_DATABASE_BYTES", database.stat().st_size - 1)
    with pytest.raises(StoreDamaged, match="is larger than any database"):
        repair(database, FakeClock())
    assert examine(database, FakeClock()).checked.ok
