"""Success, failure and break even (rules 3.7)."""

import pytest

from tests.support.deal import scene


def test_v1_darius() -> None:
    """V-1, PA-53, N-3, INV-19: two successes are two actions and two points; then the highest player goes on."""
    s = scene(chips={"P": 4, "Q": 6, "R": 5}, skills={"P": {"Haggling": 3}}, group_goals=[("find it", 10)], holder="Q")
    s.act("P", "Haggling", 3, 4, 5)
    assert (s.tally, s.outcome) == ((2, 1), "SUCCESS")
    assert s.group_goal("find it") == 8
    assert s.chips == {"P": 4, "Q": 6, "R": 5}
    assert (s.now, s.reason) == (("P", "SUCCESS_RESULT", 2), "N-3")
    s.end("P")
    assert s.holder == "Q"


def test_r4_a_successful_roller_may_keep_narration() -> None:
    """R-4: with `after_success_action=roller_keeps` the roller goes on freely."""
    s = scene(chips={"P": 4, "Q": 6, "R": 5}, holder="Q", rules={"after_success_action": "roller_keeps"})
    s.act("P", "Wits", 3, 4, 5)
    s.end("P")
    assert s.now == ("P", "FREE", None)


def test_success_lowers_the_challenge_in_a_challenge_scene() -> None:
    """PA-53, PA-91: in a challenge scene the points go to the challenge, not to the group goal."""
    s = scene(challenge=10)
    s.act("P", "Wits", 4, 5, 2)
    assert (s.challenge, s.group_goal("find it")) == (8, 10)


def test_failure_of_a_declared_action() -> None:
    """PA-54, N-5: no points; one chip to the lowest other, who tells the failure; then the highest."""
    s = scene(chips={"P": 6, "Q": 2, "R": 3}, holder="R")
    s.act("P", "Wits", 4, 2, 3)
    assert (s.outcome, s.group_goal("find it")) == ("FAILURE", 10)
    assert (s.now, s.reason) == (("Q", "FAILURE_RESULT", None), "N-5")
    assert s.chips == {"P": 5, "Q": 3, "R": 3}
    s.end()
    assert s.holder == "P"


def test_the_recipient_is_chosen_before_the_chip_moves() -> None:
    """PA-54: the lowest is the lowest before the pay-off, even when the chip makes somebody else lowest."""
    s = scene(chips={"P": 5, "Q": 3, "R": 4}, holder="P")
    s.act("P", "Wits", 1, 2, 3)
    assert s.chips == {"P": 4, "Q": 4, "R": 4}
    assert s.holder == "Q"


def test_v40_break_even() -> None:
    """V-40, PA-55, N-6, R-6: no points, no chips; the lowest other tells it without harm, then the highest."""
    s = scene(chips={"P": 5, "Q": 3, "R": 6}, skills={"P": {"Hammer": 2}})
    s.act("P", "Hammer", 4, 2)
    assert (s.outcome, s.group_goal("find it")) == ("BREAK_EVEN", 10)
    assert (s.now, s.reason) == (("Q", "BREAK_EVEN_RESULT", None), "N-6")
    assert s.obligations == ["NO_HARM"]
    assert s.chips == {"P": 5, "Q": 3, "R": 6}
    s.end("Q")
    assert s.holder == "R"


def test_v41_a_break_even_still_hurts() -> None:
    """V-41, PA-55, R-7: the 1 damages the skill, which is worn from now on."""
    s = scene(skills={"P": {"Hammer": 2}})
    s.act("P", "Hammer", 4, 1)
    assert s.outcome == "BREAK_EVEN"
    assert (s.skill("P", "Hammer").damage, s.level("P", "Hammer")) == (1, 1)
    s.settle_ties()
    s.end_all()
    s.act("P", "Hammer", 2)
    assert s.heart("P") == 4


def test_r7_a_break_even_may_block_damage() -> None:
    """R-7: with `break_even_blocks_damage` the 1 does nothing, to skill or Heart."""
    s = scene(skills={"P": {"Hammer": 2}}, challenge=10, combat=True, rules={"break_even_blocks_damage": True})
    s.act("P", "Hammer", 4, 1)
    assert (s.outcome, s.skill("P", "Hammer").damage, s.heart("P")) == ("BREAK_EVEN", 0, 5)


def test_r6_the_roller_may_tell_a_break_even() -> None:
    """R-6: with `break_even_narrator=lowest_including_roller` the poorest roller tells it; otherwise never."""
    for setting, teller in (("lowest_including_roller", "P"), ("lowest_other", "Q")):
        s = scene(chips={"P": 1, "Q": 3, "R": 6}, skills={"P": {"Hammer": 2}}, rules={"break_even_narrator": setting})
        s.act("P", "Hammer", 4, 2)
        assert s.holder == teller


def test_r6_a_break_even_may_be_told_like_a_failure() -> None:
    """R-6: with `break_even_narrator=as_failure` the requester of a check tells its break even."""
    s = scene(chips={"P": 5, "Q": 6, "R": 2}, holder="P", rules={"break_even_narrator": "as_failure"})
    s.check("Q", "P", "Wits")
    s.hold_out("P", 1)
    s.dice("P", 4, 2)
    assert (s.outcome, s.holder) == ("BREAK_EVEN", "Q")


def test_r6_a_break_even_may_cost_a_chip() -> None:
    """R-6: with `break_even_payoff` one chip goes to the lowest other."""
    s = scene(chips={"P": 5, "Q": 3, "R": 6}, skills={"P": {"Hammer": 2}}, rules={"break_even_payoff": True})
    s.act("P", "Hammer", 4, 2)
    assert s.chips == {"P": 4, "Q": 4, "R": 6}


def test_n7_a_success_with_a_one_tells_an_injury() -> None:
    """PA-56, N-7: a live 1 obliges the roller to tell an own injury or setback."""
    s = scene()
    s.act("P", "Wits", 1, 4, 5)
    assert (s.outcome, s.obligations) == ("SUCCESS", ["INJURY"])


def test_a_removed_one_obliges_nobody() -> None:
    """PA-56, INV-23: a traded 1 leaves no injury to tell."""
    s = scene()
    s.act("P", "Wits", 6, 1, 4)
    s.trade("P")
    assert s.obligations == []


@pytest.mark.parametrize(("chips", "paid"), [(0, 0), (1, 1), (5, 1)])
def test_the_pay_off_is_one_chip_at_most(chips: int, paid: int) -> None:
    """PA-54, INV-28: exactly one chip is paid when there is one."""
    s = scene(chips={"P": chips, "Q": 2, "R": 8})
    s.act("P", "Wits", 2, 2, 2)
    assert s.chips["Q"] == 2 + paid


def test_r35_failed_rolls_may_lower_the_challenge() -> None:
    """R-35, INV-27: by default the success of a failed roll removes nothing, with the setting it removes one."""
    for setting, left in ((False, 10), (True, 9)):
        s = scene(challenge=10, rules={"failed_roll_reduces_challenge": setting})
        s.act("P", "Wits", 4, 2, 2)
        assert (s.outcome, s.challenge) == ("FAILURE", left)


def test_r82_actions_and_checks_both_lower_the_group_goal() -> None:
    """R-82, PA-86: two successes of an action and two of a check take four points."""
    s = scene(chips={"P": 7, "Q": 5, "R": 5}, holder="P")
    s.act("P", "Wits", 4, 5, 2)
    s.end()
    s.check("Q", "P", "Wits")
    s.dice("P", 4, 5, 2)
    assert s.group_goal("find it") == 6
