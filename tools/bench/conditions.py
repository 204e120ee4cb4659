"""Treatments of sound before it is recognised: ways in which rooms spoil it, and ways to make it better.

None of the latter is part of the companion; DECISIONS.md tells what they were measured to be worth.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec

import numpy as np

from audio.loudness import rms_dbfs
from audio.types import SAMPLE_RATE_HZ, Samples
from tools.recording.room import gain, impulse, reverberate, room_tone

Condition = Callable[[Samples], Samples]

WEBRTC = "webrtc_noise_gain"
EXTRA = f'"{sys.executable}" -m pip install webrtc-noise-gain==1.3.0'
"""Brings the library into this very environment; the extra `sound-bench` names the same package."""
LEVEL_DBFS = -25.0
HUM_DBFS = -40.0
HUM_HZ = 50.0
FAR_DB = -20.0
FAR_TONE_DBFS = -62.0
BLOCK_SECONDS = 0.01
LOUDEST = 0.97


def quieter(decibels: float) -> Condition:
    """A microphone whose level is set too low."""
    return lambda sound: np.asarray(sound * gain(-decibels), dtype=np.float32)


def hum(sound: Samples) -> Samples:
    """The mains in the cable: 50 Hz and its first odd and even harmonics."""
    times = np.arange(len(sound)) / SAMPLE_RATE_HZ
    waves = [np.sin(2 * np.pi * HUM_HZ * harmonic * times) / harmonic for harmonic in (1, 2, 3, 5)]
    wave = np.asarray(np.sum(waves, axis=0), dtype=np.float32)
    return np.asarray(sound + wave * gain(HUM_DBFS - rms_dbfs(wave)), dtype=np.float32)


def far(sound: Samples) -> Samples:
    """A microphone across the room: as much echo as voice, quieter, and the hiss of its amplifier."""
    rng = np.random.default_rng(7)
    wet = reverberate(sound, impulse(rng, 0.5, 0.0))[: len(sound)]
    return np.asarray(wet * gain(FAR_DB) + room_tone(rng, len(sound), FAR_TONE_DBFS), dtype=np.float32)


def high_pass(hertz: float) -> Condition:
    """Nothing below so many hertz; falls off like a filter of the second order, forwards and backwards."""

    def passed(sound: Samples) -> Samples:
        size = 1 << len(sound).bit_length()
        ratio = (np.fft.rfftfreq(size, 1 / SAMPLE_RATE_HZ) / hertz) ** 4
        return np.asarray(np.fft.irfft(np.fft.rfft(sound, size) * ratio / (1 + ratio), size)[: len(sound)], np.float32)

    return passed


def level(sound: Samples) -> Samples:
    """A sentence brought to one loudness, as far as its peak allows."""
    peak = float(np.max(np.abs(sound), initial=1e-6))
    return np.asarray(sound * min(gain(LEVEL_DBFS - rms_dbfs(sound)), LOUDEST / peak), dtype=np.float32)


def slow_gain(sound: Samples) -> Samples:
    """A level that follows the talk: quick to turn down, slow to turn up, deaf to what is near the room's own noise."""
    size = round(BLOCK_SECONDS * SAMPLE_RATE_HZ)
    factors: list[float] = []
    talk, noise = LEVEL_DBFS, 0.0
    for first in range(0, len(sound), size):
        here = rms_dbfs(sound[first : first + size])
        noise = min(noise + 0.01, here)
        if here > noise + 12.0:
            talk += (here - talk) * (0.02 if here > talk else 0.004)
        factors.append(gain(min(30.0, max(-20.0, LEVEL_DBFS - talk))))
    gains = np.interp(np.arange(len(sound)), np.arange(len(factors)) * size, factors)
    return np.asarray(np.clip(sound * gains, -LOUDEST, LOUDEST), dtype=np.float32)


def webrtc(auto_gain: int, suppression: int) -> Condition:
    """Noise suppression (0 to 4) and automatic gain (0 to 31 dB) as browsers have them."""

    def processed(sound: Samples) -> Samples:
        size = SAMPLE_RATE_HZ // 100
        processor = import_module(WEBRTC).AudioProcessor(auto_gain, suppression)
        blocks = np.pad(np.clip(sound * 32_768, -32_768, 32_767).astype(np.int16), (0, -len(sound) % size))
        heard = b"".join(processor.Process10ms(block.tobytes()).audio for block in blocks.reshape(-1, size))
        return np.asarray(np.frombuffer(heard, np.int16)[: len(sound)] / 32_768, dtype=np.float32)

    return processed


RECORDING: Mapping[str, Condition] = {
    "quiet20": quieter(20.0),
    "quiet30": quieter(30.0),
    "hum": hum,
    "far": far,
    "highpass": high_pass(80.0),
    "highpass120": high_pass(120.0),
    "agc": slow_gain,
    "webrtc1": webrtc(0, 1),
    "webrtc2": webrtc(0, 2),
    "webrtc4": webrtc(0, 4),
    "webrtcgain": webrtc(3, 0),
}
"""Done to the whole recording, as to the microphone's sound."""

SENTENCE: Mapping[str, Condition] = {"level": level}
"""Done to each sentence before the recogniser gets it."""

CONDITIONS = (*RECORDING, *SENTENCE)


def problem_of(names: Sequence[str]) -> str:
    """Return a sentence on why these conditions cannot be made; empty when they can."""
    if unknown := [name for name in names if name not in CONDITIONS]:
        return f"No condition is called {unknown[0]!r}; there are {', '.join(CONDITIONS)}."
    if any(name.startswith("webrtc") for name in names) and find_spec(WEBRTC) is None:
        return f"Conditions of webrtc need a library: {EXTRA}."
    return ""


def applied(names: Sequence[str], sound: Samples, known: Mapping[str, Condition]) -> Samples:
    """The sound after everything of `known` that is named, in order."""
    for name in names:
        sound = known[name](sound) if name in known else sound
    return sound
