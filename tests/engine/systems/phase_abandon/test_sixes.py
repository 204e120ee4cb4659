"""Sixes: party pool, repair, advancement (rules 3.8)."""

import pytest

from tests.support.deal import scene


@pytest.mark.parametrize("faces", [(6, 5, 4), (6, 2, 3), (6, 2, 4, 3)])
def test_initial_sixes_feed_the_pool_whatever_the_outcome(faces: tuple[int, ...]) -> None:
    """PA-57, INV-6: a 6 of the first throw brings a token on success, failure and break even."""
    s = scene(skills={"P": {"Hammer": len(faces)}}, pool=0)
    s.act("P", "Hammer", *faces)
    s.accept_all("P")
    assert s.pool == 1


def test_sixes_on_luck_feed_the_pool() -> None:
    """PA-57: Luck included."""
    s = scene(luck={"P": 2}, pool=0)
    s.act("P", None, 6, 4)
    s.accept_all("P")
    assert s.pool == 1


def test_other_sixes_bring_no_token() -> None:
    """PA-57: connection, bid, roll-off, get-moving and helping dice feed nothing."""
    s = scene(chips={"P": 5, "Q": 3, "R": 3}, connections={"P": {"Marta": 2}}, pool=0, holder="P")
    s.call("P", "Marta", 2)
    s.dice("P", 6, 6)
    s.end()
    s.declare("P", "Wits")
    s.help("Q", "Wits", 1)
    s.dice("P", 2, 2, 2)
    s.dice("Q", 6)
    s.settle_ties()
    s.end_all()
    s.conflict("P")
    s.bids(P=1, Q=0, R=0)
    s.dice("P", 6)
    assert s.pool == 0


def test_v21_agent_005_roll_two() -> None:
    """V-21, PA-58, PA-59: two natural sixes remove two damage of three, none trains, two tokens."""
    s = scene(skills={"P": {"Electronics": 5}}, damage={"P": {"Electronics": 3}}, pool=0)
    s.act("P", "Electronics", 6, 6)
    s.dice("P", 3, 2)
    assert (s.tally, s.outcome) == ((2, 0), "SUCCESS")
    skill = s.skill("P", "Electronics")
    assert (skill.damage, skill.advancement, s.level("P", "Electronics"), s.pool) == (1, 0, 4, 2)


def test_v22_agent_005_roll_three() -> None:
    """V-22, PA-59, INV-11: one 6 finishes the repair, the other trains; the 1 of the explosion does nothing."""
    s = scene(skills={"P": {"Electronics": 5}}, damage={"P": {"Electronics": 1}}, pool=0)
    s.act("P", "Electronics", 6, 6, 4, 2)
    s.dice("P", 5, 1)
    assert (s.tally, s.outcome) == ((4, 1), "SUCCESS")
    skill = s.skill("P", "Electronics")
    assert (skill.damage, skill.advancement, s.pool) == (0, 1, 2)


def test_v20_agent_005_roll_one() -> None:
    """V-20, PA-54, PA-62, PA-63: three ones cost three levels of later rolls, a chip goes to the poorest."""
    s = scene(chips={"P": 5, "Q": 5, "R": 3}, skills={"P": {"Electronics": 5}})
    s.act("P", "Electronics", 1, 1, 1, 4, 2)
    assert (s.tally, s.outcome) == ((1, 4), "FAILURE")
    assert (s.skill("P", "Electronics").damage, s.level("P", "Electronics"), s.heart("P")) == (3, 2, 5)
    assert s.chips == {"P": 4, "Q": 5, "R": 4}
    assert s.holder == "R"
    s.end()
    assert s.holder == "Q"


def test_r17_one_six_per_roll_may_train() -> None:
    """R-17: two natural sixes train twice; with `advancement_six=first_per_roll` once."""
    for setting, gained in (("each_natural", 2), ("first_per_roll", 1)):
        s = scene(rules={"advancement_six": setting})
        s.act("P", "Wits", 6, 6, 4)
        s.accept_all("P")
        assert s.skill("P", "Wits").advancement == gained


def test_v65_rank_up() -> None:
    """V-65, PA-60, R-18: rank 2 at 3 of 4 points becomes rank 3 with the next point, threshold 6."""
    s = scene(skills={"P": {"Hammer": 2}}, advancement={"P": {"Hammer": 3}})
    s.act("P", "Hammer", 6, 4)
    s.dice("P", 2)
    skill = s.skill("P", "Hammer")
    assert (skill.rank, skill.advancement) == (3, 0)
    assert s.last("SkillRankRaised").rank == 3
    assert s.threshold("P", "Hammer") == 6


def test_r18_the_rank_may_be_the_threshold() -> None:
    """R-18: with `advancement_threshold=equal_rank` rank 2 needs two points."""
    s = scene(skills={"P": {"Hammer": 2}}, rules={"advancement_threshold": "equal_rank"})
    s.correct_skill("P", "Hammer", "advancement", 1)
    s.act("P", "Hammer", 6, 4)
    s.accept_all("P")
    assert (s.skill("P", "Hammer").rank, s.skill("P", "Hammer").advancement) == (3, 0)


def test_fifteen_is_the_highest_rank() -> None:
    """PA-60, INV-10: at rank 15 further points are lost."""
    s = scene(skills={"P": {"Hammer": 15}})
    s.act("P", "Hammer", 6, 6, 6, 4, 5)
    s.accept_all("P")
    assert s.skill("P", "Hammer").rank == 15
    assert s.skill("P", "Hammer").advancement < 30


def test_a_six_does_not_heal_its_own_roll() -> None:
    """PA-61, R-30: with no older damage the 6 trains and the damage of this roll stays."""
    s = scene()
    s.act("P", "Wits", 6, 1, 4)
    s.accept_all("P")
    assert (s.skill("P", "Wits").damage, s.skill("P", "Wits").advancement) == (1, 1)


def test_r30_a_six_may_heal_its_own_roll() -> None:
    """R-30: with `six_repairs_same_roll` the 1 lands first and the 6 repairs it."""
    s = scene(rules={"six_repairs_same_roll": True})
    s.act("P", "Wits", 6, 1, 4)
    s.accept_all("P")
    assert (s.skill("P", "Wits").damage, s.skill("P", "Wits").advancement) == (0, 0)


def test_r29_which_sixes_repair() -> None:
    """R-29: only natural sixes repair; with `repair_six=any` the exploded one repairs too."""
    for setting, left in (("natural", 2), ("any", 1)):
        s = scene(skills={"P": {"Hammer": 5}}, damage={"P": {"Hammer": 3}}, rules={"repair_six": setting})
        s.act("P", "Hammer", 6, 2)
        s.dice("P", 6)
        s.dice("P", 3)
        assert s.skill("P", "Hammer").damage == left


def test_a_failed_roll_trains_as_well() -> None:
    """PA-58: a natural 6 acts whatever the outcome."""
    s = scene()
    s.act("P", "Wits", 6, 2, 3)
    s.accept_all("P")
    assert (s.outcome, s.skill("P", "Wits").advancement) == ("FAILURE", 1)
