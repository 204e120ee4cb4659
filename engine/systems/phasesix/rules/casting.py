"""Casting spells (P6-90 to P6-92)."""

from collections.abc import Iterator
from typing import Any, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes
from engine.common.words import InWords
from engine.phrase import phrase, template
from engine.systems.phasesix.agenda import builds, does, follows
from engine.systems.phasesix.derived import clipped
from engine.systems.phasesix.entities import Character, Deed, LearnedSpell, State
from engine.systems.phasesix.fields import Difficulty, ExtraDice, Metres, OwnSpell, Who
from engine.systems.phasesix.fold import known, with_character
from engine.systems.phasesix.guards import refuse_no_dice
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import OwnEvent, Told
from engine.systems.phasesix.naming import find, find_characters
from engine.systems.phasesix.rules.deeds import DeedCommand, roll_for
from engine.systems.phasesix.rules.harm import wound
from engine.systems.phasesix.rules.spells import school_of
from engine.systems.phasesix.rules.things import give_health
from engine.systems.phasesix.skills import SPELL_CASTING
from engine.systems.phasesix.taps import HARDER, METRES_AWAY, people, self_first, tap
from engine.systems.phasesix.traits import Trait, skill_of
from engine.systems.phasesix.vocabulary import DeedKind, Purpose

MAGIC = phrase("Magic")


class ArcanaSpent(OwnEvent):
    """A spell is paid for (P6-91)."""

    weight: ClassVar[int] = 1
    told: ClassVar[str] = template("{character} spends {count} arcana, {left} left")
    count: InWords
    left: InWords

    def apply(self, state: State) -> Changes:
        who = known(state, self.character)
        return with_character(state, who.name, arcana=clipped(who.arcana, self.left))


class SpellCast(OwnEvent, Told):
    """A spell works (P6-92)."""

    told: ClassVar[str] = template("{spell} works with power {power}")
    spell: str
    targets: tuple[str, ...]
    power: InWords


class SpellFizzled(OwnEvent, Told):
    """A spell does not work (P6-92)."""

    told: ClassVar[str] = template("{spell} fizzles")
    spell: str


class CastSpell(DeedCommand):
    """Cast a learned spell (P6-90 to P6-92).

    Attributes:
        instance: Name of the learned spell; the only one when left out.
        targets: Whom it is cast on; may be empty.
        distance: Metres to the farthest target; None when nobody counts them.
    """

    deed: ClassVar[DeedKind] = DeedKind.CAST
    extension: ClassVar[str] = "magic"
    talk: ClassVar[Talk] = Talk(confirm="Does {char} cast {instance}[ on {targets}]?")
    instance: OwnSpell | None = None
    targets: tuple[Who, ...] = ()
    distance: Metres | None = None
    difficulty: Difficulty = 0
    bonus: ExtraDice = 0
    destiny: ExtraDice = 0
    as_rider: bool = False

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        character = known(state, who)
        for spell in character.spells:
            fields: tuple[Field, ...] = (HARDER,)
            if spell.range_m:
                around = people(self_first(state, character))
                targets = Field("targets", phrase("On whom"), "choices", around, most=spell.targets, optional=True)
                fields = (targets, METRES_AWAY, HARDER)
            label = phrase("cast {spell}", spell=spell.label)
            yield tap(cls, state, who, label, MAGIC, *fields, instance=spell.label)


def casting_pool(state: State, who: Character, spell: LearnedSpell) -> Trait:
    """Spell Casting and the attribute of the school (P6-91)."""
    school = school_of(state, spell.school)
    skill = skill_of(state, who, SPELL_CASTING)
    return Trait(spell.label, skill.value + who.attr(school.attribute), skill.what, skill.manual)


def _spell_meant(who: Character, said: str | None) -> LearnedSpell:
    if said:
        return find(who.spells, lambda spell: spell.label, said, phrase("learned spell"))
    if len(who.spells) == 1:
        return who.spells[0]
    raise Refused("BAD_VALUE", phrase("Say which spell {character} casts.", character=who.name))


@builds(DeedKind.CAST)
def _cast(ledger: Ledger, who: Character, kind: DeedKind, command: Any) -> Deed:
    state = ledger.state
    if "magic" not in state.extensions:
        raise Refused("EXTENSION_OFF", phrase("This table plays without magic."))
    spell = _spell_meant(who, getattr(command, "instance", None) or getattr(command, "spell", None))
    named = getattr(command, "targets", None) or ((command.target,) if getattr(command, "target", None) else ())
    targets = find_characters(state, named)
    names = tuple(one.name for one in targets) or ((who.name,) if not spell.range_m else ())
    _refuse_targets(who, spell, names, command.distance)
    pool = casting_pool(state, who, spell)
    if not who.blood and who.arcana.now < spell.arcana:
        text = phrase(
            "{spell} takes {arcana} arcana, {character} has {now}.",
            spell=spell.label,
            arcana=spell.arcana,
            character=who.name,
            now=who.arcana.now,
        )
        raise Refused("NO_ARCANA", text)
    bonus, destiny = getattr(command, "bonus", 0), getattr(command, "destiny", 0)
    refuse_no_dice(state, who, Purpose.CAST, pool.value, bonus, destiny)
    return Deed(
        ledger.new_id("deed"),
        kind,
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


def _refuse_targets(who: Character, spell: LearnedSpell, targets: tuple[str, ...], distance: int | None) -> None:
    if len(targets) > spell.targets:
        text = phrase("{spell} reaches {targets} at most.", spell=spell.label, targets=spell.targets)
        raise Refused("BAD_VALUE", text)
    beyond = distance is not None and distance > spell.range_m
    if beyond or (not spell.range_m and set(targets) - {who.name}):
        text = phrase("{spell} reaches the caster alone.", spell=spell.label)
        if spell.range_m:
            text = phrase("{spell} reaches {number} metres.", spell=spell.label, number=spell.range_m)
        raise Refused("OUT_OF_RANGE", text)


@does(DeedKind.CAST)
def _pay_and_roll(ledger: Ledger, deed: Deed) -> bool:
    """Arcana go whether or not it works; blood magic pays with wounds (P6-8, P6-91)."""
    who = ledger.who(deed.actor)
    spell = next(one for one in who.spells if one.label == deed.spell)
    if who.blood:
        wound(ledger, who.name, spell.arcana * ledger.rules.blood_rate)
    else:
        paid = min(spell.arcana, who.arcana.now)
        ledger.record(ArcanaSpent(who.name, paid, who.arcana.now - paid))
    state, caster = ledger.state, ledger.who(who.name)
    return roll_for(ledger, deed, lambda: casting_pool(state, caster, spell), Purpose.CAST)


@follows(DeedKind.CAST)
def _take_effect(ledger: Ledger, deed: Deed) -> bool:
    spell = next((one for one in ledger.who(deed.actor).spells if one.label == deed.spell), None)
    if spell is None or not deed.hits:
        ledger.record(SpellFizzled(deed.actor, deed.spell))
        return True
    power = spell.strength + deed.hits
    ledger.record(SpellCast(deed.actor, spell.label, deed.targets, power))
    if spell.effect_kind == "heal":
        for name in deed.targets:
            give_health(ledger, name, power)
    return True
