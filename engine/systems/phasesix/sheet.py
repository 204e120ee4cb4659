"""Sheets for a page: attributes and skills as they count now and why, gear, spells, ticks, growth."""

from collections.abc import Iterator

from engine.board import Counter, Line, Panel, Tone
from engine.common.rules import Refused
from engine.common.values import changed
from engine.common.words import listed
from engine.phrase import EMPTY, Phrase, capital, joined, phrase, plural, spelled, verbatim
from engine.systems.phasesix.derived import condition_modifier, minimum
from engine.systems.phasesix.entities import Character, Item, State, Weapon
from engine.systems.phasesix.people import counters_of, plights
from engine.systems.phasesix.rules.attacks import default_mode
from engine.systems.phasesix.skills import base_pair
from engine.systems.phasesix.traits import Trait, attribute_of, knowledge_of, skill_of
from engine.systems.phasesix.view import open_sheet
from engine.systems.phasesix.vocabulary import ATTRS, Cond, Purpose
from engine.systems.phasesix.words import worded


def sheet(state: State, player: str, viewer: str | None = None) -> tuple[Panel, ...]:
    """Panels of everybody this player runs whose sheet the viewer may read; the dead are left out."""
    own = [one for one in state.characters if one.player == player and not one.dead]
    seen = [one for one in own if open_sheet(state, one, viewer)]
    return tuple(panel for one in seen for panel in _panels(state, one, named=len(seen) > 1))


def _panels(state: State, who: Character, named: bool) -> Iterator[Panel]:
    lines = tuple(Line(plight, tone="bad") for plight in plights(who))
    yield Panel(verbatim(who.name), lines, counters=(*counters_of(state, who), *_defences(who)))
    parts = (
        (phrase("Attributes"), _attributes(state, who)),
        (phrase("Skills"), _skills(state, who)),
        (phrase("Weapons"), (_weapon(weapon) for weapon in who.weapons)),
        (phrase("Gear"), _gear(who)),
        (phrase("Spells"), _spells(who)),
        (phrase("Shadows and ticks"), _burdens(who)),
        (phrase("Growth"), _growth(who)),
    )
    for title, each in parts:
        if told := tuple(each):
            yield Panel(phrase("{name}: {title}", name=who.name, title=title) if named else title, told)


def _attributes(state: State, who: Character) -> Iterator[Line]:
    """All twelve; of foes those that stand out."""
    for attribute in ATTRS:
        if who.kind == "pc" or who.attr(attribute) != 1:
            yield _trait(state, who, attribute_of(who, attribute))


def _defences(who: Character) -> Iterator[Counter]:
    yield Counter(phrase("minimum roll"), who.min_roll)
    yield Counter(phrase("protection"), who.protection)
    yield Counter(phrase("evasion"), who.evasion)


def _skills(state: State, who: Character) -> Iterator[Line]:
    """Skills and knowledge of the sheet; a skill without a known base has no dice where they are derived."""
    of_sheet = [(value.name, skill_of) for value in who.skills]
    of_sheet += [(known.name, knowledge_of) for known in who.knowledge]
    for name, trait_of in of_sheet:
        try:
            yield _trait(state, who, trait_of(state, who, name))
        except Refused as refused:
            yield Line(worded(name), EMPTY, refused.rejected.reason, "bad")


def _trait(state: State, who: Character, trait: Trait) -> Line:
    """A trait with the dice it has now, and why that or its minimum roll differs from the sheet."""
    modifier = condition_modifier(state, who, Purpose.CHECK, trait.what, trait.manual)
    shocked = who.cond(Cond.SHOCKED)
    reasons = [_base(state, trait)]
    if shocked:
        reasons.append(phrase("{dice} less {shocked}: shocked", dice=trait.value, shocked=shocked))
    if modifier:
        why = listed(_hampering(state, who, trait))
        reasons.append(phrase("{least} or more: {conditions}", least=minimum(state, who, modifier), conditions=why))
    tone: Tone = "bad" if shocked or modifier > 0 else "plain"
    return Line(worded(trait.label), verbatim(trait.value - shocked), joined(reasons, ", "), tone)


def _base(state: State, trait: Trait) -> Phrase:
    """The attributes a derived skill averages."""
    pair = base_pair(state, str(trait.what)) if state.house_rules.skill_mode == "derived" else None
    if pair is None:
        return EMPTY
    first, second = (capital(spelled(one)) for one in pair)
    return phrase("from {first} and {second}", first=first, second=second)


def _hampering(state: State, who: Character, trait: Trait) -> Iterator[Phrase]:
    """Conditions that raise the minimum roll of this trait, each asked of the rules alone."""
    for value in who.conditions:
        alone = changed(who, conditions=(value,))
        if condition_modifier(state, alone, Purpose.CHECK, trait.what, trait.manual):
            yield spelled(value.name)


def _weapon(weapon: Weapon) -> Line:
    mode = default_mode(weapon)
    wounds = phrase("wounds a hit: {wounds}", wounds=weapon.wounds)
    if weapon.bonus_wounds:
        wounds = phrase("{wounds}, and {more} once", wounds=wounds, more=weapon.bonus_wounds)
    told = (
        wounds,
        EMPTY if weapon.is_melee else _metres(weapon.range_m),
        phrase("piercing {piercing}", piercing=weapon.piercing) if weapon.piercing else EMPTY,
        EMPTY if mode is None else spelled(mode),
    )
    loaded = EMPTY if weapon.ammo is None else plural("{count} round", "{count} rounds", weapon.ammo)
    return Line(verbatim(weapon.name), loaded, joined(told, ", "), "bad" if weapon.ammo == 0 else "plain")


def _metres(number: int) -> Phrase:
    return plural("{count} metre", "{count} metres", number)


def _gear(who: Character) -> Iterator[Line]:
    for worn in who.armour:
        helps = phrase("protection {protection:+}", protection=worn.protection)
        if worn.evasion:
            helps = phrase("{protection}, evasion {evasion:+}", protection=helps, evasion=worn.evasion)
        yield Line(verbatim(worn.name), phrase("worn"), helps)
    for item in who.items:
        left = EMPTY if item.uses is None else phrase("{number} left", number=item.uses)
        yield Line(verbatim(item.name), left, _use(item), "bad" if item.uses == 0 else "plain")


def _use(item: Item) -> Phrase:
    if item.hearts:
        return (
            phrase("{hearts} heart", hearts=1) if item.hearts == "1" else phrase("{hearts} hearts", hearts=item.hearts)
        )
    return plural("{count} boost in first aid", "{count} boosts in first aid", item.boosts) if item.boosts else EMPTY


def _spells(who: Character) -> Iterator[Line]:
    for spell in who.spells:
        reach = _metres(spell.range_m) if spell.range_m else phrase("on the caster")
        told = phrase("strength {strength}, {reach}", strength=spell.strength, reach=reach)
        if spell.templates:
            told = phrase("{spell}; {templates}", spell=told, templates=listed(spell.templates))
        yield Line(verbatim(spell.label), phrase("{number} arcana", number=spell.arcana), told)
    if who.sp_total:
        yield Line(phrase("Spell points left"), verbatim(who.sp_total - who.sp_spent), _of(who.sp_total))


def _of(most: int) -> Phrase:
    return phrase("of {most}", most=most)


def _burdens(who: Character) -> Iterator[Line]:
    for shadow in who.shadows:
        yield Line(verbatim(shadow.name), phrase("shadow"), verbatim(shadow.text))
    for tick in who.ticks:
        yield Line(verbatim(tick.text) or phrase("not written down yet"), worded(tick.name), tone="bad")


def _growth(who: Character) -> Iterator[Line]:
    for template in who.templates:
        yield Line(verbatim(template.name), spelled(template.category), verbatim(template.rules_text))
    if not who.finished and who.kind == "pc":
        yield Line(phrase("Career points left"), verbatim(who.career_points))
    if who.rep_collected:
        left = verbatim(who.rep_collected - who.rep_used)
        yield Line(phrase("Reputation to spend"), left, _of(who.rep_collected))
