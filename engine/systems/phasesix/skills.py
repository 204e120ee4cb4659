"""Skills the rulebook names, with what it says about their base (P6-4); a library adds and completes them."""

from engine.systems.phasesix.entities import SkillBase
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import Attr

PERCEPTION = "Perception"
HAND_TO_HAND = "Hand to Hand"
SHOOTING = "Shooting"
THROWING = "Throwing"
FIRST_AID = "First Aid"
SPELL_CASTING = "Spell Casting"

SKILLS: tuple[SkillBase, ...] = (
    SkillBase("Intimidation"),
    SkillBase(SPELL_CASTING, (Attr.WILLPOWER, Attr.CHARM)),
    SkillBase("Magic Knowledge", (Attr.EDUCATION, Attr.CONSCIENTIOUSNESS)),
    SkillBase("Nature", (Attr.EDUCATION,)),
    SkillBase("History", (Attr.EDUCATION,)),
    SkillBase("Investigation", (Attr.LOGIC,)),
    SkillBase("Mechanics", (Attr.LOGIC,), manual=True),
    SkillBase("Courage", (Attr.WILLPOWER,)),
    SkillBase(PERCEPTION, (Attr.APPREHENSION,)),
    SkillBase("Orientation", (Attr.APPREHENSION,)),
    SkillBase("Politics", (Attr.CHARM,)),
    SkillBase("Empathy", (Attr.CHARM,)),
    SkillBase("Performance", (Attr.DEFTNESS,), manual=True),
    SkillBase("Stealth", (Attr.DEFTNESS,), manual=True),
    SkillBase(THROWING, (Attr.STRENGTH,), manual=True),
    SkillBase("Athletics", (Attr.STRENGTH,), manual=True),
    SkillBase("Communication"),
    SkillBase(HAND_TO_HAND, manual=True),
    SkillBase(SHOOTING, manual=True),
    SkillBase(FIRST_AID, manual=True),
    SkillBase("Medicine"),
)

_INTIMIDATION = {
    "app_con": (Attr.APPREHENSION, Attr.CONSCIENTIOUSNESS),
    "wil_app": (Attr.WILLPOWER, Attr.APPREHENSION),
    "wil_con": (Attr.WILLPOWER, Attr.CONSCIENTIOUSNESS),
}


def skill_named(state: State, name: str) -> SkillBase | None:
    """What is known of a skill: the library's word before the rulebook's; None for a skill of some sheet alone."""
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
