"""Chooses the value of a field among those a line may mean: learned from where and how each is named.

A log-linear model over the candidates of one field: the options or numbers that may be meant, and none of them. It
knows how an option is named, what stands beside it, who speaks, and, of options that are words of the game ("extended",
"accept"), which words people say with them. `tools/train/slot_training.py` trains it.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from companion.nlu.line_words import SMALL, Line, Token, fold, repairs
from companion.nlu.numbers import ORDINALS
from companion.nlu.slot_words import NOUGHT, ONE, SELF
from engine.board import Field
from engine.quick_dataclass import dataclass

LEAST_CHANCE = 0.5
"""Probability from which a value is taken; below it the field is left open."""
SURE_CHANCE = 0.8
"""Probability from which a value counts as plainly told."""
_MARKS = frozenset({".", "?"})
_ANY = "*"
"""Stands for every field where a feature is shared by all."""
_HIGHEST_SHARED = 9


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value that a line may give a field.

    Attributes:
        value: The value; None where the line leaves the field open.
        features: What tells for or against it.
    """

    value: Any
    features: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SlotWeights:
    """Weight of each feature in one game."""

    weights: Mapping[str, float]

    def knows(self, kind: str, name: str) -> bool:
        """Return True for a field that was filled, or left open, in what was learnt from."""
        return f"{kind}.{name}|none" in self.weights

    def chances(self, candidates: Sequence[Candidate]) -> list[float]:
        """Probability of each candidate, 0 to 1; they sum up to 1."""
        weigh = self.weights.get
        scores = [sum(weigh(each, 0.0) for each in candidate.features) for candidate in candidates]
        highest = max(scores)
        odds = [math.exp(score - highest) for score in scores]
        whole = sum(odds)
        return [each / whole for each in odds]

    def packed(self) -> dict[str, Any]:
        """Its content, as kept in a file."""
        kept = sorted(self.weights)
        return {"slot_features": "\n".join(kept), "slot_weights": [round(self.weights[each], 3) for each in kept]}

    @staticmethod
    def unpacked(content: Mapping[str, Any]) -> "SlotWeights":
        """Weights from the arrays of a file; none where it holds none."""
        if "slot_features" not in content:
            return SlotWeights({})
        names = str(content["slot_features"]).split("\n")
        return SlotWeights(dict(zip(names, map(float, content["slot_weights"]), strict=True)))


class LineSlots:
    """Evidence of one line for the fields of moves.

    Args:
        line: What was said.
        own: Folded names of the speaker.
        addressed: Folded names of who spoke before.
    """

    def __init__(self, line: Line, own: frozenset[str] = frozenset(), addressed: frozenset[str] = frozenset()) -> None:
        self._tokens, self._own, self._addressed = line.tokens, own, addressed
        words = {each.word for each in line.tokens}
        self._of_self, self._of_one = bool(words & SELF), bool(words & ONE)
        self._nought = bool(words & NOUGHT)
        self._people = [at for at, each in enumerate(line.tokens) if each.stem == "#player"]
        plain = [each.stem for each in line.tokens if not (each.stem.startswith("#") or each.stem in SMALL | _MARKS)]
        self._stems = sorted(set(plain))
        self._pairs = sorted({f"{one.stem} {other.stem}" for one, other in pairwise(line.tokens)})
        gone = repairs(line.tokens)
        self._numbers = [
            (at, each.number, each)
            for at, each in enumerate(line.tokens)
            if each.number is not None and each.word not in ORDINALS and at not in gone
        ]

    def options(self, kind: str, wanted: Field, named: Sequence[float]) -> list[Candidate]:
        """The options of a field, and leaving it open last.

        Args:
            kind: Of the command.
            wanted: The field.
            named: How well each option is named: from 3 by its name, from 2 by all of its words, above 0 by some.
        """
        own, name = f"{kind}.{wanted.name}", wanted.name
        levels = ["W" if score >= 3 else "w" if score >= 2 else "p" if score > 0 else "-" for score in named]
        whole, partly = sum(each in "Ww" for each in levels), "p" in levels
        found = [
            Candidate(option.value, tuple(self._option(own, name, option.value, str(option.label), level, whole)))
            for option, level in zip(wanted.options, levels, strict=True)
        ]
        signs = (f"{whole > 0}{partly}", f"{wanted.optional}", f"{min(whole, 3)}")
        left = [f"{each}|none" for each in (own, name, _ANY)]
        left += [f"{each}|none{sign}" for each in (own, name) for sign in signs] + [f"{_ANY}|none{signs[2]}"]
        return [*found, Candidate(None, tuple(left))]

    def _option(self, own: str, name: str, value: Any, label: str, level: str, whole: int) -> Iterator[str]:
        several = min(whole, 3)
        yield from (f"{own}|{level}", f"{name}|{level}", f"{own}|{level}{whole}", f"{name}|{level}{several}")
        yield f"{_ANY}|{level}{several}"
        folded = fold(value)
        if folded in self._own:
            yield from (f"{own}|me{self._of_self}", f"{name}|me{self._of_self}{level}")
        if folded in self._addressed:
            yield from (f"{own}|you{self._of_one}{whole > 0}", f"{name}|you{self._of_one}{whole > 0}")
        names = {folded, fold(label.split(",")[0])} - {""}
        places = [at for at, each in enumerate(self._tokens) if each.names & names]
        if places:
            yield f"{name}|many{len(places) > 1}"
            yield from self._beside_name(own, name, places[0])
        if isinstance(value, bool) or (isinstance(value, str) and value == value.lower()):
            yield f"{own}|={value}"
            yield from (f"{own}={value}|{each}" for each in (*self._stems, *self._pairs))

    def _beside_name(self, own: str, name: str, at: int) -> Iterator[str]:
        place = _place(self._people.index(at), len(self._people)) if at in self._people else "no"
        before, after = self._around(at)
        yield from (f"{own}|at {place}", f"{name}|at {place}", f"{name}|at {place}{len(self._people)}")
        for each in (own, name, _ANY):
            yield from (f"{each}|< {before[0]}", f"{each}|> {after[0]}")
        yield f"{name}|<< {before[1]} {before[0]}"
        token = self._tokens[at]
        if token.pause:
            yield from (f"{own}|pause", f"{name}|pause")
        if token.aside:
            yield from (f"{own}|aside", f"{name}|aside", f"{_ANY}|aside")
        yield f"{name}|end{after[0] in _MARKS}"

    def numbers(self, kind: str, wanted: Field, beside: Mapping[int, float]) -> list[Candidate]:
        """The numbers that a field may take, and leaving it open last.

        Args:
            kind: Of the command.
            wanted: The field.
            beside: Places of numbers near a word of the field, with how far from it they stand.
        """
        own, name = f"{kind}.{wanted.name}", wanted.name
        fit = [each for each in self._numbers if _allowed(wanted, each[1])]
        plain = sum(token.stem == "#n" for _, _, token in fit)
        found = [
            Candidate(number, tuple(self._number(own, name, at, (order, len(fit), plain), beside)))
            for order, (at, number, _) in enumerate(fit)
        ]
        told = {each.value for each in found}
        if wanted.optional and _allowed(wanted, 1) and 1 not in told:  # nobody bids one by saying no number
            found.append(Candidate(1, tuple(self._implied(own, name, bool(fit)))))
        if _allowed(wanted, 0) and 0 not in told and self._nought:
            found.append(Candidate(0, (f"{own}|no", f"{name}|no", f"{_ANY}|no", f"{own}|no{bool(fit)}")))
        signs = (f"{bool(fit)}", f"{wanted.optional}")
        left = [f"{own}|none", f"{name}|none", f"{_ANY}|none", f"{_ANY}|none{min(plain, 2)}"]
        left += [f"{own}|none{sign}" for sign in signs] + [f"{_ANY}|none{wanted.optional}{bool(beside)}"]
        return [*found, Candidate(None, tuple(left))]

    def _number(
        self, own: str, name: str, at: int, order: tuple[int, int, int], beside: Mapping[int, float]
    ) -> Iterator[str]:
        token, (which, fit, plain) = self._tokens[at], order
        number = token.number or 0
        place = ("n" if token.stem == "#n" else "one") + _place(which, fit)
        before, after = self._around(at)
        yield from (f"{each}|at {place}" for each in (own, name, _ANY))
        yield f"{name}|only{plain == 1 and token.stem == '#n'}"
        for each in (own, name, _ANY):
            yield from (f"{each}|< {before[0]}", f"{each}|> {after[0]}")
        yield from (f"{name}|<< {before[1]} {before[0]}", f"{own}|>> {after[0]} {after[1]}", f"{name}|>> {after[1]}")
        yield from (f"{own}|is{number}", f"{name}|is{min(number, _HIGHEST_SHARED)}")
        if at in beside:
            yield from (f"{own}|near", f"{name}|near", f"{_ANY}|near{beside[at] < 1}")
        else:
            yield from (f"{name}|far", f"{_ANY}|far")

    def _implied(self, own: str, name: str, told: bool) -> Iterator[str]:
        yield from (f"{own}|one", f"{name}|one", f"{own}|one{told}")
        yield from (f"{each}|one {word}" for each in (own, name) for word in self._stems)

    def _around(self, at: int) -> tuple[tuple[str, str], tuple[str, str]]:
        """Stems of the two tokens before a place and the two behind it, those beside it first."""
        said = self._tokens
        return (_stem(said, at - 1), _stem(said, at - 2)), (_stem(said, at + 1), _stem(said, at + 2))


def _stem(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].stem if 0 <= at < len(tokens) else "|"


def _place(which: int, several: int) -> str:
    """The place of something among its like."""
    if several == 1:
        return "only"
    return "first" if which == 0 else "last" if which == several - 1 else "mid"


def _allowed(wanted: Field, number: int) -> bool:
    return wanted.least <= number and (wanted.most is None or number <= wanted.most)
