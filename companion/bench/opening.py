"""How long a campaign takes to open: reading its log from the file, checking it and folding it.

`python -m companion.bench.opening [--events 100000]` plays Phase Abandon with dice that count round into a file of its
own, then opens that file again and again in this process; the best of three counts.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import insert

from companion.bench.engine import ROSTER, PlayedOn
from companion.clock import SystemClock
from companion.game import Game
from companion.store import Codec, open_store, schema
from engine.dice.source import NoDice
from engine.history import History
from engine.registry import find_ruleset

REPEATS = 3


@dataclass(frozen=True, slots=True)
class Opening:
    """What was measured.

    Attributes:
        events: Events of the campaign.
        entries: Entries of its log.
        seconds: Wall time until it could be played, best of `REPEATS`.
        cpu_seconds: Processor time of that.
    """

    events: int
    entries: int
    seconds: float
    cpu_seconds: float


def write_campaign(file: Path, events: int) -> None:
    """Make a campaign of so many events, in one transaction instead of an evening a week for years."""
    clock, ruleset = SystemClock(), find_ruleset("phase-abandon")
    evening = PlayedOn(ruleset)
    evening.play(events=events)
    history: History[Any, Any, Any] = History(ruleset)
    for number, command in enumerate([*ruleset.setup(ROSTER), *evening.commands]):
        history.submit(command, NoDice(), f"c{number}")
    codec = Codec(ruleset)
    with open_store(file, clock) as store:
        campaign = store.create_campaign("Long", "phase-abandon", ROSTER).id
        rows = [
            {
                "campaign_id": campaign,
                "position": position,
                "kind": stored.kind,
                "command_id": stored.command_id,
                "root": stored.root,
                "command": schema.to_json(stored.command),
                "events": schema.to_json(list(stored.events)),
                "schema_version": stored.schema,
                "recorded_at": clock.now(),
            }
            for position, stored in enumerate(map(codec.log_entry, history.entries))
        ]
        with store._database.write() as connection:
            connection.execute(insert(schema.log), rows)


def measure(file: Path) -> Opening:
    """Open the campaign in a file, over and over."""
    best: list[tuple[float, float]] = []
    for _ in range(REPEATS):
        began, used = time.perf_counter(), time.process_time()
        with open_store(file, SystemClock()) as store:
            game = Game(store, store.campaigns()[0], SystemClock())
            best.append((time.perf_counter() - began, time.process_time() - used))
    return Opening(len(game.history.events), len(game.recorded), *min(best))


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how long it took."""
    parser = argparse.ArgumentParser(prog="python -m companion.bench.opening", description=__doc__)
    parser.add_argument("--events", type=int, default=100_000, help="events of the campaign")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "companion.db"
        write_campaign(file, options.events)
        opening = measure(file)
        size = file.stat().st_size / 1e6
    sys.stdout.write(
        f"{opening.events:,} events in {opening.entries:,} entries ({size:.0f} MB) open in {opening.seconds:.2f} s, "
        f"{opening.cpu_seconds:.2f} s of one core\n"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
