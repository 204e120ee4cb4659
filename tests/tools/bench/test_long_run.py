"""The long run: what counts as growth, where its sound and words come from, and a short run through the real parts."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from audio.types import Samples
from tools.bench.long_run import DEMO, MOST_GROWTH, Held, grown, labelled, main
from tools.bench.played_microphone import LabelledWords, PlayedMicrophone

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


def test_words_are_those_that_stand_where_the_segment_does() -> None:
    """A sentence belongs where its middle is; sound that is not in the recording has no words."""
    sound = noise(4.0)
    words = LabelledWords(sound, [(0.5, 1.5, "One."), (1.6, 1.8, "Two."), (2.5, 3.5, "Three.")])
    assert words.transcribe(sound[8_000:30_000]).text == "One. Two."
    assert words.transcribe(sound[38_000:58_000]).text == "Three."
    assert words.transcribe(sound[::-1].copy()).text == ""


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
