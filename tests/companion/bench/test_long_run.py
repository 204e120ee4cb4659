"""The long run: what counts as growth, and a short run through the real parts."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from companion.bench.long_run import DEMO, Held, RoundAndRound, grown, main, texts
from tests.support.sound import speech

STEADY = [Held(hours / 10, 400.0, 6, 15, 1.0, 0) for hours in range(40)]


@pytest.mark.parametrize(
    ("name", "value"), [("megabytes", 480.0), ("threads", 12), ("handles", 30), ("behind", 90.0), ("announcements", 9)]
)
def test_what_is_held_in_the_end_and_was_not_early_on_has_grown(name: str, value: float) -> None:
    """A little more is none; a lot at the very beginning is none either."""
    assert grown(STEADY) == []
    assert grown([*STEADY[:-3], *[replace(each, **{name: value}) for each in STEADY[-3:]]])[0].startswith(name)
    assert grown([replace(STEADY[0], **{name: value}), *STEADY[1:]]) == []


def test_too_few_looks_tell_nothing() -> None:
    """That is said, and is a failure."""
    assert grown(STEADY[:2]) == ["The run was too short to tell."]


def test_sound_goes_round_until_enough_was_handed_out() -> None:
    """In order, at times that go forward."""
    source = RoundAndRound([speech(0.1), speech(0.2)], hours=1.0 / 3600, pace=1e6)
    starts = [chunk.start for chunk in source.chunks()]
    assert starts == pytest.approx([number * 0.032 for number in range(len(starts))])
    assert source.seconds == pytest.approx(1.0, abs=0.04)
    source.close()
    assert list(source.chunks()) == []


def test_nothing_that_ends_the_evening_is_said() -> None:
    """Else the run would be over after the first round."""
    said = list(texts(DEMO))
    assert len(said) > 20
    assert not any("wrap" in text and "tonight" in text for text in said)


def test_half_a_minute_of_talk_goes_through_the_real_parts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """And is counted."""
    main(["--hours", "0.008", "--pace", "500", "--json", str(tmp_path / "looks.json")])
    told = capsys.readouterr().out
    assert "hours of talk" in told
    assert " 0 utterances" not in told
    looks = json.loads((tmp_path / "looks.json").read_text(encoding="utf-8"))
    assert all(look["megabytes"] > 0 and look["threads"] > 1 and look["handles"] > 0 for look in looks)
