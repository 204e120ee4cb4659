"""Hearing recordings chunk by chunk.

A chunk ends at a quiet moment, always the same one, so that an interrupted import hears what an uninterrupted one does.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from audio.listen import Listener, ListenerParams
from audio.ports import SpeakerIdentifier, Transcriber, VoiceDetector
from audio.types import SAMPLE_RATE_HZ, AudioChunk, Samples, SpeakerMatch, Utterance
from companion.transfer.importing.tracks import Track
from companion.transfer.importing.work import Chunk, Work

CHUNK_SECONDS = 120.0
"""Longest stretch that is heard in one go and, after a kill, heard again."""

QUIET_WITHIN_SECONDS = 20.0
"""The quietest moment of so much at the end of a stretch is where the next begins."""

_QUIET_SECONDS = 0.4


class Sound(Protocol):
    """A recording that can be read anywhere."""

    @property
    def seconds(self) -> float:
        """Length."""

    def read(self, start: float, end: float) -> Samples:
        """The sound between two moments, in seconds."""

    def close(self) -> None:
        """Let go of the file."""


class ExpectedNames(Protocol):
    """Knows which names are likely to be said."""

    @property
    def expected(self) -> Sequence[str]:
        """The names."""

    def heard(self, utterance: Utterance) -> None:
        """Take in something said: it may bring names."""


@dataclass(frozen=True, slots=True)
class TrackRecognizer:
    """Recognisers and parameters for importing recordings.

    Attributes:
        transcriber: Turns segments into words.
        detector: Tells speech from other sound.
        voices: Tells the players of a recording of the whole table apart; None names nobody.
        params: How it is listened to.
    """

    transcriber: Transcriber
    detector: VoiceDetector
    voices: SpeakerIdentifier | None = None
    params: ListenerParams | None = None


class OneVoice:
    """Everything on a track is said by the person it belongs to.

    Args:
        person: Who.
    """

    def __init__(self, person: str) -> None:
        self.names = (person,)

    def identify(self, samples: Samples) -> SpeakerMatch | None:
        """Always the same person."""
        return SpeakerMatch(self.names[0], 1.0)


class Stretch:
    """A stretch of a recording that plays the microphone.

    Args:
        samples: Mono float32 at `SAMPLE_RATE_HZ`.
    """

    trouble = ""

    def __init__(self, samples: Samples) -> None:
        self._samples = samples
        self._closed = False

    def chunks(self) -> Iterator[AudioChunk]:
        """Yield the stretch second by second."""
        for first in range(0, len(self._samples), SAMPLE_RATE_HZ):
            if self._closed:
                return
            yield AudioChunk(self._samples[first : first + SAMPLE_RATE_HZ], first / SAMPLE_RATE_HZ)

    def close(self) -> None:
        """Stop handing out sound."""
        self._closed = True


def hear(
    tracks: Sequence[tuple[Track, Sound]],
    ears: TrackRecognizer,
    names: ExpectedNames,
    work: Work,
    done: Callable[[float], None] = lambda seconds: None,
) -> list[Chunk]:
    """Hear what was not heard yet, keeping every chunk; all tracks go forward together.

    Args:
        tracks: Tracks with their sound.
        ears: Recognisers and parameters.
        names: Names likely to be said; extended by what is said, chunks of earlier runs first.
        work: Where chunks are kept; those it holds are not heard again.
        done: Called with the seconds of sound that are done, of all tracks together.

    Returns:
        Every chunk, those of earlier runs included.

    Raises:
        AudioError: A recording is damaged.
        WorkNotKept: A chunk cannot be written.
    """
    chunks = work.chunks()
    ends = [0.0] * len(tracks)
    for chunk in chunks:
        ends[chunk.track] = chunk.end
        for utterance in chunk.heard:
            names.heard(utterance)
    done(sum(ends))
    while left := [at for at, (_, sound) in enumerate(tracks) if ends[at] < sound.seconds]:
        at = min(left, key=lambda each: ends[each])
        track, sound = tracks[at]
        voices = ears.voices if track.person is None else OneVoice(track.person)
        chunk = work.keep(_hear_next(at, sound, ends[at], replace(ears, voices=voices), names))
        chunks.append(chunk)
        ends[at] = chunk.end
        done(sum(ends))
    return chunks


def _hear_next(track: int, sound: Sound, start: float, ears: TrackRecognizer, names: ExpectedNames) -> Chunk:
    samples = sound.read(start, start + CHUNK_SECONDS)
    end = sound.seconds
    if start + CHUNK_SECONDS < sound.seconds:
        cut = quiet_moment(samples)
        samples, end = samples[:cut], start + cut / SAMPLE_RATE_HZ
    ears.detector.reset()
    listener = Listener(Stretch(samples), ears.detector, ears.transcriber, identifier=ears.voices, params=ears.params)
    listener.hotwords = names.expected
    said = []
    for each in listener.utterances():
        said.append(replace(each, start=round(start + each.start, 3), end=round(start + each.end, 3)))
        names.heard(said[-1])
        listener.hotwords = names.expected
    return Chunk(track, end, tuple(said), listener.counters.failed_segments)


def quiet_moment(samples: Samples) -> int:
    """Sample in the middle of the quietest moment near the end of a stretch; the last of several equally quiet."""
    size, step = round(_QUIET_SECONDS * SAMPLE_RATE_HZ), SAMPLE_RATE_HZ // 20
    first = max(0, len(samples) - round(QUIET_WITHIN_SECONDS * SAMPLE_RATE_HZ))
    starts = range(first, max(first + 1, len(samples) - size), step)
    energy = np.concatenate(([0.0], np.cumsum(np.square(samples[first:], dtype=np.float64))))

    def loudness(start: int) -> float:
        return float(energy[min(start + size, len(samples)) - first] - energy[start - first])

    return min(reversed(starts), key=loudness) + size // 2
