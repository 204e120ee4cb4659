"""Tables of what follows what, filled by the chapters of `rules/`; and what has to be settled before anything else."""

from collections.abc import Callable
from typing import Any, TypeVar

from engine.common.rules import Refused
from engine.phrase import phrase
from engine.systems.phasesix.entities import Character, Check, Deed, State, Task, Throw
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.vocabulary import DeedKind, Dice, Purpose, TaskKind
from engine.systems.phasesix.words import worded

K = TypeVar("K")
F = TypeVar("F", bound=Callable[..., Any])


class Handlers(dict[K, F]):
    """Kind to the function for it."""

    def __call__(self, *kinds: K) -> Callable[[F], F]:
        """Register the decorated function for these kinds."""

        def register(function: F) -> F:
            self.update(dict.fromkeys(kinds, function))
            return function

        return register


step: Handlers[TaskKind, Callable[[Ledger, Task], None]] = Handlers()
"""Kind of task to what it does, as soon as nothing is open."""

closes: Handlers[Purpose, Callable[[Ledger, Check, int], None]] = Handlers()
"""Purpose of a check to what follows when it is closed, given its successes."""

lands: Handlers[Dice, Callable[[Ledger, Throw, tuple[int, ...], int], None]] = Handlers()
"""Purpose of other dice to what follows them: given the throw, its faces, and its place among the dice owed."""

builds: Handlers[DeedKind, Callable[[Ledger, Character, DeedKind, Any], Deed]] = Handlers()
"""Kind of deed to what makes it, given its kind, out of a command; raises `Refused` when it does not go."""

does: Handlers[DeedKind, Callable[[Ledger, Deed], bool]] = Handlers()
"""Kind of deed to what happens at once; true when a roll was opened or consequences wait for reactions."""

follows: Handlers[DeedKind, Callable[[Ledger, Deed], bool]] = Handlers()
"""Kind of deed to its consequences after reactions; true when the deed ends with them."""


def blocked(state: State) -> bool:
    """Dice, a check or a window for reactions is open."""
    return bool(state.throws or state.checks) or (state.combat is not None and state.combat.window is not None)


def refuse_pending(state: State) -> None:
    """Dice, checks and consequences must be settled first; an open window is no obstacle.

    Raises:
        Refused: Something is open, `PENDING_ROLL`.
    """
    if state.throws:
        request = state.throws[0].request
        player, count, why = request.roller, request.count, request.because
        first = phrase("{player} has to roll {count} for {because} first.", player=player, count=count, because=why)
        raise Refused("PENDING_ROLL", first)
    if state.checks:
        check = state.checks[0]
        who, trait = check.character, worded(check.trait)
        text = phrase("{character}'s {trait} roll is still open; close it or add to it.", character=who, trait=trait)
        raise Refused("PENDING_ROLL", text)
