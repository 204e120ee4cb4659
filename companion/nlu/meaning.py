"""The kind of command a line asks for, by its meaning: a small language model makes a vector of it.

Lines that ask for the same in other words lie near each other. `tools/train/train_encoder.py` trains the network, which
serves all games, `tools/train/train_ranker.py` the linear layer that tells the kinds of one game apart.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from companion.base.errors import GrammarError
from companion.nlu.word_model import Numbers, log_shares, rounded

WEIGHTS = Path(str(files("companion.nlu"))) / "weights" / "en"
NETWORK, TOKENIZER, TAUGHT = "sentence_encoder.onnx", "sentence_tokenizer.json", "sentence_encoder.json"
"""Files of the network and its tokenizer, and how it was trained: evenings that taught it, seed, checksum."""
WIDTH = 384
"""Numbers of a vector."""
SCALE = 20.0
"""Length of a vector under a linear layer."""


class Network(Protocol):
    """A network that was opened."""

    def run(self, outputs: None, inputs: Mapping[str, NDArray[np.int64]], /) -> Sequence[Any]:
        """Its outputs."""


class SentenceEncoder:
    """Makes vectors of lines; reads its files when the first line comes.

    Args:
        open_network: Opens a file as a network; raises where it cannot be used.
        folder: Where the files lie.
        kept: Lines whose vectors are kept, None for all.
    """

    def __init__(self, open_network: Callable[[Path], Network], folder: Path = WEIGHTS, kept: int | None = 256) -> None:
        self._open = open_network
        self._folder = folder
        self.vector = lru_cache(maxsize=kept)(self._vector)

    @cached_property
    def _network(self) -> Network:
        return self._open(self._folder / NETWORK)

    @cached_property
    def _reader(self) -> Tokenizer:
        return Tokenizer.from_file(str(self._folder / TOKENIZER))

    def require(self) -> None:
        """See that its files are there, without reading them.

        Raises:
            GrammarError: One is absent.
        """
        for name in (NETWORK, TOKENIZER):
            if not (path := self._folder / name).is_file():
                raise GrammarError(name, 0, "is not installed", f"Expected it at {path}; install again.")

    def _vector(self, text: str) -> Numbers:
        """The vector of a line, of length 1; its words as `Line.plain` gives them."""
        ids = np.array([self._reader.encode(text).ids], np.int64)
        vector: Numbers = self._network.run(None, {"ids": ids, "mask": np.ones_like(ids)})[0][0]
        return vector


@dataclass(frozen=True, slots=True)
class Meaning:
    """Weights of the vectors of one game.

    Attributes:
        encoder: Makes the vectors.
        kinds: Classes, as the word model of the game has them.
        weights: A row for each number of a vector, a column for each class.
        bias: One number for each class.
    """

    encoder: SentenceEncoder
    kinds: tuple[str, ...]
    weights: Numbers
    bias: Numbers

    def log_chances(self, text: str) -> dict[str, float]:
        """Natural logarithm of the probability of each class, given the words of a line."""
        scores = np.asarray(SCALE * self.encoder.vector(text) @ self.weights + self.bias, np.float32)
        return dict(zip(self.kinds, log_shares(scores).tolist(), strict=True))

    def packed(self) -> dict[str, Any]:
        """Arrays to be kept in a file beside those of the word model; weights are rounded."""
        levels, scale = rounded(self.weights)
        return {"vector_levels": levels, "vector_scale": scale, "vector_bias": self.bias.astype(np.float32)}

    @staticmethod
    def unpacked(content: Mapping[str, Any], encoder: SentenceEncoder) -> "Meaning":
        """A model from the arrays of its file."""
        weights = content["vector_levels"].astype(np.float32) * content["vector_scale"]
        return Meaning(encoder, tuple(str(content["kinds"]).split("\n")), weights, content["vector_bias"])
