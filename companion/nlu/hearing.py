"""A turn made ready for the grammar: sentences, the names in them, and the text the templates match."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import field

from companion.nlu.grammar import Filter
from companion.nlu.names import Mention, find_mentions
from companion.nlu.templates import Template
from companion.nlu.types import Table, Turn
from companion.nlu.words import Sentence, Word, split, word_set
from engine.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Match:
    """A template found in a sentence.

    Attributes:
        at: Index of the first word.
        until: Index after the last word.
        slots: Field to (slot type, first word, after last word).
    """

    at: int
    until: int
    slots: Mapping[str, tuple[str, int, int]]


@dataclass(frozen=True, slots=True)
class Prepared:
    """One way to read a sentence: names replaced by marks, words separated by single spaces.

    Attributes:
        text: What templates match.
        starts: Place in `text` of each piece.
        pieces: Words each piece stands for, as (first, after last).
        vocabulary: The plain words, to skip templates that cannot match.
    """

    text: str
    starts: tuple[int, ...]
    pieces: tuple[tuple[int, int], ...]
    vocabulary: frozenset[str]

    def find(self, template: Template) -> Match | None:
        """First place the template matches, if any."""
        for words in template.needs:  # over a thousand templates a turn: any() took a third longer
            if self.vocabulary.isdisjoint(words):
                return None
        if len(self.pieces) < template.least:
            return None
        found = template.pattern.search(self.text)
        if found is None or found.end() == found.start():
            return None
        at, until = self._words(found.start(), found.end())
        slots = {}
        for group, (kind, name) in template.slots.items():
            if found[group] is not None and name not in slots:
                slots[name] = (kind, *self._words(*found.span(group)))
        return Match(at, until, slots)

    def _words(self, start: int, end: int) -> tuple[int, int]:
        first = bisect_right(self.starts, start) - 1
        last = bisect_right(self.starts, max(start, end - 1)) - 1
        return self.pieces[max(0, first)][0], self.pieces[max(0, last)][1]


@dataclass(frozen=True, slots=True)
class HeardSentence:
    """A sentence with its names and readings."""

    index: int
    sentence: Sentence
    mentions: tuple[Mention, ...]
    readings: tuple[Prepared, ...]

    def find(self, template: Template) -> Match | None:
        """First match of the template in any reading."""
        for reading in self.readings:
            match = reading.find(template)
            if match:
                return match
        return None

    def mention(self, at: int, until: int) -> Mention | None:
        """The name that stands at these words."""
        return next((each for each in self.mentions if at <= each.at and each.until <= until), None)

    def words(self, at: int, until: int) -> tuple[Word, ...]:
        """Words of a range."""
        return self.sentence.words[at:until]


@dataclass(frozen=True, slots=True)
class Heard:
    """A whole turn made ready."""

    turn: Turn
    table: Table
    sentences: tuple[HeardSentence, ...]
    spoiled: dict[int, list[tuple[str, int, int]]] = field(default_factory=dict)

    def text(self, sentence: HeardSentence, at: int, until: int) -> str:
        """Words as they were said, from the first to the last of a range."""
        words = sentence.words(at, until)
        return self.turn.text[words[0].start : words[-1].end].strip(" ,;:-–—'\"") if words else ""

    def mentions(self) -> Iterable[Mention]:
        """Names of the whole turn, in order."""
        for each in self.sentences:
            yield from each.mentions


_SPEAKING = word_set(
    """
    says said shouts shouted yells yelled cries cried screams screamed whispers whispered calls asks mutters
    """
)


def hear(turn: Turn, table: Table, literals: frozenset[str]) -> Heard:
    """A turn made ready.

    Args:
        turn: What was said.
        table: Names in use.
        literals: Plain words of the grammar; names spelled like one of them are read both ways.
    """
    heard = []
    sentences = split(turn.text)
    for index, sentence in enumerate(sentences):
        follower = sentences[index + 1] if index + 1 < len(sentences) else None
        if sentence.ending in {"!", "?"} and follower and _names_a_speaker(follower):
            sentence = Sentence(sentence.words, sentence.ending, quoted=True)
        mentions = find_mentions(sentence.words, table.vocabulary, table.names)
        heard.append(HeardSentence(index, sentence, mentions, readings_of(sentence, mentions, literals)))
    return Heard(turn, table, _quote_back(heard))


def _names_a_speaker(sentence: Sentence) -> bool:
    words = [word.text for word in sentence.words[:4]]
    if words[0] in _SPEAKING and not sentence.words[0].capital:
        return True
    return len(words) > 1 and words[0] in {"he", "she", "they"} and words[1] in _SPEAKING and len(sentence.words) <= 4


def _quote_back(heard: list[HeardSentence]) -> tuple[HeardSentence, ...]:
    """Carry "cries the merchant" back over all the exclamations before it."""
    done = list(heard)
    for at in range(len(done) - 2, -1, -1):
        here, after = done[at].sentence, done[at + 1].sentence
        if after.quoted and after.ending == "!" and here.ending == "!" and len(here.words) <= 3 and not here.quoted:
            done[at] = HeardSentence(
                at, Sentence(here.words, here.ending, quoted=True), done[at].mentions, done[at].readings
            )
    return tuple(done)


def readings_of(sentence: Sentence, mentions: tuple[Mention, ...], literals: frozenset[str]) -> tuple[Prepared, ...]:
    """A sentence with all its names marked and, where some are plain words of the grammar as well, with those plain."""
    marked = _prepare(sentence, mentions)
    plain = tuple(
        each for each in mentions if not all(word.text in literals for word in sentence.words[each.at : each.until])
    )
    return (marked,) if len(plain) == len(mentions) else (marked, _prepare(sentence, plain))


def _prepare(sentence: Sentence, mentions: tuple[Mention, ...]) -> Prepared:
    parts: list[str] = []
    starts: list[int] = []
    pieces: list[tuple[int, int]] = []
    by_start = {mention.at: (number, mention) for number, mention in enumerate(mentions)}
    at = length = 0
    while at < len(sentence.words):
        number, mention = by_start.get(at, (0, None))
        until = mention.until if mention else at + 1
        piece = f"‹:{_kinds(mention)}:{number}›" if mention else sentence.words[at].text
        piece = f" {piece}" + ("," if sentence.words[until - 1].pause else "")
        parts.append(piece)
        starts.append(length)
        pieces.append((at, until))
        length += len(piece)
        at = until
    words = frozenset(sentence.texts)
    return Prepared("".join(parts), tuple(starts), tuple(pieces), words)


def _kinds(mention: Mention) -> str:
    return ":".join(sorted({thing.kind for thing in mention.things}))


def spoiled_by(heard: HeardSentence, filters: Iterable[Filter]) -> list[tuple[Filter, int]]:
    """Filters that apply to a sentence, each with the word it begins at."""
    found = []
    for each in filters:
        if any(heard.find(template) for template in each.never):
            continue
        for template in each.say:
            match = heard.find(template)
            if match:
                found.append((each, match.at))
                if each.where not in {"before", "behind"}:
                    break
    return found
