"""The demo evening: sound, script and truth say the same, and the rules agree."""

import json
import math
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from companion.demo import demo_of
from engine.codec import KindReader
from engine.dice.source import NoDice
from engine.history import History
from engine.registry import find_ruleset
from engine.types import Rejected
from tools.recording import room, truth
from tools.recording.make_recording import main, make, place
from tools.recording.script import Evening, Line, Player, read_evening
from tools.recording.truth import Spoken
from tools.recording.voices import Samples, Voice

DEMO = demo_of("phase-abandon")
RULES = find_ruleset("phase-abandon")
RATE_HZ = 16_000
MEGABYTES_AT_MOST = 2.5
SHOWN = {
    "CallGetMoving",
    "ReportDice",
    "SetScene",
    "RequestSkillCheck",
    "EndNarration",
    "DeclareAction",
    "AskStatus",
    "CallConflict",
    "PlaceBid",
    "UndoLast",
    "ClaimReward",
    "AddConnection",
    "EndSession",
}


@pytest.fixture(scope="module")
def evening() -> Evening:
    return read_evening(DEMO.script)


@pytest.fixture(scope="module")
def utterances() -> list[dict[str, Any]]:
    return [json.loads(line) for line in DEMO.truth.read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def expected() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(DEMO.expected.read_text(encoding="utf-8"))
    return loaded


@pytest.fixture(scope="module")
def recording() -> Samples:
    samples, rate_hz = soundfile.read(DEMO.recording, dtype="float32")
    assert rate_hz == RATE_HZ
    assert samples.ndim == 1
    return np.asarray(samples)


@pytest.fixture(scope="module")
def spoken(evening: Evening, utterances: list[dict[str, Any]], expected: dict[str, Any]) -> list[Spoken]:
    sounds = iter(expected["table_events"])
    return [
        Spoken(line, heard["start"], heard["end"], next(sounds)["at"] if line.sound else None)
        for line, heard in zip(evening.lines, utterances, strict=True)
    ]


def hum(text: str, voice: Voice) -> Samples:
    """A voice for tests: a tone as long as the text."""
    times = np.arange(len(text) * RATE_HZ // 20) / RATE_HZ
    return np.sin(times * 2 * math.pi * (200 if voice.british else 300)).astype(np.float32)


def test_recording_lasts_about_two_minutes_and_stays_small(recording: Samples, expected: dict[str, Any]) -> None:
    seconds = len(recording) / RATE_HZ
    assert 110 <= seconds <= 150
    assert seconds == pytest.approx(expected["duration"], abs=0.01)
    assert DEMO.recording.stat().st_size <= MEGABYTES_AT_MOST * 1_000_000


def test_truth_is_what_the_script_makes(
    evening: Evening, spoken: list[Spoken], utterances: list[dict[str, Any]], expected: dict[str, Any]
) -> None:
    """Nobody edits the truth by hand: with the times of the recording the script yields these files."""
    assert truth.utterances(evening, spoken) == utterances
    assert truth.expected(evening, spoken, expected["duration"]) == expected
    assert truth.roster(evening) == json.loads(DEMO.roster.read_text(encoding="utf-8"))


def test_every_line_sounds_where_truth_says(recording: Samples, utterances: list[dict[str, Any]]) -> None:
    """Words are well above the room, and nobody speaks before the first line or after the last."""
    for each in utterances:
        said = recording[int(each["start"] * RATE_HZ) : int(each["end"] * RATE_HZ)]
        assert np.sqrt(np.mean(said**2)) > room.gain(-35), each["id"]
    quiet = recording[: int(utterances[0]["start"] * RATE_HZ)]
    assert np.sqrt(np.mean(quiet**2)) < room.gain(-55)


def test_little_dead_air_and_time_for_the_dice(expected: dict[str, Any], utterances: list[dict[str, Any]]) -> None:
    gaps = [after["start"] - before["end"] for before, after in pairwise(utterances)]
    assert max(gaps) < 2
    for event in expected["table_events"]:
        if event["sound"] == "dice":
            assert min(each["start"] - event["at"] for each in utterances if each["start"] > event["at"]) > 1


def test_evening_shows_what_the_companion_does(evening: Evening, expected: dict[str, Any]) -> None:
    """Each kind of command, three bids, a throw by the app, a correction, and talk that must stay without effect."""
    steps = expected["steps"]
    assert {step["command"] for step in steps} == SHOWN
    assert sum(step["command"] == "PlaceBid" for step in steps) == len(evening.players) == 3
    assert [throw["purpose"] for throw in expected["dice"] if not throw["spoken"]] == ["ACTION"]
    assert {step["result"]["outcome"] for step in steps if "result" in step} == {"SUCCESS", "FAILURE", "BREAK_EVEN"}
    undone = next(number for number, step in enumerate(steps) if step["command"] == "UndoLast")
    misread, reading = steps[undone - 1], steps[undone + 1]
    assert misread["command"] == reading["command"] == "ReportDice"
    assert misread["fields"]["values"] != reading["fields"]["values"]
    assert steps[undone]["after"] == steps[undone - 2]["after"]
    assert sum(line.kind == "rules" for line in evening.lines) >= 2


def read_command(said: dict[str, Any]) -> Any:
    """A step of the truth as a command of the rules."""
    kind = re.sub(r"(?<!^)(?=[A-Z])", "_", said["command"]).lower()
    return KindReader(RULES.command_types)({"kind": kind, "actor": said["actor"], **said["fields"]})


def table(state: Any) -> dict[str, Any]:
    """A state in the shape of the truth."""
    running, scene = state.narration, state.scene
    goal = next(goal for goal in state.group_goals if goal.status == "OPEN")
    counted = scene is not None and scene.kind == "CHALLENGE" and scene.status in ("OPEN", "WRAPPED")
    shown = {
        "phase": state.phase,
        "holder": running and running.holder,
        "kind": running and running.kind,
        "actions_allowed": running and running.actions_allowed,
        "chips": {player.name: player.chips for player in state.players},
        "party_pool": state.party_pool,
        "group_goal": {"text": goal.text, "left": goal.value_left},
        "challenge_left": scene.challenge_left if counted else None,
        "roll_step": state.roll and state.roll.step,
        "dice_requested": [
            {"player": owed.roller, "purpose": owed.purpose, "count": owed.count} for owed in RULES.open_rolls(state)
        ],
    }
    return {**shown, "conflict_step": state.conflict.step} if state.conflict else shown


def test_rules_agree_with_every_step(expected: dict[str, Any]) -> None:
    """From the roster on, each command leads to the table the truth says, rolls and holders included."""
    history: History[Any, Any, Any] = History(RULES)
    for number, command in enumerate(RULES.setup(json.loads(DEMO.roster.read_text(encoding="utf-8")))):
        assert not isinstance(history.submit(command, NoDice(), f"setup-{number}"), Rejected), command
    for step in expected["steps"]:
        outcome = history.submit(read_command(step), NoDice(), f"step-{step['n']}")
        assert not isinstance(outcome, Rejected), step
        assert table(history.state) == step["after"], step
        decided = [event for event in outcome.events if event.kind == "roll_resolved"]
        assert [(event.outcome, event.successes, event.failures) for event in decided] == [
            (result["outcome"], result["successes"], result["failures"]) for result in [step.get("result")] if result
        ], step


def test_truth_is_consistent_in_time(expected: dict[str, Any], utterances: list[dict[str, Any]]) -> None:
    """Steps, throws and facts point at the utterance they come from, and quiet stretches hold no command."""
    times = {each["id"]: (each["start"], each["end"]) for each in utterances}
    assert all((step["start"], step["end"]) == times[step["utterance"]] for step in expected["steps"])
    assert all(fact["at"] == times[fact["utterance"]][1] for fact in expected["facts"])
    for span in expected["no_command_spans"]:
        assert not [step for step in expected["steps"] if span["start"] <= step["end"] <= span["end"]]
    assert expected["final"] == expected["steps"][-1]["after"]


def test_facts_are_said_aloud(expected: dict[str, Any], utterances: list[dict[str, Any]]) -> None:
    texts = {each["id"]: each["text"].lower() for each in utterances}
    for fact in expected["facts"]:
        wanted = fact["name"].lower().removeprefix("build ")
        assert wanted in texts[fact["utterance"]], fact


@pytest.mark.parametrize("name", ["nina", "theo", "oliver"])
def test_enrolment_is_long_enough_and_says_something_else(name: str, evening: Evening) -> None:
    info = soundfile.info(DEMO.folder / f"enroll-{name}.flac")
    assert 11 <= info.duration <= 16
    assert (info.samplerate, info.channels) == (RATE_HZ, 1)
    player = evening.player(name.title())
    said = " ".join(line.text for line in evening.lines).lower()
    assert not [part for part in player.enrolment.lower().split(".") if part.strip() and part.strip() in said]


def test_recorder_writes_everything_the_same_twice(tmp_path: Path, evening: Evening) -> None:
    first, second = make(evening, hum, tmp_path / "a"), make(evening, hum, tmp_path / "b")
    assert {path.name for path in first} == {
        *("evening.flac", "roster.json", "truth.jsonl", "expected.json"),
        *("enroll-nina.flac", "enroll-theo.flac", "enroll-oliver.flac"),
    }
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]


def test_lines_follow_each_other_with_their_pauses() -> None:
    """A pause is silence between lines; a negative one lets a line cut in, which truth calls an overlap."""
    ann = Player(name="Ann", voice="af_x", chips=5, enrolment="x", character={"name": "A"})
    lines = (Line(by="Ann", text="x" * 20, pause=1.0), Line(by="Ann", text="x" * 10, pause=-0.25))
    evening = Evening(
        session="s", title="t", setting="s", seed=1, start={}, group_goals=(), players=(ann,), lines=lines
    )
    spoken = [each.spoken for each in place(evening, hum)]
    assert [(each.start, each.end) for each in spoken] == [(1.0, 2.0), (1.75, 2.25)]
    assert [each["overlap"] for each in truth.utterances(evening, spoken)] == [True, True]


def test_quiet_stretch_begins_after_the_echo_of_a_command() -> None:
    """Late endpoints are not punished: a stretch starts a second and a half after the last effective line."""
    talk, order = (
        Line(by="Ann", text="x"),
        Line.model_validate({"by": "Ann", "text": "x", "commands": [{"command": "X"}]}),
    )
    spoken = [Spoken(order, 0, 2), Spoken(talk, 2, 6), Spoken(talk, 6, 9), Spoken(order, 9, 10), Spoken(talk, 10, 12)]
    found = truth.spans(spoken, lambda line: not line.commands)
    assert found == [{"start": 3.5, "end": 8.8, "utterances": ["u002", "u003"]}]


def test_misspelt_script_is_refused(tmp_path: Path, evening: Evening) -> None:
    broken = evening.model_dump() | {"lines": [{"by": "Nobody", "text": "Hello"}]}
    with pytest.raises(ValueError, match="nobody called Nobody"):
        Evening.model_validate(broken)


def test_recorder_says_how_to_get_its_tools(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The voices are no dependency; without them the script explains itself instead of failing in the middle."""
    assert main(["--styles", str(tmp_path / "nowhere"), "--folder", str(tmp_path / "out")]) == 1
    told = capsys.readouterr().err
    assert "pip install" in told
    assert "kokoro-js" in told
    assert not (tmp_path / "out").exists()
