import numpy as np
import pytest

from audio.gain_control import GainControlledDetector
from audio.loudness import rms_dbfs
from audio.types import SAMPLE_RATE_HZ, Samples
from tests.support.sound import FRAME, silence, talk


class Meter:
    """Keeps how loud the frames are that it gets, and how often it was told to forget."""

    frame_samples = FRAME

    def __init__(self) -> None:
        self.heard: list[float] = []
        self.peak = 0.0
        self.forgot = 0

    def probability(self, frame: Samples) -> float:
        self.heard.append(rms_dbfs(frame))
        self.peak = max(self.peak, float(np.abs(frame).max()))
        return 0.5

    def reset(self) -> None:
        self.forgot += 1


def evening(talk_dbfs: float, rounds: int = 12) -> Samples:
    """A second of talk and half a second of a quiet room, again and again."""
    voice = talk(1.0) * 10.0 ** ((talk_dbfs - rms_dbfs(talk(1.0))) / 20.0)
    sound = np.tile(np.concatenate((voice, silence(0.5))), rounds)
    return np.asarray(sound + np.random.default_rng(2).normal(0.0, 0.0002, len(sound)), dtype=np.float32)


def hear(detector: GainControlledDetector, sound: Samples) -> None:
    for frame in sound[: len(sound) - len(sound) % FRAME].reshape(-1, FRAME):
        assert detector.probability(frame) == 0.5


def test_quiet_talk_is_judged_as_loud_talk_after_some_seconds() -> None:
    detector = GainControlledDetector(meter := Meter())
    hear(detector, evening(-36.0))
    assert detector.gain_db == pytest.approx(10.0, abs=1.0)
    assert max(meter.heard[-30:]) == pytest.approx(-26.0, abs=3.0)


def test_talk_that_is_loud_enough_is_judged_as_it_is() -> None:
    detector, sound = GainControlledDetector(meter := Meter()), evening(-20.0, 2)
    hear(detector, sound)
    assert meter.heard == pytest.approx([rms_dbfs(frame) for frame in sound.reshape(-1, FRAME)])


def test_a_murmur_next_door_is_not_made_a_voice_at_the_table() -> None:
    detector = GainControlledDetector(Meter())
    hear(detector, evening(-55.0))
    assert detector.gain_db == 20.0


def test_a_room_without_talk_stays_as_quiet_as_it_is_and_so_does_a_muted_microphone() -> None:
    hiss = np.asarray(np.random.default_rng(3).normal(0.0, 0.001, 10 * SAMPLE_RATE_HZ), dtype=np.float32)
    detector = GainControlledDetector(Meter())
    hear(detector, np.concatenate((silence(1.0), hiss, silence(1.0))))
    assert detector.gain_db == 0.0


def test_whoever_is_suddenly_loud_stays_within_full_scale_and_soon_sets_the_level() -> None:
    detector = GainControlledDetector(meter := Meter())
    hear(detector, evening(-45.0))
    assert detector.gain_db > 15.0
    hear(detector, talk(2.0))
    assert meter.peak <= 1.0
    assert detector.gain_db < 3.0


def test_forgetting_the_frames_keeps_the_level() -> None:
    detector = GainControlledDetector(meter := Meter())
    hear(detector, evening(-36.0))
    before = detector.gain_db
    detector.reset()
    assert (meter.forgot, detector.gain_db) == (1, before)
    assert before > 5.0
