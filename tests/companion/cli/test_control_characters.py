"""No command prints a control character, wherever it comes from: arguments, input, or what was kept long ago."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, update

from audio.errors import DeviceUnavailable
from companion.app import wiring
from companion.app.evenings import open_evening
from companion.base.clock import SystemClock
from companion.base.config import load_settings
from companion.cli import application, evening
from companion.store import StoredUtterance, open_store, schema
from tests.support.command_line import Run, one_sentence
from tests.support.entry_points import Entry, Taken, entries
from tests.support.sitting import roster

STRANGE = "\x1b]0;t\x07\x08\x0b\x0c\r\x1c\x7f\x9b2J\u202e\u2066\u200b\ufeff\u2028\U000e0041"
HOSTILE = f"x{STRANGE}[b][link=x]:skull:](javascript:x)\ty\nERROR forged"
PLAYER, CHARACTER = f"Jay {HOSTILE}", f"Herik {HOSTILE}"
RAW = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b\u202a-\u202e\u2028\u2029\u2060-\u206f\ufeff\ud800-\udfff\U000e0000-\U000e007f]"
)
EVERY = [pytest.param(entry, id=entry.name or "companion") for entry in entries()]
TAKING = [
    pytest.param(entry, taken, id=f"{entry.name or 'companion'} {taken.flag or at}")
    for entry in entries()
    for at, taken in enumerate(entry.takes)
]


def clean(run: Run, *arguments: str, stdin: str = "") -> str:
    """Run it; all it printed, in which nothing is raw, markup, or an emoji by name."""
    ran = run(*arguments, stdin=stdin)
    printed = ran.out + ran.err
    assert RAW.findall(printed) == []
    assert "Traceback" not in printed, printed
    plain = printed.replace("\\", "")
    assert plain.count("[b]") == plain.count("skull") == plain.count(":skull:") == plain.count("[b][link=x]:skull:")
    return printed


@pytest.mark.parametrize(("entry", "taken"), TAKING)
def test_every_argument_with_a_control_character_is_refused(
    run: Run, entry: Entry, taken: Taken, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for strange in ("\x1b", "\x7f", "\x9b", "\u202e", "\u200b", "\U000e0041"):
        ran = run(*entry.arguments(taken, f"a{strange}b", "x"))
        one_sentence(
            ran,
            2,
            f"of the command line contains the invisible character U+{ord(strange):04X}",
            "Remove it and try again.",
        )
        assert RAW.findall(ran.err) == []


@pytest.fixture
def unchecked(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """The command line that takes any argument, in an empty folder, without a microphone."""

    def deaf(*_: Any) -> Any:
        raise DeviceUnavailable("There is no microphone {name}.", "Plug one in.", name=HOSTILE)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(application, "check_arguments", lambda given: None)
    monkeypatch.setattr(evening, "_hear_table", deaf)
    monkeypatch.setattr(evening, "_hear_recording", deaf)
    monkeypatch.setattr(wiring, "learn_voice_live", deaf)
    return run


INPUT = json.dumps({"id": HOSTILE, "text": HOSTILE, "speaker": HOSTILE, "command": {"kind": HOSTILE}})
"""A line for commands that read any."""


@pytest.mark.parametrize(("entry", "taken"), TAKING)
def test_an_argument_that_got_in_is_shown(unchecked: Run, entry: Entry, taken: Taken, file: Path) -> None:
    """Whatever is said of it: unknown, unreadable, too long, or that nobody has said it."""
    unchecked("new", "--from", file)
    nowhere = f"{file}/{HOSTILE}"
    for value in (HOSTILE, nowhere):
        clean(unchecked, *entry.arguments(taken, value, nowhere), stdin=f"{INPUT}\n{HOSTILE}\n")


@pytest.fixture(scope="module")
def long_ago(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which every text holds control characters, as an older companion took them."""
    path = tmp_path_factory.mktemp("long-ago") / "companion.db"
    told = roster()
    told["players"][0]["name"] = told["holder"] = PLAYER
    told["players"][0]["character"] |= {"name": CHARACTER, "connections": [{"name": f"Benna {HOSTILE}", "value": 1}]}
    told["players"][0]["character"]["skills"][0]["name"] = f"Haggling {HOSTILE}"
    told["group_goals"][0]["text"] = f"find {HOSTILE}"
    with open_store(path, SystemClock()) as store:
        campaign = store.create_campaign("Harbour", "phase-abandon", told)
        store.learn_word(campaign.id, HOSTILE.casefold(), HOSTILE)
        opened = open_evening(store, campaign, load_settings(environment={}), lambda record: None)
        number = opened.game.evening
        assert number is not None
        opened.session.submit(
            {"kind": "request_skill_check", "target": PLAYER, "skill": f"Haggling {HOSTILE}"}, actor="Russ"
        )
        opened.session.submit({"kind": "report_dice", "values": [5, 4, 2], "player": PLAYER}, actor=PLAYER)
        said = f"The ferryman Kasimir {HOSTILE} waits at the pier."
        store.add_utterance(campaign.id, number, StoredUtterance("u1", said, PLAYER, 0.9, 1.0, 2.0))
        reasons = {
            "heard": 1.0, "voices": [[HOSTILE, 1.0]], "who": [HOSTILE], "limits": [0.1, 0.2, 0.3], "quoted": [HOSTILE],
            "names": [[HOSTILE, HOSTILE, "player", 1.0]], "opinion": HOSTILE,
            "readings": [
                {"command": "undo_last", "fate": "taken", "decision": "act", "words": HOSTILE, "said": {"who": HOSTILE},
                 "template": HOSTILE, "tipped": "weight", "confidence": 0.9, "factors": [1, 1, 1],
                 "slots": {"who": HOSTILE}},
            ],
        }  # fmt: skip
        store.explain(campaign.id, number, "u1", reasons)
        store.add_announcement(campaign.id, number, HOSTILE, "u1")
        store.add_correction(campaign.id, {"do": "role", "name": "Kasimir", "role": HOSTILE})
        store.add_correction(campaign.id, {"do": "note", "name": "Kasimir", "text": HOSTILE, "by": PLAYER})
        store.add_consent(campaign.id, PLAYER, True, "page")
        opened.leave(over=True)
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        connection.execute(update(schema.campaigns).values(name=f"Harbour {HOSTILE}"))
    engine.dispose()
    return path


@pytest.fixture
def kept(unchecked: Run, long_ago: Path) -> Run:
    """The command line over that database."""
    database = load_settings().database
    assert isinstance(database, Path)
    database.parent.mkdir(parents=True)
    shutil.copy(long_ago, database)
    return unchecked


@pytest.mark.parametrize("entry", EVERY)
def test_what_was_kept_long_ago_is_shown(kept: Run, entry: Entry) -> None:
    if entry.name in {"", "doctor", "page"}:
        pytest.skip("shows nothing of a campaign on the terminal")
    clean(kept, *entry.arguments(None, "", PLAYER), stdin=f"{INPUT}\n{HOSTILE}\n")
    for taken in entry.takes:
        for choice in taken.choices if entry.name != "bench" else ():
            clean(kept, *entry.arguments(taken, choice, PLAYER))


FORMS = ("notes", "markdown", "html", "vault", "json", "transcript", "vtt", "srt", "golden", "roster")


@pytest.mark.parametrize(
    "command", [*(("export", each) for each in FORMS), *(("recap", each) for each in ("txt", "md", "html"))]
)
def test_no_file_that_is_written_holds_one(kept: Run, command: tuple[str, str], tmp_path: Path) -> None:
    """Whoever opens it, in a pager or an editor, sees escapes; and no name of a file in it has any."""
    out = tmp_path / "out"
    ran = kept(command[0], "--form", command[1], "--out", str(out))
    assert ran.code == 0, ran.err
    files = [each for each in out.rglob("*") if each.is_file()] if out.is_dir() else [out]
    for file in files:
        written = file.read_text(encoding="utf-8")
        assert RAW.findall(written) == []
        assert RAW.findall(file.name) == []
        assert "\nERROR forged" not in written
    assert command == ("recap", "txt") or "u001b" in "".join(file.read_text(encoding="utf-8") for file in files)


def test_notes_of_an_evening_hold_none(kept: Run) -> None:
    kept("play", stdin="Russ: Save the notes.\n")
    (notes,) = (load_settings().data_dir / "notes").iterdir()
    assert RAW.findall(notes.read_text(encoding="utf-8") + notes.name) == []
