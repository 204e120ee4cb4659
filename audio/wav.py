"""Recordings behind the ports of microphone and loudspeaker: for tests, demos and evenings kept on disk."""

import errno
import os
import struct
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, suppress
from pathlib import Path
from typing import IO, Any, Self

import numpy as np

from audio.convert import resample
from audio.errors import UnreadableAudio
from audio.recording import CLIP_SECONDS, Recording
from audio.types import SAMPLE_RATE_HZ, AudioChunk, Samples

CHUNK_SAMPLES = 512

_HEADER = struct.Struct("<4sI4s4sIHHIIHH4sI")
"""Of a WAV file with nothing but sound in it."""
_SAMPLE_BYTES = 2
_LOUDEST = 32_767
_MOST_SAMPLES = (0xFFFFFFFF - _HEADER.size) // _SAMPLE_BYTES
"""Largest number of samples the sizes in that header can state: a day of the voice's sound."""


def read_audio(path: Path, longest_seconds: float = CLIP_SECONDS) -> Samples:
    """Read a whole WAV, FLAC, OGG or MP3 file of any bit depth.

    Args:
        path: The file.
        longest_seconds: A longer one is refused before it is read.

    Returns:
        Mono float32 at `SAMPLE_RATE_HZ`.

    Raises:
        UnreadableAudio: The file is missing, damaged, not audio, holds no samples, or is larger than it may be.
    """
    with Recording.of_file(path, longest_seconds) as recording:
        return recording.read()


class WavSource:
    """A recording that plays the microphone.

    Args:
        path: WAV, FLAC, OGG or MP3 file.
        realtime: Hand the sound out at the pace it was recorded, instead of as fast as it is fetched.
        sleep: Waits so many seconds; only used in real time.
        clock: Seconds that only go forward; only used in real time.

    Raises:
        UnreadableAudio: The file cannot be used; already when the source is made.
    """

    trouble = ""

    def __init__(
        self,
        path: Path,
        *,
        realtime: bool = False,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.path = path
        self.realtime = realtime
        self._sleep = sleep
        self._clock = clock
        self._closed = self._begun = False
        self._recording = Recording.of_file(path)

    @property
    def duration(self) -> float:
        """Length in seconds."""
        return self._recording.seconds

    def chunks(self) -> Iterator[AudioChunk]:
        """Yield the recording, once, in chunks of 32 ms; it is read on as they are fetched.

        Raises:
            UnreadableAudio: The file is damaged at this place.
        """
        if self._closed:
            return
        self._begun = True
        began = self._clock() if self.realtime else 0.0
        first = 0
        with self._recording:
            for samples in in_pieces(self._recording.blocks(), CHUNK_SAMPLES):
                if self.realtime:
                    self._wait_until(began + (first + len(samples)) / SAMPLE_RATE_HZ)
                if self._closed:
                    return
                yield AudioChunk(samples=samples, start=first / SAMPLE_RATE_HZ)
                first += len(samples)

    def close(self) -> None:
        """Stop handing out sound; whoever fetches it lets go of the file."""
        self._closed = True
        if not self._begun:
            self._recording.close()

    def _wait_until(self, due: float) -> None:
        ahead = due - self._clock()
        if ahead > 0:
            self._sleep(ahead)


def in_pieces(blocks: Iterable[Samples], size: int) -> Iterator[Samples]:
    """The same sound in pieces of so many samples; the last one may be shorter."""
    left = np.zeros(0, dtype=np.float32)
    for block in blocks:
        left = np.concatenate([left, block])
        whole = len(left) - len(left) % size
        yield from left[:whole].reshape(-1, size)
        left = left[whole:]
    if len(left):
        yield left


class WavSink:
    """A loudspeaker that writes to a WAV file, every announcement at the time it was said.

    What is said is in the file at once and in memory no longer. A file that cannot be written is told by `close`.

    Args:
        path: 16-bit mono WAV file to write, finished by `close`.
        now: Seconds since the recording began; an announcement starts there, or where the one before it ends.
        write: Opens a file that takes the place of the one before when its block ends.
        sample_rate_hz: Rate of the file in Hz.
    """

    def __init__(
        self,
        path: Path,
        now: Callable[[], float],
        write: Callable[[Path], AbstractContextManager[IO[bytes]]],
        sample_rate_hz: int = 24_000,
    ) -> None:
        self._path = path
        self._write = write
        self._now = now
        self._rate_hz = sample_rate_hz
        self._until_whole = ExitStack()
        self._stream: IO[bytes] | None = None
        self._samples = 0
        self._failed: OSError | None = None
        self._busy_until = 0.0
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *why: Any) -> None:
        """Finish the file; leave the one before where the block raises."""
        if why[0] is None:
            self.close()
        elif not self._closed:
            self._closed = True
            self._until_whole.__exit__(*why)

    def play(self, samples: Samples, sample_rate_hz: int) -> None:
        """Put samples on the timeline."""
        converted = resample(samples, sample_rate_hz, self._rate_hz)
        start = max(self._now(), self._busy_until)
        self._busy_until = start + len(converted) / self._rate_hz
        self._unless_failed(lambda: self._put(round(start * self._rate_hz), converted))

    def stop(self) -> None:
        """Cut off what lies in the future."""
        self._busy_until = min(self._busy_until, self._now())
        self._samples = min(self._samples, round(self._now() * self._rate_hz))
        if self._stream is not None:
            self._unless_failed(lambda: self._opened().truncate(_HEADER.size + self._samples * _SAMPLE_BYTES))

    @property
    def speaking(self) -> bool:
        """True while the timeline is occupied."""
        return self._now() < self._busy_until

    def close(self) -> None:
        """Finish the file.

        Raises:
            UnreadableAudio: It cannot be written; the one before is still there.
        """
        if self._closed:
            return
        self._closed = True
        self._unless_failed(self._finish)
        if self._failed is not None:
            raise UnreadableAudio(
                "{path} cannot be written: {strerror}.",
                "Check the folder and the free space.",
                path=self._path,
                strerror=self._failed.strerror,
            ) from self._failed

    def _put(self, first: int, samples: Samples) -> None:
        """Write samples at their place; what is left out before them is silence."""
        end = first + len(samples)
        if end > _MOST_SAMPLES:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        self._opened().seek(_HEADER.size + first * _SAMPLE_BYTES)
        self._opened().write(np.rint(np.clip(samples, -1.0, 1.0) * _LOUDEST).astype("<i2").tobytes())
        self._samples = max(self._samples, end)

    def _finish(self) -> None:
        if not self._samples:
            self._put(0, np.zeros(1, dtype=np.float32))
        size, rate = self._samples * _SAMPLE_BYTES, self._rate_hz
        chunk = (b"fmt ", 16, 1, 1, rate, rate * _SAMPLE_BYTES, _SAMPLE_BYTES, 8 * _SAMPLE_BYTES)
        self._opened().seek(0)
        self._opened().write(_HEADER.pack(b"RIFF", _HEADER.size - 8 + size, b"WAVE", *chunk, b"data", size))
        self._until_whole.close()

    def _opened(self) -> IO[bytes]:
        if self._stream is None:
            self._stream = self._until_whole.enter_context(self._write(self._path))
        return self._stream

    def _unless_failed(self, step: Callable[[], object]) -> None:
        """Do something to the file; nothing of it is left once something failed."""
        if self._failed is not None:
            return
        try:
            step()
        except OSError as problem:
            self._failed = problem
            with suppress(OSError):  # why it could not be written is told
                self._until_whole.__exit__(type(problem), problem, problem.__traceback__)
