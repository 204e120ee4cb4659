"""Tables of what follows what, filled by the chapters of `rules/`; and what has to be settled before anything else."""

from collections.abc import Callable
from typing import Any, TypeVar

from engine.common.rules import Refused
from engine.common.words import counted
from engine.phrase import Phrase, joined, phrase, plural
from engine.systems.phasesix.entities import Character, Check, Deed, State, Task, Throw
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.vocabulary import DeedKind, Dice, Kind, Purpose, TaskKind
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


def idle(state: State) -> frozenset[str]:
    """Rolls that nobody waits for: whether foes who have fallen die may be rolled whenever the GM likes (P6-69)."""
    foes = {who.name for who in state.characters if who.kind == Kind.NPC}
    return frozenset(one.check_id for one in state.checks if one.purpose is Purpose.DYING and one.character in foes)


def throws_due(state: State) -> tuple[Throw, ...]:
    """Dice that have to lie before anything else happens."""
    aside = idle(state)
    return tuple(throw for throw in state.throws if throw.ref not in aside)


def checks_due(state: State) -> tuple[Check, ...]:
    """Rolls that have to be over before anything else happens."""
    aside = idle(state)
    return tuple(check for check in state.checks if check.check_id not in aside)


def blocked(state: State) -> bool:
    """Dice, a check or a window for reactions is open."""
    window = state.combat is not None and state.combat.window is not None
    return window or bool(throws_due(state) or checks_due(state))


def refuse_pending(state: State) -> None:
    """Dice, checks and consequences must be settled first; an open window is no obstacle.

    Raises:
        Refused: Something is open, `PENDING_ROLL`.
    """
    if throws := throws_due(state):
        raise Refused("PENDING_ROLL", dice_first(state, throws[0]))
    if checks := checks_due(state):
        raise Refused("PENDING_ROLL", choice_first(checks[0]))


def dice_owed(state: State, throw: Throw) -> Phrase:
    """Dice somebody owes, for whom and what."""
    request, check = throw.request, next((one for one in state.checks if one.check_id == throw.ref), None)
    count = counted(request.count, "die", "dice")
    why = request.because if check is None else f"{check.character}: {worded(check.trait)}"
    return phrase("{player} still has {dice} to roll ({why}).", player=request.roller, dice=count, why=why)


def dice_first(state: State, throw: Throw) -> Phrase:
    """The same, with the words that end it."""
    say = plural("Say the number, or “Roll it for me”.", "Say the numbers, or “Roll it for me”.", throw.request.count)
    return joined((dice_owed(state, throw), say))


def choice_first(check: Check) -> Phrase:
    """A roll that lies and may be added to, with the words that end it."""
    who, trait = check.character, worded(check.trait)
    waits = phrase("{character}'s {trait} roll is still open.", character=who, trait=trait)
    return joined((waits, phrase("Say “I keep it”, or “A bonus die on that”.")))
