"""The benchmark of delays: what it sums up, and what it says where nothing is to be measured."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from tools.bench import latency

RECORDS: list[dict[str, Any]] = [
    {"type": "utterance", "id": "u1", "latency": 0.4, "stages": {"endpoint": 0.4, "transcribe": 0.2}},
    {"type": "decision", "utterance": "u1", "end": 1.0, "latency": 0.5},
    {"type": "utterance", "id": "u2", "latency": 1.4, "stages": {"endpoint": 0.5, "transcribe": 0.3}},
    {"type": "decision", "utterance": "u2", "end": 9.0, "latency": 1.5},
    {"type": "announcement", "text": "Hi.", "cause": None, "of": "result", "at": 9.5, "latency_to_audio": 0.1},
]


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, list[tuple[str, ...]]]:
    folder = tmp_path / "dev-9"
    folder.mkdir()
    for name in ("clean", "enroll-jay"):
        soundfile.write(folder / f"{name}.flac", np.zeros(16_000, dtype=np.float32), 16_000)
    played: list[tuple[str, ...]] = []

    def play(_folder: Path, recording: Path, events: Path, *how: str) -> None:
        played.append((recording.stem, *(each for each in how if not each.endswith(".wav"))))
        events.write_text("\n".join(map(json.dumps, RECORDS)), encoding="utf-8")

    monkeypatch.setattr(latency, "play", play)
    return folder, played


def test_every_stage_is_summed_up_and_what_is_late_is_marked(
    session: tuple[Path, list[tuple[str, ...]]], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """For each recording; the players' own voices are none."""
    folder, played = session
    assert latency.main([str(folder), "--json", str(tmp_path / "all.json")]) == 0
    assert played == [("clean", "--voice")]
    told = capsys.readouterr().out
    assert "dev-9 clean (computed" in told
    lines = [" ".join(line.split()) for line in told.splitlines()]
    assert "end of speech to decision 2 times median 1.50 s 95 % 1.50 s over 0.7 or 1.2" in lines
    assert "moment to speak to first sound 1 times median 0.10 s 95 % 0.10 s" in lines
    assert "of a core while it lasts, at most " in lines[0]
    (figures,) = json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))
    assert figures["stages"]["recognising the words of a sentence"] == {"times": 2, "median": 0.3, "p95": 0.3}


def test_short_windows_are_compared_with_full_ones(
    session: tuple[Path, list[tuple[str, ...]]], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        latency.hearing,
        "measure",
        lambda folder, options: {"wer": 0.06 if options.full_window else 0.07, "command_wer": 0.05},
    )
    latency.main([str(session[0]), "--windows"])
    told = capsys.readouterr().out
    assert "words wrong: short windows 7.0 %, full 6.0 %; in commands 5.0 % and 5.0 %" in told
