"""Stakes of a conflict, and their opposition (PTA-22 to PTA-25)."""

from collections.abc import Iterator
from typing import ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes
from engine.common.words import counted
from engine.fields import Words
from engine.phrase import Phrase, phrase, template, verbatim
from engine.systems.choice_pta.choices import STAKES, parts_of
from engine.systems.choice_pta.entities import Conflict, Opposition, Participant, Seat
from engine.systems.choice_pta.fields import Mooks, StakeName
from engine.systems.choice_pta.fold import known_seat, running, with_conflict, with_part
from engine.systems.choice_pta.guards import named_or_own, own_part, which
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Command, Event, SeatCommand
from engine.systems.choice_pta.naming import find_part, find_seat, matches, seat_if_known
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Phase, Turn

GM_LABEL = "GM"
_OPPOSING = (
    (True, phrase("Let two stakes oppose each other")),
    (False, phrase("Let two stakes both come true")),
)


class StakeSet(Event):
    """A participant with its stake; `text` is "" until it is stated."""

    weight: ClassVar[int] = 1
    taken_back: ClassVar[str] = template("the stake of {part_id}")
    part_id: str
    seat: str
    text: str
    mook_size: int | None = None

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        known = conflict.part(self.part_id)
        if known is None:
            turn = Turn.WAITING if conflict.phase is Phase.STAKES else Turn.DONE
            part = Participant(self.part_id, self.seat, self.text, self.mook_size, turn=turn)
            return with_conflict(state, participants=(*conflict.participants, part))
        parts = with_part(conflict, self.part_id, stake=self.text, mooks=self.mook_size)
        return with_conflict(state, participants=parts)

    def sentence(self) -> Phrase:
        name = verbatim(self.part_id)
        if self.mook_size:
            name = phrase("{name} ({mooks})", name=name, mooks=counted(self.mook_size, "mook", "mooks"))
        if not self.text:
            return phrase("{name} took part", name=name)
        return phrase("At stake for {name}: {stake}", name=name, stake=self.text)


class SetStake(SeatCommand):
    """State what a participant gets on success (PTA-23).

    Attributes:
        player: Whose stake; the speaker's when empty, the GM's when `label` is nobody of the table.
        label: Name of a GM stake ("goons").
        text: The stake.
        new: Another GM stake besides those there are.
        mook: Size when it is a group of underlings (PTA-79).
    """

    talk: ClassVar[Talk] = Talk(confirm="The stake: {text}?")
    phases: ClassVar[tuple[Phase, ...]] = (Phase.STAKES, Phase.ROUND_NARRATION)
    for_others: ClassVar[bool] = True
    label: Words | None = None
    text: Words = ""
    new: bool = False
    mook: Mooks | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        """State or restate what a participant gets; it joins if it takes no part yet (PTA-22, PTA-23)."""
        name = _participant(ledger, self, who)
        part, seat = ledger.conflict.part(name[0]), name[1]
        if not self.text.strip():
            raise Refused("STAKE_MISSING", phrase("Say what is at stake."))
        _refuse_late(ledger, part, seat)
        mooks = self.mook if self.mook is not None else part.mooks if part is not None else None
        if mooks is not None and (mooks < 1 or seat != ledger.gm):
            raise Refused("NOT_A_MOOK_GROUP", phrase("A group of mooks belongs to the GM and has at least one member."))
        ledger.record(StakeSet(name[0], seat, self.text.strip(), mooks))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        conflict, text = running(state), Field("text", phrase("What comes true on success"))
        own = conflict.parts_of(who)
        if not known_seat(state, who).is_gm:
            label = phrase("Restate your stake") if own and own[0].stake else phrase("State your stake")
            yield Move(cls.kind, label, STAKES, fields=(text,))
            return
        for part in own:
            restate = phrase("Restate the stake of {name}", name=part.name)
            label = restate if part.stake else phrase("State the stake of {name}", name=part.name)
            yield Move(cls.kind, label, STAKES, (("label", part.name),), (text,))
        fields = (Field("label", phrase("Name of the stake")), text)
        yield Move(cls.kind, phrase("Add a stake of yours"), STAKES, (("new", True),), fields)
        size = Field("mook", phrase("How many"), "number", least=1)
        yield Move(cls.kind, phrase("Add a group of mooks"), STAKES, (("new", True),), (*fields, size))


def _refuse_late(ledger: Ledger, part: Participant | None, seat: str) -> None:
    """After the cards began, only a newcomer may join, where the house allows it (PTA-70, R-74)."""
    joining = part is None and seat != ledger.gm and ledger.rules.late_entry == "join_next_round"
    if ledger.conflict.phase is not Phase.STAKES and not joining:
        raise Refused("WRONG_PHASE", phrase("The stakes of this conflict are locked."))


def _participant(ledger: Ledger, command: SetStake, who: str) -> tuple[str, str]:
    """Name and owner of the participant the stake is for."""
    speaker = find_seat(ledger.state, command.actor) if command.actor else None
    if command.label:
        return _labelled(ledger, command, who, speaker)
    if speaker is not None and speaker.name != who:
        raise Refused("NOT_YOUR_SEAT", phrase("{player} states that stake.", player=who))
    own = ledger.conflict.parts_of(who)
    if who != ledger.gm:
        if own and command.new:
            raise Refused("ONE_STAKE_PER_PLAYER", phrase("{player} already has a stake.", player=who))
        return own[0].name if own else part_name(ledger.seat(who)), who
    blank = [part for part in own if not part.stake]
    if len(blank) > 1 and not command.new:
        raise which(blank)
    if blank and not command.new:
        return blank[0].name, who
    unnamed = next((part.name for part in own if part.name == GM_LABEL), None)
    if unnamed is not None and not command.new:
        return unnamed, who
    return _free_label(ledger.conflict), who


def _free_label(conflict: Conflict) -> str:
    names = {part.name for part in conflict.participants}
    number = 2
    while GM_LABEL in names and f"{GM_LABEL} {number}" in names:
        number += 1
    return f"{GM_LABEL} {number}" if GM_LABEL in names else GM_LABEL


def _labelled(ledger: Ledger, command: SetStake, who: str, speaker: Seat | None) -> tuple[str, str]:
    label = (command.label or "").strip()
    found = matches(ledger.conflict.participants, lambda part: (part.name,), label)
    seat = seat_if_known(ledger.state, label)
    if len(found) == 1 and not command.new:
        name, owner = found[0].name, found[0].seat
    elif seat is not None:
        return _participant(ledger, SetStake(actor=command.actor, new=command.new), seat.name)
    else:
        name, owner = label, who if command.player else ledger.gm
    if speaker is not None and speaker.name != owner:
        raise Refused("NOT_YOUR_STAKE", phrase("{player} states the stake of {name}.", player=owner, name=name))
    mine = ledger.conflict.parts_of(owner)
    if owner != ledger.gm and mine and name != mine[0].name:
        raise Refused("ONE_STAKE_PER_PLAYER", phrase("{player} already has a stake.", player=owner))
    return name, owner


def part_name(seat: Seat) -> str:
    """The name of a seat's participant: the protagonist, else the player."""
    if seat.is_gm:
        return GM_LABEL
    return seat.protagonist.name if seat.protagonist is not None and seat.protagonist.name else seat.name


class StakeDropped(Event):
    """A participant was taken out before the cards."""

    weight: ClassVar[int] = 1
    told: ClassVar[str] = template("{part_id} no longer took part")
    taken_back: ClassVar[str] = template("taking {part_id} out")
    part_id: str

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        return with_conflict(
            state,
            participants=tuple(part for part in conflict.participants if part.name != self.part_id),
            opposition=tuple(pair for pair in conflict.opposition if self.part_id not in (pair.first, pair.second)),
        )


class DropStake(Command):
    """Take a participant out again before stakes are locked (PTA-27)."""

    talk: ClassVar[Talk] = Talk(confirm="Drop the stake?")
    phases: ClassVar[tuple[Phase, ...]] = (Phase.STAKES,)
    part_id: StakeName | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        ledger.record(StakeDropped(own_part(ledger, who, self.part_id).name))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        for part in running(state).parts_of(who):
            yield Move(cls.kind, phrase("Take {name} out", name=part.name), STAKES, (("part_id", part.name),))


class OppositionSet(Event):
    """The table said whether two stakes oppose each other."""

    weight: ClassVar[int] = 1
    taken_back: ClassVar[str] = template("what was said about {a} and {b}")
    a: str
    b: str
    opposes: bool

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        others = tuple(pair for pair in conflict.opposition if not pair.concerns(self.a, self.b))
        return with_conflict(state, opposition=(*others, Opposition(self.a, self.b, self.opposes)))

    def sentence(self) -> Phrase:
        if self.opposes:
            return phrase("{name} and {other} oppose each other", name=self.a, other=self.b)
        return phrase("{name} and {other} are compatible", name=self.a, other=self.b)


class SetOpposition(Command):
    """Say whether two stakes oppose each other (PTA-24); an empty name is the speaker's stake."""

    talk: ClassVar[Talk] = Talk(confirm="{a} against {b}?")
    phases: ClassVar[tuple[Phase, ...]] = (Phase.STAKES,)
    a: StakeName = ""
    b: StakeName
    opposes: bool = True

    def decide(self, ledger: Ledger, who: str) -> None:
        """Say whether two stakes can both come true (PTA-24, PTA-25, R-55)."""
        one = named_or_own(ledger, who, self.a)
        other = find_part(ledger.state, ledger.conflict, self.b)
        if one == other:
            raise Refused("UNKNOWN_PARTICIPANT", phrase("Name two different stakes."))
        both_gm = one.seat == other.seat == ledger.gm
        if both_gm and self.opposes and not gm_may_oppose(ledger):
            raise Refused("GM_STAKES_OPPOSE", phrase("Two stakes of the GM never oppose each other."))
        ledger.record(OppositionSet(one.name, other.name, self.opposes))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        parts = parts_of(running(state).participants)
        if len(parts) > 1:
            one = Field("a", phrase("Whose stake"), "choice", parts)
            other = Field("b", phrase("And whose"), "choice", parts[::-1])
            for opposed, label in _OPPOSING:
                yield Move(cls.kind, label, STAKES, (("opposes", opposed),), (one, other))


def gm_may_oppose(ledger: Ledger) -> bool:
    """True where two stakes of the GM may oppose each other (R-55)."""
    return ledger.rules.gm_stakes_may_oppose == "simple_only" and not ledger.conflict.is_extended
