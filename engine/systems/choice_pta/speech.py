"""Events in words: for records, aloud, and taken back; from what everybody may know (SEC-1, SEC-4, SEC-6).

Weights: 3 what the table has to answer or do next, 2 results, 1 detail.
"""

from collections.abc import Callable, Iterator

from engine.common.batch import EventBatch
from engine.common.words import listed
from engine.phrase import Phrase, capital, phrase, sentence
from engine.systems.choice_pta.derived import without_card
from engine.systems.choice_pta.messages import Batch, Event
from engine.systems.choice_pta.narrating import to_narrate
from engine.systems.choice_pta.rules import (
    bonuses,
    conflicts,
    deals,
    disputes,
    ending,
    gifts,
    hands,
    mooks_and_fate,
    narration,
    offers,
    playing,
    presence,
    reveal,
    scenes,
    scoring,
    sittings,
    stakes,
    table,
    tokens,
)
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import NARRATING, Phase
from engine.types import Spoken

_IN_THIS_ORDER: tuple[type[Event] | tuple[type[Event], ...] | Callable[[Batch], Iterator[Spoken]], ...] = (
    *(table.TableCreated, sittings.HandsDealt, scenes.SceneStarted, scenes.SceneEnded),
    (
        *(table.ProtagonistDefined, sittings.RosterChanged, table.SettingChanged, presence.PresenceChanged),
        *(hands.PackOpened, hands.DeckReshuffled),
    ),
    *(hands.MulliganUsed, hands.HandRedrawn, hands.HandDiscarded, tokens.TokenAwarded, tokens.TokensMoved),
    *(offers.BribeOffered, deals.PriceAsked, deals.BribeAccepted, deals.BribeAcceptedFree, deals.BribeRefused),
    *(deals.BribeWithdrawn, offers.NarrationSuggested, conflicts.ConflictCalled),
    (
        *(stakes.StakeSet, stakes.StakeDropped, stakes.OppositionSet, bonuses.TraitSpent, bonuses.TraitRefunded),
        *(bonuses.TokensCommitted, playing.CardRetracted),
    ),
    *(conflicts.VictoryGoalSet, ending.ConflictCancelled),
    *(playing.SecrecyWarning, playing.CardPickPending, playing.CardCommitted, reveal.CardDeclared),
    scoring.newly_wanted,
    *(scoring.TieDrawn, scoring.OrderDecided, scoring.FateTriggered, scoring.ParticipantDestroyed),
    *(mooks_and_fate.ParticipantEliminated, mooks_and_fate.ParticipantHarmed),
    mooks_and_fate.fate_questions,
    *(scoring.RoundScored, scoring.GoalReached, narration.NarrationTaken, narration.NarrationPassed),
    *(disputes.OrderClaimed, disputes.NarrationVetoed, disputes.StakesRuled, mooks_and_fate.MooksTakenOut),
    *(
        mooks_and_fate.MooksKept,
        mooks_and_fate.StakeAdopted,
        gifts.VictoryCardGiven,
        gifts.SacrificeCardGiven,
        scoring.StandingsChanged,
    ),
    gifts.after_gifts,
    *(narration.NarrationOpened, ending.ConflictClosed, conflicts.RoundOpened),
)
"""The order in which one batch is said; classes in brackets as they happened."""


def describe(event: Event) -> Phrase:
    """The event as one sentence, made to be read as a line of minutes; empty when nobody needs to read it."""
    return sentence(event.sentence())


def say(before: State, events: tuple[Event, ...], after: State) -> tuple[Spoken, ...]:
    """Merges one batch into what a companion says aloud.

    Args:
        before: State the batch was decided on.
        events: The batch, in order.
        after: State with the batch folded in.
    """
    return tuple(Spoken(capital(said.text), said.weight) for said in _said(EventBatch(before, events, after)))


def _said(batch: Batch) -> Iterator[Spoken]:
    for each in _IN_THIS_ORDER:
        if isinstance(each, type | tuple):
            kinds = each if isinstance(each, tuple) else (each,)
            for event in batch.events:
                if type(event) in kinds:
                    yield from event.heard(batch)
        else:
            yield from each(batch)


def describe_undo(events: tuple[Event, ...], before: State) -> Phrase:
    """A phrase that names what one batch of events did; tokens that moved only where nothing else did."""
    told = sorted(events, key=lambda event: isinstance(event, tokens.TokensMoved))
    return next(filter(None, (event.undone() for event in told)), phrase("the last entry"))


def remind(state: State) -> tuple[Spoken, ...]:
    """Everything the table still owes: cards, choices, cards to be read out, turns of narration."""
    conflict = state.conflict
    if conflict is None:
        return ()
    wanted = scoring.wanted_cards(state)
    if wanted:
        return (scoring.declare_cards(list(wanted)),)
    if conflict.phase is Phase.CARDS:
        missing = listed(part.name for part in without_card(conflict))
        return (Spoken(phrase("Still to play: {names}.", names=missing), 3),) if missing else ()
    if conflict.phase is Phase.REVEALED:
        return tuple(map(mooks_and_fate.fate_question, conflict.choosing))
    if conflict.phase in NARRATING and (left := to_narrate(conflict)):
        return (Spoken(phrase("Still to narrate or pass: {names}.", names=listed(left)), 3),)
    return ()
