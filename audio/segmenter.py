"""Start and end of speech: arithmetic on (seconds, probability of speech), no sound.

QUIET ──speech──► STARTING ──start_seconds──► SPEAKING ──silence──► STOPPING ──stop_seconds──► QUIET
                     └────────silence──► QUIET    ▲───────speech───────┘
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum


class SpeechState(Enum):
    """State of the segmenter."""

    QUIET = "quiet"
    STARTING = "starting"
    SPEAKING = "speaking"
    STOPPING = "stopping"


@dataclass(frozen=True, slots=True)
class SegmenterParams:
    """Limits at which speech counts as begun and as ended.

    Attributes:
        start_probability: Frames at or above it are speech while nobody speaks, 0 to 1.
        stop_probability: Frames below it are silence while somebody speaks, 0 to 1.
        start_seconds: Speech needed in a row before a segment begins.
        stop_seconds: Silence that ends a segment.
        short_answer_stop_seconds: Silence that ends a segment while the table waits for dice or bids.
        long_stop_seconds: Silence that ends a long segment: who has talked for a while breathes between sentences.
        long_seconds: Seconds of talk up to which `stop_seconds` counts, and from which `long_stop_seconds` does; the
            silence needed shrinks evenly between them.
        min_speech_seconds: Segments with less speech than this are noise and dropped.
        max_segment_seconds: A segment is split at its best pause when it grows longer.
        min_split_pause_seconds: Shortest silence worth splitting a long segment at.
    """

    start_probability: float = 0.5
    stop_probability: float = 0.35
    start_seconds: float = 0.064
    stop_seconds: float = 0.48
    short_answer_stop_seconds: float = 0.4
    long_stop_seconds: float = 0.26
    long_seconds: tuple[float, float] = (3.0, 6.0)
    min_speech_seconds: float = 0.16
    max_segment_seconds: float = 14.0
    min_split_pause_seconds: float = 0.09


@dataclass(frozen=True, slots=True)
class Span:
    """A closed stretch of speech.

    Attributes:
        start: Seconds at the first speech.
        end: Seconds at the last speech.
        endpoint: Seconds at which the end was decided.
        silence: Seconds of silence known to follow it: up to the next speech, or to the endpoint.
        cut: True when it was closed because it grew too long.
    """

    start: float
    end: float
    endpoint: float
    silence: float = 0.0
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Pause:
    """A silence inside a stretch of speech, too short to end it.

    Attributes:
        start: Seconds at the last speech before it.
        end: Seconds at the first speech after it.
        voiced_before: Seconds of speech in the segment before it.
    """

    start: float
    end: float
    voiced_before: float

    @property
    def seconds(self) -> float:
        """Length."""
        return self.end - self.start


class Segmenter:
    """Turns frame probabilities into spans of speech.

    Spans come in order and never overlap. Set `expecting_short_answer` while dice or bids are awaited.
    """

    def __init__(self, params: SegmenterParams | None = None) -> None:
        self.params = params or SegmenterParams()
        self.expecting_short_answer = False
        self.now = 0.0
        self.dropped_spans = 0
        self._become_quiet()

    @property
    def state(self) -> SpeechState:
        """The present state."""
        return self._state

    @property
    def speech_start(self) -> float | None:
        """Seconds at which the open stretch of speech began; None while QUIET."""
        return None if self._state is SpeechState.QUIET else self._start

    @property
    def speech_end(self) -> float:
        """Seconds at the last speech of the open stretch."""
        return self._end

    @property
    def pause_seconds(self) -> float:
        """Silence so far since the last speech of the open segment; 0 unless STOPPING."""
        return self.now - self._end if self._state is SpeechState.STOPPING else 0.0

    @property
    def pauses(self) -> tuple[Pause, ...]:
        """Pauses inside the open segment, oldest first."""
        return tuple(self._pauses)

    @property
    def voiced_seconds(self) -> float:
        """Speech in the open segment, pauses left out."""
        return self._voiced

    def push(self, seconds: float, probability: float) -> Span | None:
        """Take the next frame.

        Args:
            seconds: Length of the frame.
            probability: Probability that it is speech, 0 to 1.

        Returns:
            The span this frame closes, if any.
        """
        before, self.now = self.now, self.now + seconds
        if self._state in (SpeechState.QUIET, SpeechState.STARTING):
            self._wait_for_speech(before, seconds, probability)
            return None
        self._follow_speech(seconds, probability)
        if self.pause_seconds >= self._stop_seconds - 1e-9:
            return self._close()
        if self.now - self._start >= self.params.max_segment_seconds:
            return self._split()
        return None

    def skip(self, seconds: float) -> Span | None:
        """Let time pass without listening; an open segment ends where it stands."""
        span = self.flush()
        self.now += seconds
        return span

    def flush(self) -> Span | None:
        """Close what is open, as at the end of a recording."""
        if self._state in (SpeechState.SPEAKING, SpeechState.STOPPING):
            return self._close()
        self._become_quiet()
        return None

    @property
    def _stop_seconds(self) -> float:
        params = self.params
        patient, long = params.long_seconds
        share = min(1.0, max(0.0, (self._end - self._start - patient) / (long - patient)))
        needed = params.stop_seconds + share * (
            min(params.long_stop_seconds, params.stop_seconds) - params.stop_seconds
        )
        return min(needed, params.short_answer_stop_seconds) if self.expecting_short_answer else needed

    def _become_quiet(self) -> None:
        self._state = SpeechState.QUIET
        self._start = self._end = self.now
        self._voiced = 0.0
        self._pauses: list[Pause] = []

    def _wait_for_speech(self, before: float, seconds: float, probability: float) -> None:
        if probability < self.params.start_probability:
            self._become_quiet()
            return
        if self._state is SpeechState.QUIET:
            self._state, self._start = SpeechState.STARTING, before
        self._voiced += seconds
        self._end = self.now
        if self._voiced >= self.params.start_seconds - 1e-9:
            self._state = SpeechState.SPEAKING

    def _follow_speech(self, seconds: float, probability: float) -> None:
        stopping = self._state is SpeechState.STOPPING
        needed = self.params.start_probability if stopping else self.params.stop_probability
        if probability < needed:
            self._state = SpeechState.STOPPING
            return
        if stopping:
            self._pauses.append(Pause(self._end, self.now - seconds, self._voiced))
        self._state = SpeechState.SPEAKING
        self._voiced += seconds
        self._end = self.now

    def _close(self) -> Span | None:
        span = Span(self._start, self._end, self.now, self.now - self._end)
        loud_enough = self._voiced >= self.params.min_speech_seconds - 1e-9
        self._become_quiet()
        if not loud_enough:
            self.dropped_spans += 1
            return None
        return span

    def split_at(self, pause: Pause) -> Span:
        """Close the part before a pause of the open segment and go on with the rest."""
        span = Span(self._start, pause.start, self.now, pause.seconds)
        self._start = pause.end
        self._voiced -= pause.voiced_before
        self._pauses = [
            Pause(p.start, p.end, p.voiced_before - pause.voiced_before) for p in self._pauses if p.start >= pause.end
        ]
        return span

    def _split(self) -> Span:
        """Close a segment that grew too long, at its best pause or right here."""
        pause = best_pause(self._pauses, self.params.min_split_pause_seconds, self._start)
        if pause is not None:
            return replace(self.split_at(pause), cut=True)
        span = Span(self._start, self._end, self.now, self.now - self._end, cut=True)
        goes_on = self._state is SpeechState.SPEAKING
        self._become_quiet()
        if goes_on:
            self._state = SpeechState.SPEAKING
        return span


def best_pause(pauses: Sequence[Pause], shortest: float, since: float) -> Pause | None:
    """The pause to split a long segment at: the longest, where a later one counts a little more.

    Args:
        pauses: Pauses of the segment.
        shortest: Pauses shorter than this many seconds are no pauses.
        since: Seconds at which the segment began.
    """
    worthy = [p for p in pauses if p.seconds >= shortest - 1e-9 and p.voiced_before > 0]
    return max(worthy, key=lambda p: p.seconds * (1.0 + 0.05 * (p.start - since)), default=None)
