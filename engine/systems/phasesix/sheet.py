"""Sheets for a page: attributes and skills as they count now and why, gear, spells, ticks, growth."""

from collections.abc import Iterator

from engine.board import Counter, Line, Panel, Tone
from engine.common.values import changed
from engine.common.words import listed
from engine.systems.phasesix.attacks import default_mode
from engine.systems.phasesix.derived import condition_modifier, minimum
from engine.systems.phasesix.entities import Character, Weapon
from engine.systems.phasesix.people import counters_of, plights
from engine.systems.phasesix.skills import base_pair
from engine.systems.phasesix.state import State
from engine.systems.phasesix.traits import Trait, attribute_of, knowledge_of, skill_of
from engine.systems.phasesix.view import open_sheet
from engine.systems.phasesix.vocabulary import ATTRS, Cond, Purpose


def sheet(state: State, player: str, viewer: str | None = None) -> tuple[Panel, ...]:
    """Panels of everybody this player runs whose sheet the viewer may read; the dead are left out."""
    own = [one for one in state.characters if one.player == player and not one.dead]
    seen = [one for one in own if open_sheet(state, one, viewer)]
    return tuple(panel for one in seen for panel in _panels(state, one, f"{one.name}: " if len(seen) > 1 else ""))


def _panels(state: State, who: Character, prefix: str) -> Iterator[Panel]:
    lines = tuple(Line(plight, tone="bad") for plight in plights(who))
    yield Panel(who.name, lines, counters=(*counters_of(state, who), *_defences(who)))
    parts = (
        ("Attributes", _attributes(state, who)),
        ("Skills", _skills(state, who)),
        ("Weapons", (_weapon(weapon) for weapon in who.weapons)),
        ("Gear", _gear(who)),
        ("Spells", _spells(who)),
        ("Shadows and ticks", _burdens(who)),
        ("Growth", _growth(who)),
    )
    for title, each in parts:
        if told := tuple(each):
            yield Panel(prefix + title, told)


def _attributes(state: State, who: Character) -> Iterator[Line]:
    """All twelve; of foes those that stand out."""
    for attribute in ATTRS:
        if who.kind == "pc" or who.attr(attribute) != 1:
            yield _trait(state, who, attribute_of(who, attribute))


def _defences(who: Character) -> Iterator[Counter]:
    yield Counter("minimum roll", who.min_roll)
    yield Counter("protection", who.protection)
    yield Counter("evasion", who.evasion)


def _skills(state: State, who: Character) -> Iterator[Line]:
    """Skills and knowledge of the sheet; a skill without a known base has no dice where they are derived."""
    names = [value.name for value in who.skills]
    traits = [(name, skill_of(state, who, name)) for name in names]
    traits += [(known.name, knowledge_of(state, who, known.name)) for known in who.knowledge]
    for name, trait in traits:
        yield _trait(state, who, trait) if isinstance(trait, Trait) else Line(name, "", trait.reason, "bad")


def _trait(state: State, who: Character, trait: Trait) -> Line:
    """A trait with the dice it has now, and why that or its minimum roll differs from the sheet."""
    modifier = condition_modifier(state, who, Purpose.CHECK, trait.what, trait.manual)
    shocked = who.cond(Cond.SHOCKED)
    reasons = [_base(state, trait)]
    if shocked:
        reasons.append(f"{trait.value} less {shocked}: shocked")
    if modifier:
        hampering = listed(_hampering(state, who, trait))
        reasons.append(f"{minimum(state, who, modifier)} or more: {hampering}")
    tone: Tone = "bad" if shocked or modifier > 0 else "plain"
    return Line(trait.label, str(trait.value - shocked), ", ".join(filter(None, reasons)), tone)


def _base(state: State, trait: Trait) -> str:
    """The attributes a derived skill averages."""
    pair = base_pair(state, str(trait.what)) if state.house_rules.skill_mode == "derived" else None
    return "" if pair is None else f"from {pair[0].value.capitalize()} and {pair[1].value.capitalize()}"


def _hampering(state: State, who: Character, trait: Trait) -> Iterator[str]:
    """Conditions that raise the minimum roll of this trait, each asked of the rules alone."""
    for value in who.conditions:
        alone = changed(who, conditions=(value,))
        if condition_modifier(state, alone, Purpose.CHECK, trait.what, trait.manual):
            yield value.name


def _weapon(weapon: Weapon) -> Line:
    mode = default_mode(weapon)
    wounds = f"wounds a hit: {weapon.wounds}" + (f", and {weapon.bonus_wounds} once" if weapon.bonus_wounds else "")
    told = (
        wounds,
        "" if weapon.is_melee else f"{weapon.range_m} metres",
        f"piercing {weapon.piercing}" if weapon.piercing else "",
        mode.value.replace("_", " ") if mode is not None else "",
    )
    loaded = "" if weapon.ammo is None else f"{weapon.ammo} rounds"
    return Line(weapon.name, loaded, ", ".join(filter(None, told)), "bad" if weapon.ammo == 0 else "plain")


def _gear(who: Character) -> Iterator[Line]:
    for worn in who.armour:
        evasion = f", evasion {worn.evasion:+}" if worn.evasion else ""
        yield Line(worn.name, "worn", f"protection {worn.protection:+}{evasion}")
    for item in who.items:
        left = "" if item.uses is None else f"{item.uses} left"
        helps = f"{item.hearts} hearts" if item.hearts else f"{item.boosts} boosts in first aid" if item.boosts else ""
        yield Line(item.name, left, helps, "bad" if item.uses == 0 else "plain")


def _spells(who: Character) -> Iterator[Line]:
    for spell in who.spells:
        reach = f"{spell.range_m} metres" if spell.range_m else "on the caster"
        changes = f"; {listed(spell.templates)}" if spell.templates else ""
        yield Line(spell.label, f"{spell.arcana} arcana", f"strength {spell.strength}, {reach}{changes}")
    if who.sp_total:
        yield Line("Spell points left", str(who.sp_total - who.sp_spent), f"of {who.sp_total}")


def _burdens(who: Character) -> Iterator[Line]:
    yield from (Line(shadow.name, "shadow", shadow.text) for shadow in who.shadows)
    yield from (Line(tick.text or "still to be told", tick.name, tone="bad") for tick in who.ticks)


def _growth(who: Character) -> Iterator[Line]:
    yield from (Line(template.name, template.category.value, template.rules_text) for template in who.templates)
    if not who.finished and who.kind == "pc":
        yield Line("Career points left", str(who.career_points))
    if who.rep_collected:
        yield Line("Reputation to spend", str(who.rep_collected - who.rep_used), f"of {who.rep_collected}")
