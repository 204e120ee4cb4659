"""Trains the classifier of table talk, and tells how well it does on episodes it was not trained on.

`python -m tools.train.train_understanding --out FILE TALK…` reads labelled talk (JSON Lines with id, text, labels,
episode, and before where turns are not consecutive) and writes the weights that the companion ships.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.nlu.classifier import Classifier, Scorer, packed
from companion.nlu.features import BUCKETS
from companion.nlu.recognize import load_recognizer
from companion.nlu.types import Category
from tools.bench.logistic import Rows, Vector, fit, minimize
from tools.bench.talk import CATEGORIES, LabelledTurn, load_talk

FOLDS = 6
_STRENGTH = 1.0

ABOUT = (
    "Weights of the classifier of table talk. Trained on labelled turns of CRD3, the Critical Role Dungeons & Dragons "
    "Dataset (Rameshkumar and Bailey, ACL 2020), CC BY-SA 4.0; these weights are under CC BY-SA 4.0 too. See NOTICE."
)


@dataclass(frozen=True, slots=True)
class Trained:
    """Result of training.

    Attributes:
        whole: Trained on everything; this is what ships.
        folds: Trained without the episodes of one fold.
        fold: Episode to its fold.
    """

    whole: Classifier
    folds: tuple[Classifier, ...]
    fold: dict[str, int]

    def unseen(self, turn: LabelledTurn) -> Classifier:
        """The classifier that has seen nothing of a turn's episode."""
        return self.folds[self.fold[turn.episode]] if turn.episode in self.fold else self.whole


def train(turns: Sequence[LabelledTurn]) -> Trained:
    """Classifiers from labelled talk: one on everything, and one without each fold of episodes.

    Probabilities come from scores of unseen episodes. Those of a fold come from the other folds' turns, but classifiers
    that scored these have seen the fold: its two numbers are not quite blind to it, its weights are.
    """
    turns = [turn for turn in turns if turn.sentences]
    fold = folds_of(turns)
    where = np.array([fold[turn.episode] for turn in turns])
    everything = np.ones(len(turns), np.bool_)
    rows = Rows.of([sentence for turn in turns for sentence in turn.sentences], BUCKETS)
    whole: dict[Category, Scorer] = {}
    parts: list[dict[Category, Scorer]] = [{} for _ in range(FOLDS)]
    for category in CATEGORIES:
        task = _Task.of(turns, rows, category)
        weights = [task.weights(where != at) for at in range(FOLDS)]
        scores = np.zeros(len(turns))
        for at in range(FOLDS):
            scores[where == at] = task.scores(weights[at], where == at)
        whole[category] = task.settled(task.weights(everything), scores, everything)
        for at in range(FOLDS):
            parts[at][category] = task.settled(weights[at], scores, where != at)
    episodes = frozenset(fold)
    return Trained(Classifier(whole, episodes), tuple(Classifier(each, episodes) for each in parts), fold)


def folds_of(turns: Sequence[LabelledTurn]) -> dict[str, int]:
    """Fold of each episode; long episodes are dealt out first, so that no fold has all of them."""
    length = Counter(turn.episode for turn in turns)
    ordered = sorted(length, key=lambda episode: (-length[episode], episode))
    return {episode: at % FOLDS for at, episode in enumerate(ordered)}


@dataclass(frozen=True, slots=True)
class _Task:
    """One category: which turns, and which of their sentences, belong to it.

    Attributes:
        rows: Features of every sentence of every turn.
        owner: Turn of each sentence.
        wanted: Sentences that are of the category, echoes included.
        turns: Turns that are of the category.
        free: Turns in which it may be found or not.
    """

    rows: Rows
    owner: NDArray[np.int64]
    wanted: NDArray[np.bool_]
    turns: NDArray[np.bool_]
    free: NDArray[np.bool_]

    @staticmethod
    def of(turns: Sequence[LabelledTurn], rows: Rows, category: Category) -> "_Task":
        owner = np.repeat(np.arange(len(turns)), [len(turn.sentences) for turn in turns])
        wanted = np.zeros(len(rows.starts), np.bool_)
        starts = np.searchsorted(owner, np.arange(len(turns)))
        for start, turn in zip(starts, turns, strict=True):
            wanted[[start + at for at in turn.sentences_of(category)]] = True
        return _Task(
            rows,
            owner,
            wanted,
            np.array([category in turn.wanted for turn in turns]),
            np.array([category in turn.free for turn in turns]),
        )

    def weights(self, chosen: NDArray[np.bool_]) -> Vector:
        """Weights learnt from the sentences of some turns."""
        sentences = chosen[self.owner]
        return fit(self.rows.only(sentences), self.wanted[sentences], _STRENGTH)

    def scores(self, weights: Vector, chosen: NDArray[np.bool_]) -> Vector:
        """Score of the best sentence of each of some turns."""
        sentences = chosen[self.owner]
        each = self.rows.only(sentences).sums(weights[:-1]) + weights[-1]
        owner = self.owner[sentences]
        return np.maximum.reduceat(each, np.flatnonzero(np.diff(owner, prepend=-1)))

    def settled(self, weights: Vector, scores: Vector, chosen: NDArray[np.bool_]) -> Scorer:
        """A scorer whose probability comes from scores of some turns, each scored unseen."""
        chosen = chosen & ~self.free
        return Scorer(weights, *calibrated(scores[chosen], self.turns[chosen]))


def calibrated(scores: Vector, right: NDArray[np.bool_]) -> tuple[float, float]:
    """Slope and shift that turn scores into probabilities (Platt 1999, with his softened targets)."""
    count = int(right.sum())
    targets = np.where(right, (count + 1) / (count + 2), 1 / (len(right) - count + 2))

    def loss(point: Vector) -> tuple[float, Vector]:
        odds = point[0] * scores + point[1]
        miss = 1 / (1 + np.exp(-np.clip(odds, -500, 500))) - targets
        return float((np.logaddexp(0, odds) - targets * odds).sum()), np.array([miss @ scores, miss.sum()])

    slope, shift = minimize(loss, np.array([1.0, 0.0]))
    return float(slope), float(shift)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train on files of labelled talk and write the weights."""
    parser = argparse.ArgumentParser(prog="python -m tools.train.train_understanding", description=__doc__)
    parser.add_argument("talk", nargs="+", type=Path, help="labelled table talk, JSON Lines")
    parser.add_argument("--out", required=True, type=Path, help="file of the weights")
    options = parser.parse_args(arguments)
    recognizer = load_recognizer("any-rpg")
    turns = [turn for path in options.talk for turn in load_talk(path, recognizer)]
    trained = train(turns)
    text = json.dumps(packed(trained.whole, ABOUT), indent=1)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(f"{options.out}: trained on {len(turns)} turns of {len(trained.fold)} episodes.\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
