import json
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
import soundfile

from audio.loudness import rms_dbfs
from audio.types import SAMPLE_RATE_HZ
from tests.support.sound import ScriptedTranscriber, talk
from tools.bench import conditions, hearing
from tools.bench.conditions import RECORDING, applied, problem_of
from tools.bench.hearing import cut_out, options_of

PROJECT = Path(__file__).parents[3] / "pyproject.toml"


@pytest.mark.parametrize("name", ["quiet20", "hum", "far", "highpass", "agc"])
def test_a_condition_keeps_the_length_and_the_scale(name):
    heard = RECORDING[name](talk(3.0))
    assert len(heard) == len(talk(3.0))
    assert heard.dtype == np.float32
    assert np.abs(heard).max() <= 1.0


def test_conditions_of_the_recording_and_of_the_sentence_are_told_apart():
    assert np.array_equal(applied(["level"], talk(1.0), RECORDING), talk(1.0))
    twice = applied(["quiet20", "level", "quiet20"], talk(1.0), RECORDING)
    assert rms_dbfs(twice) == pytest.approx(rms_dbfs(talk(1.0)) - 40.0, abs=0.1)


def test_what_cannot_be_made_is_said(monkeypatch, capsys):
    assert "No condition is called 'louder'; there are quiet20," in problem_of(["quiet20", "louder"])
    monkeypatch.setattr(conditions, "find_spec", lambda name: None)
    (package,) = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]["sound-bench"]
    assert problem_of(["webrtc2"]).endswith(f': "{sys.executable}" -m pip install {package}.')
    assert problem_of(["quiet20", "level"]) == ""
    for arguments in (["here", "--cut", "--condition", "louder"], ["here", "--condition", "level"]):
        with pytest.raises(SystemExit):
            options_of(arguments)
    assert "--cut only" in capsys.readouterr().err


def test_a_sentence_is_cut_out_with_the_sound_the_ear_leaves_around_it():
    recogniser = ScriptedTranscriber("Five, two.")
    said = {"id": "u7", "start": 1.0, "end": 2.0}
    heard = cut_out(said, talk(5.0), recogniser, ["Korrin"], ["level"])
    assert (heard.id, heard.text, heard.start, heard.end) == ("u7", "Five, two.", 1.0, 2.0)
    assert len(recogniser.heard[0]) == pytest.approx(1.314 * SAMPLE_RATE_HZ, abs=2)
    assert recogniser.hotwords == [("Korrin",)]


def test_a_session_cut_out_is_measured(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(hearing, "WhisperTranscriber", lambda **_: ScriptedTranscriber("Vesta rolls a two."))
    soundfile.write(tmp_path / "table.flac", talk(3.0), SAMPLE_RATE_HZ)
    said = {"start": 0.5, "end": 2.0, "speaker": "Ana", "text": "Vesna rolls a two.", "commands": [{"command": "Roll"}]}
    (tmp_path / "truth.jsonl").write_text(json.dumps({"id": "u1", **said}))
    (tmp_path / "roster.json").write_text(json.dumps({"players": [{"name": "Ana", "character": {"name": "Vesna"}}]}))
    assert hearing.main([str(tmp_path), "--cut", "--condition", "quiet20", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["condition"], report["wer"]) == ("quiet20", 0.25)
    assert (report["names_exact"], report["numbers_exact"]) == (0.0, 1.0)
