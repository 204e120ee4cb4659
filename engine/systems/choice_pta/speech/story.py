"""Sentences about who narrates, how stakes stand, and how a conflict ends (section 4)."""

from collections.abc import Iterator
from itertools import combinations

from engine.common.words import listed, number
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.cards import spoken
from engine.systems.choice_pta.describe import owned
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
            yield Spoken(f"A victory card for {listed(score.winners)}.", 2)
    for goal in batch.all(ev.GoalReached):
        yield Spoken(f"{listed(goal.parts)} reached {number(goal.goal)}. Final narration.", 3)


def narration_opened(batch: Batch) -> Iterator[Spoken]:
    """Whose turn it is to tell, and who has final say (N1, N6, N7, N8, N12, N14)."""
    opened, conflict = batch.first(ev.NarrationOpened), batch.after.conflict
    if opened is None or conflict is None:
        return
    if opened.scope is Phase.NARRATION:
        yield from _partials(batch, conflict)
        yield from _allies(batch, conflict)
    yield Spoken(_offer_of_turns(opened, conflict), 3)


def _offer_of_turns(opened: ev.NarrationOpened, conflict: Conflict) -> str:
    order, top = ", ".join(opened.suggested), opened.final_say
    if opened.scope is Phase.ROUND_NARRATION:
        return f"Round {number(conflict.round_no)}: {order}." if order else "The round is yours to tell."
    if opened.scope is Phase.FINAL_NARRATION:
        return f"Narrate in this order: {order}." if order else "Narrate the end."
    if len(opened.suggested) == 2:
        loser = next(part for part in opened.suggested if part != top)
        return f"{loser}, you may narrate your setback; {top} finishes and has final say."
    return f"Order: {order}. {top} has final say." if order else f"Narrate. {top} has final say."


def _partials(batch: Batch, conflict: Conflict) -> Iterator[Spoken]:
    for each in conflict.outcomes:
        if each.outcome is Outcome.PARTIAL:
            rivals = (part.name for part in opponents(conflict, each.part, batch.after.gm.name))
            missed = listed(name for name in rivals if name not in each.beats)
            yield Spoken(f"{each.part} beat {listed(each.beats)} but not {missed}.", 2)


def _allies(batch: Batch, conflict: Conflict) -> Iterator[Spoken]:
    """Who of two with a common opponent did better (PTA-48, N8)."""
    gm = batch.after.gm.name
    for one, other in combinations(conflict.order, 2):
        shared = {part.name for part in opponents(conflict, one, gm)} & {
            part.name for part in opponents(conflict, other, gm)
        }
        if shared and not opposes(conflict, one, other, gm):
            yield Spoken(f"{one} did better than {other}.", 1)


def turns(batch: Batch) -> Iterator[Spoken]:
    """Turns taken and given up (N2, N3, N5, N17)."""
    conflict = batch.conflict
    if conflict is None:
        return
    for taken in batch.all(ev.NarrationTaken):
        slot = conflict.slot(taken.part_or_seat)
        traits = [bonus.trait or "" for bonus in slot.bonuses if bonus.kind is BonusKind.TRAIT] if slot else []
        if traits:
            yield Spoken(f"Remember {listed(traits)}.", 2)
    for passed in batch.all(ev.NarrationPassed):
        yield _passed(conflict, passed.part_id)
        if all_passed(conflict):
            winner = batch.after.house_rules.all_pass_narrator == "winner"
            who = ranks(conflict, batch.after.house_rules)[0] if winner else batch.after.gm.name
            yield Spoken(f"{who}, please wrap it up.", 3)


def _passed(conflict: Conflict, part: str) -> Spoken:
    two = conflict.phase is Phase.NARRATION and len(conflict.participants) == 2
    if not two or all_passed(conflict):
        return Spoken(f"{part} passes.", 1)
    winner, loser = conflict.order
    if part == loser:
        return Spoken(f"{loser} passes. {winner} narrates it all.", 3)
    return Spoken(f"{winner} leaves it to {loser}; {owned(winner)} goal still happens.", 3)


def disputes(batch: Batch) -> Iterator[Spoken]:
    """Claimed places, vetoes, rulings, mooks (N9, N10, N11, N22)."""
    for claim in batch.all(ev.OrderClaimed):
        where = f"{claim.position.value} {claim.other}" if claim.other else claim.position.value
        yield Spoken(f"{claim.part_id} goes {where}.", 2)
    for veto in batch.all(ev.NarrationVetoed):
        yield Spoken(f"{veto.by} vetoes that. {veto.target} tells it differently, or passes.", 2)
    for ruled in batch.all(ev.StakesRuled):
        yield Spoken(f"{ruled.by} decides that.", 1)
    conflict = batch.conflict
    for mooks in batch.all(ev.MooksTakenOut):
        group = conflict.part(mooks.group) if conflict is not None else None
        size = (group.mooks or 0) if group is not None else 0
        yield Spoken(f"{number(size - mooks.left).capitalize()} of {number(size)} {mooks.group} down.", 2)
    for adopted in batch.all(ev.StakeAdopted):
        yield Spoken(f"{adopted.adopter} takes up {owned(adopted.from_)} stake.", 2)


def gifts(batch: Batch) -> Iterator[Spoken]:
    """Cards given and how the piles stand (N14, N15, N16)."""
    for given in batch.all(ev.VictoryCardGiven):
        yield Spoken(f"{given.from_} gives {given.to} the {spoken(given.card)}.", 1)
    for last in batch.all(ev.SacrificeCardGiven):
        yield Spoken(f"{last.to} gets the {spoken(last.card)}.", 2)
    conflict = batch.after.conflict
    standing = batch.all(ev.StandingsChanged)
    if not standing or conflict is None:
        return
    order = standing[-1].standings
    if order:
        yield Spoken(f"Standings: {', '.join(order)}. {order[0]} is ahead.", 2)
    for reopened in batch.all(ev.NarrationReopened):
        if reopened.part_id in order:
            name = reopened.part_id
            yield Spoken(f"{name} rises to place {number(order.index(name) + 1)}; {name} may revise.", 2)
    for given in batch.all(ev.VictoryCardGiven):
        yield Spoken(f"{given.from_}, work that help into your narration.", 2)


def endings(batch: Batch) -> Iterator[Spoken]:
    """A conflict is settled: who gets what they wanted."""
    closed, conflict = batch.first(ev.ConflictClosed), batch.after.last_conflict
    if closed is None or conflict is None:
        return
    winner = conflict.part(closed.winner)
    stake = f": {winner.stake}" if winner is not None and winner.stake else ""
    yield Spoken(f"The conflict is over. {closed.winner} wins{stake}.", 2)
