"""Cuts a line that may ask for two things, as "I fly up there. One, three and a two" does."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from companion.nlu.words import Sentence, split
from companion.tracker.hypotheses import Spoken

MOST_CUTS = 5
"""Places at which a line is cut at most: those between its sentences first, then its pauses, the last ones first."""
_LEAST_LETTERS = 2


def parts(line: Spoken) -> Iterator[tuple[Spoken, Spoken]]:
    """The two parts of a line at each place where a request may end."""
    sentences = split(line.text)
    places = [each.start for each in sentences[1:]]
    pauses = [place for each in sentences for place in _pauses(each)]
    for place in sorted((*places, *reversed(pauses))[:MOST_CUTS]):
        before, behind = line.text[:place].strip(), line.text[place:].strip()
        if min(len(before), len(behind)) >= _LEAST_LETTERS:
            yield replace(line, text=before), replace(line, text=behind)


def _pauses(sentence: Sentence) -> Iterator[int]:
    """Places behind a pause inside a sentence, but for those between numbers, as "four, two and a six"."""
    for word, following in pairwise(sentence.words):
        if word.pause and not (_counts(word.text) and _counts(following.text)):
            yield following.start


def _counts(word: str) -> bool:
    return word.isdecimal() or word in _FACES


_FACES = frozenset({"one", "two", "three", "four", "five", "six", "a", "an", "and", "another"})
