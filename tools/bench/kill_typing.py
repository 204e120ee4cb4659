"""Kills a companion that is typed to, at random instants and before the n-th write, and looks whether anything is gone.

`python -m tools.bench.kill_typing --times 200` types the demo evening over and over. Everything is imported once,
and each companion is a fork that runs `companion play --json`: kills fall into play and not into imports. The next
start finds what the last one left; now and then a new campaign begins, so that its setting up is hit as well.
"""

import argparse
import io
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any, NoReturn

from sqlalchemy import Engine, event

from companion import cli
from companion.app import wiring
from companion.app.evenings import open_evening
from companion.base.clock import SystemClock
from companion.base.config import load_settings
from companion.cli.typing_table import TypedTable
from companion.demo import demo_of
from companion.play.roster import load_roster
from companion.store import Store, open_store
from companion.store.checking import check_campaign
from companion.store.codec import load_history
from engine.registry import find_ruleset

CAMPAIGN = 1
KILLS_A_CAMPAIGN = 20

_ANSWER_SECONDS = 120.0
"""Time within which a companion must begin to tell what it does."""
_LONGEST_SECONDS = 0.6
"""The latest instant of a kill, from the first record on."""
_MOST_WRITES = 90
_ROUNDS = 20
_TOLD_EVERY = 20


class Typist:
    """A fork that runs `companion play --json` on typed lines until it is killed.

    Args:
        data: Data folder; its first campaign is played.
        lines: What is typed.
        seed: Seed of the app's dice.
        write: Before which of its writes to the store it is killed, from 1; None leaves that to `kill`.
    """

    def __init__(self, data: Path, lines: Sequence[str], seed: int, write: int | None = None) -> None:
        self._records = data / "records.jsonl"
        self._records.write_bytes(b"")
        typed = data / "typed.txt"
        typed.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        arguments = ["companion", "--data", str(data), "play", "--json", "--dice", f"seed:{seed}"]
        self._process = os.fork()
        if self._process == 0:
            _play(arguments, typed, self._records, write)

    @property
    def records(self) -> list[dict[str, Any]]:
        """Records it has printed; a last line that was cut short was not acknowledged."""
        lines = self._records.read_text(encoding="utf-8").splitlines(keepends=True)
        return [json.loads(line) for line in lines if line.endswith("\n")]

    def wait(self) -> None:
        """Until it has printed something."""
        give_up = time.monotonic() + _ANSWER_SECONDS
        while not self._records.stat().st_size and time.monotonic() < give_up:
            time.sleep(0.002)

    def kill(self) -> int:
        """Pull the plug; returns the signal it died of, 0 when it ended by itself."""
        os.kill(self._process, signal.SIGKILL)
        return self.died()

    def died(self) -> int:
        """Wait for its end; returns the signal it died of, 0 when it ended by itself."""
        _, status = os.waitpid(self._process, 0)
        return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


def _play(arguments: list[str], typed: Path, records: Path, write: int | None) -> NoReturn:
    """Run the command line in a fork, with files for standard input and output."""
    try:
        sys.argv = arguments
        sys.stdin = io.TextIOWrapper(typed.open("rb"), encoding="utf-8")
        sys.stdout = io.TextIOWrapper(records.open("wb"), encoding="utf-8")
        if write is not None:
            _kill_before(write)
        cli.main()
    finally:
        os._exit(1)


def _kill_before(write: int) -> None:
    """End this process before its n-th statement that changes the store; each commit counts as well."""
    writes = count(1)

    def counted(*_: Any) -> None:
        if next(writes) == write:
            os.kill(os.getpid(), signal.SIGKILL)

    def stated(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith(("INSERT", "UPDATE", "DELETE")):
            counted()

    event.listen(Engine, "before_cursor_execute", stated)
    event.listen(Engine, "commit", counted)


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
        for command_id, kind, utterance in acknowledged(records)
        if written.get(command_id) != (kind, utterance)
    ]
    kept = {each.id for each in store.utterances(CAMPAIGN)}
    faults += [
        f"utterance {each['id']} was acknowledged and is gone"
        for each in records
        if each["type"] == "utterance" and each["id"] not in kept
    ]
    checked = check_campaign(store, store.campaign(CAMPAIGN))
    faults += [f"the state kept after {each} entries is not what the log says" for each in checked.misfits]
    return [*faults, *([checked.problem] if checked.problem else []), *store.file_problems()]


def acknowledged(records: Iterable[dict[str, Any]]) -> Iterator[tuple[str, str, str | None]]:
    """Id, kind and utterance of every command that was printed as done."""
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
        for each in load_history(store, CAMPAIGN, find_ruleset("phase-abandon")).recorded
    }


def _lines() -> list[str]:
    """List the lines of the demo evening, each by its speaker and followed by a roll for the table that is undone.

    So something is acknowledged wherever the typing begins, whatever the kill before left behind.
    """
    demo = demo_of("phase-abandon")
    truth = [json.loads(line) for line in demo.truth.read_text(encoding="utf-8").splitlines()]
    said = [f"{each['speaker']}: {each['text']}" for each in truth if "good night" not in each["text"].lower()]
    opening = next(each for each in said if "get moving" in each)
    undo = f"{opening.partition(':')[0]}: Undo that."
    return [line for each in said for line in (each, "", opening, "", undo)]


def _warmed_up(lines: Iterable[str]) -> None:
    """Type these to a table that is not kept: what is loaded once in a process is there for its forks."""
    store, campaign = wiring.passing_campaign(load_roster(demo_of("phase-abandon").roster), "phase-abandon")
    evening = open_evening(store, campaign, load_settings({"dice": "seed:0"}), lambda record: None)
    table = TypedTable(evening.session, ())
    for line in lines:
        table.read(line)
    evening.close(over=False)


def _begun(folder: Path) -> Path:
    """A data folder with a campaign whose table is not set up yet."""
    folder.mkdir()
    with open_store(folder / "companion.db", SystemClock()) as store:
        store.create_campaign("Kill", "phase-abandon", load_roster(demo_of("phase-abandon").roster).to_json())
    return folder


def _killed(data: Path, lines: list[str], number: int, chance: random.Random) -> tuple[int, list[str]]:
    """One kill; how many commands were acknowledged before it, and what is wrong after it."""
    at = number % len(lines)
    write = chance.randint(1, _MOST_WRITES) if number % 2 else None
    typist = Typist(data, lines[at:] + lines * _ROUNDS, number, write)
    if write is None:
        typist.wait()
        time.sleep(chance.uniform(0.0, _LONGEST_SECONDS))
    died = typist.died() if write else typist.kill()
    records = typist.records
    with open_store(data / "companion.db", SystemClock()) as store:
        faults = lost(store, records)
    if died != signal.SIGKILL:
        faults.append("it ended by itself")
    return sum(1 for _ in acknowledged(records)), faults


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill so many times; exit code 1 when anything was lost."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.kill_typing", description=__doc__)
    parser.add_argument("--times", type=int, default=200, help="how often to kill")
    parser.add_argument("--seed", type=int, default=1, help="which instants and writes")
    options = parser.parse_args(arguments)
    if not hasattr(os, "fork"):
        sys.stdout.write("Nothing was killed: this system has neither forks nor kill -9.\n")
        return 1
    chance, lines, losses, told = random.Random(options.seed), _lines(), 0, 0
    _warmed_up(lines)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.times):
            if number % KILLS_A_CAMPAIGN == 0:
                data = _begun(Path(folder) / str(number))
            done, faults = _killed(data, lines, number, chance)
            told, losses = told + done, losses + bool(faults)
            if faults or (number + 1) % _TOLD_EVERY == 0:
                sys.stdout.write(f"kill {number + 1}, {told:,} commands: {'; '.join(faults) or 'nothing lost'}\n")
                sys.stdout.flush()
    kept = options.times - losses
    sys.stdout.write(f"{kept} of {options.times} kills lost nothing: {told:,} acknowledged commands\n")
    return int(losses > 0)


if __name__ == "__main__":
    raise SystemExit(main())
