"""Everything that can be rolled: attributes, skills, knowledge, evasion, or a number of dice (P6-10)."""

from engine.common.rules import Refused
from engine.phrase import phrase
from engine.quick_dataclass import dataclass
from engine.systems.phasesix.derived import half, skill_value
from engine.systems.phasesix.entities import Character, State
from engine.systems.phasesix.naming import find, plain
from engine.systems.phasesix.skills import all_skills, base_pair, skill_named
from engine.systems.phasesix.vocabulary import ATTRS, Attr
from engine.systems.phasesix.words import worded

OTHER_WORDS = {
    "valor": "Courage",
    "valour": "Courage",
    "dodge": "evasion",
    "dodging": "evasion",
    "fists": "Hand to Hand",
}
"""Words people use for traits (P6R-5)."""


@dataclass(frozen=True, slots=True)
class Trait:
    """Something to roll, as one character has it.

    Attributes:
        label: As people say it.
        value: Dice, may be negative (P6-1).
        what: The attribute, or the name of the skill behind it.
        manual: Whether that skill is manual.
    """

    label: str
    value: int
    what: "str | Attr"
    manual: bool = False


def trait_of(state: State, who: Character, said: str) -> Trait:
    """The trait meant by what was said.

    Raises:
        Refused: `BAD_VALUE`, `AMBIGUOUS_NAME`, or `SKILL_BASE_UNDEFINED` in derived mode (P6-4).
    """
    wanted = OTHER_WORDS.get(plain(said), plain(said))
    if wanted.removesuffix(" dice").removesuffix(" die").isdecimal():
        number = int(wanted.split()[0])
        if number > 99:
            raise Refused("BAD_VALUE", phrase("That is too many dice."))
        return Trait(f"{number} dice", number, "")
    if wanted.casefold() in ("evasion", "evade"):
        return Trait("evasion", who.evasion, "evasion")
    for attribute in ATTRS:
        if attribute == wanted.casefold():
            return attribute_of(who, attribute)
    for known in who.knowledge:
        if plain(known.name) == plain(wanted):
            return knowledge_of(state, who, known.name)
    names = (*all_skills(state), *(known.name for known in who.knowledge), *(a.value for a in ATTRS))
    found = find(names, str, wanted, phrase("trait"))
    if found in ATTRS:
        return attribute_of(who, Attr(found))
    if found in {known.name for known in who.knowledge}:
        return knowledge_of(state, who, found)
    return skill_of(state, who, found)


def attribute_of(who: Character, attribute: Attr) -> Trait:
    """An attribute as a trait."""
    return Trait(attribute.value.capitalize(), who.attr(attribute), attribute)


def skill_of(state: State, who: Character, name: str) -> Trait:
    """A skill as a trait: the sheet's total, or base and own value (P6-3).

    Raises:
        Refused: It is derived, and nobody said of what.
    """
    own, rules = skill_value(who, name), state.house_rules
    known = skill_named(state, name)
    manual = known is not None and known.manual
    label = known.name if known is not None else name
    if rules.skill_mode == "sheet":
        return Trait(label, own, label, manual)
    pair = base_pair(state, name)
    if pair is None:
        text = phrase("Nobody said which attributes {skill} averages; put it in the library.", skill=worded(label))
        raise Refused("SKILL_BASE_UNDEFINED", text)
    return Trait(label, half(who.attr(pair[0]) + who.attr(pair[1]), rules) + own, label, manual)


def knowledge_of(state: State, who: Character, name: str) -> Trait:
    """A field of knowledge with its skill (P6-5)."""
    known = next(one for one in who.knowledge if one.name == name)
    skill = skill_of(state, who, known.skill)
    return Trait(known.name, known.value + skill.value, skill.what, skill.manual)
