"""The seams of the audio side; adapters are named for their technology, fakes `Scripted…`."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from audio.types import AudioChunk, Nearest, Samples, SpeakerMatch, Transcript, Watched


class AudioSource(Protocol):
    """A microphone, or a recording that behaves like one."""

    @property
    def trouble(self) -> str:
        """Sentence for the table on why nothing is heard right now; empty when all is well."""

    def chunks(self) -> Iterator[AudioChunk]:
        """Yield sound in order until the source ends or is closed.

        Raises:
            DeviceUnavailable: The microphone cannot be opened.
            UnreadableAudio: The recording cannot be read.
        """

    def close(self) -> None:
        """Stop; `chunks` ends soon after. Safe to call twice and from another thread."""


class NearMicrophones(Protocol):
    """Several microphones that are heard as one, and know afterwards which was nearest."""

    def nearest(self, start: float, end: float, heard: Samples) -> tuple[Samples, Nearest | None]:
        """A stretch, as long as what was `heard`, from the microphone nearest to its speaker, and whose that is."""

    def changed(self, before: tuple[float, float], after: tuple[float, float]) -> bool | None:
        """Tell whether two stretches, in seconds, have different speakers; None where that is not sure."""


class VoiceDetector(Protocol):
    """Tells speech from other sound."""

    frame_samples: int
    """Samples per judged frame at `SAMPLE_RATE_HZ`."""

    def probability(self, frame: Samples) -> float:
        """Probability of speech in the next frame, 0 to 1; keeps state between frames."""

    def reset(self) -> None:
        """Forget the frames seen so far."""


class Transcriber(Protocol):
    """Turns a segment into words."""

    def transcribe(
        self, samples: Samples, hotwords: Sequence[str] = (), *, alternatives: bool = False, cut_off: bool = False
    ) -> Transcript:
        """Recognise one segment.

        Args:
            samples: Mono float32 at `SAMPLE_RATE_HZ`.
            hotwords: Names likely to be said: players, characters, skills, people of the story.
            alternatives: Whether other wordings of a short segment are wanted too.
            cut_off: Whether it ends where talk goes on: nothing can be learnt from how it ends, and it was waited for
                already, so a doubtful result is not tried again.

        Raises:
            TranscriptionFailed: The recogniser failed on this segment.
        """


class SpeakerIdentifier(Protocol):
    """Knows enrolled voices."""

    @property
    def names(self) -> tuple[str, ...]:
        """Enrolled names."""

    def identify(self, samples: Samples) -> SpeakerMatch | None:
        """Identify the voice; None when the sample is too short to tell or nobody is enrolled."""


class SpeakerChangeDetector(Protocol):
    """Tells when another voice has taken over."""

    def changed(self, before: Samples, after: Samples, pause_seconds: float) -> bool:
        """Return True if the voice after a pause is another one than before it.

        Args:
            before: Speech up to the pause, mono float32 at `SAMPLE_RATE_HZ`.
            after: Speech since the pause.
            pause_seconds: Length of the pause.
        """

    def watch(self, samples: Samples, since: int = 0) -> Watched:
        """Find where another voice takes over without a pause, and whose voice it is where none does.

        Args:
            samples: Speech from its beginning on.
            since: Sample before which nobody took over; what is before it only helps to know the voice.
        """


class Synthesizer(Protocol):
    """Speaks a text."""

    sample_rate_hz: int

    def speak(self, text: str) -> Iterator[Samples]:
        """Yield samples sentence by sentence, the first as early as possible.

        Raises:
            SynthesisFailed: The voice failed on this text.
        """


class AudioSink(Protocol):
    """A loudspeaker or a file."""

    def play(self, samples: Samples, sample_rate_hz: int) -> None:
        """Queue samples for playing; returns at once."""

    def stop(self) -> None:
        """Fall silent now and forget what is queued."""

    @property
    def speaking(self) -> bool:
        """True while something is being played or queued."""

    def close(self) -> None:
        """Release the device or finish the file. Safe to call twice."""
