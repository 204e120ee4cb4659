"""Labelled evenings as recordings: script, cut and truth fit each other; no sound is made here."""

import json
from argparse import Namespace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tools.bench.evening import score
from tools.bench.stranger_steps import read_evening
from tools.bench.stranger_table import StrangerTable
from tools.bench.strangers import EVENINGS
from tools.recording import labelled
from tools.recording.voice_evenings import VOICES, record

TALK = """# An evening

- Wendell: What a night.
- Wendell: I call for the get-moving roll.
  > call_get_moving
- Ines: I rolled five and four.
  > report_dice; values=[5,4]
- Okoro: Five and two.
  > report_dice; values=[5,2]
  >? note
- Wendell: Four and three, and who narrates?
  > report_dice; values=[4,3]
  > ask_status
- Okoro: Who narrates?
  > ask_status
- Wendell: So it rains.
  >? set_scene; !description=rain
"""
ROSTER = (EVENINGS / "one-boot" / "roster.json").read_bytes()
TIMES = [(1.0, 2.0), (2.5, 4.0), (5.0, 6.0), (7.0, 8.0), (9.0, 11.0), (11.5, 12.5), (13.0, 14.0)]


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    folder = tmp_path / "evening"
    folder.mkdir()
    (folder / "evening.md").write_text(TALK, encoding="utf-8")
    (folder / "roster.json").write_bytes(ROSTER)
    return folder


def played(folder: Path, scratch: Path, times: Any = TIMES) -> tuple[Any, list[str]]:
    spoken = labelled.spoken_lines(*read_evening(folder / "evening.md"), times)
    with StrangerTable(folder, scratch) as table:
        return labelled.expected(table, spoken, 15.504)


def test_the_rules_keep_the_books(evening: Path, tmp_path: Path) -> None:
    """Ines rolled most and narrates; questions and notes are no steps, and what may happen stays out."""
    expected, refused = played(evening, tmp_path)
    assert refused == []
    told = [(step["utterance"], step["command"], step["actor"]) for step in expected["steps"]]
    assert told == [
        ("u002", "CallGetMoving", "Wendell"),
        ("u003", "ReportDice", "Ines"),
        ("u004", "ReportDice", "Okoro"),
        ("u005", "ReportDice", "Wendell"),
    ]
    assert [step["after"]["holder"] for step in expected["steps"]] == [None, None, None, "Ines"]
    assert expected["final"] == {"holder": "Ines"}
    assert (expected["duration"], expected["dealing"]) == (15.5, "table")
    assert [span["utterances"] for span in expected["chatter_spans"]] == [["u001"]]
    assert [span["utterances"] for span in expected["no_command_spans"]] == [["u001"]]


def test_an_evening_played_as_labelled_is_perfect(evening: Path, tmp_path: Path) -> None:
    expected, _ = played(evening, tmp_path)
    records = [
        {
            "type": "command",
            "kind": step["command"],
            "actor": step["actor"],
            "fields": step["fields"],
            "outcome": "accepted",
            "utterance_end": step["end"],
            "holder": step["after"]["holder"],
        }
        for step in expected["steps"]
    ]
    assert score(expected, records).perfect
    assert not score(expected, records[:-1]).perfect


def test_what_the_rules_refuse_is_told_without_words(evening: Path, tmp_path: Path) -> None:
    """Nobody asked for a roll, so nobody has dice to hand in."""
    (evening / "evening.md").write_text("- Ines: Nine.\n  > report_dice; values=[5,4]\n", encoding="utf-8")
    expected, refused = played(evening, tmp_path)
    assert len(refused) == 1
    assert refused[0].startswith("line 1: ")
    assert expected["steps"][0]["fields"] == {"values": [5, 4]}


def test_a_line_carries_its_commands(evening: Path, tmp_path: Path) -> None:
    spoken = labelled.spoken_lines(*read_evening(evening / "evening.md"), TIMES)
    expected, _ = played(evening, tmp_path)
    characters = {"Wendell": "Bo", "Ines": None, "Okoro": None}
    lines = labelled.utterances(spoken, expected["steps"], characters)
    assert [len(line["commands"]) for line in lines] == [0, 1, 1, 1, 1, 0, 0]
    assert (lines[0]["id"], lines[0]["speaker"], lines[0]["character"]) == ("u001", "Wendell", "Bo")
    assert lines[2]["commands"] == [{"command": "ReportDice", "actor": "Ines", "fields": {"values": [5, 4]}}]


class SilentMix:
    """tablesim's mix without sound: each line lasts a second, a second after the one before."""

    CLEAN_DB = -26.0

    def build_timeline(self, document: Any, cache: Any, libri: None, log: Any) -> Any:
        talk = [line for line in document["lines"] if "t" in line]
        pieces = [SimpleNamespace(start=2.0 * place, end=2.0 * place + 1) for place, _ in enumerate(talk)]
        return SimpleNamespace(pieces=pieces, events=[(3.5, "dice", {}), (7.5, "dice", {})], length=99.0)

    def render_clean(self, timeline: Any) -> Any:
        return timeline

    def render_table(self, document: Any, timeline: Any, babble: list[Path]) -> Any:
        self.rendered = timeline
        return {}

    def levels(self, stems: Any, timeline: Any) -> Any:
        return {}

    def write(self, path: Path, sound: Any) -> None:
        path.write_bytes(b"")


class SilentSimulator:
    def __init__(self) -> None:
        self.mix = SilentMix()

    def say(self, voice: Any, text: str, speed: float = 1.0) -> Any:
        return np.zeros(3, dtype=np.float32)

    def lowered(self, wave: Any) -> Any:
        return wave


def test_the_truth_of_a_recording_that_is_cut_ends_with_it(evening: Path, tmp_path: Path) -> None:
    """Three lines end within six and a half seconds, tail left out."""
    simulator: Any = SilentSimulator()
    made = record(evening, tmp_path / "out", simulator, Namespace(minutes=8.0 / 60, readers=None))
    assert (made.lines, made.written, made.steps, made.refused, made.seconds) == (3, 7, 2, (), 6.5)
    assert simulator.mix.rendered.events == [(3.5, "dice", {})]
    talk, steps = read_evening(tmp_path / "out" / "evening.md")
    truth = [json.loads(line) for line in (tmp_path / "out" / "truth.jsonl").read_text("utf-8").splitlines()]
    expected = json.loads((tmp_path / "out" / "expected.json").read_text("utf-8"))
    assert len(talk) == len(truth) == 3
    assert len(steps) == len(expected["steps"]) == 2
    assert expected["duration"] == 6.5
    assert expected["voices"]["Wendell"] in VOICES
    made_files = {path.name for path in (tmp_path / "out").iterdir()}
    assert {"clean.flac", "table.flac", "roster.json", "levels.json", "enroll-ines.flac"} <= made_files
