"""Benchmark of tables on one PostgreSQL server: each its own companion, playing at the pace of an evening.

`python -m tools.bench.tables [--tables 20] [--seconds 60] [--url postgresql://…]` starts a server of its own, which
syncs every commit, when no URL is given. So many tables first play at the pace of the demo evening; then tables play
as fast as they can, one, two, four and so on, until twice as many get hardly more done. A turn is what a sentence with
a command writes: the words, why they were understood so, the entry of the log, and the answer; each is acknowledged as
in play. At the end every table's log is folded. The tables are threads of one process beside the server, on the same
machine.
"""

import argparse
import json
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import quantiles

from companion.base.clock import SystemClock
from companion.demo import demo_of
from companion.play.game import Game
from companion.play.roster import load_roster
from companion.store import Store, StoredUtterance, open_store
from companion.store.checking import check_store
from tools.bench.postgres import drop_database, new_database, server

TURNS_A_MINUTE = 18
"""Pace of the demo evening, where hardly a sentence is said that moves nothing."""

MOST_TABLES = 64
HARDLY_MORE = 1.15


@dataclass(frozen=True, slots=True)
class Load:
    """Result of many tables at once.

    Attributes:
        tables: Tables, each with connections of its own.
        turns: Turns that were acknowledged, by all tables together.
        turns_a_second: The same by time.
        median_ms: Time until a turn was acknowledged.
        slow_ms: The time 95 of 100 turns stay below.
        sound: Whether every log folds and holds what was acknowledged.
    """

    tables: int
    turns: int
    turns_a_second: float
    median_ms: float
    slow_ms: float
    sound: bool


class _Table(threading.Thread):
    """One table: makes its campaign, waits for the others, then plays until it is told to stop.

    Args:
        url: The server.
        number: Which table.
        pause: Seconds from the end of one turn to the next one; 0 for as fast as it goes.
    """

    def __init__(self, url: str, number: int, pause: float) -> None:
        super().__init__()
        self.ready, self.go, self.stop = threading.Event(), threading.Event(), threading.Event()
        self.seconds: list[float] = []
        self.sound = False
        self._url, self._number, self._pause = url, number, pause

    def run(self) -> None:
        """Play."""
        clock = SystemClock()
        with open_store(self._url, clock) as store:
            roster = load_roster(demo_of("phase-abandon").roster)
            campaign = store.create_campaign(f"Table {self._number}", "phase-abandon", roster.to_json())
            game = Game(store, campaign, clock)
            game.evening = store.begin_evening(campaign.id).number
            game.set_up()
            self.ready.set()
            self.go.wait()
            while not self.stop.wait(self._pause):
                began = time.perf_counter()
                _turn(store, game, len(self.seconds))
                self.seconds.append(time.perf_counter() - began)
            checked = [each for each in check_store(store).campaigns if each.campaign.id == campaign.id]
            self.sound = [(each.problem, each.entries) for each in checked] == [("", len(game.recorded))]


def _turn(store: Store, game: Game, number: int) -> None:
    campaign, evening, said = game.campaign.id, game.evening or 0, f"u{number}"
    player = game.ruleset.vocabulary(game.state).players[0].name
    store.add_utterance(campaign, evening, StoredUtterance(said, f"I try, as I did {number} times.", player))
    store.explain(campaign, evening, said, {"heard": 0.9, "readings": [{"command": "correct_state"}]})
    command = {
        "kind": "correct_state",
        "path": "chips",
        "player": player,
        "value": number % 9,
        "reason": "counted again",
    }
    performed = game.perform(game.parse({**command, "actor": player}), utterance_id=said)
    if not performed.accepted:
        raise AssertionError(f"the rules refused a turn: {performed.outcome}")
    store.add_announcement(campaign, evening, f"{player} has {number % 9} chips.", performed.command_id)


def measure(url: str, tables: int, seconds: float, pause: float) -> Load:
    """Let so many tables play for so long, in a database of their own."""
    place = new_database(url)
    open_store(place, SystemClock()).close()
    playing = [_Table(place, number, pause) for number in range(tables)]
    for table in playing:
        table.start()
    for table in playing:
        table.ready.wait()
    began = time.perf_counter()
    for table in playing:
        table.go.set()
    time.sleep(seconds)
    for table in playing:
        table.stop.set()
    lasted = time.perf_counter() - began
    for table in playing:
        table.join()
    drop_database(place)
    waited = [each * 1000 for table in playing for each in table.seconds]
    cuts = quantiles(waited, n=20)
    return Load(tables, len(waited), len(waited) / lasted, cuts[9], cuts[18], all(table.sound for table in playing))


def until_full(url: str, seconds: float) -> Iterator[Load]:
    """Tables that play as fast as they can: one, two, four and so on, until twice as many get hardly more done."""
    tables, before = 1, 0.0
    while tables <= MOST_TABLES:
        load = measure(url, tables, seconds, pause=0.0)
        yield load
        if load.turns_a_second < before * HARDLY_MORE:
            return
        tables, before = tables * 2, load.turns_a_second


@contextmanager
def _server(url: str | None) -> Iterator[str]:
    if url is not None:
        yield url
        return
    with server(f"max_connections={4 * MOST_TABLES}") as own:
        yield own


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what the server carried; exit code 1 when a log lost anything."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.tables", description=__doc__)
    parser.add_argument("--tables", type=int, default=20, help="tables that play at the pace of an evening")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long they play")
    parser.add_argument("--full-seconds", type=float, default=10.0, help="how long each step of the second part lasts")
    parser.add_argument("--url", help="a PostgreSQL server where databases may be made; one is started when left out")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file")
    options = parser.parse_args(arguments)
    with _server(options.url) as url:
        loads = [_told(measure(url, options.tables, options.seconds, 60 / TURNS_A_MINUTE), "at evening pace")]
        loads += [_told(load, "as fast as they can") for load in until_full(url, options.full_seconds)]
    most = max(load.turns_a_second for load in loads)
    sys.stdout.write(
        f"full at {most:,.0f} turns a second, which is the pace of {most * 60 / TURNS_A_MINUTE:,.0f} tables\n"
    )
    if options.json:
        figures = json.dumps([asdict(load) for load in loads], indent=2)
        options.json.write_text(figures + "\n", encoding="utf-8")
    return int(not all(load.sound for load in loads))


def _told(load: Load, how: str) -> Load:
    sys.stdout.write(
        f"{load.tables:>3} tables {how:<20} {load.turns_a_second:>8,.1f} turns a second, "
        f"median {load.median_ms:,.0f} ms, 95th percentile {load.slow_ms:,.0f} ms"
        f"{'' if load.sound else ', A LOG IS NOT SOUND'}\n"
    )
    sys.stdout.flush()
    return load


if __name__ == "__main__":
    raise SystemExit(main())
