"""A clean voice as a microphone in the middle of a table would hear it: made-up rooms, always the same ones."""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from audio.types import SAMPLE_RATE_HZ, Samples

ROOMS = 4
_SEED = 7
_REVERBERATION_SECONDS = (0.3, 0.6)
_DIRECT_TO_REVERBERANT_DB = (-2.0, 4.0)
_SPEECH_TO_NOISE_DB = (10.0, 20.0)
_GAP_SECONDS = 0.003
_TAIL_SECONDS = 0.5


def through_rooms(speech: Samples) -> list[Samples]:
    """The speech in as many parts as there are rooms, each part with the echo and the noise of its room.

    Args:
        speech: Mono float32 at 16 kHz without long silences.
    """
    parts = np.array_split(speech, ROOMS)
    return [_heard_in(part, number) for number, part in enumerate(parts) if part.size]


def _heard_in(speech: Samples, number: int) -> Samples:
    echo, ratio_db = _room(number)
    size = len(speech) + len(echo) - 1
    wet = np.fft.irfft(np.fft.rfft(speech, size) * np.fft.rfft(echo, size), size)[: len(speech)]
    noise = _noise(len(speech), number)
    loudness = np.sqrt(np.mean(wet**2) / max(float(np.mean(noise**2)), 1e-12) * 10 ** (-ratio_db / 10))
    heard: Samples = (wet + noise * loudness).astype(np.float32)
    return heard


@cache
def _room(number: int) -> tuple[NDArray[np.float64], float]:
    """Impulse response of a room, and how far its noise lies below speech in dB."""
    random = np.random.default_rng((_SEED, number))
    seconds = random.uniform(*_REVERBERATION_SECONDS)
    times = np.arange(round(_TAIL_SECONDS * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ
    tail = random.standard_normal(len(times)) * 10 ** (-3 * times / seconds)
    tail[: round(_GAP_SECONDS * SAMPLE_RATE_HZ)] = 0.0
    tail *= np.sqrt(10 ** (-random.uniform(*_DIRECT_TO_REVERBERANT_DB) / 10) / np.sum(tail**2))
    tail[0] = 1.0
    return tail, float(random.uniform(*_SPEECH_TO_NOISE_DB))


def _noise(size: int, number: int) -> NDArray[np.float64]:
    """Noise that falls off by 3 dB an octave, as rooms, fans and streets do."""
    bins = np.fft.rfft(np.random.default_rng((_SEED, number, 1)).standard_normal(size))
    frequencies = np.arange(len(bins)) * SAMPLE_RATE_HZ / max(size, 1)
    pink: NDArray[np.float64] = np.fft.irfft(bins / np.sqrt(np.maximum(frequencies, 50.0)), size)
    return pink
