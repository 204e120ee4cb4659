"""Benchmark of the rules: commands a second of every system, and the time to replay a long campaign.

`python -m tools.bench.engine [--json FILE]` plays Phase Abandon with dice that count round, first to record what
was said, then again with the clock running; and the commands of every recorded evening, over and over. Only the rules
are timed: deciding a command and folding its events.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from companion.demo import demo_of, demos
from engine.dice.roll import Roll
from engine.dice.source import NoDice
from engine.history import Committed
from engine.registry import find_ruleset
from engine.ruleset import Ruleset
from engine.step import advance, fold, replay
from engine.systems.phase_abandon.rules.actions import DeclareAction
from engine.systems.phase_abandon.rules.checks import RequestSkillCheck
from engine.systems.phase_abandon.rules.conflicts import CallConflict, PlaceBid
from engine.systems.phase_abandon.rules.corrections import CorrectState
from engine.systems.phase_abandon.rules.goals import ClaimReward
from engine.systems.phase_abandon.rules.handover import EndNarration
from engine.systems.phase_abandon.rules.throws import AcceptRoll
from engine.types import Rejected
from tools.recording.played import play
from tools.recording.script import Line
from tools.recording.truth import Spoken

CAMPAIGN_EVENTS = 10_000
TIMED_COMMANDS = 4_000
REPEATS = 3

_NAMES = ("Ana", "Ben", "Cleo", "Dov")
ROSTER: dict[str, Any] = {
    "game": "phase-abandon",
    "phase": "PLAY",
    "holder": "Ana",
    "group_goals": [{"text": "see the duke", "value": 100_000}],
    "players": [
        {
            "name": name,
            "chips": 5,
            "character": {
                "name": f"{name}'s hero",
                "skills": [{"name": "Wits", "rank": 3}, {"name": "Blades", "rank": 7}],
                "goals": [{"text": "grow", "value": 100_000}],
                "luck": 4,
            },
        }
        for name in _NAMES
    ],
}


@dataclass(frozen=True, slots=True)
class EngineSpeed:
    """Speed of the rules.

    Attributes:
        commands: Commands timed.
        refused: How many of them the rules refused.
        commands_per_second: Decided and folded, best of `REPEATS` runs.
        replay_events: Events of the replayed campaign.
        replay_seconds: Time to fold them from nothing, best of `REPEATS` runs.
        evenings: System to commands a second of its recorded evening.
    """

    commands: int
    refused: int
    commands_per_second: float
    replay_events: int
    replay_seconds: float
    evenings: Mapping[str, float]


class PlayedOn:
    """Plays on for ever: acts, checks, conflicts, bids, with faces that count round."""

    def __init__(self, ruleset: Ruleset[Any, Any, Any]) -> None:
        self._ruleset = ruleset
        self._faces = cycle((4, 6, 2, 5, 1, 3, 5, 2, 4, 6, 3, 1, 5))
        self._names = cycle(_NAMES)
        self._moves = cycle(("act", "act", "check", "act", "conflict", "refused"))
        self.state: Any = ruleset.initial_state()
        self.start: Any = None
        self.commands: list[Any] = []
        self.events: list[Any] = []
        self.refused = 0
        for command in ruleset.setup(ROSTER):
            self._do(command)
        if self.refused:
            raise ValueError("The rules refuse a part of the benchmark's table: nothing can be played on it.")
        self.start = self.state
        self.commands.clear()
        self.refused = 0

    def play(self, commands: int = 0, events: int = 0) -> None:
        """Go on until so many commands were given and events happened."""
        while len(self.commands) < commands or len(self.events) < events:
            self._do(self._next())

    def _do(self, command: Any) -> None:
        outcome, self.state = advance(self._ruleset, self.state, command, NoDice())
        self.commands.append(command)
        if isinstance(outcome, Rejected):
            self.refused += 1
        else:
            self.events.extend(outcome.events)

    def _next(self) -> Any:
        state = self.state
        owed = self._ruleset.open_rolls(state)
        if owed:
            return self._ruleset.report(Roll(owed[0], tuple(next(self._faces) for _ in range(owed[0].count))))
        expected = [each for each in self._ruleset.expected(state) if not each.optional]
        if state.conflict is not None and expected:
            player = expected[0].player
            return PlaceBid(player=player, chips=min(1, state.player(player).chips))
        if state.roll is not None:
            return AcceptRoll(player=state.roll.roller)
        if state.narration.kind not in ("SCENE", "FREE"):
            return EndNarration(player=state.narration.holder)
        return self._move(next(self._moves), next(self._names), state.narration.holder)

    def _move(self, move: str, name: str, holder: str) -> Any:
        if self.state.rewards:
            return ClaimReward(player=self.state.rewards[0].player, goal="grow")
        if any(each.status == "DOWN" for each in self.state.characters):
            return CorrectState(path="heart", player=name, value=5, reason="the play goes on")
        if move == "check" and name != holder:
            return RequestSkillCheck(requester=name, target=holder, skill="Wits")
        if move == "conflict" and self.state.scene.kind == "PLAIN":
            return CallConflict(caller=holder, nature="a chase")
        if move == "refused":
            return PlaceBid(player=name, chips=1)
        return DeclareAction(player=name, skill=("Wits", "Blades")[len(self.commands) % 2], description="tries")


def measure() -> EngineSpeed:
    """Time ordinary play and the replay of a campaign of `CAMPAIGN_EVENTS` events."""
    ruleset = find_ruleset("phase-abandon")
    evening = PlayedOn(ruleset)
    evening.play(commands=TIMED_COMMANDS)
    commands = tuple(evening.commands)
    refused = evening.refused
    evening.play(events=CAMPAIGN_EVENTS)
    events = tuple(evening.events[:CAMPAIGN_EVENTS])
    seconds = min(_timed_play(ruleset, evening.start, commands) for _ in range(REPEATS))
    return EngineSpeed(
        commands=len(commands),
        refused=refused,
        commands_per_second=len(commands) / seconds,
        replay_events=len(events),
        replay_seconds=min(_timed_replay(ruleset, events) for _ in range(REPEATS)),
        evenings={slug: evening_speed(slug) for slug in demos()},
    )


def evening_speed(slug: str) -> float:
    """Commands a second of a system's recorded evening, each decided at the moment it was given."""
    demo = demo_of(slug)
    truth = [json.loads(line) for line in demo.truth.read_text(encoding="utf-8").splitlines()]
    spoken = [Spoken(Line(by=each["speaker"], text=each["text"]), each["start"], each["end"], None) for each in truth]
    with TemporaryDirectory() as scratch:
        expected = json.loads(demo.expected.read_text(encoding="utf-8"))
        game = play(demo.roster, spoken, expected, Path(scratch), lambda record: None)
    return max(_timed_moments(game.ruleset, game.history.effective()) for _ in range(REPEATS))


def _timed_moments(ruleset: Ruleset[Any, Any, Any], entries: Iterable[Committed[Any, Any]]) -> float:
    moments, state = [], ruleset.initial_state()
    for entry in entries:
        moments.append((state, entry.command))
        state = fold(ruleset, state, entry.events)
    rounds = TIMED_COMMANDS // len(moments) + 1
    dice, started = NoDice(), perf_counter()
    for _ in range(rounds):
        for state, command in moments:
            advance(ruleset, state, command, dice)
    return rounds * len(moments) / (perf_counter() - started)


def _timed_play(ruleset: Ruleset[Any, Any, Any], state: Any, commands: tuple[Any, ...]) -> float:
    dice, started = NoDice(), perf_counter()
    for command in commands:
        state = advance(ruleset, state, command, dice)[1]
    return perf_counter() - started


def _timed_replay(ruleset: Ruleset[Any, Any, Any], events: tuple[Any, ...]) -> float:
    started = perf_counter()
    replay(ruleset, events)
    return perf_counter() - started


def _rows(speed: EngineSpeed) -> Iterator[tuple[str, str]]:
    yield "commands played", f"{speed.commands:,} ({speed.refused:,} refused)"
    yield "commands a second", f"{speed.commands_per_second:,.0f}"
    yield f"replay of {speed.replay_events:,} events", f"{speed.replay_seconds * 1000:,.0f} ms"
    for slug, commands in speed.evenings.items():
        yield f"{slug}, commands a second", f"{commands:,.0f}"


def main(arguments: list[str] | None = None) -> int:
    """Print the table; write the figures as JSON when asked."""
    parser = argparse.ArgumentParser(description="Measure the speed of the rules engine.")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to this file")
    options = parser.parse_args(arguments)
    speed = measure()
    for label, value in _rows(speed):
        sys.stdout.write(f"{label:<28} {value:>24}\n")
    if options.json:
        options.json.write_text(json.dumps(asdict(speed), indent=2) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
