"""Words said aloud about one batch of events: short, factual, from the events and the states only.

Sentences come in the order a table wants them: what happened, what it leaves, where we are, whose Turn it is, and last
what is wanted now. Weights: 3 who leads now and what is owed, 2 results, 1 detail.
"""

from collections.abc import Callable, Iterator

from engine.phrase import Phrase, phrase, spelled
from engine.systems.kleptonomicon.messages import Event
from engine.systems.kleptonomicon.rules.abilities import ReactionUsed
from engine.systems.kleptonomicon.rules.closing import ResetsApplied, ResetsFinished, TimePassesSet
from engine.systems.kleptonomicon.rules.conditions import (
    ConditionGained,
    ConditionReduced,
    ConditionRemoved,
    Fell,
    MovementInterrupted,
    PoolChanged,
)
from engine.systems.kleptonomicon.rules.effects import AbilityUsed, BeatSpent, SlowActionResolved, SlowActionStarted
from engine.systems.kleptonomicon.rules.initiative import EdgePlaced, TieResolved
from engine.systems.kleptonomicon.rules.movement import StyleDenied, StyleGranted
from engine.systems.kleptonomicon.rules.pauses import TurnResumed
from engine.systems.kleptonomicon.rules.phases import PhaseChanged
from engine.systems.kleptonomicon.rules.turns import FreeActionUsed, TurnOrderSet, TurnSkipped
from engine.systems.kleptonomicon.speech import moves, stages
from engine.systems.kleptonomicon.speech.batch import Batch
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import Phase
from engine.types import Spoken


def _facts(batch: Batch) -> Iterator[Spoken]:
    """Entries and small facts, as the record has them: events that have no place of their own below."""
    kinds = tuple(type(event) for event in batch.events if type(event) not in _PLACED)
    return batch.said(kinds)


_HARM = (MovementInterrupted, ConditionGained, ConditionReduced, ConditionRemoved, Fell, PoolChanged)
_PARTS: tuple[Callable[[Batch], Iterator[Spoken]] | tuple[type[Event], ...], ...] = (
    moves.tests,
    *((AbilityUsed,), (ReactionUsed,), (SlowActionStarted,), (FreeActionUsed,), (BeatSpent,)),
    *(moves.movement, (StyleGranted,), (StyleDenied,), _HARM),
    _facts,
    *(moves.turn_ends, (TurnSkipped,)),
    stages.openings,
    stages.opening_steps,
    stages.freeplay,
    stages.casting,
    *((EdgePlaced,), (TieResolved,), stages.saves),
    *((TurnOrderSet,), stages.rounds),
    stages.rewards,
    *((TimePassesSet,), stages.closings, (ResetsApplied,), (ResetsFinished,)),
    *((SlowActionResolved,), (TurnResumed,), moves.turn_starts),
    moves.reactions,
    moves.wanted,
)
"""Sentences in order: events that say themselves, and functions for what takes more than one event."""
_PLACED = frozenset(kind for part in _PARTS if isinstance(part, tuple) for kind in part)


def say(before: State, events: tuple[Event, ...], after: State) -> tuple[Spoken, ...]:
    """One batch into what a companion says aloud.

    Args:
        before: State the batch was decided on.
        events: The batch, in order.
        after: State with the batch folded in.
    """
    batch = Batch(before, events, after)
    parts = (batch.said(part) if isinstance(part, tuple) else part(batch) for part in _PARTS)
    return tuple(spoken for part in parts for spoken in part)


def describe_undo(events: tuple[Event, ...], before: State) -> Phrase:
    """A phrase to follow "Undone:": "Alice's Dash"; of a phase only where nothing else was done."""
    told = sorted(events, key=lambda event: isinstance(event, PhaseChanged))
    for event in told:
        if undone := event.undone():
            return undone
    return spelled(events[0].kind) if events else phrase("nothing")


def remind(state: State) -> tuple[Spoken, ...]:
    """Debts of the table now: Tests, ties, introductions, the GM's word."""
    return tuple(_reminders(state))


def _reminders(state: State) -> Iterator[Spoken]:
    encounter = state.encounter
    if any(test.group is not None for test in state.tests) and state.phase is Phase.INITIATIVE:
        yield stages.save_question(state)
    else:
        yield from (moves.test_question(state, test) for test in state.tests)
    tied = next((gap.tied for gap in encounter.gaps if gap.tied), ()) if encounter is not None else ()
    if encounter is not None and tied and state.phase is Phase.INITIATIVE:
        scores = tuple(score for score in encounter.scores if score.character in tied)
        yield stages.tie_question(tied, scores)
    if state.phase is Phase.OPENING_CREDITS:
        yield from stages.next_introduction(state)
    for ask in state.style_asks:
        yield moves.style_question(state, ask.character, ask.style)
