"""Commands for programs: rules, detect, scribe and identify, one object a line."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from companion.base.characters import LONGEST_TEXT
from companion.cli.common import LONGEST_LINE
from companion.demo import demo_of
from tests.support.command_line import Run, lines, one_sentence
from tests.support.sound import claiming, tape

START = (
    {"command": {"kind": "create_table", "name": "Thursday"}},
    {"command": {"kind": "add_player", "name": "Jay"}},
)


def test_rules_answers_every_line_and_ends_with_the_state(run: Run) -> None:
    ran = run("rules", "--system", "phase-abandon", stdin=lines(*START, {"command": {"kind": "dance"}}))
    *answers, last = ran.json
    assert (ran.code, ran.err) == (0, "")
    assert [each["outcome"] for each in answers] == ["accepted", "accepted", "rejected"]
    assert answers[2]["code"] == "E_UNKNOWN"
    assert set(last) == {"state", "narration"}
    assert [each["name"] for each in last["state"]["players"]] == ["Jay"]
    assert last["narration"] == {"holder": None, "kind": None, "actions": None, "order": []}


def test_rules_can_trace_the_state(run: Run) -> None:
    ran = run("rules", "--trace", stdin=lines(*START))
    assert [len(each["state"]["players"]) for each in ran.json] == [0, 1, 1]


def test_rules_is_deterministic(run: Run) -> None:
    assert run("rules", stdin=lines(*START)).out == run("rules", stdin=lines(*START)).out


def test_rules_without_a_line_tells_the_empty_table(run: Run) -> None:
    assert len(run("rules", stdin="\n\n").lines) == 1


@pytest.mark.parametrize(
    ("stdin", "told"),
    [
        ("{\n", "Line 1 of the input is not JSON"),
        ("\n[1]\n", "Line 2 of the input is not a JSON object."),
        ('{"dice": [1]}\n', 'Line 1 of the input has no "command" object.'),
        ('{"command": "dance"}\n', 'Line 1 of the input has no "command" object.'),
        (b'{"command": {"kind": "\xff"}}\n', "The input is not UTF-8 after line 0."),
    ],
)
def test_rules_names_the_line_it_cannot_read(run: Run, stdin: str | bytes, told: str) -> None:
    one_sentence(run("rules", stdin=stdin), 1, told)


def test_detect_answers_every_line(run: Run, file: Path) -> None:
    talk = lines(
        {"id": "a", "text": "Jay, give me a Haggling check, here's a chip.", "speaker": "Russ", "weather": "fine"},
        {"id": "b", "text": "Mind the map, that's gravy.", "speaker": "Mira", "time": 4},
    )
    first, second = run("detect", "--roster", file, stdin=talk).json
    (intent,) = first["intents"]
    assert (first["id"], intent["category"], intent["command"]) == ("a", "check_request", "request_skill_check")
    assert (intent["slots"]["target"], intent["slots"]["skill"]) == ("Jay", "Haggling")
    assert set(intent) == {"category", "command", "slots", "span", "confidence", "decision"}
    assert intent["decision"] == "act"
    assert second == {"id": "b", "intents": []}


def test_detect_needs_no_roster_for_any_dice_game(run: Run) -> None:
    ran = run("detect", "--profile", "any-rpg", stdin=lines({"id": 1, "text": "Roll a perception check for me, Ben."}))
    (answer,) = ran.json
    assert [each["category"] for each in answer["intents"]] == ["check_request"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ({"id": 1}, '"text" must be text'),
        ({"text": 7}, '"text" must be text'),
        ({"text": "hi", "speaker": 7}, '"speaker" must be a name or null'),
        ({"text": "hi", "time": "noon"}, '"time" must be a number of seconds'),
        ({"text": "hi", "before": ["earlier"]}, '"before" must be a list of objects'),
        ({"text": "hi", "before": {"text": "earlier"}}, '"before" must be a list of objects'),
        ({"text": "a" * (LONGEST_TEXT + 1)}, '"text" must be text of at most 10000 characters'),
        ({"text": "hi", "speaker": "a" * (LONGEST_TEXT + 1)}, '"speaker" must be a name or null'),
        ({"text": "hi", "time": 10**400}, '"time" must be a number of seconds'),
        ({"text": "hi", "start": float("inf")}, '"start" must be a number of seconds'),
        ({"text": "hi", "end": float("nan")}, '"end" must be a number of seconds'),
        ({"text": "hi", "before": [{"text": "Who?"}] * 101}, '"before" must be a list of objects with "text", 100 at'),
        ({"text": "hi", "before": [{"text": "a" * (LONGEST_TEXT + 1)}]}, '"before" must be a list of objects'),
    ],
)
def test_talk_of_the_wrong_type_is_named(run: Run, line: Any, told: str) -> None:
    one_sentence(run("detect", "--profile", "any-rpg", stdin=lines(line)), 1, "Line 1 of the input: ", told)


def test_a_line_of_endless_length_is_refused(run: Run) -> None:
    endless = '{"text": "' + "a" * LONGEST_LINE
    for command in (("rules",), ("detect", "--profile", "any-rpg")):
        one_sentence(run(*command, stdin=endless), 1, "Line 1 of the input has more than 1000000 characters.")
    typed = run("new", stdin="a" * (LONGEST_TEXT + 1))
    assert (typed.code, typed.err) == (1, "A typed line has at most 10000 characters. Split it.\n")
    typed = run("new", stdin=b"\xff\n")
    assert (typed.code, typed.err) == (1, "The input is not UTF-8. Save it as plain text in UTF-8.\n")


def test_a_transcript_without_an_end_is_refused(run: Run, file: Path, tmp_path: Path) -> None:
    with (tmp_path / "talk.jsonl").open("wb") as stream:
        stream.truncate(100_000_000)
    ran = run("scribe", "--input", tmp_path / "talk.jsonl", "--roster", file)
    one_sentence(ran, 1, "The file is larger than any campaign")


def test_scribe_writes_one_object(run: Run, file: Path, tmp_path: Path) -> None:
    transcript = tmp_path / "talk.jsonl"
    talked = (
        "There's a woman at the quay. Her name is Clara Winslow, she's the harbour master.",
        "Clara laughs at us.",
    )
    talk = [
        {"id": f"u{at}", "speaker": "Jay", "start": at, "end": at + 1, "text": text} for at, text in enumerate(talked)
    ]
    transcript.write_text(lines(*talk))
    ran = run("scribe", "--input", transcript, "--roster", file, "--llm", "none")
    (told,) = ran.json
    assert set(told) == {"npcs", "goals", "connections", "places", "items", "threads", "recap"}
    (person,) = told["npcs"]
    assert (person["name"], person["evidence"]) == ("Clara Winslow", ["u0", "u1"])
    assert set(told["recap"]) == {"text", "evidence"}


def test_scribe_names_a_transcript_it_cannot_read(run: Run, file: Path, tmp_path: Path) -> None:
    one_sentence(run("scribe", "--input", tmp_path / "no.jsonl", "--roster", file), 1, "cannot be read")
    (tmp_path / "bad.jsonl").write_text('{"text": "hi"}\n{"text": 7}\n')
    one_sentence(run("scribe", "--input", tmp_path / "bad.jsonl", "--roster", file), 1, "Line 2", '"text"')


def ten_hours(folder: Path) -> Path:
    """A small file that says so."""
    return claiming(tape(folder / "ten.flac", np.zeros(1600, dtype=np.float32)), 10 * 3600 * 16_000)


def a_million_a_second(folder: Path) -> Path:
    """A hundredth of a second of it."""
    soundfile.write(folder / "mhz.wav", np.zeros(10_000, dtype=np.float32), 1_000_000)
    return folder / "mhz.wav"


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (ten_hours, "ten.flac claims to be 600.0 minutes long, which is too much for one voice."),
        (a_million_a_second, "mhz.wav claims 1 channels of 1000000 samples a second."),
    ],
)
def test_a_recording_that_is_none_of_one_voice_is_told(
    made: Run, tmp_path: Path, make: Callable[[Path], Path], told: str
) -> None:
    """Recognising, enrolling and listing voices all refuse it; nothing of it is read."""
    sound, voices = make(tmp_path), demo_of("phase-abandon").folder
    one_sentence(made("identify", "--input", sound, "--enroll", voices), 1, told, "Use ")
    one_sentence(made("enroll", "Jay", sound), 1, told, "Use ")
    lying = sound.rename(tmp_path / f"enroll-jay{sound.suffix}")
    one_sentence(made("identify", "--input", lying, "--enroll", tmp_path), 1, told.partition(" ")[2])


def test_a_folder_without_voices_identifies_nobody(run: Run, tmp_path: Path) -> None:
    sound = tape(tmp_path / "s.wav", np.zeros(1600, dtype=np.float32))
    ran = run("identify", "--input", sound, "--enroll", tmp_path)
    one_sentence(ran, 1, f"There are no voices in {tmp_path}.", "Put enroll-<player>.flac files there.")
