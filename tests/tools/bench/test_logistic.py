"""Logistic regression: the lowest point is found, and it tells the rows apart."""

import numpy as np
import pytest

from tools.bench.logistic import Rows, Vector, fit, minimize


def test_sums_and_spreads_follow_the_rows() -> None:
    rows = Rows.of([[0, 2], [1], [0, 1, 3]], 4)
    assert rows.sums(np.array([1.0, 10.0, 100.0, 1000.0])).tolist() == [101.0, 10.0, 1011.0]
    assert rows.spread(np.array([1.0, 2.0, 4.0])).tolist() == [5.0, 6.0, 1.0, 4.0]
    some = rows.only(np.array([True, False, True]))
    assert some.sums(np.arange(4.0)).tolist() == [2.0, 4.0]


def test_the_lowest_point_of_a_bowl_is_found() -> None:
    target = np.array([3.0, -2.0, 0.5])
    steep = np.array([1.0, 30.0, 0.2])

    def bowl(point: Vector) -> tuple[float, Vector]:
        return float(steep @ (point - target) ** 2), 2 * steep * (point - target)

    assert minimize(bowl, np.zeros(3)) == pytest.approx(target, abs=0.02)


def test_telling_features_get_the_weight() -> None:
    random = np.random.default_rng(7)
    wanted = random.random(400) < 0.3
    features = [sorted({int(each) * 2, 1 + 2 * int(random.integers(2, 9))}) for each in wanted]
    weights = fit(Rows.of(features, 20), wanted, 1.0)
    assert weights[2] > 1 > -1 > weights[0]
    assert np.abs(weights[5:20:2]).max() < 1


def test_the_slope_vanishes_at_the_weights_found() -> None:
    rows = Rows.of([[0], [0, 1], [1], [1, 2], [2], [0, 2]], 3)
    wanted = np.array([True, True, False, False, True, True])
    weights = fit(rows, wanted, 2.0)
    sure = 1 / (1 + np.exp(-(rows.sums(weights[:-1]) + weights[-1])))
    slope = np.append(rows.spread(2.0 * (sure - wanted)), (2.0 * (sure - wanted)).sum()) + weights
    assert np.abs(slope).max() < 0.01
