"""Everybody's turn at narrating (rules 3.8, section 4)."""

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import listed, number
from engine.phrase import Phrase, joined, phrase, template
from engine.systems.choice_pta.choices import NARRATION, for_which, parts_of
from engine.systems.choice_pta.entities import Conflict, Entry, Participant
from engine.systems.choice_pta.fields import SeatName, StakeName
from engine.systems.choice_pta.fold import running, with_conflict, with_part
from engine.systems.choice_pta.guards import own_part, which
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Batch, Event, SeatCommand
from engine.systems.choice_pta.naming import part_if_known
from engine.systems.choice_pta.narrating import all_passed, arranged, offered, to_narrate
from engine.systems.choice_pta.ranking import ranks, standings
from engine.systems.choice_pta.stakes import opponents, opposes
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import NARRATING, BonusKind, OfferStatus, Outcome, Phase, Status, Turn
from engine.systems.choice_pta.words import owned
from engine.types import Spoken

OPEN_TURNS = (Turn.WAITING, Turn.REOPENED, Turn.SPEAKING)
_TOLD = {
    Phase.ROUND_NARRATION: phrase("The round is narrated"),
    Phase.FINAL_NARRATION: phrase("The end is narrated"),
}


class NarrationOpened(Event):
    """People may tell what happened (PTA-50).

    Attributes:
        scope: The narration phase.
        suggested: Order that is suggested; empty when the house suggests none.
        final_say: Top rank.
    """

    scope: Phase
    suggested: tuple[str, ...]
    final_say: str

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        parts = tuple(changed(part, turn=Turn.WAITING, told=False, passed=False) for part in conflict.participants)
        fresh = changed(conflict, participants=parts, entries=(), claims=())
        return {"conflict": changed(fresh, phase=self.scope, suggested=self.suggested)}

    def sentence(self) -> Phrase:
        told = _TOLD.get(self.scope, phrase("The outcome is narrated"))
        if not self.suggested:
            return told
        return phrase("{told} in this order: {order}", told=told, order=joined(self.suggested, ", "))

    def heard(self, batch: Batch) -> Iterator[Spoken]:
        """Tells who did better, then whose turn it is and who has final say (N1, N6, N7, N8, N12)."""
        conflict, gm = running(batch.after), batch.after.gm.name
        if self.scope is Phase.NARRATION:
            yield from _partials(conflict, gm)
            yield from _allies(conflict, gm)
        yield Spoken(self._offer_of_turns(conflict.round_no), 3)

    def _offer_of_turns(self, round_no: int) -> Phrase:
        order, top = joined(self.suggested, ", "), self.final_say
        if self.scope is Phase.ROUND_NARRATION:
            if not order:
                return phrase("Narrate the round.")
            return phrase("Round {number}: {order}.", number=number(round_no), order=order)
        if self.scope is Phase.FINAL_NARRATION:
            return phrase("Narrate in this order: {order}.", order=order) if order else phrase("Narrate the end.")
        if len(self.suggested) == 2:
            loser = next(part for part in self.suggested if part != top)
            return phrase(
                "{loser}, you may narrate your setback; then {top}, with the final say.", loser=loser, top=top
            )
        if not order:
            return phrase("Narrate. The final say is with {top}.", top=top)
        return phrase("Order: {order}. The final say is with {top}.", order=order, top=top)


def _partials(conflict: Conflict, gm: str) -> Iterator[Spoken]:
    for each in conflict.outcomes:
        if each.outcome is Outcome.PARTIAL:
            rivals = (part.name for part in opponents(conflict, each.part, gm))
            beaten, missed = listed(each.beats), listed(name for name in rivals if name not in each.beats)
            told = phrase("{name} beat {beaten} but not {missed}.", name=each.part, beaten=beaten, missed=missed)
            yield Spoken(told, 2)


def _allies(conflict: Conflict, gm: str) -> Iterator[Spoken]:
    """Tells which of two with a common opponent did better (PTA-48, N8)."""
    for one, other in combinations(conflict.order, 2):
        theirs = {part.name for part in opponents(conflict, other, gm)}
        shared = any(part.name in theirs for part in opponents(conflict, one, gm))
        if shared and not opposes(conflict, one, other, gm):
            yield Spoken(phrase("{name} did better than {other}.", name=one, other=other), 1)


def open_narration(ledger: Ledger, scope: Phase) -> None:
    """Offer everybody a turn, worst first unless the house says otherwise."""
    conflict, rules = ledger.conflict, ledger.rules
    ranking = standings(conflict, rules) if scope is Phase.FINAL_NARRATION else conflict.order
    telling = offered(conflict, ranking)
    top = next(iter((*telling, *ranking)), "")
    ledger.record(NarrationOpened(scope, arranged(telling, rules), top))


class NarrationTaken(Event):
    """Somebody tells.

    Attributes:
        part_or_seat: A participant, or an outsider's name.
        seat: Who speaks.
        extra: After having told already, or from outside.
        leave_from: Participant who let an outsider in.
    """

    taken_back: ClassVar[str] = template("{seat} narrating")
    part_or_seat: str
    seat: str
    extra: bool = False
    leave_from: str | None = None

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        entry = Entry(self.part_or_seat, self.extra, self.leave_from)
        parts = conflict.participants
        if conflict.part(self.part_or_seat) is not None and self.leave_from is None:
            parts = with_part(conflict, self.part_or_seat, turn=Turn.SPEAKING)
        return with_conflict(state, participants=parts, entries=(*conflict.entries, entry))

    def sentence(self) -> Phrase:
        player, name = self.seat, self.part_or_seat
        if name != player and self.extra:
            return phrase("{player} narrated for {name} once more", player=player, name=name)
        if name != player:
            return phrase("{player} narrated for {name}", player=player, name=name)
        if self.extra:
            return phrase("{player} narrated once more", player=player)
        return phrase("{player} narrated", player=player)

    def heard(self, batch: Batch) -> Iterator[Spoken]:
        """A reminder of the traits on the card (N17)."""
        slot = running(batch.after).slot(self.part_or_seat)
        traits = [bonus.trait or "" for bonus in slot.bonuses if bonus.kind is BonusKind.TRAIT] if slot else []
        if traits:
            yield Spoken(phrase("Remember {traits}.", traits=listed(traits)), 2)


class NarrationFinished(Event):
    """A turn is over."""

    told: ClassVar[str] = ""
    taken_back: ClassVar[str] = template("the end of {whose_part_id} turn")
    part_id: str

    def apply(self, state: State) -> Changes:
        return with_conflict(state, participants=with_part(running(state), self.part_id, turn=Turn.DONE, told=True))


class NarrationPassed(Event):
    """A turn was given up."""

    told: ClassVar[str] = template("{part_id} passed on narrating")
    taken_back: ClassVar[str] = template("{part_id} passing")
    part_id: str

    def apply(self, state: State) -> Changes:
        return with_conflict(state, participants=with_part(running(state), self.part_id, turn=Turn.PASSED, passed=True))

    def heard(self, batch: Batch) -> Iterator[Spoken]:
        """Tells who passes, and who tells instead (N2, N3, N5)."""
        conflict, rules = running(batch.after), batch.after.house_rules
        yield _passed(conflict, self.part_id)
        if all_passed(conflict):
            who = ranks(conflict, rules)[0] if rules.all_pass_narrator == "winner" else batch.after.gm.name
            yield Spoken(phrase("{name}, please wrap it up.", name=who), 3)


def _passed(conflict: Conflict, part: str) -> Spoken:
    two = conflict.phase is Phase.NARRATION and len(conflict.participants) == 2
    if not two or all_passed(conflict):
        return Spoken(phrase("{name} passed.", name=part), 1)
    winner, loser = conflict.order
    if part == loser:
        return Spoken(phrase("{loser} passed. All of it is for {winner} to narrate.", loser=loser, winner=winner), 3)
    whose = owned(winner)
    left = phrase(
        "{winner} left the narration to {loser}; {whose} goal still happens.", winner=winner, loser=loser, whose=whose
    )
    return Spoken(left, 3)


class NarrationReopened(Event):
    """A turn comes again, after a veto or a gift (PTA-52, PTA-75)."""

    told: ClassVar[str] = template("{part_id} may narrate it again")
    part_id: str
    cause: str

    def apply(self, state: State) -> Changes:
        return with_conflict(state, participants=with_part(running(state), self.part_id, turn=Turn.REOPENED))


class TakeNarration(SeatCommand):
    """Begin a turn of narration (PTA-50).

    Attributes:
        player: Who tells; the speaker when empty.
        part_id: Participant told for; the teller's only one when None.
        leave_from: For outsiders, who lets them (N18).
    """

    talk: ClassVar[Talk] = Talk(confirm="Is that {player}'s telling?")
    phases: ClassVar[tuple[Phase, ...]] = NARRATING
    part_id: StakeName | None = None
    leave_from: SeatName | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        """Begin a turn, also an extra one after having told already (PTA-50, N4, N18, N21)."""
        if not ledger.conflict.parts_of(who) and not self.part_id:
            ledger.record(NarrationTaken(who, who, extra=True, leave_from=_leave(ledger, self, who)))
            return
        part = part_in_turn(ledger, who, self.part_id, (Turn.WAITING, Turn.REOPENED))
        if part.status is not Status.ACTIVE and not _may_tell_fall(ledger, part):
            raise Refused("NOT_ACTIVE", phrase("{name} is out of this conflict.", name=part.name))
        if part.turn is Turn.SPEAKING:
            raise Refused("ALREADY_NARRATED", phrase("The part of {name} is being narrated already.", name=part.name))
        ledger.record(NarrationTaken(part.name, who, extra=part.turn in (Turn.DONE, Turn.PASSED)))


def _may_tell_fall(ledger: Ledger, part: Participant) -> bool:
    """The fall may be told in its own round, a sacrifice in the end (N21)."""
    final = ledger.conflict.phase is Phase.FINAL_NARRATION
    return part.fell_in == ledger.conflict.round_no or (final and part.status is Status.DESTROYED)


def part_in_turn(ledger: Ledger, who: str, said: str | None, turns: tuple[Turn, ...]) -> Participant:
    """The own participant meant; of several, the only one whose turn is like that."""
    own = ledger.conflict.parts_of(who)
    if said:
        try:
            return own_part(ledger, who, said)
        except Refused as refused:
            mine = [each for each in own if each.turn in turns]
            if refused.rejected.code != "AMBIGUOUS" or len(mine) != 1:
                raise
            return mine[0]
    fitting = [part for part in own if part.turn in turns and part.status is Status.ACTIVE]
    if len(own) > 1 and len(fitting) == 1:
        return fitting[0]
    if len(own) > 1:
        raise which(fitting or own)
    return own_part(ledger, who, None)


def _leave(ledger: Ledger, command: TakeNarration, who: str) -> str:
    """The participant by whose leave, by bribe, or because everybody passed an outsider tells (N5, N18, R-62)."""
    conflict, rules = ledger.conflict, ledger.rules
    order = ranks(conflict, rules)
    top = order[0] if order else ""
    wraps_up = who == ledger.gm and rules.all_pass_narrator == "gm" and all_passed(conflict)
    if wraps_up or rules.outsider_narration == "free":
        return top
    if rules.outsider_narration != "never":
        giver = part_if_known(ledger.state, conflict, command.leave_from)
        if giver is not None and (giver.turn is Turn.SPEAKING or giver.name == top):
            return giver.name
        made = (offer for offer in ledger.state.offers if (offer.payer, offer.conflict_no) == (who, conflict.number))
        if any(offer.status in (OfferStatus.ACCEPTED, OfferStatus.FREE) for offer in made):
            return top
    needed = phrase("{player} needs permission from the narrator or from the top rank.", player=who)
    raise Refused("NO_LEAVE_TO_NARRATE", needed)


class PassNarration(SeatCommand):
    """Give up a turn of narration."""

    talk: ClassVar[Talk] = Talk(confirm="Pass on narrating?")
    phases: ClassVar[tuple[Phase, ...]] = NARRATING
    part_id: StakeName | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        """Give a turn up (PTA-50, N2, N3, N5)."""
        part = part_in_turn(ledger, who, self.part_id, OPEN_TURNS)
        if part.turn not in OPEN_TURNS:
            raise Refused("ALREADY_NARRATED", phrase("No turn of narration is open for {name}.", name=part.name))
        ledger.record(NarrationPassed(part.name))


class FinishNarration(SeatCommand):
    """End the own turn; who told without saying so before has told it all the same (PTA-50)."""

    talk: ClassVar[Talk] = Talk(confirm="Is that part told?")
    phases: ClassVar[tuple[Phase, ...]] = NARRATING
    part_id: StakeName | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        own = ledger.conflict.parts_of(who)
        speaking = any(part.turn is Turn.SPEAKING for part in own)
        part = part_in_turn(ledger, who, self.part_id, (Turn.SPEAKING,) if speaking else OPEN_TURNS)
        if part.turn is not Turn.SPEAKING:
            if part.turn not in OPEN_TURNS or part.status is not Status.ACTIVE:
                raise Refused("NOT_SPEAKING", phrase("No turn of narration is open for {name}.", name=part.name))
            ledger.record(NarrationTaken(part.name, who))
        ledger.record(NarrationFinished(part.name))


def turns(state: State, who: str) -> Iterator[Move]:
    """Telling and passing for each own participant; somebody who takes no part may tell something from outside."""
    conflict = running(state)
    for part in conflict.parts_of(who):
        yield from _turn(conflict, part, for_which(conflict, part))
    if not conflict.parts_of(who):
        yield Move(TakeNarration.kind, phrase("Narrate from outside the conflict"), NARRATION)
        if state.house_rules.outsider_narration == "by_permission":
            leave = Field("leave_from", phrase("With whose permission"), "choice", parts_of(conflict.participants))
            yield Move(TakeNarration.kind, phrase("Narrate with permission"), NARRATION, fields=(leave,))


def _turn(conflict: Conflict, part: Participant, whose: Phrase) -> Iterator[Move]:
    """Telling and passing; the table waits for whoever is next."""
    given, told = (("part_id", part.name),), part.turn in (Turn.DONE, Turn.PASSED)
    owed = part.name in to_narrate(conflict)[:1]
    if part.turn is Turn.SPEAKING:
        yield Move(FinishNarration.kind, phrase("Finish your narration{whose}", whose=whose), NARRATION, given)
        yield Move(PassNarration.kind, phrase("Give up the narration{whose}", whose=whose), NARRATION, given)
        return
    label = phrase("Add something{whose}", whose=whose) if told else phrase("Narrate{whose}", whose=whose)
    yield Move(TakeNarration.kind, label, NARRATION, given, owed=owed)
    if not told:
        yield Move(FinishNarration.kind, phrase("It is told{whose}", whose=whose), NARRATION, given)
    label = phrase("Pass the narration{whose}", whose=whose)
    yield Move(PassNarration.kind, label, NARRATION, given, owed=owed)
