"""The benchmark counts what it should."""

import json
from pathlib import Path

import pytest

from tools.bench.understanding import heard_texts, main


def write(path: Path, lines: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_only_utterances_heard_on_their_own_take_the_recognisers_words(tmp_path: Path) -> None:
    spans = [("u1", 0.0, 2.0), ("u2", 2.5, 4.0), ("u3", 4.1, 6.0)]
    write(tmp_path / "truth.jsonl", [{"id": name, "start": a, "end": b} for name, a, b in spans])
    events = write(
        tmp_path / "events.jsonl",
        [
            {"type": "utterance", "id": "h1", "start": 0.1, "end": 2.1, "text": "alone"},
            {"type": "utterance", "id": "h2", "start": 2.4, "end": 6.0, "text": "two at once"},
            {"type": "state"},
        ],
    )
    assert heard_texts(tmp_path, events) == {"u1": "alone"}


def test_missing_files_are_told_in_plain_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--session", str(tmp_path), "--talk", str(tmp_path / "none.jsonl")]) == 0
    told = capsys.readouterr().out
    assert "no session folder" in told
    assert "nothing to score" in told
