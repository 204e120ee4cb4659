"""What to say aloud about one batch of events: short, factual, from the events and the states only.

Sentences come in the order a table wants them: what happened, what it leaves, where we are, whose Turn it is, and last
what is wanted now. Weights: 3 who leads now and what is owed, 2 results, 1 detail.
"""

from collections.abc import Callable, Iterator

from engine.phrase import Phrase, phrase, spelled
from engine.systems.kleptonomicon.messages import Event
from engine.systems.kleptonomicon.rules.phases import PhaseChanged
from engine.systems.kleptonomicon.speech import moves, stages
from engine.systems.kleptonomicon.speech.batch import Batch
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import Phase
from engine.types import Spoken

__all__ = ["describe_undo", "remind", "say"]

_PARTS: tuple[Callable[[Batch], Iterator[Spoken]], ...] = (
    moves.tests,
    moves.deeds,
    moves.movement,
    moves.harm,
    Batch.aloud,
    moves.turn_ends,
    stages.openings,
    stages.opening_steps,
    stages.freeplay,
    stages.casting,
    stages.saves,
    stages.rounds,
    stages.rewards,
    stages.closings,
    moves.turn_starts,
    moves.reactions,
    moves.wanted,
)


def say(before: State, events: tuple[Event, ...], after: State) -> tuple[Spoken, ...]:
    """Merges one batch into what a companion says aloud.

    Args:
        before: State the batch was decided on.
        events: The batch, in order.
        after: State with the batch folded in.
    """
    batch = Batch(before, events, after)
    return tuple(spoken for part in _PARTS for spoken in part(batch))


def describe_undo(events: tuple[Event, ...], before: State) -> Phrase:
    """A phrase to follow "Undone:": "Alice's Dash"; of a phase only where nothing else was done."""
    told = sorted(events, key=lambda event: isinstance(event, PhaseChanged))
    for event in told:
        if undone := event.undone():
            return undone
    return spelled(events[0].kind) if events else phrase("nothing")


def remind(state: State) -> tuple[Spoken, ...]:
    """What the table owes now: Tests, ties, introductions, the GM's word."""
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
