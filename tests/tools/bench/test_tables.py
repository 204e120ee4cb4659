"""The load of several tables is measured in turns that were acknowledged and are in logs that fold."""

from tools.bench.tables import measure, until_full


def test_tables_that_play_at_once_lose_nothing(postgres: str) -> None:
    load = measure(postgres, tables=3, seconds=0.3, pause=0.0)
    assert load.sound
    assert load.tables == 3
    assert load.turns >= 3
    assert 0 < load.median_ms <= load.slow_ms


def test_more_tables_are_tried_until_no_more_gets_done(postgres: str) -> None:
    """Each step doubles them; the last one is not much faster than the one before."""
    steps = list(until_full(postgres, seconds=0.2))
    assert [load.tables for load in steps] == [2**number for number in range(len(steps))]
    assert len(steps) >= 2
