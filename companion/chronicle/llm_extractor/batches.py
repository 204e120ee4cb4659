"""Talk in pieces a model can read at once: scene by scene, long scenes cut."""

import hashlib
import json
from collections.abc import Collection, Iterable

from companion.chronicle.extractor.model import TalkLine
from companion.chronicle.extractor.story_classifier import to_a_machine
from engine.quick_dataclass import dataclass
from engine.vocabulary import Vocabulary

MOST_LINES = 24
MOST_LETTERS = 2_400
"""Bounds of one batch, so that its question fits the smallest context that servers come with."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Lines a model reads at once; it knows them by their numbers from 1.

    Attributes:
        number: Place among the evening's batches, from 1.
        lines: What was said.
    """

    number: int
    lines: tuple[TalkLine, ...]

    @property
    def key(self) -> str:
        """Changes with every word, speaker or line of the batch."""
        said = [(line.id, line.speaker, line.text) for line in self.lines]
        return hashlib.sha256(json.dumps(said).encode()).hexdigest()

    @property
    def talk(self) -> str:
        """The lines as the model sees them, each on one line of its own whatever was said."""
        return "\n".join(
            f"{number} {_one_line(line.speaker or 'somebody')}: {_one_line(line.text)}"
            for number, line in enumerate(self.lines, 1)
        )

    def cited(self, numbers: Iterable[int]) -> tuple[TalkLine, ...]:
        """The lines of these numbers in the order they were said; numbers that mean no line are left out."""
        return tuple(self.lines[number - 1] for number in sorted(set(numbers)) if 0 < number <= len(self.lines))


def batches_of(lines: Iterable[TalkLine], vocabulary: Vocabulary, openings: Collection[str] = ()) -> tuple[Batch, ...]:
    """Cuts talk into batches.

    Left out is what strangers said and what is said to a machine: nobody of the story speaks of prompts.

    Args:
        lines: Talk of the evening in order.
        vocabulary: People of the table.
        openings: Ids of the lines a scene opens with.
    """
    players = {player.name.casefold() for player in vocabulary.players}
    batches: list[list[TalkLine]] = []
    for line in lines:
        if not line.text.strip() or _stranger(line, players) or to_a_machine(line.text):
            continue
        if not batches or line.id in openings or _full(batches[-1], line):
            batches.append([])
        batches[-1].append(line)
    return tuple(Batch(number, tuple(each)) for number, each in enumerate(batches, 1))


def _stranger(line: TalkLine, players: Collection[str]) -> bool:
    return bool(players) and line.speaker is not None and line.speaker.casefold() not in players


def _full(batch: list[TalkLine], following: TalkLine) -> bool:
    letters = sum(len(line.text) for line in batch) + len(following.text)
    return len(batch) >= MOST_LINES or letters > MOST_LETTERS


def _one_line(text: str) -> str:
    return " ".join(text.split())
