"""Skills the rulebook names, with what it says about their base (P6-4); a library adds and completes them."""

from engine.phrase import Phrase, phrase
from engine.systems.phasesix.entities import SkillBase, State
from engine.systems.phasesix.vocabulary import Attr

HAND_TO_HAND = "Hand to Hand"
SHOOTING = "Shooting"
THROWING = "Throwing"
FIRST_AID = "First Aid"
SPELL_CASTING = "Spell Casting"

_NAMED: tuple[tuple[Phrase, tuple[Attr, ...], bool], ...] = (
    (phrase("Intimidation"), (), False),
    (phrase("Spell Casting"), (Attr.WILLPOWER, Attr.CHARM), False),
    (phrase("Magic Knowledge"), (Attr.EDUCATION, Attr.CONSCIENTIOUSNESS), False),
    (phrase("Nature"), (Attr.EDUCATION,), False),
    (phrase("History"), (Attr.EDUCATION,), False),
    (phrase("Investigation"), (Attr.LOGIC,), False),
    (phrase("Mechanics"), (Attr.LOGIC,), True),
    (phrase("Courage"), (Attr.WILLPOWER,), False),
    (phrase("Perception"), (Attr.APPREHENSION,), False),
    (phrase("Orientation"), (Attr.APPREHENSION,), False),
    (phrase("Politics"), (Attr.CHARM,), False),
    (phrase("Empathy"), (Attr.CHARM,), False),
    (phrase("Performance"), (Attr.DEFTNESS,), True),
    (phrase("Stealth"), (Attr.DEFTNESS,), True),
    (phrase("Throwing"), (Attr.STRENGTH,), True),
    (phrase("Athletics"), (Attr.STRENGTH,), True),
    (phrase("Communication"), (), False),
    (phrase("Hand to Hand"), (), True),
    (phrase("Shooting"), (), True),
    (phrase("First Aid"), (), True),
    (phrase("Medicine"), (), False),
)
"""Names with the attributes of their base, as far as the rulebook tells, and whether they are manual."""
SKILLS: tuple[SkillBase, ...] = tuple(SkillBase(str(name), attributes, manual) for name, attributes, manual in _NAMED)
SKILL_WORDS = tuple(name for name, _, _ in _NAMED)
"""Their names as people read them."""

_INTIMIDATION = {
    "app_con": (Attr.APPREHENSION, Attr.CONSCIENTIOUSNESS),
    "wil_app": (Attr.WILLPOWER, Attr.APPREHENSION),
    "wil_con": (Attr.WILLPOWER, Attr.CONSCIENTIOUSNESS),
}


def skill_named(state: State, name: str) -> SkillBase | None:
    """Everything known of a skill: the library's word before the rulebook's; None for a skill of some sheet alone."""
    wanted = name.casefold()
    for skill in (*state.library.skills, *SKILLS):
        if skill.name.casefold() == wanted:
            return skill
    return None


def base_pair(state: State, name: str) -> tuple[Attr, Attr] | None:
    """The two attributes a skill averages; None where the rules do not tell (P6-4, P6R-1)."""
    known = skill_named(state, name)
    attributes = known.attributes if known is not None else ()
    if name.casefold() == "intimidation" and not attributes:
        return _INTIMIDATION[state.house_rules.intimidation_base]
    return (attributes[0], attributes[1]) if len(attributes) == 2 else None


def all_skills(state: State) -> tuple[str, ...]:
    """Every skill name at this table: rulebook, library, sheets."""
    names = {skill.name.casefold(): skill.name for skill in (*SKILLS, *state.library.skills)}
    for character in state.characters:
        for value in character.skills:
            names.setdefault(value.name.casefold(), value.name)
    return tuple(names.values())
