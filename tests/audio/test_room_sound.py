"""Advice from a few seconds at the microphone."""

import numpy as np
import pytest

from audio.room_sound import RoomSound, advice, hum_dbfs, measure
from audio.types import SAMPLE_RATE_HZ
from tests.support.sound import LevelDetector, silence, speech, talk


@pytest.mark.parametrize(
    ("sound", "sentence", "hint"),
    [
        (RoomSound(-120.0, None, 0.0), "nothing but silence", "Switch it on"),
        (RoomSound(-50.0, -3.0, 0.01), "set too loud", "level down"),
        (RoomSound(-50.0, -9.0, 0.0, peaks_db=6.0), "set too loud", "level down"),
        (RoomSound(-50.0, -44.0, 0.0, hum_dbfs=-50.2), "hums (-50 dB)", "another cable"),
        (RoomSound(-52.0, -52.0, 0.0, hum_dbfs=-53.0), "hums (-53 dB)", "another cable"),
        (RoomSound(-50.0, -44.0, 0.0, hum_dbfs=-56.0), "only 6 dB louder", "closer to everybody"),
        (RoomSound(-70.0, -52.0, 0.0), "very quietly (-52 dB)", "level up"),
        (RoomSound(-38.5, -30.0, 0.0), "only 8 dB louder", "closer to everybody"),
        (RoomSound(-60.0, -43.0, 0.0), "only 17 dB louder", "closer to everybody"),
        (RoomSound(-70.0, -46.0, 0.0), "quiet enough", ""),
        (RoomSound(-30.0, None, 0.0), "The room is loud (-30 dB)", "away from fans"),
        (RoomSound(-60.0, None, 0.0), "quiet enough (-60 dB, nobody talked meanwhile)", ""),
        (RoomSound(-60.0, -30.0, 0.0), "quiet enough (-60 dB, talk -30 dB)", ""),
        (RoomSound(-50.0, -26.0, 0.0, hum_dbfs=-50.0, peaks_db=14.0), "quiet enough", ""),
    ],
)
def test_every_room_gets_one_sentence_and_what_to_do(sound: RoomSound, sentence: str, hint: str) -> None:
    found = advice(sound)
    told, todo = found.told, found.todo
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
    assert measure(silence(3.0), LevelDetector()) == RoomSound(-120.0, None, 0.0)


def test_a_die_between_the_sentences_is_not_the_room() -> None:
    room = np.full(32_768, 0.001, dtype=np.float32)
    room[8_192:9_216] = 0.09
    assert measure(room, LevelDetector()).noise_dbfs == pytest.approx(-60.0, abs=0.1)


@pytest.mark.parametrize("mains", [50, 60])
def test_hum_is_what_stays_whoever_talks(mains: int) -> None:
    """A line of the mains is found under talk that is as loud; talk and hiss alone are none."""
    times = np.arange(4 * SAMPLE_RATE_HZ) / SAMPLE_RATE_HZ
    hiss = np.random.default_rng(1).normal(0.0, 0.003, len(times))
    gliding = 0.1 * np.sin(2 * np.pi * 37.0 * times**2) * (times % 1.0 < 0.6)
    hum = 0.02 * np.sin(2 * np.pi * mains * times) + 0.02 * np.sin(2 * np.pi * 3 * mains * times)
    assert hum_dbfs(np.asarray(hiss + gliding + hum, dtype=np.float32)) == pytest.approx(-34.0, abs=1.0)
    assert hum_dbfs(np.asarray(hiss + gliding, dtype=np.float32)) < -50.0
    assert hum_dbfs(np.asarray(hum[:SAMPLE_RATE_HZ], dtype=np.float32)) == -120.0


def test_talk_cut_off_below_full_scale_distorts_all_the_same() -> None:
    """Its peaks stand hardly above its loudness; talk as it was keeps a distance."""
    assert "distorts" in advice(measure(np.clip(talk(2.0), -0.12, 0.12), LevelDetector())).told
    assert "distorts" not in advice(measure(talk(2.0), LevelDetector())).told
