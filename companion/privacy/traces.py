"""Traces by which struck words are found again in what was made of them: answers, reasons, questions and the log."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from companion.nlu.common_words import COMMON_WORDS
from engine.quick_dataclass import dataclass

_LONGEST_RUN = 4
"""Words in a row that are no accident when they occur again; a shorter sentence is its own run."""
_LEAST_LETTERS = 3
_WORD = re.compile(r"[^\W_]+")

Run = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Traces:
    """Words and runs of words that give struck sentences away.

    Attributes:
        words: Rare words that only they hold.
        runs: Words in a row that only they hold.
    """

    words: frozenset[str] = frozenset()
    runs: frozenset[Run] = frozenset()

    def joined(self, other: "Traces") -> "Traces":
        """Return the traces of either."""
        return Traces(self.words | other.words, self.runs | other.runs)

    def without(self, other: "Traces") -> "Traces":
        """Return the traces that are not of the other."""
        return Traces(self.words - other.words, self.runs - other.runs)

    def found_in(self, texts: Iterable[str]) -> "Traces":
        """Return the traces that stand in any of the texts; fast, as they may be everything ever said."""
        words, runs = set[str](), set[Run]()
        pairs = {run[:2] for run in self.runs}
        for text in texts:
            told = words_of(text)
            words |= self.words.intersection(told)
            if not pairs.isdisjoint(pairwise(told)):
                runs |= self.runs.intersection(_runs(told))
        return Traces(frozenset(words), frozenset(runs))

    def in_text(self, text: str) -> bool:
        """Return True if a text quotes them."""
        words = words_of(text)
        return not self.words.isdisjoint(words) or not self.runs.isdisjoint(_runs(words))

    def in_json(self, value: Any) -> bool:
        """Return True if any text in a JSON value, or a name of one of its fields, quotes them."""
        return any(self.in_text(each) for each in texts_in(value))


def traces_of(struck: Iterable[str]) -> Traces:
    """Return what may give struck sentences away: their rare words and runs of words, whoever else says them."""
    gone = [words_of(each) for each in struck]
    rare = {word for words in gone for word in words if len(word) >= _LEAST_LETTERS and not word.isdecimal()}
    runs = {run for words in gone for run in _runs_of(words, min(len(words), _LONGEST_RUN)) if len(run) > 1}
    return Traces(frozenset(rare - COMMON_WORDS), frozenset(runs))


def words_of(text: str) -> list[str]:
    """The words of a text in lower case."""
    return _WORD.findall(text.casefold())


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a JSON value, field names included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, each in value.items():
            yield name
            yield from texts_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts_in(each)


def _runs(words: list[str]) -> set[Run]:
    return {run for length in range(2, _LONGEST_RUN + 1) for run in _runs_of(words, length)}


def _runs_of(words: list[str], length: int) -> Iterator[Run]:
    return (tuple(words[at : at + length]) for at in range(len(words) - length + 1))
