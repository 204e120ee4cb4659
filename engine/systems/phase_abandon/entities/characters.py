"""Characters with everything on their sheets."""

from engine.quick_dataclass import dataclass
from engine.systems.phase_abandon.vocabulary import (
    CharacterStatus,
    GoalKind,
    GoalStatus,
)


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill, or a special item of power when `is_item` (section 2.4).

    Attributes:
        rank: 0 to 15.
        damage: 0 to `rules.max_damage`.
        advancement: 0 to threshold - 1.
        temp_modifier: Situational dice granted by the group, -15 to 15.
        crit_heart: Heart lost per own 1 on this skill, 0 to 5.
    """

    name: str
    rank: int
    success_effect: str = ""
    critical_failure_effect: str = ""
    notes: str = ""
    crit_heart: int = 0
    damage: int = 0
    temp_modifier: int = 0
    advancement: int = 0
    approved: bool = False
    is_item: bool = False
    breaks_at_zero: bool = False
    broken: bool = False
    recharge: str = ""
    linked_to: str | None = None


@dataclass(frozen=True, slots=True)
class Trigger:
    """Condition under which a principle grants dice (PA-22).

    Attributes:
        bonus_dice: 1 to 3.
        applies_to: "LINKED", "NOT_LINKED", "ANY", or a tuple of skill names.
    """

    condition: str
    bonus_dice: int
    applies_to: str | tuple[str, ...] = "LINKED"


@dataclass(frozen=True, slots=True)
class GuidingPrinciple:
    """A personal vow tied to a skill.

    Attributes:
        break_count: Unresolved breaks.
        penalty: Dice off the linked skill.
        goal_id: Text of the open atonement goal.
    """

    text: str
    linked_skill_id: str
    trigger: Trigger
    break_count: int = 0
    penalty: int = 0
    goal_id: str | None = None
    approved: bool = False


@dataclass(frozen=True, slots=True)
class SkillDraft:
    """A skill still to be learned (PA-82)."""

    name: str
    success_effect: str
    critical_failure_effect: str
    notes: str = ""
    item: bool = False


@dataclass(frozen=True, slots=True)
class PersonalGoal:
    """A personal aim counted down; `settled` once its skill is learned or its vow mended."""

    text: str
    kind: GoalKind
    value_initial: int
    value_left: int
    status: GoalStatus = GoalStatus.OPEN
    skill_draft: SkillDraft | None = None
    principle_id: str | None = None
    approved: bool = False
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Connection:
    """An acquaintance outside the group; `value` >= 1."""

    npc_name: str
    value: int = 1


@dataclass(frozen=True, slots=True)
class Character:
    """The fictional person a player runs (section 2.3).

    Attributes:
        name: Unique at the table, also the character's id.
        owner: Player.
        heart: 0 to 5.
        luck: 0 to 6, None before the first game session and after it.
        skill_points_left: 0 to 15.
        skills: Skills that are not items.
        items: Special items of power.
    """

    name: str
    owner: str
    status: CharacterStatus = CharacterStatus.DRAFT
    blurbs: tuple[str, ...] = ()
    heart: int = 5
    luck: int | None = None
    skill_points_left: int = 15
    skills: tuple[Skill, ...] = ()
    items: tuple[Skill, ...] = ()
    principles: tuple[GuidingPrinciple, ...] = ()
    goals: tuple[PersonalGoal, ...] = ()
    connections: tuple[Connection, ...] = ()
    equipment: tuple[str, ...] = ()
    improvement_chips: int = 0
