"""The long run: what counts as growth, where its sound and words come from, and a short run through the real parts."""

import json
import platform
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest

from audio.types import Samples
from tools.bench.long_run import DEMO, MOST_GROWTH, Held, grown, heap, labelled, main
from tools.bench.played_microphone import MIDNIGHT, LabelledWords, NightClock, PlayedMicrophone

STEADY = [Held(number / 10, "", 400.0, 350.0, 6, 15, 3, 1, 0, 0, float(number)) for number in range(1, 81)]


def noise(seconds: float) -> Samples:
    return np.random.default_rng(1).normal(0.0, 0.1, round(seconds * 16_000)).astype(np.float32)


@pytest.mark.parametrize("name", MOST_GROWTH)
def test_what_is_held_in_the_end_and_was_not_early_on_has_grown(name: str) -> None:
    """Growth from nothing to the allowed amount is none; more at the very beginning is none either."""
    allowed = getattr(STEADY[0], name) + MOST_GROWTH[name]
    more = allowed + 1
    assert grown([*STEADY[:-1], replace(STEADY[-1], **{name: allowed})], 8.0) == []
    last = [replace(each, **{name: more}) for each in STEADY[69:]]
    assert grown([*STEADY[:69], *last], 8.0)[0].startswith(f"{name} grew")
    assert grown([replace(STEADY[0], **{name: more}), *STEADY[1:]], 8.0) == []


def test_memory_used_for_a_moment_is_no_growth() -> None:
    assert grown([*STEADY[:-1], replace(STEADY[-1], used=500.0)], 8.0) == []


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc tells")
def test_what_is_given_back_is_kept_for_later() -> None:
    needed = b"x" * (100 << 20)
    lent, kept = heap()
    del needed
    assert lent - heap()[0] > 90 << 20
    assert heap()[1] - kept > 90 << 20


def test_more_memory_than_an_ordinary_laptop_has_to_spare_is_told() -> None:
    assert grown([replace(STEADY[0], megabytes=900.0), *STEADY[1:]], 8.0) == []
    assert grown([replace(STEADY[0], megabytes=912.3), *STEADY[1:]], 8.0) == ["912 MB were held; 900 are allowed."]


def test_work_that_grows_is_told() -> None:
    slower = [replace(each, processor=each.processor + max(0.0, each.processor - 70.0)) for each in STEADY]
    assert grown(slower, 8.0) == ["The last part took 21 s of processor time, the second 10 s."]


def test_a_single_lost_sample_is_told() -> None:
    assert grown([replace(each, dropped=1) for each in STEADY], 8.0) == ["1 samples of sound were lost."]


def test_too_few_looks_tell_nothing() -> None:
    assert grown(STEADY[:2], 8.0) == ["The run was too short to tell."]


def test_sound_goes_round_and_a_slow_listener_loses_none() -> None:
    """The device waits where the queue is half full, and all that was played is handed out before the end."""
    microphone = PlayedMicrophone(noise(1.0), 40.0, 1e6)
    chunks, deepest = [], 0
    for chunk in microphone.chunks():
        deepest = max(deepest, microphone.waiting)
        chunks.append(chunk)
    assert sum(chunk.dropped for chunk in chunks) == 0
    assert sum(len(chunk.samples) for chunk in chunks) == 40 * 16_000
    assert 0 < deepest <= 470
    whole = np.concatenate([chunk.samples for chunk in chunks])
    assert np.array_equal(whole[:15_872], whole[15_872:31_744])


def test_a_device_that_waits_for_the_listener_has_not_gone_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long: it is not opened anew, which would fill the time with silence."""
    looks, ticks = iter(range(200)), iter(range(0, 1_000_000, 100))
    microphone = PlayedMicrophone(noise(1.0), 1.6, 1e6, lambda: next(looks, None) is not None)
    monkeypatch.setattr(microphone, "_clock", lambda: next(ticks))
    assert sum(len(chunk.samples) for chunk in microphone.chunks()) == 25_600


def test_words_are_those_that_stand_where_the_segment_does() -> None:
    """A sentence belongs where its middle is; sound that is not in the recording has no words."""
    sound = noise(4.0)
    words = LabelledWords(sound, [(0.5, 1.5, "One."), (1.6, 1.8, "Two."), (2.5, 3.5, "Three.")])
    assert words.transcribe(sound[8_000:30_000]).text == "One. Two."
    assert words.transcribe(sound[38_000:58_000]).text == "Three."
    assert words.transcribe(sound[::-1].copy()).text == ""


def test_the_clock_passes_midnight_and_is_set_back_and_forth() -> None:
    heard = 0.0
    clock = NightClock(lambda: heard, 8 * 3600)
    shown = []
    for hours in (0.0, 2.0, 3.99, 4.0, 4.99, 5.0):
        heard = hours * 3600
        shown.append((clock.now() - MIDNIGHT) / timedelta(hours=1))
    assert shown == pytest.approx([-2.0, 0.0, 1.99, 1.0, 1.99, 3.0])


def test_nothing_that_ends_the_evening_is_said() -> None:
    """Else the run would be over after the first round: the sound is silent there, too."""
    sound, sentences = labelled([DEMO])
    truth = [json.loads(line) for line in (DEMO / "truth.jsonl").read_text(encoding="utf-8").splitlines()]
    ended = [said for said in truth if "EndSession" in json.dumps(said["commands"])]
    assert ended
    for said in ended:
        assert not sound[round(said["start"] * 16_000) : round(said["end"] * 16_000)].any()
    assert len(sentences) > 20
    assert not any("wrap" in text and "tonight" in text for _, _, text in sentences)


def test_a_minute_of_talk_goes_through_the_real_parts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Voices and log included; a minute is too short to hold the figures to anything, but none of its sound is lost."""
    main(["--hours", "0.0167", "--pace", "500", "--mute", "--json", str(tmp_path / "looks.json")])
    told = capsys.readouterr().out
    assert "0.02 hours of talk" in told
    assert " 0 utterances" not in told
    assert "named, not separated" in told
    assert "cut into" not in told
    assert "not kept in its order" not in told
    looks = json.loads((tmp_path / "looks.json").read_text(encoding="utf-8"))
    assert all(look["megabytes"] > 0 and look["threads"] > 1 and look["handles"] > 0 for look in looks)
    assert looks[-1]["dropped"] == 0
    assert {look["clock"][:2] for look in looks} == {"06", "07"}
