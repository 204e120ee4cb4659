"""The comparison with other programs: its figures, and what it says about one that cannot be measured."""

import json
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from tools.bench.peers import __main__ as peers

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
