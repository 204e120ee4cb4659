"""Common to every command: help, settings, and mistakes reported in one line, never a traceback."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.base.config import load_settings
from companion.cli.application import COMMANDS
from companion.store import LogEntry, open_store
from tests.support.clock import FakeClock
from tests.support.command_line import Run, one_sentence


@pytest.mark.parametrize(
    "arguments",
    [
        ("rules", "--system", "chess"),
        ("detect", "--system", "chess", "--roster", "r.json"),
        ("scribe", "--system", "chess", "--roster", "r.json", "--input", "t.jsonl"),
        ("listen", "--system", "chess", "--roster", "ROSTER", "--input", "t.wav"),
    ],
)
def test_an_unknown_system_is_wrong_usage(run: Run, file: Path, arguments: Sequence[str]) -> None:
    one_sentence(run(*(str(file) if each == "ROSTER" else each for each in arguments)), 2, "chess", "phase-abandon")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("detect",), "--roster"),
        (("detect", "--profile", "bridge"), "any-rpg"),
        (("detect", "--profile", "any-rpg", "--roster", "roster.json"), "--profile any-rpg takes no roster"),
        (("detect", "--sytem", "x"), "--sytem"),
        (("dance",), "dance"),
        (("rules", "--trace", "extra"), "extra"),
        (("listen", "--realtime"), "--input"),
        (("scribe", "--input", "x", "--roster", "y", "--llm", "localhost"), "llm_url"),
        (("export", "--form", "poem"), "'vault', 'json', 'transcript', 'vtt', 'srt'"),
    ],
)
def test_wrong_usage_is_exit_code_2(run: Run, arguments: Sequence[str], told: str) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert ran.out == ""
    assert told in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    "arguments",
    [("listen",), ("say", "Hello"), ("play",), ("notes",), ("log",), ("undo",), ("export",), ("enroll", "Jay")],
)
def test_without_a_campaign_one_is_told_to_make_one(run: Run, arguments: Sequence[str]) -> None:
    one_sentence(run(*arguments), 1, "There is no campaign yet. Create one with: companion new")


def test_an_unknown_campaign_is_told_with_those_there_are(made: Run) -> None:
    one_sentence(made("log", "--campaign", "Harbor"), 1, "There is no campaign 'Harbor'.", "There are: Harbour.")


def test_a_data_folder_that_cannot_be_used_is_told(run: Run, file: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    one_sentence(run("--data", tmp_path / "file" / "deeper", "new", "--from", file), 1, "cannot be made")
    one_sentence(run("--data", tmp_path / "file", "new", "--from", file), 1, str(tmp_path / "file"))


def test_settings_that_make_no_sense_are_told(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "c.toml").write_text("verbosty = 'full'\n")
    one_sentence(run("--config", tmp_path / "c.toml", "log"), 1, "verbosty", "verbosity")
    one_sentence(run("--log-level", "LOUD", "log"), 2, "log_level")
    one_sentence(run("--trust", "blind", "log"), 2, "trust")
    monkeypatch.setenv("COMPANION_CPU_THREADS", "many")
    one_sentence(run("log"), 1, "cpu_threads")


def test_a_database_of_something_else_is_told(run: Run, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "companion.db").write_text("my diary\n" * 400)
    one_sentence(run("--data", data, "log"), 1, "is not a companion database")
    assert (data / "companion.db").read_text().startswith("my diary")


def test_a_log_of_a_newer_companion_is_told(made: Run) -> None:
    with open_store(load_settings().database, FakeClock()) as store:
        newer = LogEntry("committed", "c0", "c0", {"kind": "cast_spell"}, ({"kind": "spell_cast"},))
        store.append(1, 0, newer)
    for arguments in (("say", "Hello", "--by", "Jay"), ("log",), ("undo",), ("play",)):
        one_sentence(made(*arguments), 1, "entry 0 of the log", "update this one")


def test_a_campaign_open_elsewhere_is_told(made: Run) -> None:
    with open_store(load_settings().database, FakeClock()) as store:
        store.claim(1)
        one_sentence(made("say", "Hello", "--by", "Jay"), 1, "is open in another companion")
        one_sentence(made("undo"), 1, "is open in another companion")
        assert made("export", "--form", "roster").code == 0


def test_help_is_there_for_every_command(run: Run) -> None:
    assert {"listen", "say", "play", "notes", "rules", "detect", "scribe", "identify", "doctor"} <= set(COMMANDS)
    for name in COMMANDS:
        ran = run(name, "--help")
        assert ran.code == 0
        assert len(ran.out.split()) > 10
