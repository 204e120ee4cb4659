"""Recordings behind the ports of microphone and loudspeaker: for tests, demos and evenings kept on disk."""

import io
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np
import soundfile

from audio.convert import resample
from audio.errors import UnreadableAudio
from audio.recording import CLIP_SECONDS, Recording
from audio.types import SAMPLE_RATE_HZ, AudioChunk, Samples

CHUNK_SAMPLES = 512


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

    Args:
        path: 16-bit mono WAV file to write, finished by `close`.
        now: Seconds since the recording began; an announcement starts there, or where the one before it ends.
        sample_rate_hz: Rate of the file in Hz.
        write: Puts the bytes into the file.
    """

    def __init__(
        self,
        path: Path,
        now: Callable[[], float],
        sample_rate_hz: int = 24_000,
        write: Callable[[Path, bytes], object] = Path.write_bytes,
    ) -> None:
        self._path = path
        self._write = write
        self._now = now
        self._rate_hz = sample_rate_hz
        self._said: list[tuple[int, Samples]] = []
        self._busy_until = 0.0
        self._closed = False

    def play(self, samples: Samples, sample_rate_hz: int) -> None:
        """Put samples on the timeline."""
        converted = resample(samples, sample_rate_hz, self._rate_hz)
        start = max(self._now(), self._busy_until)
        self._said.append((round(start * self._rate_hz), converted))
        self._busy_until = start + len(converted) / self._rate_hz

    def stop(self) -> None:
        """Cut off what lies in the future."""
        cut = round(self._now() * self._rate_hz)
        self._said = [(first, samples[: max(0, cut - first)]) for first, samples in self._said if first < cut]
        self._busy_until = min(self._busy_until, self._now())

    @property
    def speaking(self) -> bool:
        """True while the timeline is occupied."""
        return self._now() < self._busy_until

    def close(self) -> None:
        """Write the file.

        Raises:
            UnreadableAudio: The file cannot be written.
        """
        if self._closed:
            return
        self._closed = True
        length = max((first + len(samples) for first, samples in self._said), default=0)
        timeline = np.zeros(max(length, 1), dtype=np.float32)
        for first, samples in self._said:
            timeline[first : first + len(samples)] = samples
        held = io.BytesIO()
        soundfile.write(held, timeline, self._rate_hz, format="WAV", subtype="PCM_16")
        try:
            self._write(self._path, held.getvalue())
        except OSError as exc:
            raise UnreadableAudio(
                "{path} cannot be written: {strerror}.",
                "Check the folder and the free space.",
                path=self._path,
                strerror=exc.strerror,
            ) from exc
