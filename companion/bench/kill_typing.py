"""Kills a companion that is typed to, at random instants of one long campaign, and looks whether anything is gone.

`python -m companion.bench.kill_typing --times 200` types the same evening over and over; every kill falls somewhere in
the two seconds after the companion first acknowledged something, the next start finds what the last one left.
"""

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import cycle
from pathlib import Path
from typing import Any

from companion.clock import SystemClock
from companion.demo import demo_of
from companion.roster import load_roster
from companion.store import Store, open_store
from companion.store.checking import check_campaign

CAMPAIGN = 1
ANSWER_SECONDS = 120.0
"""Time within which a started companion must carry something out."""

_LONGEST_SECONDS = 2.0
_TOLD_EVERY = 10


class Typist:
    """A running `companion play --json` that is typed to until it is killed.

    Args:
        data: Data folder; its first campaign is played.
        lines: Typed over and over.
        seed: Seed of the app's dice.
    """

    def __init__(self, data: Path, lines: Sequence[str], seed: int) -> None:
        self.records: list[dict[str, Any]] = []
        self._lines = lines
        self._began = threading.Event()
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

    def wait(self) -> bool:
        """Until it acknowledged a command; False when it never did."""
        return self._began.wait(ANSWER_SECONDS)

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

    def _type(self) -> None:
        assert self._process.stdin is not None
        try:
            for line in cycle(self._lines):
                self._process.stdin.write(line + "\n")
                self._process.stdin.flush()
        except BrokenPipeError:
            return

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.endswith("\n"):  # the last line may have been cut short; it was not acknowledged
                self.records.append(json.loads(line))
                if any(_acknowledged(self.records[-1:])):
                    self._began.set()
        self._began.set()


def lost(store: Store, records: Iterable[dict[str, Any]]) -> list[str]:
    """One sentence for everything a companion said was done or heard and that is not in its store as it said.

    Args:
        store: The store it wrote.
        records: What it printed.
    """
    records = list(records)
    written = _written(store)
    faults = [
        f"{command_id} ({kind}) was acknowledged and is gone"
        for command_id, kind, utterance in _acknowledged(records)
        if written.get(command_id) != (kind, utterance)
    ]
    kept = {each.id for each in store.utterances(CAMPAIGN)}
    faults += [
        f"utterance {each['id']} was acknowledged and is gone"
        for each in records
        if each["type"] == "utterance" and each["id"] not in kept
    ]
    checked = check_campaign(store, store.campaign(CAMPAIGN))
    return [*faults, *([checked.problem] if checked.problem else []), *store.file_problems()]


def _acknowledged(records: Iterable[dict[str, Any]]) -> Iterator[tuple[str, str, str | None]]:
    for each in records:
        if each["type"] == "command" and each["outcome"] != "rejected" and each["command_id"]:
            yield each["command_id"], each["kind"], each["utterance"]


def _written(store: Store) -> dict[str, tuple[str, str | None]]:
    kinds = {"undone": "undo_last", "redone": "redo_last"}
    return {
        each.entry.command_id: (
            str(each.entry.command["kind"]) if each.entry.command else kinds[each.entry.kind],
            each.utterance_id,
        )
        for each in store.read(CAMPAIGN)
    }


def _lines() -> list[str]:
    """What is said in the demo evening, each by its speaker and followed by a roll for the table that is undone again.

    So something is acknowledged wherever the typing begins, whatever the kill before left behind.
    """
    demo = demo_of("phase-abandon")
    truth = [json.loads(line) for line in demo.truth.read_text(encoding="utf-8").splitlines()]
    said = [f"{each['speaker']}: {each['text']}" for each in truth if "good night" not in each["text"].lower()]
    opening = next(each for each in said if "get moving" in each)
    undo = f"{opening.partition(':')[0]}: Undo that."
    return [line for each in said for line in (each, "", opening, "", undo)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill so many times; exit code 1 when anything was lost."""
    parser = argparse.ArgumentParser(prog="python -m companion.bench.kill_typing", description=__doc__)
    parser.add_argument("--times", type=int, default=10, help="how often to kill")
    parser.add_argument("--seed", type=int, default=1, help="which moments")
    options = parser.parse_args(arguments)
    moments, losses, told = random.Random(options.seed), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "companion.db"
        roster = load_roster(demo_of("phase-abandon").roster)
        with open_store(file, SystemClock()) as store:
            store.create_campaign("Kill", "phase-abandon", roster.to_json())
        lines = _lines()
        for number in range(1, options.times + 1):
            typist = Typist(Path(folder), lines[number % len(lines) :] + lines[: number % len(lines)], number)
            typist.wait()
            time.sleep(moments.uniform(0.0, _LONGEST_SECONDS))
            died = typist.kill()
            with open_store(file, SystemClock()) as store:
                faults = lost(store, typist.records)
            if died != -signal.SIGKILL:
                faults.append(f"it ended by itself with code {died}")
            told += sum(1 for _ in _acknowledged(typist.records))
            losses += bool(faults)
            if faults or number % _TOLD_EVERY == 0:
                sys.stdout.write(f"kill {number}, {told:,} commands: {'; '.join(faults) or 'nothing lost'}\n")
                sys.stdout.flush()
        with open_store(file, SystemClock()) as store:
            entries = store.log_length(CAMPAIGN)
    sys.stdout.write(
        f"{options.times - losses} of {options.times} kills lost nothing: "
        f"{told:,} acknowledged commands, {entries:,} entries\n"
    )
    return int(losses > 0)


if __name__ == "__main__":
    raise SystemExit(main())
