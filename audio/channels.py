"""Recent sound of several microphones, each kept on its own time and read on the table's.

A phone numbers its samples and its clock is its own; what it sends comes late, in bursts, or not at all. Of the last
packets the one that came soonest says where the phone's time begins on the table's, so fast and slow clocks are
followed; what is left of the network's delay is taken from the sound itself (`lag_between`).
"""

import threading
from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from audio.types import SAMPLE_RATE_HZ, Samples

KEPT_SECONDS = 40.0
"""Longer than any segment of speech; what is older makes room."""
MOST_LAG_SECONDS = 0.25
LEAST_LIKENESS = 0.5
"""Least correlation of two envelopes from which it is believed that they are of the same talk."""

_REMEMBERED = 1_000
_RECENT = 60
"""Packets by which a time is judged, and by which it is noticed that a phone's time stood still: half a minute and two
seconds."""
_STOOD_STILL_SECONDS = 0.5
_HOP = 64
"""Samples for each step of an envelope."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Sound between two times, silence where some is missing, and the share that is there."""

    samples: Samples
    there: float


class Channel:
    """One microphone. Safe to use from two threads.

    Args:
        seconds: Sound that is kept.
    """

    def __init__(self, seconds: float = KEPT_SECONDS) -> None:
        self._size = round(seconds * SAMPLE_RATE_HZ)
        self._room: NDArray[np.int16] = np.zeros(self._size, dtype=np.int16)
        self._is_there: NDArray[np.bool_] = np.zeros(self._size, dtype=np.bool_)
        self._apart: deque[float] = deque(maxlen=_REMEMBERED)
        self._end = 0
        self._is_empty = True
        self._lag = 0.0
        self._lock = threading.Lock()

    @property
    def offset(self) -> float:
        """Seconds of the table's time at the phone's first sample; 0 before anything came."""
        return min(self._apart, default=0.0) - self._lag

    def put(self, first: int, samples: NDArray[np.int16], arrived: float) -> None:
        """Take in a packet.

        Args:
            first: Number of its first sample; numbers that were left out are sound that was lost.
            samples: 16 bits each, at `SAMPLE_RATE_HZ`.
            arrived: Seconds of the table's time when it came.
        """
        with self._lock:
            self._is_empty = False
            self._note_arrival(arrived - (first + len(samples)) / SAMPLE_RATE_HZ)
            new = samples[max(0, self._end - first) :]
            self._skip_to(max(self._end, first))
            where = np.arange(self._end, self._end + len(new)) % self._size
            self._room[where], self._is_there[where] = new, True
            self._end += len(new)

    def between(self, start: float, end: float) -> Stretch:
        """The sound between two times of the table."""
        with self._lock:
            first = round((start - self.offset) * SAMPLE_RATE_HZ)
            numbers = np.arange(first, first + round((end - start) * SAMPLE_RATE_HZ))
            where = numbers % self._size
            there = self._is_there[where] & (numbers < self._end) & (numbers >= self._end - self._size)
            samples = np.where(there, self._room[where], 0).astype(np.float32) / np.float32(32768.0)
        return Stretch(samples, float(np.mean(there)) if len(there) else 0.0)

    def shift(self, seconds: float) -> None:
        """Read its sound so much later: it was found to lag behind, as the network takes some time at least."""
        self._lag = float(np.clip(self._lag + seconds, -MOST_LAG_SECONDS, MOST_LAG_SECONDS))

    def drop(self) -> None:
        """Overwrite everything that is kept."""
        with self._lock:
            if not self._is_empty:
                self._room[:], self._is_there[:], self._is_empty = 0, False, True

    def _note_arrival(self, apart: float) -> None:
        self._apart.append(apart)
        recent = [self._apart[-1 - back] for back in range(min(_RECENT, len(self._apart)))]
        if min(recent) - min(self._apart) > _STOOD_STILL_SECONDS:
            self._apart = deque(reversed(recent), maxlen=_REMEMBERED)

    def _skip_to(self, first: int) -> None:
        missing = min(first - self._end, self._size)
        begin = (first - missing) % self._size
        for where in (slice(begin, begin + missing), slice(0, max(0, begin + missing - self._size))):
            self._room[where], self._is_there[where] = 0, False
        self._end = first


def lag_between(sound: Samples, reference: Samples) -> float | None:
    """Seconds by which talk comes later in a sound than in a reference of the same time; None where it is not the same.

    Two microphones hear one voice with other echoes: compared is how loudness goes up and down, not the waves.
    """
    one, other = _envelope(sound), _envelope(reference)
    most = round(MOST_LAG_SECONDS * SAMPLE_RATE_HZ / _HOP)
    norm = float(np.linalg.norm(one) * np.linalg.norm(other))
    if len(one) <= 2 * most or norm == 0.0:
        return None
    alike = np.correlate(one, np.pad(other, most), mode="valid") / norm
    best = int(np.argmax(alike))
    return (best - most) * _HOP / SAMPLE_RATE_HZ if alike[best] >= LEAST_LIKENESS else None


def _envelope(sound: Samples) -> NDArray[np.float64]:
    whole = sound[: len(sound) - len(sound) % _HOP].reshape(-1, _HOP).astype(np.float64)
    loud = np.sqrt(np.mean(whole**2, axis=1))
    return np.asarray(loud - np.mean(loud) if len(loud) else loud)
