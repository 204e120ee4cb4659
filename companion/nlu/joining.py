"""One request in several short sentences: "I want a check. Haggling.", also where a pause cut it into two turns."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.nlu.hearing import Heard, HeardSentence, hear, readings_of
from companion.nlu.names import find_mentions
from companion.nlu.types import Intent, Table, Turn
from companion.nlu.words import Sentence, split
from engine.quick_dataclass import dataclass

PAUSE_SECONDS = 8.0
"""Seconds after the beginning of a turn in which the same speaker may begin the rest of it."""

_LONGEST = 8
"""Words of a sentence that may be a part of one."""
_LONGEST_WHOLE = 10
"""Words of sentences of one turn that may be one."""
_LONGEST_CUT = 14
"""Words of a sentence that a pause may have cut in two."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Sentences read as one.

    Attributes:
        heard: What was said, with the joined sentence in the place of its parts.
        sentence: Its index.
        seams: Offsets between its parts.
        offset: Characters of an earlier turn in front.
    """

    heard: Heard
    sentence: int
    seams: tuple[int, ...]
    offset: int = 0

    def of_turn(self, intent: Intent) -> Intent | None:
        """An intent with its place in the latest turn; None when it stands in one part alone, or is not sure."""
        start, end = intent.span
        if intent.decision != "act" or not any(start < seam <= end for seam in self.seams):
            return None
        return replace(intent, span=(max(0, start - self.offset), end - self.offset))


def joined(heard: Heard, before: Sequence[Turn], literals: frozenset[str]) -> Iterator[Joined]:
    """The ways to read short sentences of a turn, or the end of the one before and its beginning, as one.

    Args:
        heard: The turn.
        before: Turns heard just before, oldest first.
        literals: Plain words of the grammar.
    """
    turn, table = heard.turn, heard.table
    if table.question:
        return
    count = sum(len(each.sentence.words) for each in heard.sentences)
    if len(heard.sentences) > 1 and count <= _LONGEST_WHOLE:
        yield from _as_one(heard, 0, len(heard.sentences), 0, literals)
    earlier = _cut_off(heard, before)
    if earlier:
        whole = hear(replace(turn, text=f"{earlier} {turn.text}"), table, literals)
        at = next((each.index for each in whole.sentences if each.sentence.start > len(earlier)), 0)
        if at:
            yield from _as_one(whole, at - 1, at + 1, len(earlier) + 1, literals)


def _cut_off(heard: Heard, before: Sequence[Turn]) -> str:
    """The short sentence the same speaker said just before and nobody has acted upon; empty when there is none."""
    turn, last = heard.turn, before[-1] if before else None
    if last is None or last.speaker != turn.speaker or not 0 < turn.time - last.time <= PAUSE_SECONDS:
        return ""
    rest = last.text[last.done :].strip()
    sentence = next(iter(split(rest)[-1:]), None)
    words = len(heard.sentences[0].sentence.words) + (len(sentence.words) if sentence else _LONGEST_CUT)
    return rest[sentence.start :] if sentence and words <= _LONGEST_CUT else ""


def _as_one(heard: Heard, start: int, end: int, offset: int, literals: frozenset[str]) -> Iterator[Joined]:
    parts = heard.sentences[start:end]
    asks = any(each.sentence.ending == "?" for each in parts[:-1])
    if asks or any(each.sentence.quoted or len(each.sentence.words) > _LONGEST for each in parts):
        return
    seams = tuple(each.sentence.start for each in parts[1:])
    for pause in (True, False) if offset else (True,):
        one = _joined(parts, heard.table, pause, literals)
        sentences = (*heard.sentences[:start], one, *heard.sentences[end:])
        yield Joined(replace(heard, sentences=sentences), one.index, seams, offset)


def _joined(parts: Sequence[HeardSentence], table: Table, pause: bool, literals: frozenset[str]) -> HeardSentence:
    words = tuple(
        replace(word, pause=pause) if word is each.sentence.words[-1] and each is not parts[-1] else word
        for each in parts
        for word in each.sentence.words
    )
    sentence = Sentence(words, parts[-1].sentence.ending)
    mentions = find_mentions(words, table.vocabulary, table.names)
    return HeardSentence(parts[0].index, sentence, mentions, readings_of(sentence, mentions, literals))
