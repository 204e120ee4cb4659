"""Sound to segments of speech: voice detector, segmenter and turn detector over one buffer."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from audio.ports import NearMicrophones, SpeakerChangeDetector, VoiceDetector
from audio.segmenter import Pause, Segmenter, SegmenterParams, Span
from audio.sound_buffer import SoundBuffer
from audio.types import SAMPLE_RATE_HZ, Samples, SpeechSegment

COMPARED_SECONDS = 3.0
"""Speech before a pause that is compared with what follows."""

_SEAM_SECONDS = 0.01
"""On both sides of the moment at which one voice is cut from another."""

_SAME_SEAM_SECONDS = 0.15
"""Two looks that find a seam so near one another have found the same one."""

_JUST_BEFORE_SECONDS = 0.2
"""A pause that ended so shortly before a voice was found to take over is where it did."""


@dataclass(frozen=True, slots=True)
class EarParams:
    """Parameters for cutting out segments and for looking for other voices.

    Attributes:
        pre_roll_seconds: Sound kept before the first speech.
        post_roll_seconds: Sound kept after the last speech; recognition may begin once so much silence has passed.
        turn_seconds: Amounts of speech after a pause at which it is asked whether another voice has taken over; the
            first is too little to tell, and time to get to know the voice before the pause.
        turn_pause_seconds: Silences shorter than this are no place for a change of voice.
        last_turn_seconds: Speech after a pause that is enough to ask when the next silence begins.
        watch_seconds: Speech between two looks for a voice that takes over without a pause.
        doubtful_seconds: Speech between doubtful looks, which may only raise a suspicion between the others.
        settled_seconds: Speech since then before it is believed. The moment is often found too early, so a pause up to
            as long after it is where the change was.
        longest_answers: Longest segment in which short answers of two people are looked for, in seconds.
    """

    pre_roll_seconds: float = 0.25
    post_roll_seconds: float = 0.064
    turn_seconds: tuple[float, ...] = (0.1, 0.19, 0.25, 0.3, 0.4, 0.55, 0.7, 0.85, 1.2, 2.0, 3.0)
    turn_pause_seconds: float = 0.09
    last_turn_seconds: float = 0.35
    watch_seconds: float = 0.2
    doubtful_seconds: float = 0.06
    settled_seconds: float = 0.6
    longest_answers: float = 6.0


class Ear:
    """Finds segments of speech in sound.

    Args:
        detector: Tells speech from other sound.
        params: Tunables of the segmenter.
        ear_params: Tunables of the ear.
        turns: Tells when another voice has taken over; without one, only silence separates.
        near: Microphones near the speakers, which tell who spoke and bring it clearer.
    """

    def __init__(
        self,
        detector: VoiceDetector,
        params: SegmenterParams | None = None,
        ear_params: EarParams | None = None,
        turns: SpeakerChangeDetector | None = None,
        near: NearMicrophones | None = None,
    ) -> None:
        self._near = near
        self.segmenter = Segmenter(params)
        self._params = ear_params or EarParams()
        self._detector = detector
        self._turns = turns
        self._buffer = SoundBuffer()
        self._rest = np.zeros(0, dtype=np.float32)
        self._earliest = 0.0
        self._asked: dict[float, int] = {}
        self._watched = 0.0
        self._doubtful = False
        self._looked = 0.0
        self._speaker: str | None = None
        self._suspected: Pause | None = None
        self._foreseen: tuple[SpeechSegment, ...] = ()
        self._foreseen_at: dict[tuple[float, float], float] = {}
        self._split: tuple[tuple[float, float], int | None] = ((0.0, 0.0), None)

    @property
    def foreseen(self) -> tuple[SpeechSegment, ...]:
        """Segments that are closed next, in order, if the silence lasts or another voice has cut in; often empty."""
        return self._foreseen

    @property
    def speaker(self) -> str | None:
        """Name of the present speaker, as far as the last look was sure; None while nobody speaks or it was not."""
        return self._speaker

    @property
    def position(self) -> float:
        """Seconds of sound judged so far."""
        return self.segmenter.now

    def hear(self, samples: Samples) -> Iterator[SpeechSegment]:
        """Take in the next sound and yield the segments it closes."""
        size = self._detector.frame_samples
        sound = np.concatenate((self._rest, samples))
        whole = len(sound) - len(sound) % size
        self._rest = sound[whole:]
        for frame in sound[:whole].reshape(-1, size):
            self._buffer.append(frame)
            voiced = self.segmenter.voiced_seconds
            span = self.segmenter.push(size / SAMPLE_RATE_HZ, self._detector.probability(frame))
            if span:
                yield from self._cut_out(span, voiced - self.segmenter.voiced_seconds)
            elif turn := self._turn_taken() or self._cut_in():
                voiced = self.segmenter.voiced_seconds
                yield from self._cut_out(self.segmenter.split_at(turn), voiced - self.segmenter.voiced_seconds)
            self._foresee()
            self._forget()

    def skip(self, count: int) -> Iterator[SpeechSegment]:
        """Let the time of so many samples pass unheard; an open segment ends here."""
        yield from self.finish()
        unheard = count + len(self._rest)
        self._rest = np.zeros(0, dtype=np.float32)
        self._buffer.skip(unheard)
        self.segmenter.skip(unheard / SAMPLE_RATE_HZ)
        self._detector.reset()

    def finish(self) -> Iterator[SpeechSegment]:
        """Yield what is still open, as at the end of a recording."""
        voiced = self.segmenter.voiced_seconds
        if span := self.segmenter.flush():
            yield from self._cut_out(span, voiced)

    def _foresee(self) -> None:
        """Cut out what may be closed next, unless it is foreseen already."""
        span = self._likely_span()
        if span is None:
            self._foreseen = ()
        elif not self._foreseen or (self._foreseen[0].start, self._foreseen[-1].end) != (span.start, span.end):
            self._foreseen = tuple(self._answers(self._segment(span, 0.0), self._begin(span)))
            for segment in self._foreseen:
                self._foreseen_at.setdefault((segment.start, segment.end), self.position)

    def _likely_span(self) -> Span | None:
        """Open speech up to the present silence, or else up to where another voice may have cut in."""
        start, silence, suspected = self.segmenter.speech_start, self.segmenter.pause_seconds, self._suspected
        if start is None:
            return None
        if silence >= self._params.post_roll_seconds - 1e-9 > 0.0:
            return Span(start, self.segmenter.speech_end, self.position, silence)
        return Span(start, suspected.start, self.position, suspected.seconds) if suspected is not None else None

    def _cut_out(self, span: Span, voiced: float) -> Iterator[SpeechSegment]:
        begin, segment = self._begin(span), self._segment(span, voiced)
        self._earliest = span.end
        self._asked.clear()
        self._watched = self.segmenter.voiced_seconds
        self._speaker = self._suspected = None
        self._doubtful = False
        self._foreseen = ()
        foreseen_at, self._foreseen_at = self._foreseen_at, {}
        for each in self._answers(segment, begin):
            yield replace(each, foreseen=foreseen_at.get((each.start, each.end), each.endpoint))

    def _answers(self, segment: SpeechSegment, begin: float) -> Iterator[SpeechSegment]:
        """The segment, or its two parts where another voice cuts in; its first sample is at `begin`."""
        at = self._taken_over(segment)
        if at is None:
            yield segment
            return
        share, moment = at / len(segment.samples), begin + at / SAMPLE_RATE_HZ
        yield replace(segment, samples=segment.samples[:at], end=moment, silence=0.0, voiced=segment.voiced * share)
        yield replace(segment, samples=segment.samples[at:], start=moment, voiced=segment.voiced * (1.0 - share))

    def _taken_over(self, segment: SpeechSegment) -> int | None:
        """Sample at which another voice cuts in; only looked for where a short answer is expected of each person."""
        if self._turns is None or not self.segmenter.expecting_short_answer:
            return None
        if len(segment.samples) > self._params.longest_answers * SAMPLE_RATE_HZ:
            return None
        stretch = segment.start, segment.end
        if self._split[0] != stretch:
            self._split = stretch, self._turns.watch(segment.samples).takeover
        return self._split[1]

    def _begin(self, span: Span) -> float:
        return max(self._earliest, span.start - self._params.pre_roll_seconds)

    def _segment(self, span: Span, voiced: float) -> SpeechSegment:
        start = self._begin(span)
        end = span.end + min(self._params.post_roll_seconds, span.silence or self._params.post_roll_seconds)
        samples = self._buffer.between(start, end)
        samples, found = self._near.nearest(start, end, samples) if self._near else (samples, None)
        whose = (found.name, found.weight) if found else ("", 0.0)
        return SpeechSegment(samples, span.start, span.end, span.endpoint, span.cut, span.silence, voiced, 0.0, *whose)

    def _forget(self) -> None:
        since = self.segmenter.speech_start
        if since is None:
            self._foreseen_at.clear()
        needed = self.position if since is None else since
        self._buffer.forget_before(needed - self._params.pre_roll_seconds - 1.0)

    def _turn_taken(self) -> Pause | None:
        """The pause after which another voice speaks, as soon as that is clear."""
        segmenter = self.segmenter
        if (self._turns is None and self._near is None) or segmenter.speech_start is None:
            return None
        falling_silent = (
            self._params.post_roll_seconds <= segmenter.pause_seconds < self._params.post_roll_seconds + 0.03
        )
        for pause in segmenter.pauses:
            if pause.seconds < self._params.turn_pause_seconds:
                continue
            since = segmenter.voiced_seconds - pause.voiced_before
            due = sum(since >= step for step in self._params.turn_seconds)
            settled = (
                falling_silent and due < len(self._params.turn_seconds) and since >= self._params.last_turn_seconds
            )
            if due > self._asked.get(pause.start, 0) or settled:
                self._asked[pause.start] = due
                if self._voice_changed(segmenter.speech_start, pause):
                    return pause
        return None

    def _cut_in(self) -> Pause | None:
        """Return the moment or pause where another voice took over in the middle of talk, once that is clear."""
        segmenter = self.segmenter
        voiced, now = segmenter.voiced_seconds, segmenter.speech_end
        if self._turns is None or segmenter.speech_start is None:
            return None
        due = abs(voiced - self._watched) >= self._params.watch_seconds
        if not due and not (self._doubtful and voiced - self._looked >= self._params.doubtful_seconds):
            return None
        self._looked = voiced
        if due:
            self._watched = voiced
        start = segmenter.speech_start
        speech = self._buffer.between(start, now)
        watched = self._turns.watch(speech, max(0, len(speech) - round(COMPARED_SECONDS * SAMPLE_RATE_HZ)))
        self._speaker = watched.speaker
        self._doubtful = watched.doubtful
        found = watched.suspected if watched.takeover is None else watched.takeover
        if found is None:
            self._suspected = None
            return None
        moment = start + found / SAMPLE_RATE_HZ
        seam = Pause(moment - _SEAM_SECONDS, moment + _SEAM_SECONDS, max(0.0, voiced - (now - moment)))
        if self._suspected is not None and abs(self._suspected.start - seam.start) <= _SAME_SEAM_SECONDS:
            seam = self._suspected
        self._suspected = max(self._pauses_around(moment), key=lambda pause: pause.seconds, default=seam)
        settled = due and watched.takeover is not None and now - moment >= self._params.settled_seconds
        return self._suspected if settled else None

    def _pauses_around(self, moment: float) -> Iterator[Pause]:
        for pause in self.segmenter.pauses:
            wide_enough = pause.seconds >= self._params.turn_pause_seconds
            if (
                wide_enough
                and -_JUST_BEFORE_SECONDS <= pause.end - moment <= pause.seconds + self._params.settled_seconds
            ):
                yield pause

    def _voice_changed(self, start: float, pause: Pause) -> bool:
        begin, end = max(start, pause.start - COMPARED_SECONDS), self.segmenter.speech_end
        told = self._near.changed((begin, pause.start), (pause.end, end)) if self._near else None
        if told is not None or self._turns is None:
            return bool(told)
        before, after = self._buffer.between(begin, pause.start), self._buffer.between(pause.end, end)
        return self._turns.changed(before, after, pause.seconds)
