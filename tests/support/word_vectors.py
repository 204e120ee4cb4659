"""An encoder that makes vectors of the words of a line by rule, without a network."""

from pathlib import Path
from zlib import crc32

import numpy as np

from companion.nlu.meaning import WIDTH, Network, SentenceEncoder
from companion.nlu.word_model import Numbers


def _never(path: Path) -> Network:
    raise AssertionError(f"{path} is not to be opened")


class WordVectors(SentenceEncoder):
    """Each word is a number of the vector."""

    def __init__(self) -> None:
        super().__init__(_never)

    def _vector(self, text: str) -> Numbers:
        vector = np.full(WIDTH, 1e-6, np.float32)
        for word in text.split():
            vector[crc32(word.encode()) % WIDTH] += 1
        return vector / np.linalg.norm(vector)
