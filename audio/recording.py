"""Opens sound files, whatever they are wanted for: checked when they are opened and while they are read.

They are read a block at a time: an evening of many hours never lies in memory as a whole.
"""

import math
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import numpy as np
import soundfile
import soxr
from numpy.typing import NDArray

from audio.convert import as_sound, to_mono
from audio.errors import UnreadableAudio
from audio.types import SAMPLE_RATE_HZ, Samples

LEAST_RATE_HZ = 8_000
"""Speech recorded at a lower rate has lost what tells its sounds apart."""
MOST_RATE_HZ = 384_000
"""No recorder has a higher rate."""
MOST_A_SECOND = 1_600_000
"""Samples of all channels; 32 of them at 48 kHz, or 8 at 192 kHz."""

CLIP_SECONDS = 600.0
"""Longest recording of one voice, which is read whole: a voice is learnt from seconds of speech."""
SESSION_SECONDS = 6 * 3600.0
"""Longest recording of a session that is read whole, to measure with it."""
EVENING_SECONDS = 48 * 3600.0
"""Longest recording of an evening, which is read a stretch at a time; packed silence of that length is a few bytes."""

_BLOCK_SAMPLES = 1 << 18
"""Samples of all channels that are decoded at a time."""
_UNKNOWN_FRAMES = 1 << 62
_HINT = "Use a WAV, FLAC, OGG or MP3 file that another player opens."
_UNREADABLE = (soundfile.SoundFileError, OSError, MemoryError, TypeError, ValueError)
"""Errors of opening and reading damaged files; the last two for names and heads that promise another format."""


class Recording:
    """A recording that can be read anywhere.

    Args:
        name: What it is called when something is wrong with it.
        open_bytes: Opens its bytes for reading, seekable; opened once and kept until `close`.
        longest_seconds: A longer one is refused.

    Raises:
        UnreadableAudio: It cannot be opened, is not audio, holds no samples, was written as a stream without its
            length, has a rate no speech is recorded at, or claims to be larger than a recording for this purpose.
    """

    def __init__(
        self, name: str, open_bytes: Callable[[], IO[bytes]], longest_seconds: float = EVENING_SECONDS
    ) -> None:
        self.name = name
        try:
            self._bytes = open_bytes()
        except (OSError, RuntimeError) as exc:
            raise UnreadableAudio(
                "{name} cannot be opened.", "Check that it is there and not protected.", name=name
            ) from exc
        try:
            self._sound: Any = soundfile.SoundFile(self._bytes)
            self.rate_hz = int(self._sound.samplerate)
            self._claimed = self._frames = int(self._sound.frames)
        except _UNREADABLE as exc:
            self._bytes.close()
            raise UnreadableAudio("{name} cannot be read as audio.", _HINT, name=name) from exc
        if problem := self._unfit() or self._too_long(longest_seconds):
            self.close()
            raise problem

    @classmethod
    def of_file(cls, path: Path, longest_seconds: float = EVENING_SECONDS) -> Self:
        """The recording in a file; folders, pipes and devices are none.

        Raises:
            UnreadableAudio: There is no such file, or it cannot be used.
        """
        if not os.path.isfile(path):
            raise UnreadableAudio(
                "There is no audio file {path}.", "Check the name, the folder and its rights.", path=path
            )
        return cls(str(path), lambda: path.open("rb"), longest_seconds)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def seconds(self) -> float:
        """Length, as far as it claims and was found to have one."""
        return self._frames / self.rate_hz

    @property
    def missing_seconds(self) -> float:
        """Seconds by which the recording ends earlier than its header claims."""
        return (self._claimed - self._frames) / self.rate_hz

    def read(self, start: float = 0.0, end: float = math.inf) -> Samples:
        """The sound between two moments, in seconds; shorter where the recording ends earlier.

        Returns:
            Mono float32 at `SAMPLE_RATE_HZ`.

        Raises:
            UnreadableAudio: The recording is damaged there.
        """
        return np.concatenate([np.zeros(0, dtype=np.float32), *self.blocks(start, end)])

    def blocks(self, start: float = 0.0, end: float = math.inf) -> Iterator[Samples]:
        """The same in blocks of some seconds, of which only one lies in memory at a time.

        Raises:
            UnreadableAudio: The recording is damaged there.
        """
        first, last = (round(min(moment, self.seconds) * self.rate_hz) for moment in (start, end))
        if self.rate_hz == SAMPLE_RATE_HZ:
            yield from self._mono(first, last)
            return
        resampled = soxr.ResampleStream(self.rate_hz, SAMPLE_RATE_HZ, 1, dtype="float32")
        for block in self._mono(first, last):
            yield resampled.resample_chunk(block)
        yield resampled.resample_chunk(np.zeros(0, dtype=np.float32), last=True)

    def close(self) -> None:
        """Let go of the file. Safe to call twice."""
        self._sound.close()
        self._bytes.close()

    def _mono(self, first: int, last: int) -> Iterator[Samples]:
        """Frames from the first to before the last, at the recording's own rate."""
        size = _BLOCK_SAMPLES // self._sound.channels
        while first < last:
            block = self._decoded(first, min(size, last - first))
            if not len(block):
                self._frames = first  # compressed files may claim more than they hold
                if problem := self._unfit():
                    raise problem
                return
            first += len(block)
            yield to_mono(as_sound(block))

    def _decoded(self, first: int, count: int) -> NDArray[np.float32]:
        try:
            if self._sound.tell() != first:
                self._sound.seek(first)
            block: NDArray[np.float32] = self._sound.read(count, dtype="float32", always_2d=True)
        except _UNREADABLE as exc:
            raise self._damaged(first) from exc
        return block

    def _damaged(self, frame: int) -> UnreadableAudio:
        return UnreadableAudio("{name} is damaged at {start:.0f} s.", _HINT, name=self.name, start=frame / self.rate_hz)

    def _unfit(self) -> UnreadableAudio | None:
        if not self._frames:
            return UnreadableAudio("{name} holds no sound at all.", "Record it again.", name=self.name)
        if self._frames >= _UNKNOWN_FRAMES:
            return UnreadableAudio(
                "{name} does not say how long it is.", "Save it anew with an audio program.", name=self.name
            )
        if self.rate_hz < LEAST_RATE_HZ:
            return UnreadableAudio(
                "{name} has {rate} samples a second, too few for speech.",
                "Use a recording with at least {least}.",
                name=self.name,
                rate=self.rate_hz,
                least=LEAST_RATE_HZ,
            )
        if self.rate_hz > MOST_RATE_HZ or self.rate_hz * self._sound.channels > MOST_A_SECOND:
            return UnreadableAudio(
                "{name} claims {channels} channels of {rate} samples a second.",
                "Use one with 48000 samples a second, or fewer channels.",
                name=self.name,
                channels=self._sound.channels,
                rate=self.rate_hz,
            )
        return None

    def _too_long(self, longest_seconds: float) -> UnreadableAudio | None:
        if self.seconds <= longest_seconds:
            return None
        if longest_seconds < 3600:
            return UnreadableAudio(
                "{name} claims to be {minutes:.1f} minutes long, which is too much for one voice.",
                "Use a piece of less than {most:.0f} minutes.",
                name=self.name,
                minutes=self.seconds / 60,
                most=longest_seconds / 60,
            )
        return UnreadableAudio(
            "{name} claims to be {hours:.0f} hours long, which is too much.",
            "Cut it into pieces of less than {most:.0f} hours.",
            name=self.name,
            hours=self.seconds / 3600,
            most=longest_seconds / 3600,
        )
