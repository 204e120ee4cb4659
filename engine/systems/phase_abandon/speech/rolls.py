"""Sentences about dice: what is wanted, what they show, what they count."""

from collections.abc import Iterable, Iterator

from engine.common.words import listed, number, sentence
from engine.dice.roll import RollRequest
from engine.systems.phase_abandon.entities import Die, LiveRoll
from engine.systems.phase_abandon.events.rolls import (
    ChipsTransferred,
    DiceHeldOut,
    DiceSplit,
    DifficultyAdded,
    HelpOffered,
    PoolTokenSpent,
    RollResolved,
    RollWithdrawn,
    SixTraded,
    SkillCheckRequested,
    TriggerInvoked,
)
from engine.systems.phase_abandon.events.table import DiceReported, DiceRequested
from engine.systems.phase_abandon.speech.batch import Batch
from engine.systems.phase_abandon.vocabulary import DieStatus, Purpose, RollKind, RollOutcome, RollStep
from engine.systems.phase_abandon.words import counted, dice
from engine.types import Spoken

_OWN_THROW = (Purpose.ACTION, Purpose.CHECK, Purpose.CONNECTION, Purpose.REQUEST)
_COUNTED = (*_OWN_THROW, Purpose.REROLL, Purpose.EXPLODE)


def what_is_rolled(roll: LiveRoll) -> str:
    """Skill, connection or Luck of a roll."""
    return roll.connection or roll.skill_id or "Luck"


def preparation(batch: Batch) -> Iterator[Spoken]:
    """What changes a roll before it is thrown."""
    for check in batch.all(SkillCheckRequested):
        if check.skill is None and check.asked and check.asked.casefold() not in {"luck", "none"}:
            yield Spoken(f"No {check.asked} on the sheet of {check.character}.", 2)
    for trigger in batch.all(TriggerInvoked):
        yield Spoken(sentence(f"{trigger.principle}: plus {number(trigger.bonus)}"), 2)
    for harder in batch.all(DifficultyAdded):
        yield Spoken(f"{harder.player} makes it harder: {counted(harder.total, 'success', 'successes')} less.", 2)
    for help_ in batch.all(HelpOffered):
        yield Spoken(f"{help_.player} helps with {help_.skill}, {dice(help_.dice)}.", 2)
    for held in batch.all(DiceHeldOut):
        yield Spoken(f"Holding out {number(held.count)}.", 1)
    for split in batch.all(DiceSplit):
        yield Spoken(f"Split: {', then '.join(number(size) for size in split.groups)}.", 2)
    if withdrawn := batch.last(RollWithdrawn):
        refunds = [event.to for event in batch.all(ChipsTransferred)]
        back = f" The chip goes back to {listed(dict.fromkeys(refunds))}." if refunds else ""
        yield Spoken(f"{withdrawn.by} takes the roll back.{back}", 2)


def thrown(batch: Batch) -> Iterator[Spoken]:
    """Faces as thrown, for tables that want them read back."""
    for report in batch.all(DiceReported):
        shown = ", ".join(number(face) for face in report.values) or number(report.total)
        yield Spoken(f"{report.player}: {shown}.", 1)


def interventions(batch: Batch) -> Iterator[Spoken]:
    """Ones that leave the roll."""
    if trades := batch.all(SixTraded):
        yield Spoken(
            "The six takes the one away."
            if len(trades) == 1
            else f"{number(len(trades)).capitalize()} sixes take {number(len(trades))} ones away.",
            2,
        )
    for token in batch.all(PoolTokenSpent):
        left = f"{counted(token.pool, 'token')} left" if token.pool else "the pool is empty"
        yield Spoken(f"{token.player} spends a token: the one is gone, {left}.", 2)


def result(batch: Batch) -> Iterator[Spoken]:
    """The count of a resolved roll, or how a roll that waits for something stands."""
    resolved = batch.first(RollResolved)
    if resolved is not None:
        roll = batch.before.roll
        harder = ", difficulty included" if roll is not None and roll.extra_difficulty else ""
        yield Spoken(f"{_resolved_text(resolved)}{harder}.", 2)
        return
    roll = batch.after.roll
    counting = any(report.purpose in _COUNTED for report in batch.all(DiceReported))
    if roll is not None and roll.dice and (counting or batch.has(SixTraded, PoolTokenSpent)):
        yield Spoken(_standing_text(roll.dice), 2)


def _resolved_text(resolved: RollResolved) -> str:
    if resolved.kind_of_roll is RollKind.CONNECTION_REQUEST:
        return f"Strength {number(resolved.successes)}"
    if resolved.outcome is RollOutcome.SUCCESS:
        return counted(resolved.successes, "success", "successes").capitalize()
    if resolved.outcome is RollOutcome.BREAK_EVEN:
        even = resolved.successes + resolved.failures
        return f"{tally(resolved.successes, resolved.failures)}: break even" if even else "Break even"
    return tally(resolved.successes, resolved.failures)


def tally(successes: int, failures: int) -> str:
    """Successes and failures in words: "Two successes, one failure"; the missing kind is left out."""
    parts = [counted(successes, "success", "successes")] if successes else []
    if failures:
        parts.append(counted(failures, "failure"))
    return (", ".join(parts) or "no successes").capitalize()


def _standing_text(own: Iterable[Die]) -> str:
    live = [die for die in own if die.live]
    good = sum(1 for die in live if die.face >= 4) + sum(1 for die in live for face in die.chain if face >= 4)
    return f"{tally(good, sum(1 for die in live if die.face < 4))}."


def wanted(batch: Batch) -> Iterator[Spoken]:
    """Dice the batch asks for and the table still owes."""
    asked = {event.request for event in batch.all(DiceRequested)}
    yield from requests(batch, [each for each in batch.after.dice_requests if each.request_id in asked])


def requests(batch: Batch, owed: Iterable[RollRequest]) -> Iterator[Spoken]:
    """One sentence for all dice of the same purpose."""
    by_purpose: dict[str, list[RollRequest]] = {}
    for request in owed:
        by_purpose.setdefault(request.purpose, []).append(request)
    for purpose, group in by_purpose.items():
        text = _request_text(batch, Purpose(purpose), group)
        if text:
            yield Spoken(text, 3)


def _request_text(batch: Batch, purpose: Purpose, group: list[RollRequest]) -> str:
    first, roll = group[0], batch.after.roll
    if purpose is Purpose.LUCK:
        return "Luck for tonight: one die each."
    if purpose is Purpose.GET_MOVING:
        return "Get moving: two dice each." if len(group) > 1 else f"Get moving: {dice(first.count)}. {first.roller}?"
    if purpose is Purpose.BID:
        return "Roll your bids: " + ", ".join(f"{each.roller} {number(each.count)}" for each in group) + "."
    if purpose is Purpose.ROLL_OFF:
        return ""  # said with who is tied and why
    if purpose is Purpose.HELP:
        if batch.has(HelpOffered):
            return ""  # asked for when the count waits for it
        return " ".join(f"{each.roller}, {counted(each.count, 'helping die', 'helping dice')}?" for each in group)
    if purpose is Purpose.REROLL:
        return f"{dice(first.count).capitalize()} again. {first.roller}?"
    if purpose is Purpose.EXPLODE:
        sixes = "The six" if first.count == 1 else f"{number(first.count).capitalize()} sixes"
        return f"{sixes} may roll again."
    return _throw_text(first, roll)


def _throw_text(request: RollRequest, roll: LiveRoll | None) -> str:
    name = what_is_rolled(roll) if roll is not None else request.because
    rerolls = roll.rerolls_left if roll is not None else 0
    extra = f" and {counted(rerolls, 're-roll')}" if rerolls else ""
    if roll is not None and roll.group is not None and roll.group_no:
        return sentence(f"{name} again, next group, {dice(request.count)}") + f" {request.roller}?"
    return sentence(f"{name}, {dice(request.count)}{extra}") + f" {request.roller}?"


def choice(batch: Batch) -> Iterator[Spoken]:
    """What the roller may decide now, said once when the roll arrives at that step."""
    roll, earlier = batch.after.roll, batch.before.roll
    if roll is None or roll.step is RollStep.EXPLODE:
        return
    fresh = earlier is None or earlier.roll_id != roll.roll_id or earlier.step is not roll.step
    if roll.step is RollStep.REROLL and (fresh or batch.has(DiceReported)) and not roll.rerolling:
        yield Spoken(f"{counted(roll.rerolls_left, 're-roll').capitalize()} left. {roll.roller}?", 3)
    if roll.step is RollStep.COUNT and fresh:
        for helper in roll.helpers:
            if helper.values is None:
                yield Spoken(f"{helper.player}, {counted(helper.dice, 'helping die', 'helping dice')}?", 3)
    moved = fresh or batch.has(SixTraded, PoolTokenSpent)
    if roll.step is RollStep.TRADE and moved and (text := _rescue_text(roll, batch.after.party_pool)):
        yield Spoken(text, 3)


def _rescue_text(roll: LiveRoll, pool: int) -> str:
    live = [die for die in roll.dice if die.live and die.status is not DieStatus.CANCELLED]
    ones, sixes = sum(1 for die in live if die.face == 1), sum(1 for die in live if die.face == 6)
    the_one = "the one" if ones == 1 else "a one"
    if ones and sixes and pool:
        return f"{roll.roller}, trade the six for {the_one}, spend a token, or keep both?"
    if ones and sixes:
        return f"{roll.roller}, trade the six for {the_one}, or keep both?"
    return f"A pool token could take {the_one} away. Anybody, or keep it?" if ones and pool else ""
