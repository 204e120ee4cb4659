"""Sentences about who narrates, how stakes stand, and how a conflict ends (section 4)."""

from collections.abc import Iterator
from itertools import combinations

from engine.common.words import listed, number
from engine.phrase import EMPTY, Phrase, capital, joined, phrase
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.cards import spoken
from engine.systems.choice_pta.describe import detail, owned, placed
from engine.systems.choice_pta.entities import Conflict
from engine.systems.choice_pta.narrating import all_passed
from engine.systems.choice_pta.ranking import ranks
from engine.systems.choice_pta.speech.batch import Batch
from engine.systems.choice_pta.stakes import opponents, opposes
from engine.systems.choice_pta.vocabulary import BonusKind, Outcome, Phase
from engine.types import Spoken


def scored(batch: Batch) -> Iterator[Spoken]:
    """Victory cards of a round; the goal (N13)."""
    for score in batch.all(ev.RoundScored):
        if score.winners:
            yield Spoken(phrase("A victory card for {names}.", names=listed(score.winners)), 2)
    for goal in batch.all(ev.GoalReached):
        names = listed(goal.parts)
        yield Spoken(phrase("{names} reached {goal}. Final narration.", names=names, goal=number(goal.goal)), 3)


def narration_opened(batch: Batch) -> Iterator[Spoken]:
    """Whose turn it is to tell, and who has final say (N1, N6, N7, N8, N12, N14)."""
    opened, conflict = batch.first(ev.NarrationOpened), batch.after.conflict
    if opened is None or conflict is None:
        return
    if opened.scope is Phase.NARRATION:
        yield from _partials(batch, conflict)
        yield from _allies(batch, conflict)
    yield Spoken(_offer_of_turns(opened, conflict), 3)


def _offer_of_turns(opened: ev.NarrationOpened, conflict: Conflict) -> Phrase:
    order, top = joined(opened.suggested, ", "), opened.final_say
    if opened.scope is Phase.ROUND_NARRATION:
        if not order:
            return phrase("The round is yours to tell.")
        return phrase("Round {number}: {order}.", number=number(conflict.round_no), order=order)
    if opened.scope is Phase.FINAL_NARRATION:
        return phrase("Narrate in this order: {order}.", order=order) if order else phrase("Narrate the end.")
    if len(opened.suggested) == 2:
        loser = next(part for part in opened.suggested if part != top)
        return phrase("{loser}, you may narrate your setback; {top} finishes and has final say.", loser=loser, top=top)
    if not order:
        return phrase("Narrate. {top} has final say.", top=capital(top))
    return phrase("Order: {order}. {top} has final say.", order=order, top=capital(top))


def _partials(batch: Batch, conflict: Conflict) -> Iterator[Spoken]:
    for each in conflict.outcomes:
        if each.outcome is Outcome.PARTIAL:
            rivals = (part.name for part in opponents(conflict, each.part, batch.after.gm.name))
            beaten, missed = listed(each.beats), listed(name for name in rivals if name not in each.beats)
            told = phrase("{name} beat {beaten} but not {missed}.", name=each.part, beaten=beaten, missed=missed)
            yield Spoken(told, 2)


def _allies(batch: Batch, conflict: Conflict) -> Iterator[Spoken]:
    """Who of two with a common opponent did better (PTA-48, N8)."""
    gm = batch.after.gm.name
    for one, other in combinations(conflict.order, 2):
        shared = {part.name for part in opponents(conflict, one, gm)} & {
            part.name for part in opponents(conflict, other, gm)
        }
        if shared and not opposes(conflict, one, other, gm):
            yield Spoken(phrase("{name} did better than {other}.", name=one, other=other), 1)


def turns(batch: Batch) -> Iterator[Spoken]:
    """Turns taken and given up (N2, N3, N5, N17)."""
    conflict = batch.conflict
    if conflict is None:
        return
    for taken in batch.all(ev.NarrationTaken):
        slot = conflict.slot(taken.part_or_seat)
        traits = [bonus.trait or "" for bonus in slot.bonuses if bonus.kind is BonusKind.TRAIT] if slot else []
        if traits:
            yield Spoken(phrase("Remember {traits}.", traits=listed(traits)), 2)
    for passed in batch.all(ev.NarrationPassed):
        yield _passed(conflict, passed.part_id)
        if all_passed(conflict):
            winner = batch.after.house_rules.all_pass_narrator == "winner"
            who = ranks(conflict, batch.after.house_rules)[0] if winner else batch.after.gm.name
            yield Spoken(phrase("{name}, please wrap it up.", name=who), 3)


def _passed(conflict: Conflict, part: str) -> Spoken:
    two = conflict.phase is Phase.NARRATION and len(conflict.participants) == 2
    if not two or all_passed(conflict):
        return Spoken(phrase("{name} passes.", name=part), 1)
    winner, loser = conflict.order
    if part == loser:
        return Spoken(phrase("{loser} passes. {winner} narrates it all.", loser=loser, winner=capital(winner)), 3)
    whose = owned(winner)
    left = phrase("{winner} leaves it to {loser}; {whose} goal still happens.", winner=winner, loser=loser, whose=whose)
    return Spoken(left, 3)


def disputes(batch: Batch) -> Iterator[Spoken]:
    """Claimed places, vetoes, rulings, mooks (N9, N10, N11, N22)."""
    for claim in batch.all(ev.OrderClaimed):
        place = placed(claim.position, claim.other)
        yield Spoken(phrase("{name} goes {place}.", name=claim.part_id, place=place), 2)
    for veto in batch.all(ev.NarrationVetoed):
        name, other = veto.by, capital(veto.target)
        yield Spoken(phrase("{name} vetoes that. {other} tells it differently, or passes.", name=name, other=other), 2)
    for ruled in batch.all(ev.StakesRuled):
        yield Spoken(phrase("{name} decides that.", name=ruled.by), 1)
    conflict = batch.conflict
    for mooks in batch.all(ev.MooksTakenOut):
        group = conflict.part(mooks.group) if conflict is not None else None
        size = (group.mooks or 0) if group is not None else 0
        down = number(size - mooks.left)
        yield Spoken(phrase("{down} of {size} {group} down.", down=down, size=number(size), group=mooks.group), 2)
    for adopted in batch.all(ev.StakeAdopted):
        whose = owned(adopted.from_)
        yield Spoken(phrase("{name} takes up {whose} stake.", name=adopted.adopter, whose=whose), 2)


def gifts(batch: Batch) -> Iterator[Spoken]:
    """Cards given and how the piles stand (N14, N15, N16)."""
    for given in batch.all(ev.VictoryCardGiven):
        name, other, card = given.from_, given.to, spoken(given.card)
        yield Spoken(phrase("{name} gives {other} the {card}.", name=name, other=other, card=card), 1)
    for last in batch.all(ev.SacrificeCardGiven):
        yield Spoken(phrase("{name} gets the {card}.", name=last.to, card=spoken(last.card)), 2)
    conflict = batch.after.conflict
    standing = batch.all(ev.StandingsChanged)
    if not standing or conflict is None:
        return
    order = standing[-1].standings
    if order:
        told, first = joined(order, ", "), capital(order[0])
        yield Spoken(phrase("Standings: {standings}. {name} is ahead.", standings=told, name=first), 2)
    for reopened in batch.all(ev.NarrationReopened):
        if reopened.part_id in order:
            name, place = reopened.part_id, number(order.index(reopened.part_id) + 1)
            yield Spoken(phrase("{name} rises to place {place}; {name} may revise.", name=name, place=place), 2)
    for given in batch.all(ev.VictoryCardGiven):
        yield Spoken(phrase("{name}, work that help into your narration.", name=given.from_), 2)


def endings(batch: Batch) -> Iterator[Spoken]:
    """A conflict is settled: who gets what they wanted."""
    closed, conflict = batch.first(ev.ConflictClosed), batch.after.last_conflict
    if closed is None or conflict is None:
        return
    winner = conflict.part(closed.winner)
    stake = detail(winner.stake) if winner is not None else EMPTY
    yield Spoken(phrase("The conflict is over. {winner} wins{stake}.", winner=capital(closed.winner), stake=stake), 2)
