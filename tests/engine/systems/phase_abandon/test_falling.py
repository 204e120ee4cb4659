"""Heart 0, fate and recovery (rules 3.10)."""

import pytest

from tests.support.deal import scene


def fallen(**options):
    """P has just fallen in a fight, by a roll that succeeded."""
    s = scene(skills={"P": {"Sword": 3}}, heart={"P": 1}, challenge=9, combat=True, **options)
    s.act("P", "Sword", 1, 5, 5)
    return s


def test_v71_falling_in_a_success() -> None:
    """V-71, PA-69, R-44, N-28: the success stands, Heart is 0, and only the owner chooses the fate."""
    s = fallen()
    assert (s.outcome, s.challenge, s.heart("P")) == ("SUCCESS", 7, 0)
    assert s.happened("CharacterFell")
    assert s.status("P") == "DOWN"
    assert s.now == ("P", "SUCCESS_RESULT", 2)
    s.refuses("E_NOT_OWNER").fate("P", "incapacitated", actor="Q")
    s.fate("P", "incapacitated")
    assert s.status("P") == "INCAPACITATED"
    assert s.now == ("P", "SUCCESS_RESULT", 2)
    s.refuses("E_ALREADY").fate("P", "die")


def test_dying_is_for_good() -> None:
    """PA-69, INV-8: a dead character neither recovers nor chooses again."""
    s = fallen()
    s.fate("P", "die")
    assert s.status("P") == "DEAD"
    s.refuses("E_CHARACTER_OUT", "E_ALREADY").recover("P")
    s.refuses("E_ALREADY").fate("P", "incapacitated")


def test_the_fallen_do_not_act_check_help_or_call() -> None:
    """PA-70: every own roll of the fallen is E_CHARACTER_OUT; play does not wait for the choice."""
    s = fallen(connections={"P": {"Marta": 2}})
    s.end()
    s.settle_ties("Q")
    s.refuses("E_CHARACTER_OUT").declare("P", "Sword")
    if s.holder != "P":
        s.refuses("E_CHARACTER_OUT").check(s.holder, "P", "Sword")
    s.declare("Q", "Wits")
    s.refuses("E_CHARACTER_OUT").help("P", "Sword", 1)
    s.dice("Q", 4, 4, 4)
    assert s.outcome == "SUCCESS"


def test_the_fallen_call_no_connections() -> None:
    """PA-70: nor do they call on anybody."""
    s = scene(heart={"P": 1}, connections={"P": {"Marta": 2}}, items={"P": {"Dagger": {"rank": 3, "crit_heart": 1}}})
    s.act("P", "Dagger", 1, 5, 5)
    s.end()
    s.settle_ties()
    s.refuses("E_CHARACTER_OUT").call("P", "Marta", 1)


def test_without_a_choice_the_fallen_are_incapacitated_when_the_scene_ends() -> None:
    """PA-70, R-44: the end of the scene decides for whoever did not."""
    s = fallen()
    s.end()
    s.settle_ties()
    s.lull(s.holder, agreed=True)
    s.settle_ties()
    assert s.status("P") == "INCAPACITATED"


def test_recovery_brings_one_heart() -> None:
    """PA-71, R-45: an incapacitated character returns with Heart 1; an active one cannot recover (E_ALREADY)."""
    s = fallen()
    s.refuses("E_ALREADY").recover("Q")
    s.fate("P", "incapacitated")
    s.recover("P")
    assert (s.status("P"), s.heart("P")) == ("ACTIVE", 1)


@pytest.mark.parametrize("heart", [3, 5])
def test_r45_recovery_may_bring_more(heart: int) -> None:
    """R-45: `recovery_heart` sets the Heart of the returned."""
    s = fallen(rules={"recovery_heart": heart})
    s.fate("P", "incapacitated")
    s.recover("P")
    assert s.heart("P") == heart


def test_several_ones_may_cost_several_hearts() -> None:
    """PA-64, PA-69: each die counts for itself, and Heart stops at 0."""
    s = scene(skills={"P": {"Sword": 4}}, heart={"P": 2}, challenge=9, combat=True)
    s.act("P", "Sword", 1, 1, 1, 4)
    assert (s.heart("P"), s.status("P")) == (0, "DOWN")
    assert s.count("CharacterFell") == 1
