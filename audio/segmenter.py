"""Where somebody begins and stops talking: arithmetic on (seconds, probability of speech), no sound.

QUIET ──speech──► STARTING ──start_seconds──► SPEAKING ──silence──► STOPPING ──stop_seconds──► QUIET
                     └────────silence──► QUIET    ▲───────speech───────┘
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum


class SpeechState(Enum):
    """What the segmenter believes right now."""

    QUIET = "quiet"
    STARTING = "starting"
    SPEAKING = "speaking"
    STOPPING = "stopping"


@dataclass(frozen=True, slots=True)
class SegmenterParams:
    """When speech counts as begun and as ended.

    Attributes:
        start_probability: Frames at or above it are speech while nobody speaks, 0 to 1.
        stop_probability: Frames below it are silence while somebody speaks, 0 to 1.
        start_seconds: Speech needed in a row before a segment begins.
        stop_seconds: Silence that ends a segment.
        short_answer_stop_seconds: Silence that ends a segment while the table waits for dice or bids.
        min_speech_seconds: Segments with less speech than this are noise and dropped.
        max_segment_seconds: A segment is split at its best pause when it grows longer.
        min_split_pause_seconds: Shortest silence worth splitting a long segment at.
    """

    start_probability: float = 0.5
    stop_probability: float = 0.35
    start_seconds: float = 0.064
    stop_seconds: float = 0.55
    short_answer_stop_seconds: float = 0.45
    min_speech_seconds: float = 0.16
    max_segment_seconds: float = 15.0
    min_split_pause_seconds: float = 0.09


@dataclass(frozen=True, slots=True)
class Span:
    """A closed stretch of speech.

    Attributes:
        start: Seconds at the first speech.
        end: Seconds at the last speech.
        endpoint: Seconds at which the end was decided.
        cut: True when it was closed because it grew too long.
    """

    start: float
    end: float
    endpoint: float
    cut: bool = False


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
        """What the segmenter believes right now."""
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
        if self.expecting_short_answer:
            return min(self.params.short_answer_stop_seconds, self.params.stop_seconds)
        return self.params.stop_seconds

    def _become_quiet(self) -> None:
        self._state = SpeechState.QUIET
        self._start = self._end = self.now
        self._voiced = 0.0
        self._pauses: list[tuple[float, float, float]] = []

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
            self._pauses.append((self._end, self.now - seconds, self._voiced))
        self._state = SpeechState.SPEAKING
        self._voiced += seconds
        self._end = self.now

    def _close(self) -> Span | None:
        span = Span(self._start, self._end, self.now)
        loud_enough = self._voiced >= self.params.min_speech_seconds - 1e-9
        self._become_quiet()
        if not loud_enough:
            self.dropped_spans += 1
            return None
        return span

    def _split(self) -> Span:
        """Close the part before the best pause and go on with the rest."""
        best = best_pause(self._pauses, self.params.min_split_pause_seconds, self._start)
        if best is None:
            span = Span(self._start, self._end, self.now, cut=True)
            speaking = self._state is SpeechState.SPEAKING
            self._become_quiet()
            if speaking:
                self._state = SpeechState.SPEAKING
            return span
        pause_start, pause_end, voiced_before = best
        span = Span(self._start, pause_start, self.now, cut=True)
        self._start = pause_end
        self._voiced -= voiced_before
        self._pauses = [(a, b, v - voiced_before) for a, b, v in self._pauses if a >= pause_end]
        return span


def best_pause(
    pauses: Sequence[tuple[float, float, float]], shortest: float, since: float
) -> tuple[float, float, float] | None:
    """The pause to split a long segment at: the longest, where a later one counts a little more.

    Args:
        pauses: (start, end, speech before it) in seconds.
        shortest: Pauses shorter than this many seconds are no pauses.
        since: Seconds at which the segment began.
    """
    worthy = [p for p in pauses if p[1] - p[0] >= shortest - 1e-9 and p[2] > 0]
    return max(worthy, key=lambda p: (p[1] - p[0]) * (1.0 + 0.05 * (p[0] - since)), default=None)
