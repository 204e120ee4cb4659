"""Every obstacle as people meet it: one sentence on standard error, exit code 1, and nothing half-done."""

import io
import logging
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion import cli
from companion.store import database, open_store
from tests.support.clock import FakeClock
from tests.support.played import CAMPAIGN, played_file

Run = Callable[..., tuple[int, str, str]]
HOLDER = """
import sys
from companion.base.clock import SystemClock
from companion.store import open_store
with open_store(sys.argv[1], SystemClock()) as store:
    store.claim(int(sys.argv[2]))
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], file: Path) -> Iterator[Run]:
    """Runs `companion --data … …` in this process; exit code, standard output, standard error."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level

    def run(*arguments: str, stdin: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["companion", "--data", str(file.parent), *arguments])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        capsys.readouterr()
        try:
            cli.main()
            code = 0
        except SystemExit as left:
            code = left.code if isinstance(left.code, int) else 1
        printed = capsys.readouterr()
        return code, printed.out, printed.err

    yield run
    logging.captureWarnings(False)
    root.handlers[:], root.level = handlers, level


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return played_file(tmp_path_factory.mktemp("played") / "companion.db").read_bytes()


@pytest.fixture
def file(tmp_path: Path, played: bytes) -> Path:
    path = tmp_path / "data" / "companion.db"
    path.parent.mkdir()
    path.write_bytes(played)
    return path


def told(run: Run, *arguments: str, stdin: str = "") -> str:
    """The one sentence (and its hint) of a command that failed."""
    code, _, errors = run(*arguments, stdin=stdin)
    assert code == 1
    (line,) = errors.splitlines()
    return line


def entries(file: Path) -> int:
    with open_store(file, FakeClock()) as store:
        assert store.verify(CAMPAIGN).ok
        return store.log_length(CAMPAIGN)


LINE = "Jay: I roll Haggling.\n\n"


@contextmanager
def another_companion(file: Path) -> Iterator[None]:
    """A process that has the campaign open."""
    command = [sys.executable, "-c", HOLDER, str(file), str(CAMPAIGN)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        yield
        holder.kill()


def test_a_campaign_that_is_open_in_another_companion(run: Run, file: Path) -> None:
    """The second one is refused with a clear word, whatever it wants to write; reading is free."""
    with another_companion(file):
        for command in (("play",), ("undo",), ("restore", str(file))):
            assert "is open in another companion. Close it there first" in told(run, *command, stdin=LINE)
        assert run("notes")[0] == 0


def test_a_file_locked_by_another_program(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = database.create_engine

    def impatient(url: object, **options: object) -> object:
        return connect(url, **{**options, "connect_args": {"timeout": 0.05, "check_same_thread": False}})

    monkeypatch.setattr(database, "create_engine", impatient)
    with closing(sqlite3.connect(file)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "is locked by another process. Close the other companion or database tool" in told(run, "undo")
    assert entries(file) > 40


def test_a_full_disk_in_the_middle_of_play(run: Run, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The evening stops with a sentence; what was acknowledged before is there, and folds."""
    before = entries(file)
    set_up = database._set_up_connection

    def nearly_full(connection: sqlite3.Connection, record: object) -> None:
        set_up(connection, record)
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count={pages + 4}")

    monkeypatch.setattr(database, "_set_up_connection", nearly_full)
    code, _, errors = run("play", stdin=f"{LINE}Russ: Undo that.\n" * 40)
    assert code == 1
    assert "There is no space left to write" in errors.splitlines()[-1]
    assert "everything confirmed so far is saved" in errors.splitlines()[-1]
    assert entries(file) >= before


@pytest.mark.parametrize("command", ["log", "notes", "play", "undo", "backup x.db"])
def test_a_damaged_file(run: Run, file: Path, command: str) -> None:
    content = file.read_bytes()
    file.write_bytes(content[:4096] + b"\xff" * (len(content) - 4096))
    assert "is damaged. Try companion repair" in told(run, *command.split(), stdin=LINE)


def test_a_database_of_a_newer_companion(run: Run, file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")
        other.commit()
    for command in ("log", "play", "repair"):
        assert "was written by a newer companion (shape 9999). Update this companion" in told(run, command)


def test_a_file_that_is_no_database(run: Run, file: Path) -> None:
    file.write_bytes(b"a letter to my aunt")
    for command in ("log", "play", "repair"):
        assert "is not a companion database" in told(run, command)
    assert file.read_bytes() == b"a letter to my aunt"


def test_repair_tells_what_it_did(run: Run, file: Path) -> None:
    with closing(sqlite3.connect(file)) as other:
        other.execute("DELETE FROM log WHERE position = 45")
        other.commit()
    assert told(run, "repair", "--verify") == "The Ford: Entry 45 of the log is missing."
    code, out, errors = run("repair")
    assert (code, errors) == (0, "The Ford: Entry 45 of the log is missing.\n")
    assert "The Ford: the first 45 entries are kept" in out
    assert "The damaged file is kept in" in out
    assert "1 campaign with 45 log entries: all that is left is readable." in out
    assert run("repair", "--verify")[::2] == (0, "")


def test_backup_and_restore_tell_what_they_did(run: Run, file: Path, tmp_path: Path) -> None:
    length = entries(file)
    code, out, _ = run("backup", str(tmp_path / "b.db"))
    assert (code, out) == (0, f"1 campaign with {length} log entries in {tmp_path / 'b.db'}, verified.\n")
    code, out, _ = run("restore", str(tmp_path / "b.db"))
    assert code == 0
    assert out.startswith(
        f"1 campaign with {length} log entries from {tmp_path / 'b.db'}.\nThe previous campaigns are kept"
    )


def test_a_server_that_is_not_there(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_DATABASE_URL", f"postgresql://club:hunter2@/x?host={tmp_path}")
    line = told(run, "log")
    assert "cannot be reached" in line
    assert "hunter2" not in line
