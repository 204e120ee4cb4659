"""Rests: recovery rolls one after another, then the dice come back (P6-76, P6-77)."""

from collections.abc import Iterator
from typing import Any, ClassVar

from engine.board import Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes
from engine.common.words import InWords, Names, Spelled, counted, number
from engine.phrase import Phrase, phrase, sentence, template
from engine.systems.phasesix.agenda import closes, refuse_pending, step
from engine.systems.phasesix.entities import Character, Check, Gauge, State, Task
from engine.systems.phasesix.fields import Hours, Who
from engine.systems.phasesix.fold import known, with_character
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By, Command, OwnEvent, Told
from engine.systems.phasesix.naming import everyone
from engine.systems.phasesix.rules.checks import open_check
from engine.systems.phasesix.taps import HEALTH, living, some
from engine.systems.phasesix.traits import Trait
from engine.systems.phasesix.vocabulary import Attr, Cond, Purpose, TaskKind
from engine.types import Spoken

SHORTEST = 6
"""Hours of quiet that make a rest."""

POOLS: dict[Purpose, tuple[str, tuple[Attr, ...]]] = {
    Purpose.REST_HEARTS: ("recovery", (Attr.RESISTANCE, Attr.ENDURANCE, Attr.WILLPOWER)),
    Purpose.REST_ARCANA: ("arcana recovery", (Attr.CHARM, Attr.CONSCIENTIOUSNESS, Attr.WILLPOWER)),
    Purpose.REST_STRESS: ("stress recovery", (Attr.WILLPOWER, Attr.LOGIC)),
}


class RestBegun(Told):
    """People rest (P6-76)."""

    taken_back: ClassVar[str] = template("the rest")
    told: ClassVar[str] = template("{characters} rest")
    characters: Names
    hours: int


class BoostsExpired(OwnEvent):
    """Boosts end with a rest, by house rule."""

    weight: ClassVar[int] = 0
    told: ClassVar[str] = template("{character}'s boosts are over")

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, boosts=0)


class RestRolled(OwnEvent):
    """A recovery roll of a rest (P6-76)."""

    said: ClassVar[str] = template("{character}: {what} {now}.")
    what: Spelled
    successes: int
    gained: int
    now: InWords

    def apply(self, state: State) -> Changes:
        who = known(state, self.character)
        if self.what == "hearts":
            return with_character(state, who.name, hearts=self.now)
        if self.what == "arcana":
            return with_character(state, who.name, arcana=Gauge(self.now, who.arcana.most))
        return with_character(state, who.name, stress=self.now)

    def sentence(self) -> Phrase:
        who, gained = self.character, number(self.gained)
        if self.what == "stress":
            return phrase("{character} loses {number} stress", character=who, number=gained)
        if self.what == "arcana":
            return phrase("{character} gets {number} arcana back", character=who, number=gained)
        return phrase("{character} gets {hearts} back", character=who, hearts=counted(self.gained, "heart", "hearts"))


class DiceRefreshed(OwnEvent):
    """Bonus dice, destiny dice and rerolls are full again (P6-76)."""

    told: ClassVar[str] = template("{character}'s dice are back")

    def apply(self, state: State) -> Changes:
        who = known(state, self.character)
        full = {name: Gauge(gauge.most, gauge.most) for name, gauge in _dice_of(who)}
        return with_character(state, who.name, **full)

    def aloud_at(self, table: State) -> Spoken | None:
        who = table.character(self.character)
        any_dice = who is not None and (who.bonus.most or who.destiny.most or who.rerolls.most)
        return Spoken(sentence(self.sentence()), 1) if any_dice else None


class Rest(Command):
    """A rest of at least six hours (P6-76); `chars` empty for all living player characters."""

    by: ClassVar[By] = By.GM
    talk: ClassVar[Talk] = Talk(confirm="A rest[ for {chars}]?")
    chars: tuple[Who, ...] = ()
    hours: Hours = 8

    def decide(self, ledger: Ledger, who: None) -> None:
        """Recovery rolls one after another, then the dice come back (P6-76)."""
        state = ledger.state
        if state.combat is not None:
            raise Refused("IN_COMBAT", phrase("Nobody rests in a fight."))
        refuse_pending(state)
        chars = everyone(state, self.chars)
        if self.hours < SHORTEST:
            raise Refused("REST_TOO_SHORT", phrase("A rest takes at least six quiet hours."))
        dying = next((one for one in chars if one.cond(Cond.DYING)), None)
        if dying is not None:
            raise Refused("DYING", phrase("{name} is dying; stabilise first.", name=dying.name))
        ledger.record(RestBegun(tuple(one.name for one in chars), self.hours))
        refresh = tuple(Task(TaskKind.REFRESH, one.name) for one in chars)
        if ledger.rules.rest_refresh == "before":
            for task in refresh:
                _refresh(ledger, task)
        for one in chars:
            _roll_on(ledger, one.name)
        if ledger.rules.rest_refresh != "before":
            ledger.queue(*refresh)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        yield Move(cls.kind, phrase("Rest for a night"), HEALTH, fields=(some("chars", living(state)),))


def _dice_of(who: Any) -> tuple[tuple[str, Gauge], ...]:
    return (("bonus", who.bonus), ("destiny", who.destiny), ("rerolls", who.rerolls))


def _rolls(state: State, who: Character) -> Iterator[Purpose]:
    """A character's recovery rolls, in their order; those that could not bring anything are left out."""
    if who.empty:
        yield Purpose.REST_HEARTS
    if "magic" in state.extensions and who.arcana.now < who.arcana.most:
        yield Purpose.REST_ARCANA
    if "horror" in state.extensions and who.stress:
        yield Purpose.REST_STRESS


def _roll_on(ledger: Ledger, name: str, done: Purpose | None = None) -> None:
    """Open the next recovery roll of a character; everybody rolls on their own, in any order."""
    order = tuple(POOLS)
    behind = order[order.index(done) + 1 :] if done is not None else order
    purpose = next((each for each in _rolls(ledger.state, ledger.who(name)) if each in behind), None)
    if purpose is not None:
        _roll(ledger, Task(TaskKind.REST, name, purpose.value))


@step(TaskKind.REST)
def _roll(ledger: Ledger, task: Task) -> None:
    purpose, who = Purpose(task.about), ledger.who(task.who)
    label, attributes = POOLS[purpose]
    open_check(ledger, who.name, Trait(label, sum(who.attr(one) for one in attributes), ""), purpose)


@step(TaskKind.REFRESH)
def _refresh(ledger: Ledger, task: Task) -> None:
    if ledger.rules.boosts_expire_on_rest and ledger.who(task.who).boosts:
        ledger.record(BoostsExpired(task.who))
    ledger.record(DiceRefreshed(task.who))


@closes(Purpose.REST_HEARTS, Purpose.REST_ARCANA, Purpose.REST_STRESS)
def _recovered(ledger: Ledger, check: Check, successes: int) -> None:
    who = ledger.who(check.character)
    if check.purpose is Purpose.REST_HEARTS:
        gained = min(successes, who.empty)
        result = ("hearts", gained, who.hearts + gained)
    elif check.purpose is Purpose.REST_ARCANA:
        gained = min(successes, max(0, who.arcana.most - who.arcana.now))
        result = ("arcana", gained, who.arcana.now + gained)
    else:
        gained = min(successes, who.stress)
        result = ("stress", gained, who.stress - gained)
    what, gained, now = result
    ledger.record(RestRolled(who.name, what, successes, gained, now))
    if not any(task.kind is TaskKind.REST for task in ledger.state.tasks):  # a rest of an older log queued them all
        _roll_on(ledger, who.name, check.purpose)
