"""The events one command leads to, with the state as it becomes while they are recorded."""

from typing import ClassVar

from engine.common.values import Changes
from engine.dice.roll import RollRequest
from engine.systems.phasesix.entities import Character, Check, Combat, Deed, State, Strike, Task, Throw
from engine.systems.phasesix.fold import evolve, known, known_check, running
from engine.systems.phasesix.house_rules import HouseRules
from engine.systems.phasesix.messages import Event, Silent
from engine.systems.phasesix.vocabulary import Dice, TaskKind
from engine.types import ENGINE_ONLY

POOLED = frozenset((Dice.POOL, Dice.EXPLODE, Dice.DESTINY))


class DiceRequested(Silent):
    """Dice are owed; `at` is their place among those owed."""

    seen: ClassVar[str] = ENGINE_ONLY
    throw: Throw
    at: int

    def apply(self, state: State) -> Changes:
        """Put them among the dice owed; those that lay are taken away."""
        throws = (*state.throws[: self.at], self.throw, *state.throws[self.at :])
        return {"throws": throws, "lying": None, "count": state.count + 1}


class TasksQueued(Silent):
    """Tasks that the rules take up later; `front` before anything else."""

    seen: ClassVar[str] = ENGINE_ONLY
    tasks: tuple[Task, ...]
    front: bool

    def apply(self, state: State) -> Changes:
        """Put them before or behind the others."""
        return {"tasks": (*self.tasks, *state.tasks) if self.front else (*state.tasks, *self.tasks)}


class TaskTaken(Silent):
    """The rules go on with the next task."""

    seen: ClassVar[str] = ENGINE_ONLY

    def apply(self, state: State) -> Changes:
        """Take it away."""
        return {"tasks": state.tasks[1:]}


class Ledger:
    """Collects events; `state` always includes those recorded so far."""

    __slots__ = ("events", "state")

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []

    @property
    def rules(self) -> HouseRules:
        """House rules in force."""
        return self.state.house_rules

    def record(self, event: Event) -> None:
        """Add a fact and move the state on."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def who(self, name: str) -> Character:
        """The character as they are now."""
        return known(self.state, name)

    def check(self, check_id: str) -> Check:
        """The open check as it is now."""
        return known_check(self.state, check_id)

    @property
    def combat(self) -> Combat:
        """The running fight."""
        return running(self.state)

    def new_id(self, word: str) -> str:
        """An id for the next thing opened."""
        return f"{word}-{self.state.count + 1}"

    def ask(
        self, character: str, count: int, purpose: Dice, because: str, ref: str, sides: int = 6, at: int | None = None
    ) -> None:
        """Ask whoever runs a character for dice; `at` is their place among those owed, the last one as a rule."""
        request = RollRequest(
            self.new_id("dice"),
            self.who(character).player,
            count,
            purpose.value,
            because,
            sides,
            successes_accepted=purpose in POOLED,
        )
        self.record(DiceRequested(Throw(request, ref), len(self.state.throws) if at is None else at))

    def queue(self, *tasks: Task, front: bool = True) -> None:
        """Let the rules do something as soon as nothing is open."""
        if tasks:
            self.record(TasksQueued(tasks, front))

    def later(
        self, kind: TaskKind, who: str = "", about: str = "", deed: Deed | None = None, strike: Strike | None = None
    ) -> None:
        """Queue one task before all others."""
        self.queue(Task(kind, who, about, deed, strike))
