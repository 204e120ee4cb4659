"""A living room around dry voices: short reverberation, air, dice on wood. Everything follows from a seed."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]

RATE_HZ = 16_000
SPEECH_DBFS = -25.0
TONE_DBFS = -66.0
DECAY_SECONDS = 0.3
REVERB_DB = -15.0
DICE_PEAK = 0.09
CHIP_PEAK = 0.05


def gain(decibels: float) -> float:
    """Decibels as a factor."""
    return float(10.0 ** (decibels / 20.0))


def level(wave: Samples, dbfs: float) -> Samples:
    """The wave brought to a loudness, counted over the parts that sound (root mean square, dBFS)."""
    sounding = wave[np.abs(wave) > 0.02 * np.max(np.abs(wave))]
    return np.asarray(wave * (gain(dbfs) / np.sqrt(np.mean(sounding**2))), dtype=np.float32)


def impulse(rng: np.random.Generator, decay_seconds: float = DECAY_SECONDS, wet_db: float = REVERB_DB) -> Samples:
    """Return the sound of one seat's clap at the microphone: itself, a few walls, a tail.

    Args:
        rng: Source of chance; another draw is another seat.
        decay_seconds: Time until the tail is 60 dB down.
        wet_db: Energy of everything after the direct sound, against it.
    """
    length = int(decay_seconds * RATE_HZ)
    times = np.arange(length) / RATE_HZ
    tail = rng.standard_normal(length) * np.exp(-6.9 * times / decay_seconds) * (times > 0.012)
    for delay in rng.uniform(0.004, 0.025, size=5):
        tail[int(delay * RATE_HZ)] += rng.choice((-1.0, 1.0)) * rng.uniform(2.0, 5.0)
    tail *= gain(wet_db) / np.sqrt(np.sum(tail**2))
    tail[0] = 1.0
    return tail.astype(np.float32)


def reverberate(wave: Samples, response: Samples) -> Samples:
    """The wave as heard through a response, tail included."""
    length = len(wave) + len(response) - 1
    size = 1 << (length - 1).bit_length()
    spectrum = np.fft.rfft(wave, size) * np.fft.rfft(response, size)
    return np.asarray(np.fft.irfft(spectrum, size)[:length], dtype=np.float32)


def room_tone(rng: np.random.Generator, length: int, dbfs: float = TONE_DBFS) -> Samples:
    """The air of a room: noise that falls off towards the high end."""
    spectrum = np.fft.rfft(rng.standard_normal(length))
    hertz = np.fft.rfftfreq(length, 1 / RATE_HZ)
    wave = np.fft.irfft(spectrum / (1.0 + hertz / 150.0), length)
    return np.asarray(wave * (gain(dbfs) / np.sqrt(np.mean(wave**2))), dtype=np.float32)


def dice(rng: np.random.Generator, count: int = 3) -> Samples:
    """A handful of dice dropped on wood, about a second."""
    hits = [(hit, rng.uniform(0.3, 1.0) * 0.75**number) for number, hit in enumerate(_tumble(rng, count))]
    return _knocks(rng, hits, seconds=1.0, ring_hz=(1_400.0, 3_600.0), peak=DICE_PEAK)


def chips(rng: np.random.Generator) -> Samples:
    """One chip pushed over and dropped on another."""
    hits = [(0.05, 0.5), (0.11, 1.0), (0.16, 0.4)]
    return _knocks(rng, hits, seconds=0.3, ring_hz=(2_800.0, 5_200.0), peak=CHIP_PEAK)


def _tumble(rng: np.random.Generator, count: int) -> list[float]:
    starts = np.sort(rng.uniform(0.02, 0.18, size=count))
    hits: list[float] = []
    for start in starts:
        gaps = rng.uniform(0.06, 0.16) * 0.72 ** np.arange(6)
        hits.extend(float(start + passed) for passed in np.concatenate(([0.0], np.cumsum(gaps))))
    return sorted(hits)


def _knocks(
    rng: np.random.Generator,
    hits: Iterable[tuple[float, float]],
    seconds: float,
    ring_hz: tuple[float, float],
    peak: float,
) -> Samples:
    wave = np.zeros(int(seconds * RATE_HZ))
    times = np.arange(int(0.03 * RATE_HZ)) / RATE_HZ
    for moment, strength in hits:
        ring = np.sin(2 * np.pi * rng.uniform(*ring_hz) * times) + 0.6 * rng.standard_normal(len(times))
        knock = strength * ring * np.exp(-times / rng.uniform(0.002, 0.005))
        begin = int(moment * RATE_HZ)
        end = min(len(wave), begin + len(knock))
        wave[begin:end] += knock[: max(0, end - begin)]
    return np.asarray(wave * (peak / np.max(np.abs(wave))), dtype=np.float32)
