"""Pulling the plug: `kill -9` of a companion in the middle of an evening loses nothing it acknowledged."""

import os
import random
import time
from pathlib import Path

import pytest

from companion.bench.kill_typing import Typist, lost
from companion.clock import SystemClock
from companion.game import Game
from companion.store import load_history, open_store
from engine.history import effective
from engine.step import replay
from engine.systems.phase_abandon import RULESET
from tests.support.sitting import roster

LINES = (
    "Jay: I roll Haggling.",
    "",
    "Jay: That's me done.",
    "Russ: Undo that.",
    "Mira: I roll Locks.",
    "",
    "Russ: Here's a chip, give me a Haggling check, Jay.",
    "",
)
KILLS = 6
ENTRIES_BEFORE_PLAY = 40


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with open_store(tmp_path / "companion.db", SystemClock()) as store:
        store.create_campaign("Harbour", "phase-abandon", roster())
    return tmp_path


def wait_for_entries(data: Path, count: int) -> None:
    """Until so much of the table is set up."""
    with open_store(data / "companion.db", SystemClock()) as store:
        for _ in range(6000):
            if store.log_length(1) >= count:
                return
            time.sleep(0.01)
    raise AssertionError("the table was never set up")


@pytest.mark.skipif(os.name == "nt", reason="there is no kill -9")
def test_killed_at_any_moment_everything_acknowledged_is_there(data: Path) -> None:
    """Six times: every command it printed as done is in the log, and the state is what the log says.

    The first time the table is still being set up; the next start finishes that.
    """
    moments = random.Random(99)
    done = 0
    for kill in range(KILLS):
        child = Typist(data, LINES, seed=kill)
        if kill == 0:
            wait_for_entries(data, moments.randrange(1, ENTRIES_BEFORE_PLAY))
        else:
            assert child.wait()
            time.sleep(moments.uniform(0.0, 0.4))
        assert child.kill() == -9, "it ended by itself"
        with open_store(data / "companion.db", SystemClock()) as store:
            assert lost(store, child.records) == []
            written = store.log_length(1)
            loaded = load_history(store, 1, RULESET)
            assert loaded.problem is None
            events = [event for entry in effective(loaded.history.entries) for event in entry.events]
            assert Game(store, store.campaign(1), SystemClock()).state == replay(RULESET, events)
        done += sum(each["type"] == "command" for each in child.records)
    assert done >= KILLS - 1
    assert written > ENTRIES_BEFORE_PLAY
