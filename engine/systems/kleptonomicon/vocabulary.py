"""Words of the Kleptonomicon as closed sets."""

from enum import StrEnum


class Phase(StrEnum):
    """Stage of the game; an Encounter's own four phases are phases like the others."""

    NONE = "NONE"
    OPENING_CREDITS = "OPENING_CREDITS"
    FREEPLAY = "FREEPLAY"
    INITIATIVE = "INITIATIVE"
    MAIN = "MAIN"
    PAUSE = "PAUSE"
    REWARD = "REWARD"
    CLOSING_CREDITS = "CLOSING_CREDITS"
    EPISODE_OVER = "EPISODE_OVER"


ENCOUNTER = frozenset((Phase.INITIATIVE, Phase.MAIN, Phase.PAUSE, Phase.REWARD))
RUNNING = ENCOUNTER | {Phase.OPENING_CREDITS, Phase.FREEPLAY, Phase.CLOSING_CREDITS}
"""Phases of an Episode that runs."""


class OpeningStep(StrEnum):
    """Step of the Opening Credits."""

    INTRODUCTIONS = "INTRODUCTIONS"
    COLD_OPEN = "COLD_OPEN"
    EPISODIC = "EPISODIC"


class ClosingStep(StrEnum):
    """Step of the Closing Credits."""

    SCENES = "SCENES"
    RESOLUTIONS = "RESOLUTIONS"
    RESETS = "RESETS"
    DONE = "DONE"


class AbilityTime(StrEnum):
    """The moment an Ability is used at, and whether it costs a Beat (KL-49)."""

    ACTION = "ACTION"
    FREE_ACTION = "FREE_ACTION"
    REACTION = "REACTION"
    FREE_REACTION = "FREE_REACTION"
    SLOW_ACTION = "SLOW_ACTION"


COSTS_BEAT = frozenset((AbilityTime.ACTION, AbilityTime.REACTION, AbilityTime.SLOW_ACTION))
REACTIONS = frozenset((AbilityTime.REACTION, AbilityTime.FREE_REACTION))


class TriggerKind(StrEnum):
    """Things a Reaction may answer (KL-52)."""

    ATTACKED = "ATTACKED"
    DAMAGED = "DAMAGED"
    LEFT_SWINGING = "LEFT_SWINGING"
    ABILITY_USED = "ABILITY_USED"
    SPOKEN = "SPOKEN"
    CUSTOM = "CUSTOM"


class TestKind(StrEnum):
    """Purposes of a Test."""

    SKILL = "SKILL"
    EDGE_SAVE = "EDGE_SAVE"
    DASH = "DASH"
    MANEUVER = "MANEUVER"
    ABILITY = "ABILITY"


class StyleSize(StrEnum):
    """Reach of a Movement Style: 2, 4 or 8 units a Turn (KL-61)."""

    HALF = "HALF"
    NORMAL = "NORMAL"
    DOUBLE = "DOUBLE"


UNITS = {StyleSize.HALF: 2, StyleSize.NORMAL: 4, StyleSize.DOUBLE: 8}


class Pool(StrEnum):
    """Points of a character that damage and healing change; also the name of the field."""

    DODGE_POINTS = "dodge_points"
    SHIELD = "shield"
    HEALTH = "health"
    VITALITY = "vitality"


RESET_POOLS = (*Pool, "recoveries")
"""Pools that the end of an Episode restores (KL-97)."""


class RecoveryKind(StrEnum):
    """The three Recovery Abilities."""

    DODGES_UP = "dodges_up"
    SHIELDS_UP = "shields_up"
    HEAL_UP = "heal_up"


class SolutionPolicy(StrEnum):
    """Consequences of a trick that is tried again (KL-21)."""

    FREE = "free"
    DISADVANTAGE = "disadvantage"
    BAN = "ban"


class ResetMode(StrEnum):
    """Amounts that the end of an Episode restores (KL-98)."""

    FULL = "full"
    HALF = "half"
    NONE = "none"
    CUSTOM = "custom"


DISTANCES = {"swinging": 1, "spearing": 2, "spitting": 4, "throwing": 8, "shooting": 16, "sniping": 100}
"""Named Distances in units (KL-59)."""

SLOWED = "slowed"
ATHLETICS = "athletics"
MELEE, RANGED, MAGIC = "melee attack", "ranged attack", "magic attack"
BASIC_ATTACKS = frozenset((MELEE, RANGED, MAGIC))
OPPORTUNITY_ATTACK = "opportunity attack"
IMPROVISED = "improvised"
DASH = "dash"
ALL_PASSED = "all_passed"
"""Place in the Turn Order ahead of every group."""

GM_WORDS = frozenset(("gm", "game master", "gamemaster", "dm"))
EVERYONE_WORDS = frozenset(("everyone", "everybody", "all", "all pcs", "party", "nobody")) | GM_WORDS
"""Names nobody may have."""
