"""A line as the learned part of understanding sees it: stems, names by their kind, numbers, and where each stands."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import pairwise
from typing import Any

from companion.nlu.faces import said_numbers
from companion.nlu.names import find_mentions
from companion.nlu.numbers import MOST_DIGITS, ORDINALS, TENS, UNITS
from companion.nlu.words import Sentence, split, word_set
from engine.quick_dataclass import dataclass
from engine.vocabulary import Vocabulary

_PEOPLE = frozenset({"player", "character"})
_ENDINGS = ("ing", "ed", "es", "s", "e")
SMALL = word_set("the a an of to and it is that this in on at for")
"""Words that tell nothing by themselves."""
_OF_ONESELF = word_set("i i'm i'll i'd i've my me mine we let's let")
_REPORTED = word_set(
    "was were had did didn't said went would could if when last used always never remember should might maybe"
)
_ONE_WHOM = word_set("one man woman guy fellow bloke lady thing that whom which")
"""Words before a name that tell somebody else by it: "the one Ben shot"."""
_TAKES_BACK = word_set("no nope sorry wait rather")
_SAYS_ANEW = frozenset({("make", "it"), ("call", "it"), ("i", "mean"), ("make", "that")})
_COUNTED = (["die"], ["dice"], ["chip"], ["chips"])
_REPAIRED = 12
"""Words between a number and the one that takes its place, on either side of the word that says so."""


@lru_cache(maxsize=16384)
def stem(word: str) -> str:
    """A word without its usual ending: "lighting", "lights" and "light" are one."""
    ending = next((each for each in _ENDINGS if word.endswith(each) and len(word) - len(each) >= 3), "")
    bare = word[: len(word) - len(ending)]
    return bare[:-1] if len(bare) > 3 and bare[-1] == bare[-2] else bare


def stems(text: str) -> frozenset[str]:
    """Stems of the words of a text that tell something."""
    return frozenset(stem(word) for word in re.findall(r"[a-z]+", text.lower())) - SMALL


def fold(value: Any) -> str:
    """Letters and digits of a name, lower case."""
    return _folded(str(value))


@lru_cache(maxsize=16384)
def _folded(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower())


def number_in(word: str) -> int | None:
    """Whole number a single word says, in digits or as a word; None when it says none."""
    if word.isdecimal():
        return int(word) if len(word) <= MOST_DIGITS else None
    return UNITS.get(word, TENS.get(word))


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a name, a number or the end of a sentence.

    Attributes:
        stem: As it is compared: a name is `#` and its kind, a number `#n`, an end `.` or `?`.
        word: Lower case, as it was said; of a name its first word.
        number: Value of a number, "one" included; None for anything else.
        names: Folded names it may stand for, of a person both names.
        aside: Whether a name only tells something else by it: "the one Ben shot", "Ben's shoulder".
        pause: Whether a comma, dash or the like follows.
    """

    stem: str
    word: str = ""
    number: int | None = None
    names: frozenset[str] = frozenset()
    aside: bool = False
    pause: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """Something that was said.

    Attributes:
        text: As it was said.
        tokens: Its words in order.
        things: Names in it of what is no person, folded.
        meant: Players named in it, by either name, both folded.
        aside: The same for those by whom something else is told.
        faces: Faces of dice read out in it.
        sentences: How many.
    """

    text: str
    tokens: tuple[Token, ...]
    things: frozenset[str] = frozenset()
    meant: frozenset[str] = frozenset()
    aside: frozenset[str] = frozenset()
    faces: tuple[int, ...] = ()
    sentences: int = 1

    @staticmethod
    def of(text: str, vocabulary: Vocabulary) -> "Line":
        """A line said at a table with these names."""
        reader = _Reader(vocabulary)
        sentences = split(text)
        for each in sentences:
            reader.take(each)
        return Line(
            text=text,
            tokens=tuple(reader.tokens),
            things=frozenset(reader.things),
            meant=frozenset(reader.meant),
            aside=frozenset(reader.aside),
            faces=tuple(face for each in sentences for face in _faces(each)),
            sentences=len(sentences),
        )

    @property
    def length(self) -> int:
        """Tokens."""
        return len(self.tokens)

    @property
    def stems(self) -> frozenset[str]:
        """Stems that tell something."""
        return frozenset(each.stem for each in self.tokens) - SMALL

    @property
    def numbers(self) -> tuple[int, ...]:
        """Numbers in it, but for "one", which may be a word like any other."""
        return tuple(each.number for each in self.tokens if each.number is not None and each.stem == "#n")

    @property
    def asks(self) -> bool:
        """True where a question mark stands in it."""
        return any(each.stem == "?" for each in self.tokens)

    @property
    def of_oneself(self) -> bool:
        """True where the speaker speaks of themselves."""
        return any(each.word in _OF_ONESELF for each in self.tokens)

    @property
    def reported(self) -> int:
        """Words of what was, or might be."""
        return sum(each.word in _REPORTED for each in self.tokens)

    @property
    def plain(self) -> str:
        """Its words in lower case without marks, names by their kind, numbers as "number"."""
        return " ".join(_said_plainly(each) for each in self.tokens if each.stem not in {".", "?"})

    @property
    def features(self) -> Counter[str]:
        """Stems, and stems in a row; ends of sentences only in a row."""
        plain = [each.stem for each in self.tokens]
        found = Counter(each for each in plain if each not in {".", "?"})
        found.update(f"{one} {other}" for one, other in pairwise(("<", *plain)))
        return found

    def names(self, value: Any, beside: bool = False) -> bool:
        """Return True where something of this name is named; one named only by the way counts with `beside`."""
        name = fold(value)
        return name in self.meant or name in self.things or (beside and name in self.aside)


def _faces(each: Sentence) -> Iterator[int]:
    """Numbers of a sentence that may be faces of dice; "one die" and "two chips" tell how many there are."""
    texts = each.texts
    for said in said_numbers(each.words):
        if len(said.faces) > 1 or texts[said.until : said.until + 1] not in _COUNTED:
            yield from said.faces


@dataclass(slots=True)
class _Reader:
    vocabulary: Vocabulary
    tokens: list[Token] = field(default_factory=list)
    things: set[str] = field(default_factory=set)
    meant: set[str] = field(default_factory=set)
    aside: set[str] = field(default_factory=set)

    def take(self, sentence: Sentence) -> None:
        mentions = {each.at: each for each in find_mentions(sentence.words, self.vocabulary)}
        at = 0
        while at < len(sentence.words):
            mention, word = mentions.get(at), sentence.words[at].text
            if mention is None:
                self.tokens.append(_plain(word, pause=sentence.words[at].pause))
                at += 1
                continue
            things = {fold(each.name) for each in mention.things if each.kind not in _PEOPLE}
            owners = [self.vocabulary.player(each.owner) for each in mention.of(*_PEOPLE)]
            people = {fold(name) for each in owners if each for name in (each.name, each.character) if name}
            before = sentence.words[mention.at - 1] if mention.at else None
            by_it = before is not None and before.text in _ONE_WHOM and not before.pause
            aside = bool(people) and (by_it or sentence.words[mention.until - 1].owns)
            self.things |= things
            (self.aside if aside else self.meant).update(people)
            kind = "player" if people else mention.things[0].kind
            self.tokens.append(Token(f"#{kind}", word, names=frozenset(things | people), aside=aside))
            at = mention.until
        self.tokens.append(Token("?" if sentence.ending == "?" else "."))


def _said_plainly(token: Token) -> str:
    if token.stem == "#n":
        return "number"
    return token.stem[1:].replace("_", " ") if token.stem.startswith("#") else token.word


def _plain(word: str, *, pause: bool) -> Token:
    number = number_in(word)
    if number is None:
        return Token(stem(word), word, ORDINALS.get(word), pause=pause)
    return Token(stem(word) if word == "one" else "#n", word, number, pause=pause)


def repairs(tokens: Sequence[Token]) -> dict[int, int]:
    """Places of numbers taken back in the same breath, with those in their stead: "three wounds, no, call it two"."""
    counts = [at for at, each in enumerate(tokens) if each.number is not None and each.word not in ORDINALS]
    found: dict[int, int] = {}
    for at in _said_anew(tokens):
        before = next((place for place in reversed(counts) if at - _REPAIRED <= place < at), None)
        after = next((place for place in counts if at < place <= at + _REPAIRED), None)
        if before is not None and after is not None and tokens[before].number != tokens[after].number:
            found[before] = after
    return found


def _said_anew(tokens: Sequence[Token]) -> Iterator[int]:
    """Places of words behind which something is said anew."""
    for at, (each, following) in enumerate(pairwise(tokens)):
        stands_alone = each.pause or following.stem in {".", "?"}
        if (each.word in _TAKES_BACK and stands_alone) or (each.word, following.word) in _SAYS_ANEW:
            yield at
