"""Closing a game session (rules 3.18)."""

import pytest

from tests.support.deal import scene


def test_ending_waits_for_rolls_bids_and_rewards() -> None:
    """PA-112: E_ROLL_OPEN, E_BID_OPEN, and E_REWARD_PENDING unless forced."""
    s = scene(goals={"P": [("revenge", 300)]})
    s.declare("P", "Wits")
    s.refuses("E_ROLL_OPEN").end_session()
    s.withdraw("P")
    s.conflict("P")
    s.refuses("E_BID_OPEN").end_session()
    s.bids(P=0, Q=0, R=0)
    s.reward("P", 6)
    s.refuses("E_REWARD_PENDING").end_session()
    s.end_session(force=True)
    assert s.phase == "CLOSED"
    assert s.happened("RewardForfeited")
    assert s.goal("P", "revenge").value_left == 300


def test_what_ends_with_the_session() -> None:
    """PA-112: the open scene is lulled, the fallen are incapacitated, nobody narrates."""
    s = scene(skills={"P": {"Sword": 3}}, heart={"P": 1}, challenge=9, combat=True)
    s.act("P", "Sword", 1, 5, 5)
    s.end()
    s.settle_ties()
    s.end_session()
    assert (s.phase, s.state.narration, s.status("P")) == ("CLOSED", None, "INCAPACITATED")
    assert any(event.status == "LULLED" for event in s.log if event.kind == "scene_ended")


def test_v77_improvement_chips() -> None:
    """V-77, PA-113, R-37, INV-2: Luck left plus an even share of the pool; the rest stays, chips are gone."""
    s = scene(pool=7, luck={"P": 4, "Q": 0, "R": 2})
    s.end_session()
    assert [s.character(name).improvement_chips for name in "PQR"] == [6, 2, 4]
    assert s.pool == 1
    assert s.chips == {"P": 0, "Q": 0, "R": 0}
    assert {s.luck(name) for name in "PQR"} == {None}


def test_r37_the_remainder_may_be_discarded() -> None:
    """R-37: with `pool_remainder=discard` the odd token is lost."""
    s = scene(pool=7, luck={"P": 4, "Q": 0, "R": 2}, rules={"pool_remainder": "discard"})
    s.end_session()
    assert s.pool == 0


def test_r37_the_remainder_may_be_rolled_for() -> None:
    """R-37: with `pool_remainder=roll_off` the highest die takes the odd token as an improvement chip."""
    s = scene(pool=7, luck={"P": 0, "Q": 0, "R": 0}, rules={"pool_remainder": "roll_off"})
    s.end_session()
    for name, face in (("P", 2), ("Q", 5), ("R", 1)):
        s.dice(name, face)
    assert [s.character(name).improvement_chips for name in "PQR"] == [2, 3, 2]
    assert s.pool == 0


def test_the_absent_do_not_share_the_pool() -> None:
    """PA-113: the pool is divided by those present."""
    s = scene(pool=6, luck={"P": 0, "Q": 0, "R": 0})
    s.absent("R")
    s.end_session()
    assert [s.character(name).improvement_chips for name in "PQ"] == [3, 3]


def test_v78_spending_improvement_chips() -> None:
    """V-78, PA-114, R-61, INV-11: one chip repairs, the next trains; Heart and Luck are E_NOT_IMPROVABLE."""
    s = scene(luck={"P": 2, "Q": 1, "R": 1}, damage={"P": {"Wits": 1}}, pool=0)
    s.end_session()
    s.refuses("E_NOT_IMPROVABLE").improve("P", "Heart", 1)
    s.refuses("E_NOT_IMPROVABLE").improve("P", "Luck", 1)
    s.refuses("E_BUDGET").improve("P", "Wits", 3)
    s.improve("P", "Wits", 2)
    assert (s.skill("P", "Wits").damage, s.skill("P", "Wits").advancement) == (0, 1)
    assert s.character("P").improvement_chips == 0


def test_rank_fifteen_is_not_improvable() -> None:
    """PA-114: an undamaged skill of 15 takes no chip (E_NOT_IMPROVABLE)."""
    s = scene(skills={"P": {"Hammer": 15}}, luck={"P": 3})
    s.end_session()
    s.refuses("E_NOT_IMPROVABLE").improve("P", "Hammer", 1)


def test_r61_a_chip_may_buy_a_rank() -> None:
    """R-61: with `improvement_value=rank` each chip raises the rank."""
    s = scene(luck={"P": 2}, rules={"improvement_value": "rank"})
    s.end_session()
    s.improve("P", "Wits", 2)
    assert s.skill("P", "Wits").rank == 5


def test_r62_chips_buy_no_items() -> None:
    """R-62: by default an improvement chip brings no new item (E_UNKNOWN)."""
    s = scene(luck={"P": 2})
    s.end_session()
    s.refuses("E_UNKNOWN").improve("P", "Storm Bell", 1)
    assert s.character("P").items == ()


def test_improvement_belongs_between_sessions() -> None:
    """PA-114: during play spending improvement chips is E_PHASE."""
    s = scene()
    s.refuses("E_PHASE").improve("P", "Wits", 1)


def test_what_carries_over() -> None:
    """PA-115: skills, damage, goals, group goals, connections, Heart and pool remainder are all there next time."""
    s = scene(
        heart={"P": 3},
        damage={"P": {"Wits": 1}},
        pool=1,
        luck={"P": 0, "Q": 0, "R": 0},
        connections={"P": {"Marta": 4}},
        goals={"P": [("revenge", 300)]},
        group_goals=[("find it", 7)],
    )
    before = s.character("P")
    s.end_session()
    s.start_session()
    after = s.character("P")
    assert (after.skills, after.goals, after.connections, after.heart) == (
        before.skills,
        before.goals,
        before.connections,
        before.heart,
    )
    assert (s.pool, s.group_goal("find it"), s.state.session_no) == (1, 7, 2)


@pytest.mark.parametrize("phase", ["LOBBY", "PLAY"])
def test_a_session_starts_and_ends_in_its_phases(phase: str) -> None:
    """PA-28, PA-112: no start during play (E_PHASE or E_ALREADY), no end before it (E_PHASE)."""
    from tests.support.table import table

    if phase == "LOBBY":
        t = table("P", "Q")
        t.refuses("E_PHASE").end_session()
        t.refuses("E_PHASE").do_start()
    else:
        s = scene()
        s.refuses("E_PHASE", "E_ALREADY").do_start()


def test_a_reward_without_a_goal_to_take_it_is_forfeited() -> None:
    """PA-100, PA-112: with no open goal left an unclaimed reward does not hold the evening open."""
    s = scene(goals={"P": [("revenge", 6), ("peace", 1)]})
    for goal in ("revenge", "peace"):
        s.reward("P", 6)
        s.claim("P", goal)
        s.end_all()
    s.reward("P", 6)
    s.end_session()
    assert s.phase == "CLOSED"
    assert s.happened("RewardForfeited", player="P", points=6)
