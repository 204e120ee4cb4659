import re

from hypothesis import given
from hypothesis import strategies as st

from companion.chronicle.extractor import TalkLine
from companion.transfer.exports.subtitles import as_srt, as_webvtt, timed

LINES = (
    TalkLine("u1", "Four, two & one.", "Jay", 1.0, 2.5),
    TalkLine("u2", "", "Jay", 2.5, 2.6),
    TalkLine("u3", "<b>-->\nNOTE {\\an8}", None, 3661.25, 3662.0),
)


def test_webvtt_has_speakers_and_times():
    assert as_webvtt(LINES) == (
        "WEBVTT\n\n"
        "u1\n00:00:01.000 --> 00:00:02.500\n<v Jay>Four, two &amp; one.\n\n"
        "u3\n01:01:01.250 --> 01:01:02.250\n&lt;b&gt;--&gt; NOTE {\\an8}\n"
    )


def test_srt_is_numbered_and_replaces_markup():
    assert as_srt(LINES) == (
        "1\n00:00:01,000 --> 00:00:02,500\nJay: Four, two & one.\n\n"
        "2\n01:01:01,250 --> 01:01:02,250\n‹b›→ NOTE (\\an8)\n"
    )


def test_listening_that_began_again_goes_on_after_what_was_heard_before():
    lines = [
        TalkLine("u1", "a", None, 50.0, 52.0),
        TalkLine("u2", "b", None, 3.0, 4.5),
        TalkLine("u3", "c", None, 6.0, 7.5),
    ]
    assert [(each.start, each.end) for each in timed(lines)] == [(50.0, 52.0), (52.0, 53.5), (55.0, 56.5)]


TALK = st.lists(st.tuples(st.text(max_size=40), st.text(max_size=10) | st.none(), st.floats(0, 9e4), st.floats(0, 60)))


@given(TALK)
def test_no_talk_breaks_out_of_its_cue(talk):
    lines = [TalkLine(f"u{at}", text, who, start, start + length) for at, (text, who, start, length) in enumerate(talk)]
    count = len(list(timed(lines)))
    for text in (as_webvtt(lines), as_srt(lines)):
        assert text.count("-->") == count
        assert len(re.findall(r"^[\d:]+[.,]\d{3} --> [\d:]+[.,]\d{3}$", text, re.MULTILINE)) == count
    starts = [each.start for each in timed(lines)]
    assert starts == sorted(starts)
    assert all(each.end > each.start for each in timed(lines))


def test_what_nobody_sees_is_shown():
    """Colours of a terminal, text turned round, and an id that would be a line of its own."""
    (line,) = [TalkLine("u1\n\nNOTE -->", "a\x1b[31m\x9b\u202eb", "J\x07ay", 1.0, 2.0)]
    shown = r"a\u001b[31m\u009b\u202eb"
    assert as_webvtt([line]).splitlines()[2:] == [
        "u1 NOTE --&gt;",
        "00:00:01.000 --> 00:00:02.000",
        rf"<v J\u0007ay>{shown}",
    ]
    assert rf"J\u0007ay: {shown}" in as_srt([line])
