"""Formulas of the rules: movement, Tests, who comes next."""

from engine.systems.kleptonomicon.entities import Ability, AbilityUse, Character, Encounter, OpenTest, Sheet, Slot
from engine.systems.kleptonomicon.house_rules import HouseRules
from engine.systems.kleptonomicon.vocabulary import MAGIC, MELEE, RANGED, UNITS

BASIC_ABILITIES = (Ability(MELEE, reach=1), Ability(RANGED, reach=16), Ability(MAGIC, reach=8))
"""Abilities of everybody; one of the same name on a sheet replaces them."""


def abilities(sheet: Sheet) -> tuple[Ability, ...]:
    """Abilities of a sheet, Basic Attacks included."""
    own = {ability.name.casefold() for ability in sheet.abilities}
    return (*sheet.abilities, *(each for each in BASIC_ABILITIES if each.name not in own))


def skill_modifier(sheet: Sheet, skill: str | None) -> int:
    """The modifier of a Skill; 0 for what the sheet does not list."""
    wanted = (skill or "").casefold()
    return next((each.modifier for each in sheet.skills if each.name.casefold() == wanted), 0)


# -- movement (KL-61 to KL-63, KL-66, KL-69) -------------------------------------------------------------------------


def styles(character: Character) -> tuple[str, ...]:
    """Movement Styles somebody may use now, improvised ones last."""
    own = [style.name for style in character.sheet.styles]
    return (*own, *(each.style for each in character.movement.improvised if each.style not in own))


def limit(character: Character, style: str, rules: HouseRules) -> int:
    """Units a style allows this Turn; 0 for a style that is not available."""
    mult = character.movement.mult
    factor = min(mult, 2) if rules.second_dash_scope == "cap_only" else mult
    return factor * _plain_limit(character, style)


def _plain_limit(character: Character, style: str) -> int:
    for own in character.sheet.styles:
        if own.name == style:
            return UNITS[own.size]
    return next((each.units for each in character.movement.improvised if each.style == style), 0)


def cap(character: Character, rules: HouseRules) -> int:
    """Units in all this Turn: the largest style, multiplied by Dash."""
    units = [UNITS[style.size] for style in character.sheet.styles]
    if rules.improvised_raises_cap:
        units += [each.units for each in character.movement.improvised]
    return character.movement.mult * max(units, default=0)


def spent(character: Character, style: str | None = None) -> int:
    """Units moved this Turn, in one style or in all."""
    return sum(each.units for each in character.movement.spent if style is None or each.style == style)


def pool(character: Character, rules: HouseRules) -> int:
    """Units left in all."""
    return cap(character, rules) - spent(character)


def left(character: Character, style: str, rules: HouseRules) -> int:
    """Units left in one style."""
    return limit(character, style, rules) - spent(character, style)


def available(character: Character, style: str, rules: HouseRules) -> int:
    """Units that can still be moved in a style."""
    return max(0, min(left(character, style, rules), pool(character, rules)))


# -- Tests (KL-25) -----------------------------------------------------------------------------------------------------


def net_advantage(adv: int, dis: int, rules: HouseRules) -> int:
    """Advantage of a Test: its sign only, unless the house lets it add up."""
    net = adv - dis
    return net if rules.test_stack else (net > 0) - (net < 0)


def dice_count(net: int, rules: HouseRules) -> int:
    """Dice of a Test."""
    return rules.test_dice + abs(net) * rules.test_extra_dice


def score_of(test: OpenTest, faces: tuple[int, ...], rules: HouseRules) -> int:
    """Score of thrown dice: the best or worst of them, and the modifier."""
    ordered = sorted(faces, reverse=test.net > 0)
    return sum(ordered[: rules.test_dice] if test.net else ordered) + test.modifier


# -- Turn Order (KL-43, KL-44) -----------------------------------------------------------------------------------------


def turns(order: tuple[Slot, ...], rules: HouseRules) -> tuple[str, ...]:
    """Everybody with a Turn, in order; a group that acts as one is led by its first member."""
    if rules.npc_group_turns == "as_one":
        return tuple(slot.members[0] for slot in order)
    return tuple(member for slot in order for member in slot.members)


def next_turn(encounter: Encounter, rules: HouseRules) -> tuple[str, bool]:
    """The name that comes after the running Turn, and whether a new Round begins with it."""
    line = turns(encounter.order, rules)
    slot = encounter.slot_of(encounter.current)
    if slot is None:
        return line[0], True
    here = slot.members[0] if rules.npc_group_turns == "as_one" else encounter.current
    at = line.index(here or line[0]) + 1
    return (line[at], False) if at < len(line) else (line[0], True)


def upcoming(encounter: Encounter, rules: HouseRules) -> tuple[str, ...]:
    """Turns that follow the running one, once round."""
    line = turns(encounter.order, rules)
    if not line:
        return ()
    first, _ = next_turn(encounter, rules)
    at = line.index(first)
    return (line[at:] + line[:at])[:-1] if len(line) > 1 else ()


def acting(encounter: Encounter | None, rules: HouseRules) -> tuple[str, ...]:
    """Everybody who has the Turn: one character, or all of a group that acts as one."""
    if encounter is None or encounter.active is None:
        return ()
    slot = encounter.slot_of(encounter.active)
    if slot is not None and slot.group and rules.npc_group_turns == "as_one":
        return slot.members
    return (encounter.active,)


def used(uses: tuple[AbilityUse, ...], character: str, ability: str) -> int:
    """The number of times somebody used an Ability."""
    return sum(use.count for use in uses if use.character == character and use.ability == ability)
