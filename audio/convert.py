"""Conversion of any sound to what the recogniser works on: mono float32 at `SAMPLE_RATE_HZ`."""

import numpy as np
import soxr
from numpy.typing import NDArray

from audio.types import SAMPLE_RATE_HZ, Samples


def as_sound(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same samples with silence for what is no number, and nothing louder than sound can be.

    One value that is no number would make voice activity detection and the gain deaf from then on.
    """
    np.nan_to_num(samples, copy=False, nan=0.0, posinf=0.0, neginf=0.0)
    return np.clip(samples, -1.0, 1.0, out=samples)


def to_mono(samples: NDArray[np.float32]) -> Samples:
    """Average the channels of samples shaped (n,) or (n, channels)."""
    if samples.ndim == 1:
        return samples
    mono: Samples = samples.mean(axis=1, dtype=np.float32)
    return mono


def resample(samples: Samples, from_hz: int, to_hz: int = SAMPLE_RATE_HZ) -> Samples:
    """Change the rate of a whole recording.

    Args:
        samples: Mono float32.
        from_hz: Rate of `samples` in Hz.
        to_hz: Wanted rate in Hz.
    """
    if from_hz == to_hz:
        return samples
    converted: Samples = soxr.resample(samples, from_hz, to_hz).astype(np.float32, copy=False)
    return converted
