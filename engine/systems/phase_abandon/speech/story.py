"""Sentences about narration, scenes, conflict and what is left to do."""

from collections.abc import Iterator

from engine.common.words import listed, number, sentence
from engine.systems.phase_abandon.events.rolls import ChipsTransferred, RollResolved
from engine.systems.phase_abandon.events.story import (
    ActionOrderAnnounced,
    BiddingOpened,
    BidPotWon,
    BidsRevealed,
    ChallengeCleared,
    ChallengeReduced,
    ChallengeSceneStarted,
    ConflictCalled,
    ConflictFizzled,
    GroupGoalCompleted,
    GroupGoalReduced,
    NarrationLimitReached,
    NarrationPassed,
    RewardClaimed,
    RewardForfeited,
    RewardGranted,
    SceneEnded,
    SceneSet,
)
from engine.systems.phase_abandon.events.table import (
    DiceReported,
    GetMovingWon,
    RollOffOpened,
    RollOffWon,
)
from engine.systems.phase_abandon.speech.batch import Batch
from engine.systems.phase_abandon.speech.narration import handed
from engine.systems.phase_abandon.vocabulary import (
    ChipReason,
    ConflictStep,
    NarrationKind,
    Purpose,
    RollOffReason,
    SceneStatus,
)
from engine.systems.phase_abandon.words import counted, scores
from engine.types import Spoken

_PAID_ALOUD = (ChipReason.FAILURE, ChipReason.CONNECTION_FAILURE, ChipReason.CONNECTION_INVOKED)


def conflict_called(batch: Batch) -> Iterator[Spoken]:
    """A conflict, and the bids it opens."""
    called = batch.first(ConflictCalled)
    conflict = batch.after.conflict
    if called is not None:
        if conflict is not None and conflict.step is ConflictStep.NATURE:
            yield Spoken(f"Conflict. {called.caller}, what is it about?", 3)
        else:
            yield Spoken(f"Conflict, called by {called.caller}. Bids, please.", 3)
    elif batch.has(BiddingOpened):
        yield Spoken("Bids, please.", 3)


def bids(batch: Batch) -> Iterator[Spoken]:
    """Bids once all are in, and who won the pot."""
    if batch.has(ConflictFizzled):
        yield Spoken("Nobody bids: no conflict.", 2)
        return
    if revealed := batch.first(BidsRevealed):
        none = [bid.player for bid in revealed.bids if bid.number == 0]
        if none:
            yield Spoken(f"{listed(none)} {'bids' if len(none) == 1 else 'bid'} nothing.", 2)
    won = batch.first(BidPotWon)
    started = batch.first(ChallengeSceneStarted)
    if won is not None:
        totals = scores([(each.player, each.number) for each in won.totals])
        yield Spoken(f"{totals}.", 2)
    if started is not None:
        yield Spoken(f"The challenge is {number(started.rating)}.", 2)


def standing(batch: Batch) -> Iterator[Spoken]:
    """What is left of the challenge and of the group goal."""
    parts = []
    reduced = batch.last(ChallengeReduced)
    if reduced is not None and not batch.has(ChallengeCleared):
        parts.append(f"{number(reduced.left)} left of the challenge")
    goal = batch.last(GroupGoalReduced)
    if goal is not None and goal.amount and not batch.has(GroupGoalCompleted):
        parts.append(f"{number(goal.left)} left of the group goal")
    if parts:
        yield Spoken(sentence(", ".join(parts)), 2)
    for done in batch.all(GroupGoalCompleted):
        yield Spoken(f"Group goal reached: {done.goal}.", 3)
    ended = batch.last(SceneEnded)
    if ended is not None and ended.status is SceneStatus.LULLED and batch.has(NarrationPassed):
        yield Spoken("The scene is over.", 2)


def roll_off_won(batch: Batch) -> Iterator[Spoken]:
    """How a tie was settled."""
    won = batch.last(RollOffWon)
    if won is None or won.reason is RollOffReason.BID:
        return
    values = {each.player: each.number for each in (batch.before.roll_off.values if batch.before.roll_off else ())}
    values |= {each.player: each.total for each in batch.all(DiceReported) if each.purpose is Purpose.ROLL_OFF}
    yield Spoken(f"{won.winner} wins the roll-off.", 2 if values else 1)


def roll_off_opened(batch: Batch) -> Iterator[Spoken]:
    """Who has to throw a die against whom, and about what."""
    opened = batch.last(RollOffOpened)
    if opened is None or batch.after.roll_off is None:
        return
    why = {
        RollOffReason.LOWEST: " for the fewest chips",
        RollOffReason.HIGHEST: " for the most chips",
        RollOffReason.ORDER: " about who goes first",
    }.get(opened.reason, "")
    names = listed(batch.after.roll_off.candidates)
    again = " again" if batch.before.roll_off is not None and batch.before.roll_off.reason is opened.reason else ""
    yield Spoken(f"{names} are tied{again}{why}. Roll off, one die each.", 3)


def narration(batch: Batch) -> Iterator[Spoken]:
    """Payments that go with the handover, then who narrates."""
    moving = any(report.purpose is Purpose.GET_MOVING for report in batch.all(DiceReported))
    if moving and batch.has(GetMovingWon, RollOffOpened):
        yield Spoken(f"{scores(_get_moving_totals(batch))}.", 2)
    yield from _payments(batch)
    if batch.has(ActionOrderAnnounced) and (order := batch.after.action_order):
        later = f" first, then {', then '.join(order[1:])}" if order[1:] else " acts"
        yield Spoken(f"{order[0]}{later}.", 2)
    passed = batch.last(NarrationPassed)
    if passed is not None and not batch.has(ConflictCalled):
        yield handed(batch, passed)
    elif batch.has(NarrationLimitReached) and batch.after.narration is not None:
        yield Spoken("That was the last action.", 1)
    if passed is None and (set_ := batch.last(SceneSet)) and set_.combat and not _was_combat(batch):
        yield Spoken("It is a fight: ones cost Heart.", 2)


def _was_combat(batch: Batch) -> bool:
    return batch.before.scene is not None and batch.before.scene.combat


def _get_moving_totals(batch: Batch) -> list[tuple[str, int]]:
    totals = {each.player: each.number for each in (batch.before.get_moving.totals if batch.before.get_moving else ())}
    totals |= {each.player: each.total for each in batch.all(DiceReported) if each.purpose is Purpose.GET_MOVING}
    return sorted(totals.items(), key=lambda pair: -pair[1])


def _payments(batch: Batch) -> Iterator[Spoken]:
    for paid in batch.all(ChipsTransferred):
        weight = 2 if paid.reason in _PAID_ALOUD else 1
        if paid.reason is not ChipReason.REFUND:
            yield Spoken(f"{paid.from_} pays {paid.to} {counted(paid.amount, 'chip')}.", weight)
    resolved = batch.first(RollResolved)
    passed = batch.last(NarrationPassed)
    failed = passed is not None and passed.narration is NarrationKind.FAILURE_RESULT
    if resolved is not None and failed and not batch.has(ChipsTransferred) and batch.chips(resolved.roller) == 0:
        yield Spoken(f"{resolved.roller} has no chip to pay.", 2)


def rewards(batch: Batch) -> Iterator[Spoken]:
    """Points for personal goals."""
    for granted in batch.all(RewardGranted):
        yield Spoken(f"{counted(granted.points, 'point').capitalize()} for one of {granted.player}'s goals.", 2)
    for claimed in batch.all(RewardClaimed):
        goal = _goal(batch, claimed.player, claimed.goal)
        left = f", {number(goal)} left" if goal else ""
        yield Spoken(sentence(f"{counted(claimed.used, 'point')} off {claimed.goal}{left}"), 2)
    for lost in batch.all(RewardForfeited):
        yield Spoken(f"{lost.player} loses {counted(lost.points, 'point')}: no open goal.", 2)


def _goal(batch: Batch, player: str, text: str) -> int | None:
    character = batch.after.character_of(player)
    goals = character.goals if character is not None else ()
    return next((goal.value_left for goal in goals if goal.text == text), None)
