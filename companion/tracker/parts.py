"""Cuts a line that may ask for two things, as "I fly up there. One, three and a two" does."""

from collections.abc import Iterator
from dataclasses import replace

from companion.nlu.line_words import number_in
from companion.nlu.words import Sentence, split, word_set
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
    """Places behind a pause inside a sentence, but for those between numbers, as in "four, two, and a six"."""
    words = sentence.words
    for at, word in enumerate(words[:-1]):
        following = next((each.text for each in words[at + 1 :] if each.text not in _BETWEEN), "")
        if word.pause and not (_counts(word.text) and _counts(following)):
            yield words[at + 1].start


def _counts(word: str) -> bool:
    return number_in(word) is not None


_BETWEEN = word_set("a an and another")
