import sys
import threading
import types
from itertools import count

import numpy as np
import pytest

from audio.capture import WENT_AWAY, MicrophoneSource
from audio.errors import DeviceUnavailable
from audio.portaudio import list_devices, look_again, loudspeakers
from audio.types import SAMPLE_RATE_HZ


class PortAudioError(Exception):
    pass


class ScriptedStream:
    """Plays blocks into the callback as soon as it is started."""

    def __init__(self, system, **settings):
        self.system, self.settings = system, settings
        self.latency = 0.02
        system.streams.append(self)

    def start(self):
        if self.system.fails_to_open:
            raise PortAudioError(*self.system.refusals)
        for number, block in enumerate(self.system.blocks):
            self.give(block, 50.0 + number * len(block) / self.settings["samplerate"])
        if self.system.unplugged:
            self.settings["finished_callback"]()

    def give(self, block, recorded_at):
        self.settings["callback"](block, len(block), types.SimpleNamespace(inputBufferAdcTime=recorded_at), None)

    def abort(self):
        self.system.aborted += 1

    def close(self):
        self.system.closed += 1


class ScriptedSystem(types.ModuleType):
    """Stands for the module `sounddevice`."""

    PortAudioError = PortAudioError

    def __init__(self, blocks=(), refused_rates=(), unplugged=False, fails_to_open=False):
        super().__init__("sounddevice")
        self.blocks, self.refused_rates = list(blocks), set(refused_rates)
        self.unplugged, self.fails_to_open = unplugged, fails_to_open
        self.refusals = ("Error opening InputStream: Device unavailable", -9985)
        self.streams, self.aborted, self.closed, self.restarts = [], 0, 0, 0

    def check_input_settings(self, device, channels, dtype, samplerate):
        if samplerate in self.refused_rates:
            raise PortAudioError("Invalid sample rate")

    def query_devices(self, device=None, kind=None):
        entry = {"name": "Table mic", "max_input_channels": 1, "max_output_channels": 0, "default_samplerate": 48_000.0}
        return entry if kind else [entry]

    def InputStream(self, **settings):
        return ScriptedStream(self, **settings)

    def _terminate(self):
        pass

    def _initialize(self):
        self.restarts += 1


@pytest.fixture
def install(monkeypatch):
    def install(**script):
        system = ScriptedSystem(**script)
        monkeypatch.setitem(sys.modules, "sounddevice", system)
        return system

    return install


def block(value, size=512):
    return np.full((size, 1), value, dtype=np.float32)


def test_sound_arrives_in_order(install):
    system = install(blocks=[block(0.1), block(0.2)])
    source = MicrophoneSource("Table mic")
    chunks = source.chunks()
    first, second = next(chunks), next(chunks)
    assert (first.samples[0], second.samples[0]) == (np.float32(0.1), np.float32(0.2))
    assert (first.start, second.start) == (0.0, 512 / SAMPLE_RATE_HZ)
    assert system.streams[0].settings["device"] == "Table mic"
    source.close()
    assert list(chunks) == []
    assert (system.aborted, system.closed) == (1, 1)


def test_callback_copies_its_block(install):
    memory = block(0.1)
    system = install(blocks=[memory])
    chunks = MicrophoneSource().chunks()
    iterator = iter(chunks)
    chunk = next(iterator)
    memory[:] = 0.9
    assert chunk.samples[0] == np.float32(0.1)
    assert system.streams


def test_drops_are_counted_and_handed_out(install):
    """A full queue loses sound; the next chunk says how much, and the time goes on."""
    system = install(blocks=[block(0.1), block(0.2), block(0.3), block(0.4)])
    source = MicrophoneSource(queue_seconds=0.064)
    chunks = source.chunks()
    assert [next(chunks).dropped, next(chunks).dropped] == [0, 0]
    system.streams[0].give(block(0.5), 50.128)
    late = next(chunks)
    assert late.dropped == 1_024
    assert late.start == 2_048 / SAMPLE_RATE_HZ
    assert late.samples[0] == np.float32(0.5)


def test_sound_lost_by_the_system_is_counted(install):
    """A gap in the recording times moves what follows to its true time; wavering times do not."""
    system = install(blocks=[block(0.1)])
    chunks = MicrophoneSource().chunks()
    next(chunks)
    system.streams[0].give(block(0.2), 50.042)
    assert next(chunks).dropped == 0
    system.streams[0].give(block(0.3), 50.574)
    late = next(chunks)
    assert late.dropped == 8_000
    assert late.start == (1_024 + 8_000) / SAMPLE_RATE_HZ


def test_refused_rate_falls_back_to_the_device_and_is_converted(install):
    times = np.arange(48_000) / 48_000
    sound = np.sin(2 * np.pi * 300 * times).astype(np.float32).reshape(-1, 1)
    system = install(blocks=np.split(sound, 50), refused_rates=[16_000], unplugged=True)
    chunks = MicrophoneSource().chunks()
    samples = np.concatenate([next(chunks).samples for _ in range(50)])
    assert system.streams[0].settings["samplerate"] == 48_000
    assert len(samples) == pytest.approx(16_000, abs=400)
    assert np.argmax(np.abs(np.fft.rfft(samples))) * 16_000 / len(samples) == pytest.approx(300, abs=3)


@pytest.mark.parametrize("rate", [8_000, 44_100, 96_000])
def test_a_microphone_of_any_rate_is_heard_as_long_as_it_speaks(install, rate):
    sound = np.zeros((rate, 8), dtype=np.float32)
    sound[:, 0] = np.sin(2 * np.pi * 300 * np.arange(rate) / rate)
    system = install(blocks=np.split(sound, 50), refused_rates=[16_000], unplugged=True)
    system.query_devices = lambda *_: {"default_samplerate": float(rate)}
    chunks = MicrophoneSource().chunks()
    samples = np.concatenate([next(chunks).samples for _ in range(50)])
    assert len(samples) == pytest.approx(16_000, abs=1_600)  # the converter holds some of it back
    assert np.argmax(np.abs(np.fft.rfft(samples))) * 16_000 / len(samples) == pytest.approx(300, abs=6)


def test_what_is_no_sound_deafens_nobody(install):
    wild = np.array([[np.nan], [np.inf], [-np.inf], [3e38], [-3e38], [0.5]], dtype=np.float32)
    install(blocks=[wild, block(0.2)])
    chunks = MicrophoneSource().chunks()
    first, second = next(chunks), next(chunks)
    assert first.samples.tolist() == [0.0, 0.0, 0.0, 1.0, -1.0, 0.5]
    assert second.samples[0] == np.float32(0.2)


def test_a_device_that_loses_count_moves_no_time(install):
    system = install(blocks=[block(0.1)])
    chunks = MicrophoneSource().chunks()
    next(chunks)
    for recorded_at in (1e300, float("nan"), float("inf"), 51.0):
        system.streams[0].give(block(0.2), recorded_at)
        assert next(chunks).dropped == 0


def test_unplugged_microphone_is_told_and_heard_again_when_it_is_back(install):
    """Meanwhile silence is handed out at the pace of the clock, so that the evening goes on."""
    system = install(blocks=[block(0.1)], unplugged=True)
    ticks = iter(range(1_000))
    source = MicrophoneSource(retry_seconds=2.5, clock=lambda: float(next(ticks)))
    chunks = source.chunks()
    assert next(chunks).samples[0] == np.float32(0.1)
    system.fails_to_open = True
    away = [next(chunks) for _ in range(8)]
    assert source.trouble == WENT_AWAY
    assert not any(chunk.samples.any() for chunk in away)
    assert [chunk.start for chunk in away] == pytest.approx([512 / SAMPLE_RATE_HZ + second for second in range(8)])
    system.fails_to_open, system.blocks, system.unplugged = False, [block(0.3)], False
    back = next(chunk for chunk in chunks if chunk.samples.any())
    assert back.samples[0] == np.float32(0.3)
    assert back.dropped == 0
    assert source.trouble == ""
    assert system.restarts >= 1
    assert (system.aborted, system.closed) == (1, 1)


def test_microphone_held_by_another_program_is_taken_as_soon_as_it_is_free(install):
    """Every refusal is another try later; a listener that is closed meanwhile stops trying."""
    system = install(unplugged=True)
    ticks = iter(range(1_000))
    source = MicrophoneSource(retry_seconds=0.5, clock=lambda: float(next(ticks)))
    chunks = source.chunks()
    next(chunks)
    system.fails_to_open = True
    next(chunks)
    opened = len(system.streams)
    next(chunks)
    assert len(system.streams) == opened + 1
    source.close()
    assert list(chunks) == []


def test_silent_device_is_taken_for_unplugged(install):
    install()
    ticks = iter(range(0, 1_000, 2))
    source = MicrophoneSource(clock=lambda: float(next(ticks)))
    next(source.chunks())
    assert source.trouble == WENT_AWAY


def test_devices_are_not_looked_for_while_something_is_said(install):
    """PortAudio would cut it off; loudspeakers that are quiet give their device back first."""

    class Mouth:
        speaking, released = True, 0

        def release(self):
            self.released += 1

    mouth, system = Mouth(), install()
    loudspeakers.add(mouth)
    look_again()
    assert (system.restarts, mouth.released) == (0, 0)
    mouth.speaking = False
    look_again()
    assert (system.restarts, mouth.released) == (1, 1)
    loudspeakers.discard(mouth)


def test_devices_are_not_looked_for_while_a_microphone_is_heard(install):
    """A second one that cannot be opened (a voice check during an evening) does not make the first one deaf."""
    system = install(blocks=[block(0.1)])
    first = MicrophoneSource()
    heard = first.chunks()
    next(heard)
    system.fails_to_open = True
    with pytest.raises(DeviceUnavailable):
        next(MicrophoneSource("Other mic").chunks())
    assert system.restarts == 0
    first.close()
    assert list(heard) == []
    look_again()
    assert system.restarts == 1


def test_a_computer_that_slept_goes_on_at_the_true_time(install):
    """A jump of the sound clock is an hour lost, counted; one backwards is none."""
    system = install(blocks=[block(0.1)])
    chunks = MicrophoneSource().chunks()
    next(chunks)
    system.streams[0].give(block(0.2), 50.032 + 3_600.0)
    woken = next(chunks)
    assert woken.dropped == 3_600 * SAMPLE_RATE_HZ
    assert woken.start == pytest.approx(3_600.032)
    system.streams[0].give(block(0.3), 10.0)
    assert next(chunks).dropped == 0


def test_a_computer_that_slept_while_the_microphone_was_away_fills_no_memory(install):
    """The time that passed is counted; a second of it is handed out as silence."""
    hours = count(0.0, 36_000.0)
    system = install(blocks=[block(0.1)], unplugged=True)
    source = MicrophoneSource(clock=lambda: next(hours))
    chunks = source.chunks()
    next(chunks)
    system.fails_to_open = True
    silence = next(chunks)
    assert (len(silence.samples), silence.dropped) == (SAMPLE_RATE_HZ, 35_999 * SAMPLE_RATE_HZ)
    source.close()
    assert list(chunks) == []


def test_microphone_that_cannot_be_opened(install):
    install(fails_to_open=True)
    with pytest.raises(DeviceUnavailable, match="'Other mic'") as caught:
        next(MicrophoneSource("Other mic").chunks())
    assert caught.value.hint
    assert caught.value.retryable


@pytest.mark.parametrize(
    ("refusals", "told"),
    [
        (("Error opening InputStream: Device unavailable", -9985), "Another program has the microphone"),
        (("Error: Unanticipated host error", -9999, (0, -16, "Device or resource busy")), "Another program has"),
        (("Error querying device -1",), "There is no microphone."),
        (("Error: Unanticipated host error", -9999, (0, -5, "Input/output error")), "cannot be used"),
    ],
)
def test_a_device_that_is_taken_is_told_apart_from_one_that_is_missing(install, refusals, told):
    install(fails_to_open=True).refusals = refusals
    with pytest.raises(DeviceUnavailable, match=told) as caught:
        next(MicrophoneSource().chunks())
    assert "\n" not in f"{caught.value}{caught.value.hint}"
    assert "try again" in caught.value.hint or "Plug it in" in caught.value.hint


def test_a_microphone_plugged_in_after_the_first_try_is_found(install):
    """PortAudio only knows the devices it saw when it was loaded, so it is asked to look again."""
    system = install(blocks=[block(0.2)], fails_to_open=True)
    with pytest.raises(DeviceUnavailable):
        next(MicrophoneSource().chunks())
    system._initialize = lambda: setattr(system, "fails_to_open", False)
    assert next(MicrophoneSource().chunks()).samples[0] == np.float32(0.2)


def test_missing_portaudio_names_the_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    with pytest.raises(DeviceUnavailable, match="PortAudio") as caught:
        next(MicrophoneSource().chunks())
    assert "libportaudio2" in caught.value.hint
    with pytest.raises(DeviceUnavailable):
        list_devices()


def test_devices_are_listed(install):
    install()
    assert list_devices() == [{"index": 0, "name": "Table mic", "inputs": 1, "outputs": 0, "rate_hz": 48_000.0}]


def test_close_from_another_thread_ends_the_wait(install):
    install()
    source = MicrophoneSource()
    threading.Timer(0.05, source.close).start()
    assert list(source.chunks()) == []
