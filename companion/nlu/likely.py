"""What a line that nothing was made of most probably asks for, among the moves its speaker may make now.

Words alone decide, and which moves there are: how near the line is to the sentences known for a kind of command, what
it names of what a move lets choose, its numbers, what is owed. Nothing is carried out on the strength of it.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.base.errors import GrammarError
from companion.nlu.likely_words import Said, Wording, fold, label_words, stem, stems, unpacked
from companion.nlu.numbers import UNITS
from engine.board import Field, Move, Option
from engine.phrase import Phrase, joined
from engine.vocabulary import Vocabulary

MOST_MOVES = 3
"""Moves that are named at once."""
MEASURES, SIGNS = 16, 15
"""Numbers that tell how well a move fits a line, and how much the line looks like asking for anything."""

_LEAST_WORDS, _MOST_WORDS = 2, 45
_TELLS_BY_ITSELF = 6
"""Words from which a line may itself be the text that a move asks for."""
_LONGEST_TOLD = 40
"""Characters of a value on a button."""
_STEEPEST = 30.0
_AIMED = frozenset({"target", "targets"})
_COST = re.compile(r"\([^)]*\)")
Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Seat:
    """Who speaks, and what they may do now.

    Attributes:
        moves: What the rules would take from them.
        vocabulary: Names of the table.
        tells: Whether they hold the story.
    """

    moves: tuple[Move, ...]
    vocabulary: Vocabulary
    tells: bool = False


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move that a line may ask for.

    Attributes:
        move: As the rules offer it.
        known: Fields that the line fills, by name.
    """

    move: Move
    known: tuple[tuple[str, Any], ...] = ()

    @property
    def ready(self) -> Move:
        """The move with what is known settled, and the fields that are left."""
        known = dict(self.known)
        left = tuple(each for each in self.move.fields if each.name not in known)
        given = (*self.move.given, *self.known)
        return Move(self.move.kind, self.move.label, self.move.group, given, left, self.move.owed, self.move.secret)

    @property
    def lacks(self) -> tuple[Field, ...]:
        """Fields that have to be filled and are not."""
        return tuple(each for each in self.ready.fields if not each.optional)

    @property
    def label(self) -> Phrase:
        """The move's words with what is known of it: "Take the word: Ben"."""
        return joined((self.move.label, joined(self._told(), ", ")), ": ")

    def _told(self) -> Iterator[str]:
        fields = {each.name: each for each in self.move.fields}
        for name, value in self.known:
            label = next((each.label for each in fields[name].options if each.value == value), None)
            told = label or (", ".join(map(str, value)) if isinstance(value, list) else str(value))
            yield told if len(told) <= _LONGEST_TOLD else f"{told[: _LONGEST_TOLD - 1].rstrip()}…"


@dataclass(frozen=True, slots=True)
class Ranking:
    """What a line may ask for.

    Attributes:
        chance: How probably it asks for any of the speaker's moves, 0 to 1.
        first: How probably it asks for the first suggestion, 0 to 1.
        plain: Whether a word would be enough to do the first suggestion: the line holds a word of what it says, and it
            takes none of its words or faces as they are, and leaves out nobody and no number it may be about.
        suggestions: The likeliest moves of different kinds, the first one first.
        half_read: Whether it reads out some of the dice that are owed; the others follow.
    """

    chance: float = 0.0
    first: float = 0.0
    plain: bool = False
    suggestions: tuple[Suggestion, ...] = ()
    half_read: bool = False


@dataclass(frozen=True, slots=True)
class Likely:
    """Weighs the moves of one rules system.

    Attributes:
        wording: How its commands are asked for.
        fits: Weight of each measure of a move.
        idle: Weight of each sign that nothing is asked for.
    """

    wording: Wording
    fits: Numbers
    idle: Numbers

    def rank(self, text: str, seat: Seat) -> Ranking:
        """The moves a line may ask for; nothing for one that is too short or too long to be told on a card."""
        if not seat.moves or not _LEAST_WORDS <= len(text.split()) <= _MOST_WORDS:
            return Ranking()
        said = Said.of(text, seat.vocabulary)
        best, measures, signs = measured(said, seat, self.wording)
        odds = np.exp(np.clip(measures @ self.fits, -_STEEPEST, _STEEPEST))
        idle = math.exp(min(_STEEPEST, max(-_STEEPEST, float(signs @ self.idle))))
        order = np.argsort(-odds, kind="stable")[:MOST_MOVES]
        chosen = tuple(Suggestion(best[at], tuple(_known(best[at], said))) for at in order)
        dice = next((each for each in best[order[0]].fields if each.shape == "faces"), None)
        half_read = dice is not None and 0 < len(said.faces) < dice.least
        whole = float(odds.sum() + idle)
        plain = _says(chosen[0], said) and _whole(chosen[0], said)
        return Ranking(float(odds.sum()) / whole, float(odds[order[0]]) / whole, plain, chosen, half_read)


def _says(suggestion: Suggestion, said: Said) -> bool:
    """Whether a line holds a word of what a suggestion says, other than its cost and who is named in both."""
    label = _COST.sub("", str(suggestion.label))
    shared = stems(said.text) & stems(f"{label} {suggestion.move.kind.replace('_', ' ')}")
    return not shared <= {stem(name) for name in said.meant}


def _whole(suggestion: Suggestion, said: Said) -> bool:
    """Whether a suggestion leaves out nobody and no number of a line, and lacks at most one thing a word answers."""
    known, lacks = {name for name, _ in suggestion.known}, suggestion.lacks
    if len(lacks) > 1 or any(each.shape not in {"choice", "number"} for each in lacks):
        return False
    taken = {int(number) for number in re.findall(r"\d+", str(suggestion.label))}
    taken |= {value for _, value in suggestion.ready.given if type(value) is int}
    taken |= {UNITS[word] for word in re.findall(r"[a-z]+", suggestion.label.lower()) if word in UNITS}
    if not taken.issuperset(said.numbers) or any(
        each.name in _AIMED for each in suggestion.ready.fields if each.optional
    ):
        return False
    return all(
        each.shape not in {"faces", "text"} if each.name in known else not (each.optional and _touched(each, said))
        for each in suggestion.move.fields
    )


def _touched(field: Field, said: Said) -> bool:
    """Whether a line names one of a field's options, or a number it may be."""
    named = any(_named(option, said, beside=True) for option in field.options)
    return named or (field.shape == "number" and bool(said.numbers))


def measured(said: Said, seat: Seat, wording: Wording) -> tuple[list[Move], Numbers, Numbers]:
    """The best move of each kind, how well each fits, and how much the line looks like talk that asks for nothing."""
    near = wording.nearness(said.features)
    kinds = list(dict.fromkeys(move.kind for move in seat.moves))
    nearest = max(near.get(kind, 0.0) for kind in kinds)
    best: dict[str, tuple[float, Move, list[float]]] = {}
    for move in seat.moves:
        numbers = _measures(move, said, seat, wording, near.get(move.kind, 0.0), nearest)
        worth = numbers[0] + numbers[2] + 2 * numbers[3] + numbers[8]
        if move.kind not in best or worth > best[move.kind][0]:
            best[move.kind] = (worth, move, numbers)
    found = [best[kind] for kind in kinds]
    signs = _signs(said, seat, wording, near, nearest)
    return [move for _, move, _ in found], np.array([numbers for _, _, numbers in found]), np.array(signs)


def _measures(move: Move, said: Said, seat: Seat, wording: Wording, near: float, nearest: float) -> list[float]:
    choices = [each for each in move.fields if each.shape in {"choice", "choices"}]
    faces = next((each for each in move.fields if each.shape == "faces"), None)
    numbers = [each for each in move.fields if each.shape == "number"]
    named = {fold(value) for _, value in move.given if isinstance(value, str)}
    for each in choices:
        named |= {form for option in each.options for form in (fold(option.value), fold(option.label.split(",")[0]))}
    things, people = len(named & said.things), len(named & (said.people - said.things))
    labels = label_words(move)
    to_choose = any(not each.optional for each in choices)
    tells = any(each.shape == "text" for each in move.fields)
    count = len(said.numbers)
    return [
        near,
        float(near >= nearest),
        len(labels & said.words) / math.sqrt(len(labels) + 1),
        min(things, 2),
        min(people, 2),
        float(to_choose and not things and not people),
        float(bool(numbers) and count > 0),
        float(bool(numbers) and count == 0 and not any(each.optional for each in numbers)),
        float(faces is not None and count == faces.least),
        float(faces is not None and 0 < count != faces.least),
        float(faces is not None and count == 0),
        float(move.owed),
        wording.usual(move.kind),
        tells * math.log(said.length + 1),
        near * move.owed,
        float(tells and seat.tells),
    ]


def _signs(said: Said, seat: Seat, wording: Wording, near: Mapping[str, float], nearest: float) -> list[float]:
    offered = {move.kind for move in seat.moves}
    elsewhere = max((value for kind, value in near.items() if kind and kind not in offered), default=0.0)
    return [
        1.0,
        near.get("", 0.0),
        math.log(said.length + 1),
        float(said.asks),
        float(bool(said.things)),
        float(said.of_oneself),
        said.told_words / (1 + math.sqrt(said.length)),
        float(bool(said.numbers)),
        float(any(move.owed for move in seat.moves)),
        float(seat.tells),
        max(near.values(), default=0.0),
        math.log(len(seat.moves) + 1),
        float(said.sentences > 2),
        wording.known_share(said),
        elsewhere - nearest,
    ]


def _known(move: Move, said: Said) -> Iterator[tuple[str, Any]]:
    """Fields of a move that a line fills beyond doubt: whoever is named, one number, all faces, the text itself."""
    if move.secret:
        return
    numbers = [each for each in move.fields if each.shape == "number"]
    left = [each for each in move.fields if not each.optional]
    for each in move.fields:
        if each.shape in {"choice", "choices"}:
            named = [option.value for option in each.options if _named(option, said, each.optional)]
            if each.shape == "choice" and len(named) == 1:
                yield each.name, named[0]
            elif each.shape == "choices" and named and each.least <= len(named) <= (each.most or len(named)):
                yield each.name, named
        elif each.shape == "number" and len(numbers) == len(said.numbers) == 1 and _within(each, said.numbers[0]):
            yield each.name, said.numbers[0]
        elif each.shape == "faces" and len(said.faces) == each.least and all(_face(each, n) for n in said.faces):
            yield each.name, list(said.faces)
        elif each.shape == "text" and left == [each] and said.length >= _TELLS_BY_ITSELF:
            yield each.name, said.text


def _named(option: Option, said: Said, beside: bool) -> bool:
    return said.names(option.value, beside) or said.names(option.label, beside)


def _within(field: Field, number: int) -> bool:
    return field.least <= number and (field.most is None or number <= field.most)


def _face(field: Field, number: int) -> bool:
    return 1 <= number <= (field.most or 6)


@lru_cache(maxsize=8)
def load_likely(slug: str, language: str = "en") -> Likely | None:
    """What is known of one rules system; None when nothing is.

    Raises:
        GrammarError: Its weights were made for other measures.
    """
    place = files("companion.nlu") / "weights" / language / f"{slug}.likely.json"
    if not place.is_file():
        return None
    content = json.loads(place.read_text(encoding="utf-8"))
    fits, idle = np.array(content["fits"]), np.array(content["idle"])
    if len(fits) != MEASURES or len(idle) != SIGNS:
        hint = "Train it again: tools/train/train_likely.py."
        raise GrammarError(f"{language}/{slug}.likely.json", 0, "made for other measures", hint)
    return Likely(unpacked(content), fits, idle)
