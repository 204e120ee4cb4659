import json
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
import soundfile

from audio.loudness import rms_dbfs
from audio.types import SAMPLE_RATE_HZ
from tests.support.sound import ScriptedTranscriber, silence, talk
from tools.bench import conditions, hearing
from tools.bench.conditions import RECORDING, SENTENCE, applied, problem_of
from tools.bench.hearing import cut_out, names_of, options_of, source_of

PROJECT = Path(__file__).parents[3] / "pyproject.toml"


def tone(hertz, seconds=2.0, level=0.1):
    times = np.arange(round(seconds * SAMPLE_RATE_HZ)) / SAMPLE_RATE_HZ
    return np.asarray(level * np.sin(2 * np.pi * hertz * times), dtype=np.float32)


@pytest.mark.parametrize("name", ["quiet20", "hum", "far", "highpass", "agc"])
def test_a_condition_keeps_the_length_and_the_scale(name):
    heard = RECORDING[name](talk(3.0))
    assert len(heard) == len(talk(3.0))
    assert heard.dtype == np.float32
    assert np.abs(heard).max() <= 1.0


def test_rooms_spoil_sound_as_they_are_named():
    assert rms_dbfs(RECORDING["quiet30"](talk(1.0))) == pytest.approx(rms_dbfs(talk(1.0)) - 30.0, abs=0.1)
    assert rms_dbfs(RECORDING["hum"](silence(1.0))) == pytest.approx(-40.0, abs=0.1)
    assert rms_dbfs(RECORDING["far"](silence(1.0))) == pytest.approx(-62.0, abs=0.5)


def test_the_filter_takes_hum_and_leaves_voices():
    assert rms_dbfs(RECORDING["highpass"](tone(30.0))) < rms_dbfs(tone(30.0)) - 15.0
    assert rms_dbfs(RECORDING["highpass"](tone(300.0))) == pytest.approx(rms_dbfs(tone(300.0)), abs=0.2)


def test_levels_come_to_one_loudness():
    quiet = RECORDING["quiet20"](talk(20.0))
    assert rms_dbfs(SENTENCE["level"](quiet)) == pytest.approx(conditions.LEVEL_DBFS, abs=0.1)
    noisy = np.concatenate([np.concatenate((quiet[n * 16_000 : (n + 1) * 16_000], silence(0.5))) for n in range(20)])
    followed = RECORDING["agc"](noisy)[-SAMPLE_RATE_HZ * 4 :]
    assert rms_dbfs(followed) > rms_dbfs(noisy[-SAMPLE_RATE_HZ * 4 :]) + 10.0


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


def test_a_recording_is_heard_after_what_was_done_to_it(tmp_path):
    soundfile.write(tmp_path / "table.flac", talk(1.0), SAMPLE_RATE_HZ)
    options = options_of([str(tmp_path), "--condition", "quiet20"])
    heard = np.concatenate([chunk.samples for chunk in source_of(tmp_path / "table.flac", options).chunks()])
    assert rms_dbfs(heard) == pytest.approx(rms_dbfs(talk(1.0)) - 20.0, abs=0.1)


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


def test_several_recordings_cut_out_are_told_on_average(tmp_path, capsys, monkeypatch):
    reports = {"clean": {"wer": 0.1}, "table": {"wer": 0.2}}
    monkeypatch.setattr(hearing, "measure", lambda folder, options: reports[options.version])
    for name in ("truth.jsonl", "clean.flac", "table.flac"):
        (tmp_path / name).touch()
    assert hearing.main([str(tmp_path), "--cut", "--version", "clean,table", "--full-window"]) == 0
    assert "heard in the full window: 15.0 % on average." in capsys.readouterr().out


def test_people_without_a_character_have_their_name_only():
    ana = {"name": "Ana", "character": {"name": "Hagen", "skills": [{"name": "Locks"}]}}
    assert list(names_of({"players": [{"name": "Gia"}, ana]})) == ["Gia", "Ana", "Hagen", "Locks"]
