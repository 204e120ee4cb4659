"""A backup is whole or it is none, and putting one back loses nothing either."""

import errno
import os
import random
import shutil
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.base import file_limits
from companion.base.errors import CampaignInUse, StoreDamaged, StoreError, StoreFull, StoreReadOnly
from companion.base.file_limits import TooLarge
from companion.store import Store, database, limits, open_store
from companion.store import backup as backups
from companion.store.backup import back_up, restore
from tests.support.clock import FakeClock
from tests.support.played import CAMPAIGN, opened, play_on, played_file


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played_file(tmp_path_factory.mktemp("played") / "companion.db")


@pytest.fixture
def file(tmp_path: Path, played: Path) -> Path:
    (tmp_path / "data").mkdir()
    return shutil.copy(played, tmp_path / "data" / "companion.db")


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    with open_store(file, FakeClock()) as opened_store:
        yield opened_store


@pytest.fixture
def backup(store: Store, tmp_path: Path) -> Path:
    back_up(store, tmp_path / "backup.db", FakeClock())
    return tmp_path / "backup.db"


def everything(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table of ours."""
    with closing(sqlite3.connect(path)) as connection:
        tables = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
            if not name.startswith(("utterances_words", "sqlite_"))
        ]
        return {name: sorted(connection.execute(f"SELECT * FROM {name}"), key=repr) for name in tables}


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir() if ".lock" not in path.name}


class TestBackup:
    def test_it_holds_everything(self, store: Store, file: Path, backup: Path) -> None:
        """Every row of every table; the words can be searched; nothing is left beside it."""
        store.close()
        assert everything(backup) == everything(file)
        assert files(backup.parent) == {"data", "backup.db"}
        with open_store(backup, FakeClock()) as copy:
            assert len(copy.search(CAMPAIGN, ["words"])) == 3

    def test_it_tells_what_was_read_again(self, store: Store, tmp_path: Path) -> None:
        checked = back_up(store, tmp_path / "b.db", FakeClock())
        assert (len(checked.campaigns), checked.entries) == (1, store.log_length(CAMPAIGN))

    def test_made_while_people_play_it_is_one_moment(self, file: Path, tmp_path: Path) -> None:
        """A writer goes on all the while: each copy folds, and holds what was acknowledged before it began."""
        stop = threading.Event()
        written = [0]

        def play() -> None:
            with open_store(file, FakeClock()) as own:
                game = opened(own, FakeClock())
                while not stop.is_set():
                    play_on(game, 1)
                    written[0] = len(game.recorded)

        player = threading.Thread(target=play)
        player.start()
        try:
            for number in range(3):
                acknowledged = written[0]
                with open_store(file, FakeClock()) as store:
                    checked = back_up(store, tmp_path / f"{number}.db", FakeClock())
                assert checked.ok
                assert checked.entries >= acknowledged
        finally:
            stop.set()
            player.join()

    def test_a_file_beside_it_stays(self, store: Store, tmp_path: Path) -> None:
        """Whatever is called nearly as the backup is somebody's own."""
        (tmp_path / "b.db.part").write_text("mine")
        back_up(store, tmp_path / "b.db", FakeClock())
        assert (tmp_path / "b.db.part").read_text() == "mine"

    def test_it_replaces_nothing(self, store: Store, backup: Path) -> None:
        before = backup.read_bytes()
        with pytest.raises(StoreError, match="exists already"):
            back_up(store, backup, FakeClock())
        assert backup.read_bytes() == before

    def test_a_campaign_that_does_not_fold_is_no_backup(self, store: Store, file: Path, tmp_path: Path) -> None:
        """Better to hear it now than when the backup is needed; no file pretends to be one."""
        with closing(sqlite3.connect(file)) as other:
            other.execute("DELETE FROM log WHERE position = 30")
            other.commit()
        with pytest.raises(StoreDamaged, match=r"is damaged: The Ford: Entry 30 of the log is missing") as caught:
            back_up(store, tmp_path / "b.db", FakeClock())
        assert "companion repair" in caught.value.hint
        assert files(tmp_path) == {"data"}

    def test_a_folder_that_is_not_there(self, store: Store, tmp_path: Path) -> None:
        back_up(store, tmp_path / "new" / "b.db", FakeClock())
        (tmp_path / "file").write_text("x")
        with pytest.raises(StoreError, match="cannot be"):
            back_up(store, tmp_path / "file" / "b.db", FakeClock())


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"


class TestHostileBackups:
    @pytest.mark.parametrize(
        ("statement", "told"),
        [
            (f"CREATE VIEW more AS {ENDLESS}", "more"),
            (f"DROP TABLE words; CREATE VIEW words AS {ENDLESS}", "words"),
            (f"CREATE TRIGGER slow AFTER INSERT ON log BEGIN INSERT INTO log(kind) {ENDLESS}; END", "slow"),
            (
                "DROP TRIGGER utterances_words_insert; CREATE TRIGGER utterances_words_insert AFTER INSERT ON log "
                "BEGIN DELETE FROM log; END",
                "utterances_words_insert",
            ),
            ("CREATE TABLE more(a, b AS (hex(zeroblob(a))))", "more"),
            ("CREATE TABLE more(a CHECK (length(hex(zeroblob(a)))))", "more"),
            ("CREATE INDEX more ON log(length(hex(zeroblob(position))))  WHERE position > 0", "more"),
            ("CREATE VIRTUAL TABLE more USING fts5vocab(utterances_words, 'row')", "more"),
        ],
    )
    def test_nothing_that_no_companion_wrote_is_run(
        self, backup: Path, tmp_path: Path, statement: str, told: str
    ) -> None:
        """Statements that would, as soon as the backup is read or written; an endless one would never return."""
        with closing(sqlite3.connect(backup)) as connection:
            connection.executescript(statement)
        target = tmp_path / "fresh" / "companion.db"
        with pytest.raises(StoreDamaged, match=rf"backup\.db holds {told}, which no companion wrote"):
            restore(backup, target, FakeClock())
        assert not target.exists()

    @pytest.mark.parametrize(("limit", "value"), [("LARGEST_BYTES", 1_000), ("MOST_VALUES", 100)])
    def test_a_log_larger_than_any_is_not_folded(
        self, backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int
    ) -> None:
        """By its bytes, and by what they would become in memory."""
        monkeypatch.setattr(file_limits, limit, value)
        target = tmp_path / "fresh" / "companion.db"
        with pytest.raises(TooLarge):
            restore(backup, target, FakeClock())
        assert not target.exists()

    @pytest.mark.parametrize(
        ("table", "rows"),
        [
            ("words", "SELECT 1, 'heard' || x, 'spelled', '2026-03-06 19:30:00.000000' FROM n"),
            ("corrections", "SELECT 1, x, '{}', '2026-03-06 19:30:00.000000' FROM n"),
            ("evenings", "SELECT 1, 1 + x, '2026-03-06 19:30:00.000000', NULL, NULL FROM n"),
            (
                "announcements",
                "SELECT x, 1, 1, '2026-03-06 19:30:00.000000', 'words', NULL, NULL FROM n",
            ),
        ],
    )
    def test_more_rows_than_any_campaign_has_are_refused(
        self, backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, table: str, rows: str
    ) -> None:
        """Each of them is read when the campaign is opened, and some of them with every line."""
        monkeypatch.setattr(limits, "MOST_OTHER_ROWS", 300)
        most = limits.most_rows(table)
        numbers = f"WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT {most + 1})"
        with closing(sqlite3.connect(backup)) as connection:
            connection.execute(f"DELETE FROM {table} WHERE {'number > 1' if table == 'evenings' else '1'}")
            connection.execute(f"{numbers} INSERT INTO {table} {rows}")
            connection.commit()
        target = tmp_path / "fresh" / "companion.db"
        with pytest.raises(TooLarge):
            restore(backup, target, FakeClock())
        assert not target.exists()

    @pytest.mark.parametrize(
        "statement", ["UPDATE utterances SET start = 1e300", "UPDATE utterances SET score = -9e999"]
    )
    def test_a_number_beyond_all_that_are_is_refused(self, backup: Path, tmp_path: Path, statement: str) -> None:
        """No time of day can be told from it."""
        with closing(sqlite3.connect(backup)) as connection:
            connection.execute(statement)
            connection.commit()
        with pytest.raises(StoreDamaged, match=r"backup\.db holds a number in utterances that no companion wrote"):
            restore(backup, tmp_path / "fresh" / "companion.db", FakeClock())

    @pytest.mark.parametrize("year", ["0001", "9999"])
    def test_a_time_at_which_nobody_played_is_refused(self, backup: Path, tmp_path: Path, year: str) -> None:
        """It has none in some zones."""
        with closing(sqlite3.connect(backup)) as connection:
            connection.execute(f"UPDATE evenings SET started = '{year}-12-31 23:59:00.000000'")
            connection.commit()
        with pytest.raises(StoreDamaged, match=r"Rows of evenings can no longer be read"):
            restore(backup, tmp_path / "fresh" / "companion.db", FakeClock())

    def test_a_text_larger_than_any_campaign_is_not_read(self, file: Path, backup: Path, tmp_path: Path) -> None:
        with closing(sqlite3.connect(backup)) as connection:
            connection.execute("UPDATE campaigns SET name = CAST(zeroblob(65000000) AS TEXT)")
            connection.commit()
        with pytest.raises(StoreError, match="could not be used: string or blob too big"):
            restore(backup, tmp_path / "fresh" / "companion.db", FakeClock())


class TestRestore:
    def test_what_was_there_is_kept(self, store: Store, file: Path, backup: Path) -> None:
        """The campaign is as it was at the backup, and what was played since lies beside it, readable."""
        game = opened(store, FakeClock())
        play_on(game, 1)
        since, store_rows = len(game.recorded), everything(backup)
        store.close()
        restored = restore(backup, file, FakeClock())
        assert everything(file) == store_rows
        assert restored.kept == file.with_name("companion.db.replaced-20260306-193000")
        with open_store(restored.kept, FakeClock()) as kept:
            assert kept.log_length(CAMPAIGN) == since

    def test_play_goes_on_from_a_backup(self, store: Store, file: Path, backup: Path) -> None:
        store.close()
        restore(backup, file, FakeClock())
        with open_store(file, FakeClock()) as again:
            play_on(opened(again, FakeClock()), 1)
            assert again.verify(CAMPAIGN).ok
            assert again.create_campaign("Other", "phase-abandon", {}).id == CAMPAIGN + 1

    def test_on_a_new_computer(self, backup: Path, tmp_path: Path) -> None:
        restored = restore(backup, tmp_path / "fresh" / "companion.db", FakeClock())
        assert restored.kept is None
        assert everything(tmp_path / "fresh" / "companion.db") == everything(backup)

    def test_what_was_not_taken_in_yet_is_no_part_of_the_new_one(self, store: Store, file: Path, backup: Path) -> None:
        """The write-ahead log of a companion that was killed belongs to the old file, and is kept with it."""
        play_on(opened(store, FakeClock()), 1)
        wal = file.with_name("companion.db-wal")
        main, log = file.read_bytes(), wal.read_bytes()
        length = store.log_length(CAMPAIGN)
        store.close()
        file.write_bytes(main)
        wal.write_bytes(log)
        restored = restore(backup, file, FakeClock())
        assert everything(file) == everything(backup)
        assert restored.kept is not None
        with open_store(restored.kept, FakeClock()) as kept:
            assert kept.log_length(CAMPAIGN) == length

    def test_a_database_that_is_being_played_is_not_replaced(self, store: Store, file: Path, backup: Path) -> None:
        """Whoever has it open would go on writing into the old one."""
        store.claim(CAMPAIGN)
        with pytest.raises(CampaignInUse):
            restore(backup, file, FakeClock())
        assert files(file.parent) - {"companion.db-wal", "companion.db-shm"} == {"companion.db"}

    def test_a_damaged_present_is_replaced_and_kept(self, store: Store, file: Path, backup: Path) -> None:
        store.close()
        file.write_bytes(b"SQLite format 3\x00" + random.Random(1).randbytes(5000))
        damaged = file.read_bytes()
        restored = restore(backup, file, FakeClock())
        assert restored.kept is not None
        assert restored.kept.read_bytes() == damaged
        assert everything(file) == everything(backup)

    @pytest.mark.parametrize("content", [None, b"", b"a letter to my aunt", b"SQLite format 3\x00" + bytes(5000)])
    def test_no_backup_is_no_backup(self, store: Store, file: Path, tmp_path: Path, content: bytes | None) -> None:
        """Missing, empty, of another program, of nothing: the present campaigns stay."""
        store.close()
        before = everything(file)
        if content is not None:
            (tmp_path / "b.db").write_bytes(content)
        with pytest.raises(StoreError):
            restore(tmp_path / "b.db", file, FakeClock())
        assert everything(file) == before
        assert files(file.parent) == {"companion.db"}

    def test_a_damaged_backup_is_not_restored(self, store: Store, file: Path, backup: Path) -> None:
        store.close()
        before = everything(file)
        content = bytearray(backup.read_bytes())
        for page in range(2, len(content) // 4096):
            content[page * 4096 : page * 4096 + 64] = bytes(64)
        backup.write_bytes(content)
        with pytest.raises(StoreDamaged):
            restore(backup, file, FakeClock())
        assert everything(file) == before
        assert files(file.parent) == {"companion.db"}

    def test_a_folder_where_the_file_should_be(self, backup: Path, tmp_path: Path) -> None:
        (tmp_path / "data" / "x.db").mkdir()
        with pytest.raises((StoreError, StoreReadOnly)):
            restore(backup, tmp_path / "data" / "x.db", FakeClock())


class Killed(BaseException):
    """Nothing tidies up after it."""


@pytest.fixture
def nearly_full(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """A disk with room for a few pages of a new database."""
    set_up = database._set_up_connection

    def limited(connection: sqlite3.Connection, record: object) -> None:
        set_up(connection, record)
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count={pages + 4}")

    monkeypatch.setattr(database, "_set_up_connection", limited)
    return monkeypatch


class TestFaults:
    def test_a_backup_on_a_full_disk_is_none(
        self, store: Store, tmp_path: Path, nearly_full: pytest.MonkeyPatch
    ) -> None:
        with pytest.raises(StoreFull, match="There is no space left to write"):
            back_up(store, tmp_path / "b.db", FakeClock())
        assert files(tmp_path) == {"data"}
        nearly_full.undo()
        assert back_up(store, tmp_path / "b.db", FakeClock()).ok

    def test_a_backup_that_is_killed_is_none(
        self, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with monkeypatch.context() as kill:
            kill.setattr(backups, "put_in_place", _killed)
            kill.setattr(backups, "removed", lambda path: None)
            with pytest.raises(Killed):
                back_up(store, tmp_path / "b.db", FakeClock())
        assert not (tmp_path / "b.db").exists()
        assert (tmp_path / ".b.db.companion-backup").exists()
        assert back_up(store, tmp_path / "b.db", FakeClock()).ok
        assert files(tmp_path) == {"data", "b.db"}

    def test_a_restore_on_a_full_disk_leaves_the_present(
        self, store: Store, file: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Wherever it is found full: copying the backup, copying the present aside."""
        play_on(opened(store, FakeClock()), 1)
        store.close()
        before, to_disk = everything(file), os.fsync
        for room in range(2):
            left = [room]

            def full(descriptor: int, left: list[int] = left) -> None:
                if stat.S_ISREG(os.fstat(descriptor).st_mode):
                    left[0] -= 1
                    if left[0] < 0:
                        raise OSError(errno.ENOSPC, "No space left on device")
                to_disk(descriptor)

            with monkeypatch.context() as disk:
                disk.setattr(os, "fsync", full)
                with pytest.raises(StoreError, match="cannot be written: No space left on device"):
                    restore(backup, file, FakeClock())
            assert everything(file) == before
            assert {name for name in files(file.parent) if "restor" in name or "replaced" in name} == set()

    def test_a_restore_that_is_killed_leaves_the_present_or_the_backup(
        self, store: Store, file: Path, backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        play_on(opened(store, FakeClock()), 1)
        store.close()
        sound, moments = [everything(file), everything(backup)], list[Path]()

        def watched(step: Callable[..., Any]) -> Callable[..., Any]:
            def stepped(*arguments: Any, **more: Any) -> Any:
                found = step(*arguments, **more)
                moments.append(Path(shutil.copytree(file.parent, tmp_path / f"moment{len(moments)}")))
                return found

            return stepped

        with monkeypatch.context() as disk:
            disk.setattr(os, "fsync", watched(os.fsync))
            disk.setattr(Path, "replace", watched(Path.replace))
            disk.setattr(Path, "unlink", watched(Path.unlink))
            restore(backup, file, FakeClock())
        held = [everything(moment / file.name) for moment in moments]
        assert all(each in sound for each in held)
        assert (held[0], held[-1]) == (sound[0], sound[1])


def _killed(*_: object) -> None:
    raise Killed
