"""Conditions: how somebody gets into them, the rolls they ask for, how they end (rules 3.11)."""

from collections.abc import Iterator
from typing import ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes
from engine.common.words import counted, number
from engine.offers import choice
from engine.phrase import Phrase, joined, phrase, sentence, spelled
from engine.systems.phasesix.agenda import closes, refuse_pending, step
from engine.systems.phasesix.entities import Character, Check, State, Task
from engine.systems.phasesix.fields import Condition, Level, Who
from engine.systems.phasesix.fold import with_condition
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By, Command, OwnCommand, OwnEvent
from engine.systems.phasesix.naming import find_characters, plain
from engine.systems.phasesix.rules.checks import Asked, open_check
from engine.systems.phasesix.rules.harm import DEATH, ConditionRemoved, Died, set_condition, wound
from engine.systems.phasesix.taps import HEALTH, living, of_own
from engine.systems.phasesix.traits import attribute_of
from engine.systems.phasesix.vocabulary import Attr, Cond, Purpose, TaskKind
from engine.types import Spoken

_WORDS = {
    **{"poison": Cond.POISONED, "fire": Cond.BURNING, "on fire": Cond.BURNING, "shock": Cond.SHOCKED},
    **{"prone": Cond.HUNKERED, "hunkered down": Cond.HUNKERED, "knocked out": Cond.UNCONSCIOUS},
}
ROLLS: dict[Cond, Attr] = {
    Cond.DYING: Attr.RESISTANCE,
    Cond.BLEEDING: Attr.ENDURANCE,
    Cond.POISONED: Attr.RESISTANCE,
    Cond.SHOCKED: Attr.ENDURANCE,
    Cond.UNCONSCIOUS: Attr.WILLPOWER,
}
"""Conditions that are rolled for, in their order, and with what."""


def condition_named(said: str) -> Cond:
    """The condition meant by a word."""
    word = plain(said)
    known = _WORDS.get(word) or next((cond for cond in Cond if cond == word), None)
    if known is None:
        every = joined(map(spelled, Cond), ", ")
        raise Refused("BAD_VALUE", phrase("Conditions are {conditions}.", conditions=every))
    return known


class ApplyCondition(OwnCommand):
    """Put somebody into a condition (P6-78, P6-79)."""

    addressed: ClassVar[bool] = True
    talk: ClassVar[Talk] = Talk(confirm="Give {char} the condition {cond}?")
    cond: Condition
    value: Level = 1

    def decide(self, ledger: Ledger, who: Character) -> None:
        """Put somebody into a condition (P6-79, P6-82)."""
        cond = condition_named(self.cond)
        if self.value > 99:
            raise Refused("BAD_VALUE", phrase("That value is too high."))
        set_condition(ledger, who.name, cond, self.value)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        given, asked = of_own(state, who)
        cond = choice("cond", phrase("Which"), ((each.value, spelled(each)) for each in Cond))
        value = Field("value", phrase("How strong"), "number", least=1, most=99)
        yield Move(cls.kind, phrase("Give a condition"), HEALTH, given, (*asked, cond, value))


class RemoveCondition(OwnCommand):
    """End a condition."""

    by: ClassVar[By] = By.GM
    talk: ClassVar[Talk] = Talk(confirm="Is {char} rid of {cond}?")
    cond: Condition

    def decide(self, ledger: Ledger, who: Character) -> None:
        _remove(ledger, who, condition_named(self.cond))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        for one in living(state):
            for condition in one.conditions:
                given = (("char", one.name), ("cond", condition.name))
                ended = spelled(condition.name)
                label = phrase("End {condition} for {character}", condition=ended, character=one.name)
                yield Move(cls.kind, label, HEALTH, given)


class Extinguish(OwnCommand):
    """Put out the fire on somebody."""

    by: ClassVar[By] = By.GM
    talk: ClassVar[Talk] = Talk(confirm="Is the fire on {char} out?")

    def decide(self, ledger: Ledger, who: Character) -> None:
        return _remove(ledger, who, Cond.BURNING)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        for one in living(state):
            if one.cond(Cond.BURNING):
                label = phrase("The fire on {character} is out", character=one.name)
                yield Move(cls.kind, label, HEALTH, (("char", one.name),))


def _remove(ledger: Ledger, who: Character, cond: Cond) -> None:
    if not who.cond(cond):
        text = phrase("{character} is not {condition}.", character=who.name, condition=spelled(cond))
        raise Refused("NO_CONDITION", text)
    ledger.record(ConditionRemoved(who.name, cond))


class ConditionRolled(OwnEvent):
    """A round's roll for a condition; `value` 0 when it is over."""

    cond: Cond
    successes: int
    value: int

    def apply(self, state: State) -> Changes:
        return with_condition(state, self.character, self.cond, self.value)

    def sentence(self) -> Phrase:
        who, cond = self.character, spelled(self.cond)
        if not self.value:
            return phrase("{character} is no longer {condition}", character=who, condition=cond)
        return phrase("{character} stays {condition}, {value}", character=who, condition=cond, value=number(self.value))

    def aloud(self) -> Spoken | None:
        if self.cond is Cond.BLEEDING:
            return (
                Spoken(phrase("{character} loses no blood.", character=self.character), 2) if self.successes else None
            )
        if self.value >= DEATH:
            return None
        if self.cond is not Cond.DYING:
            return Spoken(sentence(self.sentence()), 2)
        needed = counted(self.value, "success", "successes")
        value = number(self.value)
        text = phrase(
            "{character}: dying {value}, {successes} needed.", character=self.character, value=value, successes=needed
        )
        return Spoken(text, 3)


class TickConditions(Command):
    """Roll for conditions outside combat (P6-83); `chars` empty for everybody affected."""

    by: ClassVar[By] = By.GM
    taps: ClassVar[tuple[Move, ...]] = (Move("tick_conditions", phrase("Roll for conditions"), HEALTH),)
    talk: ClassVar[Talk] = Talk(confirm="Roll for conditions[, {who}]?")
    chars: tuple[Who, ...] = ()

    def decide(self, ledger: Ledger, who: None) -> None:
        if ledger.state.combat is not None:
            raise Refused("IN_COMBAT", phrase("In a fight every round rolls for conditions by itself."))
        refuse_pending(ledger.state)
        chars = find_characters(ledger.state, self.chars) if self.chars else ledger.state.characters
        tasks = tuple(task for one in chars for task in ticks_of(ledger, one))
        if not tasks:
            raise Refused("NO_CONDITION", phrase("Nobody is in a condition that is rolled for."))
        ledger.queue(*tasks)


def ticks_of(ledger: Ledger, who: Character) -> tuple[Task, ...]:
    """Rolls that a character in these conditions owes now; a condition gained meanwhile waits for the next round."""
    rolls = tuple(Task(TaskKind.CONDITION, who.name, cond.value) for cond in ROLLS if who.cond(cond))
    burns = ledger.rules.burning_wounds and who.cond(Cond.BURNING)
    return () if who.dead else (*rolls, Task(TaskKind.BURN, who.name)) if burns else rolls


@step(TaskKind.CONDITION)
def _condition(ledger: Ledger, task: Task) -> None:
    cond, who = Cond(task.about), ledger.who(task.who)
    value = who.cond(cond)
    if who.dead or not value:
        return
    if any(check.purpose == Purpose(cond.upper()) and check.character == who.name for check in ledger.state.checks):
        return
    needed = value if cond in (Cond.UNCONSCIOUS, Cond.POISONED, Cond.SHOCKED) else 1
    open_check(ledger, who.name, attribute_of(who, ROLLS[cond]), Purpose(cond.upper()), Asked(needed=needed))


@step(TaskKind.BURN)
def _burn(ledger: Ledger, task: Task) -> None:
    if ledger.who(task.who).cond(Cond.BURNING):
        wound(ledger, task.who, ledger.rules.burning_wounds)


@closes(Purpose.DYING)
def _dying(ledger: Ledger, check: Check, successes: int) -> None:
    value = ledger.who(check.character).cond(Cond.DYING) + (0 if successes else 1)
    ledger.record(ConditionRolled(check.character, Cond.DYING, successes, value))
    if value >= DEATH:
        ledger.record(Died(check.character))


@closes(Purpose.BLEEDING)
def _bleeding(ledger: Ledger, check: Check, successes: int) -> None:
    value = ledger.who(check.character).cond(Cond.BLEEDING)
    ledger.record(ConditionRolled(check.character, Cond.BLEEDING, successes, value))
    if not successes:
        wound(ledger, check.character, value)


@closes(Purpose.POISONED, Purpose.SHOCKED)
def _wearing_off(ledger: Ledger, check: Check, successes: int) -> None:
    cond = Cond(check.purpose.lower())
    value = max(0, ledger.who(check.character).cond(cond) - successes)
    ledger.record(ConditionRolled(check.character, cond, successes, value))


@closes(Purpose.UNCONSCIOUS)
def _waking(ledger: Ledger, check: Check, successes: int) -> None:
    value = ledger.who(check.character).cond(Cond.UNCONSCIOUS)
    left = 0 if successes >= value else value
    ledger.record(ConditionRolled(check.character, Cond.UNCONSCIOUS, successes, left))
