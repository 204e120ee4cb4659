"""Casting spells (P6-90 to P6-92)."""

from typing import Any

from engine.phrase import phrase
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.deeds import builds, does, follows
from engine.systems.phasesix.derived import RIDER
from engine.systems.phasesix.entities import Character, Deed, LearnedSpell, School
from engine.systems.phasesix.guards import refuse_no_dice
from engine.systems.phasesix.harm import wound
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.naming import find, find_characters
from engine.systems.phasesix.objects import give_health
from engine.systems.phasesix.rolls import Asked, open_check
from engine.systems.phasesix.skills import SPELL_CASTING
from engine.systems.phasesix.state import State
from engine.systems.phasesix.traits import Trait, skill_of
from engine.systems.phasesix.vocabulary import DeedKind, Purpose
from engine.types import Rejected


def school_of(state: State, said: str) -> School | Rejected:
    """The school of that name (P6-86)."""
    return find(state.library.schools, lambda school: school.name, said, phrase("school"))


def casting_pool(state: State, who: Character, spell: LearnedSpell) -> Trait | Rejected:
    """Spell Casting and the attribute of the school (P6-91)."""
    school = school_of(state, spell.school)
    if isinstance(school, Rejected):
        return school
    skill = skill_of(state, who, SPELL_CASTING)
    if isinstance(skill, Rejected):
        return skill
    return Trait(spell.label, skill.value + who.attr(school.attribute), skill.what, skill.manual)


def _spell_meant(who: Character, said: str | None) -> LearnedSpell | Rejected:
    if said:
        return find(who.spells, lambda spell: spell.label, said, phrase("learned spell"))
    if len(who.spells) == 1:
        return who.spells[0]
    return Rejected("BAD_VALUE", phrase("Say which spell {character} casts.", character=who.name))


@builds(DeedKind.CAST)
def _cast(ledger: Ledger, who: Character, command: Any) -> Deed | Rejected:
    state = ledger.state
    if "magic" not in state.extensions:
        return Rejected("EXTENSION_OFF", phrase("This table plays without magic."))
    spell = _spell_meant(who, getattr(command, "instance", None) or getattr(command, "spell", None))
    if isinstance(spell, Rejected):
        return spell
    named = getattr(command, "targets", None) or ((command.target,) if getattr(command, "target", None) else ())
    targets = find_characters(state, named)
    if isinstance(targets, Rejected):
        return targets
    names = tuple(one.name for one in targets) or ((who.name,) if not spell.range_m else ())
    refusal = _refuse_targets(who, spell, names, command.distance)
    if refusal is not None:
        return refusal
    pool = casting_pool(state, who, spell)
    if isinstance(pool, Rejected):
        return pool
    if not who.blood and who.arcana.now < spell.arcana:
        text = phrase(
            "{spell} takes {arcana} arcana, {character} has {now}.",
            spell=spell.label,
            arcana=spell.arcana,
            character=who.name,
            now=who.arcana.now,
        )
        return Rejected("NO_ARCANA", text)
    bonus, destiny = getattr(command, "bonus", 0), getattr(command, "destiny", 0)
    return refuse_no_dice(state, who, Purpose.CAST, pool.value, bonus, destiny) or Deed(
        ledger.new_id("deed"),
        DeedKind.CAST,
        who.name,
        spell.actions,
        targets=names,
        spell=spell.label,
        distance=command.distance,
        difficulty=command.difficulty,
        rider=getattr(command, "as_rider", False),
        bonus=bonus,
        destiny=destiny,
    )


def _refuse_targets(
    who: Character, spell: LearnedSpell, targets: tuple[str, ...], distance: int | None
) -> Rejected | None:
    if len(targets) > spell.targets:
        text = phrase("{spell} reaches {targets} at most.", spell=spell.label, targets=spell.targets)
        return Rejected("BAD_VALUE", text)
    beyond = distance is not None and distance > spell.range_m
    if beyond or (not spell.range_m and set(targets) - {who.name}):
        text = phrase("{spell} reaches the caster alone.", spell=spell.label)
        if spell.range_m:
            text = phrase("{spell} reaches {number} metres.", spell=spell.label, number=spell.range_m)
        return Rejected("OUT_OF_RANGE", text)
    return None


@does(DeedKind.CAST)
def _pay_and_roll(ledger: Ledger, deed: Deed) -> bool:
    """Arcana go whether or not it works; blood magic pays with wounds (P6-8, P6-91)."""
    who = ledger.who(deed.actor)
    spell = next(one for one in who.spells if one.label == deed.spell)
    if who.blood:
        wound(ledger, who.name, spell.arcana * ledger.rules.blood_rate)
    else:
        paid = min(spell.arcana, who.arcana.now)
        ledger.record(ev.ArcanaSpent(who.name, paid, who.arcana.now - paid))
    pool = casting_pool(ledger.state, ledger.who(who.name), spell)
    modifier = deed.difficulty + (RIDER if deed.rider else 0)
    if isinstance(pool, Trait):
        asked = Asked(modifier=modifier, bonus=deed.bonus, destiny=deed.destiny)
        open_check(ledger, who.name, pool, Purpose.CAST, asked)
    return True


@follows(DeedKind.CAST)
def _take_effect(ledger: Ledger, deed: Deed) -> bool:
    spell = next((one for one in ledger.who(deed.actor).spells if one.label == deed.spell), None)
    if spell is None or not deed.hits:
        ledger.record(ev.SpellFizzled(deed.actor, deed.spell))
        return True
    power = spell.strength + deed.hits
    ledger.record(ev.SpellCast(deed.actor, spell.label, deed.targets, power))
    if spell.effect_kind == "heal":
        for name in deed.targets:
            give_health(ledger, name, power)
    return True
