"""A linear classifier over features of a sentence; its weights are a data file, its answers are probabilities."""

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from companion.base.errors import GrammarError
from companion.nlu.features import BUCKETS
from companion.nlu.types import Category

_LEVELS = 127
"""Weights are kept as whole numbers from minus this to this."""


@dataclass(frozen=True, slots=True)
class Scorer:
    """Appearance of one category of talk, as weights.

    Attributes:
        weights: One a feature, then the constant.
        slope: Logarithm of the odds per unit of score.
        shift: The same at score 0.
    """

    weights: NDArray[np.float64]
    slope: float = 1.0
    shift: float = 0.0

    def score(self, features: Sequence[int]) -> float:
        """Likeness of a sentence to the category: any number, more is likelier."""
        return float(self.weights[list(features)].sum() + self.weights[-1])

    def probability(self, score: float) -> float:
        """Share of turns whose best sentence has this score that are of this category, 0 to 1."""
        return float(1 / (1 + np.exp(-np.clip(self.slope * score + self.shift, -50, 50))))


@dataclass(frozen=True, slots=True)
class Classifier:
    """Scorers by category.

    Attributes:
        scorers: One a category.
        episodes: What it was trained on; figures measured on these are no evidence.
    """

    scorers: Mapping[Category, Scorer]
    episodes: frozenset[str] = frozenset()

    def probabilities(self, sentences: Sequence[Sequence[int]]) -> dict[Category, list[float]]:
        """Probability of each category for each sentence of a turn."""
        return {
            category: [scorer.probability(scorer.score(features)) for features in sentences]
            for category, scorer in self.scorers.items()
        }


@lru_cache(maxsize=4)
def load_classifier(slug: str, language: str = "en") -> Classifier | None:
    """Classifier of a rules system or profile; None when there is none.

    Raises:
        GrammarError: Its weights were made for other features.
    """
    place = files("companion.nlu") / "weights" / language / f"{slug}.json"
    if not place.is_file():
        return None
    return unpacked(json.loads(place.read_text(encoding="utf-8")), f"{language}/{slug}.json")


def packed(classifier: Classifier, about: str) -> dict[str, Any]:
    """A classifier as the content of its file.

    Args:
        classifier: What to keep; weights are rounded.
        about: Where it comes from and under which licence.
    """
    return {
        "about": about,
        "buckets": BUCKETS,
        "episodes": sorted(classifier.episodes),
        "categories": {category: _packed_scorer(scorer) for category, scorer in classifier.scorers.items()},
    }


def _packed_scorer(scorer: Scorer) -> dict[str, Any]:
    unit = float(np.abs(scorer.weights).max()) / _LEVELS or 1.0
    levels = np.round(scorer.weights[:-1] / unit).astype(np.int8)
    return {
        "slope": round(scorer.slope, 4),
        "shift": round(scorer.shift, 4),
        "constant": round(float(scorer.weights[-1]), 4),
        "unit": float(f"{unit:.4g}"),
        "weights": base64.b64encode(zlib.compress(levels.tobytes(), 9)).decode(),
    }


def unpacked(content: Mapping[str, Any], name: str) -> Classifier:
    """A classifier from the content of its file.

    Raises:
        GrammarError: It was made for other features or categories.
    """
    kinds: dict[str, Category] = {each: each for each in get_args(Category)}
    if content["buckets"] != BUCKETS or not content["categories"].keys() <= kinds.keys():
        raise GrammarError(name, 0, "made for other features", "Train it again: make train-understanding.")
    scorers = {}
    for category, part in content["categories"].items():
        levels = np.frombuffer(zlib.decompress(base64.b64decode(part["weights"])), np.int8)
        weights = np.append(levels * part["unit"], part["constant"])
        scorers[kinds[category]] = Scorer(weights, part["slope"], part["shift"])
    return Classifier(scorers, frozenset(content["episodes"]))
