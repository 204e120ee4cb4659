"""Pulling the plug: `kill -9` of a companion that is typed to loses nothing it acknowledged, wherever it falls."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.store import open_store
from tests.support.clock import FakeClock
from tests.support.played import CAMPAIGN, played_file
from tools.bench.kill_typing import lost

ROOT = Path(__file__).resolve().parents[2]
KILLS = 24


@pytest.mark.skipif(os.name == "nt", reason="there is no kill -9")
def test_killed_at_any_moment_everything_acknowledged_is_there() -> None:
    """Half of them at an instant, half before a write; set-up, opening, words, deeds and answers are all hit.

    In a process of its own, as only one without threads can be forked.
    """
    kills = [sys.executable, "-m", "tools.bench.kill_typing", "--times", str(KILLS), "--seed", "7"]
    ran = subprocess.run(kills, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    told = re.search(rf"^{KILLS} of {KILLS} kills lost nothing: ([\d,]+) acknowledged commands$", ran.stdout, re.M)
    assert told is not None, ran.stdout
    assert int(told[1].replace(",", "")) > KILLS


def record(**changes: Any) -> dict[str, Any]:
    return {
        "type": "command",
        "command_id": "c45",
        "kind": "report_dice",
        "utterance": None,
        "outcome": "accepted",
    } | changes


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        (record(command_id="c900"), "c900 (report_dice) was acknowledged and is gone"),
        (record(kind="declare_action"), "c45 (declare_action) was acknowledged and is gone"),
        (record(utterance="u1"), "c45 (report_dice) was acknowledged and is gone"),
        ({"type": "utterance", "id": "u77"}, "utterance u77 was acknowledged and is gone"),
    ],
)
def test_what_is_gone_would_be_told(tmp_path: Path, said: dict[str, Any], fault: str) -> None:
    """A deed that is not in the log, another one in its place, other words behind it, words that are missing."""
    with open_store(played_file(tmp_path / "companion.db"), FakeClock()) as store:
        assert lost(store, [said]) == [fault]
        assert lost(store, [{"type": "utterance", "id": "u1"}, record(command_id="c900", outcome="rejected")]) == []


def test_a_log_that_does_not_fold_would_be_told(tmp_path: Path) -> None:
    with open_store(played_file(tmp_path / "companion.db"), FakeClock()) as store:
        with store._database.write() as connection:
            connection.exec_driver_sql(f"DELETE FROM log WHERE position = 45 AND campaign_id = {CAMPAIGN}")
        assert lost(store, [record()]) == [
            "c45 (report_dice) was acknowledged and is gone",
            "Entry 45 of the log is missing.",
        ]
