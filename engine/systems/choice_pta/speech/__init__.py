"""What to say aloud about one batch of events: short, factual, from what everybody may know (SEC-1, SEC-4).

Weights: 3 what the table has to answer or do next, 2 results, 1 detail.
"""

from collections.abc import Callable, Iterator

from engine.common.words import listed
from engine.phrase import capital, phrase
from engine.systems.choice_pta.derived import without_card
from engine.systems.choice_pta.messages import Event
from engine.systems.choice_pta.narrating import to_narrate
from engine.systems.choice_pta.resolving import wanted_cards
from engine.systems.choice_pta.rulebook import NARRATING
from engine.systems.choice_pta.speech import cards, story, table
from engine.systems.choice_pta.speech.batch import Batch
from engine.systems.choice_pta.speech.undo import describe_undo
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Phase
from engine.types import Spoken

__all__ = ["describe_undo", "remind", "say"]

_PARTS: tuple[Callable[[Batch], Iterator[Spoken]], ...] = (
    table.openings,
    table.hands,
    table.awards,
    table.offers,
    cards.stakes,
    cards.going_down,
    cards.declarations,
    cards.revealed,
    cards.fates,
    story.scored,
    story.turns,
    story.disputes,
    story.gifts,
    story.narration_opened,
    story.endings,
    cards.wanted,
)


def say(before: State, events: tuple[Event, ...], after: State) -> tuple[Spoken, ...]:
    """Merges one batch into what a companion says aloud.

    Args:
        before: State the batch was decided on.
        events: The batch, in order.
        after: State with the batch folded in.
    """
    batch = Batch(before, events, after)
    return tuple(Spoken(capital(spoken.text), spoken.weight) for part in _PARTS for spoken in part(batch))


def remind(state: State) -> tuple[Spoken, ...]:
    """What the table still owes: cards, choices, cards to be read out, turns of narration."""
    conflict = state.conflict
    if conflict is None:
        return ()
    wanted = wanted_cards(state)
    if wanted:
        return (cards.declare_cards(state, list(wanted)),)
    if conflict.phase is Phase.CARDS:
        missing = listed(part.name for part in without_card(conflict))
        return (Spoken(phrase("Still to play: {names}.", names=missing), 3),) if missing else ()
    if conflict.phase is Phase.REVEALED:
        return tuple(cards.fate_question(part) for part in conflict.choosing)
    if conflict.phase in NARRATING and (left := to_narrate(conflict)):
        return (Spoken(phrase("Still to narrate or pass: {names}.", names=listed(left)), 3),)
    return ()
