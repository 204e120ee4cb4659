"""Training never shows a classifier the episode it is judged on, and gives the same twice."""

import json
from pathlib import Path

import numpy as np
import pytest

from companion.nlu.classifier import Classifier, unpacked
from companion.nlu.recognize import load_recognizer
from tools.bench.talk import LabelledTurn, load_talk
from tools.train.train_understanding import FOLDS, folds_of, main, train

SAID = {
    "check_request": "Make a {} check for me.",
    "check_offer": "Can I roll {} on that?",
    "declared_action": "I'm going to juggle with {} here.",
    "dice_report": "I rolled a 17 on my {}.",
    "conflict_call": "Roll initiative, {} later.",
    "handover": "You're up, so much for {}.",
    "": "My grandmother never cared about {} much.",
}
ABOUT = ("stealth", "medicine", "history", "nature")


@pytest.fixture(scope="module")
def talk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("talk") / "talk.jsonl"
    lines = [
        {
            "id": f"{episode}-{label}-{about}",
            "episode": f"evening {episode:02}",
            "text": text.format(about),
            "labels": [{"label": label}] if label else [],
            "before": [],
        }
        for episode in range(8)
        for label, text in SAID.items()
        for about in ABOUT[: 2 + (episode == 3) * 2]
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def turns(talk: Path) -> list[LabelledTurn]:
    return load_talk(talk, load_recognizer("any-rpg"))


def test_an_episode_is_in_one_fold_and_the_longest_are_apart(turns: list[LabelledTurn]) -> None:
    folds = folds_of(turns)
    assert set(folds) == {f"evening {at:02}" for at in range(8)}
    assert folds["evening 03"] == 0
    assert set(folds.values()) == set(range(FOLDS))


def test_unseen_episodes_are_told_apart_by_what_was_learnt(turns: list[LabelledTurn]) -> None:
    trained = train(turns)
    for turn in turns:
        chances = trained.unseen(turn).probabilities(turn.sentences)
        surest = max(chances, key=lambda category: max(chances[category]))
        if turn.wanted:
            assert turn.wanted == {surest}
        else:
            assert max(chances[surest]) < 0.5


def test_a_fold_learns_nothing_from_its_own_episodes(turns: list[LabelledTurn]) -> None:
    home = folds_of(turns)["evening 05"]
    twisted = [
        LabelledTurn(turn.source, {**turn.line, "labels": []}, turn.reading, turn.sentences)
        if turn.episode == "evening 05"
        else turn
        for turn in turns
    ]
    plain, other = (train(each).folds[home].scorers["handover"] for each in (turns, twisted))
    assert np.array_equal(plain.weights, other.weights)


def test_the_file_written_is_read_back_and_the_same_twice(talk: Path, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.json", "two.json")]
    for file in files:
        assert main(["--out", str(file), str(talk)]) == 0
    assert files[0].read_bytes() == files[1].read_bytes()
    content = json.loads(files[0].read_text(encoding="utf-8"))
    assert "CC BY-SA 4.0" in content["about"]
    back = unpacked(content, "test")
    assert isinstance(back, Classifier)
    assert len(back.episodes) == 8
