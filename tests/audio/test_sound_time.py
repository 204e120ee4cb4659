import pytest

from audio.sound_time import SoundTime


def test_the_chunk_that_came_soonest_says_when_sound_was_made():
    time = SoundTime()
    for position, late in ((1.0, 0.3), (1.5, 0.0), (2.0, 0.2)):
        time.arrived(position, 100.0 + position + late)
    assert time.of(1.2) == pytest.approx(101.2)


def test_clocks_may_drift_apart():
    time = SoundTime()
    for number in range(10_000):
        time.arrived(number * 0.032, 100.0 + number * 0.032 * 1.001)
    assert time.of(320.0) == pytest.approx(100.0 + 320.0 * 1.001, abs=0.04)
