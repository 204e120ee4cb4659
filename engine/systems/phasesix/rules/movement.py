"""Moving and stance: walking, running, crawling, hunkering, standing up (P6-36 to P6-38)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes
from engine.common.words import counted
from engine.fields import Words
from engine.phrase import Phrase, phrase, sentence, spelled
from engine.systems.phasesix.agenda import builds, does
from engine.systems.phasesix.derived import half, in_combat
from engine.systems.phasesix.entities import Character, Deed, State, Task
from engine.systems.phasesix.fields import Cover, Difficulty, FireMode, Metres, Target, WeaponName
from engine.systems.phasesix.fold import known, with_combat
from engine.systems.phasesix.house_rules import HouseRules
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import OwnEvent, Silent, Told
from engine.systems.phasesix.rules.attacks import Attack
from engine.systems.phasesix.rules.deeds import DEED_WORDS, MOVES, DeedCommand, act, cost_of
from engine.systems.phasesix.rules.harm import ConditionRemoved, set_condition
from engine.systems.phasesix.taps import DEEDS, tap
from engine.systems.phasesix.vocabulary import Attr, Cond, DeedKind, TaskKind
from engine.types import Spoken


def reach(who: Character, kind: DeedKind, rules: HouseRules) -> int:
    """Metres of one such deed at most (P6-36)."""
    quickness = who.attr(Attr.QUICKNESS)
    base = {DeedKind.WALK: quickness, DeedKind.RUN: 2 * quickness, DeedKind.CRAWL: half(quickness, rules)}[kind]
    return max(0, base + 1)


class MoveCommand(DeedCommand, base=True):
    """A command of moving some metres."""

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        most = reach(known(state, who), cls.deed, state.house_rules)
        metres = Field("metres", phrase("Metres"), "number", most=most, optional=True)
        yield tap(
            cls, state, who, phrase("{deed} up to {number} m", deed=spelled(cls.deed), number=most), DEEDS, metres
        )


class MovedMetres(OwnEvent, Told):
    """Somebody moves (P6-37); `metres` None when nobody counts them."""

    how: str
    metres: int | None

    def sentence(self) -> Phrase:
        moves = phrase("{character} {moves}", character=self.character, moves=DEED_WORDS.get(self.how, phrase("moves")))
        if self.metres is None:
            return moves
        return phrase("{moves} {metres}", moves=moves, metres=counted(self.metres, "metre", "metres"))

    def aloud_at(self, table: State) -> Spoken | None:
        told = table.house_rules.metres_speech and self.metres
        return Spoken(sentence(self.sentence()), 1) if told else None


class RiderOpened(OwnEvent, Silent):
    """A deed may follow the walk (P6-38)."""

    coupled: bool

    def apply(self, state: State) -> Changes:
        return with_combat(state, rider=self.character, coupled=self.coupled)


class Walk(MoveCommand):
    """Walk up to Quickness + 1 metres; None means as far as needed (P6-37, P6-38).

    Attributes:
        coupled: Another deed follows that pays for both, where the house plays it so.
        then: "attack" for an attack that goes with the walk; the further fields are those of `Attack`.
    """

    deed: ClassVar[DeedKind] = DeedKind.WALK
    talk: ClassVar[Talk] = Talk(confirm="Does {char} walk[ {metres:metre|metres}]?")
    metres: Metres | None = None
    coupled: bool = False
    then: Words | None = None
    target: Target | None = None
    weapon: WeaponName | None = None
    mode: FireMode | None = None
    distance: Metres | None = None
    cover: Cover | None = None
    difficulty: Difficulty = 0

    def decide(self, ledger: Ledger, who: Character) -> None:
        if self.then is None:
            act(ledger, who, self.deed, self)
            return
        if self.then != DeedKind.ATTACK or ledger.rules.walk_rider == "none":
            raise Refused("NO_RIDER", phrase("Only an attack can be combined with a walk here."))
        attack = builds[DeedKind.ATTACK](ledger, who, DeedKind.ATTACK, self._attack())
        act(ledger, who, self.deed, replace(self, coupled=True))
        ledger.queue(Task(TaskKind.DEED, deed=attack), front=False)

    def _attack(self) -> Attack:
        return Attack(
            target=self.target,
            weapon=self.weapon,
            mode=self.mode,
            distance=self.distance,
            cover=self.cover,
            difficulty=self.difficulty,
            as_rider=True,
        )

    @classmethod
    def coupled_move(cls, state: State, who: str) -> Iterator[Move]:
        """A walk that a deed pays for, by house rule."""
        if state.house_rules.walk_rider == "other_pays":
            yield tap(cls, state, who, phrase("walk, paid by an action"), DEEDS, coupled=True)


class Run(MoveCommand):
    """Run up to twice Quickness + 1 metres (P6-37)."""

    deed: ClassVar[DeedKind] = DeedKind.RUN
    talk: ClassVar[Talk] = Talk(confirm="Does {char} run[ {metres:metre|metres}]?")
    metres: Metres | None = None


class Crawl(MoveCommand):
    """Crawl up to half Quickness + 1 metres, hunkered (P6-37)."""

    deed: ClassVar[DeedKind] = DeedKind.CRAWL
    talk: ClassVar[Talk] = Talk(confirm="Does {char} crawl[ {metres:metre|metres}]?")
    metres: Metres | None = None


@builds(*MOVES)
def _move(ledger: Ledger, who: Character, kind: DeedKind, command: Any) -> Deed:
    rules, metres = ledger.rules, command.metres
    hunkered = who.cond(Cond.HUNKERED)
    if kind is DeedKind.CRAWL and not hunkered:
        raise Refused(
            "NOT_HUNKERED", phrase("{character} stands; only those who hunker down crawl.", character=who.name)
        )
    if kind is not DeedKind.CRAWL and hunkered and rules.hunkered_blocks_walk_run:
        raise Refused(
            "HUNKERED", phrase("{character} is hunkered down and can only crawl or stand up.", character=who.name)
        )
    if metres is not None and metres > reach(who, kind, rules):
        far = reach(who, kind, rules)
        raise Refused(
            "TOO_FAR", phrase("{character} can move {number} metres that way.", character=who.name, number=far)
        )
    coupled = rules.walk_rider == "other_pays" and bool(getattr(command, "coupled", False))
    return Deed(
        ledger.new_id("deed"),
        kind,
        who.name,
        0 if coupled else cost_of(ledger.state, kind.value),
        metres=None if metres is None else max(0, metres),
        coupled=coupled,
    )


@does(*MOVES)
def _go(ledger: Ledger, deed: Deed) -> bool:
    ledger.record(MovedMetres(deed.actor, deed.kind.value, deed.metres))
    rule = ledger.rules.walk_rider
    paid = rule == "walk_pays" or (rule == "other_pays" and deed.coupled)
    if deed.kind is DeedKind.WALK and paid and not deed.reaction and in_combat(ledger.state, deed.actor):
        ledger.record(RiderOpened(deed.actor, deed.coupled))
    return False


class Hunker(DeedCommand):
    """Take cover on the spot (P6-36, P6-54)."""

    deed: ClassVar[DeedKind] = DeedKind.HUNKER
    talk: ClassVar[Talk] = Talk(confirm="Does {char} hunker down?")

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        yield tap(cls, state, who, phrase("hunker down"), DEEDS)


@builds(DeedKind.HUNKER)
def _hunker(ledger: Ledger, who: Character, kind: DeedKind, command: Any) -> Deed:
    if who.cond(Cond.HUNKERED):
        raise Refused("ALREADY_HUNKERED", phrase("{character} is already hunkered down.", character=who.name))
    return Deed(ledger.new_id("deed"), kind, who.name, cost_of(ledger.state, "hunker"))


@does(DeedKind.HUNKER)
def _duck(ledger: Ledger, deed: Deed) -> bool:
    set_condition(ledger, deed.actor, Cond.HUNKERED, 1)
    return False


class StandUp(DeedCommand):
    """Get up again (P6-36)."""

    deed: ClassVar[DeedKind] = DeedKind.STAND_UP
    talk: ClassVar[Talk] = Talk(confirm="Does {char} stand up?")

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        yield tap(cls, state, who, phrase("stand up"), DEEDS)


@builds(DeedKind.STAND_UP)
def _stand_up(ledger: Ledger, who: Character, kind: DeedKind, command: Any) -> Deed:
    if not who.cond(Cond.HUNKERED):
        raise Refused("NOT_HUNKERED", phrase("{character} is standing.", character=who.name))
    return Deed(ledger.new_id("deed"), kind, who.name, cost_of(ledger.state, "stand_up"))


@does(DeedKind.STAND_UP)
def _rise(ledger: Ledger, deed: Deed) -> bool:
    if ledger.who(deed.actor).cond(Cond.HUNKERED):
        ledger.record(ConditionRemoved(deed.actor, Cond.HUNKERED))
    return False
