"""A microphone that plays labelled recordings round and round through the real capture queue, and what belongs to it.

Only PortAudio's thread is replaced: blocks go through the same callback, queue and count of lost sound as at a table.
"""

import math
import queue
import threading
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import numpy as np

from audio.capture import MicrophoneSource, _Stream
from audio.types import SAMPLE_RATE_HZ, Samples, Transcript

BLOCK_SAMPLES = 512
POLL_SECONDS = 0.002
LOOKED_FOR = 64
"""Samples that are enough to find a place in a recording."""

LOOKED_BACK = 60 * SAMPLE_RATE_HZ * 4
"""Bytes before the last place at which the next one is looked for first: nobody talks longer in one go."""

MIDNIGHT = datetime(2026, 3, 7, tzinfo=UTC)
HOUR = timedelta(hours=1)


class PlayedMicrophone(MicrophoneSource):
    """A microphone whose device plays a recording as fast as the listener takes it.

    The device waits while the queue is half full or the listener is busy, so that sound is only lost where the capture
    itself loses it.

    Args:
        sound: Played over and over.
        seconds: Sound to play in all; then the microphone closes itself.
        pace: How many times faster than talk at most.
        busy: Whether more is heard already than is dealt with.
    """

    def __init__(self, sound: Samples, seconds: float, pace: float, busy: Callable[[], bool] = lambda: False) -> None:
        super().__init__(silent_seconds=math.inf)  # A device that waits has not gone away.
        whole = len(sound) - len(sound) % BLOCK_SAMPLES
        self._blocks = sound[:whole].reshape(-1, BLOCK_SAMPLES, 1)
        self._wanted = round(seconds * SAMPLE_RATE_HZ / BLOCK_SAMPLES)
        self._pace = pace
        self._busy = busy
        self._given = 0
        self._stream: _Stream | None = None

    @property
    def seconds(self) -> float:
        """Sound played so far."""
        return self._given * BLOCK_SAMPLES / SAMPLE_RATE_HZ

    @property
    def held_bytes(self) -> int:
        """Memory that the recording takes."""
        return self._blocks.nbytes

    @property
    def waiting(self) -> int:
        """Blocks of 32 ms in the capture queue."""
        return 0 if self._stream is None else self._stream.blocks.qsize()

    def _open(self) -> _Stream:
        stream = _Stream(SAMPLE_RATE_HZ, queue.Queue(self._queue_blocks))
        stream.device = _Device(lambda over: self._play(stream, over))
        self._stream = stream
        return stream

    def _play(self, stream: _Stream, over: threading.Event) -> None:
        began = time.monotonic()
        while self._given < self._wanted:
            ahead = self.seconds / self._pace > time.monotonic() - began
            if ahead or stream.blocks.qsize() > self._queue_blocks // 2 or self._busy():
                if over.wait(POLL_SECONDS):
                    return
                continue
            block = self._blocks[self._given % len(self._blocks)]
            stream.keep(block, BLOCK_SAMPLES, SimpleNamespace(inputBufferAdcTime=1.0 + self.seconds), None)
            self._given += 1
        while not stream.blocks.empty():
            if over.wait(POLL_SECONDS):
                return
        self.close()


class _Device:
    """Stand-in for PortAudio's stream."""

    def __init__(self, play: Callable[[threading.Event], None]) -> None:
        self._over = threading.Event()
        self._thread = threading.Thread(target=play, args=(self._over,), name="device", daemon=True)
        self._thread.start()

    def abort(self) -> None:
        """Stop playing."""
        self._over.set()

    def close(self) -> None:
        """Wait until nothing is played any more."""
        self._thread.join()


class LabelledWords:
    """Recognition that finds a segment in the recording and reads the words that stand there.

    Args:
        sound: What the microphone plays.
        sentences: (start, end, text), seconds of `sound`.
    """

    def __init__(self, sound: Samples, sentences: Sequence[tuple[float, float, str]]) -> None:
        self._sound = sound.tobytes()
        self._around = 0
        self._sentences = sentences

    def transcribe(
        self, samples: Samples, hotwords: Sequence[str] = (), *, alternatives: bool = False, cut_off: bool = False
    ) -> Transcript:
        """The sentences whose middle lies in the segment; none where it runs over the end of the recording."""
        first = max(0, int(np.argmax(np.abs(samples))) - LOOKED_FOR // 2)
        piece = samples[first : first + LOOKED_FOR].tobytes()
        found = self._sound.find(piece, self._around)
        if found < 0:
            found = self._sound.find(piece)
        self._around = max(0, found - LOOKED_BACK)
        begin = (found // samples.itemsize - first) / SAMPLE_RATE_HZ
        end = begin + len(samples) / SAMPLE_RATE_HZ
        texts = [text for start, stop, text in self._sentences if begin <= (start + stop) / 2 < end]
        return Transcript(" ".join(texts) if found >= 0 else "", -0.2, 0.05)


class NightClock:
    """A clock that goes with the sound, over midnight, and is set back an hour half-way and forth again.

    Args:
        heard: Seconds of sound so far.
        seconds: Sound in all: midnight is after a quarter, the hour is missing from the half to five eighths.
    """

    def __init__(self, heard: Callable[[], float], seconds: float) -> None:
        self._heard = heard
        self._seconds = seconds

    def now(self) -> datetime:
        """The time of the table."""
        heard = self._heard()
        set_back = HOUR if 0.5 <= heard / self._seconds < 0.625 else timedelta()
        return MIDNIGHT + timedelta(seconds=heard - self._seconds / 4) - set_back

    def monotonic(self) -> float:
        """Seconds of this computer: work takes as long as it takes."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Block for that many seconds."""
        time.sleep(seconds)
