from collections.abc import Iterator

import pytest

from audio.errors import DeviceUnavailable, TranscriptionFailed
from audio.listen import Listener, ListenerParams
from audio.segmenter import SegmenterParams
from audio.types import SAMPLE_RATE_HZ, AudioChunk, Transcript
from tests.support.sound import (
    LevelDetector,
    LevelIdentifier,
    LevelTurns,
    ScriptedSink,
    ScriptedSource,
    ScriptedTranscriber,
    silence,
    speech,
)


class Ticks:
    """A clock that goes on by a fixed step whenever it is read."""

    def __init__(self, step=0.0):
        self.now, self.step = 0.0, step

    def __call__(self):
        self.now += self.step
        return self.now


def listen(*sounds, texts=(), **options):
    transcriber = ScriptedTranscriber(*texts)
    source = options.pop("source", None) or ScriptedSource(*sounds)
    listener = Listener(source, LevelDetector(), transcriber, **{"clock": Ticks(), **options})
    return listener, transcriber


def test_sentences_come_in_order_with_time_and_name():
    listener, _ = listen(
        silence(0.5), speech(1.0, 0.5), silence(1.0), speech(2.0, 0.8), silence(1.0),
        texts=["I roll haggling.", "Two and a five."],
        identifier=LevelIdentifier(Jay=0.5, Mira=0.8),
    )  # fmt: skip
    first, second = listener.utterances()
    assert (first.id, first.text, first.speaker.name) == ("u1", "I roll haggling.", "Jay")
    assert (second.id, second.text, second.speaker.name) == ("u2", "Two and a five.", "Mira")
    assert (first.start, first.end) == pytest.approx((0.512, 1.504), abs=0.04)
    assert listener.counters.segments == 2


def test_segment_has_a_little_silence_on_both_sides():
    listener, transcriber = listen(silence(1.0), speech(1.0), silence(1.0))
    list(listener.utterances())
    assert len(transcriber.heard[0]) / SAMPLE_RATE_HZ == pytest.approx(1.0 + 0.25 + 0.064, abs=0.04)


def test_hotwords_set_between_utterances_count_for_the_next():
    listener, transcriber = listen(speech(1.0), silence(1.0), speech(1.0), silence(1.0), hotwords=["Yargert"])
    for utterance in listener.utterances():
        listener.hotwords = ("Herik", utterance.id)
    assert transcriber.hotwords == [("Yargert",), ("Herik", "u1")]


def test_very_short_sound_gets_no_hotwords():
    listener, transcriber = listen(speech(0.2), silence(1.0), hotwords=["Yargert"])
    list(listener.utterances())
    assert transcriber.hotwords == [()]


def test_expecting_a_short_answer_ends_sentences_sooner():
    sounds = [speech(0.5), silence(0.45), speech(0.5), silence(1.0)]
    assert len(list(listen(*sounds)[0].utterances())) == 1
    listener, _ = listen(*sounds)
    listener.expecting_short_answer = True
    assert listener.expecting_short_answer
    assert len(list(listener.utterances())) == 2


def test_invented_texts_are_withheld_and_counted():
    listener, _ = listen(
        speech(0.5), silence(1.0), speech(0.5), silence(1.0), speech(1.0), silence(1.0),
        texts=[Transcript("Thank you.", -0.9, 0.7), Transcript("", 0.0, 0.9), "Here's a chip."],
    )  # fmt: skip
    assert [u.text for u in listener.utterances()] == ["Here's a chip."]
    assert listener.counters.phantom_texts == 2


def test_failed_segment_does_not_end_the_evening():
    listener, _ = listen(
        speech(0.5), silence(1.0), speech(0.5), silence(1.0), texts=[TranscriptionFailed("no"), "Five!"]
    )
    assert [(u.id, u.text) for u in listener.utterances()] == [("u1", "Five!")]
    assert listener.counters.failed_segments == 1


def test_people_who_follow_one_another_are_separated():
    listener, _ = listen(
        speech(1.5, 0.5), silence(0.16), speech(1.5, 0.8), silence(1.0),
        identifier=LevelIdentifier(Jay=0.5, Mira=0.8),
        turns=LevelTurns(),
    )  # fmt: skip
    jay, mira = listener.utterances()
    assert (jay.speaker.name, mira.speaker.name) == ("Jay", "Mira")
    assert jay.end < mira.start
    assert jay.stages["endpoint"] < 0.9


def test_one_person_with_a_short_pause_stays_together():
    listener, _ = listen(speech(1.0, 0.5), silence(0.16), speech(1.0, 0.5), silence(1.0), turns=LevelTurns())
    assert len(list(listener.utterances())) == 1


def test_latency_at_full_speed_hides_recognition_behind_the_silence():
    """Recognition begins after the first 0.064 s of silence, so only what outlasts the endpoint is added."""
    quick, _ = listen(speech(1.0), silence(1.0), clock=Ticks(0.1))
    (utterance,) = quick.utterances()
    assert utterance.latency == pytest.approx(utterance.stages["endpoint"])
    slow, _ = listen(speech(1.0), silence(1.0), clock=Ticks(1.0))
    (utterance,) = slow.utterances()
    assert utterance.stages["transcribe"] == pytest.approx(1.0)
    assert utterance.latency == pytest.approx(0.064 + 1.0 + 1.0)


class LateSource(ScriptedSource):
    """A microphone on a clock whose sound comes late from some moment on."""

    def __init__(self, clock, late_from, seconds, *sounds):
        super().__init__(*sounds)
        self.clock, self.late_from, self.seconds = clock, late_from, seconds

    def chunks(self) -> Iterator[AudioChunk]:
        for chunk in super().chunks():
            end = chunk.start + len(chunk.samples) / SAMPLE_RATE_HZ
            self.clock.now = 100.0 + end + (self.seconds if end > self.late_from else 0.0)
            yield chunk


def test_sound_that_comes_late_is_waited_for():
    clock = Ticks()
    listener, _ = listen(source=LateSource(clock, 0.5, 0.4, speech(1.0), silence(0.6)), clock=clock, live=True)
    (utterance,) = listener.utterances()
    assert utterance.stages["endpoint"] + 0.39 <= utterance.latency <= 0.6 + 0.41


class SpeakingSource(ScriptedSource):
    """A recording during which the companion speaks between two times."""

    def __init__(self, sink, start, end, *sounds):
        super().__init__(*sounds)
        self.sink, self.begin, self.end = sink, start, end

    def chunks(self) -> Iterator[AudioChunk]:
        for chunk in super().chunks():
            self.sink.speaking = self.begin <= chunk.start < self.end
            yield chunk


def test_own_voice_is_not_heard():
    """While the companion speaks, and a moment longer, sound is thrown away and counted; then hearing resumes."""
    sink = ScriptedSink()
    sounds = [speech(1.0), silence(1.0), speech(2.0), silence(1.0), speech(1.0), silence(1.0)]
    listener, transcriber = listen(source=SpeakingSource(sink, 2.0, 4.0, *sounds), sink=sink)
    first, second = listener.utterances()
    assert (first.start, second.start) == pytest.approx((0.0, 5.0), abs=0.05)
    assert listener.counters.muted_seconds == pytest.approx(2.3, abs=0.1)
    assert len(transcriber.heard) == 2


def test_sentence_interrupted_by_the_companion_is_kept_up_to_there():
    sink = ScriptedSink()
    listener, _ = listen(source=SpeakingSource(sink, 1.0, 2.0, speech(1.5), silence(2.0)), sink=sink)
    (utterance,) = listener.utterances()
    assert utterance.end == pytest.approx(1.0, abs=0.05)


def test_dropped_samples_are_counted_and_time_goes_on():
    source = ScriptedSource(silence(0.5), speech(1.0), silence(1.0), dropped={16: 16_000})
    listener, _ = listen(source=source)
    (utterance,) = listener.utterances()
    assert utterance.start == pytest.approx(1.5, abs=0.04)
    assert listener.counters.dropped_samples == 16_000


def test_live_hears_the_same_as_full_speed():
    sounds = [silence(0.5), speech(1.0, 0.5), silence(1.0), speech(2.0, 0.8), silence(1.0)]
    options = {"texts": ["One.", "Two."], "identifier": LevelIdentifier(Jay=0.5, Mira=0.8)}
    through = [(u.id, u.start, u.end) for u in listen(*sounds, **options)[0].utterances()]
    live = [(u.id, u.start, u.end) for u in listen(*sounds, live=True, **options)[0].utterances()]
    assert live == through


def test_live_microphone_that_goes_away_is_reported():
    class Unplugged(ScriptedSource):
        def chunks(self):
            yield from super().chunks()
            raise DeviceUnavailable("The microphone went away.")

    listener, _ = listen(source=Unplugged(speech(1.0), silence(1.0)), live=True)
    with pytest.raises(DeviceUnavailable):
        list(listener.utterances())


def test_live_bug_is_not_swallowed():
    """A fault in the ear's thread reaches the caller instead of ending the evening in silence."""

    class Broken(LevelDetector):
        def probability(self, frame):
            raise ZeroDivisionError

    listener = Listener(ScriptedSource(speech(1.0)), Broken(), ScriptedTranscriber(), live=True)
    with pytest.raises(ZeroDivisionError):
        list(listener.utterances())


def test_closing_ends_the_utterances():
    listener, _ = listen(speech(0.5), silence(1.0), speech(0.5), silence(1.0), live=False)
    utterances = listener.utterances()
    next(utterances)
    listener.close()
    assert len(list(utterances)) <= 1
    assert listener.position > 0.9


def test_speech_running_follows_the_sound():
    states = []

    class Watched(ScriptedSource):
        def chunks(self):
            for chunk in super().chunks():
                yield chunk
                states.append((listener.speech_running, listener.speaker))

    turns = LevelTurns({0.5: "Mira"})
    listener, _ = listen(source=Watched(silence(0.5), speech(1.0), silence(1.0)), turns=turns)
    list(listener.utterances())
    assert (states[3], states[20], states[45], states[-1]) == (
        (False, None), (True, None), (True, "Mira"), (False, None),
    )  # fmt: skip


def test_long_talk_is_cut_to_what_the_recogniser_takes():
    params = ListenerParams(segmenter=SegmenterParams(max_segment_seconds=3.0))
    listener, transcriber = listen(speech(8.0), silence(1.0), params=params)
    list(listener.utterances())
    assert len(transcriber.heard) == 3
    assert max(map(len, transcriber.heard)) <= 3.5 * SAMPLE_RATE_HZ
