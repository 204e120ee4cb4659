import itertools
import threading

import numpy as np
import pytest

from audio.ear import Ear
from audio.errors import ModelMissing
from audio.sound_buffer import SoundBuffer
from audio.speculative import SpeculativeWork
from audio.types import SAMPLE_RATE_HZ, SpeechSegment, Watched
from audio.vad import FRAME_SAMPLES, SileroDetector
from tests.support.sound import LevelDetector, LevelTurns, silence, speech


def hear(ear, *sounds):
    segments = [s for sound in sounds for s in ear.hear(sound)]
    return [*segments, *ear.finish()]


def assert_same(foreseen, closed):
    assert [(each.start, each.end) for each in foreseen] == [(each.start, each.end) for each in closed]
    assert all(np.array_equal(one.samples, other.samples) for one, other in zip(foreseen, closed, strict=True))


def test_what_closes_is_foreseen_after_the_first_silence():
    ear = Ear(LevelDetector())
    list(ear.hear(speech(1.0)))
    assert ear.foreseen == ()
    list(ear.hear(silence(0.032)))
    assert ear.foreseen == ()
    list(ear.hear(silence(0.064)))
    foreseen = ear.foreseen
    (segment,) = ear.hear(silence(1.0))
    assert_same(foreseen, [segment])
    assert segment.foreseen - segment.end == pytest.approx(0.064)
    assert ear.foreseen == ()


def test_nothing_is_foreseen_once_talk_goes_on():
    """A pause inside a sentence closed nothing, and what ends without warning was foretold by nothing."""
    ear = Ear(LevelDetector())
    list(ear.hear(np.concatenate((speech(1.0), silence(0.2)))))
    assert len(ear.foreseen) == 1
    list(ear.hear(speech(0.5)))
    assert ear.foreseen == ()
    (segment,) = ear.finish()
    assert segment.foreseen == segment.endpoint


class LouderTurns:
    """Hears another voice where talk becomes louder without a pause."""

    def changed(self, before, after, pause_seconds):
        return False

    def watch(self, samples, since=0):
        louder = np.flatnonzero((samples[:-1] > 0.1) & (np.diff(samples) > 0.1))
        return Watched(int(louder[0]) + 1 if louder.size else None)


def test_both_parts_of_two_short_answers_are_foreseen():
    """Two people's short answers to a question to everybody are separated while the silence after them lasts."""
    ear = Ear(LevelDetector(), turns=LouderTurns())
    ear.segmenter.expecting_short_answer = True
    list(ear.hear(np.concatenate((speech(0.48, 0.3), speech(0.48, 0.8), silence(0.16)))))
    foreseen = ear.foreseen
    parts = list(ear.hear(silence(1.0)))
    assert [round(float(np.median(s.samples)), 1) for s in parts] == [0.3, 0.8]
    assert_same(foreseen, parts)
    assert all(part.foreseen < part.endpoint for part in parts)


class DoubtfulTurns(LevelTurns):
    """Only suspects a voice to have cut in until it has spoken for as long as it takes to be sure."""

    def __init__(self, sure_seconds):
        super().__init__()
        self._sure = sure_seconds * SAMPLE_RATE_HZ

    def watch(self, samples, since=0):
        at = super().watch(samples).takeover
        return Watched(at) if at is None or len(samples) - at >= self._sure else Watched(suspected=at)


def test_a_voice_that_may_have_cut_in_lets_the_sentence_before_it_be_foreseen():
    ear = Ear(LevelDetector(), turns=DoubtfulTurns(1.2))
    assert list(ear.hear(np.concatenate((speech(2.0, 0.3), speech(1.0, 0.8))))) == []
    foreseen = ear.foreseen
    (first,) = ear.hear(speech(0.5, 0.8))
    assert_same(foreseen, [first])
    assert first.foreseen < first.endpoint - 0.3
    assert ear.foreseen == ()


def test_a_suspicion_that_comes_to_nothing_is_forgotten():
    ear = Ear(LevelDetector(), turns=DoubtfulTurns(9.0))
    list(ear.hear(np.concatenate((speech(2.0, 0.3), speech(1.0, 0.8)))))
    assert len(ear.foreseen) == 1
    assert list(ear.hear(speech(3.0, 0.3))) == []
    assert ear.foreseen == ()
    assert len(list(ear.finish())) == 1


class ScriptedTurns(LevelTurns):
    """Tells after one second of speech what it was told to, look by look."""

    def __init__(self, *told):
        super().__init__()
        self._told = list(told)
        self.asked = []

    def watch(self, samples, since=0):
        if len(samples) < SAMPLE_RATE_HZ or not self._told:
            return Watched()
        self.asked.append(len(samples) / SAMPLE_RATE_HZ)
        return self._told.pop(0)


def test_a_doubtful_look_is_followed_by_one_more_that_only_raises_a_suspicion():
    """So that the words are being looked for sooner; a takeover is still decided at the usual looks."""
    found = Watched(takeover=SAMPLE_RATE_HZ // 4)
    turns = ScriptedTurns(Watched(doubtful=True), found, found)
    ear, closed, foreseen = Ear(LevelDetector(), turns=turns), {}, {}
    for _ in range(60):
        segments = list(ear.hear(speech(0.032)))
        closed[len(turns.asked)] = segments
        foreseen[len(turns.asked)] = ear.foreseen
        if len(turns.asked) == 3:
            break
    first, sooner, third = turns.asked
    assert sooner - first < 0.2 <= third - first < 0.3
    assert (closed[1], foreseen[1], closed[2]) == ([], (), [])
    assert_same(foreseen[2], closed[3])


def test_voiced_seconds_leave_pauses_out():
    (segment,) = hear(Ear(LevelDetector()), speech(0.96), silence(0.32), speech(0.64), silence(1.0))
    assert segment.voiced == pytest.approx(1.6, abs=0.04)
    assert segment.end - segment.start == pytest.approx(1.92, abs=0.04)


def test_three_voices_make_three_segments():
    ear = Ear(LevelDetector(), turns=LevelTurns())
    segments = hear(ear, speech(1, 0.3), silence(0.1), speech(1, 0.5), silence(0.2), speech(1, 0.8), silence(1))
    assert [round(float(np.median(s.samples)), 1) for s in segments] == [0.3, 0.5, 0.8]
    for one, other in itertools.pairwise(segments):
        assert one.end < other.start
    assert all(s.voiced == pytest.approx(1.0, abs=0.05) for s in segments)


def test_short_interjection_of_another_voice_is_separated_when_silence_begins():
    ear = Ear(LevelDetector(), turns=LevelTurns())
    before = list(ear.hear(np.concatenate((speech(1.5, 0.3), silence(0.16), speech(0.42, 0.8), silence(0.2)))))
    assert [round(float(np.median(s.samples)), 1) for s in before] == [0.3]


def test_a_voice_that_cuts_in_is_separated_while_it_speaks():
    """Without any pause, and the second voice is still talking when the first one's sentence is there."""
    ear = Ear(LevelDetector(), turns=LevelTurns())
    (first,) = ear.hear(np.concatenate((speech(2.0, 0.3), speech(1.0, 0.8))))
    assert first.end == pytest.approx(2.0, abs=0.05)
    assert first.endpoint - first.end < 1.0
    (second,) = hear(ear, speech(1.0, 0.8), silence(1.0))
    assert (second.start, second.end) == (pytest.approx(2.0, abs=0.05), pytest.approx(4.0, abs=0.05))
    assert (np.median(first.samples), np.median(second.samples)) == pytest.approx((0.3, 0.8))
    assert first.voiced + second.voiced == pytest.approx(4.0, abs=0.1)


class EarlyTurns:
    """Hears no change after a pause; finds the moment of one, but half a second too early."""

    def changed(self, before, after, pause_seconds):
        return False

    def watch(self, samples, since=0):
        at = LevelTurns().watch(samples).takeover
        return Watched(None if at is None else at - SAMPLE_RATE_HZ // 2)


def test_a_pause_soon_after_the_moment_is_where_the_voice_changed():
    """The moment is often found too early, and would cut the first sentence short."""
    ear = Ear(LevelDetector(), turns=EarlyTurns())
    first, _ = hear(ear, speech(2.0, 0.3), silence(0.16), speech(2.0, 0.8), silence(1.0))
    assert first.end == pytest.approx(2.0, abs=0.05)
    assert first.silence == pytest.approx(0.16, abs=0.05)


def test_who_speaks_is_known_while_they_speak_and_no_longer():
    """Not before the voice was looked at; whoever takes over is somebody else, and a stranger nobody."""
    ear = Ear(LevelDetector(), turns=LevelTurns({0.3: "Mira", 0.8: "Jay"}))

    def after(sound):
        list(ear.hear(sound))
        return ear.speaker

    assert [after(speech(0.16, 0.3)), after(speech(1.5, 0.3)), after(silence(0.2))] == [None, "Mira", "Mira"]
    assert [after(speech(1.0, 0.3)), after(speech(1.0, 0.8))] == ["Mira", "Jay"]
    assert [after(silence(1.0)), after(speech(2.0, 0.5))] == [None, None]


def test_skipping_keeps_the_time():
    ear = Ear(LevelDetector())
    list(ear.hear(silence(0.5)))
    list(ear.skip(16_000))
    (segment,) = hear(ear, speech(1.0), silence(1.0))
    assert segment.start == pytest.approx(0.512 + 1.0)
    assert len(segment.samples) / SAMPLE_RATE_HZ == pytest.approx(1.0 + 0.064, abs=0.04)


def test_hours_of_sound_need_no_more_room():
    buffer = SoundBuffer(seconds=4.0)
    for number in range(200):
        buffer.append(np.full(SAMPLE_RATE_HZ, number, dtype=np.float32))
        buffer.forget_before(buffer.end - 1.0)
    assert buffer.end == 200.0
    assert len(buffer._room) <= 8 * SAMPLE_RATE_HZ
    assert set(buffer.between(199.0, 200.0)) == {199.0}
    assert buffer.between(10.0, 11.0).size == 0


def test_buffer_grows_when_much_must_be_kept():
    buffer = SoundBuffer(seconds=1.0)
    for number in range(5):
        buffer.append(np.full(SAMPLE_RATE_HZ, number, dtype=np.float32))
    assert buffer.between(2.5, 3.5).tolist() == [2.0] * 8_000 + [3.0] * 8_000


def segment(start, end):
    return SpeechSegment(np.zeros(0, dtype=np.float32), start, end, end + 0.5)


def test_work_begun_ahead_is_used():
    done = []
    ahead = SpeculativeWork(lambda s, hotwords: done.append((s.end, hotwords)) or len(done))
    ahead.begin([segment(0.0, 1.0)], ("Jay",))
    ahead.begin([segment(0.0, 1.0)], ("Jay",))
    assert ahead.result(segment(0.0, 1.0), ("Jay",)) == 1
    ahead.close()
    assert done == [(1.0, ("Jay",))]


def test_wrong_guess_is_done_again():
    """If the speaker goes on or the hotwords change, the work is done again for the new state."""
    done = []
    ahead = SpeculativeWork(lambda s, hotwords: done.append((s.end, hotwords)) or len(done))
    ahead.begin([segment(0.0, 1.0)], ("Jay",))
    ahead.result(segment(0.0, 2.0), ("Jay",))
    ahead.result(segment(0.0, 2.0), ("Mira",))
    ahead.close()
    assert done[-2:] == [(2.0, ("Jay",)), (2.0, ("Mira",))]


def test_guesses_that_belong_together_are_done_in_order_and_others_give_way():
    """Two parts of one stretch are both begun; what has not been started by then is not done at all."""
    running, go_on, done = threading.Event(), threading.Event(), []

    def work(segment, hotwords):
        running.set()
        go_on.wait(10.0)
        done.append(segment.end)

    ahead = SpeculativeWork(work, workers=1)
    ahead.begin([segment(0.0, 1.0)], ())
    running.wait(10.0)
    ahead.begin([segment(0.0, 2.0)], ())
    parts = [segment(0.0, 1.5), segment(1.5, 3.0)]
    ahead.begin(parts, ())
    go_on.set()
    for part in parts:
        ahead.result(part, ())
    ahead.close()
    assert done == [1.0, 1.5, 3.0]


def test_a_wrong_guess_does_not_hold_up_the_right_one():
    go_on = threading.Event()
    ahead = SpeculativeWork(lambda s, hotwords: s.end == 2.0 or go_on.wait(10.0))
    ahead.begin([segment(0.0, 1.0)], ())
    assert ahead.result(segment(0.0, 2.0), ())
    go_on.set()
    ahead.close()


def test_failing_work_reaches_the_one_who_asks():
    ahead = SpeculativeWork(lambda s, hotwords: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        ahead.result(segment(0.0, 1.0), ())
    ahead.close()


def test_detector_is_repeatable_after_reset():
    detector = SileroDetector()
    frames = np.random.default_rng(2).normal(0, 0.1, (8, FRAME_SAMPLES)).astype(np.float32)
    first = [detector.probability(frame) for frame in frames]
    detector.reset()
    assert [detector.probability(frame) for frame in frames] == first
    assert all(0.0 <= p < 0.5 for p in first)


def test_missing_network_is_explained(tmp_path):
    with pytest.raises(ModelMissing, match="not installed"):
        SileroDetector(tmp_path / "absent.onnx")
    (tmp_path / "broken.onnx").write_bytes(b"broken")
    with pytest.raises(ModelMissing, match="cannot be loaded"):
        SileroDetector(tmp_path / "broken.onnx")
