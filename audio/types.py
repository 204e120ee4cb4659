"""Values that pass between the stages of hearing and speaking."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

# Whoever only types waits for no numpy.
if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Samples = NDArray[np.float32]
else:
    Samples = Any
"""Mono samples, shape (n,), float32 in [-1, 1]."""

PACKAGED_BASE = "packaged-base"
PACKAGED_TINY = "packaged-tiny"
"""Names of the speech models that come as packages: Whisper base; Whisper tiny.en, faster, less exact, English only."""

SAMPLE_RATE_HZ = 16_000
"""Rate of everything between capture and recognition."""

UNKNOWN = "unknown"
"""Name of a speaker who is none of the enrolled voices."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """The microphone nearest to who spoke.

    Attributes:
        name: Whose it is, `audio.nearest.TABLE` for the table's.
        weight: How much that says of who spoke, 0 for nothing; a natural logarithm of a likelihood ratio.
    """

    name: str
    weight: float


@dataclass(frozen=True, slots=True)
class AudioChunk:
    """A stretch of microphone sound.

    Attributes:
        samples: Mono float32 at `SAMPLE_RATE_HZ`.
        start: Seconds since the recording began.
        dropped: Samples lost just before this chunk because nobody fetched them in time.
    """

    samples: Samples
    start: float
    dropped: int = 0


@dataclass(frozen=True, slots=True)
class SpeechSegment:
    """Sound judged to be one stretch of speech, with a little silence on both sides.

    Attributes:
        samples: Mono float32 at `SAMPLE_RATE_HZ`.
        start: Seconds of audio at the first sample.
        end: Seconds of audio at the last sample of speech.
        endpoint: Seconds of audio at which the end was decided; `endpoint - end` is the silence waited for.
        cut: True when the segment was closed because it grew too long, not by silence.
        silence: Seconds of silence known to follow the speech: up to the next speech, or to the endpoint.
        voiced: Seconds of speech in it, pauses left out.
        foreseen: Seconds of audio at which it was first held possible that just this would be the segment, and its
            recognition could begin; `endpoint` where nothing foretold it.
        owner: Whose phone was nearest to who speaks; empty where no phone was.
        owner_weight: How much that says of who speaks, a natural logarithm of a likelihood ratio.
    """

    samples: Samples
    start: float
    end: float
    endpoint: float
    cut: bool = False
    silence: float = 0.0
    voiced: float = 0.0
    foreseen: float = 0.0
    owner: str = ""
    owner_weight: float = 0.0


@dataclass(frozen=True, slots=True)
class Transcript:
    """Result of speech recognition for a segment.

    Attributes:
        text: Recognised words, empty when it is not speech.
        avg_logprob: Mean token log-probability, <= 0.
        no_speech_prob: Probability that there is no speech, 0 to 1.
        language: Code of the recognition language.
        words: (word, start, end) with seconds of audio, where the recogniser gives them.
        alternatives: Other wordings nearly as likely, the likeliest first, where they were asked for.
    """

    text: str
    avg_logprob: float
    no_speech_prob: float
    language: str = "en"
    words: tuple[tuple[str, float, float], ...] = ()
    alternatives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """One enrolled person who may have spoken.

    Attributes:
        name: Enrolled name.
        likeness: Likeness of the sound to that voice, -1 to 1.
        ratio: Natural logarithm of how much likelier the sound is from that person than from a stranger.
    """

    name: str
    likeness: float
    ratio: float


@dataclass(frozen=True, slots=True)
class SpeakerMatch:
    """Result of speaker recognition.

    Attributes:
        name: Enrolled name, or `UNKNOWN`.
        score: Likeness to the nearest enrolled voice, -1 to 1.
        runner_up: Next best enrolled name and its likeness, where there is one.
        candidates: Every enrolled person, the likeliest first; empty where no voice was compared.
        opening: The same by the first second and a half alone, where another voice follows; empty with one voice.
        closing: The same by the last second and a half.
        seconds: Speech that was compared.
        voice: The sound as a voice vector, for learning; None where there is none.
        because: What besides the sound speaks for this person.
    """

    name: str
    score: float
    runner_up: tuple[str, float] | None = None
    candidates: tuple[Candidate, ...] = ()
    opening: tuple[Candidate, ...] = ()
    closing: tuple[Candidate, ...] = ()
    seconds: float = 0.0
    voice: NDArray[np.float32] | None = field(default=None, compare=False, repr=False)
    because: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Watched:
    """Result of looking for another voice in some seconds of running talk.

    Attributes:
        takeover: Sample at which another voice takes over without a pause; None when one voice is as likely.
        suspected: Sample at which one may, where that is not sure yet.
        speaker: Whose voice it is, as surely as a finished sentence's must be known; None where it is not.
        doubtful: Whether somebody else was the likelier one just now, but too little to suspect anything.
    """

    takeover: int | None = None
    suspected: int | None = None
    speaker: str | None = None
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class Utterance:
    """Something somebody said or typed.

    Attributes:
        id: Unique within the evening ("u12").
        text: The words.
        speaker: Whose voice, None when nobody is enrolled or the sample is too short to tell.
        start: Seconds since listening began.
        end: Seconds since listening began at the last sample of speech.
        avg_logprob: Mean token log-probability, <= 0; 0 when typed.
        no_speech_prob: Probability that it was no speech, 0 to 1; 0 when typed.
        typed: True when it came from a keyboard or the page.
        own_page: True when the speaker typed it on a page that is theirs alone.
        latency: Seconds from the last speech sample being available to the words being ready; None when typed.
        stages: Seconds spent per stage ("endpoint", "transcribe", "identify").
        alternatives: Other wordings nearly as likely, the likeliest first, where a short answer was expected.
    """

    id: str
    text: str
    speaker: SpeakerMatch | None = None
    start: float = 0.0
    end: float = 0.0
    avg_logprob: float = 0.0
    no_speech_prob: float = 0.0
    typed: bool = False
    latency: float | None = None
    stages: dict[str, float] = field(default_factory=dict)
    alternatives: tuple[str, ...] = ()
    own_page: bool = False

    @property
    def speaker_name(self) -> str | None:
        """Name of who speaks; None for strangers and voices nobody can name."""
        match = self.speaker
        return None if match is None or match.name == UNKNOWN else match.name
