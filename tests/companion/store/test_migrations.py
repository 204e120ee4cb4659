"""A database of any age is brought to today's shape, all or nothing; one of tomorrow is left alone."""

import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from companion.base.errors import StoreTooNew
from companion.store import LogEntry, StoredUtterance, open_store
from companion.store.database import MIGRATIONS, Database
from companion.store.recovery import salvage
from companion.store.schema import REVISION, WORD_INDEX, metadata
from tests.support.clock import FakeClock

OLDEST = Path(__file__).parents[2] / "data" / "store-0001.sql"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def oldest(tmp_path: Path) -> Path:
    """A database as the first version wrote it."""
    path = tmp_path / "companion.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(OLDEST.read_text(encoding="utf-8"))
    return path


def shape(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {re.sub(r"\s+", " ", sql) for (sql,) in connection.execute("SELECT sql FROM sqlite_master") if sql}


def differences(path: Path) -> list[object]:
    """List the differences of tables and their definitions, except in the index of words, which is no table of ours."""
    database = Database(path, 1.0)

    def ours(name: str | None, kind: str, _parents: object) -> bool:
        return not (kind == "table" and (name or "").startswith(WORD_INDEX))

    with database.read() as connection:
        found = compare_metadata(MigrationContext.configure(connection, opts={"include_name": ours}), metadata)
    database.close()
    return list(found)


def test_a_blank_database_gets_the_shape_the_code_expects(tmp_path: Path, clock: FakeClock) -> None:
    """Migrations and table definitions do not drift apart."""
    open_store(tmp_path / "new.db", clock).close()
    assert differences(tmp_path / "new.db") == []


def test_the_newest_revision_is_the_one_the_code_names() -> None:
    """An open store knows without reading the migrations that there is nothing to do."""
    assert ScriptDirectory(str(MIGRATIONS)).get_heads() == [REVISION]


def test_the_oldest_database_keeps_its_content(oldest: Path, tmp_path: Path, clock: FakeClock) -> None:
    """An evening played with the first version is there in the newest."""
    with open_store(oldest, clock) as store:
        campaign = store.campaign("the ford")
        assert (campaign.slug, campaign.roster) == ("phase-abandon", {"players": [{"name": "Jay"}]})
        (evening,) = store.evenings(campaign.id)
        assert evening.ended is None
        (said,) = store.utterances(campaign.id)
        assert said == StoredUtterance("u1", "six!", "Jay", 0.8, 1.0, 2.0, latency=0.4, heard_at=evening.started)
        (recorded,) = store.read(campaign.id)
        assert recorded.entry == LogEntry("committed", "c0", "c0", {"kind": "report_dice"}, ({"kind": "dice_rolled"},))
        assert store.pending(campaign.id) == {"question": "who rolls?"}
        assert store.announcements(campaign.id)[0].text == "One success."
        assert store.append(campaign.id, 1, LogEntry("undone", "c1", "c0")).position == 1
    open_store(tmp_path / "new.db", clock).close()
    assert differences(oldest) == []
    assert shape(oldest) == shape(tmp_path / "new.db")


def test_rows_of_the_oldest_database_can_be_salvaged(oldest: Path, tmp_path: Path, clock: FakeClock) -> None:
    """SQLite leaves rows as short as they were where a column is added."""
    with open_store(oldest, clock) as store:
        before = store.evenings(1)
    open_store(tmp_path / "new.db", clock).close()
    assert salvage(oldest, tmp_path / "new.db").told == ()
    with open_store(tmp_path / "new.db", clock) as store:
        assert store.evenings(1) == before


def test_a_newer_database_is_refused_and_left_alone(oldest: Path, clock: FakeClock) -> None:
    """An old companion would not understand what it writes there."""
    with closing(sqlite3.connect(oldest)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    before = oldest.read_bytes()
    with pytest.raises(StoreTooNew, match=r"written by a newer companion \(shape 9999\)") as caught:
        open_store(oldest, clock)
    assert caught.value.hint.startswith("Update this companion")
    assert oldest.read_bytes() == before


def next_migration(folder: Path, ending: str) -> Path:
    """The migrations and one more that adds a table and then does `ending`."""
    scripts = folder / "migrations"
    shutil.copytree(MIGRATIONS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / "v9999_next.py").write_text(
        "from alembic import op\n"
        "import sqlalchemy as sa\n"
        f"revision, down_revision = 'next', '{REVISION}'\n"
        "def upgrade():\n"
        "    op.create_table('extra', sa.Column('id', sa.Integer))\n"
        "    op.execute(\"UPDATE campaigns SET name = 'changed'\")\n"
        f"    {ending}\n",
        encoding="utf-8",
    )
    return scripts


def test_a_migration_that_fails_halfway_changes_nothing(oldest: Path, tmp_path: Path, clock: FakeClock) -> None:
    """New tables, changed rows and the revision go back together."""
    before = shape(oldest)
    database = Database(oldest, 1.0)
    with pytest.raises(RuntimeError, match="power cut"):
        database.open(next_migration(tmp_path, "raise RuntimeError('power cut')"))
    database.close()
    assert shape(oldest) == before
    with open_store(oldest, clock) as store:
        assert store.campaign("The Ford").name == "The Ford"


def test_a_migration_that_works_is_run_once(oldest: Path, tmp_path: Path) -> None:
    """The revision it reached is remembered."""
    scripts = next_migration(tmp_path, "return")
    for _ in range(2):
        database = Database(oldest, 1.0)
        database.open(scripts)
        database.close()
    with closing(sqlite3.connect(oldest)) as connection:
        assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("next",)]
        assert connection.execute("SELECT name FROM campaigns").fetchall() == [("changed",)]
