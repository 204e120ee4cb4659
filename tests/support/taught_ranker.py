"""A ranker whose word model is given by the test: which kinds of command a word asks for, and how probably.

Everything behind the words is the real thing: the moves come from the rules, and a chance counts only where its kind
is offered.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from companion.nlu.line_words import stem
from companion.nlu.move_ranker import MEASURES, SIGNS, MoveRanker, spare_fields
from companion.nlu.word_model import NOTHING, WordModel

Asked = Mapping[str, float]
"""Kinds of command with their chances; what is left to 1 asks for nothing."""


@dataclass(frozen=True, slots=True)
class TaughtWords(WordModel):
    """Knows by a single word what a line asks for; of several the first in `taught` counts."""

    taught: Mapping[str, Asked] = field(default_factory=dict)

    def log_chances(self, features: Mapping[str, int]) -> dict[str, float]:
        """Chances of the word that stands in the line; a line without one asks for nothing."""
        asked = next((each for word, each in self.taught.items() if stem(word) in features), {})
        nothing = max(1e-9, 1 - sum(asked.values()))
        return {kind: math.log(chance) for kind, chance in {**asked, NOTHING: nothing}.items()}


def taught(**words: Asked) -> MoveRanker:
    """A ranker for Phase Abandon that goes by these words alone."""
    model = TaughtWords({}, (NOTHING,), np.zeros((0, 1), np.float32), np.zeros(1, np.float32), words)
    fits, idle = np.zeros(MEASURES), np.zeros(SIGNS)
    fits[0] = idle[1] = 1.0  # the logarithms of a kind's chance and of nothing's
    return MoveRanker(model, {}, fits, idle, spare_fields("phase-abandon"))
