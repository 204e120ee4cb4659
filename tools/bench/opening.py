"""Benchmark of opening a campaign: reading its log, folding it, its notes, and all that an evening begins with.

`python -m tools.bench.opening [--events 100000]` plays Phase Abandon with dice that count round, and the talk of
the demonstration round and round, into a file with an evening after the other, then opens that file again and again in
this process; the best of three counts. All figures are seconds of processor time.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import cycle, islice
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import insert

from companion.app import wiring
from companion.app.evenings import open_evening
from companion.base.clock import SystemClock
from companion.base.config import Settings, load_settings
from companion.chronicle.notebook import Notebook
from companion.demo import demo_of
from companion.dialogue.story_answers import last_time
from companion.play.game import SETUP, Game
from companion.play.roster import load_roster
from companion.store import CampaignLog, Codec, load_history, open_store, schema
from engine.dice.source import NoDice
from engine.history import Entry, History
from engine.registry import find_ruleset
from tools.bench.engine import ROSTER, PlayedOn

REPEATS = 3
EVENINGS = 20
SENTENCES = 60
"""Sentences said in an evening."""

SYSTEM = "phase-abandon"
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Opening:
    """Times measured, in seconds of processor time, best of `REPEATS`.

    Attributes:
        events: Events of the campaign.
        entries: Entries of its log.
        read: Reading the log from the file and checking the kept states.
        fold: Reading and folding all of it, as where no state is kept.
        onward: Folding what came after the latest kept state.
        notes: The book of the evening, everything remembered, and what happened last time.
        first: Beginning an evening where nothing was kept before: once after an update; not repeated.
        every: Beginning any other evening.
    """

    events: int
    entries: int
    read: float
    fold: float
    onward: float
    notes: float
    first: float
    every: float


def write_campaign(file: Path, events: int, evenings: int = EVENINGS) -> None:
    """Make a campaign of so many events, in one transaction instead of an evening a week for years."""
    clock, ruleset = SystemClock(), find_ruleset(SYSTEM)
    played = PlayedOn(ruleset)
    played.play(events=events)
    history: History[Any, Any, Any] = History(ruleset)
    set_up = len(tuple(ruleset.setup(ROSTER)))
    for number, command in enumerate([*ruleset.setup(ROSTER), *played.commands]):
        history.submit(command, NoDice(), f"c{number}", SETUP if number < set_up else None)
    now = clock.now()
    with open_store(file, clock) as store:
        campaign = store.create_campaign("Long", SYSTEM, ROSTER).id
        with store._database.write() as connection:
            days = [now - timedelta(weeks=evenings - number) for number in range(evenings)]
            rows = [
                {"campaign_id": campaign, "number": number, "started": day, "ended": day + timedelta(hours=4)}
                for number, day in enumerate(days, 1)
            ]
            connection.execute(insert(schema.evenings), rows)
            connection.execute(insert(schema.utterances), list(_said(campaign, days)))
            connection.execute(insert(schema.log), list(_logged(campaign, history.entries, evenings, now)))


def _said(campaign: int, days: Sequence[datetime]) -> Iterator[dict[str, Any]]:
    truth = demo_of(SYSTEM).truth.read_text(encoding="utf-8").splitlines()
    texts = cycle(json.loads(line)["text"] for line in truth)
    for evening, day in enumerate(days, 1):
        for number, text in enumerate(islice(texts, SENTENCES)):
            at = 30.0 * number
            yield {
                "campaign_id": campaign,
                "evening": evening,
                "utterance_id": f"u{number}",
                "speaker": ROSTER["players"][number % len(ROSTER["players"])]["name"],
                "text": text,
                "start": at,
                "end": at + 3,
                "typed": False,
                "struck": False,
                "heard_at": day + timedelta(seconds=at),
            }


def _logged(campaign: int, entries: Sequence[Entry], evenings: int, now: datetime) -> Iterator[dict[str, Any]]:
    """The log, an equal part of it in each evening and after each of its sentences."""
    codec, part = Codec(find_ruleset(SYSTEM)), -(-len(entries) // evenings)
    for position, stored in enumerate(map(codec.log_entry, entries)):
        yield {
            "campaign_id": campaign,
            "position": position,
            "evening": None if stored.root == SETUP else position // part + 1,
            "utterance_id": None if stored.root == SETUP else f"u{position % part * SENTENCES // part}",
            "kind": stored.kind,
            "command_id": stored.command_id,
            "root": stored.root,
            "command": schema.to_json(stored.command),
            "events": schema.to_json(list(stored.events)),
            "schema_version": stored.schema,
            "recorded_at": now,
        }


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    used = time.process_time()
    done = work()
    return time.process_time() - used, done


def _best(work: Callable[[], object]) -> float:
    return min(_timed(work)[0] for _ in range(REPEATS))


def measure(file: Path) -> Opening:
    """Open the campaign in a file, over and over; evenings are begun and ended in it."""
    settings = load_settings({"data_dir": file.parent, "dice": "seed:7"}, environment={})
    _warm_up()
    first = _begun(file, settings)
    every = min(_begun(file, settings) for _ in range(REPEATS))
    with open_store(file, SystemClock()) as store:
        campaign, ruleset = store.campaigns()[0], find_ruleset(SYSTEM)
        read, log = min(
            (_timed(lambda: CampaignLog(store, campaign.id, ruleset)) for _ in range(REPEATS)), key=_seconds
        )
        game = Game(store, campaign, SystemClock())
        game.evening = store.evenings(campaign.id)[-1].number
        return Opening(
            events=len(game.history.events),
            entries=len(game.recorded),
            read=read,
            fold=_best(lambda: load_history(store, campaign.id, ruleset)),
            onward=_best(log.history),
            notes=_best(lambda: last_time(Notebook(game))),
            first=first,
            every=every,
        )


def _seconds(timed: tuple[float, Any]) -> float:
    return timed[0]


def _warm_up() -> None:
    """Load grammar and language model, which every companion does once whatever it opens."""
    store, campaign = wiring.passing_campaign(load_roster(demo_of(SYSTEM).roster), SYSTEM)
    settings = load_settings({"dice": "seed:7"}, environment={})
    open_evening(store, campaign, settings, lambda record: None).close(over=False)


def _begun(file: Path, settings: Settings) -> float:
    """Begin and end an evening; how long the beginning took."""
    with open_store(file, SystemClock()) as store:
        campaign = store.campaigns()[0]
        used, evening = _timed(lambda: open_evening(store, campaign, settings, lambda record: None))
        evening.leave(over=True)
    return used


def main(arguments: Sequence[str] | None = None) -> int:
    """Print how long it took."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.opening", description=__doc__)
    parser.add_argument("--events", type=int, default=100_000, help="events of the campaign")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "companion.db"
        write_campaign(file, options.events)
        size = file.stat().st_size / 1e6
        opening = measure(file)
    sys.stdout.write(as_text(opening, size))
    return 0


def as_text(opening: Opening, megabytes: float) -> str:
    """A line for the campaign, and one a figure."""
    rows = (
        ("log read, kept states checked", opening.read),
        ("log read and folded from nothing", opening.fold),
        ("fold on from the latest kept state", opening.onward),
        ("notes, memory and last time", opening.notes),
        ("an evening begun, nothing kept yet", opening.first),
        ("an evening begun", opening.every),
    )
    size = f"{opening.events:,} events in {opening.entries:,} entries and {EVENINGS} evenings ({megabytes:.0f} MB)"
    return "\n".join([size, *(f"  {label:<36}{seconds:6.2f} s of one core" for label, seconds in rows)]) + "\n"


if __name__ == "__main__":
    raise SystemExit(main())
