"""What to say aloud about one batch of events: short, factual, from the events and the states only.

Sentences come in the order a table wants them: what was thrown and what it counts, harm, what is left to do, who pays
and who narrates, and last the dice or answers now wanted. Weights: 3 dice wanted and narration changing hands,
2 results and payments, 1 detail.
"""

from collections.abc import Callable, Iterator

from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.speech import ledger, rolls, story
from engine.systems.phase_abandon.speech.batch import Batch
from engine.systems.phase_abandon.speech.undo import describe_undo
from engine.systems.phase_abandon.state import State
from engine.types import Spoken

__all__ = ["describe_undo", "dice_wanted", "say"]

_PARTS: tuple[Callable[[Batch], Iterator[Spoken]], ...] = (
    ledger.openings,
    ledger.entries,
    ledger.corrections,
    story.conflict_called,
    rolls.preparation,
    rolls.thrown,
    rolls.interventions,
    rolls.result,
    ledger.harm,
    ledger.training,
    ledger.connections,
    story.bids,
    story.standing,
    story.roll_off_won,
    story.narration,
    story.rewards,
    story.roll_off_opened,
    rolls.wanted,
    rolls.choice,
    ledger.fates,
    ledger.endings,
)


def say(before: State, events: tuple[Event, ...], after: State) -> tuple[Spoken, ...]:
    """Merges one batch into what a companion says aloud.

    Bids are never spoken before all are in (PA-92); narration is announced with holder, kind, limit and reason
    (section 4).

    Args:
        before: State the batch was decided on.
        events: The batch, in order.
        after: State with the batch folded in.
    """
    batch = Batch(before, events, after)
    return tuple(spoken for part in _PARTS for spoken in part(batch))


def dice_wanted(state: State) -> tuple[Spoken, ...]:
    """The dice the table owes in this state, as `say` asks for them; for asking again, after an undo for instance."""
    return tuple(rolls.requests(Batch(state, (), state), state.dice_requests))
