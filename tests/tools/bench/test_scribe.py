"""The scribe's benchmark on the demo evening: what it prints, and what it does without data."""

import json
import shutil
from pathlib import Path

import pytest

from tools.bench import scribe

DEMO = Path(__file__).parents[3] / "companion" / "demo" / "phase-abandon"


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """The demo evening, with a recording nobody listened to."""
    folder = tmp_path / "demo"
    folder.mkdir()
    for name in ("roster.json", "expected.json", "truth.jsonl"):
        shutil.copy(DEMO / name, folder / name)
    (folder / "evening.flac").write_bytes(b"")
    return folder


def test_two_runs_give_the_same_figures(session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Times aside; people of the demo are found, and nothing is invented."""
    figures = []
    for run in (tmp_path / "1.json", tmp_path / "2.json"):
        assert scribe.main([str(session), "--json", str(run)]) == 0
        figures.append(json.loads(run.read_text()))
    assert figures[0] == figures[1]
    found = figures[0]["demo, as spoken"]
    assert found["types"]["npc"] == {"right": 1, "false": 0, "missed": 0}
    assert (found["evidence"]["false"], found["borne"]["false"], found["invented"]) == (0, 0, [])
    out = capsys.readouterr().out
    assert "npc              1      1      1.000   1.000  1.000" in out
    assert "names and numbers a recap invents: 0 in" in out


def test_records_of_a_recording_are_measured_beside_the_words_as_spoken(
    session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only what was said in them counts; where there are none, that is said."""
    heard = tmp_path / "heard"
    heard.mkdir()
    assert scribe.main([str(session), "--heard", str(heard)]) == 0
    assert f"{heard / 'demo-evening.jsonl'} is not there" in capsys.readouterr().out
    spoken = [json.loads(line) for line in (session / "truth.jsonl").read_text().splitlines()]
    records = [{"type": "utterance", **line} for line in spoken] + [{"type": "state"}]
    (heard / "demo-evening.jsonl").write_text("".join(json.dumps(each) + "\n" for each in records))
    assert scribe.main([str(session), "--heard", str(heard), "--json", str(tmp_path / "found.json")]) == 0
    found = json.loads((tmp_path / "found.json").read_text())
    assert set(found) == {
        *("demo, as spoken", "demo, evening as recognised", "all, as spoken", "all, evening as recognised"),
    }
    assert found["demo, evening as recognised"] == found["demo, as spoken"]


def test_figures_with_a_language_server_are_named_so(
    session: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_LLM_MODEL", "any")
    found = tmp_path / "found.json"
    assert scribe.main([str(session), "--llm", "http://127.0.0.1:9/v1", "--json", str(found)]) == 0
    assert set(json.loads(found.read_text())) == {
        *("demo, as spoken, a language server asked", "all, as spoken, a language server asked"),
    }
    assert "cannot be reached" in capfd.readouterr().err
