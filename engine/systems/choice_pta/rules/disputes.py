"""The order of narration, vetoes, and what the cards leave unclear (PTA-49 to PTA-52)."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import Worded, listed
from engine.fields import Words
from engine.offers import choice
from engine.phrase import Phrase, capital, joined, phrase, template
from engine.systems.choice_pta.choices import NARRATION, for_which
from engine.systems.choice_pta.entities import Claim, Participant
from engine.systems.choice_pta.fields import OrderPlace, StakeName
from engine.systems.choice_pta.fold import known_part, running, with_conflict
from engine.systems.choice_pta.guards import own_part
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Event, SeatCommand
from engine.systems.choice_pta.naming import find_part, seat_if_known
from engine.systems.choice_pta.narrating import objects, reordered, to_narrate
from engine.systems.choice_pta.ranking import is_above, ranks
from engine.systems.choice_pta.rules.narration import OPEN_TURNS, NarrationReopened, part_in_turn
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import NARRATING, Phase, Position, Status, Turn
from engine.systems.choice_pta.words import detail, placed
from engine.types import Spoken

_NEXT_TO = ((Position.BEFORE.value, phrase("before")), (Position.AFTER.value, phrase("after")))


class OrderClaimed(Event):
    """Somebody wants a place in the order."""

    taken_back: ClassVar[str] = template("{whose_part_id} place in the order")
    part_id: str
    position: Position
    other: str | None = None

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        others = tuple(claim for claim in conflict.claims if claim.part != self.part_id)
        return with_conflict(state, claims=(*others, Claim(self.part_id, self.position, self.other)))

    def sentence(self) -> Phrase:
        return phrase("{name} wanted to narrate {place}", name=self.part_id, place=placed(self.position, self.other))

    def aloud(self) -> Spoken:
        """Tells who goes where (N10)."""
        place = placed(self.position, self.other)
        return Spoken(phrase("{name} may narrate {place}.", name=self.part_id, place=place), 2)


class NarrationOrderChanged(Event):
    """The order suggested now."""

    taken_back: ClassVar[str] = template("the order of narration")
    told: ClassVar[str] = template("Order of narration: {suggested}")
    suggested: Annotated[tuple[str, ...], Worded(lambda suggested: joined(suggested, ", "))]

    def apply(self, state: State) -> Changes:
        return with_conflict(state, suggested=self.suggested)


class ClaimOrder(SeatCommand):
    """Ask for a place in the order of narration (PTA-50).

    Attributes:
        position: "first", "last", "before" or "after".
        other: Participant to come before or after.
        sequence: The whole order, where the winner decides it (R-61).
    """

    talk: ClassVar[Talk] = Talk(confirm="Narrate {position}?")
    phases: ClassVar[tuple[Phase, ...]] = NARRATING
    part_id: StakeName | None = None
    position: OrderPlace = "first"
    other: StakeName | None = None
    sequence: tuple[StakeName, ...] = ()

    def decide(self, ledger: Ledger, who: str) -> None:
        """Ask for a place; a higher rank's claim stands against it (PTA-50, N10, R-61)."""
        part = part_in_turn(ledger, who, self.part_id, OPEN_TURNS)
        order = ranks(ledger.conflict, ledger.rules)
        if ledger.rules.narration_dispute == "winner_decides_all" and part.name != order[0]:
            raise Refused("OUTRANKED_CLAIM", phrase("{name} decides the order.", name=order[0]))
        if self.sequence:
            _whole_order(ledger, part, self.sequence)
            return
        claim = _claim(ledger, part, self)
        for other in ledger.conflict.claims:
            if objects(other, claim) and is_above(ledger.conflict, other.part, part.name, ledger.rules):
                raise Refused("OUTRANKED_CLAIM", phrase("{name} ranks higher and wants it otherwise.", name=other.part))
        ledger.record(OrderClaimed(claim.part, claim.position, claim.other))
        ledger.record(NarrationOrderChanged(reordered(ledger.conflict, ledger.rules)))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        conflict, where = running(state), choice("position", phrase("Where"), _NEXT_TO)
        for part in conflict.parts_of(who):
            given, whose = ("part_id", part.name), for_which(conflict, part)
            others = tuple(name for name in to_narrate(conflict) if name != part.name)
            if not others or part.turn is Turn.SPEAKING:
                continue
            for position in (Position.FIRST, Position.LAST):
                label = phrase("Ask to narrate {place}{whose}", place=placed(position, None), whose=whose)
                yield Move(cls.kind, label, NARRATION, (given, ("position", position.value)))
            label = phrase("Ask to narrate before or after somebody{whose}", whose=whose)
            yield Move(cls.kind, label, NARRATION, (given,), (where, choice("other", phrase("Whom"), others)))


def _claim(ledger: Ledger, part: Participant, command: ClaimOrder) -> Claim:
    position = Position(command.position.strip().lower())
    if position in (Position.FIRST, Position.LAST):
        return Claim(part.name, position)
    other = find_part(ledger.state, ledger.conflict, command.other or "")
    if other == part:
        raise Refused("UNKNOWN_PARTICIPANT", phrase("Say before or after whom else."))
    return Claim(part.name, position, other.name)


def _whole_order(ledger: Ledger, part: Participant, said: tuple[str, ...]) -> None:
    """The winner names the whole order, where the house leaves it to the winner (R-61)."""
    if ledger.rules.narration_dispute != "winner_decides_all":
        raise Refused("OUTRANKED_CLAIM", phrase("Everybody picks their own place at this table."))
    names: list[str] = []
    for each in said:
        names.append(find_part(ledger.state, ledger.conflict, each).name)
    active = {each.name for each in ledger.conflict.participants if each.status is Status.ACTIVE}
    if set(names) != active or len(names) != len(active):
        raise Refused("UNKNOWN_PARTICIPANT", phrase("Name each of {names} once.", names=listed(sorted(active))))
    ledger.record(NarrationOrderChanged(tuple(names)))


class NarrationVetoed(Event):
    """A higher rank refused what was told (PTA-52)."""

    taken_back: ClassVar[str] = template("{whose_by} veto")
    by: str
    target: str
    what: str

    def apply(self, state: State) -> Changes:
        entries = list(running(state).entries)
        for at in range(len(entries) - 1, -1, -1):
            if entries[at].teller == self.target:
                entries[at] = changed(entries[at], vetoed=True)
                break
        return with_conflict(state, entries=tuple(entries))

    def sentence(self) -> Phrase:
        return phrase("{name} vetoed {other}{what}", name=self.by, other=self.target, what=detail(self.what))

    def aloud(self) -> Spoken:
        """Tells who vetoes, and who tells it differently (N11)."""
        name, other = self.by, capital(self.target)
        return Spoken(
            phrase("A veto from {name}. {other} may narrate it differently, or pass.", name=name, other=other), 2
        )


class VetoNarration(SeatCommand):
    """Refuse a lower rank's narration (PTA-52); the one who speaks, or told last, when no target is named."""

    talk: ClassVar[Talk] = Talk(confirm="Is that a veto?")
    phases: ClassVar[tuple[Phase, ...]] = NARRATING
    part_id: StakeName | None = None
    target: StakeName | None = None
    what: Words = ""

    def decide(self, ledger: Ledger, who: str) -> None:
        """A higher rank refuses what a lower one told (PTA-51, PTA-52)."""
        target, rank = _vetoed(ledger, self.target)
        vetoer = _vetoer(ledger, who, self.part_id)
        outsider = target != rank
        if not (outsider and vetoer.name == rank) and not is_above(ledger.conflict, vetoer.name, rank, ledger.rules):
            below = phrase("{other} came out above {name}.", name=vetoer.name, other=target)
            raise Refused("CANNOT_VETO_HIGHER", below)
        part = ledger.conflict.part(target)
        if not any(entry.teller == target for entry in ledger.conflict.entries):
            raise Refused("NOTHING_TO_VETO", phrase("{name} has not narrated anything.", name=target))
        ledger.record(NarrationVetoed(vetoer.name, target, self.what.strip()))
        if part is not None and part.turn is Turn.DONE:
            ledger.record(NarrationReopened(part.name, "veto"))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        """Of anybody who has told something, the latest first (PTA-51)."""
        tellers = tuple(dict.fromkeys(entry.teller for entry in reversed(running(state).entries)))
        if tellers:
            target = choice("target", phrase("Whose narration"), tellers)
            what = Field("what", phrase("What is vetoed"), optional=True)
            yield Move(cls.kind, phrase("Veto a narration"), NARRATION, fields=(target, what))


def _vetoed(ledger: Ledger, said: str | None) -> tuple[str, str]:
    """Tells who told it, and the participant whose rank counts: their own, or whose leave an outsider has."""
    conflict = ledger.conflict
    entries = [entry for entry in conflict.entries if not entry.vetoed] or list(conflict.entries)
    if not said:
        if not entries:
            raise Refused("NOTHING_TO_VETO", phrase("Nothing has been narrated yet."))
        return entries[-1].teller, entries[-1].leave_from or entries[-1].teller
    try:
        part = find_part(ledger.state, conflict, said)
    except Refused:
        seat = seat_if_known(ledger.state, said)
        told = (entry for entry in reversed(entries) if seat is not None and entry.teller == seat.name)
        entry = next(told, None)
        if entry is None or entry.leave_from is None:
            raise
        return entry.teller, entry.leave_from
    return part.name, part.name


def _vetoer(ledger: Ledger, who: str, said: str | None) -> Participant:
    """The participant whose rank the speaker uses: the one named, else the own one that ranks best."""
    own = ledger.conflict.parts_of(who)
    if said or not own:
        return own_part(ledger, who, said)
    order = ranks(ledger.conflict, ledger.rules)
    return min(own, key=lambda part: order.index(part.name) if part.name in order else len(order))


class StakesRuled(Event):
    """The top rank settled what was unclear (PTA-49)."""

    told: ClassVar[str] = template("{by} ruled: {text}")
    said: ClassVar[str] = template("{by} decided that.")
    weight: ClassVar[int] = 1
    taken_back: ClassVar[str] = template("{whose_by} ruling")
    by: str
    text: str

    def apply(self, state: State) -> Changes:
        return with_conflict(state, rulings=(*running(state).rulings, self.text))


class RuleOnStakes(SeatCommand):
    """The top rank settles what the cards leave unclear (PTA-49)."""

    talk: ClassVar[Talk] = Talk(confirm="Is that the ruling?")
    phases: ClassVar[tuple[Phase, ...]] = NARRATING
    text: Words

    def decide(self, ledger: Ledger, who: str) -> None:
        """The top rank settles what the cards leave unclear (PTA-49, N7, N9, N11)."""
        order = ranks(ledger.conflict, ledger.rules)
        top = known_part(ledger.conflict, order[0])
        if top.seat != who:
            raise Refused("NOT_HIGHEST", phrase("{name} ranks highest and decides.", name=top.name))
        ledger.record(StakesRuled(top.name, self.text.strip()))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        text = Field("text", phrase("Decision"))
        yield Move(cls.kind, phrase("Decide what the cards leave open"), NARRATION, fields=(text,))
