"""The form a table of Phase Abandon fills in before its first evening (PA-12 to PA-20)."""

from engine.form import Ask, Column, Form
from engine.phrase import phrase
from engine.systems.phase_abandon.house_rules import PRESETS, SETTINGS

SKILL_POINTS, BEST_SKILL, GOALS, GOAL_TOTAL, PRINCIPLES, SETTING_CHIPS = 15, 5, 3, 300, 3, 5

_PRINCIPLE = (
    Column("text", phrase("Guiding principle")),
    Column("skill", phrase("Skill"), optional=True, among="skills"),
    Column("condition", phrase("Grants dice when"), optional=True),
    Column("bonus", phrase("Dice"), number=True, most=3, optional=True),
    Column(
        "applies_to",
        phrase("Applies to"),
        optional=True,
        options=(
            ("LINKED", phrase("that skill")),
            ("NOT_LINKED", phrase("other skills")),
            ("ANY", phrase("any skill")),
        ),
    ),
)
_DETAIL = (
    Column("player", phrase("Who"), among="players"),
    Column("text", phrase("Detail of the world")),
    Column("chips", phrase("Chips"), number=True, most=SETTING_CHIPS),
    Column("changes", phrase("Changes detail number"), number=True, optional=True),
)

FORM = Form(
    (
        Ask(
            "character.skills",
            phrase(
                "{{character}}'s skills with ranks, {points} points in all, at most {most} per skill",
                points=SKILL_POINTS,
                most=BEST_SKILL,
            ),
            "numbered",
            noun=phrase("skill"),
            keys=("name", "rank"),
            least=1,
            each_most=BEST_SKILL,
            total=SKILL_POINTS,
            example=phrase("Haggling 3, Locks 2"),
        ),
        Ask(
            "character.blurbs",
            phrase("Up to three lines that describe {character}"),
            "texts",
            noun=phrase("line"),
            most=3,
        ),
        Ask(
            "character.goals",
            phrase("{{character}}'s goals with points, {points} points in all", points=GOAL_TOTAL),
            "numbered",
            noun=phrase("goal"),
            keys=("text", "value"),
            most=GOALS,
            total=GOAL_TOTAL,
            example=phrase("find my brother 100"),
        ),
        Ask(
            "character.connections", phrase("People {character} knows"), "texts", noun=phrase("person"), keys=("name",)
        ),
        Ask(
            "character.principles",
            phrase(
                "Up to {most} guiding principles of {{character}}, each with the condition that grants dice",
                most=PRINCIPLES,
            ),
            "rows",
            noun=phrase("guiding principle"),
            columns=_PRINCIPLE,
            most=PRINCIPLES,
            example=phrase("never leave a friend; Locks; a friend is in danger; 2"),
        ),
        Ask("genre", phrase("Genre"), example=phrase("western on a lost moon")),
        Ask(
            "table.details",
            phrase(
                "Details of the world; each player has {chips} chips, and changing a detail costs as many as it has",
                chips=SETTING_CHIPS,
            ),
            "rows",
            noun=phrase("detail"),
            columns=_DETAIL,
            total=SETTING_CHIPS,
            total_by="player",
            example=phrase("Jay; a fortress city; 3"),
        ),
        Ask(
            "group_goals",
            phrase("Group goals with points"),
            "numbered",
            noun=phrase("goal"),
            keys=("text", "value"),
            example=phrase("find the ship 30"),
        ),
        Ask(
            "preset",
            phrase("House rules"),
            "choice",
            options=tuple(PRESETS),
            hints=(
                phrase("As in the rulebook's examples; where they are silent, the safest option."),
                phrase(
                    "As in the summary tables: whoever has the fewest chips narrates failures, any 6 lowers a goal."
                ),
                phrase("As in the first chapter: after every roll, narration goes to whoever has the most chips."),
            ),
        ),
    ),
    settings=SETTINGS,
    presets=PRESETS,
)
