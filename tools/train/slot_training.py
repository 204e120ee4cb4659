"""Learns which value a line gives a field of a move, from evenings that tell what was meant."""

import math
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.nlu.line_words import Line, fold
from companion.nlu.move_slots import candidates
from companion.nlu.ranking import Seat
from companion.nlu.slot_choice import Candidate, LineSlots, SlotWeights
from engine.board import Move

EPOCHS, RATE, SHRINK = 6, 0.3, 1e-4
TOLD, UNTOLD = 1.0, 0.5
"""Weight of a value that has to be right, and of one that need not be told."""
LEAST_WEIGHT = 0.02
"""Weights below it are left out of the file."""


@dataclass(frozen=True, slots=True)
class Request:
    """A line that asks for one thing.

    Attributes:
        line: What was said.
        seat: Who said it, and what they may do.
        kind: Of the command.
        told: Fields that have to be right.
        untold: Fields that belong to it and need not be told.
        group: Requests that are held out together: an evening.
    """

    line: Line
    seat: Seat
    kind: str
    told: Mapping[str, Any]
    untold: Mapping[str, Any]
    group: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A field with the values it may take, the places of the right ones, and how much it counts."""

    candidates: Sequence[Candidate]
    right: frozenset[int]
    weight: float


def choices(request: Request) -> Iterator[Choice]:
    """The fields of what was asked for that were told, or left open."""
    same = _Same(request.seat)
    wanted = {**request.untold, **request.told}
    moves = (move for move in request.seat.moves if move.kind == request.kind)
    move = next((each for each in moves if _agrees(each, wanted, same)), None)
    if move is None:
        return
    slots = LineSlots(request.line, request.seat.own, request.seat.addressed)
    for each in move.fields:
        if each.shape in {"choice", "number"} and (each.name in wanted or each.optional):
            found = candidates(move, each, request.line, slots, request.seat.own)
            right = frozenset(at for at, one in enumerate(found) if same(one.value, wanted.get(each.name)))
            if right:
                yield Choice(found, right, TOLD if each.name in request.told else UNTOLD)


def _agrees(move: Move, wanted: Mapping[str, Any], same: "_Same") -> bool:
    return all(name not in wanted or same(value, wanted[name]) for name, value in move.given)


class _Same:
    """Compares values as a table does: a character stands for their player."""

    def __init__(self, seat: Seat) -> None:
        self._players = {fold(each.character): fold(each.name) for each in seat.vocabulary.players if each.character}

    def __call__(self, one: Any, other: Any) -> bool:
        if one in (None, "") or other in (None, ""):
            return one in (None, "") and other in (None, "")
        return self._folded(one) == self._folded(other)

    def _folded(self, value: Any) -> str:
        name = fold(value)
        return self._players.get(name, name)


def slot_weights(several: Iterable[Choice], chance: random.Random) -> SlotWeights:
    """Weights under which the right values are likeliest (stochastic gradient descent, rates that shrink)."""
    learnt = list(several)
    weights: dict[str, float] = defaultdict(float)
    slopes: dict[str, float] = defaultdict(lambda: 1.0)
    for _ in range(EPOCHS):
        chance.shuffle(learnt)
        for each in learnt:
            shares = SlotWeights(weights).chances(each.candidates)
            right = sum(shares[at] for at in each.right)
            for at, (share, one) in enumerate(zip(shares, each.candidates, strict=True)):
                slope = (share - (share / right if at in each.right else 0.0)) * each.weight
                for name in one.features if abs(slope) > _FLAT else ():
                    down = slope + SHRINK * weights[name]
                    slopes[name] += down * down
                    weights[name] -= RATE * down / math.sqrt(slopes[name])
    return SlotWeights({name: value for name, value in weights.items() if abs(value) >= LEAST_WEIGHT})


_FLAT = 1e-4


def hits(several: Iterable[Choice], weights: SlotWeights) -> Counter[str]:
    """Count told fields that are filled rightly, wrongly, or left open."""
    found = Counter[str]()
    for each in several:
        if each.weight == TOLD:
            shares = weights.chances(each.candidates)
            best = max(range(len(shares)), key=shares.__getitem__)
            found["right" if best in each.right else "open" if each.candidates[best].value is None else "wrong"] += 1
    return found
