"""Personal goals, skill goals and broken principles (rules 3.13)."""

from tests.support.deal import scene

VOW = {"P": [("no blade against the unarmed", "Swordplay", 3, "NOT_LINKED")]}


def broken(rank: int, times: int = 1, **options):
    """P has broken the vow tied to Swordplay so many times."""
    s = scene(skills={"P": {"Swordplay": rank}}, principles=VOW, **options)
    for _ in range(times):
        s.break_principle("P", "no blade against the unarmed")
    return s


def atonement(s):
    return next(goal for goal in s.character("P").goals if goal.kind == "PRINCIPLE_RESOLUTION")


def test_goals_drop_only_through_rewards() -> None:
    """PA-81: a success takes from the group goal and leaves personal goals alone."""
    s = scene(goals={"P": [("revenge", 300)]})
    s.act("P", "Wits", 4, 5, 2)
    assert s.goal("P", "revenge").value_left == 300


def test_n22_a_finished_goal_is_told_at_once_and_the_old_narration_resumes() -> None:
    """PA-81, N-22, INV-19: the owner tells it without limit; the narration it cut into goes on unchanged."""
    s = scene(goals={"P": [("revenge", 12), ("peace", 288)]}, chips={"P": 5, "Q": 9, "R": 3}, holder="Q")
    s.reward("P", 12)
    while s.holder != "Q":
        s.end()
    before = s.now
    s.claim("P", "revenge")
    assert (s.now, s.reason) == (("P", "GOAL_COMPLETION", None), "N-22")
    assert s.goal("P", "revenge").status == "DONE"
    s.end("P")
    assert s.now == before


def test_a_follow_up_goal_may_take_the_free_place() -> None:
    """PA-81, R-53: with three open goals there is no room (E_LIMIT); after one ends, a follow-up is worth 100."""
    s = scene(goals={"P": [("revenge", 12), ("peace", 100), ("a boat", 188)]})
    s.refuses("E_LIMIT").goal_add("P", "tavern", kind="FOLLOW_UP")
    s.reward("P", 12)
    s.claim("P", "revenge")
    s.goal_add("P", "tavern", kind="FOLLOW_UP")
    assert s.goal("P", "tavern").value_left == 100


def test_r53_the_group_may_set_another_value() -> None:
    """R-53: `follow_up_goal_value` is what a follow-up goal is worth."""
    s = scene(goals={"P": [("revenge", 12), ("peace", 288)]}, rules={"follow_up_goal_value": 60})
    s.goal_add("P", "tavern", kind="FOLLOW_UP")
    assert s.goal("P", "tavern").value_left == 60


def test_v10_pilot_lessons() -> None:
    """V-10, PA-82, INV-14: 100 points, 40 left, none left with 5 lost; then the skill is learned at rank 1, once."""
    s = scene()
    s.propose_skill("P", "Piloting")
    goal = s.goal("P", "learn Piloting")
    assert (goal.kind, goal.value_left) == ("SKILL_LEARNING", 100)
    s.refuses("E_GOAL_OPEN").learn("P", "learn Piloting")
    s.reward("P", 60)
    s.claim("P", "learn Piloting")
    assert s.goal("P", "learn Piloting").value_left == 40
    s.reward("P", 45)
    s.claim("P", "learn Piloting")
    assert s.goal("P", "learn Piloting").value_left == 0
    s.learn("P", "learn Piloting")
    assert (s.skill("P", "Piloting").rank, s.threshold("P", "Piloting")) == (1, 2)
    s.refuses("E_ALREADY").learn("P", "learn Piloting")


def test_only_skill_goals_teach() -> None:
    """PA-82: learning from another goal is E_UNKNOWN; a skill one has already is E_DUPLICATE."""
    s = scene(goals={"P": [("revenge", 300)]})
    s.refuses("E_UNKNOWN").learn("P", "revenge")
    s.refuses("E_DUPLICATE").propose_skill("P", "Wits")


def test_r62_items_are_gained_by_goals_too() -> None:
    """R-62, PA-82: a new item takes the same road of 100 points and starts at rank 1."""
    s = scene()
    s.propose_skill("P", "Storm Bell", item=True)
    s.reward("P", 100)
    s.claim("P", "learn Storm Bell")
    s.learn("P", "learn Storm Bell")
    assert [item.name for item in s.character("P").items] == ["Storm Bell"]
    assert s.skill("P", "Storm Bell").rank == 1


def test_r62_items_may_be_forbidden_or_bought() -> None:
    """R-62: with `item_after_creation` `forbidden` or `by_improvement` the goal for an item is refused (E_RULE)."""
    for setting in ("forbidden", "by_improvement"):
        s = scene(rules={"item_after_creation": setting})
        s.refuses("E_RULE", "E_LIMIT").propose_skill("P", "Storm Bell", item=True)


def test_skill_and_vow_goals_use_no_places() -> None:
    """PA-83, R-52: three goals, a skill goal and an atonement goal live side by side."""
    s = broken(4, goals={"P": [("revenge", 100), ("peace", 100), ("a boat", 100)]})
    s.propose_skill("P", "Piloting")
    assert len([goal for goal in s.character("P").goals if goal.status == "OPEN"]) == 5


def test_r52_they_may_use_places() -> None:
    """R-52: with `goal_cap_counts_derived` a fourth open goal is E_LIMIT, be it for a skill."""
    s = scene(goals={"P": [("revenge", 100), ("peace", 100), ("a boat", 100)]}, rules={"goal_cap_counts_derived": True})
    s.refuses("E_LIMIT").propose_skill("P", "Piloting")


def test_v6_breaking_a_principle() -> None:
    """V-6, PA-84, PA-65: three dice off the linked skill, an atonement goal of 50, and a penalty is not wear."""
    s = broken(4)
    principle = s.character("P").principles[0]
    assert (principle.penalty, principle.break_count) == (3, 1)
    assert (atonement(s).value_initial, atonement(s).value_left) == (50, 50)
    s.declare("P", "Swordplay")
    assert (s.roll.effective, s.asked, s.roll.was_worn) == (1, [("P", 1, "ACTION")], False)
    s.dice("P", 5)
    assert s.heart("P") == 5


def test_the_penalty_counts_from_the_next_roll_on() -> None:
    """PA-84: breaking a vow in the middle of a roll is E_ROLL_OPEN; an unknown vow is E_UNKNOWN."""
    s = scene(skills={"P": {"Swordplay": 4}}, principles=VOW)
    s.refuses("E_UNKNOWN").break_principle("P", "never lies")
    s.declare("P", "Swordplay")
    s.refuses("E_ROLL_OPEN").break_principle("P", "no blade against the unarmed")


def test_v7_gerd() -> None:
    """V-7, PA-84, PA-85, R-55, R-90: 50 points in two rewards, 5 lost; then five dice and one re-roll again."""
    s = broken(6)
    s.declare("P", "Swordplay")
    assert s.roll.effective == 3
    s.withdraw("P")
    left = [atonement(s).value_left]
    s.refuses("E_GOAL_OPEN").resolve("P", "no blade against the unarmed")
    for points in (30, 25):
        s.reward("P", points)
        s.claim("P", atonement(s).text)
        left.append(atonement(s).value_left)
    assert left == [50, 20, 0]
    assert s.last("RewardClaimed").used == 20
    s.end_all()
    s.resolve("P", "no blade against the unarmed")
    principle = s.character("P").principles[0]
    assert (principle.penalty, principle.break_count, principle.goal_id) == (0, 0, None)
    s.declare("P", "Swordplay")
    assert (s.roll.effective, s.asked, s.roll.rerolls_left) == (6, [("P", 5, "ACTION")], 1)


def test_a_vow_may_be_changed() -> None:
    """PA-85: mode `changed` puts a new text in its place, which may not be empty (E_EMPTY)."""
    s = broken(6)
    s.reward("P", 50)
    s.claim("P", atonement(s).text)
    s.refuses("E_EMPTY").resolve("P", "no blade against the unarmed", mode="changed")
    s.resolve("P", "no blade against the unarmed", mode="changed", new_text="mercy before honour")
    assert s.character("P").principles[0].text == "mercy before honour"
    assert s.character("P").principles[0].penalty == 0


def test_v8_repeated_breaks() -> None:
    """V-8, PA-84, R-57, R-58, R-59, INV-35, INV-36: 50, 75, 100, 100 and three dice each time; progress stays."""
    s = broken(12)
    s.reward("P", 10)
    s.claim("P", atonement(s).text)
    seen: list[tuple[int, int, int, int]] = []
    for times in range(1, 5):
        effective = 0
        if times < 4:  # with nothing left the roll would be on Luck
            s.declare("P", "Swordplay")
            effective = s.roll.effective
            s.withdraw("P")
        principle = s.character("P").principles[0]
        seen.append((atonement(s).value_initial, atonement(s).value_left, principle.penalty, effective))
        if times < 4:
            s.break_principle("P", "no blade against the unarmed")
    assert seen == [(50, 40, 3, 9), (75, 65, 6, 6), (100, 90, 9, 3), (100, 90, 12, 0)]


def test_r57_the_penalty_may_be_flat() -> None:
    """R-57: with `principle_penalty_mode=flat` the second break costs no further dice."""
    s = broken(12, times=2, rules={"principle_penalty_mode": "flat"})
    assert s.character("P").principles[0].penalty == 3


def test_r58_a_broken_vow_leaves_nothing_or_one_die() -> None:
    """R-58, PA-35: a penalty above the level means Luck; with `principle_floor=1` one die is left."""
    for setting, dice in ((0, 4), (1, 1)):
        s = broken(2, luck={"P": 4}, rules={"principle_floor": setting})
        s.declare("P", "Swordplay")
        assert s.asked == [("P", dice, "ACTION")]


def test_r59_raising_may_reset_the_goal() -> None:
    """R-59: with `principle_goal_raise=reset` the second break starts over at 75."""
    s = broken(12, rules={"principle_goal_raise": "reset"})
    s.reward("P", 10)
    s.claim("P", atonement(s).text)
    s.break_principle("P", "no blade against the unarmed")
    assert (atonement(s).value_initial, atonement(s).value_left) == (75, 75)


def test_sixes_never_lift_the_penalty() -> None:
    """PA-84: a natural 6 on the penalised skill trains it and leaves the penalty."""
    s = broken(6)
    s.act("P", "Swordplay", 6, 4, 5)
    s.accept_all("P")
    assert s.skill("P", "Swordplay").advancement == 1
    assert s.character("P").principles[0].penalty == 3


def test_several_breaks_hit_the_same_skill_together() -> None:
    """PA-84: two different vows on one skill take six dice."""
    s = scene(
        skills={"P": {"Swordplay": 8}},
        principles={"P": [("first", "Swordplay", 1, "ANY"), ("second", "Swordplay", 1, "ANY")]},
    )
    s.break_principle("P", "first")
    s.break_principle("P", "second")
    s.declare("P", "Swordplay")
    assert s.roll.effective == 2


def test_a_closed_goal_takes_no_reward() -> None:
    """PA-100, PA-81: a finished goal is E_GOAL_CLOSED, somebody else's E_NOT_OWNER; without a reward E_NO_REWARD."""
    s = scene(goals={"P": [("revenge", 12), ("peace", 288)], "Q": [("a boat", 300)]})
    s.refuses("E_NO_REWARD").claim("P", "revenge")
    s.reward("P", 12)
    s.claim("P", "revenge")
    s.end_all()
    s.reward("P", 12)
    s.refuses("E_GOAL_CLOSED").claim("P", "revenge")
    s.refuses("E_NOT_OWNER").claim("P", "a boat")
    s.claim("P", "peace")
    assert s.goal("P", "peace").value_left == 276
