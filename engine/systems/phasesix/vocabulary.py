"""Words the rules use for attributes, conditions, deeds, checks and phases; every value is its own JSON form."""

from enum import StrEnum


class Phase(StrEnum):
    """Phases of a table."""

    LOBBY = "LOBBY"
    BETWEEN = "BETWEEN"
    FREE = "FREE"
    COMBAT = "COMBAT"


class Attr(StrEnum):
    """The twelve attributes; the first six are of the persona, the others of the physis (P6-1)."""

    EDUCATION = "education"
    LOGIC = "logic"
    CONSCIENTIOUSNESS = "conscientiousness"
    WILLPOWER = "willpower"
    APPREHENSION = "apprehension"
    CHARM = "charm"
    DEFTNESS = "deftness"
    STRENGTH = "strength"
    ATTRACTIVENESS = "attractiveness"
    ENDURANCE = "endurance"
    RESISTANCE = "resistance"
    QUICKNESS = "quickness"

    @property
    def is_physis(self) -> bool:
        """It is a matter of the body."""
        return self in PHYSIS


ATTRS = tuple(Attr)
PHYSIS = frozenset(ATTRS[6:])


class Cond(StrEnum):
    """Conditions a character can be in (P6-78), in the order they are rolled for at the start of a round (P6-84)."""

    DYING = "dying"
    BLEEDING = "bleeding"
    POISONED = "poisoned"
    SHOCKED = "shocked"
    UNCONSCIOUS = "unconscious"
    BURNING = "burning"
    HUNKERED = "hunkered"


class Kind(StrEnum):
    """A player's character, or one of the story's leader."""

    PC = "pc"
    NPC = "npc"


class Category(StrEnum):
    """Kinds of templates; only some can be bought with reputation (P6-98)."""

    EDUCATION = "education"
    OCCUPATION = "occupation"
    TALENT = "talent"
    INTERESTS = "interests"
    CHARACTER = "character"
    ENVIRONMENT = "environment"


OPEN_CATEGORIES = frozenset((Category.TALENT, Category.INTERESTS, Category.CHARACTER, Category.ENVIRONMENT))


class DieKind(StrEnum):
    """Kinds of dice in a check."""

    NATURAL = "natural"
    BONUS = "bonus"
    DESTINY = "destiny"


class Purpose(StrEnum):
    """Purposes of a check."""

    CHECK = "CHECK"
    GROUP = "GROUP"
    OBSERVE = "OBSERVE"
    HIT = "HIT"
    EVADE = "EVADE"
    PARRY = "PARRY"
    COVER = "COVER"
    THROW = "THROW"
    CAST = "CAST"
    AID = "AID"
    DEED = "DEED"
    DYING = "DYING"
    BLEEDING = "BLEEDING"
    POISONED = "POISONED"
    SHOCKED = "SHOCKED"
    UNCONSCIOUS = "UNCONSCIOUS"
    REST_HEARTS = "REST_HEARTS"
    REST_ARCANA = "REST_ARCANA"
    REST_STRESS = "REST_STRESS"


class Dice(StrEnum):
    """Purposes of thrown dice: a part of a check, or a throw of its own."""

    POOL = "POOL"
    EXPLODE = "EXPLODE"
    DESTINY = "DESTINY"
    INITIATIVE = "INITIATIVE"
    ROLL_OFF = "ROLL_OFF"
    CLOCK = "CLOCK"
    METRES = "METRES"
    WOUNDS = "WOUNDS"
    EFFECT = "EFFECT"


class DeedKind(StrEnum):
    """Deeds that can be done with an action (P6-36)."""

    ATTACK = "attack"
    RELOAD = "reload"
    USE_OBJECT = "use_object"
    FIRST_AID = "first_aid"
    HUNKER = "hunker"
    STAND_UP = "stand_up"
    WALK = "walk"
    RUN = "run"
    CRAWL = "crawl"
    CAST = "cast"
    THROW_OBJECT = "throw_object"
    CUSTOM = "custom"


class Mode(StrEnum):
    """Fire modes (P6-50)."""

    SINGLE = "single"
    SEMI = "semi"
    BURST = "burst"
    FULL_AUTO = "full_auto"


class Aid(StrEnum):
    """Purposes of one roll of first aid (P6-74)."""

    BOOST = "boost"
    STABILISE = "stabilise"
    BANDAGE = "bandage"
    ALL = "all"


class TaskKind(StrEnum):
    """Tasks the rules carry out by themselves as soon as nothing is open."""

    CONDITION = "CONDITION"
    BURN = "BURN"
    NEXT = "NEXT"
    RESOLVE = "RESOLVE"
    REACTION = "REACTION"
    DEED = "DEED"
    STRIKE = "STRIKE"
    REST = "REST"
    REFRESH = "REFRESH"
    PASS = "PASS"
