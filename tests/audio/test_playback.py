import sys

import numpy as np
import pytest

from audio.errors import DeviceUnavailable
from audio.playback import BLOCK_SECONDS, NullSink, SpeakerSink


class PortAudioError(Exception):
    pass


class ScriptedOutput:
    """Lets a test pull the blocks PortAudio would ask for."""

    latency = 0.04
    active = True

    def __init__(self, **settings):
        self.settings = settings
        self.closed = False

    def start(self):
        if self.settings["device"] == "taken":
            raise PortAudioError("Device busy")

    def pull(self):
        frames = self.settings["blocksize"]
        out = np.full((frames, 1), 9.0, dtype=np.float32)
        self.settings["callback"](out, frames, None, None)
        return out[:, 0]

    def abort(self):
        pass

    def close(self):
        self.closed = True


@pytest.fixture
def speaker(monkeypatch):
    class System:
        PortAudioError = PortAudioError
        opened = None

        @classmethod
        def OutputStream(cls, **settings):
            cls.opened = ScriptedOutput(**settings)
            return cls.opened

        @staticmethod
        def _terminate():
            pass

        @staticmethod
        def _initialize():
            pass

    monkeypatch.setitem(sys.modules, "sounddevice", System)
    return System


def test_samples_are_played_in_order_and_followed_by_silence(speaker):
    """Queued pieces join without a gap; then there is silence."""
    sink = SpeakerSink()
    sink.play(np.full(700, 0.1, dtype=np.float32), 24_000)
    sink.play(np.full(500, 0.2, dtype=np.float32), 24_000)
    played = np.concatenate([speaker.opened.pull() for _ in range(3)])
    assert played[:700] == pytest.approx(np.full(700, 0.1))
    assert played[700:1_200] == pytest.approx(np.full(500, 0.2))
    assert not played[1_200:].any()


def test_speaking_lasts_until_the_sound_has_left_the_device(speaker):
    sink = SpeakerSink()
    assert not sink.speaking
    sink.play(np.full(480, 0.1, dtype=np.float32), 24_000)
    assert sink.speaking
    speaker.opened.pull()
    assert sink.speaking
    speaker.opened.pull()
    speaker.opened.pull()
    assert not sink.speaking


def test_stop_is_heard_with_the_next_block(speaker):
    sink = SpeakerSink()
    sink.play(np.full(48_000, 0.5, dtype=np.float32), 24_000)
    assert speaker.opened.pull().all()
    sink.stop()
    assert not speaker.opened.pull().any()
    assert BLOCK_SECONDS <= 0.05


def test_other_rates_are_converted(speaker):
    sink = SpeakerSink()
    sink.play(np.full(48_000, 0.5, dtype=np.float32), 48_000)
    blocks = 0
    while speaker.opened.pull().any():
        blocks += 1
    assert blocks * BLOCK_SECONDS == pytest.approx(1.0, abs=0.05)


def test_taken_loudspeaker_is_explained(speaker):
    with pytest.raises(DeviceUnavailable, match="'taken'") as caught:
        SpeakerSink("taken")
    assert caught.value.hint


def test_missing_portaudio_is_explained(monkeypatch):
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(DeviceUnavailable) as caught:
        SpeakerSink()
    assert "libportaudio2" in caught.value.hint


def test_closing_twice_is_safe(speaker):
    sink = SpeakerSink()
    sink.close()
    sink.close()
    assert speaker.opened.closed


def test_null_sink_is_never_speaking():
    sink = NullSink()
    sink.play(np.ones(10, dtype=np.float32), 24_000)
    sink.stop()
    sink.close()
    assert not sink.speaking


def test_device_that_went_away_does_not_keep_the_companion_deaf_and_is_tried_again(speaker):
    """The announcement is lost, nothing counts as speaking, and the next announcement opens the device anew."""
    sink = SpeakerSink()
    sink.play(np.full(480, 0.1, dtype=np.float32), 24_000)
    gone = speaker.opened
    gone.active = False
    assert not sink.speaking
    sink.play(np.full(480, 0.2, dtype=np.float32), 24_000)
    assert gone.closed
    assert speaker.opened is not gone
    assert speaker.opened.pull()[0] == pytest.approx(0.2)


def test_without_a_device_nothing_is_queued(speaker, monkeypatch):
    sink = SpeakerSink()
    speaker.opened.active = False
    monkeypatch.setattr(ScriptedOutput, "start", lambda self: (_ for _ in ()).throw(PortAudioError("No such device")))
    sink.play(np.full(480, 0.1, dtype=np.float32), 24_000)
    assert not sink.speaking


def test_released_device_is_opened_for_the_next_words(speaker):
    sink = SpeakerSink()
    sink.release()
    assert speaker.opened.closed
    sink.play(np.full(480, 0.1, dtype=np.float32), 24_000)
    assert speaker.opened.pull()[0] == pytest.approx(0.1)
    sink.close()
    sink.play(np.full(480, 0.1, dtype=np.float32), 24_000)
    assert not sink.speaking
