"""A name is weighed by the words around it, however long the line is."""

import json
from typing import Any

from companion.chronicle.extractor.language import parser, words
from companion.chronicle.extractor.mentions import mentions
from companion.chronicle.extractor.spans import may_hold_name
from companion.demo import demo_of, demos


class Watched:
    """A parsed line that counts the words read of it at a stretch."""

    def __init__(self, doc: Any) -> None:
        self.doc = doc
        self.read = 0

    def __getitem__(self, key: Any) -> Any:
        found = self.doc[key]
        self.read += len(found) if isinstance(key, slice) else 1
        return found


def words_read_a_name(text: str) -> float:
    watched = Watched(parser()(text))
    found = [mention for sentence in watched.doc.sents for mention in mentions(watched, sentence)]
    assert len(found) >= len(text) // 100
    return watched.read / len(found)


def test_twice_as_long_a_line_is_twice_as_much_to_read() -> None:
    """Not the whole line for each name in it."""
    tale = "We meet old Linnet at the quay and she waits there. "
    assert words_read_a_name(tale * 100) < 1.2 * words_read_a_name(tale * 50)


def test_a_line_that_may_hold_no_name_holds_none() -> None:
    """It is told without the parser, which is not loaded for such a line."""
    cast = {"nina", "theo", "oliver"}
    told = [line for slug in demos() for line in demo_of(slug).truth.read_text(encoding="utf-8").splitlines()]
    lines = [json.loads(line)["text"] for line in told]
    quiet = [each for each in lines if not may_hold_name(each, lambda name: name.casefold() in cast, frozenset())]
    said = [(each, mention.name) for each in quiet for mention in spoken_of(each)]
    found = [(each, name) for each, name in said if name.casefold() not in cast]
    assert len(quiet) > len(lines) / 3
    assert not found


def spoken_of(text: str) -> list[Any]:
    doc = parser()(text)
    return [mention for sentence in doc.sents for mention in mentions(doc, sentence)]


def test_words_that_are_no_names_are_those_of_the_parser() -> None:
    vocabulary = parser().vocab
    assert all(vocabulary[word].is_stop for word in words()["stop_words"])
