from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from audio.segmenter import Pause, Segmenter, SegmenterParams, Span, SpeechState, best_pause

FRAME = 0.032


def run(probabilities, params=None, expecting=False):
    segmenter = Segmenter(params)
    segmenter.expecting_short_answer = expecting
    spans = [span for p in probabilities if (span := segmenter.push(FRAME, p))]
    if span := segmenter.flush():
        spans.append(span)
    return spans, segmenter


def frames(seconds, probability):
    return [probability] * round(seconds / FRAME)


def test_speech_between_silences_is_one_span():
    spans, _ = run(frames(0.32, 0.0) + frames(0.96, 0.9) + frames(0.96, 0.0))
    assert len(spans) == 1
    assert spans[0].start == pytest.approx(0.32)
    assert spans[0].end == pytest.approx(1.28)
    assert spans[0].endpoint - spans[0].end == pytest.approx(0.5, abs=FRAME)


@pytest.mark.parametrize(("pause", "count"), [(0.3, 1), (0.8, 2)])
def test_short_pause_joins_and_long_pause_separates(pause, count):
    spans, _ = run(frames(0.5, 0.9) + frames(pause, 0.0) + frames(0.5, 0.9))
    assert len(spans) == count


def test_expected_short_answer_ends_sooner():
    sound = frames(0.5, 0.9) + frames(0.45, 0.0) + frames(0.5, 0.9)
    assert len(run(sound)[0]) == 1
    assert len(run(sound, expecting=True)[0]) == 2


@pytest.mark.parametrize(("talk", "pause", "count"), [(2.0, 0.35, 1), (4.5, 0.35, 1), (4.5, 0.45, 2), (7.0, 0.3, 2)])
def test_long_talk_ends_at_a_breath(talk, pause, count):
    """The longer somebody has talked, the shorter the silence that ends it; a short sentence is never torn by one."""
    spans, _ = run(frames(talk, 0.9) + frames(pause, 0.0) + frames(0.5, 0.9))
    assert len(spans) == count
    assert spans[0].cut is False


def test_long_talk_never_waits_longer_than_set():
    params = SegmenterParams(stop_seconds=0.2)
    assert len(run(frames(7.0, 0.9) + frames(0.23, 0.0) + frames(0.5, 0.9), params)[0]) == 2


def test_click_is_dropped():
    spans, segmenter = run([*frames(0.3, 0.0), 0.9, 0.9, *frames(1.0, 0.0)])
    assert spans == []
    assert segmenter.dropped_spans == 1
    assert segmenter.state is SpeechState.QUIET


def test_one_loud_frame_does_not_begin_a_span():
    segmenter = Segmenter()
    segmenter.push(FRAME, 0.9)
    assert segmenter.state is SpeechState.STARTING
    segmenter.push(FRAME, 0.0)
    assert segmenter.state is SpeechState.QUIET


def test_middling_probability_keeps_speech_going_but_does_not_begin_it():
    """The two thresholds differ, so that a wavering voice is not cut."""
    spans, _ = run(frames(0.5, 0.9) + frames(0.6, 0.4) + frames(0.5, 0.9) + frames(1.0, 0.0))
    assert len(spans) == 1
    assert run(frames(2.0, 0.4))[0] == []


def test_long_speech_is_split_at_its_best_pause():
    params = SegmenterParams(max_segment_seconds=6.0)
    spans, _ = run(frames(1.5, 0.9) + frames(0.13, 0.0) + frames(2, 0.9) + frames(0.32, 0.0) + frames(4, 0.9), params)
    assert spans[0].cut
    assert spans[0].end == pytest.approx(3.63, abs=0.05)
    assert spans[1].start == pytest.approx(3.95, abs=0.05)
    assert not spans[-1].cut


def test_long_speech_without_pause_is_split_where_it_stands():
    spans, _ = run(frames(7.0, 0.9), SegmenterParams(max_segment_seconds=3.0))
    assert [span.cut for span in spans] == [True, True, False]
    assert spans[0].end == pytest.approx(spans[1].start)


def test_skipped_time_ends_the_open_segment():
    segmenter = Segmenter()
    for p in frames(0.5, 0.9):
        segmenter.push(FRAME, p)
    span = segmenter.skip(2.0)
    assert isinstance(span, Span)
    assert segmenter.now == pytest.approx(16 * FRAME + 2.0)
    assert segmenter.state is SpeechState.QUIET


def test_split_at_a_pause_keeps_the_rest_open():
    segmenter = Segmenter()
    for p in frames(0.5, 0.9) + frames(0.2, 0.0) + frames(0.3, 0.9):
        segmenter.push(FRAME, p)
    (pause,) = segmenter.pauses
    span = segmenter.split_at(pause)
    assert span.end == pause.start
    assert segmenter.speech_start == pause.end
    assert segmenter.voiced_seconds == pytest.approx(0.288)
    assert segmenter.pauses == ()


def test_best_pause_ignores_short_ones():
    assert best_pause([Pause(1.0, 1.05, 1.0)], 0.09, 0.0) is None
    assert best_pause([Pause(1.0, 1.2, 1.0), Pause(2.0, 2.5, 2.0)], 0.09, 0.0) == Pause(2.0, 2.5, 2.0)


probabilities = st.lists(st.tuples(st.sampled_from([0.0, 0.2, 0.4, 0.6, 0.95]), st.integers(1, 40)), max_size=25).map(
    lambda runs: [p for p, n in runs for _ in range(n)]
)


@given(probabilities, st.sampled_from([1.0, 3.0, 14.0]), st.booleans())
def test_spans_are_ordered_and_do_not_overlap(sound, longest, expecting):
    spans, segmenter = run(sound, SegmenterParams(max_segment_seconds=longest), expecting)
    assert segmenter.now == pytest.approx(len(sound) * FRAME)
    for span in spans:
        assert 0.0 <= span.start < span.end <= span.endpoint + 1e-9
        assert span.end - span.start <= longest + FRAME + 1e-9
        assert span.silence >= 0.0
    for one, other in pairwise(spans):
        assert one.end <= other.start + 1e-9


@given(probabilities, st.sampled_from([1.0, 3.0, 14.0]))
def test_no_speech_is_lost_beyond_the_thresholds(sound, longest):
    """Any run of clear speech of 0.5 s lies in the spans, but for what is too short after a cut."""
    params = SegmenterParams(max_segment_seconds=longest)
    spans, _ = run(sound, params)
    covered = [any(s.start - 1e-6 <= i * FRAME < s.end - 1e-6 for s in spans) for i in range(len(sound))]
    run_length = lost = 0
    for p, inside in zip([*sound, 0.0], [*covered, False], strict=True):
        if p >= params.start_probability:
            run_length, lost = run_length + 1, lost + (not inside)
            continue
        if run_length * FRAME >= 0.5:
            assert lost * FRAME <= params.min_speech_seconds
        run_length = lost = 0
