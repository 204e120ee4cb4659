import json
from pathlib import Path

import pytest

from companion.demo import demos
from tools.bench import engine


def test_the_benchmark_plays_and_writes_its_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table names what was measured, the file has the same figures, and most commands of the play held."""
    monkeypatch.setattr(engine, "CAMPAIGN_EVENTS", 1_000)
    monkeypatch.setattr(engine, "TIMED_COMMANDS", 400)
    assert engine.main(["--json", str(tmp_path / "speed.json")]) == 0
    figures = json.loads((tmp_path / "speed.json").read_text(encoding="utf-8"))
    assert figures["replay_events"] == 1_000
    assert 0 < figures["refused"] < figures["commands"] / 8
    assert set(figures["evenings"]) == set(demos())
    shown = capsys.readouterr().out
    for speed in (figures["commands_per_second"], *figures["evenings"].values()):
        assert f"{speed:,.0f}" in shown
