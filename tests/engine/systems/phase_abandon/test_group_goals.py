"""Group goals (rules 3.14)."""

import pytest

from tests.support.deal import scene


@pytest.mark.parametrize(
    ("first", "faces", "overflow", "left"),
    [(10, (4, 5, 2), "lost", (8, 10)), (1, (4, 5, 5), "lost", (0, 10)), (1, (4, 5, 5), "next_goal", (0, 8))],
)
def test_a_success_takes_its_points_from_the_current_goal(
    first: int, faces: tuple[int, ...], overflow: str, left: tuple[int, int]
) -> None:
    """PA-86, R-56, INV-15: S points off the first open goal; the surplus is lost, or goes to the next goal."""
    s = scene(group_goals=[("first", first), ("second", 10)], rules={"group_goal_overflow": overflow})
    s.act("P", "Wits", *faces)
    assert (s.group_goal("first"), s.group_goal("second")) == left


@pytest.mark.parametrize("faces", [(2, 2, 4), (4, 2)])
def test_failures_and_break_evens_take_nothing(faces: tuple[int, ...]) -> None:
    """PA-86, INV-27: whatever the dice show."""
    s = scene(skills={"P": {"Hammer": len(faces)}})
    s.act("P", "Hammer", *faces)
    assert s.group_goal("find it") == 10


def test_v62_natural_sixes_count_in_a_challenge() -> None:
    """V-62, PA-87, R-31, INV-16: four successes off the challenge, one natural 6 off the goal; `any_six` counts two."""
    for setting, left in (("natural", 7), ("any_six", 6)):
        s = scene(challenge=10, group_goals=[("goal", 8)], rules={"challenge_goal_six": setting})
        s.act("P", "Wits", 6, 4, 2)
        s.dice("P", 6)
        s.dice("P", 4)
        assert (s.tally, s.challenge, s.group_goal("goal")) == ((4, 1), 6, left)


def test_r31_sixes_of_a_failed_roll() -> None:
    """R-31: they count only with `challenge_goal_six_on_failure`."""
    for setting, left in ((False, 8), (True, 7)):
        s = scene(challenge=10, group_goals=[("goal", 8)], rules={"challenge_goal_six_on_failure": setting})
        s.act("P", "Wits", 6, 3, 2)
        s.accept_all("P")
        assert (s.outcome, s.group_goal("goal")) == ("FAILURE", left)


def test_difficulty_caps_the_sixes() -> None:
    """PA-87, INV-16: no more goal points than successes: two sixes less one of difficulty and help leave one."""
    s = scene(challenge=10, group_goals=[("goal", 8)], skills={"P": {"Hammer": 2}}, holder="P")
    s.check("Q", "P", "Hammer", extra_difficulty=1)
    s.dice("P", 6, 6)
    s.accept("P")
    assert (s.tally, s.challenge, s.group_goal("goal")) == ((1, 0), 9, 7)


def test_n23_the_last_point_in_a_plain_scene() -> None:
    """PA-88, N-23, R-54: the roller tells the end of the goal without limit, then the highest; nobody is rewarded."""
    s = scene(chips={"P": 4, "Q": 6, "R": 5}, group_goals=[("first", 2), ("second", 10)])
    s.act("P", "Wits", 4, 5, 2)
    assert (s.now, s.reason) == (("P", "GOAL_COMPLETION", None), "N-23")
    assert s.happened("GroupGoalCompleted")
    assert s.state.rewards == ()
    assert s.current_group_goal == "second"
    s.end()
    assert s.holder == "Q"


def test_r54_the_goal_may_be_rewarded() -> None:
    """R-54: with `group_goal_reward=goal_value` the roller gets the goal's value for a personal goal."""
    s = scene(group_goals=[("first", 20)], goals={"P": [("revenge", 300)]}, rules={"group_goal_reward": "goal_value"})
    s.correct_group_goal("first", 2)
    s.act("P", "Wits", 4, 5, 2)
    s.claim("P", "revenge")
    assert s.goal("P", "revenge").value_left == 280


def test_v80_the_last_point_inside_a_challenge() -> None:
    """V-80, PA-88, N-24, R-86: the roller tells the end of the goal and the challenge goes on."""
    s = scene(chips={"P": 4, "Q": 6, "R": 5}, challenge=9, group_goals=[("goal", 1)])
    s.act("P", "Wits", 6, 5, 2)
    s.dice("P", 3)
    assert (s.challenge, s.group_goal("goal")) == (7, 0)
    assert (s.now, s.reason) == (("P", "GOAL_COMPLETION", None), "N-24")
    s.end()
    assert (s.holder, s.state.scene.kind, s.state.scene.status) == ("Q", "CHALLENGE", "OPEN")


def test_r86_the_goal_may_end_the_challenge() -> None:
    """R-86: with `goal_zero_in_challenge=scene_ends` the challenge scene ends with the goal."""
    s = scene(challenge=9, group_goals=[("goal", 1)], rules={"goal_zero_in_challenge": "scene_ends"})
    s.act("P", "Wits", 6, 5, 2)
    s.dice("P", 3)
    s.end_all()
    assert s.state.scene.kind == "PLAIN"


def test_the_group_changes_its_goals_between_rolls() -> None:
    """PA-89: goals are added, revalued, renamed, moved and dropped, but not during a roll (E_ROLL_OPEN)."""
    s = scene(group_goals=[("first", 10), ("second", 20)])
    s.change_group("first", "drop")
    assert s.current_group_goal == "second"
    s.change_group("second", "revalue", 30)
    s.change_group("second", "rename", "the duke")
    assert s.group_goal("the duke") == 30
    s.group("third", 5)
    s.change_group("third", "move", 1)
    assert s.current_group_goal == "third"
    s.refuses("E_GOAL_CLOSED").change_group("first", "revalue", 5)
    s.refuses("E_UNKNOWN").change_group("nonsense", "drop")
    s.declare("P", "Wits")
    s.refuses("E_ROLL_OPEN").group("fourth", 5)
    s.refuses("E_ROLL_OPEN").change_group("third", "drop")


def test_a_goal_may_be_put_in_front() -> None:
    """PA-89, PA-29: a position names the place in the order; a value below 1 is E_RANGE."""
    s = scene(group_goals=[("first", 10)])
    s.group("before", 5, position=1)
    assert s.current_group_goal == "before"
    s.refuses("E_RANGE").group("nothing", 0)


def test_play_goes_on_without_a_goal() -> None:
    """PA-89: with none open a success simply takes nothing."""
    s = scene(group_goals=[("first", 10)])
    s.change_group("first", "drop")
    s.act("P", "Wits", 4, 5, 2)
    assert (s.outcome, s.current_group_goal) == ("SUCCESS", None)
    assert not s.happened("GroupGoalReduced")
