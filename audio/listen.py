"""Hearing: source, voice detector, segmenter, recogniser and voiceprints as one stream of utterances."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from audio.ports import AudioSink, AudioSource, SpeakerIdentifier, Transcriber, VoiceDetector
from audio.segmenter import Segmenter, SegmenterParams, Span
from audio.types import SAMPLE_RATE_HZ, AudioChunk, Samples, SpeechSegment, Utterance


@dataclass(frozen=True, slots=True)
class ListenerParams:
    """How the table is listened to.

    Attributes:
        segmenter: When somebody begins and stops talking.
        pre_roll_seconds: Sound kept before the first speech.
        post_roll_seconds: Sound kept after the last speech.
        mute_tail_seconds: Sound thrown away after the companion's own voice has ended.
    """

    segmenter: SegmenterParams = field(default_factory=SegmenterParams)
    pre_roll_seconds: float = 0.3
    post_roll_seconds: float = 0.3
    mute_tail_seconds: float = 0.3


@dataclass(slots=True)
class ListenerCounters:
    """What happened so far.

    Attributes:
        dropped_samples: Samples the source lost because nobody fetched them in time.
        phantom_texts: Texts withheld because they were heard into noise.
        muted_seconds: Sound thrown away while the companion spoke.
        segments: Stretches of speech found.
        failed_segments: Segments the recogniser failed on.
    """

    dropped_samples: int = 0
    phantom_texts: int = 0
    muted_seconds: float = 0.0
    segments: int = 0
    failed_segments: int = 0


class Listener:
    """Turns sound into utterances, in order.

    Args:
        source: Microphone or recording.
        detector: Tells speech from other sound.
        transcriber: Turns segments into words.
        identifier: Knows voices; nobody is named without one.
        sink: Loudspeaker whose sound must not be heard as talk; None when nothing is said aloud.
        params: Tunables.
        hotwords: Names likely to be said; `hotwords` may be set at any time.
        live: True for a microphone or a recording in real time: sound is taken in while words are recognised and
            the latency is measured on the clock. False: as fast as possible and repeatable, the latency is the
            silence waited for in audio time plus the processing time.
        clock: Seconds that only go forward.
    """

    def __init__(
        self,
        source: AudioSource,
        detector: VoiceDetector,
        transcriber: Transcriber,
        *,
        identifier: SpeakerIdentifier | None = None,
        sink: AudioSink | None = None,
        params: ListenerParams | None = None,
        hotwords: Sequence[str] = (),
        live: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.hotwords = tuple(hotwords)
        self.counters = ListenerCounters()
        self._source = source
        self._detector = detector
        self._transcriber = transcriber
        self._identifier = identifier
        self._sink = sink
        self._params = params or ListenerParams()
        self._segmenter = Segmenter(self._params.segmenter)
        self._live = live
        self._clock = clock
        self._kept = np.zeros(0, dtype=np.float32)
        self._kept_from = 0
        self._rest = np.zeros(0, dtype=np.float32)

    @property
    def position(self) -> float:
        """Seconds of sound taken in so far."""
        return self._segmenter.now

    @property
    def expecting_short_answer(self) -> bool:
        """Whether dice or bids are awaited: sentences then end after a shorter silence."""
        return self._segmenter.expecting_short_answer

    @expecting_short_answer.setter
    def expecting_short_answer(self, expected: bool) -> None:
        self._segmenter.expecting_short_answer = expected

    def close(self) -> None:
        """Stop listening; `utterances` ends soon after. Safe from another thread."""
        self._source.close()

    def utterances(self) -> Iterator[Utterance]:
        """Yield what is said until the source ends or `close`.

        The words of an utterance are recognised after the one before it was taken, so hotwords and expectations set in
        between count.

        Raises:
            DeviceUnavailable: The microphone cannot be opened or went away.
        """
        for number, segment in enumerate(self._segments(), start=1):
            if utterance := self._recognise(segment, f"u{number}"):
                yield utterance

    def _segments(self) -> Iterator[SpeechSegment]:
        for chunk in self._source.chunks():
            self.counters.dropped_samples += chunk.dropped
            yield from self._hear(chunk)
        if span := self._segmenter.flush():
            yield self._cut_out(span)

    def _hear(self, chunk: AudioChunk) -> Iterator[SpeechSegment]:
        size = self._detector.frame_samples
        sound = np.concatenate((self._rest, chunk.samples))
        whole = len(sound) - len(sound) % size
        self._rest = sound[whole:]
        for frame in sound[:whole].reshape(-1, size):
            self._kept = np.concatenate((self._kept, frame))
            span = self._segmenter.push(size / SAMPLE_RATE_HZ, self._detector.probability(frame))
            if span:
                yield self._cut_out(span)
            self._forget()

    def _forget(self) -> None:
        since = self._segmenter.speech_start
        needed = (self._segmenter.now if since is None else since) - self._params.pre_roll_seconds
        surplus = round(needed * SAMPLE_RATE_HZ) - self._kept_from
        if surplus > SAMPLE_RATE_HZ:
            self._kept = self._kept[surplus:]
            self._kept_from += surplus

    def _cut_out(self, span: Span) -> SpeechSegment:
        self.counters.segments += 1
        start = max(0.0, span.start - self._params.pre_roll_seconds)
        samples: Samples = self._kept[
            max(0, round(start * SAMPLE_RATE_HZ) - self._kept_from) : round(
                (span.end + self._params.post_roll_seconds) * SAMPLE_RATE_HZ
            )
            - self._kept_from
        ]
        return SpeechSegment(samples, span.start, span.end, span.endpoint, span.cut)

    def _recognise(self, segment: SpeechSegment, name: str) -> Utterance | None:
        began = self._clock()
        transcript = self._transcriber.transcribe(segment.samples, self.hotwords)
        transcribed = self._clock()
        speaker = self._identifier.identify(segment.samples) if self._identifier else None
        identified = self._clock()
        if not transcript.text:
            self.counters.phantom_texts += 1
            return None
        waited = segment.endpoint - segment.end
        return Utterance(
            id=name,
            text=transcript.text,
            speaker=speaker,
            start=segment.start,
            end=segment.end,
            avg_logprob=transcript.avg_logprob,
            no_speech_prob=transcript.no_speech_prob,
            latency=waited + identified - began,
            stages={"endpoint": waited, "transcribe": transcribed - began, "identify": identified - transcribed},
        )
