"""A sound server of the tests' own, and what is heard there."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from audio.portaudio import load_sounddevice
from audio.types import SAMPLE_RATE_HZ, Samples
from tools.bench.sound_server import HAPPENS_SECONDS, SoundServer, missing_programs, soon

__all__ = ["HAPPENS_SECONDS", "SoundServer", "silent", "soon", "sound_server", "strength", "tone"]

NEEDED = bool(os.environ.get("TESTS_NEED_PULSE"))
MISSING = missing_programs()


@contextmanager
def sound_server(folder: Path) -> Iterator[SoundServer]:
    """A sound server that this process and those it starts use; a skipped test where none is installed."""
    if MISSING:
        sentence = f"No live sound is tested: {', '.join(MISSING)} is not installed (Debian: pulseaudio)."
        pytest.fail(sentence) if NEEDED else pytest.skip(sentence)
    made = SoundServer(folder)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in made.environment.items():
            patch.setenv(name, value)
        made.start()
        sounddevice = load_sounddevice()
        sounddevice._terminate()
        sounddevice._initialize()
        yield made
        made.stop()


def tone(hertz: float, seconds: float = 0.6) -> Samples:
    """A plain tone."""
    times = np.arange(round(seconds * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ
    return (0.4 * np.sin(2 * np.pi * hertz * times)).astype(np.float32)


def strength(samples: Samples, hertz: float) -> float:
    """Return the strength of a tone in the samples, 0 to 1."""
    if len(samples) < 1_000:
        return 0.0
    times = np.arange(len(samples)) / SAMPLE_RATE_HZ
    return float(np.abs(np.mean(samples * np.exp(-2j * np.pi * hertz * times)))) * 2


def silent(recorded: Path, seconds: float = 2.0) -> bool:
    """Return True if nothing came out of the loudspeaker in the last seconds."""
    return not np.fromfile(recorded, dtype=np.float32)[-round(seconds * SAMPLE_RATE_HZ) :].any()
