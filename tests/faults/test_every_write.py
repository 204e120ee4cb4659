"""Every place that writes a file: a full disk, a folder that may only be read, a kill in between.

Each time what was there before is whole, one sentence says what happened, nothing half-done is left, and the same once
more does what it should. What is kept in the database is in `test_every_store_write.py`.
"""

import ast
import errno
import io
import logging
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NoReturn

import numpy as np
import pytest

from audio.errors import AudioError
from audio.types import SpeakerMatch, Utterance
from audio.wav import WavSink
from companion import cli
from companion.app.speech_model_choice import Measured, _keep
from companion.base.atomic_files import growing_named
from companion.base.config import load_settings
from companion.base.errors import CompanionError
from companion.base.settings_file import put_settings
from companion.chronicle.saved_documents import redact_documents, write_document
from companion.dialogue.records import JsonLines
from companion.privacy.speaker_embeddings import EmbeddingStore
from companion.store import open_store
from companion.transfer.importing.documents import write_papers
from companion.transfer.importing.work import Chunk, Plan, Work
from companion.web.art import keep_picture
from companion.web.browser_launch import Launch
from companion.web.certificate import FILE, certificate_for
from companion.web.keys import Keys
from companion.web.setup_draft import SetupDraft
from companion.web.submissions import Submissions
from tests.support.clock import FakeClock
from tests.support.played import CAMPAIGN, played_file

ROOT = Path(__file__).resolve().parents[2]
Contents = dict[str, bytes]
OLD = {"out": b"before\n"}


def itself(folder: Path) -> Path:
    return folder


@dataclass(frozen=True)
class Place:
    """Somewhere a file is written.

    Attributes:
        where: Function that does it.
        name: What is written.
        write: Does it; a sentence it gives back is a failure after which the evening goes on.
        before: What lies there already, by name; beside it lies a played campaign.
        ready: Makes of the folder what `write` is handed.
    """

    where: str
    name: str
    write: Callable[[Any], object]
    before: Contents
    ready: Callable[[Path], Any] = itself


def command(*arguments: str) -> Callable[[Path], None]:
    """A command on the campaign of the folder, which is {}."""

    def run(folder: Path) -> None:
        sys.argv = ["companion", "--data", str(folder), *(each.format(folder) for each in arguments)]
        try:
            cli.main()
        except SystemExit as left:
            if left.code:
                raise

    return run


def papers_imported(folder: Path) -> None:
    with open_store(folder / "companion.db", FakeClock()) as store:
        write_papers(store, store.campaign(CAMPAIGN), 1, folder)


def voice_kept(folder: Path) -> None:
    with EmbeddingStore(folder, lambda: None).place("jay") as place:
        assert place.keep('{"name": "Jay"}')


def drafted(folder: Path) -> None:
    draft = SetupDraft(folder / "set-up.json")
    draft.put("table.name", "The Ford")
    draft.keep()


def said_aloud(folder: Path) -> None:
    sink = WavSink(folder / "out", lambda: 0.0, growing_named)
    sink.play(np.zeros(2_400, dtype=np.float32), 24_000)
    sink.close()


def model_named(folder: Path) -> None:
    put_settings(load_settings({"data_dir": folder}, environment={}), {"llm_model": "tiny"}, "It was chosen.")


def certified(folder: Path) -> None:
    certificate_for(folder, "192.168.0.2")


def pictured(folder: Path) -> None:
    keep_picture(folder, "1", "Hester", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01")


def numbered(folder: Path) -> Submissions:
    return Submissions(folder / "received.txt")


SENT = b"0" * 31 + b"1 done\n"
HEARD = Chunk(0, 12.0, (Utterance("", "Five, two.", SpeakerMatch("Jay", 0.9), 1.0, 2.0),))
PLAN = Plan(datetime(2026, 1, 1, tzinfo=UTC))
FORMS = ("notes", "markdown", "html", "json", "transcript", "vtt", "srt", "golden", "roster")
_PAPERS = ("the-ford-1.md", "the-ford-1-chronicle.json", "the-ford-1-recap.txt")

PLACES = (
    *(
        Place("cli/common.py write_file", form, command("export", "--form", form, "--out", "{}/out"), OLD)
        for form in FORMS
    ),
    Place("cli/common.py write_file", "notes --out", command("notes", "--out", "{}/out"), OLD),
    Place(
        "transfer/exports/folder.py _replace", "vault", command("export", "--form", "vault", "--out", "{}/vault"), {}
    ),
    Place(
        "chronicle/saved_documents.py write_document",
        "saved notes",
        lambda at: write_document(at / "out", "after"),
        OLD,
    ),
    Place(
        "chronicle/saved_documents.py _clear",
        "struck papers",
        lambda at: redact_documents(at, "ford", lambda line: "Zanzibar" in line),
        {"ford-1.md": b"a\nZanzibar\n"},
    ),
    Place(
        "transfer/importing/documents.py _write",
        "imported papers",
        papers_imported,
        dict.fromkeys(_PAPERS, b"before\n"),
    ),
    Place(
        "transfer/importing/work.py keep_plan",
        "plan",
        lambda at: Work(at, "key").keep_plan(PLAN),
        {"key/plan.json": b"before"},
    ),
    Place(
        "transfer/importing/work.py keep", "heard", lambda at: Work(at, "key").keep(HEARD), {"key/heard.jsonl": b"{}\n"}
    ),
    Place("transfer/importing/work.py finish", "done", lambda at: Work(at, "key").finish(3), {"key.done": b"2"}),
    Place("privacy/speaker_embeddings.py keep", "voiceprint", voice_kept, {"jay.json": b"before"}),
    Place("base/settings_file.py put_settings", "settings of a model", model_named, {"companion.toml": b"# mine\n"}),
    Place("web/art/__init__.py keep_picture", "picture", pictured, {}),
    Place(
        "app/speech_model_choice.py _keep",
        "speed",
        lambda at: _keep(at / "hearing-speed.json", {"base": Measured(1.0, date(2026, 1, 1), 1)}),
        {"hearing-speed.json": b"before"},
    ),
    Place(
        "web/keys.py _keep",
        "keys of pages",
        lambda keys: keys.make_table_link(),
        {"keys.json": b'{"version": 3, "keys": []}'},
        lambda at: Keys(at / "keys.json", FakeClock(), 8787),
    ),
    Place(
        "web/browser_launch.py open",
        "way to the page",
        lambda at: Launch(at, lambda _: None).open("http://127.0.0.1:8787/?key=x"),
        {"page-open.html": b"before"},
    ),
    Place("web/certificate.py certificate_for", "certificate", certified, {FILE: b"before"}),
    Place("web/setup_draft.py keep", "campaign being set up", drafted, {"set-up.json": b"{}"}),
    Place("web/submissions.py _read", "numbers received", numbered, {"received.txt": b"torn" + SENT}),
    Place(
        "web/submissions.py _note",
        "number received",
        lambda received: received.once("0" * 31 + "2", lambda: None),
        {"received.txt": SENT},
        numbered,
    ),
    Place("audio/wav.py stop", "announcements", said_aloud, OLD),
    Place(
        "app/desktop_entry.py install",
        "menu entry",
        command("desktop"),
        {"applications/table-companion.desktop": b"before"},
    ),
)

ELSEWHERE = {
    "cli/application.py _write_no_more": "opens nothing but the system's hole",
    "cli/common.py writable": "records, line by line: below",
    "base/private_files.py private_file": "an empty file on the way to one that grows, or to a database: above",
    "base/private_files.py private_opener": "databases: test_backup, test_repair",
    "base/atomic_files.py growing": "does it for all of them: test_whole_files",
    "base/atomic_files.py growing_named": "does it for all of them: test_whole_files",
    "base/atomic_files.py append_whole": "does it for all that grow: above",
    "base/file_limits.py _without_waiting": "opens a file to read",
    "base/atomic_files.py folder_to_disk": "opens a folder to read",
    "base/file_lock.py alone": "an empty file: base/test_file_lock",
    "transfer/importing/work.py chunks": "cuts off what a kill left of a line: importing/test_hearing",
    "privacy/speaker_embeddings.py take_over": "one rename of a folder; where it fails, nobody is known by voice yet",
    "privacy/speaker_embeddings.py place": "an empty file on the way to a voiceprint: above",
    "store/files.py copied_aside": "databases: test_backup, test_repair",
    "store/files.py put_in_place": "databases: test_backup, test_repair",
    "store/last_write.py note": "only tells of damage, and is no loss: test_latest_writes",
    "chronicle/recaps/reading.py sound_of": "in memory",
    "audio/server_stt.py as_wav": "in memory",
    "llm/standing.py keep": "what came of an examination, which is taken again where it is lost",
    "nlu/kept_grammars.py keep_grammar": "worked out anew where it cannot be kept: nlu/test_kept_grammars",
    "audio/weights.py _assemble": "a folder beside its place, then its name: tests/audio/test_weights",
}
DEVELOPERS = ("tools/bench/", "companion/demo/", "audio/tools/")
"""Folders of code that writes for developers of the companion, not for a table."""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return played_file(tmp_path_factory.mktemp("played") / "companion.db").read_bytes()


@pytest.fixture(params=PLACES, ids=lambda place: f"{place.where} {place.name}")
def place(request: pytest.FixtureRequest) -> Place:
    chosen: Place = request.param
    if chosen.where == "app/desktop_entry.py install" and sys.platform != "linux":
        pytest.skip("menu entries of this kind are Linux's")
    return chosen


@pytest.fixture
def folder(place: Place, tmp_path: Path, database: bytes, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Folder with the files that are there before; the commands leave no traces in this process."""
    for name, content in {**place.before, "companion.db": database}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["companion"])
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield tmp_path
    logging.captureWarnings(False)
    root.handlers[:], root.level = handlers, level


def contents(folder: Path) -> Contents:
    """Every file but the database and those that are only locked, by name."""
    files = (each for each in folder.rglob("*") if each.is_file() and not each.name.startswith("companion.db"))
    return {each.relative_to(folder).as_posix(): each.read_bytes() for each in files if ".lock" not in each.name}


def done(place: Place, handed: Any, capsys: pytest.CaptureFixture[str]) -> str:
    """Write; what people are told of a failure, as the command line tells it: exit code 1 and one sentence."""
    capsys.readouterr()
    try:
        told = place.write(handed)
    except (CompanionError, AudioError) as problem:
        return f"{problem} {problem.hint}".strip()
    except SystemExit as left:
        return capsys.readouterr().err.strip() if left.code == 1 else f"exit code {left.code}"
    return told if isinstance(told, str) and " " in told else ""


@contextmanager
def full_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keep all writes from the disk, as if it were full."""
    to_disk = os.fsync

    def full(descriptor: int) -> None:
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.ENOSPC, "No space left on device")
        to_disk(descriptor)

    with monkeypatch.context() as disk:
        disk.setattr(os, "fsync", full)
        yield


@contextmanager
def read_only(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No file may be opened for writing, whoever asks: rights mean nothing to an administrator."""
    by_number, by_name = os.open, io.open

    def denied(path: Any) -> NoReturn:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    def opened(path: Any, flags: int, *rest: Any, **more: Any) -> int:
        return denied(path) if flags & (os.O_WRONLY | os.O_RDWR) else by_number(path, flags, *rest, **more)

    def named(path: Any, mode: str = "r", *rest: Any, **more: Any) -> Any:
        return denied(path) if set(mode) & set("wax+") else by_name(path, mode, *rest, **more)

    with monkeypatch.context() as disk:
        disk.setattr(os, "open", opened)
        disk.setattr(io, "open", named)
        yield


@pytest.mark.parametrize("fault", [full_disk, read_only])
def test_what_cannot_be_written_leaves_what_was_there_and_is_one_sentence(
    place: Place, folder: Path, fault: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    handed = place.ready(folder)
    before = contents(folder)
    with fault(monkeypatch):
        told = done(place, handed, capsys)
    assert ("No space left" if fault is full_disk else "ermission denied") in told
    assert "\n" not in told
    assert "Traceback" not in told
    assert told.endswith(".")
    assert contents(folder) == before
    assert done(place, handed, capsys) == ""
    assert contents(folder) != before


def test_a_kill_at_any_step_leaves_every_file_as_it_was_or_as_it_is_to_be(
    place: Place, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Files around each step are whole, as before or as after; a file that grows holds whole lines."""
    handed = place.ready(folder)
    before, moments = contents(folder), list[Contents]()

    def watched(step: Callable[..., Any]) -> Callable[..., Any]:
        def stepped(*arguments: Any, **more: Any) -> Any:
            moments.append(contents(folder))
            found = step(*arguments, **more)
            moments.append(contents(folder))
            return found

        return stepped

    with monkeypatch.context() as disk:
        for owner, step in ((os, "fsync"), (Path, "replace"), (Path, "unlink")):
            disk.setattr(owner, step, watched(getattr(owner, step)))
        assert done(place, handed, capsys) == ""
    after = contents(folder)
    assert len(moments) >= 2
    for moment in moments:
        for name, content in moment.items():
            if not name.endswith((".part", ".learning")):
                grown = after.get(name, b"").startswith(content) and content.endswith(b"\n")
                assert grown or content in {before.get(name), after.get(name)}, name
        assert set(before) - set(moment) <= set(before) - set(after)


def test_every_write_is_in_the_table() -> None:
    """Whoever writes a file in another place adds it above, with what happens when that fails."""
    listed = {each.where for each in PLACES}
    found = {f"{file} {function}" for file, function in _writes()}
    assert found - listed - set(ELSEWHERE) == set(), "not in the table"
    assert (listed | set(ELSEWHERE)) - found == set(), "in the table, and gone"


_WRITING = {
    "write_bytes", "write_whole", "write_named", "append_whole", "mkstemp", "truncate",
    "NamedTemporaryFile", "TemporaryFile", "copyfile", "copyfileobj", "copytree", "rename",
}  # fmt: skip


def _writes() -> Iterator[tuple[str, str]]:
    """File and function of everything that may write a file."""
    for room in ("companion", "audio", "engine"):
        for file in sorted((ROOT / room).rglob("*.py")):
            name = file.relative_to(ROOT).as_posix()
            if not name.startswith(DEVELOPERS):
                tree = ast.parse(file.read_text(encoding="utf-8"))
                yield from ((name.removeprefix("companion/"), each) for each in _writing_in(tree, ""))


def _writing_in(node: ast.AST, function: str) -> Iterator[str]:
    for each in ast.iter_child_nodes(node):
        inside = each.name if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) else function
        if isinstance(each, ast.Call) and _may_write(each):
            yield inside
        yield from _writing_in(each, inside)


def _may_write(call: ast.Call) -> bool:
    called = call.func
    name = called.attr if isinstance(called, ast.Attribute) else called.id if isinstance(called, ast.Name) else ""
    owner = ast.unparse(called.value) if isinstance(called, ast.Attribute) else ""
    if name == "open":
        given = [*call.args, *(each.value for each in call.keywords if each.arg == "mode")]
        modes = [each.value for each in given if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        return owner == "os" or any(set(mode) & set("wax+") and len(mode) <= 3 for mode in modes)
    if name == "replace":  # of a text it takes two
        return owner == "os" or (len(call.args) == 1 and not call.keywords)
    if name == "write_text":  # of a path; the command line has one of its own
        return owner != ""
    return name in _WRITING or (owner, name) == ("soundfile", "write")


@pytest.mark.parametrize(
    ("code", "writes"),
    [
        ("file.write_text(text)", True),
        ("file.open('w')", True),
        ("open(file, mode='ab')", True),
        ("file.open('r+b')", True),
        ("os.open(file, flags)", True),
        ("new.replace(file)", True),
        ("soundfile.write(file, sound, 16_000)", True),
        ("write_text(text, out)", False),
        ("file.open('rb')", False),
        ("page.open(address)", False),
        ("text.replace('a', 'b')", False),
        ("replace(value, name='x')", False),
    ],
)
def test_writes_are_told_from_what_looks_like_them(code: str, writes: bool) -> None:
    (statement,) = ast.parse(code).body
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Call)
    assert _may_write(statement.value) == writes


class Full(io.StringIO):
    """A stream on a disk that is full, or whose reader has gone."""

    def __init__(self, problem: OSError) -> None:
        super().__init__()
        self._problem = problem

    def flush(self) -> None:
        raise self._problem


def test_records_that_cannot_be_written_are_one_sentence() -> None:
    with pytest.raises(CompanionError, match=r"The records cannot be written: No space left on device\."):
        JsonLines(Full(OSError(errno.ENOSPC, "No space left on device")))({"type": "note"})
    with pytest.raises(BrokenPipeError):
        JsonLines(Full(BrokenPipeError(errno.EPIPE, "Broken pipe")))({"type": "note"})


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
def test_a_full_output_is_one_sentence(tmp_path: Path, database: bytes) -> None:
    (tmp_path / "companion.db").write_bytes(database)
    command = [sys.executable, "-m", "companion", "--data", str(tmp_path), "notes"]
    with open("/dev/full", "wb") as full:
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    (line,) = ran.stderr.decode().splitlines()
    assert ran.returncode == 1
    assert "cannot be written: No space left on device. Free some space" in line
