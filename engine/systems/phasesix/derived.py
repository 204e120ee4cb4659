"""Formulas of the rules: pools, minimum rolls, successes, gauges, distances (rules 3.1, 3.3, 3.6, 3.9)."""

from fractions import Fraction
from math import cos, radians, sin

from engine.common.values import changed
from engine.systems.phasesix.entities import Character, Check, Combatant, Deltas, Die, Gauge, State, Value
from engine.systems.phasesix.house_rules import HouseRules
from engine.systems.phasesix.vocabulary import ATTRS, Attr, Cond, DieKind, Purpose

RIDER = 2
"""Added to the minimum roll of a deed that goes with a walk (P6-38)."""

ATTACK_ROLLS = frozenset((Purpose.HIT, Purpose.THROW))
DEFENCE_ROLLS = frozenset((Purpose.EVADE, Purpose.PARRY, Purpose.COVER))
CONDITION_ROLLS = frozenset((Purpose.DYING, Purpose.BLEEDING, Purpose.POISONED, Purpose.SHOCKED, Purpose.UNCONSCIOUS))
REST_ROLLS = frozenset((Purpose.REST_HEARTS, Purpose.REST_ARCANA, Purpose.REST_STRESS))
RECOVERY_ROLLS = CONDITION_ROLLS | REST_ROLLS


def of_era(state: State, epochs: tuple[str, ...]) -> bool:
    """Things of these eras are on offer at this table; those that name none always are (P6-6)."""
    return not (epochs and state.epoch) or state.epoch.casefold() in {one.casefold() for one in epochs}


def half(value: int, rules: HouseRules) -> int:
    """Half of a number, halves rounded as the house does (P6R-2)."""
    return (value + 1) // 2 if rules.half_rounding == "up" else value // 2


def skill_value(character: Character, name: str) -> int:
    """A sheet's word about a skill: its total, or its own value where skills are derived; 0 when it is silent."""
    wanted = name.casefold()
    for value in character.skills:
        if value.name.casefold() == wanted:
            return value.number
    return 0


def in_combat(state: State, name: str) -> bool:
    """This character takes part in a running fight."""
    return state.combat is not None and state.combat.of(name) is not None


def explodes(state: State, character: str, purpose: Purpose) -> bool:
    """Sixes of such a roll may be rolled on (P6-15, P6-16)."""
    if not in_combat(state, character):
        return True
    rule = state.house_rules.explode_in_combat
    return rule == "all" or (rule == "checks" and purpose not in ATTACK_ROLLS | DEFENCE_ROLLS)


def takes_extras(state: State, character: str, purpose: Purpose) -> bool:
    """Bonus dice, destiny dice and rerolls work on such a roll (P6-22)."""
    if state.house_rules.extra_dice_in_combat or not in_combat(state, character):
        return True
    return purpose not in ATTACK_ROLLS | DEFENCE_ROLLS


def condition_modifier(state: State, who: Character, purpose: Purpose, trait: "str | Attr", manual: bool) -> int:
    """Conditions as an addition to the minimum roll (P6-78, P6-81).

    Args:
        state: The table.
        who: Whose roll it is.
        purpose: What it is for.
        trait: Attribute, or name of the skill rolled.
        manual: Whether that skill is manual.
    """
    rules = state.house_rules
    more = who.cond(Cond.POISONED)
    attack = purpose in ATTACK_ROLLS
    sensing = trait == "Perception" or (rules.burning_scope == "skill_and_attribute" and trait is Attr.APPREHENSION)
    if attack or sensing:
        more += who.cond(Cond.BURNING)
    if who.cond(Cond.HUNKERED) and purpose not in RECOVERY_ROLLS and purpose is not Purpose.EVADE:
        more += attack or hampered(rules, trait, manual)
    return more


def hampered(rules: HouseRules, trait: "str | Attr", manual: bool) -> bool:
    """Being hunkered makes this roll harder, attacks apart."""
    if isinstance(trait, Attr):
        return trait.is_physis
    return rules.hunkered_skills == "all" or (rules.hunkered_skills == "manual" and manual)


def minimum(state: State, who: Character, modifier: int) -> int:
    """Effective minimum roll (P6-13)."""
    return max(state.house_rules.min_roll_floor, who.min_roll + modifier)


def destiny_needs(eff_min: int, rules: HouseRules) -> int:
    """The least a destiny die has to show (P6-19)."""
    return min(4, eff_min) if rules.destiny_threshold == "min4" else 4


def reaches(check: Check, kind: DieKind, total: int, rules: HouseRules) -> bool:
    """A die with this total is a success (P6-14, P6-19)."""
    return total >= (destiny_needs(check.eff_min, rules) if kind is DieKind.DESTINY else check.eff_min)


def rolls_on(check: Check, die: Die, rules: HouseRules) -> bool:
    """This die is rolled on (P6-15): its latest face is a 6 and that can matter, or is shown anyway."""
    if not check.explodes or die.kind is DieKind.DESTINY or not die.faces or die.faces[-1] != 6:
        return False
    return rules.explode_mode == "always" or die.total < check.eff_min


def can_help(who: Character) -> bool:
    """Something is left that could change a roll (P6-21 a)."""
    return bool(who.bonus.now or who.destiny.now or who.rerolls.now)


def stress_limit(who: Character, rules: HouseRules) -> int:
    """Most stress; reaching it brings a tick (P6-94, P6-96)."""
    own = None if rules.max_stress_source == "horror_chapter" else who.max_stress
    return max(1, (6 if own is None else own) + who.stress_shift)


def success_chance(eff_min: int, rolled_on: bool = True) -> Fraction:
    """Chance of one die to reach a minimum (P6-24).

    Args:
        eff_min: Effective minimum roll.
        rolled_on: Whether sixes are rolled on.
    """
    if eff_min <= 1:
        return Fraction(1)
    if eff_min <= 6:
        return Fraction(7 - eff_min, 6)
    return success_chance(eff_min - 6) / 6 if rolled_on else Fraction(0)


def pool_chance(dice: int, eff_min: int, rolled_on: bool = True) -> Fraction:
    """Chance of at least one success with so many dice (P6-24)."""
    return 1 - (1 - success_chance(eff_min, rolled_on)) ** max(0, dice)


def deviation(clock: int, metres: int) -> tuple[float, float]:
    """The place where a missed throw lands: metres to the right of the target, and beyond it (P6-65).

    Args:
        clock: Direction as on a clock face seen by the thrower, 12 beyond, 3 right.
        metres: Distance from the target.
    """
    angle = radians(30 * clock)
    return round(metres * sin(angle), 3), round(metres * cos(angle), 3)


def standing(combatant: Combatant) -> tuple[int, int, int, tuple[int, ...]]:
    """The values a fight is ordered by, highest first (P6-27, P6-28)."""
    return combatant.score, combatant.quickness, combatant.deftness, combatant.ties


def clipped(gauge: Gauge, now: int) -> Gauge:
    """A gauge with other dice left, never below none."""
    return Gauge(max(0, now), gauge.most)


def grown(gauge: Gauge, more: int, fill: bool) -> Gauge:
    """A gauge with another maximum, filled alike or not."""
    most = max(0, gauge.most + more)
    return Gauge(max(0, gauge.now + more) if fill else gauge.now, most)


def with_deltas(who: Character, deltas: Deltas, fill: bool, sign: int = 1) -> Character:
    """A sheet with what a template or a disorder changes (P6-8).

    Args:
        who: The sheet.
        deltas: The changes.
        fill: Whether new maxima come filled; bought later they fill at the next rest (P6-98).
        sign: -1 takes the changes back.
    """
    attributes = list(who.attributes)
    for value in deltas.attributes:
        attributes[ATTRS.index(Attr(value.name))] += sign * value.number
    most = max(1, who.max_health + sign * deltas.max_health)
    return changed(
        who,
        attributes=tuple(attributes),
        skills=added(who.skills, deltas.skills, sign),
        bonus=grown(who.bonus, sign * deltas.bonus_dice, fill),
        destiny=grown(who.destiny, sign * deltas.destiny_dice, fill),
        rerolls=grown(who.rerolls, sign * deltas.rerolls, fill),
        arcana=grown(who.arcana, sign * deltas.arcana, fill),
        protection=who.protection + sign * deltas.protection,
        evasion=who.evasion + sign * deltas.evasion,
        max_health=most,
        hearts=min(most, max(0, who.hearts + sign * deltas.max_health if fill else who.hearts)),
        actions_max=max(0, who.actions_max + sign * deltas.actions),
        sp_total=max(who.sp_spent, who.sp_total + sign * deltas.spell_points),
        stress_shift=who.stress_shift + sign * deltas.max_stress,
    )


def added(values: tuple[Value, ...], more: tuple[Value, ...], sign: int = 1) -> tuple[Value, ...]:
    """Named numbers with others added by name."""
    sums = {value.name.casefold(): value for value in values}
    for value in more:
        key = value.name.casefold()
        known = sums.get(key)
        number = (known.number if known is not None else 0) + sign * value.number
        sums[key] = Value(known.name if known is not None else value.name, number)
    return tuple(sums.values())
