"""A rules system from outside is one folder and one grammar file, dropped in."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "tests" / "example_system"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The project with the example system dropped in, and nothing else changed."""
    for package in ("engine", "audio", "companion", "prompts"):
        ignored = shutil.ignore_patterns("__pycache__", "*.flac")
        shutil.copytree(ROOT / package, tmp_path / "tree" / package, ignore=ignored)
    tree = tmp_path / "tree"
    folder = tree / "engine" / "systems" / "ember"
    folder.mkdir()
    for file in EXAMPLE.glob("*.py"):
        moved = file.read_text(encoding="utf-8").replace("tests.example_system", "engine.systems.ember")
        (folder / file.name).write_text(moved, encoding="utf-8")
    shutil.copy(EXAMPLE / "ember.toml", tree / "companion" / "nlu" / "grammars" / "en" / "ember.toml")
    return tree


def companion(tree: Path, *arguments: str, typed: str = "") -> str:
    environment = {**os.environ, "PYTHONPATH": str(tree), "COMPANION_DATA_DIR": str(tree / "data")}
    run = subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        cwd=tree,
        env=environment,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_a_new_system_is_listed_ruled_and_played(tree: Path) -> None:
    """It answers scripts, understands its own sentences with the talk every game shares, rolls, tells and undoes."""
    assert "Ember (ember)" in companion(tree, "systems")
    lines = [{"command": {"kind": "sit_down", "name": "Ana"}}, {"command": {"kind": "light_fire"}}]
    lines.append({"command": {"kind": "tend_fire", "actor": "Ana"}, "dice": [6]})
    told = companion(tree, "rules", "--system", "ember", typed="\n".join(map(json.dumps, lines)))
    assert json.loads(told.splitlines()[-1])["state"]["embers"] == 4

    campaign = tree / "roster.json"
    campaign.write_text(json.dumps({"game": "ember", "players": [{"name": "Ana"}, {"name": "Ben"}], "holder": "Ana"}))
    companion(tree, "new", "--from", str(campaign), "--name", "Fireside")
    talk = "Ana: I feed the fire.\nAna: a two\nBen: how many embers?\nBen: I stoke it.\n\nAna: undo that\n"
    records = [
        json.loads(line) for line in companion(tree, "play", "--dice", "seed:1", "--json", typed=talk).splitlines()
    ]
    kinds = [record["kind"] for record in records if record["type"] == "command" and record["outcome"] != "rejected"]
    assert kinds == ["tend_fire", "report_dice", "ask_status", "tend_fire", "report_dice", "undo_last"]
    said = " ".join(record["text"] for record in records if record["type"] == "announcement")
    assert "Ben tells on. 2 embers. Ben rolls" in said
    assert "Undone: " in said
