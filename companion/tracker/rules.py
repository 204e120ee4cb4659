"""The rules engine as a model of the table: what somebody may do in a state, and what a command would lead to."""

import heapq
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from companion.nlu.ranking import Seat
from engine.codec import to_json
from engine.dice.source import NoDice
from engine.errors import BadField
from engine.phrase import spelled
from engine.ruleset import Ruleset
from engine.step import advance
from engine.types import Rejected

MOST_DECISIONS = 400
"""Commands tried for one utterance."""
MOST_SKIPPED = 4
"""Steps that may lie unsaid between two things people say."""
SETTLED_CHANCE, NEXT_CHANCE, SKIPPED_CHANCE = 0.7, 0.4, 0.35
"""Chance that a step goes without saying: keeping a choice as it is, beginning to play, any other that is free."""
_HABIT = 1.5
"""Chance that a usual step goes unsaid, as a multiple of the share of moments in which it is asked for."""
_LEAST_SKIPPED = 0.05
_ENDINGS = frozenset({"fight", "session"})
_MOST_STATES = 10
_KEPT_STATES = 256


@dataclass(frozen=True, slots=True)
class Skipped:
    """A step that goes without saying.

    Attributes:
        data: The command as JSON, its actor included.
        label: The move in words.
        chance: Probability that a table takes it without a word, 0 to 1.
        lets_go: True where it lets a roll go that nobody makes.
    """

    data: Mapping[str, Any]
    label: str
    chance: float
    lets_go: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """Steps that go without saying, and the state behind them."""

    steps: tuple[Skipped, ...]
    state: Any

    @property
    def chance(self) -> float:
        """Probability that the table took them all, 0 to 1."""
        return math.prod(each.chance for each in self.steps)


@dataclass(slots=True)
class Rules:
    """Tries commands without carrying them out, and counts how often.

    Attributes:
        ruleset: System played.
        parse: A command from its JSON form in a state; raises `BadField`.
        habits: Tells the logarithm of how often a kind of command is asked for while it is allowed.
        tried: Commands tried since `begin`.
        overruns: Utterances for which there was no budget left.
        stale: Chance that a roll is not made any more, by its id; of those that have been owed for a while.
    """

    ruleset: Ruleset[Any, Any, Any]
    parse: Callable[[Mapping[str, Any], Any], Any]
    habits: Callable[[], Mapping[str, float]] = dict
    tried: int = 0
    overruns: int = 0
    stale: Mapping[str, float] = field(default_factory=dict)
    _seats: dict[int, tuple[Any, dict[str, Seat]]] = field(default_factory=dict)
    _next: dict[int, tuple[Any, tuple[tuple[Skipped, Any, bool], ...]]] = field(default_factory=dict)
    _ways: dict[tuple[int, str, str], tuple[Any, tuple[Way, ...]]] = field(default_factory=dict)
    _after: dict[tuple[int, str], tuple[Any, Any]] = field(default_factory=dict)
    _uncovered: dict[int, Any] = field(default_factory=dict)

    def begin(self, stale: Mapping[str, float] | None = None) -> None:
        """A new utterance is looked at, with the chances that open rolls are not made; None for the same as before."""
        self.tried = 0
        if stale is not None and stale != self.stale:
            self.stale = stale
            self._next.clear()
            self._ways.clear()
        if max(len(self._seats), len(self._next), len(self._after)) > _KEPT_STATES:
            for kept in (self._seats, self._next, self._ways, self._after, self._uncovered):
                kept.clear()

    def is_uncovered(self, state: Any) -> bool:
        """Return True for a supposed state behind what shows something hidden; nothing may be inferred from it."""
        return id(state) in self._uncovered

    def seat(self, state: Any, player: str) -> Seat:
        """Return a player's seat in a state: the moves, the vocabulary, and whether the player tells the story.

        Of secret moves only bids are among them, which are no secret once they are said: everybody hears what is asked.
        """
        seats = self._seats.setdefault(id(state), (state, {}))[1]
        if player not in seats:
            holder = self.ruleset.narration(state).holder
            moves, vocabulary = self.ruleset.moves(state, player), self.ruleset.vocabulary(state)
            told = tuple(each for each in moves if not each.hides)
            seats[player] = Seat(told, vocabulary, player, holder == player)
        return seats[player]

    def label(self, state: Any, kind: str, player: str | None) -> str:
        """Return a player's move of a kind in words, or where nobody is named anybody's."""
        players = [each.name for each in self.ruleset.vocabulary(state).players] if player is None else [player]
        moves = (move for each in players for move in self.seat(state, each).moves)
        return next((move.label for move in moves if move.kind == kind), spelled(kind))

    def after(self, state: Any, data: Mapping[str, Any]) -> Any | None:
        """The state a command would lead to; None where the rules refuse it or the budget is spent.

        Args:
            state: State it meets.
            data: The command as JSON, its actor included.
        """
        key = id(state), json.dumps(data, sort_keys=True, default=str)
        if key not in self._after:
            found = self._tried(state, data)
            self._after[key] = state, None if found is None else found[1]
        return self._after[key][1]

    def owed(self, state: Any) -> frozenset[tuple[str, str]]:
        """Player and kind of each answer, and player and id of each roll, without which the table cannot go on."""
        answers = {(each.player, each.command) for each in self.ruleset.expected(state) if not each.optional}
        return frozenset(answers | {(each.roller, each.request_id) for each in self.ruleset.open_rolls(state)})

    def carried_out(self, state: Any, command: Any) -> Any | None:
        """The state a command of the log leads to; None where the rules refuse it."""
        outcome, after = advance(self.ruleset, state, command, NoDice())
        return None if isinstance(outcome, Rejected) else after

    def ways(self, state: Any, player: str, kind: str) -> tuple[Way, ...]:
        """Ways of steps that go without saying to where a player may do something, the likeliest first.

        Args:
            state: State the ways begin at; it allows nothing of the kind.
            player: Who wants to do it.
            kind: Kind of the command.
        """
        key = id(state), player, kind
        if key not in self._ways:
            self._ways[key] = state, tuple(self._found(state, player, kind))
        return self._ways[key][1]

    def _found(self, state: Any, player: str, kind: str) -> Iterator[Way]:
        number = count()
        heap: list[tuple[float, int, Way]] = [(0.0, next(number), Way((), state))]
        seen: list[Any] = []
        while heap and len(seen) < _MOST_STATES:
            _, _, way = heapq.heappop(heap)
            if self.is_uncovered(way.state):
                continue
            if any(way.state is each or way.state == each for each in seen):
                continue
            seen.append(way.state)
            if way.steps and any(move.kind == kind for move in self.seat(way.state, player).moves):
                yield way
                continue
            if len(way.steps) < MOST_SKIPPED:
                for step, after, opens in self._skippable(way.state):
                    if not (opens or self._opens(way.state, after, player)):
                        continue
                    longer = Way((*way.steps, step), after)
                    heapq.heappush(heap, (-longer.chance, next(number), longer))

    def _skippable(self, state: Any) -> tuple[tuple[Skipped, Any, bool], ...]:
        """Steps that may go without saying in a state, each with the state behind it.

        The third value tells whether it ends a turn or lets its own player do something else; any other has to let
        whoever is looked for.
        """
        kept = self._next.get(id(state))
        if kept is None:
            kept = self._next[id(state)] = (state, tuple(self._unsaid(state)))
        return kept[1]

    def _unsaid(self, state: Any) -> Iterator[tuple[Skipped, Any, bool]]:
        given = ((self.ruleset.settle(state), SETTLED_CHANCE), (self.ruleset.next_step(state), NEXT_CHANCE))
        named = set()
        for command, chance in given:
            if command is not None and (found := self._advanced(state, command)) is not None:
                named.add(command.kind)
                who = command.actor or getattr(command, "player", None)
                yield Skipped(to_json(command), self.label(state, command.kind, who), chance), found[1], True
        for step, after in self.lapses(state):
            named.add(step.data["kind"])
            yield step, after, True
        costs = _Costs(self.ruleset, state)
        for player in self.ruleset.vocabulary(state).players:
            for move in self.seat(state, player.name).moves:
                chance = min(SKIPPED_CHANCE, _HABIT * math.exp(self.habits().get(move.kind, -math.inf)))
                if move.kind in named or move.secret or any(not each.optional for each in move.fields):
                    continue
                if chance < _LEAST_SKIPPED:
                    continue
                data = {**dict(move.given), "kind": move.kind, "actor": player.name}
                found = self._tried(state, data)
                if found is not None and costs.nothing(*found):
                    passes = self.parse(data, state).means == "ends_turn"
                    yield (
                        Skipped(data, move.label, chance),
                        found[1],
                        passes or self._opens(state, found[1], player.name),
                    )

    def lapses(self, state: Any) -> Iterator[tuple[Skipped, Any]]:
        """Steps by which rolls are let go that nobody makes any more, each with the state behind it."""
        kinds = set()
        for request in self.ruleset.open_rolls(state):
            chance = self.stale.get(request.request_id, 0.0)
            command = self.ruleset.lapse(state, request.request_id) if chance else None
            if command is not None and command.kind not in kinds and (found := self._advanced(state, command)):
                kinds.add(command.kind)
                yield Skipped(to_json(command), self.label(state, command.kind, request.roller), chance, True), found[1]

    def _opens(self, state: Any, after: Any, player: str) -> bool:
        """Return True where a step lets its player do something of another kind."""
        had = {move.kind for move in self.seat(state, player).moves}
        return any(move.kind not in had for move in self.seat(after, player).moves)

    def _tried(self, state: Any, data: Mapping[str, Any]) -> tuple[tuple[Any, ...], Any] | None:
        try:
            command = self.parse(data, state)
        except BadField:
            return None
        return self._advanced(state, command)

    def _advanced(self, state: Any, command: Any) -> tuple[tuple[Any, ...], Any] | None:
        """Events of a command and the state behind it; None where it is refused, or the budget is spent."""
        self.tried += 1
        if self.tried > MOST_DECISIONS:
            self.overruns += self.tried == MOST_DECISIONS + 1
            return None
        outcome, after = advance(self.ruleset, state, command, NoDice())
        if isinstance(outcome, Rejected):
            return None
        if self.is_uncovered(state) or any(each.uncovers for each in outcome.events):
            self._uncovered[id(after)] = after
        return outcome.events, after


class _Costs:
    """Compares a state with one before: has anybody less, is another throw owed?"""

    def __init__(self, ruleset: Ruleset[Any, Any, Any], state: Any) -> None:
        self._ruleset = ruleset
        self._rolls = len(ruleset.open_rolls(state))
        self._counters = self._counted(state)

    def nothing(self, events: Iterable[Any], after: Any) -> bool:
        """Return True where a step cost nobody anything, ends nothing, and the same dice are owed."""
        if any(event.ends in _ENDINGS for event in events):
            return False
        if len(self._ruleset.open_rolls(after)) != self._rolls:
            return False
        has = self._counted(after)
        return all(has.get(name, value) >= value for name, value in self._counters.items())

    def _counted(self, state: Any) -> dict[tuple[str, str], int]:
        places = self._ruleset.board(state).places
        return {(place.player, str(each.label)): each.value for place in places for each in place.counters}
