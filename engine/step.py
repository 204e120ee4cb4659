"""One command to one outcome, and events back to state."""

from collections.abc import Iterable
from typing import TypeVar

from engine.dice.source import DiceSource, RollNeeded
from engine.phrase import phrase
from engine.ruleset import Ruleset
from engine.types import Accepted, AwaitingRoll, Outcome, Rejected

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")

MOST_DICE = 999
"""Most dice a table may owe at once; every one of them is drawn, thrown and told."""


def step(ruleset: Ruleset[S, C, E], state: S, command: C, dice: DiceSource) -> Outcome[E]:
    """Decide one command; the state is untouched, applying the events is the caller's business.

    Args:
        ruleset: The system played.
        state: State the command meets.
        command: What somebody wants.
        dice: Faces already known.

    Returns:
        `Rejected`; `AwaitingRoll` when the command holds and the table owes dice now; `Accepted` otherwise.
    """
    return advance(ruleset, state, command, dice)[0]


def advance(ruleset: Ruleset[S, C, E], state: S, command: C, dice: DiceSource) -> tuple[Outcome[E], S]:
    """As `step`, with the state after the outcome's events, so that a caller who keeps it folds only once."""
    try:
        decided = ruleset.decide(state, command, dice)
    except RollNeeded as needed:
        return AwaitingRoll(needed.request, (), needed.rolls), state
    if isinstance(decided, Rejected):
        return decided, state
    after = fold(ruleset, state, decided)
    rolls = ruleset.open_rolls(after)
    if sum(each.count for each in rolls) > MOST_DICE:
        return Rejected("E_RANGE", phrase("Nobody throws more than {most} dice at once.", most=MOST_DICE)), state
    return (AwaitingRoll(rolls[0], decided) if rolls else Accepted(decided)), after


def fold(ruleset: Ruleset[S, C, E], state: S, events: Iterable[E]) -> S:
    """State after further events."""
    for event in events:
        state = ruleset.evolve(state, event)
    return state


def replay(ruleset: Ruleset[S, C, E], events: Iterable[E]) -> S:
    """State after all events of a table, from its first."""
    return fold(ruleset, ruleset.initial_state(), events)
