"""Labelled talk is counted as it should be."""

import json
from pathlib import Path

import pytest

from companion.nlu.classifier import load_classifier
from companion.nlu.recognize import load_recognizer
from companion.nlu.table_talk import Limits
from companion.nlu.types import Intent
from tools.bench.talk import LabelledTurn, load_talk
from tools.bench.talk_scores import Judged, TalkScore, as_text, judge, score
from tools.train.train_understanding import Trained

LINES = [
    {
        "id": 1,
        "text": "Make a survival check in this blizzard.",
        "labels": [{"label": "check_request", "skill": "survival"}],
    },
    {"id": 2, "text": "Everybody, roll initiative.", "labels": [{"label": "conflict_call", "target": "everyone"}]},
    {"id": 3, "text": "16 hits.", "labels": [{"label": "dice_report", "kind": "echo", "values": [16]}]},
    {"id": 4, "text": "What a view.", "labels": [], "seconds": 1800},
    {"id": 5, "text": "Nobody moves.", "labels": [], "seconds": 1800},
]


@pytest.fixture
def turns(tmp_path: Path) -> list[LabelledTurn]:
    path = tmp_path / "talk.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in LINES), encoding="utf-8")
    return load_talk(path, load_recognizer("any-rpg"))


def scored(turns: list[LabelledTurn], *answers: list[Intent]) -> TalkScore:
    chances = dict.fromkeys(("check_request", "conflict_call", "dice_report", "handover"), 0.0)
    judged = [
        Judged(turn, tuple(answer), {**chances, **{each.category: each.confidence for each in answer}}, 2.0)
        for turn, answer in zip(turns, answers, strict=True)
    ]
    return score(judged, note=0.25)


def test_right_false_and_missed_are_counted(turns: list[LabelledTurn]) -> None:
    request = Intent("check_request", "check_request", {"skill": "Survival check"}, (0, 4), 0.9, "act")
    wrong = Intent("check_request", "check_request", {}, (0, 4), 0.8, "act")
    found = scored(turns, [request], [], [], [wrong], [])
    requests = found.categories["check_request"]
    assert (requests.right, requests.false, requests.missed) == (1, 1, 0)
    assert (requests.precision, requests.recall) == (0.5, 1.0)
    assert requests.f1 == pytest.approx(2 / 3)
    assert found.categories["conflict_call"].missed == 1
    assert found.acted.recall == 0.5
    assert (found.acts, found.asks, found.quiet_hours) == (1, 0, 1.0)
    assert {(each.kind, each.category) for each in found.mistakes} == {
        ("false", "check_request"),
        ("missed", "conflict_call"),
    }


def test_an_echo_is_neither_asked_for_nor_punished(turns: list[LabelledTurn]) -> None:
    report = Intent("dice_report", None, {"values": [16]}, (0, 2), 0.9, "note")
    for answer in ([report], []):
        count = scored(turns, [], [], answer, [], []).categories["dice_report"]
        assert (count.right, count.false, count.missed) == (0, 0, 0)


def test_the_shipped_classifier_judges_talk_it_has_not_seen(turns: list[LabelledTurn]) -> None:
    recognizer = load_recognizer("any-rpg")
    shipped = load_classifier("any-rpg")
    assert shipped is not None
    found = score(judge(turns, Trained(shipped, (), {}), Limits.of(recognizer)), 0.25)
    assert found.categories["check_request"].right == 1
    assert found.acted.recall == 1.0
    told = as_text("talk.jsonl", found, 3)
    assert "check_request" in told
    assert "0.00 acts and 0.00 questions an hour" in told
    assert json.dumps(found.as_json())
