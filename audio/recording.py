"""A long recording, read a stretch at a time: an evening of many hours never lies in memory as a whole."""

from collections.abc import Callable
from typing import IO, Any

import numpy as np
import soundfile

from audio.convert import resample, to_mono
from audio.errors import UnreadableAudio
from audio.types import SAMPLE_RATE_HZ, Samples

LEAST_RATE_HZ = 8_000
"""Speech recorded at a lower rate has lost what tells its sounds apart."""
MOST_A_SECOND = 1_600_000
"""Samples of all channels; 32 of them at 48 kHz, or 8 at 192 kHz."""
LONGEST_HOURS = 48.0
"""No evening is longer; packed silence of that length is a few bytes."""

_UNKNOWN_FRAMES = 1 << 62
_HINT = "Use a WAV, FLAC, OGG or MP3 file that another player opens."


class Recording:
    """A recording that can be read anywhere.

    Args:
        name: What it is called when something is wrong with it.
        open_bytes: Opens its bytes for reading, seekable; opened once and kept until `close`.

    Raises:
        UnreadableAudio: It cannot be opened, is not audio, holds no samples, was written as a
            stream without its length, has too low a rate for speech, or claims to be larger than any recording.
    """

    def __init__(self, name: str, open_bytes: Callable[[], IO[bytes]]) -> None:
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
            self._frames = int(self._sound.frames)
        except (soundfile.SoundFileError, OSError) as exc:
            self._bytes.close()
            raise UnreadableAudio("{name} cannot be read as audio.", _HINT, name=name) from exc
        if problem := self._unfit():
            self.close()
            raise problem

    @property
    def seconds(self) -> float:
        """Length."""
        return self._frames / self.rate_hz

    def read(self, start: float, end: float) -> Samples:
        """The sound between two moments, in seconds; shorter where the recording ends earlier.

        Returns:
            Mono float32 at `SAMPLE_RATE_HZ`.

        Raises:
            UnreadableAudio: The recording is damaged there.
        """
        first = min(round(start * self.rate_hz), self._frames)
        count = max(0, min(round(end * self.rate_hz), self._frames) - first)
        try:
            self._sound.seek(first)
            samples = self._sound.read(count, dtype="float32", always_2d=True)
        except (soundfile.SoundFileError, OSError) as exc:
            raise UnreadableAudio("{name} is damaged at {start:.0f} s.", _HINT, name=self.name, start=start) from exc
        mono = np.nan_to_num(to_mono(samples), nan=0.0, posinf=0.0, neginf=0.0)
        return resample(mono, self.rate_hz, SAMPLE_RATE_HZ)

    def close(self) -> None:
        """Let go of the file. Safe to call twice."""
        self._sound.close()
        self._bytes.close()

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
        if self.rate_hz * self._sound.channels > MOST_A_SECOND:
            return UnreadableAudio(
                "{name} claims {channels} channels of {rate} samples a second.",
                "Use one with 48000 samples a second, or fewer channels.",
                name=self.name,
                channels=self._sound.channels,
                rate=self.rate_hz,
            )
        if self.seconds > LONGEST_HOURS * 3600:
            return UnreadableAudio(
                "{name} claims to be {hours:.0f} hours long; no evening is.",
                "Cut it into pieces of less than {most:.0f} hours.",
                name=self.name,
                hours=self.seconds / 3600,
                most=LONGEST_HOURS,
            )
        return None
