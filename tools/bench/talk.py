"""Labelled table talk: what was said, what it was, and what the classifier sees of it."""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.nlu.features import Reading
from companion.nlu.recognize import Recognizer
from companion.nlu.table_talk import Sentences, read_lines
from companion.nlu.types import Category, Table
from engine.vocabulary import Vocabulary

CATEGORIES: tuple[Category, ...] = (
    "check_request",
    "check_offer",
    "declared_action",
    "dice_report",
    "conflict_call",
    "handover",
)
_WORDS_A_SECOND = 2.6


@dataclass(frozen=True, slots=True)
class LabelledTurn:
    """One turn with its labels.

    Attributes:
        source: File it comes from.
        line: As it stands there.
        reading: As the classifier reads it.
        sentences: Features of its sentences.
        milliseconds: Processor time the reading took.
    """

    source: str
    line: Mapping[str, Any]
    reading: Reading
    sentences: Sentences
    milliseconds: float = 0.0

    @property
    def text(self) -> str:
        """Words of the turn."""
        return str(self.line["text"])

    @property
    def episode(self) -> str:
        """Group that is never torn apart between training and test; the turn itself where no episode is known."""
        return str(self.line.get("episode", self.line["id"]))

    @property
    def labels(self) -> Sequence[Mapping[str, Any]]:
        """Labels; empty for talk that should cause nothing."""
        return list(self.line["labels"])

    @property
    def wanted(self) -> frozenset[str]:
        """Categories that have to be found."""
        return frozenset(each["label"] for each in self.labels if each.get("kind") != "echo")

    @property
    def free(self) -> frozenset[str]:
        """Categories that may be found or not: somebody repeats a number just said."""
        return frozenset(each["label"] for each in self.labels if each.get("kind") == "echo") - self.wanted

    @property
    def seconds(self) -> float:
        """Length, estimated from the words where the file has none."""
        return float(self.line.get("seconds") or len(self.text.split()) / _WORDS_A_SECOND)

    def sentences_of(self, category: str) -> list[int]:
        """Sentences that are of a category, echoes included."""
        spans = [
            (label.get("start", 0), label.get("end", len(self.text)))
            for label in self.labels
            if label["label"] == category
        ]
        return [
            at
            for at, each in enumerate(self.reading.sentences)
            if any(start < each.sentence.end and end > each.sentence.start for start, end in spans)
        ]


def load_talk(path: Path, recognizer: Recognizer) -> list[LabelledTurn]:
    """Turns of a file of labelled talk, JSON Lines."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    table = Table(slug=recognizer.grammar.slug, vocabulary=Vocabulary())
    turns = []
    started = time.process_time()
    for line, (reading, sentences) in read_lines(lines, recognizer, table):
        turns.append(LabelledTurn(path.stem, line, reading, sentences, 1000 * (time.process_time() - started)))
        started = time.process_time()
    return turns
