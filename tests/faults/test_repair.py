"""A damaged database is mended as far as it can be read, reported, and kept beside the mended one."""

import errno
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.base.errors import CampaignInUse, StoreDamaged, StoreError, StoreTooNew
from companion.store import open_store
from companion.store.repair import Repaired, examine, repair
from tests.support.clock import FakeClock
from tests.support.played import CAMPAIGN, opened, played_file
from tests.support.spoilt import entries_of

PAGE = 4096


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played_file(tmp_path_factory.mktemp("played") / "companion.db", rounds=12)


@pytest.fixture
def file(tmp_path: Path, played: Path) -> Path:
    return shutil.copy(played, tmp_path / "companion.db")


def change(file: Path, *statements: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def pages_of(file: Path, name: str) -> list[int]:
    """List the offsets of the leaf pages of a table or an index, in bytes."""
    with closing(sqlite3.connect(file)) as connection:
        (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()
    content = file.read_bytes()
    start = (root - 1) * PAGE
    if content[start] in (10, 13):
        return [start]
    count = int.from_bytes(content[start + 3 : start + 5], "big")
    cells = [int.from_bytes(content[start + 12 + 2 * at : start + 14 + 2 * at], "big") for at in range(count)]
    return [(int.from_bytes(content[start + cell : start + cell + 4], "big") - 1) * PAGE for cell in cells]


def overwrite(file: Path, at: int, content: bytes) -> None:
    with file.open("r+b") as raw:
        raw.seek(at)
        raw.write(content)


def mended(file: Path) -> Repaired:
    before = file.read_bytes()
    repaired = repair(file, FakeClock())
    assert repaired.kept is not None
    assert repaired.kept.read_bytes() == before
    assert repaired.checked.ok
    assert [path.name for path in file.parent.glob("*.mending*")] == []
    return repaired


def test_a_sound_database_is_left_alone(file: Path) -> None:
    before = file.read_bytes()
    repaired = repair(file, FakeClock())
    assert (repaired.found, repaired.done, repaired.kept, repaired.checked.ok) == ((), (), None, True)
    assert file.read_bytes() == before


def test_looking_changes_nothing(file: Path) -> None:
    overwrite(file, pages_of(file, "log")[1], b"\xff" * PAGE)
    before = file.read_bytes()
    repaired = examine(file, FakeClock())
    assert repaired.found
    assert not repaired.checked.ok
    assert file.read_bytes() == before


def test_a_damaged_page_of_the_log(file: Path) -> None:
    """The entries before it are kept and play; those after it would fold on nothing and are reported."""
    whole = entries_of(file)
    pages = pages_of(file, "log")
    assert len(pages) > 3
    overwrite(file, pages[len(pages) // 2], b"\x00" * PAGE)
    told = " ".join(mended(file).done)
    kept = entries_of(file)
    assert 0 < kept < whole
    assert "of log could not be read" in told
    assert f"The Ford: the first {kept} entries are kept" in told
    with open_store(file, FakeClock()) as store:
        assert [each.text for each in store.utterances(CAMPAIGN)] == [f"words number {n}" for n in range(3)]
        game = opened(store, FakeClock())
        assert game.perform(game.parse({"kind": "undo_last", "actor": "Jay"})).accepted


@pytest.mark.parametrize("name", ["sqlite_autoindex_log_1", "sqlite_autoindex_log_2", "utterances_words_data"])
def test_a_damaged_index_costs_nothing(file: Path, name: str) -> None:
    whole = entries_of(file)
    overwrite(file, pages_of(file, name)[0] + 8, b"\xee" * (PAGE - 8))
    mended(file)
    assert entries_of(file) == whole
    with open_store(file, FakeClock()) as store:
        assert len(store.search(CAMPAIGN, ["words number"])) == 3


def test_evenings_that_cannot_be_read_are_made_again(file: Path) -> None:
    """Nobody's words go because the evening they were said in has lost its times."""
    overwrite(file, pages_of(file, "evenings")[0], b"\xaa" * PAGE)
    told = " ".join(mended(file).done)
    assert "1 evening was restored from its transcript." in told
    with open_store(file, FakeClock()) as store:
        assert len(store.utterances(CAMPAIGN, 1)) == 3


@pytest.mark.parametrize(
    ("statement", "kept"),
    [
        ("DELETE FROM log WHERE position = 50", 50),
        ("UPDATE log SET events = '[{' WHERE position = 60", 60),
        ("UPDATE log SET command = 'null', events = '[]', kind = 'undone', root = 'c9' WHERE position = 55", 55),
        ('UPDATE log SET events = \'[{"kind": "chips_dealt"}]\' WHERE position = 52', 52),
        ('UPDATE log SET events = \'[{"kind": "chi+s_dealt"}]\' WHERE position = 53', 53),
        ("UPDATE log SET kind = 'commi\ufffdted' WHERE position = 54", 54),
    ],
)
def test_a_log_that_makes_no_sense_is_cut_where_it_stops_to(file: Path, statement: str, kept: int) -> None:
    """A gap, half an entry, an undo of nothing, a fact without its fields, kinds that are no names."""
    change(file, statement)
    mended(file)
    assert entries_of(file) == kept


def test_a_campaign_that_is_no_json_any_more(file: Path) -> None:
    with open_store(file, FakeClock()) as store:
        store.create_campaign("Other", "phase-abandon", {"players": []})
    change(file, "UPDATE campaigns SET roster = '{' WHERE id = 2")
    with open_store(file, FakeClock()) as store, pytest.raises(StoreDamaged, match="can no longer be read"):
        store.campaigns()
    assert "1 row of campaigns could not be read." in mended(file).done
    assert entries_of(file) > 40


@pytest.mark.parametrize("time", ["'when'", "']2026-03-06 19:30:00.00000'", "7", "x'ff'"])
@pytest.mark.parametrize("where", ["campaigns SET created", "evenings SET started", "log SET recorded_at"])
def test_times_that_are_none_any_more_cost_nothing(where: str, time: str, file: Path) -> None:
    """The rows they belong to are kept with the time of the row before, or of the file; it is reported."""
    whole, table = entries_of(file), where.partition(" ")[0]
    change(file, f"UPDATE {where} = {time}")
    assert examine(file, FakeClock()).found == (f"Rows of {table} can no longer be read.",)
    assert any(f"of {table} had lost their time" in each for each in mended(file).done)
    assert entries_of(file) == whole


@pytest.mark.parametrize(
    "change_of",
    ["utterances SET text = x'00' WHERE row = 1", "utterances SET start = 'soon' WHERE row = 1"],
)
def test_a_value_of_another_kind_is_damage(change_of: str, file: Path) -> None:
    """SQLite takes any value anywhere; what the companion never kept there is left out with its row."""
    change(file, f"UPDATE {change_of}")
    assert examine(file, FakeClock()).found == ("Rows of utterances can no longer be read.",)
    assert "1 row of utterances could not be read." in mended(file).done
    with open_store(file, FakeClock()) as store:
        assert len(store.utterances(CAMPAIGN)) == 2


def test_a_schema_that_is_no_text_any_more(file: Path) -> None:
    """SQLite's message about it is none either, and it reads no row then; every row is still there."""
    whole = entries_of(file)
    content = file.read_bytes()
    at = content.index(b"CREATE TABLE words")
    file.write_bytes(content[:at] + b"\x80" + content[at + 1 :])
    assert examine(file, FakeClock()).found == (f"{file} is damaged.",)
    assert mended(file).done == ()
    assert entries_of(file) == whole


def test_the_log_of_a_newer_companion_is_no_damage(file: Path) -> None:
    """It is reported and left alone: the newer companion can read it."""
    change(file, 'UPDATE log SET events = \'[{"kind": "teleported"}]\' WHERE position = 60')
    before = file.read_bytes()
    repaired = repair(file, FakeClock())
    assert "'teleported'" in repaired.found[0]
    assert (repaired.done, repaired.kept, repaired.checked.ok) == ((), None, False)
    assert file.read_bytes() == before


def test_a_newer_database_is_not_touched(file: Path) -> None:
    change(file, "UPDATE alembic_version SET version_num = '9999'")
    before = file.read_bytes()
    with pytest.raises(StoreTooNew):
        repair(file, FakeClock())
    assert file.read_bytes() == before


def test_a_database_that_is_being_played_is_not_touched(file: Path) -> None:
    """Mending takes the place of the file: whoever has it open would write into the old one."""
    overwrite(file, pages_of(file, "log")[1], b"\xff" * PAGE)
    with open_store(file, FakeClock()) as store:
        store.claim(CAMPAIGN)
        before = file.read_bytes()
        with pytest.raises(CampaignInUse, match="is open in another companion"):
            repair(file, FakeClock())
        assert file.read_bytes() == before


@pytest.mark.parametrize("damage", [lambda content: content[:100] + b"\xff" * (len(content) - 100), lambda c: c[:200]])
def test_nothing_can_be_read_at_all(file: Path, damage: Callable[[bytes], bytes]) -> None:
    file.write_bytes(damage(file.read_bytes()))
    before = file.read_bytes()
    with pytest.raises(StoreDamaged, match=r"Nothing in .* can be read") as caught:
        repair(file, FakeClock())
    assert "companion restore FILE" in caught.value.hint
    assert file.read_bytes() == before


def test_there_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="There is no database"):
        repair(tmp_path / "companion.db", FakeClock())
    assert list(tmp_path.iterdir()) == []


def test_no_room_for_a_mended_copy(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    overwrite(file, pages_of(file, "log")[1], b"\xff" * PAGE)
    before = file.read_bytes()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(shutil, "copyfileobj", full)
    with pytest.raises(StoreError, match="cannot be written: No space left on device"):
        repair(file, FakeClock())
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.glob("companion.db.*")] == []


def test_any_page_may_be_damaged(file: Path, tmp_path: Path) -> None:
    """Every page of the file, one after the other: mended and sound, or refused and left as it was."""
    whole, entries = file.read_bytes(), entries_of(file)
    whole = file.read_bytes()
    noise = random.Random(4)
    outcomes = set()
    for page in range(1, len(whole) // PAGE, 2):
        case = tmp_path / "case" / "companion.db"
        case.parent.mkdir(exist_ok=True)
        for old in case.parent.iterdir():
            old.unlink()
        case.write_bytes(whole[: page * PAGE] + noise.randbytes(PAGE) + whole[(page + 1) * PAGE :])
        before = case.read_bytes()
        try:
            repaired = repair(case, FakeClock())
        except StoreDamaged:
            assert case.read_bytes() == before
            outcomes.add("refused")
            continue
        assert repaired.checked.ok
        assert entries_of(case) <= entries
        outcomes.add("mended" if repaired.kept else "sound")
    assert "mended" in outcomes


def test_killed_while_mending(file: Path) -> None:
    """At whatever moment: the damaged file or the mended one is there, never neither, and mending again works."""
    overwrite(file, pages_of(file, "log")[2], b"\xff" * PAGE)
    code = (
        "import os, sys; from pathlib import Path; from companion.store import repair, files;"
        "from companion.base.clock import SystemClock;"
        "setattr({place}, {name!r}, lambda *_: os._exit(9));"
        "repair.repair(Path(sys.argv[1]), SystemClock())"
    )
    for name in ("copied_aside", "put_in_place"):
        killed = subprocess.run(
            [sys.executable, "-c", code.format(place="repair", name=name), str(file)], capture_output=True
        )
        assert killed.returncode == 9, killed.stderr
        assert examine(file, FakeClock()).found
    assert repair(file, FakeClock()).checked.ok
    assert entries_of(file) > 0


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT x FROM n"


@pytest.mark.parametrize(
    ("name", "statement"),
    [
        ("words", f"DROP TABLE words; CREATE VIEW words AS {ENDLESS}"),
        ("loud", f"CREATE TRIGGER loud AFTER INSERT ON evenings BEGIN INSERT INTO words(heard) {ENDLESS}; END"),
        ("gone", "CREATE TRIGGER gone AFTER INSERT ON evenings BEGIN DELETE FROM log; END"),
        ("more", "CREATE TABLE more(a, b AS (hex(zeroblob(a))) STORED)"),
    ],
)
def test_what_no_companion_wrote_is_not_run_and_not_taken_over(file: Path, name: str, statement: str) -> None:
    """An endless view or trigger would never return; everything of ours is there afterwards."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(statement)
        (entries,) = connection.execute("SELECT count(*) FROM log").fetchone()
    with pytest.raises(StoreDamaged, match=f"companion.db holds {name}, which no companion wrote"):
        open_store(file, FakeClock())
    assert f"holds {name}, which no companion wrote" in examine(file, FakeClock()).found[0]
    mended = repair(file, FakeClock())
    assert mended.checked.ok
    assert mended.checked.entries == entries
    with open_store(file, FakeClock()) as store:
        assert store.begin_evening(1).number > 1
    with closing(sqlite3.connect(file)) as connection:
        (left,) = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (name,)).fetchone() or ("",)
    assert not any(word in left for word in ("RECURSIVE", "TRIGGER", "STORED"))
