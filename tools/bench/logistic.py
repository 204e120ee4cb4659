"""Logistic regression on sparse yes-or-no features, fitted by L-BFGS: what the classifier of table talk needs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
_MEMORY = 8
_STEPS = 200
_CLOSE = 3e-4
_SHRINK = 0.5
_DECREASE = 1e-4


@dataclass(frozen=True, slots=True)
class Rows:
    """Features of each row.

    Attributes:
        columns: Features of all rows, one row after the other; every row has at least one.
        starts: Where each row begins in `columns`.
        width: How many features there are.
    """

    columns: NDArray[np.int64]
    starts: NDArray[np.int64]
    width: int

    @staticmethod
    def of(features: Sequence[Sequence[int]], width: int) -> "Rows":
        """Rows from lists of features, none of them empty."""
        lengths = np.array([len(row) for row in features], np.int64)
        columns = np.fromiter((each for row in features for each in row), np.int64, int(lengths.sum()))
        return Rows(columns, np.cumsum(lengths) - lengths, width)

    def only(self, chosen: NDArray[np.bool_]) -> "Rows":
        """Some of the rows."""
        lengths = np.diff(self.starts, append=len(self.columns))
        kept = lengths[chosen]
        return Rows(self.columns[np.repeat(chosen, lengths)], np.cumsum(kept) - kept, self.width)

    def sums(self, weights: Vector) -> Vector:
        """Sum of the weights of each row's features."""
        return np.add.reduceat(weights[self.columns], self.starts)

    def spread(self, values: Vector) -> Vector:
        """Sum of the values of the rows each feature is in."""
        lengths = np.diff(self.starts, append=len(self.columns))
        return np.asarray(np.bincount(self.columns, np.repeat(values, lengths), self.width), np.float64)


def fit(rows: Rows, wanted: NDArray[np.bool_], strength: float) -> Vector:
    """Weights of the features, and the constant after them.

    Args:
        rows: Features; the constant is added here.
        wanted: What each row is.
        strength: How much the rows count against small weights (the C of other libraries), above 0.
    """
    there = np.bincount(rows.columns, minlength=rows.width) > 0
    weights = np.zeros(rows.width + 1)
    packed = Rows((np.cumsum(there) - 1)[rows.columns], rows.starts, int(there.sum()))
    weights[np.append(there, True)] = _fit(packed, np.where(wanted, 1.0, -1.0), strength)
    return weights


def _fit(rows: Rows, signs: Vector, strength: float) -> Vector:
    """Weights of features that all occur, for rows that are 1 or -1."""

    def loss(weights: Vector) -> tuple[float, Vector]:
        margins = signs * (rows.sums(weights[:-1]) + weights[-1])
        pull = -strength * signs / (1 + np.exp(np.minimum(margins, 500)))
        slope = np.append(rows.spread(pull), pull.sum()) + weights
        return float(strength * np.logaddexp(0, -margins).sum() + weights @ weights / 2), slope

    return minimize(loss, np.zeros(rows.width + 1))


def minimize(loss: Callable[[Vector], tuple[float, Vector]], start: Vector) -> Vector:
    """Lowest point of a smooth convex function, by L-BFGS with steps cut back until they help.

    Args:
        loss: Value and slope at a point.
        start: Where to begin.
    """
    here = start
    value, slope = loss(here)
    target = _CLOSE * max(1.0, float(np.abs(slope).max()))
    past: list[tuple[Vector, Vector]] = []
    for _ in range(_STEPS):
        if float(np.abs(slope).max()) <= target:
            break
        way = _direction(slope, past)
        step = 1.0 if past else min(1.0, 1.0 / float(np.linalg.norm(slope)))
        fall = _DECREASE * float(slope @ way)
        there = here + step * way
        found, steeper = loss(there)
        while found > value + step * fall:
            step *= _SHRINK
            there = here + step * way
            found, steeper = loss(there)
        past = [*past, (there - here, steeper - slope)][-_MEMORY:]
        here, value, slope = there, found, steeper
    return here


def _direction(slope: Vector, past: Sequence[tuple[Vector, Vector]]) -> Vector:
    way = -slope
    used = []
    for moved, turned in reversed(past):
        share = float(moved @ way) / float(moved @ turned)
        way = way - share * turned
        used.append(share)
    if past:
        moved, turned = past[-1]
        way = way * (float(moved @ turned) / float(turned @ turned))
    for (moved, turned), share in zip(past, reversed(used), strict=True):
        way = way + (share - float(turned @ way) / float(moved @ turned)) * moved
    return way
