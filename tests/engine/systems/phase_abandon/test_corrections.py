"""Corrections, undo, repeated commands and questions (rules 3.20 and 5.1)."""

import pytest

from engine.systems.phase_abandon.rules.table import AskStatus
from tests.support.deal import scene
from tests.support.table import table


@pytest.mark.parametrize(("path", "value"), [("chips", 7), ("heart", 3), ("luck", 1)])
def test_a_players_number_is_set_by_hand(path: str, value: int) -> None:
    """PA-116: chips, Heart and Luck of a named player."""
    s = scene()
    s.correct(path, value, player="Q")
    assert {"chips": s.chips["Q"], "heart": s.heart("Q"), "luck": s.luck("Q")}[path] == value


def test_the_tables_numbers_are_set_by_hand() -> None:
    """PA-116: pool, challenge and group goal."""
    s = scene(challenge=9)
    s.correct("party_pool", 3)
    s.correct("challenge_left", 4)
    s.correct_group_goal("find it", 6)
    assert (s.pool, s.challenge, s.group_goal("find it")) == (3, 4, 6)


def test_a_correction_needs_a_reason() -> None:
    """PA-116: no reason is E_EMPTY."""
    s = scene()
    s.refuses("E_EMPTY").correct("chips", 7, player="Q", reason="")


@pytest.mark.parametrize(
    ("path", "value"), [("heart", 6), ("heart", -1), ("chips", -1), ("luck", 7), ("party_pool", -1)]
)
def test_a_correction_stays_in_range(path: str, value: int) -> None:
    """PA-116, INV-3, INV-8: E_RANGE beyond what the sheet allows."""
    s = scene()
    s.refuses("E_RANGE").correct(path, value, player=None if path == "party_pool" else "P")


def test_a_correction_of_something_unknown() -> None:
    """PA-116: E_UNKNOWN names what does not exist."""
    s = scene()
    s.refuses("E_UNKNOWN").correct("moon phase", 1, player="P")
    s.refuses("E_UNKNOWN").correct("chips", 1, player="Nobody")


def test_no_correction_during_a_roll() -> None:
    """PA-116: E_ROLL_OPEN."""
    s = scene()
    s.declare("P", "Wits")
    s.refuses("E_ROLL_OPEN").correct("chips", 7, player="Q")


def test_only_a_correction_makes_a_total_jump() -> None:
    """PA-116, INV-1: the sum of chips changes by the correction alone."""
    s = scene()
    s.correct("chips", 9, player="Q")
    assert sum(s.chips.values()) == 19
    s.act("P", "Wits", 2, 2, 3)
    assert sum(s.chips.values()) == 19


def test_undo_takes_the_latest_command_back() -> None:
    """PA-116, INV-33: chips, roll and narration are as before, and the same command leads to the same state again."""
    s = scene(chips={"P": 5, "Q": 5, "R": 2}, holder="P")
    before = s.state
    s.check("Q", "P", "Wits")
    s.dice("P", 2, 2, 3)
    after = s.state
    s.undo()
    s.undo()
    assert s.state == before
    s.check("Q", "P", "Wits")
    s.dice("P", 2, 2, 3)
    assert s.state == after


def test_nothing_left_to_undo() -> None:
    """PA-116: E_ALREADY on an empty history."""
    t = table()
    t.undo()
    t.refuses("E_ALREADY").undo()


def test_v83_a_repeated_command_id_adds_nothing() -> None:
    """V-83, INV-32: the second time the first result comes back and nothing is added."""
    s = scene()
    first = s.submit_as("same", s.declaration("P", "Wits"))
    length = len(s.history)
    again = s.submit_as("same", s.declaration("P", "Wits"))
    assert (again, len(s.history)) == (first, length)


@pytest.mark.parametrize(
    ("topic", "player", "about", "expected"),
    [
        ("holder", None, None, "P"),
        ("highest", None, None, "Q"),
        ("chips", "R", None, "3"),
        ("pool", None, None, "2"),
        ("group_goal", None, None, "10"),
        ("skill", "P", "Wits", "3"),
        ("heart", "P", None, "5"),
    ],
)
def test_questions_are_answered_and_change_nothing(topic: str, player: str, about: str, expected: str) -> None:
    """PA-116, PA-102: a question reads the state; nothing is logged."""
    s = scene(chips={"P": 5, "Q": 7, "R": 3}, pool=2, holder="P")
    length = len(s.history)
    words = {"2": "two", "3": "three", "5": "five", "10": "ten"}
    text = s.ask(topic, player, about).lower()
    assert expected.lower() in text or words.get(expected, "?") in text
    assert len(s.history) == length


def test_a_question_asked_as_a_command_leaves_no_trace() -> None:
    """PA-116: `AskStatus` is answered, never logged."""
    s = scene()
    before = s.state
    length = len(s.history)
    s.submit_as("question", AskStatus(topic="holder"))
    assert (s.state, len(s.history)) == (before, length)


def test_the_group_may_grant_or_take_dice() -> None:
    """PA-37, PA-116: a situational modifier changes the effective dice of later rolls."""
    s = scene(skills={"P": {"Hammer": 4}})
    s.correct_skill("P", "Hammer", "temp_modifier", 2)
    s.declare("P", "Hammer")
    assert (s.roll.effective, s.asked) == (6, [("P", 5, "ACTION")])
    s.withdraw("P")
    s.correct_skill("P", "Hammer", "temp_modifier", -3)
    s.declare("P", "Hammer")
    assert s.asked == [("P", 1, "ACTION")]


def test_names_are_found_in_any_case() -> None:
    """PA-33: players, skills and goals answer to any spelling in case."""
    s = scene(players=["Ana", "Ben"], skills={"Ana": {"Haggling": 3}}, goals={"Ana": [("Revenge", 300)]}, holder="Ana")
    s.declare("ana", "HAGGLING")
    assert s.asked == [("Ana", 3, "ACTION")]
    s.dice("ANA", 4, 4, 2)
    assert s.outcome == "SUCCESS"


@pytest.mark.parametrize(
    ("path", "legal", "illegal"),
    [
        ("rank", (0, 15), (-1, 16)),
        ("damage", (0, 3), (-1, 4)),
        ("advancement", (0, 7), (-1, 8)),
        ("temp_modifier", (-15, 15), (-16, 16)),
    ],
)
def test_a_skills_numbers_stay_in_their_ranges(path: str, legal: tuple[int, ...], illegal: tuple[int, ...]) -> None:
    """PA-116, INV-9, INV-10: a correction goes to the ends of the range and not beyond (E_RANGE)."""
    for value in illegal:
        scene(skills={"P": {"Hammer": 4}}).refuses("E_RANGE").correct_skill("P", "Hammer", path, value)
    for value in legal:
        s = scene(skills={"P": {"Hammer": 4}})
        s.correct_skill("P", "Hammer", path, value)
        assert getattr(s.skill("P", "Hammer"), path) == value
