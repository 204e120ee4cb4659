"""Hearing: source, ear, recogniser and voiceprints as one stream of utterances.

not live:  source ─► ear ─► recognise ─► utterance, one after the other; words and voice of a segment side by side
live:      source ─► ear (own thread) ─► queue ─► caller; recognition in worker threads, begun on the first
           silence or where another voice may have cut in, and thrown away when the speaker goes on
"""

import queue
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeAlias

from audio.ear import Ear, EarParams
from audio.errors import TranscriptionFailed
from audio.hallucinations import HallucinationParams, is_phantom
from audio.nearest import credited
from audio.ports import (
    AudioSink,
    AudioSource,
    NearMicrophones,
    SpeakerChangeDetector,
    SpeakerIdentifier,
    Transcriber,
    VoiceDetector,
)
from audio.segmenter import SegmenterParams, SpeechState
from audio.sound_time import SoundTime
from audio.speaker_changes import SpeakerChanges
from audio.speakers import Speakers
from audio.speculative import SpeculativeWork
from audio.types import SAMPLE_RATE_HZ, AudioChunk, Samples, SpeakerMatch, SpeechSegment, Transcript, Utterance

Heard: TypeAlias = "queue.Queue[tuple[SpeechSegment, float] | None]"
"""Segments with the clock time of their last speech, and None at the end."""


@dataclass(frozen=True, slots=True)
class ListenerParams:
    """Parameters for listening to the table.

    Attributes:
        segmenter: When somebody begins and stops talking.
        ear: What is cut out and when other voices are looked for.
        phantoms: When a text is taken for an invention.
        hint_seconds: Segments with less speech than this are recognised without hotwords.
        mute_tail_seconds: Sound thrown away after the companion's own voice has ended.
    """

    segmenter: SegmenterParams = field(default_factory=SegmenterParams)
    ear: EarParams = field(default_factory=EarParams)
    phantoms: HallucinationParams = field(default_factory=HallucinationParams)
    hint_seconds: float = 0.25
    mute_tail_seconds: float = 0.3


@dataclass(slots=True)
class ListenerCounters:
    """Counts of segments, failures and lost sound so far.

    Attributes:
        segments: Stretches of speech found.
        phantom_texts: Texts withheld because most likely nobody said them.
        failed_segments: Segments the recogniser failed on.
        dropped_samples: Samples the source lost because nobody fetched them in time.
        muted_seconds: Sound thrown away while the companion spoke.
    """

    segments: int = 0
    phantom_texts: int = 0
    failed_segments: int = 0
    dropped_samples: int = 0
    muted_seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Recognised:
    """Result of recognising a segment and the seconds taken; words and voice are worked out at the same time."""

    transcript: Transcript
    speaker: SpeakerMatch | None
    transcribe_seconds: float
    identify_seconds: float
    seconds: float


class Listener:
    """Turns sound into utterances, in order.

    Args:
        source: Microphone or recording.
        detector: Tells speech from other sound.
        transcriber: Turns segments into words.
        identifier: Knows voices; nobody is named without one. Enrolled `Speakers` also separate people who follow one
            another without a silence.
        sink: Loudspeaker whose sound must not be heard as talk; None when nothing is said aloud.
        turns: Separates speakers in place of the `identifier`.
        near: The source, where it is several microphones that tell who speaks.
        params: Tunables.
        hotwords: Names likely to be said; `hotwords` may be set at any time.
        live: True for a microphone or a recording in real time: sound is taken in while words are recognised and
            the latency is measured on the clock. False: as fast as possible and repeatable.
        clock: Seconds that only go forward.

    Latency when not live: from the last speech to the end of recognition, where silence is waited for in audio time
    and recognition, as when live, begins once the segment is foreseen.
    """

    def __init__(
        self,
        source: AudioSource,
        detector: VoiceDetector,
        transcriber: Transcriber,
        *,
        identifier: SpeakerIdentifier | None = None,
        sink: AudioSink | None = None,
        turns: SpeakerChangeDetector | None = None,
        near: NearMicrophones | None = None,
        params: ListenerParams | None = None,
        hotwords: Sequence[str] = (),
        live: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.hotwords: Sequence[str] = tuple(hotwords)
        self.counters = ListenerCounters()
        self._source = source
        self._transcriber = transcriber
        self._identifier = identifier
        self._sink = sink
        self._params = params or ListenerParams()
        if turns is None and isinstance(identifier, Speakers):
            turns = SpeakerChanges(identifier)
        self._ear = Ear(detector, self._params.segmenter, self._params.ear, turns, near)
        self._live = live
        self._clock = clock
        self._voices = ThreadPoolExecutor(max_workers=1, thread_name_prefix="voices")
        self._lost = ""
        self._number = 0
        self._deaf_until = 0.0
        self._sound_time = SoundTime()

    @property
    def position(self) -> float:
        """Seconds of sound taken in so far."""
        return self._ear.position

    @property
    def speech_running(self) -> bool:
        """True while somebody is talking."""
        return self._ear.segmenter.state in (SpeechState.SPEAKING, SpeechState.STOPPING)

    @property
    def speaker(self) -> str | None:
        """Name of the speaker who talks right now, once that is sure."""
        return self._ear.speaker

    @property
    def expecting_short_answer(self) -> bool:
        """True while dice or bids are awaited: sentences then end after a shorter silence."""
        return self._ear.segmenter.expecting_short_answer

    @expecting_short_answer.setter
    def expecting_short_answer(self, expected: bool) -> None:
        self._ear.segmenter.expecting_short_answer = expected

    @property
    def trouble(self) -> str:
        """Sentence on why the table is not heard or its words are lost right now; empty when all is well."""
        return self._source.trouble or self._lost

    @property
    def speakers(self) -> Speakers | None:
        """The voices it knows, to be learnt further; None when it knows none."""
        return self._identifier if isinstance(self._identifier, Speakers) else None

    def close(self) -> None:
        """Stop listening; `utterances` ends soon after. Safe from another thread."""
        self._source.close()

    def utterances(self) -> Iterator[Utterance]:
        """Yield what is said until the source ends or `close`.

        The words of an utterance are recognised with the hotwords set when the one before it has been dealt with.

        Raises:
            DeviceUnavailable: The microphone cannot be opened.
        """
        return self._hear_live() if self._live else self._hear_through()

    # One after the other

    def _hear_through(self) -> Iterator[Utterance]:
        try:
            for segment in self._segments():
                recognised = self._recognise(segment, tuple(self.hotwords))
                if utterance := self._utterance(segment, recognised, self._modelled_latency(segment, recognised)):
                    yield utterance
        finally:
            self._voices.shutdown()

    def _modelled_latency(self, segment: SpeechSegment, recognised: Recognised | None) -> float:
        if recognised is None:
            return 0.0
        return max(segment.endpoint, segment.foreseen + recognised.seconds) - segment.end

    # Live

    def _hear_live(self) -> Iterator[Utterance]:
        heard: Heard = queue.Queue()
        ahead = SpeculativeWork(self._recognise)
        thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ear")
        listening = thread.submit(self._listen, heard, ahead)
        try:
            while (item := heard.get()) is not None:
                segment, last_sound = item
                recognised = ahead.result(segment, tuple(self.hotwords))
                if utterance := self._utterance(segment, recognised, self._clock() - last_sound):
                    yield utterance
            listening.result()
        finally:
            self.close()
            thread.shutdown(wait=True)
            ahead.close()
            self._voices.shutdown()

    def _listen(self, heard: Heard, ahead: SpeculativeWork[Recognised | None]) -> None:
        """Take in sound and pass on segments; what goes wrong here is raised where the utterances are taken."""
        try:
            for segment in self._segments(ahead):
                heard.put((segment, self._sound_time.of(segment.end)))
        finally:
            heard.put(None)

    # Both

    def _segments(self, ahead: SpeculativeWork[Recognised | None] | None = None) -> Iterator[SpeechSegment]:
        for chunk in self._source.chunks():
            self._sound_time.arrived(chunk.start + len(chunk.samples) / SAMPLE_RATE_HZ, self._clock())
            yield from self._counted(self._take_in(chunk))
            if ahead:
                ahead.begin(self._ear.foreseen, tuple(self.hotwords))
        yield from self._counted(self._ear.finish())

    def _take_in(self, chunk: AudioChunk) -> Iterator[SpeechSegment]:
        if chunk.dropped:
            self.counters.dropped_samples += chunk.dropped
            yield from self._ear.skip(chunk.dropped)
        if self._deaf(chunk):
            self.counters.muted_seconds += len(chunk.samples) / SAMPLE_RATE_HZ
            yield from self._ear.skip(len(chunk.samples))
        else:
            yield from self._ear.hear(chunk.samples)

    def _deaf(self, chunk: AudioChunk) -> bool:
        """Return True if the chunk may hold the companion's own voice."""
        if self._sink is None:
            return False
        end = chunk.start + len(chunk.samples) / SAMPLE_RATE_HZ
        if self._sink.speaking:
            self._deaf_until = end + self._params.mute_tail_seconds
        return chunk.start < self._deaf_until

    def _counted(self, segments: Iterator[SpeechSegment]) -> Iterator[SpeechSegment]:
        for segment in segments:
            self.counters.segments += 1
            yield segment

    def _recognise(self, segment: SpeechSegment, hotwords: tuple[str, ...]) -> Recognised | None:
        """Words and voice of a segment; None when the recogniser failed on it."""
        hints = hotwords if segment.end - segment.start >= self._params.hint_seconds else ()
        began = self._clock()
        voice = self._voices.submit(self._identify, self._identifier, segment.samples) if self._identifier else None
        try:
            transcript = self._transcriber.transcribe(
                segment.samples,
                hints,
                alternatives=self.expecting_short_answer,
                cut_off=segment.silence < self._params.ear.post_roll_seconds,
            )
        except TranscriptionFailed as problem:
            self._lost = f"{problem} {problem.hint}".strip()
            return None
        self._lost = ""
        transcribed = self._clock() - began
        speaker, identified = voice.result() if voice else (None, 0.0)
        return Recognised(transcript, speaker, transcribed, identified, self._clock() - began)

    def _identify(self, identifier: SpeakerIdentifier, samples: Samples) -> tuple[SpeakerMatch | None, float]:
        """Return the match of the voice, and the seconds taken."""
        began = self._clock()
        return identifier.identify(samples), self._clock() - began

    def _utterance(self, segment: SpeechSegment, recognised: Recognised | None, latency: float) -> Utterance | None:
        if recognised is None:
            self.counters.failed_segments += 1
            return None
        transcript = recognised.transcript
        if is_phantom(transcript, segment.voiced, self.hotwords, self._params.phantoms):
            self.counters.phantom_texts += 1
            return None
        self._number += 1
        return Utterance(
            id=f"u{self._number}",
            text=transcript.text,
            speaker=credited(recognised.speaker, segment.owner, segment.owner_weight),
            start=segment.start,
            end=segment.end,
            avg_logprob=transcript.avg_logprob,
            no_speech_prob=transcript.no_speech_prob,
            latency=latency,
            stages={
                "endpoint": segment.endpoint - segment.end,
                "transcribe": recognised.transcribe_seconds,
                "identify": recognised.identify_seconds,
            },
            alternatives=transcript.alternatives,
        )
