"""Deciding about who narrates, in which order, and vetoes (rules 3.8, section 4)."""

from engine.common.words import listed
from engine.phrase import phrase
from engine.systems.choice_pta import commands as cmd
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.entities import Claim, Participant
from engine.systems.choice_pta.fold import known_part
from engine.systems.choice_pta.guards import own_part, which
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.naming import find_part, find_seat
from engine.systems.choice_pta.narrating import all_passed, objects, reordered
from engine.systems.choice_pta.ranking import is_above, ranks
from engine.systems.choice_pta.rulebook import NARRATING, rule
from engine.systems.choice_pta.vocabulary import OfferStatus, Phase, Position, Status, Turn
from engine.types import Rejected

_OPEN = (Turn.WAITING, Turn.REOPENED, Turn.SPEAKING)


@rule(cmd.TakeNarration, *NARRATING, acts="player")
def take_narration(ledger: Ledger, command: cmd.TakeNarration, who: str) -> Rejected | None:
    """Begin a turn, also an extra one after having told already (PTA-50, N4, N18, N21)."""
    if not ledger.conflict.parts_of(who) and not command.part_id:
        return _from_outside(ledger, command, who)
    part = _part_in_turn(ledger, who, command.part_id, (Turn.WAITING, Turn.REOPENED))
    if isinstance(part, Rejected):
        return part
    if part.status is not Status.ACTIVE and not _may_tell_fall(ledger, part):
        return Rejected("NOT_ACTIVE", phrase("{name} is out of this conflict.", name=part.name))
    if part.turn is Turn.SPEAKING:
        return Rejected("ALREADY_NARRATED", phrase("{name} is being narrated already.", name=part.name))
    ledger.record(ev.NarrationTaken(part.name, who, extra=part.turn in (Turn.DONE, Turn.PASSED)))
    return None


def _may_tell_fall(ledger: Ledger, part: Participant) -> bool:
    """The fall may be told in its own round, a sacrifice in the end (N21)."""
    final = ledger.conflict.phase is Phase.FINAL_NARRATION
    return part.fell_in == ledger.conflict.round_no or (final and part.status is Status.DESTROYED)


def _part_in_turn(ledger: Ledger, who: str, said: str | None, turns: tuple[Turn, ...]) -> Participant | Rejected:
    """The own participant meant; of several, the only one whose turn is like that."""
    own = ledger.conflict.parts_of(who)
    if said:
        part = own_part(ledger, who, said)
        mine = [each for each in own if each.turn in turns]
        if isinstance(part, Rejected) and part.code == "AMBIGUOUS" and len(mine) == 1:
            return mine[0]
        return part
    fitting = [part for part in own if part.turn in turns and part.status is Status.ACTIVE]
    if len(own) > 1 and len(fitting) == 1:
        return fitting[0]
    return which(fitting or own) if len(own) > 1 else own_part(ledger, who, None)


def _from_outside(ledger: Ledger, command: cmd.TakeNarration, who: str) -> Rejected | None:
    """Somebody who takes no part tells something by leave, bribe, or because everybody passed (N5, N18, R-62)."""
    leave = _leave(ledger, command, who)
    if leave is None:
        needed = phrase("{player} needs leave from the narrator or from the top rank.", player=who)
        return Rejected("NO_LEAVE_TO_NARRATE", needed)
    ledger.record(ev.NarrationTaken(who, who, extra=True, leave_from=leave))
    return None


def _leave(ledger: Ledger, command: cmd.TakeNarration, who: str) -> str | None:
    """The participant by whose leave an outsider tells, None without leave."""
    conflict, rules = ledger.conflict, ledger.rules
    order = ranks(conflict, rules)
    top = order[0] if order else ""
    wraps_up = who == ledger.gm and rules.all_pass_narrator == "gm" and all_passed(conflict)
    if wraps_up or rules.outsider_narration == "free":
        return top
    if rules.outsider_narration == "never":
        return None
    if command.leave_from:
        giver = find_part(ledger.state, conflict, command.leave_from)
        if isinstance(giver, Participant) and (giver.turn is Turn.SPEAKING or giver.name == top):
            return giver.name
    dealt = any(
        offer.payer == who
        and offer.conflict_no == conflict.number
        and offer.status in (OfferStatus.ACCEPTED, OfferStatus.FREE)
        for offer in ledger.state.offers
    )
    return top if dealt else None


@rule(cmd.PassNarration, *NARRATING, acts="player")
def pass_narration(ledger: Ledger, command: cmd.PassNarration, who: str) -> Rejected | None:
    """Give a turn up (PTA-50, N2, N3, N5)."""
    part = _part_in_turn(ledger, who, command.part_id, _OPEN)
    if isinstance(part, Rejected):
        return part
    if part.turn not in _OPEN:
        return Rejected("ALREADY_NARRATED", phrase("{name} has no turn of narration open.", name=part.name))
    ledger.record(ev.NarrationPassed(part.name))
    return None


@rule(cmd.FinishNarration, *NARRATING, acts="player")
def finish_narration(ledger: Ledger, command: cmd.FinishNarration, who: str) -> Rejected | None:
    """End the own turn."""
    part = _part_in_turn(ledger, who, command.part_id, (Turn.SPEAKING,))
    if isinstance(part, Rejected):
        return part
    if part.turn is not Turn.SPEAKING:
        silent = phrase("{name} is not being narrated; say that you narrate first.", name=part.name)
        return Rejected("NOT_SPEAKING", silent)
    ledger.record(ev.NarrationFinished(part.name))
    return None


@rule(cmd.ClaimOrder, *NARRATING, acts="player")
def claim_order(ledger: Ledger, command: cmd.ClaimOrder, who: str) -> Rejected | None:
    """Ask for a place; a higher rank's claim stands against it (PTA-50, N10, R-61)."""
    part = _part_in_turn(ledger, who, command.part_id, _OPEN)
    if isinstance(part, Rejected):
        return part
    order = ranks(ledger.conflict, ledger.rules)
    if ledger.rules.narration_dispute == "winner_decides_all" and part.name != order[0]:
        return Rejected("OUTRANKED_CLAIM", phrase("{name} decides the order.", name=order[0]))
    if command.sequence:
        return _whole_order(ledger, part, command.sequence)
    claim = _claim(ledger, part, command)
    if isinstance(claim, Rejected):
        return claim
    for other in ledger.conflict.claims:
        if objects(other, claim) and is_above(ledger.conflict, other.part, part.name, ledger.rules):
            return Rejected("OUTRANKED_CLAIM", phrase("{name} ranks higher and wants it otherwise.", name=other.part))
    ledger.record(ev.OrderClaimed(claim.part, claim.position, claim.other))
    ledger.record(ev.NarrationOrderChanged(reordered(ledger.conflict, ledger.rules)))
    return None


def _claim(ledger: Ledger, part: Participant, command: cmd.ClaimOrder) -> Claim | Rejected:
    position = Position(command.position.strip().lower())
    if position in (Position.FIRST, Position.LAST):
        return Claim(part.name, position)
    other = find_part(ledger.state, ledger.conflict, command.other or "")
    if isinstance(other, Rejected):
        return other
    if other == part:
        return Rejected("UNKNOWN_PARTICIPANT", phrase("Say before or after whom else."))
    return Claim(part.name, position, other.name)


def _whole_order(ledger: Ledger, part: Participant, said: tuple[str, ...]) -> Rejected | None:
    """The winner names the whole order, where the house leaves it to the winner (R-61)."""
    if ledger.rules.narration_dispute != "winner_decides_all":
        return Rejected("OUTRANKED_CLAIM", phrase("Everybody picks their own place at this table."))
    names: list[str] = []
    for each in said:
        found = find_part(ledger.state, ledger.conflict, each)
        if isinstance(found, Rejected):
            return found
        names.append(found.name)
    active = {each.name for each in ledger.conflict.participants if each.status is Status.ACTIVE}
    if set(names) != active or len(names) != len(active):
        return Rejected("UNKNOWN_PARTICIPANT", phrase("Name each of {names} once.", names=listed(sorted(active))))
    ledger.record(ev.NarrationOrderChanged(tuple(names)))
    return None


@rule(cmd.VetoNarration, *NARRATING, acts="player")
def veto_narration(ledger: Ledger, command: cmd.VetoNarration, who: str) -> Rejected | None:
    """A higher rank refuses what a lower one told (PTA-51, PTA-52)."""
    target, rank = _vetoed(ledger, command.target)
    if isinstance(target, Rejected):
        return target
    vetoer = _vetoer(ledger, who, command.part_id)
    if isinstance(vetoer, Rejected):
        return vetoer
    outsider = target != rank
    if not (outsider and vetoer.name == rank) and not is_above(ledger.conflict, vetoer.name, rank, ledger.rules):
        below = phrase("{name} does not rank above {other}.", name=vetoer.name, other=target)
        return Rejected("CANNOT_VETO_HIGHER", below)
    part = ledger.conflict.part(target)
    if not any(entry.teller == target for entry in ledger.conflict.entries):
        return Rejected("NOTHING_TO_VETO", phrase("{name} has not narrated anything.", name=target))
    ledger.record(ev.NarrationVetoed(vetoer.name, target, command.what.strip()))
    if part is not None and part.turn is Turn.DONE:
        ledger.record(ev.NarrationReopened(part.name, "veto"))
    return None


def _vetoed(ledger: Ledger, said: str | None) -> tuple[str | Rejected, str]:
    """Who told it, and the participant whose rank counts: their own, or whose leave an outsider has."""
    conflict = ledger.conflict
    entries = [entry for entry in conflict.entries if not entry.vetoed] or list(conflict.entries)
    if not said:
        if not entries:
            return Rejected("NOTHING_TO_VETO", phrase("Nothing has been narrated yet.")), ""
        return entries[-1].teller, entries[-1].leave_from or entries[-1].teller
    part = find_part(ledger.state, conflict, said)
    if isinstance(part, Participant):
        return part.name, part.name
    seat = find_seat(ledger.state, said)
    if not isinstance(seat, Rejected):
        leave = next((entry.leave_from for entry in reversed(entries) if entry.teller == seat.name), None)
        if leave is not None:
            return seat.name, leave
    return part, ""


def _vetoer(ledger: Ledger, who: str, said: str | None) -> Participant | Rejected:
    """The participant whose rank the speaker uses: the one named, else the own one that ranks best."""
    own = ledger.conflict.parts_of(who)
    if said or not own:
        return own_part(ledger, who, said)
    order = ranks(ledger.conflict, ledger.rules)
    return min(own, key=lambda part: order.index(part.name) if part.name in order else len(order))


@rule(cmd.RuleOnStakes, *NARRATING, acts="player")
def rule_on_stakes(ledger: Ledger, command: cmd.RuleOnStakes, who: str) -> Rejected | None:
    """The top rank settles what the cards leave unclear (PTA-49, N7, N9, N11)."""
    order = ranks(ledger.conflict, ledger.rules)
    top = known_part(ledger.conflict, order[0])
    if top.seat != who:
        return Rejected("NOT_HIGHEST", phrase("{name} ranks highest and decides.", name=top.name))
    ledger.record(ev.StakesRuled(top.name, command.text.strip()))
    return None
