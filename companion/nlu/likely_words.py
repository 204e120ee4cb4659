"""Words of a line and of the sentences known for each kind of command, and how near they are to each other."""

import base64
import math
import re
import zlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.nlu.faces import said_numbers
from companion.nlu.names import find_mentions
from companion.nlu.numbers import TENS, UNITS
from companion.nlu.words import Sentence, split, word_set
from engine.board import Move
from engine.vocabulary import Vocabulary

_PEOPLE = frozenset({"player", "character"})
_ENDINGS = ("ing", "ed", "es", "s", "e")
_SMALL = word_set("the a an of to and it is that this in on at for")
_OF_ONESELF = word_set("i i'm i'll i'd i've my me mine we let's let")
_TOLD = word_set(
    "was were had did didn't said went would could if when last used always never remember should might maybe"
)
_ONE_WHOM = word_set("one man woman guy fellow bloke lady thing that whom which")
"""Words before a name that tell somebody else by it: "the one Ben shot"."""
_PAIR_WEIGHT = 0.6
"""How much two words in a row count beside one word."""
_LEVELS = 127
"""Weights are kept as whole numbers up to this."""


def stem(word: str) -> str:
    """A word without its usual ending: "lighting", "lights" and "light" are one."""
    ending = next((each for each in _ENDINGS if word.endswith(each) and len(word) - len(each) >= 3), "")
    bare = word[: len(word) - len(ending)]
    return bare[:-1] if len(bare) > 3 and bare[-1] == bare[-2] else bare


def fold(value: Any) -> str:
    """Letters and digits of a name, lower case."""
    return re.sub(r"[^a-z0-9]", "", str(value).lower())


def label_words(move: Move) -> frozenset[str]:
    """Stems of what a button says about a move, and its fields."""
    return stems(" ".join([move.label, move.kind.replace("_", " "), *(each.label for each in move.fields)]))


def stems(text: str) -> frozenset[str]:
    """Stems of the words of a text that tell something."""
    return frozenset(stem(word) for word in re.findall(r"[a-z]+", text.lower())) - _SMALL


@dataclass(frozen=True, slots=True)
class Said:
    """A line as it is compared.

    Attributes:
        text: As it was said.
        tokens: Stems in order, names by their kind, numbers as one, an end after each sentence.
        things: Names in it of what is no person, folded.
        people: All names in it, folded.
        meant: Players named in it by either name, by both, folded.
        beside: The same for those by whom something else is told: "over Ben's shoulder", "the one Ben shot".
        numbers: Numbers in it.
        faces: Faces of dice read out in it.
        plain: Its words.
        sentences: How many.
    """

    text: str
    tokens: tuple[str, ...]
    things: frozenset[str] = frozenset()
    people: frozenset[str] = frozenset()
    meant: frozenset[str] = frozenset()
    beside: frozenset[str] = frozenset()
    numbers: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    plain: frozenset[str] = frozenset()
    told_words: int = 0
    sentences: int = 1

    @staticmethod
    def of(text: str, vocabulary: Vocabulary) -> "Said":
        """A line said at a table with these names."""
        reader = _Reader(vocabulary)
        sentences = split(text)
        for each in sentences:
            reader.take(each)
        plain = [word for each in sentences for word in each.texts]
        return Said(
            text=text,
            tokens=tuple(reader.tokens),
            things=frozenset(reader.things),
            people=frozenset(reader.names),
            meant=frozenset(reader.meant),
            beside=frozenset(reader.beside),
            numbers=tuple(reader.numbers),
            faces=tuple(face for each in sentences for said in said_numbers(each.words) for face in said.faces),
            plain=frozenset(plain),
            told_words=sum(word in _TOLD for word in plain),
            sentences=len(sentences),
        )

    @property
    def length(self) -> int:
        """Tokens."""
        return len(self.tokens)

    @property
    def words(self) -> frozenset[str]:
        """Stems that tell something."""
        return frozenset(self.tokens) - _SMALL

    @property
    def asks(self) -> bool:
        """Whether a question mark stands in it."""
        return "?" in self.tokens

    @property
    def of_oneself(self) -> bool:
        """Whether the speaker speaks of themselves."""
        return bool(self.plain & _OF_ONESELF)

    @property
    def features(self) -> Counter[str]:
        """Words, and words in a row."""
        found = Counter(token for token in self.tokens if token != ".")
        found.update(f"{one} {other}" for one, other in pairwise(("<", *self.tokens)))
        return found

    def names(self, value: Any, beside: bool = False) -> bool:
        """Whether something of this name is named, or somebody only beside something else."""
        name = fold(value)
        return name in self.meant or (name in self.beside and beside) or (name in self.people - self.beside)


@dataclass(slots=True)
class _Reader:
    vocabulary: Vocabulary
    tokens: list[str] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    things: set[str] = field(default_factory=set)
    meant: set[str] = field(default_factory=set)
    beside: set[str] = field(default_factory=set)
    numbers: list[int] = field(default_factory=list)

    def take(self, sentence: Sentence) -> None:
        mentions = {each.at: each for each in find_mentions(sentence.words, self.vocabulary)}
        at = 0
        while at < len(sentence.words):
            mention = mentions.get(at)
            if mention is None:
                self.tokens.append(self._word(sentence.words[at].text))
                at += 1
                continue
            self.names |= {fold(each.name) for each in mention.things}
            self.things |= {fold(each.name) for each in mention.things if each.kind not in _PEOPLE}
            owners = [self.vocabulary.player(each.owner) for each in mention.of(*_PEOPLE)]
            named = {fold(name) for each in owners if each for name in (each.name, each.character) if name}
            told_by = mention.at > 0 and sentence.words[mention.at - 1].text in _ONE_WHOM
            (self.beside if told_by or sentence.words[mention.until - 1].owns else self.meant).update(named)
            kind = "player" if mention.of(*_PEOPLE) else mention.things[0].kind
            self.tokens.append(f"#{kind}")
            at = mention.until
        self.tokens.append("?" if sentence.ending == "?" else ".")

    def _word(self, text: str) -> str:
        number = int(text) if text.isdecimal() else UNITS.get(text, TENS.get(text))
        if number is None or text == "one":
            return stem(text)
        self.numbers.append(number)
        return "#n"


@dataclass(frozen=True, slots=True)
class Wording:
    """How the commands of one system are asked for.

    Attributes:
        places: Feature to its column.
        rarity: How much each feature tells.
        kinds: Kinds of commands, and an empty one for talk that only sounds like one.
        centres: A row for each of them, of length 1.
        habits: Logarithm of how often a kind is asked for while it is allowed.
    """

    places: Mapping[str, int]
    rarity: NDArray[np.float64]
    kinds: tuple[str, ...]
    centres: NDArray[np.float64]
    habits: Mapping[str, float] = field(default_factory=dict)

    def nearness(self, features: Mapping[str, int]) -> dict[str, float]:
        """How near a line is to each kind, 0 to 1."""
        line = directed(features, self.places, self.rarity)
        return dict(zip(self.kinds, (self.centres @ line).tolist(), strict=True))

    def usual(self, kind: str) -> float:
        """How often it is asked for while it is allowed, as a logarithm; a guess for a kind nobody has used yet."""
        return self.habits.get(kind, _RARELY)

    def known_share(self, said: Said) -> float:
        """How many of a line's words stand in known sentences, 0 to 1."""
        return sum(token in self.places for token in said.tokens) / max(1, said.length)


_RARELY = math.log(0.3 / 6)


def directed(
    features: Mapping[str, int], places: Mapping[str, int], rarity: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Features as a direction: rare ones count more, and its length is 1; all zeros where nothing is known."""
    line = np.zeros(len(rarity))
    for name, count in features.items():
        if (place := places.get(name)) is not None:
            line[place] = (1 + math.log(count)) * rarity[place] * (_PAIR_WEIGHT if " " in name else 1.0)
    length = float(np.linalg.norm(line))
    return line / length if length else line


def learnt(examples: Sequence[tuple[str, Mapping[str, int]]], habits: Mapping[str, float]) -> Wording:
    """What known sentences teach.

    Args:
        examples: Kind, or nothing, and features of each sentence.
        habits: See `Wording`.
    """
    spread = Counter(name for _, features in examples for name in features)
    names = sorted(name for name, count in spread.items() if count > 1)
    places = {name: place for place, name in enumerate(names)}
    rarity = np.array([math.log(len(examples) / spread[name]) for name in names])
    kinds = tuple(sorted({kind for kind, _ in examples}))
    centres = np.zeros((len(kinds), len(names)))
    for kind, features in examples:
        centres[kinds.index(kind)] += directed(features, places, rarity)
    lengths = np.linalg.norm(centres, axis=1, keepdims=True)
    return Wording(places, rarity, kinds, centres / np.maximum(lengths, 1e-9), habits)


def packed(wording: Wording) -> dict[str, Any]:
    """A wording as the content of its file; weights are rounded."""
    levels = np.round(wording.centres * _LEVELS).astype(np.int8)
    return {
        "features": "|".join(wording.places),
        "rarity": [round(float(each), 2) for each in wording.rarity],
        "kinds": list(wording.kinds),
        "centres": base64.b64encode(zlib.compress(levels.tobytes(), 9)).decode(),
        "habits": {kind: round(value, 2) for kind, value in sorted(wording.habits.items())},
    }


def unpacked(content: Mapping[str, Any]) -> Wording:
    """A wording from the content of its file."""
    names, kinds = content["features"].split("|"), tuple(content["kinds"])
    levels = np.frombuffer(zlib.decompress(base64.b64decode(content["centres"])), np.int8)
    centres = levels.reshape(len(kinds), len(names)) / _LEVELS
    places = {name: place for place, name in enumerate(names)}
    return Wording(places, np.array(content["rarity"]), kinds, centres, content["habits"])
