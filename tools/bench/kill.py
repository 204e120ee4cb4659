"""Kills a listening companion at random moments and looks whether anything it acknowledged is gone.

`python -m tools.bench.kill --times 10` plays the demo recording again and again into campaigns of their own.
"""

import argparse
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from companion.base.clock import SystemClock
from companion.demo import demo_of
from companion.store import open_store
from companion.store.codec import load_history
from engine.registry import find_ruleset
from engine.step import replay

DEMO = demo_of("phase-abandon")

LONGEST_SECONDS = 60.0
"""Time after which a run that did not reach its moment is given up."""


def kill_once(folder: Path, acknowledged: int) -> list[str]:
    """Start listening, kill it after so many acknowledged commands, and look at what is on disk.

    Args:
        folder: Empty folder for the campaign.
        acknowledged: Commands to wait for before the kill.

    Returns:
        One sentence for everything that is missing or wrong.
    """
    data, events = folder / "data", folder / "events.jsonl"
    companion = [sys.executable, "-m", "companion", "--data", str(data)]
    subprocess.run([*companion, "new", "--from", str(DEMO.roster)], check=True, stdout=subprocess.DEVNULL)
    listen = [*companion, "listen", "--input", str(DEMO.recording), "--enroll", str(DEMO.folder)]
    listen += ["--dice", f"script:{DEMO.expected}", "--events", str(events), "--mute"]
    child = subprocess.Popen(listen, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    give_up = time.monotonic() + LONGEST_SECONDS
    while child.poll() is None and time.monotonic() < give_up and len(_acknowledged(events)) < acknowledged:
        time.sleep(0.01)
    child.send_signal(signal.SIGKILL)
    child.wait()
    return _faults(data, _acknowledged(events))


def _acknowledged(events: Path) -> list[str]:
    """Ids of the commands whose records were written whole."""
    if not events.is_file():
        return []
    records = [
        json.loads(line) for line in events.read_text(encoding="utf-8").splitlines(keepends=True) if line[-1:] == "\n"
    ]
    taken = (record for record in records if record["type"] == "command" and record["outcome"] != "rejected")
    return [record["command_id"] for record in taken if record["command_id"]]


def _faults(data: Path, acknowledged: Sequence[str]) -> list[str]:
    with open_store(data / "companion.db", SystemClock()) as store:
        campaign = store.campaigns()[0]
        ruleset = find_ruleset(campaign.slug)
        loaded = load_history(store, campaign.id, ruleset)
        faults = [str(loaded.problem)] if loaded.problem else []
        kept = {recorded.entry.command_id for recorded in loaded.recorded}
        faults += [f"{name} was acknowledged and is gone" for name in acknowledged if name not in kept]
        if replay(ruleset, loaded.history.events) != loaded.history.state:
            faults.append("the state is not what the log says")
        return faults + list(store.verify(campaign.id).problems)


def main(arguments: Sequence[str] | None = None) -> int:
    """Kill so many times; exit code 1 when anything was lost."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.kill", description=__doc__)
    parser.add_argument("--times", type=int, default=10, help="how often to kill")
    parser.add_argument("--seed", type=int, default=1, help="which moments")
    options = parser.parse_args(arguments)
    moments = random.Random(options.seed)
    lost = 0
    for number in range(1, options.times + 1):
        after = moments.randint(1, 25)
        with tempfile.TemporaryDirectory() as folder:
            faults = kill_once(Path(folder), after)
        lost += bool(faults)
        sys.stdout.write(f"kill {number} after {after} commands: {'; '.join(faults) or 'nothing lost'}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{options.times - lost} of {options.times} kills lost nothing\n")
    return int(lost > 0)


if __name__ == "__main__":
    raise SystemExit(main())
