"""Extra dice on a roll: bonus dice, destiny dice, rerolls, and destiny dice handed out (P6-18 to P6-23)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes
from engine.common.words import Worded, counted
from engine.fields import Id
from engine.offers import ROLL
from engine.phrase import Phrase, phrase, template
from engine.systems.phasesix.derived import clipped
from engine.systems.phasesix.entities import Character, Check, Gauge, State
from engine.systems.phasesix.fields import DestinyDice, DiceCount, RerollPay
from engine.systems.phasesix.fold import known, known_check, with_character, with_check
from engine.systems.phasesix.guards import no_extras, refuse_extras
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By, Event, OwnCommand, OwnEvent
from engine.systems.phasesix.rules.checks import CloseCheck, commit, go_on, own_check, roll_named
from engine.systems.phasesix.taps import COUNT, HEALTH, anybody
from engine.systems.phasesix.vocabulary import DieKind


def _added(kind: str, check: Check, label: Phrase, left: Gauge) -> Iterator[Move]:
    """A form for dice that a roll may still get."""
    if left.now:
        count = Field("count", phrase("How many"), "number", least=1, most=left.now)
        waits = check.rolled or not check.due
        yield Move(kind, label, ROLL, (("check_id", check.check_id),), (count,), owed=waits)


def _add(ledger: Ledger, check: Check, bonus: int, destiny: int) -> None:
    if not check.extras:
        raise no_extras()
    refuse_extras(ledger.who(check.character), bonus, destiny)
    commit(ledger, check.check_id, bonus, destiny)
    go_on(ledger, check.check_id)


class AddBonusDie(OwnCommand):
    """Add bonus dice to a roll, before or after it (P6-18)."""

    by: ClassVar[By] = By.ANY
    also_read: ClassVar[Mapping[str, str]] = {"n": "count"}
    talk: ClassVar[Talk] = Talk(confirm="{count:bonus die|bonus dice} more, {char}?")
    check_id: Id | None = None
    count: DiceCount = 1

    def decide(self, ledger: Ledger, who: None) -> None:
        _add(ledger, own_check(ledger.state, self), self.count, 0)


class AddDestinyDie(OwnCommand):
    """Add destiny dice to a roll, before or after it (P6-19)."""

    by: ClassVar[By] = By.ANY
    also_read: ClassVar[Mapping[str, str]] = {"n": "count"}
    talk: ClassVar[Talk] = Talk(confirm="{count:destiny die|destiny dice} more, {char}?")
    check_id: Id | None = None
    count: DiceCount = 1

    def decide(self, ledger: Ledger, who: None) -> None:
        _add(ledger, own_check(ledger.state, self), 0, self.count)


class Rerolled(Event):
    """Every die of a check is thrown again (P6-20)."""

    weight: ClassVar[int] = 0
    told: ClassVar[str] = template("{character} rolls again")
    taken_back: ClassVar[str] = template("{character}'s reroll")
    check_id: str
    character: str
    pay: str
    left: int

    def apply(self, state: State) -> Changes:
        check, who = known_check(state, self.check_id), known(state, self.character)
        again = {DieKind.NATURAL} if state.house_rules.reroll_scope == "natural" else set(DieKind)
        thrown = tuple(die.kind for die in check.dice if die.kind in again)
        kept = tuple(die for die in check.dice if die.kind not in again)
        gauge: Gauge = who.rerolls if self.pay == "reroll" else who.destiny
        paid = {"rerolls" if self.pay == "reroll" else "destiny": clipped(gauge, self.left)}
        return with_character(state, who.name, **paid) | with_check(
            state, check.check_id, due=thrown, dice=kept, old=check.dice, rolled=False
        )


class Reroll(OwnCommand):
    """Throw every die again (P6-20); `pay` is "reroll" or "destiny", None takes a reroll if there is one."""

    by: ClassVar[By] = By.ANY
    talk: ClassVar[Talk] = Talk(confirm="Roll again, {char}?")
    check_id: Id | None = None
    pay: RerollPay | None = None

    def decide(self, ledger: Ledger, who: None) -> None:
        check = own_check(ledger.state, self, rolled=True)
        roller = ledger.who(check.character)
        pay = (self.pay or ("reroll" if roller.rerolls.now else "destiny")).strip().lower()
        natural = any(die.kind is DieKind.NATURAL for die in check.dice)
        if not check.rolled or (not natural and _only_natural(ledger)):
            raise Refused("NOTHING_TO_REROLL", phrase("There are no dice that could be rerolled."))
        if not roller.rerolls.now and (pay == "reroll" or (self.pay is None and not roller.destiny.now)):
            raise Refused("NO_REROLLS", phrase("{name} has no reroll left.", name=roller.name))
        if not check.extras:
            raise no_extras()
        refuse_extras(roller, 0, 1 if pay == "destiny" else 0)
        left = (roller.rerolls if pay == "reroll" else roller.destiny).now - 1
        ledger.record(Rerolled(check.check_id, roller.name, pay, left))
        go_on(ledger, check.check_id)


def _only_natural(ledger: Ledger) -> bool:
    return ledger.rules.reroll_needs_natural or ledger.rules.reroll_scope == "natural"


def open_rolls(state: State, player: str) -> Iterator[Move]:
    """Everything that may be done about the open rolls of a player (P6-18 to P6-21)."""
    for check in state.checks:
        if check.player == player:
            yield from _choices(check, known(state, check.character))


def _choices(check: Check, who: Character) -> Iterator[Move]:
    what, given = roll_named(check), (("check_id", check.check_id),)
    yield CloseCheck.move(check)
    yield from _added(AddBonusDie.kind, check, phrase("Add bonus dice: {roll}", roll=what), who.bonus)
    yield from _added(AddDestinyDie.kind, check, phrase("Add destiny dice: {roll}", roll=what), who.destiny)
    if check.rolled:
        paid = (
            ("reroll", phrase("Reroll all, using a reroll: {roll}", roll=what)),
            ("destiny", phrase("Reroll all, using a destiny die: {roll}", roll=what)),
        )
        for pay, label in paid:
            yield Move(Reroll.kind, label, ROLL, (*given, ("pay", pay)), owed=True)


class DestinyGranted(OwnEvent):
    """Destiny dice are handed out (P6-23)."""

    told: ClassVar[str] = template("{character} gets {count}")
    count: Annotated[int, Worded(lambda count: counted(count, "destiny die", "destiny dice"))]
    now: int

    def apply(self, state: State) -> Changes:
        who = known(state, self.character)
        return with_character(state, who.name, destiny=Gauge(self.now, who.destiny.most))


class GrantDestiny(OwnCommand):
    """Hand out destiny dice (P6-23)."""

    by: ClassVar[By] = By.GM
    also_read: ClassVar[Mapping[str, str]] = {"n": "count"}
    talk: ClassVar[Talk] = Talk(confirm="{count:destiny die|destiny dice} for {char}?")
    count: DestinyDice = 1

    def decide(self, ledger: Ledger, who: Character) -> None:
        ledger.record(DestinyGranted(who.name, self.count, who.destiny.now + self.count))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        yield Move(cls.kind, phrase("Hand out destiny dice"), HEALTH, fields=(anybody(state), COUNT))
