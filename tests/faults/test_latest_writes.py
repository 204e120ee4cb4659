"""The file of latest writes is missing, cut, spoilt or another one's: it is reported, and what can be had is had."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.base.errors import StoreDamaged
from companion.store import StoredUtterance, open_store
from companion.store.repair import examine, repair
from tests.support.clock import FakeClock
from tests.support.played import CAMPAIGN, opened, play_on
from tests.support.spoilt import PAGE, entries_of, evening_file, repaired

FRAME = 24 + PAGE
ENTRIES = 6
"""Those that are only in the file of latest writes."""


class Killed:
    """The files of a companion that was killed while it played, as they lay on the disk.

    Attributes:
        before: Entries in the database file.
        entries: Entries that were acknowledged.
        files: Content by the end of the name.
    """

    def __init__(self, folder: Path, rounds: int = 4) -> None:
        file = evening_file(folder / "companion.db", rounds)
        with open_store(file, FakeClock()) as store:
            self.before = store.log_length(CAMPAIGN)
            game = opened(store, FakeClock())
            game.evening = store.begin_evening(CAMPAIGN).number
            play_on(game, 1)
            store.add_utterance(CAMPAIGN, game.evening, StoredUtterance("last", "the last words", "Jay"))
            self.entries = store.log_length(CAMPAIGN)
            self.files = {end: file.with_name(file.name + end).read_bytes() for end in ("", "-wal", "-last-write")}

    def laid(self, folder: Path, **changed: bytes | None) -> Path:
        """Lay the files into a folder, with other content or none for some of them."""
        file = folder / "companion.db"
        for end, content in {**self.files, **{f"-{end}": content for end, content in changed.items()}}.items():
            if content is not None:
                file.with_name(file.name + end).write_bytes(content)
        return file


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Killed:
    return Killed(tmp_path_factory.mktemp("killed"))


def words_of(file: Path) -> list[str]:
    with open_store(file, FakeClock()) as store:
        return [each.text for each in store.utterances(CAMPAIGN)]


def test_all_of_it_is_there_after_a_kill(killed: Killed, tmp_path: Path) -> None:
    file = killed.laid(tmp_path)
    assert examine(file, FakeClock()).found == ()
    assert entries_of(file) == killed.entries == killed.before + ENTRIES
    assert words_of(file)[-1] == "the last words"


def test_without_the_index_of_the_latest_writes(killed: Killed, tmp_path: Path) -> None:
    file = killed.laid(tmp_path, shm=b"\xff" * 32_768)
    assert examine(file, FakeClock()).found == ()
    assert entries_of(file) == killed.entries


def test_the_latest_writes_are_missing(killed: Killed, tmp_path: Path) -> None:
    """Opening says so and changes nothing, as the file may be put back; mending goes on without it and says so."""
    file = killed.laid(tmp_path, wal=None)
    with pytest.raises(StoreDamaged, match=r"lacks the last \d+ changes, until \d{4}-\d\d-\d\d") as told:
        open_store(file, FakeClock())
    assert "companion.db-wal, the file of latest writes, is missing" in str(told.value)
    assert "companion repair" in told.value.hint
    assert examine(file, FakeClock()).found == (str(told.value),)
    file.with_name("companion.db-wal").write_bytes(killed.files["-wal"])
    assert entries_of(file) == killed.entries


def test_going_on_without_the_latest_writes(killed: Killed, tmp_path: Path) -> None:
    """Everything there is kept, the time of the last entry is reported, and the next opening asks no more."""
    file = killed.laid(tmp_path, wal=None)
    done = repaired(file)
    assert done is not None
    assert done.found
    (told,) = [each for each in done.done if each.startswith("The Ford")]
    assert f"the first {killed.before} entries are kept, up to 2026-03-06 " in told
    assert told.endswith("what followed is unknown.")
    assert entries_of(file) == killed.before
    assert examine(file, FakeClock()).found == ()


def test_words_alone_are_missed_too(tmp_path: Path) -> None:
    file = evening_file(tmp_path / "companion.db", 1)
    with open_store(file, FakeClock()) as store:
        store.add_consent(CAMPAIGN, "Jay", False, "said")
        lost = {end: file.with_name(file.name + end).read_bytes() for end in ("", "-last-write")}
    for end, content in lost.items():
        file.with_name(file.name + end).write_bytes(content)
    (told,) = examine(file, FakeClock()).found
    assert "lacks the last change, of" in told


@pytest.mark.parametrize("left", [0, 20, 32, 40, 32 + FRAME + 100, 32 + 4 * FRAME])
def test_the_latest_writes_are_cut(left: int, killed: Killed, tmp_path: Path) -> None:
    file = killed.laid(tmp_path, wal=killed.files["-wal"][:left])
    assert "lacks the last" in examine(file, FakeClock()).found[0]
    assert repaired(file) is not None
    assert killed.before <= entries_of(file) < killed.entries
    assert examine(file, FakeClock()).found == ()


def frame_places(killed: Killed) -> Iterator[int]:
    yield from range(32, len(killed.files["-wal"]), FRAME)


@pytest.mark.parametrize("at", [0, 5, 8, 13, 16, 20, 24 + 60, 24 + 3000, FRAME - 1])
def test_a_byte_of_the_latest_writes(at: int, killed: Killed, tmp_path: Path) -> None:
    """A frame's page, size, salts, checksums, content: what was written after it is not lost with it."""
    frames = list(frame_places(killed))
    place = frames[len(frames) // 2] + at
    wal = killed.files["-wal"]
    file = killed.laid(tmp_path, wal=wal[:place] + bytes([wal[place] ^ 0x01]) + wal[place + 1 :])
    assert "-wal, the file of latest writes, is damaged" in examine(file, FakeClock()).found[0]
    assert repaired(file) is not None
    assert entries_of(file) == killed.entries
    assert words_of(file)[-1] == "the last words"


def test_the_header_of_the_latest_writes(killed: Killed, tmp_path: Path) -> None:
    file = killed.laid(tmp_path, wal=bytes(32) + killed.files["-wal"][32:])
    assert "is damaged" in examine(file, FakeClock()).found[0]
    assert repaired(file) is not None
    assert entries_of(file) >= killed.before


@pytest.mark.parametrize("noted", [True, False])
def test_the_latest_writes_of_another_database(noted: bool, killed: Killed, tmp_path: Path) -> None:
    """SQLite would mix the two. It is not opened, and mended without them."""
    (tmp_path / "other").mkdir()
    other = Killed(tmp_path / "other", rounds=5)
    file = killed.laid(tmp_path, wal=other.files["-wal"], **({} if noted else {"last-write": None}))
    with pytest.raises(StoreDamaged, match=r"companion\.db-wal is the file of latest writes of another database"):
        open_store(file, FakeClock())
    assert file.read_bytes() == killed.files[""]
    assert repaired(file) is not None
    assert entries_of(file) == killed.before


def test_the_latest_writes_beside_an_older_copy(killed: Killed, tmp_path: Path) -> None:
    older = evening_file(tmp_path / "older.db", 4)
    content = older.read_bytes()
    with open_store(older, FakeClock()) as store:
        for _ in range(5):
            store.add_consent(CAMPAIGN, "Jay", True, "said")
    with open_store(older, FakeClock()) as store:
        store.add_consent(CAMPAIGN, "Jay", False, "said")
        lying = {end: older.with_name(older.name + end).read_bytes() for end in ("-wal", "-last-write")}
    older.write_bytes(content)
    for end, each in lying.items():
        older.with_name(older.name + end).write_bytes(each)
    assert "is the file of latest writes of another database" in examine(older, FakeClock()).found[0]
    assert repaired(older) is not None
    assert entries_of(older) == killed.before


def test_a_cut_database_whose_latest_writes_are_there(killed: Killed, tmp_path: Path) -> None:
    file = killed.laid(tmp_path)
    file.write_bytes(killed.files[""][: 40 * PAGE])
    assert repaired(file) is not None
    assert entries_of(file) <= killed.entries


def test_a_database_that_was_never_noted(killed: Killed, tmp_path: Path) -> None:
    file = killed.laid(tmp_path, **{"last-write": None})
    assert entries_of(file) == killed.entries
    assert repair(file, FakeClock()).found == ()


@pytest.mark.parametrize("content", [b"", b"12", b"what?", b"\xff" * 11])
def test_a_note_that_says_nothing(content: bytes, killed: Killed, tmp_path: Path) -> None:
    file = killed.laid(tmp_path, **{"last-write": content})
    assert entries_of(file) == killed.entries


def test_the_database_of_another_table_put_in_its_place(killed: Killed, tmp_path: Path) -> None:
    file = killed.laid(tmp_path, wal=None)
    for number, noted in ((5, 1_000_006), (1_000_006, 5)):
        file.write_bytes(killed.files[""][:60] + number.to_bytes(4, "big") + killed.files[""][64:])
        file.with_name("companion.db-last-write").write_bytes(b"%010d\n" % noted)
        assert examine(file, FakeClock()).found == ()


def test_a_note_that_cannot_be_written(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Play goes on: what was acknowledged is in the database."""
    file = evening_file(tmp_path / "companion.db", 1)
    note = file.with_name("companion.db-last-write")
    note.unlink()
    note.mkdir()
    with open_store(file, FakeClock()) as store:
        store.add_consent(CAMPAIGN, "Jay", False, "said")
    assert "cannot be noted beside it" in caplog.text
    with open_store(file, FakeClock()) as store:
        assert len(store.consents(CAMPAIGN)) == 1


def test_a_restored_backup_is_not_taken_for_an_older_copy(tmp_path: Path) -> None:
    from companion.store.backup import back_up, restore

    file = evening_file(tmp_path / "companion.db", 1)
    with open_store(file, FakeClock()) as store:
        back_up(store, tmp_path / "backup.db", FakeClock())
        store.add_consent(CAMPAIGN, "Jay", False, "said")
    restore(tmp_path / "backup.db", file, FakeClock())
    with open_store(file, FakeClock()) as store:
        assert store.consents(CAMPAIGN) == ()
    assert [each.name for each in tmp_path.glob("backup*")] == ["backup.db"]


def test_looking_numbers_nothing(tmp_path: Path) -> None:
    file = evening_file(tmp_path / "companion.db", 1)
    content, noted = file.read_bytes(), file.with_name("companion.db-last-write").read_bytes()
    shutil.copy(file, tmp_path / "copy")
    with open_store(file, FakeClock()) as store:
        store.check_writable()
        assert store.file_problems() == ()
    assert (file.read_bytes(), file.with_name("companion.db-last-write").read_bytes()) == (content, noted)
