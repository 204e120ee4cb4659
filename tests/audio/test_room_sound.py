"""Advice from a few seconds at the microphone."""

import numpy as np
import pytest

from audio.room_sound import RoomSound, advice, measure
from tests.support.sound import LevelDetector, silence, speech


@pytest.mark.parametrize(
    ("sound", "sentence", "hint"),
    [
        (RoomSound(-120.0, None, 0.0), "nothing but silence", "Switch it on"),
        (RoomSound(-50.0, -3.0, 0.01), "set too loud", "level down"),
        (RoomSound(-70.0, -52.0, 0.0), "very quietly (-52 dB)", "level up"),
        (RoomSound(-38.5, -30.0, 0.0), "only 8 dB louder", "closer to everybody"),
        (RoomSound(-30.0, None, 0.0), "The room is loud (-30 dB)", "away from fans"),
        (RoomSound(-60.0, None, 0.0), "quiet enough (-60 dB, nobody talked meanwhile)", ""),
        (RoomSound(-60.0, -30.0, 0.0), "quiet enough (-60 dB, talk -30 dB)", ""),
    ],
)
def test_every_room_gets_one_sentence_and_what_to_do(sound: RoomSound, sentence: str, hint: str) -> None:
    """A good one needs nothing."""
    told, todo = advice(sound)
    assert sentence in told
    assert hint in todo
    assert bool(hint) == bool(todo)


def test_talk_and_room_are_measured_apart() -> None:
    """In dB of full scale; a muted microphone is as quiet as can be."""
    quiet = np.full(16_384, 0.001, dtype=np.float32)
    heard = measure(np.concatenate((quiet, speech(1.0, 0.5))), LevelDetector())
    assert heard.noise_dbfs == pytest.approx(-60.0, abs=0.1)
    assert heard.speech_dbfs == pytest.approx(-6.0, abs=0.1)
    assert heard.clipped == 0.0
    assert measure(silence(1.0), LevelDetector()) == RoomSound(-120.0, None, 0.0)


def test_a_word_is_too_little_to_judge_by_and_full_scale_is_distortion() -> None:
    """Ten frames of speech at least."""
    assert measure(np.concatenate((silence(1.0), speech(0.2))), LevelDetector()).speech_dbfs is None
    assert measure(speech(1.0, 1.0), LevelDetector()).clipped == pytest.approx(1.0)
