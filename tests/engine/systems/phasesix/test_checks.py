"""Checks, extra dice, group rolls, concealment (rules 3.3, 3.4)."""

import pytest

from engine.systems.phasesix.derived import pool_chance, success_chance


@pytest.mark.parametrize(
    ("minimum", "parts"),
    [(5, 72), (6, 36), (7, 36), (8, 30), (9, 24), (10, 18), (12, 6), (13, 6), (14, 5)],
)
def test_chances(minimum: int, parts: int) -> None:
    """P6-24: of 216 throws of one die; n dice add up, and in combat a six is the end."""
    assert success_chance(minimum) * 216 == parts
    assert pool_chance(2, 5) == 1 - (1 - success_chance(5)) ** 2
    assert success_chance(7, rolled_on=False) == 0
    assert success_chance(1) == 1
