"""Deeds with things: reloading, using, first aid, throwing, and whatever the list does not name (P6-36, P6-64 ff.)."""

from typing import Any

from engine.phrase import phrase
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.decide_dice import lands
from engine.systems.phasesix.deeds import builds, cost_of, does, end, follows, open_window
from engine.systems.phasesix.derived import RIDER
from engine.systems.phasesix.entities import Character, Check, Deed, Item, Throw
from engine.systems.phasesix.formula import parse
from engine.systems.phasesix.guards import refuse_no_dice
from engine.systems.phasesix.harm import boost, heal
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.naming import find, find_character
from engine.systems.phasesix.rolls import Asked, closes, open_check
from engine.systems.phasesix.skills import THROWING
from engine.systems.phasesix.traits import Trait, skill_of, trait_of
from engine.systems.phasesix.vocabulary import DeedKind, Dice, Purpose
from engine.types import Rejected


@builds(DeedKind.RELOAD)
def _reload(ledger: Ledger, who: Character, command: Any) -> Deed | Rejected:
    loadable = [one for one in who.weapons if one.magazine is not None]
    if command.weapon:
        weapon = find(loadable, lambda one: one.name, command.weapon, phrase("weapon to load"))
    elif len(loadable) == 1:
        weapon = loadable[0]
    else:
        weapon = Rejected("BAD_VALUE", phrase("Say which weapon {character} loads.", character=who.name))
    if isinstance(weapon, Rejected):
        return weapon
    return Deed(
        ledger.new_id("deed"),
        DeedKind.RELOAD,
        who.name,
        cost_of(ledger.state, "reload", weapon.reload_actions),
        weapon=weapon.name,
        rider=getattr(command, "as_rider", False),
    )


@does(DeedKind.RELOAD)
def _load(ledger: Ledger, deed: Deed) -> bool:
    weapon = next((one for one in ledger.who(deed.actor).weapons if one.name == deed.weapon), None)
    if weapon is not None and weapon.magazine is not None:
        ledger.record(ev.Reloaded(deed.actor, weapon.name, weapon.magazine))
    return False


def carried(who: Character, said: str) -> Item | None:
    """The thing meant among those carried; None when it is none of them."""
    found = find(who.items, lambda one: one.name, said, phrase("thing"))
    return found if isinstance(found, Item) else None


def _thing(who: Character, said: str | None) -> Item | str | Rejected:
    """The thing meant: a carried one, or by its name whatever lies around."""
    if not (said or "").strip():
        return Rejected("BAD_VALUE", phrase("Say what is used."))
    item = carried(who, said or "")
    if item is not None and item.uses == 0:
        return Rejected("BAD_VALUE", phrase("The {name} is used up.", name=item.name))
    return item if item is not None else str(said).strip()


@builds(DeedKind.USE_OBJECT)
def _use(ledger: Ledger, who: Character, command: Any) -> Deed | Rejected:
    thing = _thing(who, command.item)
    if isinstance(thing, Rejected):
        return thing
    target = find_character(ledger.state, command.target) if command.target else who
    if isinstance(target, Rejected):
        return target
    return Deed(
        ledger.new_id("deed"),
        DeedKind.USE_OBJECT,
        who.name,
        cost_of(ledger.state, "use_object"),
        targets=(target.name,),
        item=thing.name if isinstance(thing, Item) else thing,
        rider=getattr(command, "as_rider", False),
    )


@does(DeedKind.USE_OBJECT)
def _handle(ledger: Ledger, deed: Deed) -> bool:
    use_up(ledger, deed)
    open_window(ledger, pending=True)
    return True


def use_up(ledger: Ledger, deed: Deed) -> None:
    """Record that a thing is used, one use less where they are counted."""
    item = next((one for one in ledger.who(deed.actor).items if one.name == deed.item), None)
    left = None if item is None or item.uses is None else max(0, item.uses - 1)
    ledger.record(ev.ObjectUsed(deed.actor, deed.item, deed.target, left))


@follows(DeedKind.USE_OBJECT)
def _effect(ledger: Ledger, deed: Deed) -> bool:
    item = next((one for one in ledger.who(deed.actor).items if one.name == deed.item), None)
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
    item = next((one for one in ledger.who(deed.actor).items if one.name == deed.item), None) if deed else None
    formula = parse(item.hearts) if item is not None else None
    if deed is not None and formula is not None:
        give_health(ledger, throw.ref, formula.total(faces))
        end(ledger, deed)


def give_health(ledger: Ledger, name: str, count: int) -> None:
    """What healing magic and potions give: hearts, or boosts by house rule (P6R-38)."""
    if count < 1 or ledger.who(name).dead:
        return
    if ledger.rules.magic_heals == "boosts":
        boost(ledger, name, count)
    else:
        heal(ledger, name, count)


@builds(DeedKind.THROW_OBJECT)
def _throw(ledger: Ledger, who: Character, command: Any) -> Deed | Rejected:
    thing = _thing(who, command.item)
    if isinstance(thing, Rejected):
        return thing
    skill = skill_of(ledger.state, who, THROWING)
    if isinstance(skill, Rejected):
        return skill
    refusal = refuse_no_dice(ledger.state, who, Purpose.THROW, skill.value)
    if refusal is not None:
        return refusal
    target = find_character(ledger.state, command.target) if command.target else None
    return Deed(
        ledger.new_id("deed"),
        DeedKind.THROW_OBJECT,
        who.name,
        cost_of(ledger.state, "throw_object"),
        targets=(target.name if isinstance(target, Character) else (command.target or ""),),
        item=thing.name if isinstance(thing, Item) else thing,
        distance=command.distance,
        difficulty=command.difficulty,
    )


@does(DeedKind.THROW_OBJECT)
def _hurl(ledger: Ledger, deed: Deed) -> bool:
    use_up(ledger, deed)
    skill = skill_of(ledger.state, ledger.who(deed.actor), THROWING)
    if isinstance(skill, Trait):
        open_check(ledger, deed.actor, skill, Purpose.THROW, Asked(modifier=deed.difficulty))
    return True


@closes(Purpose.THROW, Purpose.AID, Purpose.CAST)
def _deed_rolled(ledger: Ledger, check: Check, successes: int) -> None:
    deed = ledger.state.deed
    if deed is not None:
        ledger.record(ev.DeedRolled(deed.deed_id, successes))
        open_window(ledger, pending=True)


@follows(DeedKind.THROW_OBJECT)
def _fall(ledger: Ledger, deed: Deed) -> bool:
    ledger.record(ev.ThrowResolved(deed.actor, deed.item, deed.target, deed.hits > 0))
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
    ledger.record(ev.ClockRolled(faces[0]))
    ledger.ask(throw.ref, 1, Dice.METRES, "how far off", throw.ref)


@lands(Dice.METRES)
def _metres(ledger: Ledger, throw: Throw, faces: tuple[int, ...], place: int) -> None:
    deed = ledger.state.deed
    if deed is not None and deed.clock is not None:
        ledger.record(ev.DeviationRolled(deed.actor, deed.item or deed.weapon, deed.clock, faces[0]))
        end(ledger, deed)


@builds(DeedKind.CUSTOM)
def _custom(ledger: Ledger, who: Character, command: Any) -> Deed | Rejected:
    stated = getattr(command, "cost", None)
    cost = cost_of(ledger.state, "custom") if stated is None else stated
    if not 0 <= cost <= 9:
        return Rejected("BAD_VALUE", phrase("Say how many actions it takes."))
    label = ""
    if command.trait:
        trait = trait_of(ledger.state, who, command.trait)
        if isinstance(trait, Rejected):
            return trait
        refusal = refuse_no_dice(ledger.state, who, Purpose.DEED, trait.value)
        if refusal is not None:
            return refusal
        label = trait.label
    return Deed(
        ledger.new_id("deed"),
        DeedKind.CUSTOM,
        who.name,
        cost,
        text=(command.text or "").strip(),
        trait=label,
        difficulty=command.difficulty,
        rider=getattr(command, "as_rider", False),
    )


@does(DeedKind.CUSTOM)
def _carry_out(ledger: Ledger, deed: Deed) -> bool:
    trait = trait_of(ledger.state, ledger.who(deed.actor), deed.trait) if deed.trait else None
    if not isinstance(trait, Trait):
        ledger.record(ev.CustomDone(deed.actor, deed.text, None))
        return False
    modifier = deed.difficulty + (RIDER if deed.rider else 0)
    open_check(ledger, deed.actor, trait, Purpose.DEED, Asked(modifier=modifier))
    return True


@closes(Purpose.DEED)
def _carried_out(ledger: Ledger, check: Check, successes: int) -> None:
    deed = ledger.state.deed
    if deed is not None:
        ledger.record(ev.DeedRolled(deed.deed_id, successes))
        ledger.record(ev.CustomDone(deed.actor, deed.text or check.trait, successes >= 1))
        open_window(ledger, pending=False)
