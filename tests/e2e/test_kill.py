"""Pulling the plug: `kill -9` of a companion in the middle of an evening loses nothing it acknowledged."""

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from companion.clock import SystemClock
from companion.game import Game
from companion.store import Store, load_history, open_store
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
KILLS = 10
ENTRIES_BEFORE_PLAY = 40


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with open_store(tmp_path / "companion.db", SystemClock()) as store:
        store.create_campaign("Harbour", "phase-abandon", roster())
    return tmp_path


class Child:
    """A running `companion play --json` that is typed to until it is killed."""

    def __init__(self, data: Path, seed: int) -> None:
        self.records: list[dict[str, Any]] = []
        self.began = threading.Event()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "companion", "--data", str(data), "play", "--json", "--dice", f"seed:{seed}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self._threads = [threading.Thread(target=each, daemon=True) for each in (self._type, self._listen)]
        for thread in self._threads:
            thread.start()

    def _type(self) -> None:
        assert self._process.stdin is not None
        try:
            for line in cycle(LINES):
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()
        except BrokenPipeError:
            return

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.endswith("\n"):  # the last line may have been cut short; it was not acknowledged
                self.records.append(json.loads(line))
                self.began.set()
        self.began.set()

    def kill(self) -> int:
        """Pull the plug; returns what the process died of."""
        self._process.kill()
        died = self._process.wait()
        for thread in self._threads:
            thread.join(timeout=10)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            try:
                pipe.close()
            except BrokenPipeError:
                continue
        return died


def acknowledged(records: list[dict[str, Any]]) -> Iterator[tuple[str, str, str | None]]:
    """Commands the child said are carried out: id, kind, sentence."""
    for each in records:
        if each["type"] == "command" and each["outcome"] != "rejected" and each["command_id"]:
            yield each["command_id"], each["kind"], each["utterance"]


def log(store: Store) -> dict[str, tuple[str, str | None]]:
    """What is in the log: kind and sentence by command id."""
    kinds = {"undone": "undo_last", "redone": "redo_last"}
    return {
        each.entry.command_id: (
            str(each.entry.command["kind"]) if each.entry.command else kinds[each.entry.kind],
            each.utterance_id,
        )
        for each in store.read(1)
    }


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
    """Ten times: every command it printed as done is in the log, and the state is what the log says.

    The first time the table is still being set up; the next start finishes that.
    """
    moments = random.Random(99)
    done = 0
    for kill in range(KILLS):
        child = Child(data, seed=kill)
        if kill == 0:
            wait_for_entries(data, moments.randrange(1, ENTRIES_BEFORE_PLAY))
        else:
            assert child.began.wait(60)
            time.sleep(moments.uniform(0.0, 0.4))
        assert child.kill() == -9, "it ended by itself"
        with open_store(data / "companion.db", SystemClock()) as store:
            written = log(store)
            told = list(acknowledged(child.records))
            assert [each for each in told if written.get(each[0]) != each[1:]] == []
            kept = {each.id for each in store.utterances(1)}
            assert {each["id"] for each in child.records if each["type"] == "utterance"} <= kept
            loaded = load_history(store, 1, RULESET)
            assert loaded.problem is None
            events = [event for entry in effective(loaded.history.entries) for event in entry.events]
            assert Game(store, store.campaign(1), SystemClock()).state == replay(RULESET, events)
        done += len(told)
    assert done > KILLS
    assert len(written) > ENTRIES_BEFORE_PLAY
