"""Stress and ticks, the lasting disorders it brings (rules 3.13)."""

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed, replaced
from engine.common.words import InWords, Worded
from engine.fields import Words
from engine.phrase import capital, phrase, template
from engine.systems.phasesix.derived import stress_limit, with_deltas
from engine.systems.phasesix.entities import Character, Deltas, State, Tick
from engine.systems.phasesix.fields import Stress, Who
from engine.systems.phasesix.fold import known, with_character, with_sheet
from engine.systems.phasesix.guards import no_attribute
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import By, Command, OwnCommand, OwnEvent
from engine.systems.phasesix.naming import everyone, find
from engine.systems.phasesix.taps import COUNT, anybody, living, some
from engine.systems.phasesix.vocabulary import ATTRS
from engine.systems.phasesix.words import worded

MOST_AT_ONCE = 99
STRESS = phrase("Stress")


class StressChanged(OwnEvent):
    """Stress rises or falls (P6-94)."""

    taken_back: ClassVar[str] = template("{character}'s stress")
    told: ClassVar[str] = template("{character}'s stress is {stress}")
    change: int
    stress: InWords
    reason: str = ""

    def apply(self, state: State) -> Changes:
        return with_character(state, self.character, stress=self.stress)


class TickGained(OwnEvent):
    """A disorder is to be read off the tables (P6-95)."""

    told: ClassVar[str] = template("{character} gains a tick")
    weight: ClassVar[int] = 3
    name: str

    def apply(self, state: State) -> Changes:
        ticks = (*known(state, self.character).ticks, Tick(self.name))
        return with_character(state, self.character, ticks=ticks)


class AddStress(Command):
    """Stress from the abnormal (P6-94); `chars` empty for all living player characters."""

    by: ClassVar[By] = By.GM
    extension: ClassVar[str] = "horror"
    also_read: ClassVar[Mapping[str, str]] = {"n": "count"}
    talk: ClassVar[Talk] = Talk(confirm="Give {chars} {count} stress?")
    chars: tuple[Who, ...] = ()
    count: Stress = 1
    reason: Words = ""

    def decide(self, ledger: Ledger, who: None) -> None:
        chars = everyone(ledger.state, self.chars)
        if self.count > MOST_AT_ONCE:
            raise Refused("BAD_VALUE", phrase("That is more stress than possible."))
        for one in chars:
            _strain(ledger, one, self.count, self.reason.strip())

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        fields = (COUNT, some("chars", living(state)), Field("reason", phrase("Why"), optional=True))
        yield Move(cls.kind, phrase("Give stress"), STRESS, fields=fields)


def _strain(ledger: Ledger, who: Character, count: int, reason: str) -> None:
    most, stress = stress_limit(who, ledger.rules), who.stress + count
    if stress < most:
        ledger.record(StressChanged(who.name, count, stress, reason))
        return
    left = stress % most if ledger.rules.stress_overflow == "carry" else 0
    ticks = stress // most if ledger.rules.stress_overflow == "carry" else 1
    ledger.record(StressChanged(who.name, count, left, reason))
    for _ in range(ticks):
        ledger.record(TickGained(who.name, _tick_name(ledger.who(who.name))))


def _tick_name(who: Character) -> str:
    taken = {tick.name for tick in who.ticks}
    number = 1
    while f"tick {number}" in taken:
        number += 1
    return f"tick {number}"


class ReduceStress(OwnCommand):
    """Take stress away."""

    by: ClassVar[By] = By.GM
    extension: ClassVar[str] = "horror"
    also_read: ClassVar[Mapping[str, str]] = {"n": "count"}
    talk: ClassVar[Talk] = Talk(confirm="Take {count} stress off {char}?")
    count: Stress = 1

    def decide(self, ledger: Ledger, who: Character) -> None:
        off = min(self.count, who.stress)
        ledger.record(StressChanged(who.name, -off, who.stress - off))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        yield Move(cls.kind, phrase("Remove stress"), STRESS, fields=(anybody(state), COUNT))


class TickRecorded(OwnEvent):
    """A disorder is written down (P6-95)."""

    told: ClassVar[str] = template("{character} has a tick: {text}")
    name: str
    text: Annotated[str, Worded(capital)]
    deltas: Deltas

    def apply(self, state: State) -> Changes:
        who = known(state, self.character)
        tick = next(one for one in who.ticks if one.name == self.name)
        sheet = with_deltas(who, self.deltas, fill=False)
        written = changed(tick, text=self.text, pending=False, deltas=self.deltas)
        return with_sheet(state, changed(sheet, ticks=replaced(who.ticks, tick, written)))


class RecordTick(OwnCommand):
    """Write down the mental disorder read off the tables (P6-95)."""

    by: ClassVar[By] = By.GM
    extension: ClassVar[str] = "horror"
    talk: ClassVar[Talk] = Talk(confirm="The tick of {char}: {text}?")
    text: Words
    deltas: Deltas = field(default_factory=Deltas)

    @classmethod
    def likely(cls, state: State) -> tuple[str, ...]:
        return tuple(one.name for one in state.characters if any(tick.pending for tick in one.ticks))

    def decide(self, ledger: Ledger, who: Character) -> None:
        tick = next((one for one in who.ticks if one.pending), None)
        if tick is None or not self.text.strip():
            raise Refused("BAD_VALUE", phrase("{character} has no tick to write down.", character=who.name))
        unknown = [value.name for value in self.deltas.attributes if value.name not in ATTRS]
        if unknown:
            raise no_attribute(unknown[0])
        ledger.record(TickRecorded(who.name, tick.name, self.text.strip(), self.deltas))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if any(tick.pending for tick in known(state, who).ticks):
            text = Field("text", phrase("Text from the tables"))
            label = phrase("Write down the tick of {character}", character=who)
            yield Move(cls.kind, label, STRESS, (("char", who),), (text,))


class TickRemoved(OwnEvent):
    """A disorder is cured (P6-95)."""

    told: ClassVar[str] = template("{character} is rid of a tick")
    name: str

    def apply(self, state: State) -> Changes:
        who = known(state, self.character)
        tick = next(one for one in who.ticks if one.name == self.name)
        sheet = with_deltas(who, tick.deltas, fill=False, sign=-1)
        return with_sheet(state, changed(sheet, ticks=replaced(who.ticks, tick, None)))


class RemoveTick(OwnCommand):
    """End a disorder after therapy (P6-95); `tick` None for the only one."""

    by: ClassVar[By] = By.GM
    extension: ClassVar[str] = "horror"
    talk: ClassVar[Talk] = Talk(confirm="Is {char} rid of the tick?")
    tick: Words | None = None
    therapy: bool = False

    def decide(self, ledger: Ledger, who: Character) -> None:
        if self.tick:
            tick = find(who.ticks, lambda one: f"{one.name} {one.text}", self.tick, phrase("tick"))
        elif len(who.ticks) == 1:
            tick = who.ticks[0]
        else:
            number = len(who.ticks) or phrase("no")
            text = phrase("{character} has {number} ticks; say which one.", character=who.name, number=number)
            raise Refused("BAD_VALUE", text)
        if not self.therapy:
            raise Refused("NEEDS_THERAPY", phrase("Only therapy ends a tick."))
        ledger.record(TickRemoved(who.name, tick.name))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        for tick in known(state, who).ticks:
            told = tick.text or worded(tick.name)
            label = phrase("End a tick of {character} by therapy: {tick}", character=who, tick=told)
            given = (("char", who), ("tick", f"{tick.name} {tick.text}"), ("therapy", True))
            yield Move(cls.kind, label, STRESS, given)
