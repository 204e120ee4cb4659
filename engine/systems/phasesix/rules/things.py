"""Deeds with things: reloading, using, throwing and where a missed throw lands (P6-36, P6-64, P6-65, P6-75)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import counted, number
from engine.offers import choice
from engine.phrase import Phrase, phrase, template
from engine.systems.phasesix.agenda import builds, does, follows, lands
from engine.systems.phasesix.derived import in_combat
from engine.systems.phasesix.entities import Character, Deed, Item, State, Throw
from engine.systems.phasesix.fields import Difficulty, ItemName, Metres, Target, WeaponName
from engine.systems.phasesix.fold import known, with_ammo, with_character
from engine.systems.phasesix.formula import parse
from engine.systems.phasesix.guards import refuse_no_dice
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import OwnEvent, Silent, Told
from engine.systems.phasesix.naming import find, find_character
from engine.systems.phasesix.rules.deeds import DeedCommand, cost_of, roll_for
from engine.systems.phasesix.rules.harm import boost, heal
from engine.systems.phasesix.rules.windows import end, open_window
from engine.systems.phasesix.skills import THROWING
from engine.systems.phasesix.taps import DEEDS, HARDER, people, self_first, tap
from engine.systems.phasesix.traits import skill_of
from engine.systems.phasesix.vocabulary import DeedKind, Dice, Purpose
from engine.types import ENGINE_ONLY

CLOCK = {12: phrase("beyond"), 3: phrase("to the right"), 6: phrase("short"), 9: phrase("to the left")}


class Reloaded(OwnEvent):
    """A weapon is loaded again."""

    told: ClassVar[str] = template("{character} reloads the {weapon}")
    weight: ClassVar[int] = 1
    weapon: str
    ammo: int

    def apply(self, state: State) -> Changes:
        return with_ammo(state, self.character, self.weapon, self.ammo)


class Reload(DeedCommand):
    """Load a weapon (P6-36)."""

    deed: ClassVar[DeedKind] = DeedKind.RELOAD
    talk: ClassVar[Talk] = Talk(confirm="Does {char} reload[ the {weapon}]?")
    weapon: WeaponName | None = None
    as_rider: bool = False

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        for weapon in known(state, who).weapons:
            if weapon.magazine is not None and weapon.ammo != weapon.magazine:
                yield tap(cls, state, who, phrase("reload the {weapon}", weapon=weapon.name), DEEDS, weapon=weapon.name)


@builds(DeedKind.RELOAD)
def _reload(ledger: Ledger, who: Character, kind: DeedKind, command: Any) -> Deed:
    loadable = [one for one in who.weapons if one.magazine is not None]
    if command.weapon:
        weapon = find(loadable, lambda one: one.name, command.weapon, phrase("weapon to load"))
    elif len(loadable) == 1:
        weapon = loadable[0]
    else:
        raise Refused("BAD_VALUE", phrase("Say which weapon {character} loads.", character=who.name))
    return Deed(
        ledger.new_id("deed"),
        kind,
        who.name,
        cost_of(ledger.state, "reload", weapon.reload_actions),
        weapon=weapon.name,
        rider=getattr(command, "as_rider", False),
    )


@does(DeedKind.RELOAD)
def _load(ledger: Ledger, deed: Deed) -> bool:
    weapon = next((one for one in ledger.who(deed.actor).weapons if one.name == deed.weapon), None)
    if weapon is not None and weapon.magazine is not None:
        ledger.record(Reloaded(deed.actor, weapon.name, weapon.magazine))
    return False


def carried(who: Character, said: str) -> Item | None:
    """The thing meant among those carried; None when it is none of them."""
    try:
        return find(who.items, lambda one: one.name, said, phrase("thing"))
    except Refused:
        return None


def _thing(who: Character, said: str | None) -> str:
    """The name of the thing meant: a carried one, or whatever lies around."""
    if not (said or "").strip():
        raise Refused("BAD_VALUE", phrase("Say what is used."))
    item = carried(who, said or "")
    if item is not None and item.uses == 0:
        raise Refused("BAD_VALUE", phrase("The {name} is used up.", name=item.name))
    return item.name if item is not None else str(said).strip()


class ObjectUsed(OwnEvent):
    """Something is used."""

    told: ClassVar[str] = template("{character} uses the {item}")
    weight: ClassVar[int] = 1
    item: str
    target: str
    left: int | None

    def apply(self, state: State) -> Changes:
        if self.left is None:
            return {}
        items = known(state, self.character).items
        used = tuple(changed(one, uses=self.left) if one.name == self.item else one for one in items)
        return with_character(state, self.character, items=used)


class UseObject(DeedCommand):
    """Use a thing, on somebody if it helps them (P6-36, P6-75)."""

    deed: ClassVar[DeedKind] = DeedKind.USE_OBJECT
    talk: ClassVar[Talk] = Talk(confirm="Does {char} use {item}?")
    item: ItemName
    target: Target | None = None
    as_rider: bool = False


@builds(DeedKind.USE_OBJECT)
def _use(ledger: Ledger, who: Character, kind: DeedKind, command: Any) -> Deed:
    thing = _thing(who, command.item)
    target = find_character(ledger.state, command.target) if command.target else who
    return Deed(
        ledger.new_id("deed"),
        kind,
        who.name,
        cost_of(ledger.state, "use_object"),
        targets=(target.name,),
        item=thing,
        rider=getattr(command, "as_rider", False),
    )


@does(DeedKind.USE_OBJECT)
def _handle(ledger: Ledger, deed: Deed) -> bool:
    use_up(ledger, deed)
    open_window(ledger, pending=True)
    return True


def _item(ledger: Ledger, deed: Deed) -> Item | None:
    return next((one for one in ledger.who(deed.actor).items if one.name == deed.item), None)


def use_up(ledger: Ledger, deed: Deed) -> None:
    """Record that a thing is used, one use less where they are counted."""
    item = _item(ledger, deed)
    left = None if item is None or item.uses is None else max(0, item.uses - 1)
    ledger.record(ObjectUsed(deed.actor, deed.item, deed.target, left))


@follows(DeedKind.USE_OBJECT)
def _effect(ledger: Ledger, deed: Deed) -> bool:
    item = _item(ledger, deed)
    formula = parse(item.hearts) if item is not None else None
    if formula is None:
        return True
    if not formula.dice:
        give_health(ledger, deed.target, formula.plus)
        return True
    ledger.ask(deed.actor, formula.dice, Dice.EFFECT, f"the {deed.item}", deed.target, formula.thrown_sides)
    return False


@lands(Dice.EFFECT)
def _effect_dice(ledger: Ledger, throw: Throw, faces: tuple[int, ...], place: int) -> None:
    deed = ledger.state.deed
    item = _item(ledger, deed) if deed is not None else None
    formula = parse(item.hearts) if item is not None else None
    if deed is not None and formula is not None:
        give_health(ledger, throw.ref, formula.total(faces))
        end(ledger, deed)


def give_health(ledger: Ledger, name: str, count: int) -> None:
    """Give what healing magic and potions give: hearts, or boosts by house rule (P6R-38)."""
    if count < 1 or ledger.who(name).dead:
        return
    if ledger.rules.magic_heals == "boosts":
        boost(ledger, name, count)
    else:
        heal(ledger, name, count)


class ThrowResolved(OwnEvent, Told):
    """Something is thrown (P6-64)."""

    item: str
    target: str
    on_target: bool

    def sentence(self) -> Phrase:
        if self.on_target:
            return phrase("The {item} lands on target", item=self.item)
        return phrase("The {item} misses", item=self.item)


class ClockRolled(Silent):
    """The direction of a missed throw is known (P6-65)."""

    seen: ClassVar[str] = ENGINE_ONLY
    clock: int

    def apply(self, state: State) -> Changes:
        return {} if state.deed is None else {"deed": changed(state.deed, clock=self.clock)}


class DeviationRolled(OwnEvent, Told):
    """A missed throw lands elsewhere (P6-65): clock direction seen by the thrower, and metres."""

    item: str
    clock: int
    metres: int

    def sentence(self) -> Phrase:
        where = CLOCK.get(self.clock, phrase("towards {clock} o'clock", clock=number(self.clock)))
        metres = counted(self.metres, "metre", "metres")
        return phrase("The {item} lands {metres} {where}", item=self.item, metres=metres, where=where)


class ThrowObject(DeedCommand):
    """Throw something at a place or a person (P6-64, P6-65)."""

    deed: ClassVar[DeedKind] = DeedKind.THROW_OBJECT
    talk: ClassVar[Talk] = Talk(confirm="Does {char} throw {item}[ at {target}]?")
    item: ItemName
    target: Target | None = None
    distance: Metres | None = None
    difficulty: Difficulty = 0


@builds(DeedKind.THROW_OBJECT)
def _throw(ledger: Ledger, who: Character, kind: DeedKind, command: Any) -> Deed:
    thing = _thing(who, command.item)
    skill = skill_of(ledger.state, who, THROWING)
    refuse_no_dice(ledger.state, who, Purpose.THROW, skill.value)
    return Deed(
        ledger.new_id("deed"),
        kind,
        who.name,
        cost_of(ledger.state, "throw_object"),
        targets=(_aimed_at(ledger.state, command.target or ""),),
        item=thing,
        distance=command.distance,
        difficulty=command.difficulty,
    )


def _aimed_at(state: State, said: str) -> str:
    """The name of somebody alive, or the words for some other place."""
    try:
        return find_character(state, said).name if said else said
    except Refused:
        return said


@does(DeedKind.THROW_OBJECT)
def _hurl(ledger: Ledger, deed: Deed) -> bool:
    use_up(ledger, deed)
    state, who = ledger.state, ledger.who(deed.actor)
    return roll_for(ledger, deed, lambda: skill_of(state, who, THROWING), Purpose.THROW)


@follows(DeedKind.THROW_OBJECT)
def _fall(ledger: Ledger, deed: Deed) -> bool:
    ledger.record(ThrowResolved(deed.actor, deed.item, deed.target, deed.hits > 0))
    if deed.hits:
        return True
    deviate(ledger, deed)
    return False


def deviate(ledger: Ledger, deed: Deed) -> None:
    """Ask where a missed throw lands: the direction first (P6-65)."""
    thing = deed.item or deed.weapon
    ledger.ask(deed.actor, 1, Dice.CLOCK, f"the direction of the {thing}", deed.actor, 12)


@lands(Dice.CLOCK)
def _clock(ledger: Ledger, throw: Throw, faces: tuple[int, ...], place: int) -> None:
    ledger.record(ClockRolled(faces[0]))
    ledger.ask(throw.ref, 1, Dice.METRES, "how far off", throw.ref)


@lands(Dice.METRES)
def _metres(ledger: Ledger, throw: Throw, faces: tuple[int, ...], place: int) -> None:
    deed = ledger.state.deed
    if deed is not None and deed.clock is not None:
        ledger.record(DeviationRolled(deed.actor, deed.item or deed.weapon, deed.clock, faces[0]))
        end(ledger, deed)


def with_things(state: State, who: Character) -> Iterator[Move]:
    """Using and throwing what is carried, in a fight also what lies around."""
    items = [item.name for item in who.items if item.uses != 0]
    if items:
        item = choice("item", phrase("What"), items)
        yield from _used_or_thrown(state, who, item, phrase("use something"), phrase("throw something of yours"))
    if in_combat(state, who.name):
        thing = Field("item", phrase("What"))
        use, throw = phrase("use what lies around"), phrase("throw what lies around")
        yield from _used_or_thrown(state, who, thing, use, throw)


def _used_or_thrown(state: State, who: Character, item: Field, use: Phrase, throw: Phrase) -> Iterator[Move]:
    target = Field("target", phrase("On whom"), "choice", people(self_first(state, who)), optional=True)
    at = replace(target, label=phrase("At whom"))
    yield tap(UseObject, state, who.name, use, DEEDS, item, target)
    yield tap(ThrowObject, state, who.name, throw, DEEDS, item, at, HARDER)
