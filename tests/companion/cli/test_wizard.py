"""A campaign by answering questions: every answer is checked at once and asked for again."""

from collections.abc import Sequence

import pytest

from companion.cli.wizard import make_roster
from companion.play.roster import Roster
from companion.play.setup import state_of
from engine.registry import infos
from engine.systems.phase_abandon.system import RULESET

GAME, TITLE, PLAYERS = ("",), ("Phandar",), ("Jay, Russ",)
HERIK = (
    "Herik",
    "Haggling 3, Locks 2",
    "tall, loud, late",
    "find my brother 200, get rich 100",
    "Yargert, Tom",
    "never leave a friend; Locks; a friend is in danger; 2, never lie",
)
BARTOK = ("Bartok", "Stealth: 5", "", "", "", "")
SETTING = ("western on a moon", "Jay; a fortress city; 3, Russ; raiders; 2, Russ; a fallen city; 3; 1")
GOALS, PRESET = ("find the ship 30, pay the crew 10",), ("",)


class Person:
    """Types answers in order, and remembers what was asked and told."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []
        self.told: list[str] = []

    def ask(self, question: str) -> str:
        self.asked.append(question)
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)

    def make(self) -> Roster:
        return make_roster(self.ask, self.told.append)


def answers(
    game: Sequence[str] = GAME,
    title: Sequence[str] = TITLE,
    players: Sequence[str] = PLAYERS,
    herik: Sequence[str] = HERIK,
    bartok: Sequence[str] = BARTOK,
    setting: Sequence[str] = SETTING,
    goals: Sequence[str] = GOALS,
    preset: Sequence[str] = PRESET,
) -> Person:
    return Person(*game, *title, *players, *herik, *bartok, *setting, *goals, *preset)


def test_the_answers_become_a_campaign_the_rules_take() -> None:
    person = answers()
    roster = person.make()
    assert person.answers == []
    assert (roster.game, roster.title, roster.names) == ("phase-abandon", "Phandar", ("Jay", "Russ"))
    herik = roster.players[0].character
    assert herik is not None
    assert [(skill.name, skill.rank) for skill in herik.skills] == [("Haggling", 3), ("Locks", 2)]
    assert herik.blurbs == ("tall", "loud", "late")
    assert [(goal.text, goal.value) for goal in herik.goals] == [("find my brother", 200), ("get rich", 100)]
    assert [each.name for each in herik.connections] == ["Yargert", "Tom"]
    assert [(each.text, each.skill, each.bonus) for each in herik.principles] == [
        ("never leave a friend", "Locks", 2),
        ("never lie", None, None),
    ]
    assert [(goal.text, goal.value) for goal in roster.group_goals] == [("find the ship", 30), ("pay the crew", 10)]
    assert roster.preset == "worked_examples"
    state = state_of(RULESET, roster.to_json())
    assert [player.name for player in state.players] == ["Jay", "Russ"]
    assert [(each.text, each.lock) for each in state.setting_details] == [("a fallen city", 3), ("raiders", 2)]


def test_questions_name_the_person_they_are_about() -> None:
    person = answers()
    person.make()
    assert "Jay's character: " in person.asked
    skills = (
        "Herik's skills with ranks, 15 points in all, at most 5 per skill, separated by commas (Haggling 3, Locks 2): "
    )
    assert skills in person.asked
    assert "People Bartok knows, separated by commas: " in person.asked


@pytest.mark.parametrize(
    ("part", "wrong", "told"),
    [
        ("game", "chess", f"Choose one of {', '.join(each.slug for each in infos())}."),
        ("title", "", "This is required."),
        ("title", "x" * 81, "A name has at most 80 characters."),
        ("players", "Jay", "A table has 2 to 8 players, not 1."),
        ("players", "A, B, C, D, E, F, G, H, I", "A table has 2 to 8 players, not 9."),
        ("players", "Jay, jay", "Enter each name once; upper and lower case count as the same."),
        ("players", "Jay, Unknown", "unknown is the name for unknown voices; choose another name."),
        ("bartok", "jay", "There is already somebody called jay."),
        ("bartok", "herik", "There is already somebody called herik."),
        ("details", "Jay; a city", "Chips in detail 1 is required."),
        ("details", "Jay; a city; 6", "Chips in detail 1 must be 1 to 5."),
        ("details", "Jay; a city; 3, Jay; a wall; 3", "Jay spends 6; there are 5."),
        (
            "details",
            "Jay; a; 1; ; x",
            "'Jay; a; 1; ; x' has too many semicolons; write it like: Jay; a fortress city; 3.",
        ),
        ("goals", "find the ship", "'find the ship' has no number behind it; write it like: find the ship 30."),
        ("goals", "rest 0", "rest must be at least 1, not 0."),
        ("goals", "rest 5, Rest 6", "Enter each goal once; upper and lower case count as the same."),
        ("preset", "mine", "Choose one of worked_examples, summaries, chapter_one."),
    ],
)
def test_an_answer_that_cannot_be_used_is_asked_for_again(part: str, wrong: str, told: str) -> None:
    right = {"game": GAME, "title": TITLE, "players": PLAYERS, "bartok": BARTOK, "goals": GOALS, "preset": PRESET}
    if part == "details":
        person = answers(setting=(SETTING[0], wrong, SETTING[1]))
    else:
        person = answers(**{part: (wrong, *right[part])})
    assert person.make() == answers().make()
    assert told in person.told
    assert person.asked.count(person.asked[-1]) == (2 if part == "preset" else 1)


@pytest.mark.parametrize(
    ("at", "wrong", "told"),
    [
        (1, "", "Skill: at least 1, such as: Haggling 3, Locks 2."),
        (1, "Haggling", "'Haggling' has no number behind it; write it like: Haggling 3, Locks 2."),
        (1, "Haggling 6", "Haggling must be at most 5, not 6."),
        (1, "A 5, B 5, C 5, D 1", "That is 16 of 15 points."),
        (1, "Haggling 3, haggling 2", "Enter each skill once; upper and lower case count as the same."),
        (2, "a, b, c, d", "Line: at most 3, not 4."),
        (3, "a 1, b 1, c 1, d 1", "Goal: at most 3, not 4."),
        (5, "a; Locks; b; 4", "Dice in guiding principle 1 must be 1 to 3."),
        (5, "a; ; ; ; never", "Applies to in guiding principle 1 must be one of that skill, other skills, any skill."),
        (4, "Tom, tom", "Enter each person once; upper and lower case count as the same."),
    ],
)
def test_a_line_of_a_sheet_is_asked_for_again(at: int, wrong: str, told: str) -> None:
    person = answers(herik=(*HERIK[:at], wrong, *HERIK[at:]))
    assert person.make() == answers().make()
    assert told in person.told


def test_whoever_leaves_makes_no_campaign() -> None:
    with pytest.raises(EOFError):
        Person(*GAME, *TITLE, *PLAYERS).make()
