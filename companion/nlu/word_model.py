"""The kind of command a line asks for, by its words alone: multinomial logistic regression over words and pairs.

The kinds of one game are the classes, and talk that asks for nothing is one more. `tools/train/train_ranker.py` trains
it.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]

NOTHING = ""
"""The class of talk that asks for nothing."""
_LEVELS = 127
"""Weights are kept as whole numbers up to this, times a scale of their class."""


@dataclass(frozen=True, slots=True)
class WordModel:
    """Weights of the words of one game.

    Attributes:
        columns: Feature to its row of weights.
        kinds: Classes; one of them is `NOTHING`.
        weights: A row for each feature, a column for each class.
        bias: One number for each class.
    """

    columns: Mapping[str, int]
    kinds: tuple[str, ...]
    weights: Numbers
    bias: Numbers

    def log_chances(self, features: Mapping[str, int]) -> dict[str, float]:
        """Natural logarithm of the probability of each class, given the features of a line."""
        scores = self.bias.copy()
        length = math.sqrt(sum(count * count for count in features.values())) or 1.0
        for name, count in features.items():
            if (row := self.columns.get(name)) is not None:
                scores += self.weights[row] * (count / length)
        return dict(zip(self.kinds, log_shares(scores).tolist(), strict=True))

    def known_share(self, features: Mapping[str, int]) -> float:
        """Share of the single words of a line that stand in what it was trained on, 0 to 1."""
        single = [name for name in features if " " not in name]
        return sum(name in self.columns for name in single) / max(1, len(single))

    def packed(self) -> dict[str, Any]:
        """Arrays to be kept in a file; weights are rounded."""
        levels, scale = rounded(self.weights)
        return {
            "features": np.array("\n".join(self.columns)),
            "kinds": np.array("\n".join(self.kinds)),
            "levels": levels,
            "scale": scale,
            "bias": self.bias.astype(np.float32),
        }

    @staticmethod
    def unpacked(content: Mapping[str, Any]) -> "WordModel":
        """A model from the arrays of its file."""
        columns = {name: row for row, name in enumerate(str(content["features"]).split("\n"))}
        weights = content["levels"].astype(np.float32) * content["scale"]
        return WordModel(columns, tuple(str(content["kinds"]).split("\n")), weights, content["bias"])


def log_shares(scores: Numbers) -> Numbers:
    """Natural logarithms of the probabilities that scores stand for."""
    top = scores - scores.max()
    shares: Numbers = top - math.log(float(np.exp(top).sum()))
    return shares


def rounded(weights: Numbers) -> tuple[NDArray[np.int8], Numbers]:
    """Weights as whole numbers, and the scale of each class."""
    scale = np.abs(weights).max(axis=0) / _LEVELS + 1e-9
    return np.round(weights / scale).astype(np.int8), scale.astype(np.float32)


def read_arrays(data: bytes) -> dict[str, Any]:
    """Arrays of a file that was written without objects in it.

    Raises:
        ValueError: It is no such file.
    """
    with np.load(BytesIO(data), allow_pickle=False) as content:
        return {name: content[name] for name in content.files}
