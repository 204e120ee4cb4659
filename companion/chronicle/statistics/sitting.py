"""One evening watched entry by entry: what everybody had, who told the story, and what was thrown."""

from collections.abc import Collection, Iterable, Iterator
from datetime import datetime, timedelta
from typing import Any

from companion.base.clock import JUMP
from companion.chronicle.statistics.counting import Thrown, narration_shares, talk_shares, throws_by_player
from companion.chronicle.statistics.values import CounterLine, CounterPoint, EveningStatistics, Held
from companion.store import Evening, Recorded, StoredUtterance
from engine.history import Committed, Entry
from engine.ruleset import Ruleset

_FACES = ("values", "dice")
_REQUEST = ("request_id", "test_id")
"""Fields in which the systems' commands hand in faces, and name the dice that were owed."""


class Sitting:
    """Watches one evening.

    Args:
        ruleset: System played.
        evening: The evening.
        state: State as it began.
    """

    def __init__(self, ruleset: Ruleset[Any, Any, Any], evening: Evening, state: Any) -> None:
        self.evening = evening
        self._ruleset = ruleset
        self._second = 0.0
        self._latest = self._highest = evening.started
        self._points: dict[tuple[str | None, str], list[CounterPoint]] = {}
        self._told: list[tuple[str | None, float]] = [(ruleset.narration(state).holder, 0.0)]
        self._thrown: list[tuple[str, Thrown]] = []
        self._count(state, None)

    def saw(self, recorded: Recorded, entry: Entry, before: Any, after: Any) -> None:
        """Take in an entry of the log and the states around it; a clock that jumps counts as one that stood still."""
        self._pass(recorded.recorded_at)
        if isinstance(entry, Committed):
            self._thrown += ((entry.command_id, thrown) for thrown in _thrown(self._ruleset, before, entry.command))
        self._count(after, recorded.position)
        holder = self._ruleset.narration(after).holder
        if holder != self._told[-1][0]:
            self._told.append((holder, self._second))

    def thrown(self, counting: Collection[str]) -> Iterator[Thrown]:
        """Dice thrown, as far as their commands still count.

        Args:
            counting: Ids of the commands that were not undone.
        """
        return (thrown for command_id, thrown in self._thrown if command_id in counting)

    def statistics(
        self, said: Iterable[StoredUtterance], last_sign: datetime, counting: Collection[str]
    ) -> EveningStatistics:
        """The evening in numbers.

        Args:
            said: What was said in it.
            last_sign: When something last happened in it.
            counting: Ids of the commands that were not undone.
        """
        ended = self.evening.ended or last_sign
        if self._latest == self._highest or ended < self._highest:  # else the clock was set back, and not this far yet
            self._pass(ended)
        seconds = self._second
        narration = tuple(self._held(seconds))
        return EveningStatistics(
            self.evening,
            seconds,
            talk_shares(said),
            tuple(CounterLine(player, label, tuple(points)) for (player, label), points in self._points.items()),
            throws_by_player(self.thrown(counting)),
            narration,
            narration_shares(narration),
        )

    def _pass(self, at: datetime) -> None:
        """Let the time since the latest sign pass, where it can be right."""
        passed, self._latest, self._highest = at - self._latest, at, max(at, self._highest)
        self._second += passed.total_seconds() if timedelta() < passed < JUMP else 0.0

    def _count(self, state: Any, position: int | None) -> None:
        for key, value in dict(_counters(self._ruleset, state)).items():
            points = self._points.setdefault(key, [])
            if not points or points[-1].value != value:
                points.append(CounterPoint(position, self._second, value))

    def _held(self, seconds: float) -> Iterator[Held]:
        ends = [start for _, start in self._told[1:]]
        for (player, start), end in zip(self._told, [*ends, seconds], strict=True):
            yield Held(player, start, end - start)


def _counters(ruleset: Ruleset[Any, Any, Any], state: Any) -> Iterator[tuple[tuple[str | None, str], int]]:
    board = ruleset.board(state)
    for place in board.places:
        for counter in place.counters:
            yield (place.player, counter.label), counter.value
    for counter in board.counters:
        yield (None, counter.label), counter.value


def _thrown(ruleset: Ruleset[Any, Any, Any], state: Any, command: Any) -> Iterator[Thrown]:
    """The dice a command hands in: for the request it names, else for the first one that is open."""
    faces = _field(command, _FACES)
    owed = ruleset.open_rolls(state)
    if not faces or not owed:
        return
    named = _field(command, _REQUEST)
    request = next((each for each in owed if each.request_id == named), owed[0])
    yield Thrown(request.roller, request.sides, tuple(faces), ruleset.success_from(state, request))


def _field(command: Any, names: Iterable[str]) -> Any:
    return next((value for name in names if (value := getattr(command, name, None)) is not None), None)
