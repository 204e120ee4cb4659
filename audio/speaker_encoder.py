"""A voice as 256 numbers: the GE2E encoder of Resemblyzer, without torch.

Source: Wan et al. 2018, "Generalized end-to-end loss for speaker verification"; weights: models/README.md.
"""

import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from audio.errors import ModelMissing
from audio.loudness import rms_dbfs
from audio.onnx import open_session
from audio.types import SAMPLE_RATE_HZ, Samples

MODEL_PATH = Path(__file__).parent / "models" / "voice_encoder.onnx"
MODEL_SHA256 = "4ad0eeaf6141d6189a8ac804dd32e56132bedfdc0ed20e44b04b626a0ebf515b"
WINDOW_FRAMES = 160
FRAME_HOP = 160
WINDOW_SECONDS = WINDOW_FRAMES * FRAME_HOP / SAMPLE_RATE_HZ
FFT_SIZE = 400
MEL_BANDS = 40
_FRAMES_AT_ONCE, _WINDOWS_AT_ONCE = 6_000, 64
"""A minute each: spectra and what the network makes of them take a hundred times the memory of their sound."""
TARGET_DBFS = -30.0
"""Quieter sound is raised to this loudness first, as in training."""

Voice = NDArray[np.float32]
"""Unit vector of shape (256,), float32: cosine similarity is the dot product."""


class SpeakerEncoder:
    """Computes voice vectors from windows of 1.6 s.

    Raises:
        ModelMissing: The weights are absent or not the ones expected.
    """

    def __init__(self, model: Path = MODEL_PATH, sha256: str = MODEL_SHA256) -> None:
        if not model.is_file():
            raise ModelMissing("The voice encoder {name} is missing.", "Install the package again.", name=model.name)
        if hashlib.sha256(model.read_bytes()).hexdigest() != sha256:
            raise ModelMissing(
                "The voice encoder {name} is not the expected one.", "Install the package again.", name=model.name
            )
        self._session = open_session(model)

    def windows(self, samples: Samples, step_frames: int = 80) -> NDArray[np.float32]:
        """Voice vectors of windows of 1.6 s along the samples, shape (windows, 256).

        Every window is full of sound: what is too short is repeated, because the encoder takes silence for a trait of
        the voice, and the last window ends where the samples end.

        Args:
            samples: Mono float32 at 16 kHz, best without long silences.
            step_frames: Greatest distance between windows in frames of 10 ms.
        """
        mels = mel_frames(raise_volume(samples))
        if len(mels) < WINDOW_FRAMES:
            mels = np.resize(mels, (WINDOW_FRAMES, MEL_BANDS))
        last = len(mels) - WINDOW_FRAMES
        starts = np.linspace(0, last, 1 + -(-last // step_frames)).round().astype(int)
        windows = [mels[start : start + WINDOW_FRAMES] for start in starts]
        each_run = (windows[at : at + _WINDOWS_AT_ONCE] for at in range(0, len(windows), _WINDOWS_AT_ONCE))
        return np.concatenate([self._run(each) for each in each_run])

    def each(self, parts: Sequence[Samples]) -> NDArray[np.float32]:
        """Voice vectors of the first 1.6 s of several samples at once, shape (parts, 256); short ones are repeated."""
        mels = (mel_frames(raise_volume(part))[:WINDOW_FRAMES] for part in parts)
        return self._run([np.resize(each, (WINDOW_FRAMES, MEL_BANDS)) for each in mels])

    def _run(self, windows: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
        (voices,) = self._session.run(None, {"mels": np.stack(windows)})
        result: NDArray[np.float32] = voices
        return result

    def voice(self, samples: Samples) -> Voice:
        """The mean voice of the samples as a unit vector."""
        return unit(self.windows(samples).mean(axis=0))


def unit(vector: NDArray[np.float32]) -> Voice:
    """The vector scaled to length one; zeros stay zeros."""
    length = float(np.linalg.norm(vector))
    return (vector / length).astype(np.float32) if length > 0 else vector.astype(np.float32)


def raise_volume(samples: Samples) -> Samples:
    """Amplify quiet sound to `TARGET_DBFS`; leave louder sound alone."""
    level = rms_dbfs(samples)
    if level >= TARGET_DBFS or level <= -120.0:
        return samples
    return (samples * 10 ** ((TARGET_DBFS - level) / 20)).astype(np.float32)


def mel_frames(samples: Samples) -> NDArray[np.float32]:
    """Power mel spectrogram, shape (frames, 40), one frame per 10 ms, zero-padded at both ends."""
    padded = np.pad(samples, FFT_SIZE // 2)
    frames = np.lib.stride_tricks.sliding_window_view(padded, FFT_SIZE)[::FRAME_HOP]
    return np.concatenate([_mels(frames[at : at + _FRAMES_AT_ONCE]) for at in range(0, len(frames), _FRAMES_AT_ONCE)])


def _mels(frames: NDArray[np.float32]) -> NDArray[np.float32]:
    power = np.abs(np.fft.rfft(frames * _window(), axis=1)) ** 2
    mels: NDArray[np.float32] = (power @ _mel_filters().T).astype(np.float32)
    return mels


@cache
def _window() -> NDArray[np.float64]:
    return 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(FFT_SIZE) / FFT_SIZE)


@cache
def _mel_filters() -> NDArray[np.float64]:
    """Triangles on Slaney's mel scale with equal area, 0 to 8 kHz, shape (40, 201)."""
    edges = _hz(np.linspace(0.0, _mel(SAMPLE_RATE_HZ / 2), MEL_BANDS + 2))
    bins = np.linspace(0.0, SAMPLE_RATE_HZ / 2, FFT_SIZE // 2 + 1)
    rising = (bins - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - bins) / (edges[2:] - edges[1:-1])[:, None]
    area = 2.0 / (edges[2:] - edges[:-2])
    return np.maximum(0.0, np.minimum(rising, falling)) * area[:, None]


def _mel(hz: float) -> float:
    """Hz to mel for frequencies above 1 kHz (Slaney: linear below, logarithmic above)."""
    return 15.0 + float(np.log(hz / 1000.0)) * 27.0 / float(np.log(6.4))


def _hz(mel: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(mel < 15.0, mel * 200.0 / 3.0, 1000.0 * np.exp((mel - 15.0) * np.log(6.4) / 27.0))
