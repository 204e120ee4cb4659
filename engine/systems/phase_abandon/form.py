"""What a table of Phase Abandon says before its first evening (PA-12 to PA-20)."""

from engine.form import Ask, Form

SKILL_POINTS, BEST_SKILL, GOALS, GOAL_TOTAL = 15, 5, 3, 300

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
            "group_goals",
            "Group goals with points",
            "numbered",
            noun="goal",
            keys=("text", "value"),
            example="find the ship 30",
        ),
        Ask("preset", "House rules", "choice", options=("worked_examples", "summaries", "chapter_one")),
    )
)
