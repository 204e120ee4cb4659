"""Opening a game session (rules 3.4)."""

import pytest

from engine.systems.phase_abandon.rules.table import SetPresence
from engine.types import Rejected
from tests.support.deal import scene
from tests.support.table import Table, table


@pytest.fixture
def t() -> Table:
    """Three finished characters, session not yet started."""
    t = table("Jeff", "Kim", "Lou", "Max")
    t.finish_setting()
    for name in ("Jeff", "Kim", "Lou", "Max"):
        t.quick_character(name)
    return t


def test_starting_deals_chips_and_asks_for_luck(t: Table) -> None:
    """PA-28: five chips each, and 1d6 of Luck is asked of everyone."""
    t.start_session(luck=None)
    assert set(t.chips.values()) == {5}
    assert t.asked == [(name, 1, "LUCK") for name in ("Jeff", "Kim", "Lou", "Max")]
    t.dice("Kim", 4)
    assert t.luck("Kim") == 4
    assert t.phase == "OPENING"
    t.refuses("E_ALREADY").do_start()


def test_luck_is_rolled_anew_each_session() -> None:
    """PA-28: a new session replaces the old Luck."""
    s = scene(luck={"P": 6})
    s.end_session()
    assert s.luck("P") is None
    s.start_session(luck={"P": 2})
    assert s.luck("P") == 2


@pytest.mark.parametrize(("anew", "chips"), [(True, {"P": 5, "Q": 5, "R": 5}), (False, {"P": 9, "Q": 1, "R": 5})])
def test_chips_are_dealt_anew_each_session(anew: bool, chips: dict[str, int]) -> None:
    """PA-28, R-78: everybody starts with five, or with the chips of the last session if they are not dealt anew."""
    s = scene(chips={"P": 9, "Q": 1, "R": 5}, rules={"chips_reset_each_session": anew})
    s.end_session()
    s.start_session()
    assert s.chips == chips


def test_r49_without_luck_nobody_is_asked() -> None:
    """PA-28, R-49: with `luck_enabled=false` no Luck is rolled."""
    t = table("P", "Q")
    t.rule("luck_enabled", False)
    t.finish_setting()
    t.quick_character("P")
    t.quick_character("Q")
    t.start_session(luck=None)
    assert t.asked == []
    assert t.luck("P") is None


def test_a_group_goal_is_needed_first(t: Table) -> None:
    """PA-29: without an open group goal the get-moving roll is E_NO_GROUP_GOAL."""
    t.start_session()
    t.refuses("E_NO_GROUP_GOAL").get_moving()
    t.group("see the duke", 20)
    t.get_moving()
    assert t.asked == [(name, 2, "GET_MOVING") for name in ("Jeff", "Kim", "Lou", "Max")]


def test_group_goals_of_an_earlier_session_count() -> None:
    """PA-29: an open goal carried over is enough."""
    s = scene(group_goals=[("find it", 10)])
    s.end_session()
    s.start_session()
    s.get_moving()
    assert len(s.asked) == 3


def test_luck_comes_before_the_get_moving_roll(t: Table) -> None:
    """PA-28: while Luck is still owed the get-moving roll is E_ROLL_OPEN."""
    t.start_session(luck=None)
    t.group("see the duke", 20)
    t.refuses("E_ROLL_OPEN").get_moving()


def test_set_up_talk_needs_no_narrator(t: Table) -> None:
    """PA-30, R-12: before the get-moving roll nobody holds narration and the talk is free."""
    t.start_session()
    t.group("see the duke", 20)
    assert t.state.narration is None
    assert t.holder is None


def test_v27_get_moving(t: Table) -> None:
    """V-27, PA-31, PA-32, N-1: the highest total of 2d6 sets the scene, without limit, in plain scene 1."""
    t.start_session()
    t.group("see the duke", 20)
    t.get_moving()
    t.dice("Jeff", 6, 5)
    t.dice("Kim", 3, 4)
    t.dice("Lou", 2, 2)
    assert t.phase == "OPENING"
    t.dice("Max", 6, 1)
    assert t.now == ("Jeff", "SCENE", None)
    assert t.reason == "N-1"
    assert (t.phase, t.state.scene.kind.upper(), t.state.scene_count) == ("PLAY", "PLAIN", 1)


def test_a_total_may_be_reported(t: Table) -> None:
    """PA-31: a sum stands for the two faces; an impossible one is E_FACE."""
    t.start_session()
    t.group("see the duke", 20)
    t.get_moving()
    t.refuses("E_FACE").total("Jeff", 13)
    t.refuses("E_FACE").total("Jeff", 1)
    t.total("Jeff", 4)
    t.total("Kim", 9)
    t.total("Lou", 3)
    t.total("Max", 2)
    assert t.holder == "Kim"


def test_n2_a_tie_is_rolled_off(t: Table) -> None:
    """PA-31, N-2, R-13: those tied on 2d6 throw one die each; meanwhile nobody holds and the phase is opening."""
    t.start_session()
    t.group("see the duke", 20)
    t.get_moving()
    for name, total in (("Jeff", 9), ("Kim", 9), ("Lou", 3), ("Max", 2)):
        t.total(name, total)
    assert (t.candidates, t.holder, t.phase) == (["Jeff", "Kim"], None, "OPENING")
    t.dice("Jeff", 2)
    t.dice("Kim", 5)
    assert t.now == ("Kim", "SCENE", None)


def test_r13_a_tie_may_repeat_the_two_dice(t: Table) -> None:
    """R-13: with `get_moving_tie=repeat_2d6` the tied throw 2d6 again."""
    t.rule("get_moving_tie", "repeat_2d6")
    t.start_session()
    t.group("see the duke", 20)
    t.get_moving()
    for name, total in (("Jeff", 9), ("Kim", 9), ("Lou", 3), ("Max", 2)):
        t.total(name, total)
    assert t.asked == [("Jeff", 2, "GET_MOVING"), ("Kim", 2, "GET_MOVING")]
    t.total("Kim", 6)
    t.total("Jeff", 7)
    assert t.holder == "Jeff"


def test_absent_players_are_not_asked(t: Table) -> None:
    """PA-31: only those present roll to get moving."""
    t.start_session()
    t.group("see the duke", 20)
    t.absent("Lou")
    t.get_moving()
    assert [name for name, _, _ in t.asked] == ["Jeff", "Kim", "Max"]


def test_a_session_opens_with_two_players_present() -> None:
    """PA-31, PA-10, INV-40: nobody gets moving alone: somebody else must tell failures."""
    s = scene(players="PQ")
    s.end_session()
    s.start_session()
    outcome = s.submit_as("leave", SetPresence(player="P", present=False))
    if isinstance(outcome, Rejected):
        assert outcome.code == "E_LIMIT"
    else:
        s.refuses("E_INCOMPLETE", "E_LIMIT").get_moving()


def test_play_commands_wait_for_play(t: Table) -> None:
    """PA-32: declaring an action before somebody got the story moving is E_PHASE."""
    t.start_session()
    t.refuses("E_PHASE").declare("Jeff", "Wits")


@pytest.mark.parametrize(("setting", "owed"), [("collective", []), ("winner", ["SET_UP"])])
def test_r12_who_sets_the_opening_up(setting: str, owed: list[str]) -> None:
    """R-12: by default the table has set up together; with `opening_setup=winner` the winner owes it."""
    t = table("Jeff", "Kim")
    t.rule("opening_setup", setting)
    t.finish_setting()
    t.quick_character("Jeff")
    t.quick_character("Kim")
    t.start_session()
    t.group("see the duke", 20)
    t.get_moving()
    t.total("Jeff", 9)
    t.total("Kim", 2)
    assert t.obligations == owed


def test_v28_group_goals_are_worked_in_order() -> None:
    """V-28, PA-29: three goals of 70 in all; when the first is done the second is current."""
    s = scene(group_goals=[("duke", 20), ("ambassador", 30), ("kidnapper", 20)], skills={"P": {"Haggling": 5}})
    assert [goal.text for goal in s.state.group_goals] == ["duke", "ambassador", "kidnapper"]
    assert sum(goal.value_initial for goal in s.state.group_goals) == 70
    assert s.current_group_goal == "duke"
    s.correct_group_goal("duke", 3)
    s.act("P", "Haggling", 4, 4, 4, 2, 2)
    assert s.group_goal("duke") == 0
    assert (s.current_group_goal, s.group_goal("ambassador")) == ("ambassador", 30)
