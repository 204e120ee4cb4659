"""What the rules do by themselves: tasks are taken one by one as soon as nothing is open."""

from collections.abc import Callable

from engine.phrase import phrase
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.entities import Task
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import TaskKind
from engine.systems.phasesix.words import worded
from engine.types import Rejected

Step = Callable[[Ledger, Task], None]
STEPS: dict[TaskKind, Step] = {}


def step(kind: TaskKind) -> Callable[[Step], Step]:
    """Register the decorated function for a kind of task."""

    def register(function: Step) -> Step:
        STEPS[kind] = function
        return function

    return register


def blocked(state: State) -> bool:
    """Whether dice, a check or a window for reactions is open."""
    return bool(state.throws or state.checks) or (state.combat is not None and state.combat.window is not None)


def run(ledger: Ledger) -> None:
    """Take tasks until something is open or none is left; a turn ends when whoever has it goes down."""
    while not blocked(ledger.state):
        if ledger.state.tasks:
            task = ledger.state.tasks[0]
            ledger.record(ev.TaskTaken())
            STEPS[task.kind](ledger, task)
        elif not _take_priority(ledger):
            return


def _take_priority(ledger: Ledger) -> bool:
    """Take priority from somebody who can no longer act (P6-34, P6-69)."""
    combat = ledger.state.combat
    if combat is None or combat.holder is None or not ledger.who(combat.holder).incapacitated:
        return False
    ledger.record(ev.PrioritySkipped(combat.holder, combat.cursor))
    ledger.later(TaskKind.NEXT)
    return True


def refuse_pending(state: State) -> Rejected | None:
    """Dice, checks and consequences must be settled first; an open window is no obstacle."""
    if state.throws:
        request = state.throws[0].request
        player, count, why = request.roller, request.count, request.because
        first = phrase("Dice first: {player} rolls {count} for {because}.", player=player, count=count, because=why)
        return Rejected("PENDING_ROLL", first)
    if state.checks:
        check = state.checks[0]
        who, trait = check.character, worded(check.trait)
        text = phrase("{character}'s {trait} roll is still open; close it or add to it.", character=who, trait=trait)
        return Rejected("PENDING_ROLL", text)
    return None
