import numpy as np
import pytest

from audio.rooms import ROOMS, through_rooms
from audio.types import SAMPLE_RATE_HZ


@pytest.fixture(scope="module")
def speech():
    return np.random.default_rng(2).normal(0, 0.1, 4 * SAMPLE_RATE_HZ).astype(np.float32)


def test_every_part_goes_through_a_room_of_its_own(speech):
    """The whole clip is there once, split among the rooms, and the same clip gives the same sound."""
    parts = through_rooms(speech)
    assert [len(part) for part in parts] == [SAMPLE_RATE_HZ] * ROOMS
    assert all(np.array_equal(one, two) for one, two in zip(parts, through_rooms(speech), strict=True))


def test_rooms_add_echo_and_noise():
    click = np.zeros(ROOMS * SAMPLE_RATE_HZ, dtype=np.float32)
    click[::SAMPLE_RATE_HZ] = 1.0
    for part in through_rooms(click):
        assert np.abs(part[100:4_000]).mean() > np.abs(part[12_000:]).mean() > 0.0


def test_nothing_goes_through_no_room():
    assert through_rooms(np.zeros(0, dtype=np.float32)) == []
