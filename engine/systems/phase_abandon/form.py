"""What a table of Phase Abandon says before its first evening (PA-12 to PA-20)."""

from engine.form import Ask, Column, Form
from engine.systems.phase_abandon.settings import PRESETS, SETTINGS

SKILL_POINTS, BEST_SKILL, GOALS, GOAL_TOTAL, PRINCIPLES, SETTING_CHIPS = 15, 5, 3, 300, 3, 5

_PRINCIPLE = (
    Column("text", "Guiding principle"),
    Column("skill", "Skill", optional=True, among="skills"),
    Column("condition", "Grants dice when", optional=True),
    Column("bonus", "Dice", number=True, most=3, optional=True),
    Column(
        "applies_to",
        "Counts for",
        optional=True,
        options=(("LINKED", "that skill"), ("NOT_LINKED", "other skills"), ("ANY", "any skill")),
    ),
)
_DETAIL = (
    Column("player", "Who", among="players"),
    Column("text", "Detail of the world"),
    Column("chips", "Chips", number=True, most=SETTING_CHIPS),
    Column("changes", "Changes detail number", number=True, optional=True),
)

FORM = Form(
    (
        Ask(
            "character.skills",
            f"{{character}}'s skills with ranks, {SKILL_POINTS} in all, {BEST_SKILL} at most on one",
            "numbered",
            noun="skill",
            keys=("name", "rank"),
            least=1,
            each_most=BEST_SKILL,
            total=SKILL_POINTS,
            example="Haggling 3, Locks 2",
        ),
        Ask("character.blurbs", "Up to three lines that describe {character}", "texts", noun="line", most=3),
        Ask(
            "character.goals",
            f"{{character}}'s goals with points, {GOAL_TOTAL} in all",
            "numbered",
            noun="goal",
            keys=("text", "value"),
            most=GOALS,
            total=GOAL_TOTAL,
            example="find my brother 100",
        ),
        Ask("character.connections", "People {character} knows", "texts", noun="person", keys=("name",)),
        Ask(
            "character.principles",
            f"Up to {PRINCIPLES} guiding principles of {{character}}, each with what grants dice",
            "rows",
            noun="guiding principle",
            columns=_PRINCIPLE,
            most=PRINCIPLES,
            example="never leave a friend; Locks; a friend is in danger; 2",
        ),
        Ask("genre", "Genre everybody agrees on", example="western on a lost moon"),
        Ask(
            "table.details",
            f"Details of the world; everybody has {SETTING_CHIPS} chips, and changing one takes as many as it cost",
            "rows",
            noun="detail",
            columns=_DETAIL,
            total=SETTING_CHIPS,
            total_by="player",
            example="Jay; a fortress city; 3",
        ),
        Ask(
            "group_goals",
            "Group goals with points",
            "numbered",
            noun="goal",
            keys=("text", "value"),
            example="find the ship 30",
        ),
        Ask(
            "preset",
            "House rules",
            "choice",
            options=tuple(PRESETS),
            hints=(
                "What the book's played examples do; where they are silent, the safest reading.",
                "What the summary tables say: tellers of failures have the fewest chips, any 6 lowers a group goal.",
                "What the first chapter says: after every roll the word goes to whoever has the most chips.",
            ),
        ),
    ),
    settings=SETTINGS,
    presets=PRESETS,
)
