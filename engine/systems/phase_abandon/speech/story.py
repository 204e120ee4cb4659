"""Sentences about narration, scenes, conflict and what is left to do."""

from collections.abc import Iterator

from engine.common.words import listed, number
from engine.phrase import EMPTY, Phrase, joined, phrase, sentence, verbatim
from engine.systems.phase_abandon.rules.chips import ChipsTransferred
from engine.systems.phase_abandon.rules.conflicts import (
    BiddingOpened,
    BidPlaced,
    BidsRevealed,
    ChallengeCleared,
    ChallengeReduced,
    ConflictCalled,
    ConflictFizzled,
    split_dropped,
)
from engine.systems.phase_abandon.rules.counting import RollResolved
from engine.systems.phase_abandon.rules.dice import DiceReported
from engine.systems.phase_abandon.rules.goals import RewardClaimed
from engine.systems.phase_abandon.rules.group_goals import GroupGoalCompleted, GroupGoalReduced
from engine.systems.phase_abandon.rules.handover import ActionOrderAnnounced
from engine.systems.phase_abandon.rules.narration import NarrationLimitReached, NarrationPassed
from engine.systems.phase_abandon.rules.roll_offs import RollOffOpened, RollOffWon
from engine.systems.phase_abandon.rules.scenes import SceneEnded, SceneSet
from engine.systems.phase_abandon.rules.sessions import GetMovingWon
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
from engine.systems.phase_abandon.words import counted, in_turn, scores
from engine.types import Spoken

_PAID_ALOUD = (ChipReason.FAILURE, ChipReason.CONNECTION_FAILURE, ChipReason.CONNECTION_INVOKED)


def conflict_called(batch: Batch) -> Iterator[Spoken]:
    """A conflict, and the bids it opens."""
    called = batch.first(ConflictCalled)
    conflict = batch.after.conflict
    if called is not None:
        if conflict is not None and conflict.step is ConflictStep.NATURE:
            yield Spoken(phrase("Conflict. {caller}, what is it about?", caller=called.caller), 3)
        else:
            yield Spoken(phrase("Conflict, called by {caller}. Bids, please.", caller=called.caller), 3)
    elif batch.has(BiddingOpened):
        yield Spoken(phrase("Bids, please."), 3)


def bid_in(batch: Batch) -> Iterator[Spoken]:
    """A bid that is taken, without its size, while others are still missing (PA-92)."""
    bid = batch.last(BidPlaced)
    if bid is not None and not batch.has(BidsRevealed, ConflictFizzled):
        yield Spoken(phrase("{player}'s bid is in.", player=bid.player), 2)


def standing(batch: Batch) -> Iterator[Spoken]:
    """Points left of the challenge and of the group goal."""
    parts = []
    reduced = batch.last(ChallengeReduced)
    if reduced is not None and not batch.has(ChallengeCleared):
        parts.append(phrase("{points} left of the challenge", points=number(reduced.left)))
    goal = batch.last(GroupGoalReduced)
    if goal is not None and goal.amount and not batch.has(GroupGoalCompleted):
        parts.append(phrase("{points} left of the group goal", points=number(goal.left)))
    if parts:
        yield Spoken(sentence(joined(parts, ", ")), 2)
    cleared = batch.last(ChallengeCleared)
    if cleared is not None and cleared.dropped:
        yield Spoken(split_dropped(cleared.dropped), 2)
    for done in batch.all(GroupGoalCompleted):
        yield Spoken(phrase("Group goal reached: {goal}.", goal=done.goal), 3)
    ended = batch.last(SceneEnded)
    if ended is not None and ended.status is SceneStatus.LULLED and batch.has(NarrationPassed):
        yield Spoken(phrase("The scene is over."), 2)


def roll_off_won(batch: Batch) -> Iterator[Spoken]:
    """The end of a tie."""
    won = batch.last(RollOffWon)
    if won is None or won.reason is RollOffReason.BID:
        return
    values = {each.player: each.number for each in (batch.before.roll_off.values if batch.before.roll_off else ())}
    values |= {each.player: each.total for each in batch.all(DiceReported) if each.purpose is Purpose.ROLL_OFF}
    yield Spoken(phrase("{player} wins the roll-off.", player=won.winner), 2 if values else 1)


def roll_off_opened(batch: Batch) -> Iterator[Spoken]:
    """The players who throw a die against each other, and about what."""
    opened = batch.last(RollOffOpened)
    if opened is None or batch.after.roll_off is None:
        return
    earlier, names = batch.before.roll_off, listed(batch.after.roll_off.candidates)
    tied = phrase("{names} are tied", names=names)
    if earlier is not None and earlier.reason is opened.reason:
        tied = phrase("{names} are tied again", names=names)
    why = {
        RollOffReason.LOWEST: phrase("for the fewest chips"),
        RollOffReason.HIGHEST: phrase("for the most chips"),
        RollOffReason.ORDER: phrase("about who goes first"),
    }.get(opened.reason, EMPTY)
    yield Spoken(phrase("{tied}. Roll off, one die each.", tied=joined((tied, why))), 3)


def narration(batch: Batch) -> Iterator[Spoken]:
    """Payments that go with the handover, then who narrates."""
    moving = any(report.purpose is Purpose.GET_MOVING for report in batch.all(DiceReported))
    if moving and batch.has(GetMovingWon, RollOffOpened):
        yield Spoken(phrase("{scores}.", scores=scores(_get_moving_totals(batch))), 2)
    yield from _payments(batch)
    if batch.has(ActionOrderAnnounced) and (order := batch.after.action_order):
        yield Spoken(_order(order), 2)
    passed = batch.last(NarrationPassed)
    if passed is not None and not batch.has(ConflictCalled):
        yield handed(batch, passed)
    elif batch.has(NarrationLimitReached) and batch.after.narration is not None:
        yield Spoken(phrase("That was the last action."), 1)
    if passed is None and (set_ := batch.last(SceneSet)) and set_.combat and not _was_combat(batch):
        yield Spoken(phrase("It is a fight: ones cost Heart."), 2)


def _order(names: tuple[str, ...]) -> Phrase:
    first, *others = names
    if not others:
        return phrase("{player} acts.", player=first)
    return phrase("{player} first, then {others}.", player=first, others=in_turn(map(verbatim, others)))


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
            chips = counted(paid.amount, "chip", "chips")
            yield Spoken(phrase("{payer} pays {payee} {chips}.", payer=paid.from_, payee=paid.to, chips=chips), weight)
    resolved = batch.first(RollResolved)
    passed = batch.last(NarrationPassed)
    failed = passed is not None and passed.narration is NarrationKind.FAILURE_RESULT
    if resolved is not None and failed and not batch.has(ChipsTransferred) and batch.chips(resolved.roller) == 0:
        yield Spoken(phrase("{player} has no chip to pay.", player=resolved.roller), 2)


def rewards_claimed(batch: Batch) -> Iterator[Spoken]:
    """Points taken off personal goals, and what is left of these."""
    for claimed in batch.all(RewardClaimed):
        left = _left_of_goal(batch, claimed.player, claimed.goal)
        told = phrase("{points} off {goal}", points=counted(claimed.used, "point", "points"), goal=claimed.goal)
        yield Spoken(sentence(joined((told, phrase("{points} left", points=number(left)) if left else EMPTY), ", ")), 2)


def _left_of_goal(batch: Batch, player: str, text: str) -> int | None:
    character = batch.after.character_of(player)
    goals = character.goals if character is not None else ()
    return next((goal.value_left for goal in goals if goal.text == text), None)
