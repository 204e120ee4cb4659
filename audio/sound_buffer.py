"""The last seconds of sound, addressed by time since the recording began."""

import numpy as np

from audio.types import SAMPLE_RATE_HZ, Samples


class SoundBuffer:
    """Keeps recent sound; what is older than needed is forgotten.

    Args:
        seconds: Room made at first; it grows when more must be kept.
    """

    def __init__(self, seconds: float = 60.0) -> None:
        self._room = np.zeros(round(seconds * SAMPLE_RATE_HZ), dtype=np.float32)
        self._length = 0
        self._first = 0

    @property
    def end(self) -> float:
        """Seconds at the end of what was taken in."""
        return (self._first + self._length) / SAMPLE_RATE_HZ

    def append(self, samples: Samples) -> None:
        """Take in the next sound."""
        needed = self._length + len(samples)
        if needed > len(self._room):
            self._room = np.concatenate((self._room, np.zeros(max(needed, len(self._room)), dtype=np.float32)))
        self._room[self._length : needed] = samples
        self._length = needed

    def skip(self, count: int) -> None:
        """Forget everything and let the time of so many samples pass."""
        self._first += self._length + count
        self._length = 0

    def forget_before(self, seconds: float) -> None:
        """Give up sound older than this, once it is worth the effort."""
        surplus = min(self._length, round(seconds * SAMPLE_RATE_HZ) - self._first)
        if surplus < len(self._room) // 4:
            return
        kept = self._length - surplus
        self._room[:kept] = self._room[surplus : self._length].copy()
        self._first += surplus
        self._length = kept

    def between(self, start: float, end: float) -> Samples:
        """A copy of the sound between two times, as far as it is kept."""
        first = min(self._length, max(0, round(start * SAMPLE_RATE_HZ) - self._first))
        last = min(self._length, max(first, round(end * SAMPLE_RATE_HZ) - self._first))
        return self._room[first:last].copy()
