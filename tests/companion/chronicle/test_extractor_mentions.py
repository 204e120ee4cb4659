"""A name is weighed by the words around it, however long the line is."""

from typing import Any

from companion.chronicle.extractor.language import parser
from companion.chronicle.extractor.mentions import mentions


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
