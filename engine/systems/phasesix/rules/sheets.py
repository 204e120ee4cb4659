"""The entries of a sheet: values written from paper, gear taken and left behind (rules 3.2)."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from engine.board import Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import BY_NAME
from engine.offers import choice
from engine.phrase import Phrase, capital, phrase, plural, spelled, template
from engine.systems.phasesix.derived import of_era
from engine.systems.phasesix.entities import Armour, Character, Gauge, Item, Knowledge, Note, State, Value, Weapon
from engine.systems.phasesix.fields import AnyNumber, Gear
from engine.systems.phasesix.fold import known, with_sheet
from engine.systems.phasesix.formula import parse
from engine.systems.phasesix.guards import no_attribute
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import Event, OwnCommand
from engine.systems.phasesix.naming import find
from engine.systems.phasesix.rules.corrections import GAUGES, LARGEST, NUMBERS, SIGNED
from engine.systems.phasesix.taps import tap
from engine.systems.phasesix.vocabulary import ATTRS

GEAR = phrase("Gear")
Thing = Weapon | Item | Armour


class SheetWritten(Event):
    """A sheet has new values."""

    weight: ClassVar[int] = 0
    told: ClassVar[str] = template("{character}'s sheet is written")
    character: Annotated[Character, BY_NAME]

    def apply(self, state: State) -> Changes:
        return with_sheet(state, self.character)


class WriteSheet(OwnCommand):
    """Write values of a paper sheet onto a character; whatever is None stays as it is.

    Attributes:
        attributes: Attributes by name.
        skills: Skills by name: totals, or own values where they are derived (P6-3).
        hearts: Full hearts; all of them when only `max_health` is given.
    """

    talk: ClassVar[Talk] = Talk(confirm="Change the sheet of {char}?")

    attributes: tuple[Value, ...] = ()
    skills: tuple[Value, ...] = ()
    knowledge: tuple[Knowledge, ...] = ()
    shadows: tuple[Note, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    items: tuple[Item, ...] = ()
    min_roll: AnyNumber | None = None
    bonus_dice: AnyNumber | None = None
    destiny_dice: AnyNumber | None = None
    rerolls: AnyNumber | None = None
    protection: AnyNumber | None = None
    evasion: AnyNumber | None = None
    max_health: AnyNumber | None = None
    hearts: AnyNumber | None = None
    boosts: AnyNumber | None = None
    actions: AnyNumber | None = None
    arcana: AnyNumber | None = None
    spell_points: AnyNumber | None = None
    stress: AnyNumber | None = None
    max_stress: AnyNumber | None = None
    reputation: AnyNumber | None = None
    reputation_used: AnyNumber | None = None

    def decide(self, ledger: Ledger, who: Character) -> None:
        _refuse_sheet(self, who)
        changes: dict[str, Any] = {}
        for field, place in NUMBERS.items():
            if getattr(self, field) is not None:
                changes[place] = getattr(self, field)
        for field, place in GAUGES.items():
            most = getattr(self, field)
            if most is not None:
                changes[place] = Gauge(most, most)
        if self.max_health is not None:
            changes["max_health"] = self.max_health
            changes.setdefault("hearts", self.max_health)
        own = {value.name: value.number for value in self.attributes}
        changes["attributes"] = tuple(own.get(name, who.attributes[at]) for at, name in enumerate(ATTRS))
        changes["skills"] = _overwritten(who.skills, self.skills)
        for field in ("knowledge", "shadows", "weapons", "items"):
            changes[field] = _overwritten(getattr(who, field), getattr(self, field))
        sheet = changed(who, **changes)
        ledger.record(SheetWritten(changed(sheet, hearts=min(sheet.hearts, sheet.max_health))))


def _overwritten(old: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[Any, ...]:
    values = {one.name.casefold(): one for one in old} | {one.name.casefold(): one for one in new}
    return tuple(values.values())


def _refuse_sheet(command: WriteSheet, who: Character) -> None:
    unknown = [value.name for value in command.attributes if value.name not in ATTRS]
    if unknown:
        raise no_attribute(unknown[0])
    for field in (*NUMBERS, *GAUGES, "max_health"):
        number = getattr(command, field)
        low = -LARGEST if field in SIGNED else 1 if field in ("max_health", "max_stress", "min_roll") else 0
        if number is not None and not low <= number <= LARGEST:
            text = phrase("{value} is {least} or more.", value=spelled(field), least=low)
            raise Refused("BAD_VALUE", capital(text))
    collected = who.rep_collected if command.reputation is None else command.reputation
    used = who.rep_used if command.reputation_used is None else command.reputation_used
    if used > collected:
        raise Refused("BAD_VALUE", phrase("The reputation used cannot exceed the reputation collected."))
    if command.spell_points is not None and command.spell_points < who.sp_spent:
        raise Refused(
            "BAD_VALUE",
            plural("{count} spell point is spent already.", "{count} spell points are spent already.", who.sp_spent),
        )
    numbers = (*command.attributes, *command.skills)
    named: tuple[Any, ...] = (*numbers, *command.knowledge, *command.shadows, *command.weapons, *command.items)
    if any(abs(value.number) > LARGEST for value in numbers) or any(not thing.name.strip() for thing in named):
        raise Refused("BAD_VALUE", phrase("Everything on a sheet has a name and a sensible value."))
    if any(parse(weapon.wounds) is None for weapon in command.weapons):
        raise Refused("BAD_VALUE", phrase("Wounds of a weapon are a number or dice."))
    stress = who.max_stress if command.max_stress is None else command.max_stress
    if command.stress is not None and command.stress >= (stress or 6):
        raise Refused("BAD_VALUE", phrase("Stress stays below its maximum."))


class GearChanged(Event):
    """Somebody takes something up or leaves it behind."""

    weight: ClassVar[int] = 1
    character: Character
    thing: str
    taken: bool

    def apply(self, state: State) -> Changes:
        return with_sheet(state, self.character)

    def sentence(self) -> Phrase:
        name = self.character.name
        if self.taken:
            return phrase("{character} takes the {thing}", character=name, thing=self.thing)
        return phrase("{character} puts away the {thing}", character=name, thing=self.thing)


class Equip(OwnCommand):
    """Take a weapon, an item or armour of the library."""

    talk: ClassVar[Talk] = Talk(confirm="Does {char} take {thing}?")

    thing: Gear

    def decide(self, ledger: Ledger, who: Character) -> None:
        library = ledger.state.library
        offers: tuple[Thing, ...] = (*library.weapons, *library.items, *library.armour)
        thing = find(offers, lambda one: one.name, self.thing, phrase("thing in the library"))
        if not of_era(ledger.state, thing.epochs):
            raise Refused("NOT_AVAILABLE", phrase("The {thing} is not of this era.", thing=thing.name))
        if thing in _carried(who):
            text = phrase("{character} already has the {thing}.", character=who.name, thing=thing.name)
            raise Refused("BAD_VALUE", text)
        ledger.record(GearChanged(with_gear(who, thing), thing.name, True))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        library = state.library
        kinds = (library.weapons, library.items, library.armour)
        offered = tuple(one.name for kind in kinds for one in kind if of_era(state, one.epochs))
        if offered:
            thing = choice("thing", phrase("What"), offered)
            yield tap(cls, state, who, phrase("take gear"), GEAR, thing)


def _carried(who: Character) -> tuple[Thing, ...]:
    return (*who.weapons, *who.items, *who.armour)


def with_gear(who: Character, thing: Thing, sign: int = 1) -> Character:
    """The character with a thing more, or less when `sign` is -1."""
    place = {Weapon: "weapons", Item: "items", Armour: "armour"}[type(thing)]
    rest = tuple(one for one in getattr(who, place) if one.name != thing.name)
    changes: dict[str, Any] = {place: (*rest, thing) if sign > 0 else rest}
    if isinstance(thing, Armour):
        changes["protection"] = who.protection + sign * thing.protection
        changes["evasion"] = who.evasion + sign * thing.evasion
    return changed(who, **changes)


class PutAway(OwnCommand):
    """Leave a weapon, an item or armour behind."""

    talk: ClassVar[Talk] = Talk(confirm="Does {char} leave {thing} behind?")

    thing: Gear

    def decide(self, ledger: Ledger, who: Character) -> None:
        thing = find(_carried(who), lambda one: one.name, self.thing, phrase("such thing carried"))
        ledger.record(GearChanged(with_gear(who, thing, -1), thing.name, False))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        carried = _carried(known(state, who))
        if carried:
            thing = choice("thing", phrase("What"), (one.name for one in carried))
            yield tap(cls, state, who, phrase("leave gear behind"), GEAR, thing)
