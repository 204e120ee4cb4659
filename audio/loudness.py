"""Measurement of loudness."""

import numpy as np

from audio.types import Samples


def rms_dbfs(samples: Samples) -> float:
    """Loudness as root mean square in dB of full scale; -120 for digital silence or no samples."""
    if not samples.size:
        return -120.0
    mean_square = float(np.mean(np.square(samples, dtype=np.float64)))
    return max(-120.0, 10.0 * float(np.log10(max(mean_square, 1e-12))))
