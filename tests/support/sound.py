"""Fakes of the audio ports and sounds for them."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import numpy as np
import soundfile

from audio.types import SAMPLE_RATE_HZ, UNKNOWN, AudioChunk, Samples, SpeakerMatch, Transcript, Watched

FRAME = 512
LOUD = 0.5


def tape(path: Path, *sounds: Samples) -> Path:
    """A recording of these sounds, one after the other."""
    soundfile.write(path, np.concatenate(sounds), SAMPLE_RATE_HZ)
    return path


def silence(seconds: float) -> Samples:
    """Digital silence."""
    return np.zeros(round(seconds * SAMPLE_RATE_HZ / FRAME) * FRAME, dtype=np.float32)


def speech(seconds: float, level: float = LOUD) -> Samples:
    """Return sound that `LevelDetector` takes for speech; the level tells voices apart."""
    return np.full(round(seconds * SAMPLE_RATE_HZ / FRAME) * FRAME, level, dtype=np.float32)


def talk(seconds: float) -> Samples:
    """Noise with loud peaks and quiet moments, as talk has them."""
    wave = np.random.default_rng(1).laplace(0.0, 0.07, len(silence(seconds)))
    return np.asarray(np.clip(wave, -0.9, 0.9), dtype=np.float32)


class ScriptedSource:
    """Hands out sounds chunk by chunk."""

    trouble = ""

    def __init__(self, *sounds: Samples, dropped: dict[int, int] | None = None) -> None:
        self._samples = np.concatenate(sounds)
        self._dropped = dropped or {}
        self.closed = False

    def chunks(self) -> Iterator[AudioChunk]:
        """Yield chunks of one frame."""
        late = 0
        for number, first in enumerate(range(0, len(self._samples), FRAME)):
            if self.closed:
                return
            lost = self._dropped.get(number, 0)
            late += lost
            yield AudioChunk(self._samples[first : first + FRAME], (first + late) / SAMPLE_RATE_HZ, lost)

    def close(self) -> None:
        """End the chunks."""
        self.closed = True


class LevelDetector:
    """Takes everything above a tenth of full scale for speech."""

    frame_samples = FRAME

    def probability(self, frame: Samples) -> float:
        """0.95 for loud frames, 0.02 for quiet ones."""
        return 0.95 if float(np.abs(frame).max()) > 0.1 else 0.02

    def reset(self) -> None:
        """Nothing to forget."""


class ScriptedTranscriber:
    """Says its texts one after the other and keeps what it was asked."""

    def __init__(self, *texts: str | Transcript | Exception) -> None:
        self._texts = list(texts)
        self.heard: list[Samples] = []
        self.hotwords: list[tuple[str, ...]] = []

    def transcribe(
        self, samples: Samples, hotwords: Sequence[str] = (), *, alternatives: bool = False, cut_off: bool = False
    ) -> Transcript:
        """The next text; "words here" when there is none left."""
        self.heard.append(samples)
        self.hotwords.append(tuple(hotwords))
        text = self._texts.pop(0) if self._texts else "words here"
        if isinstance(text, Exception):
            raise text
        return text if isinstance(text, Transcript) else Transcript(text, -0.2, 0.05)


class LevelIdentifier:
    """Knows voices by their loudness."""

    def __init__(self, **levels: float) -> None:
        self._levels = levels

    @property
    def names(self) -> tuple[str, ...]:
        """Known names."""
        return tuple(self._levels)

    def identify(self, samples: Samples) -> SpeakerMatch | None:
        """The name whose level occurs most."""
        loud = samples[np.abs(samples) > 0.1]
        for name, level in self._levels.items():
            if loud.size and abs(float(np.median(loud)) - level) < 0.05:
                return SpeakerMatch(name, 0.9)
        return SpeakerMatch(UNKNOWN, 0.1) if loud.size else None


class LevelTurns:
    """Another loudness is another voice.

    Args:
        levels: Whose voice a loudness is.
    """

    def __init__(self, levels: Mapping[float, str] = MappingProxyType({})) -> None:
        self._levels = levels

    def changed(self, before: Samples, after: Samples, pause_seconds: float) -> bool:
        """Return True if the levels differ."""
        return abs(float(np.median(before)) - float(np.median(after))) > 0.05

    def watch(self, samples: Samples, since: int = 0) -> Watched:
        """The last sample at which the level jumps, when the levels of beginning and end differ; else who it is."""
        quarter = len(samples) // 4
        jumps = np.flatnonzero(np.abs(np.diff(samples)) > 0.05)
        if self.changed(samples[:quarter], samples[-quarter:], 0.0):
            return Watched(int(jumps[-1]) + 1)
        return Watched(speaker=self._levels.get(round(float(np.median(samples)), 1)))


class ScriptedSink:
    """A loudspeaker that is told when it speaks."""

    def __init__(self) -> None:
        self.speaking = False
        self.played: list[tuple[int, int]] = []

    def play(self, samples: Samples, sample_rate_hz: int) -> None:
        """Remember how much was played."""
        self.played.append((len(samples), sample_rate_hz))
        self.speaking = True

    def stop(self) -> None:
        """Fall silent."""
        self.speaking = False

    def close(self) -> None:
        """Nothing to release."""


def claiming(path: Path, frames: int) -> Path:
    """A FLAC file whose head now claims another number of frames, below 2^36."""
    head = bytearray(path.read_bytes())
    head[21] = head[21] & 0xF0 | frames >> 32
    head[22:26] = (frames & 0xFFFFFFFF).to_bytes(4, "big")
    path.write_bytes(head)
    return path
