"""A sentence as the classifier of table talk sees it: its words, its surroundings, the grammar's reading of it.

Names, numbers and skills are replaced by their kind, so that nothing of one table's story is learnt.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from zlib import crc32

from companion.nlu.drafts import Draft
from companion.nlu.hearing import Heard, HeardSentence
from companion.nlu.numbers import TENS, UNITS
from companion.nlu.recognize import Recognizer
from companion.nlu.trace import Fate, Trace
from companion.nlu.types import Intent, Table, Turn
from companion.nlu.words import Word, word_set

BUCKETS = 1 << 16
"""Features are told apart by a hash of this many values."""

_NONE: frozenset[str] = frozenset()
_LONGEST_RUN = 3
_LONGEST_BEFORE = 400
"""Characters of an earlier turn that still matter, from its end."""
_MOST_BEFORE = 30
_EMPHASIS = 3
"""Weight of a template that fits, in repetitions, so that it takes less to believe it than a word."""
_LENGTHS = (1, 2, 3, 5, 8, 15, 30)
_SENTENCES = (1, 2, 4, 8)
_DICE = re.compile(r"\d*d\d+")
_ALWAYS_CAPITAL = word_set("i i'm i'll i'd i've")


@dataclass(slots=True)
class Signs(Trace):
    """Findings of the grammar about a turn, sentence by sentence.

    Attributes:
        heard: The turn made ready; None when there are no words in it.
        drafts: Readings that stood.
        marks: Sentence and what the grammar says about it.
    """

    heard: Heard | None = None
    drafts: list[Draft] = field(default_factory=list)
    marks: list[tuple[int, str]] = field(default_factory=list)

    def hear(self, heard: Heard, limits: tuple[float, float, float]) -> None:
        """Keep the turn."""
        self.heard = heard

    def lose(self, draft: Draft, fate: Fate, because: str = "", word: str = "") -> None:
        """Mark a reading that was ruled out, and what ruled it out."""
        self.marks.append((draft.each.index, f"{fate} {draft.pattern.category} {because}"))

    def settle(self, draft: Draft, intent: Intent, against: Sequence[Intent] = ()) -> None:
        """Keep a reading that stood."""
        self.drafts.append(draft)
        self.marks.append((draft.each.index, _fits(draft)))
        self.marks.append((draft.each.index, f"template {draft.pattern.category} {draft.template}"))


def _fits(draft: Draft) -> str:
    return f"fits {draft.pattern.category} {draft.pattern.only} {draft.factor}"


@dataclass(frozen=True, slots=True)
class Reading:
    """A turn as the classifier reads it.

    Attributes:
        turn: What was said.
        heard: The same made ready; None when there are no words in it.
        tokens: Words of each sentence with their ending, names and numbers by kind.
        signs: What the grammar says about each sentence.
        drafts: Readings of the grammar that stood.
        before: Turns heard just before.
    """

    turn: Turn
    heard: Heard | None
    tokens: tuple[tuple[str, ...], ...]
    signs: tuple[tuple[str, ...], ...]
    drafts: tuple[Draft, ...]
    before: tuple[Turn, ...] = ()

    @property
    def sentences(self) -> tuple[HeardSentence, ...]:
        """Sentences with words in them."""
        return self.heard.sentences if self.heard else ()


def read(turn: Turn, recognizer: Recognizer, table: Table, before: Sequence[Turn] = ()) -> Reading:
    """A turn with everything the grammar says about it."""
    signs = Signs()
    recognizer.recognize(turn, table, before, trace=signs)
    sentences = signs.heard.sentences if signs.heard else ()
    told: list[list[str]] = [[] for _ in sentences]
    for index, mark in signs.marks:
        told[index].append(mark)
    tokens = tuple(_tokens(each) for each in sentences)
    return Reading(turn, signs.heard, tokens, tuple(map(tuple, told)), tuple(signs.drafts), tuple(before))


def read_earlier(turn: Turn, recognizer: Recognizer, table: Table) -> Reading:
    """The end of an earlier turn, read by itself."""
    return read(Turn(turn.text[-_LONGEST_BEFORE:], turn.speaker), recognizer, table)


def sentence_features(now: Reading, before: Sequence[Reading], lead: str | None) -> list[list[int]]:
    """Hashed features of each sentence of a turn, sorted, none twice.

    Args:
        now: The turn.
        before: Turns heard just before, oldest first.
        lead: Who seems to run the game; None when nobody does or nobody knows.
    """
    shared = [*_around(now, before), *_who(now.turn.speaker, lead)]
    fitting = [frozenset(sign for sign in signs if sign.startswith("fits")) for signs in now.signs]
    earlier = accumulate(fitting, frozenset.union, initial=_NONE)
    later = [*accumulate(reversed(fitting), frozenset.union, initial=_NONE)][-2::-1]
    return [
        sorted({crc32(name.encode()) % BUCKETS for name in (*_of_sentence(now, at), *_elsewhere(*signs), *shared)})
        for at, signs in enumerate(zip(earlier, later, strict=False))
    ]


def _of_sentence(now: Reading, at: int) -> Iterator[str]:
    tokens, count = now.tokens[at], len(now.tokens)
    yield from _runs("w", ("<", *tokens))
    yield from (f"n<={limit}" for limit in _LENGTHS if len(tokens) <= limit)
    yield from (f"s<={limit}" for limit in _SENTENCES if count <= limit)
    yield from (["first"] if at == 0 else _runs("prior", now.tokens[at - 1], 1))
    yield from (["last"] if at == count - 1 else _runs("next", now.tokens[at + 1], 1))
    if now.sentences[at].sentence.quoted:
        yield "quoted"
    signs = now.signs[at]
    yield from signs
    yield from (f"{sign} {again}" for sign in signs if sign.startswith("fits") for again in range(_EMPHASIS))


def _elsewhere(earlier: frozenset[str], later: frozenset[str]) -> Iterator[str]:
    """Yield signs that fit another sentence of the turn."""
    yield from (f"earlier {sign}" for sign in earlier)
    yield from (f"later {sign}" for sign in later)


def _around(now: Reading, before: Sequence[Reading]) -> Iterator[str]:
    for back, earlier in enumerate(reversed(before), 1):
        said = [token for sentence in earlier.tokens for token in sentence][-_MOST_BEFORE:]
        yield from _runs(f"-{back}", said, 1)
        yield from (f"-{back} {sign}" for signs in earlier.signs for sign in signs if sign.startswith("fits"))
        if None not in {earlier.turn.speaker, now.turn.speaker}:
            yield f"-{back} {'same' if earlier.turn.speaker == now.turn.speaker else 'other'}"
        yield f"-{back} long {min(4, len(said) // 4)}"
    if not before:
        yield "nothing before"


def _who(speaker: str | None, lead: str | None) -> Iterator[str]:
    if speaker is not None and lead is not None:
        yield "leads" if speaker == lead else "follows"


def _runs(name: str, tokens: Sequence[str], longest: int = _LONGEST_RUN) -> Iterator[str]:
    for length in range(1, longest + 1):
        for at in range(len(tokens) - length + 1):
            yield f"{name} {' '.join(tokens[at : at + length])}"


def _tokens(each: HeardSentence) -> tuple[str, ...]:
    skills = {mention.at: mention.until for mention in each.mentions if mention.of("skill")}
    found: list[str] = []
    words = each.sentence.words
    at = 0
    while at < len(words):
        kind = "#skill" if at in skills and words[at].text != "initiative" else _token(words[at], first=at == 0)
        found.append(kind)
        at = skills.get(at, at + 1)
        if words[at - 1].pause:
            found.append(",")
    return (*found, "?" if each.sentence.ending == "?" else ".")


def _token(word: Word, first: bool) -> str:
    text = word.text
    if _DICE.fullmatch(text):
        return "#dice"
    if text.isdecimal() or (text != "one" and (text in UNITS or text in TENS)):
        value = int(text) if text.isdecimal() else UNITS.get(text, TENS.get(text, 0))
        return "#few" if value <= 4 else "#some" if value <= 9 else "#roll" if value <= 35 else "#many"
    return "#name" if word.capital and not first and text not in _ALWAYS_CAPITAL else text
