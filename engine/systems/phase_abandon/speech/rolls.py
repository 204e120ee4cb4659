"""Sentences about dice: what is wanted, what they show, what they count."""

from collections.abc import Iterable, Iterator

from engine.common.words import listed, number
from engine.dice.roll import RollRequest
from engine.phrase import EMPTY, Phrase, capital, joined, phrase, plural, sentence, verbatim
from engine.systems.phase_abandon.entities import Die, LiveRoll, State
from engine.systems.phase_abandon.rules.chips import ChipsTransferred
from engine.systems.phase_abandon.rules.counting import RollResolved
from engine.systems.phase_abandon.rules.dice import DiceReported, DiceRequested
from engine.systems.phase_abandon.rules.help import HelpOffered
from engine.systems.phase_abandon.rules.rolls import RollWithdrawn
from engine.systems.phase_abandon.rules.throws import PoolTokenSpent, SixTraded
from engine.systems.phase_abandon.speech.batch import Batch
from engine.systems.phase_abandon.vocabulary import DieStatus, Purpose, RollKind, RollOutcome, RollStep
from engine.systems.phase_abandon.words import counted, dice, scores
from engine.types import Spoken

_OWN_THROW = (Purpose.ACTION, Purpose.CHECK, Purpose.CONNECTION, Purpose.REQUEST)
_COUNTED = (*_OWN_THROW, Purpose.REROLL, Purpose.EXPLODE)


def what_is_rolled(roll: LiveRoll) -> Phrase:
    """Skill, connection or Luck of a roll."""
    name = roll.connection or roll.skill_id
    return verbatim(name) if name else phrase("Luck")


def withdrawn(batch: Batch) -> Iterator[Spoken]:
    """A roll taken back, and the chips that go back with it."""
    if gone := batch.last(RollWithdrawn):
        told = [phrase("{player} cancels the roll.", player=gone.by)]
        if refunds := dict.fromkeys(event.to for event in batch.all(ChipsTransferred)):
            told.append(phrase("The chip goes back to {names}.", names=listed(refunds)))
        yield Spoken(joined(told), 2)


def traded(batch: Batch) -> Iterator[Spoken]:
    """Sixes and ones that leave the roll together."""
    if trades := len(batch.all(SixTraded)):
        many, ones = capital(number(trades)), number(trades)
        away = plural(
            "The six takes the one away.", "{many} sixes take {ones} ones away.", trades, many=many, ones=ones
        )
        yield Spoken(away, 2)


def result(batch: Batch) -> Iterator[Spoken]:
    """The count of a resolved roll, or how a roll that waits for something stands."""
    resolved = batch.first(RollResolved)
    if resolved is not None:
        roll, count = batch.before.roll, _resolved_text(resolved)
        harder = roll is not None and roll.extra_difficulty
        told = phrase("{count}, difficulty included.", count=count) if harder else phrase("{count}.", count=count)
        yield Spoken(told, 2)
        return
    roll = batch.after.roll
    counting = any(report.purpose in _COUNTED for report in batch.all(DiceReported))
    if roll is not None and roll.dice and (counting or batch.has(SixTraded, PoolTokenSpent)):
        yield Spoken(_standing_text(roll.dice), 2)


def _resolved_text(resolved: RollResolved) -> Phrase:
    if resolved.kind_of_roll is RollKind.CONNECTION_REQUEST:
        return phrase("Strength {successes}", successes=number(resolved.successes))
    if resolved.outcome is RollOutcome.SUCCESS:
        return capital(counted(resolved.successes, "success", "successes"))
    count = tally(resolved.successes, resolved.failures)
    if resolved.outcome is not RollOutcome.BREAK_EVEN:
        return count
    even = resolved.successes + resolved.failures
    return phrase("{count}: break even", count=count) if even else phrase("Break even")


def tally(successes: int, failures: int) -> Phrase:
    """Successes and failures in words: "Two successes, one failure"; the missing kind is left out."""
    parts = [counted(successes, "success", "successes")] if successes else []
    if failures:
        parts.append(counted(failures, "failure", "failures"))
    return capital(joined(parts, ", ")) if parts else phrase("No successes")


def _standing_text(own: Iterable[Die]) -> Phrase:
    live = [die for die in own if die.live]
    good = sum(1 for die in live if die.face >= 4) + sum(1 for die in live for face in die.chain if face >= 4)
    return phrase("{count}.", count=tally(good, sum(1 for die in live if die.face < 4)))


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


def _request_text(batch: Batch, purpose: Purpose, group: list[RollRequest]) -> Phrase:
    first, roll = group[0], batch.after.roll
    if purpose is Purpose.LUCK:
        return phrase("Luck for tonight: one die each.")
    if purpose is Purpose.GET_MOVING:
        if len(group) > 1:
            return phrase("Get moving: two dice each.")
        return phrase("Get moving: {dice}. {player}?", dice=dice(first.count), player=first.roller)
    if purpose is Purpose.BID:
        return phrase("Roll your bids: {bids}.", bids=scores([(each.roller, each.count) for each in group]))
    if purpose is Purpose.ROLL_OFF:
        return EMPTY  # said with who is tied and why
    if purpose is Purpose.HELP:
        if batch.has(HelpOffered):
            return EMPTY  # asked for when the count waits for it
        return joined(_help_wanted(each.roller, each.count) for each in group)
    if purpose is Purpose.REROLL:
        return phrase("{dice} again. {player}?", dice=capital(dice(first.count)), player=first.roller)
    if purpose is Purpose.EXPLODE:
        sixes = capital(number(first.count))
        again = plural("The six may roll again.", "{sixes} sixes may roll again.", first.count, sixes=sixes)
        return joined((again, phrase("{player}?", player=first.roller)))
    return _throw_text(first, roll)


def _help_wanted(player: str, count: int) -> Phrase:
    return phrase("{player}, {dice}?", player=player, dice=counted(count, "helping die", "helping dice"))


def _throw_text(request: RollRequest, roll: LiveRoll | None) -> Phrase:
    name = what_is_rolled(roll) if roll is not None else request.because
    thrown_dice = dice(request.count)
    if roll is not None and roll.group is not None and roll.group_no:
        told = phrase("{skill} again, next group, {dice}", skill=name, dice=thrown_dice)
    elif roll is not None and roll.rerolls_left:
        rerolls = counted(roll.rerolls_left, "re-roll", "re-rolls")
        told = phrase("{skill}, {dice} and {rerolls}", skill=name, dice=thrown_dice, rerolls=rerolls)
    else:
        told = phrase("{skill}, {dice}", skill=name, dice=thrown_dice)
    return joined((sentence(told), phrase("{player}?", player=request.roller)))


def choice(batch: Batch) -> Iterator[Spoken]:
    """The roller's choice now, said once when the roll arrives at that step."""
    roll, earlier = batch.after.roll, batch.before.roll
    if roll is None or roll.step is RollStep.EXPLODE:
        return
    fresh = earlier is None or earlier.roll_id != roll.roll_id or earlier.step is not roll.step
    if roll.step is RollStep.REROLL and (fresh or batch.has(DiceReported)) and not roll.rerolling:
        rerolls = capital(counted(roll.rerolls_left, "re-roll", "re-rolls"))
        yield Spoken(phrase("{rerolls} left. {player}?", rerolls=rerolls, player=roll.roller), 3)
    if roll.step is RollStep.COUNT and fresh:
        for helper in roll.helpers:
            if helper.values is None:
                yield Spoken(_help_wanted(helper.player, helper.dice), 3)
    moved = fresh or batch.has(SixTraded, PoolTokenSpent)
    if roll.step is RollStep.TRADE and moved and (text := _rescue_text(roll, batch.after.party_pool)):
        yield Spoken(text, 3)


def _rescue_text(roll: LiveRoll, pool: int) -> Phrase:
    live = [die for die in roll.dice if die.live and die.status is not DieStatus.CANCELLED]
    ones, sixes = sum(1 for die in live if die.face == 1), sum(1 for die in live if die.face == 6)
    the_one = phrase("the one") if ones == 1 else phrase("a one")
    if ones and sixes and pool:
        return phrase(
            "{player}, trade the six for {the_one}, spend a token, or keep both?", player=roll.roller, the_one=the_one
        )
    if ones and sixes:
        return phrase("{player}, trade the six for {the_one}, or keep both?", player=roll.roller, the_one=the_one)
    if ones and pool:
        return phrase("A pool token could take {the_one} away. Anybody, or keep it?", the_one=the_one)
    return EMPTY


def undone_dice(report: DiceReported, before: State | None) -> Phrase:
    """Thrown dice as they are taken back: the roll, where they belong to one."""
    roll = before.roll if before is not None else None
    if roll is not None and report.purpose in _COUNTED:
        return phrase("{player}'s {skill} roll", player=report.player, skill=what_is_rolled(roll))
    if report.purpose is Purpose.ROLL_OFF:
        return phrase("{player}'s roll-off die", player=report.player)
    return phrase("{player}'s dice", player=report.player)
