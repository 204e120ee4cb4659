"""The comparison with other programs: its figures, and what it says about one that cannot be measured."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from tools.bench.peers import __main__ as peers
from tools.bench.peers import run_whole_companion
from tools.bench.peers.playing import Playing
from tools.bench.peers.run_whisper_live import Screen

TRUTH = [
    {"text": "I roll Haggling.", "start": 0.5, "end": 2.0},
    {"text": "Two and a five.", "start": 3.0, "end": 4.0},
]


def figures(*heard: tuple[str, float]) -> dict[str, Any]:
    return {
        "heard": [{"text": text, "at": at} for text, at in heard],
        "processor_seconds": 3.0,
        "megabytes": 300.0,
    }


def test_delay_counts_from_the_last_sentence_that_had_ended() -> None:
    found = peers.summary(figures(("Hm.", 1.0), ("I roll haggling", 2.5), ("two and a nine", 5.0)), TRUTH)
    assert found["median"] == pytest.approx(1.0)
    assert found["p95"] == pytest.approx(1.0)
    assert found["word_errors"] == pytest.approx(1 / 7)


def test_no_sentence_is_cut_in_two() -> None:
    assert peers.whole_sentences(TRUTH, 10.0) == (TRUTH, 10.0)
    assert peers.whole_sentences(TRUTH, 3.5) == (TRUTH[:1], 3.0)


def test_others_are_told_as_ratios_to_ours() -> None:
    ours = peers.summary(figures(("I roll haggling", 2.5), ("two and a nine", 4.5)), TRUTH)
    other = peers.summary(figures(("I roll haggling", 3.0), ("two and a nine", 5.0)), TRUTH)
    told = peers.as_text("Another", other, ours)
    assert "median 1.00 s (x 2.00)" in told
    assert "words wrong 14.3 % (x 1.00)" in told
    assert "(x" not in peers.as_text(peers.OURS, ours, ours)


def test_a_program_that_does_not_start_is_named_with_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    soundfile.write(tmp_path / "clean.flac", np.zeros(16_000, dtype=np.float32), 16_000)
    (tmp_path / "truth.jsonl").write_text("\n".join(map(json.dumps, TRUTH)), encoding="utf-8")
    monkeypatch.setattr(peers, "install", lambda python, peer: "")
    monkeypatch.setattr(peers, "packaged_base", lambda: tmp_path)

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        runner, out = command[2], Path(command[5])
        if runner.endswith("run_realtime_stt"):
            return subprocess.CompletedProcess(command, 1, "", "Traceback\nOSError: no model in the hub\n\n")
        out.write_text(json.dumps(figures(("I roll haggling two and a five", 4.5))), encoding="utf-8")
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(peers.subprocess, "run", run)
    assert peers.main([str(tmp_path), "--seconds", "10"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "with the voices, names, rules and log of the session" in told[0]
    assert told[1].startswith("companion ")
    assert told[2].startswith("companion, whole ")
    assert told[3].startswith("faster-whisper ")
    assert told[4] == "RealtimeSTT was not measured: OSError: no model in the hub"
    assert told[5].startswith("WhisperLive ")
    assert [each.partition(" was not measured: ")[0] for each in told[6:]] == ["Vosk", "Moonshine"]


def test_the_whole_companion_notes_when_its_words_came(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, ...]] = []

    def play(folder: Path, recording: Path, events: Path, *how: str) -> None:
        played.append((folder.name, recording.name, *how))
        heard = {"type": "utterance", "text": "I roll", "end": 2.0, "latency": 0.5}
        events.write_text(json.dumps(heard) + "\n" + json.dumps({"type": "state"}), encoding="utf-8")

    monkeypatch.setattr(run_whole_companion, "play", play)
    run_whole_companion.main(tmp_path / "sound.wav", tmp_path / "out.json", tmp_path / "dev-9")
    assert played == [("dev-9", "sound.wav", "--voice", str(tmp_path / "whole-voice.wav"), "--realtime")]
    written = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert written["heard"] == [{"text": "I roll", "at": 2.5}]
    assert written["megabytes"] > 1


def test_without_a_session_nothing_is_installed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert peers.main([str(tmp_path)]) == 1
    assert "name the folder of a labelled session" in capsys.readouterr().out


def test_a_recording_is_played_at_its_own_pace_and_the_cost_written_down(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "sound.wav", np.full(1_600, 0.5, dtype=np.float32), 16_000)
    script = (
        "import sys, time; from pathlib import Path; from tools.bench.peers import playing\n"
        "playing.AFTER_SECONDS = 0.1; it = playing.Playing(Path(sys.argv[1])); got = []\n"
        "began = time.monotonic(); it.feed(got.append); assert 0.15 < time.monotonic() - began\n"
        "assert sum(map(len, got)) == 3200 and it.over.is_set()\n"
        "it.heard('Hello. '); it.heard('  '); it.report(Path(sys.argv[2]))\n"
    )
    subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "sound.wav"), str(tmp_path / "out.json")],
        check=True,
        cwd=peers.ROOT,
    )
    written = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert [each["text"] for each in written["heard"]] == ["Hello."]
    assert written["processor_seconds"] > 0
    assert written["megabytes"] > 1


class Noted:
    """Stand-in for a recorder of words with their times."""

    def __init__(self) -> None:
        self.words: list[str] = []

    def heard(self, text: str) -> None:
        self.words.append(text)


def test_a_segment_of_whisper_live_counts_once_when_it_is_final() -> None:
    noted = Noted()
    screen = Screen(noted)  # type: ignore[arg-type]
    first = {"start": "0.000", "text": " I roll", "completed": True}
    second = {"start": "1.200", "text": " haggling", "completed": False}
    screen.send(json.dumps({"message": "SERVER_READY"}))
    screen.send(json.dumps({"segments": [first, second]}))
    assert (noted.words, screen.unfinished) == ([" I roll"], " haggling")
    screen.send(json.dumps({"segments": [first, {**second, "completed": True}]}))
    assert (noted.words, screen.unfinished) == ([" I roll", " haggling"], "")


def test_only_the_recogniser_s_own_rate_is_played(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "sound.wav", np.zeros(800, dtype=np.float32), 8_000)
    with pytest.raises(ValueError, match="16000"):
        Playing(tmp_path / "sound.wav")
