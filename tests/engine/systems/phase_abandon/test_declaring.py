"""Declaring and preparing a roll (rules 3.5)."""

import pytest

from tests.support.deal import scene


def test_any_player_may_declare_not_only_the_narrator() -> None:
    """PA-33: holding narration is not needed, and declaring does not move it."""
    s = scene(holder="Q")
    s.declare("P", "Wits")
    assert s.holder == "Q"
    assert s.asked == [("P", 3, "ACTION")]


def test_one_roll_at_a_time() -> None:
    """PA-33: a second action waits for the first (E_ROLL_OPEN), for the bids (E_BID_OPEN) and for protected telling."""
    s = scene(holder="P")
    s.declare("P", "Wits")
    s.refuses("E_ROLL_OPEN").declare("Q", "Wits")
    s.withdraw("P")
    s.conflict("P")
    s.refuses("E_BID_OPEN").declare("Q", "Wits")


def test_the_skill_is_one_of_ones_own() -> None:
    """PA-33: a skill the character does not have is E_UNKNOWN, a shortened name that fits two is E_AMBIGUOUS."""
    s = scene(skills={"P": {"Knife throwing": 3, "Knife fighting": 2}})
    s.refuses("E_UNKNOWN").declare("Q", "Knife throwing")
    s.refuses("E_AMBIGUOUS").declare("P", "Knife")


def test_n26_asking_round_names_an_order_and_moves_nothing() -> None:
    """PA-34, N-26, R-5: the poorest is asked first, ties go by seat, the narrator stays holder."""
    s = scene(chips={"P": 5, "Q": 3, "R": 5, "S": 4}, players="PQRS", holder="P")
    s.ask_around("P")
    assert [name for name in s.order if name != "P"] == ["Q", "S", "R"]
    assert s.holder == "P"
    s.act("R", "Wits", 4, 4, 4)
    assert s.outcome == "SUCCESS"


def test_r5_the_richest_may_be_asked_first() -> None:
    """R-5: with `action_order=highest_first` the order is turned round."""
    s = scene(
        chips={"P": 1, "Q": 3, "R": 5, "S": 4}, players="PQRS", holder="P", rules={"action_order": "highest_first"}
    )
    s.ask_around("P")
    assert [name for name in s.order if name != "P"] == ["R", "S", "Q"]


def test_r5_the_order_may_be_enforced() -> None:
    """R-5: with `enforce_action_order` whoever speaks before their turn gets E_TURN."""
    s = scene(chips={"P": 9, "Q": 3, "R": 5}, holder="P", rules={"enforce_action_order": True})
    s.ask_around("P")
    s.refuses("E_TURN").declare("R", "Wits")
    s.declare("Q", "Wits")
    assert s.asked == [("Q", 3, "ACTION")]


def test_r11_the_speaking_order_may_be_rolled() -> None:
    """R-11: with `order_tie=roll_d6` players with equal chips throw for who speaks first."""
    s = scene(chips={"P": 9, "Q": 3, "R": 3}, holder="P", rules={"order_tie": "roll_d6"})
    s.ask_around("P")
    assert s.candidates == ["Q", "R"]
    s.dice("Q", 2)
    s.dice("R", 5)
    assert [name for name in s.order if name != "P"] == ["R", "Q"]


def test_only_the_holder_asks_round() -> None:
    """PA-34: somebody else asking is E_NOT_HOLDER."""
    s = scene(holder="P")
    s.refuses("E_NOT_HOLDER").ask_around("Q")


def test_without_a_fitting_skill_luck_is_rolled() -> None:
    """PA-35: no skill named means as many dice as Luck is left; nothing is trained by its sixes."""
    s = scene(luck={"P": 3})
    s.declare("P", None)
    assert s.asked == [("P", 3, "ACTION")]
    s.dice("P", 6, 4, 2)
    s.dice("P", 3)
    assert not s.happened("AdvancementGained")
    assert s.skill("P", "Wits").advancement == 0


def test_a_skill_without_dice_falls_back_on_luck() -> None:
    """PA-35, R-50: rank 0 throws Luck and a 6 does not train it; with `rank_zero_roll=one_die` it throws one die."""
    s = scene(skills={"P": {"Tracking": 0}}, luck={"P": 2})
    s.declare("P", "Tracking")
    assert s.asked == [("P", 2, "ACTION")]
    s.dice("P", 6, 4)
    s.dice("P", 1)
    assert (s.skill("P", "Tracking").rank, s.skill("P", "Tracking").advancement) == (0, 0)
    t = scene(skills={"P": {"Tracking": 0}}, luck={"P": 4}, rules={"rank_zero_roll": "one_die"})
    t.declare("P", "Tracking")
    assert t.asked == [("P", 1, "ACTION")]


def test_luck_has_no_trigger() -> None:
    """PA-35: a principle adds nothing to Luck (E_TRIGGER)."""
    s = scene(luck={"P": 3}, principles={"P": [("helps the weak", "Wits", 2, "ANY")]})
    s.refuses("E_TRIGGER").declare("P", None, principle="helps the weak")


def test_no_dice_at_all_no_action() -> None:
    """PA-36, R-49: with no Luck left a declared action is E_NO_DICE."""
    s = scene(luck={"P": 0})
    s.refuses("E_NO_DICE").declare("P", None)


def test_a_check_without_dice_fails_by_itself() -> None:
    """PA-36, R-49: a requested check with nothing to throw fails at once, pay-off and all."""
    s = scene(chips={"P": 5, "Q": 5, "R": 2}, luck={"P": 0}, holder="P")
    s.check("Q", "P", None)
    assert s.outcome == "FAILURE"
    assert s.chips == {"P": 5, "Q": 4, "R": 3}
    assert s.holder == "Q"


def test_r49_a_check_without_dice_may_throw_one() -> None:
    """R-49: with `zero_dice_check=one_die` the check throws one die after all."""
    s = scene(luck={"P": 0}, holder="P", rules={"zero_dice_check": "one_die"})
    s.check("Q", "P", None)
    assert s.asked == [("P", 1, "CHECK")]


def test_r49_unskilled_dice_replace_luck() -> None:
    """R-49: with Luck off, `unskilled_dice` are thrown; with none of them the action is E_NO_DICE."""
    s = scene(rules={"luck_enabled": False, "unskilled_dice": 2})
    s.declare("P", None)
    assert s.asked == [("P", 2, "ACTION")]
    t = scene(rules={"luck_enabled": False})
    t.refuses("E_NO_DICE").declare("P", None)


@pytest.mark.parametrize(("rank", "thrown", "rerolls"), [(1, 1, 0), (5, 5, 0), (6, 5, 1), (7, 5, 2), (12, 5, 7)])
def test_effective_dice_are_fixed_at_declaration(rank: int, thrown: int, rerolls: int) -> None:
    """V-16, PA-37: five dice at most are thrown, each one above five is a re-roll."""
    s = scene(skills={"P": {"Knives": rank}})
    s.declare("P", "Knives")
    assert s.asked == [("P", thrown, "ACTION")]
    assert (s.roll.effective, s.roll.rerolls_left) == (rank, rerolls)


def test_preparations_end_with_the_first_throw() -> None:
    """PA-38: triggers, holding out, splitting, help, difficulty and withdrawal are E_STEP once dice lie."""
    s = scene(skills={"P": {"Knives": 7}}, principles={"P": [("no mercy", "Knives", 1, "ANY")]}, holder="P")
    s.check("Q", "P", "Knives")
    s.dice("P", 2, 3, 4, 5, 5)
    s.refuses("E_STEP").trigger("P", "no mercy")
    s.refuses("E_STEP").hold_out("P", 1)
    s.refuses("E_STEP").help("R", "Wits", 1)
    s.refuses("E_STEP").harder("R")
    s.refuses("E_STEP").withdraw("P")
    s.refuses("E_STEP", "E_SPLIT").split("P")


def test_finishing_steps_wait_for_the_first_throw() -> None:
    """PA-38: re-rolls, trades, tokens and keeping are E_STEP before dice lie."""
    s = scene(skills={"P": {"Knives": 7}}, pool=1)
    s.declare("P", "Knives")
    s.refuses("E_STEP").reroll("P", faces=[2])
    s.refuses("E_STEP").trade("P")
    s.refuses("E_STEP").token("Q")
    s.refuses("E_STEP").accept("P")


def test_v51_holding_out() -> None:
    """V-51, PA-39: two of four dice are thrown; holding out all four is E_RANGE."""
    s = scene(skills={"P": {"Hammer": 4}})
    s.declare("P", "Hammer")
    s.refuses("E_RANGE").hold_out("P", 4)
    s.hold_out("P", 2)
    assert s.asked == [("P", 2, "ACTION")]
    s.dice("P", 5, 4)
    assert s.tally == (2, 0)


def test_the_latest_number_held_out_counts() -> None:
    """PA-38, PA-39: all dice held out are E_RANGE at declaration; holding out again replaces the earlier number."""
    s = scene(skills={"P": {"Hammer": 4}})
    s.refuses("E_RANGE").declare("P", "Hammer", hold_out=4)
    s.declare("P", "Hammer", hold_out=3)
    assert s.asked == [("P", 1, "ACTION")]
    s.hold_out("P", 1)
    assert s.asked == [("P", 3, "ACTION")]
    s.hold_out("P", 0)
    assert s.asked == [("P", 4, "ACTION")]


def test_v52_holding_out_above_five_keeps_the_rerolls() -> None:
    """V-52, PA-39, R-26: rank 7 with two held out throws three dice and keeps two re-rolls."""
    s = scene(skills={"P": {"Knives": 7}})
    s.declare("P", "Knives")
    s.hold_out("P", 2)
    assert (s.asked, s.roll.rerolls_left) == ([("P", 3, "ACTION")], 2)
    s.dice("P", 4, 2, 3)
    s.reroll("P", faces=[2, 3])
    s.dice("P", 5, 2)
    assert (s.tally, s.outcome) == ((2, 1), "SUCCESS")


def test_r26_holding_out_may_eat_the_rerolls_first() -> None:
    """R-26: with `hold_out_reduces=rerolls_first` rank 7 less two throws all five dice and has no re-roll."""
    s = scene(skills={"P": {"Knives": 7}}, rules={"hold_out_reduces": "rerolls_first"})
    s.declare("P", "Knives")
    s.hold_out("P", 2)
    assert (s.asked, s.roll.rerolls_left) == ([("P", 5, "ACTION")], 0)
    s.hold_out("P", 3)
    assert (s.asked, s.roll.rerolls_left) == ([("P", 4, "ACTION")], 0)


def test_only_the_roller_holds_out() -> None:
    """PA-39: E_NOT_ROLLER for anybody else, E_NO_ROLL when there is no roll."""
    s = scene()
    s.refuses("E_NO_ROLL").hold_out("P", 1)
    s.declare("P", "Wits")
    s.refuses("E_NOT_ROLLER").hold_out("Q", 1)


def test_v5_a_trigger_covers_other_skills() -> None:
    """V-5, PA-22, PA-40, R-60: Thelonius' vow adds three dice to anything but the skill it is tied to."""
    s = scene(
        skills={"P": {"Swordplay": 4, "Brawl": 2}},
        principles={"P": [("no blade against the unarmed", "Swordplay", 3, "NOT_LINKED")]},
    )
    s.refuses("E_TRIGGER").declare("P", "Swordplay", principle="no blade against the unarmed")
    s.declare("P", "Brawl", principle="no blade against the unarmed")
    assert (s.roll.effective, s.asked) == (5, [("P", 5, "ACTION")])
    s.dice("P", 4, 5, 2, 4, 3)
    assert (s.tally, s.outcome) == ((3, 2), "SUCCESS")


@pytest.mark.parametrize(
    ("applies_to", "legal"),
    [("LINKED", ["Swordplay"]), ("NOT_LINKED", ["Brawl"]), ("ANY", ["Swordplay", "Brawl"]), (("Brawl",), ["Brawl"])],
)
def test_r60_each_trigger_says_what_it_covers(applies_to: object, legal: list[str]) -> None:
    """R-60, PA-40: the target of the bonus is stated per trigger."""
    for skill in ("Swordplay", "Brawl"):
        s = scene(skills={"P": {"Swordplay": 2, "Brawl": 2}}, principles={"P": [("vow", "Swordplay", 1, applies_to)]})
        s.declare("P", skill)
        if skill in legal:
            s.trigger("P", "vow")
            assert s.roll.effective == 3
        else:
            s.refuses("E_TRIGGER").trigger("P", "vow")


def test_one_trigger_per_roll() -> None:
    """PA-40: a second trigger is E_TRIGGER."""
    s = scene(principles={"P": [("vow", "Wits", 1, "ANY"), ("other", "Wits", 2, "ANY")]})
    s.declare("P", "Wits")
    s.trigger("P", "vow")
    assert s.asked == [("P", 4, "ACTION")]
    s.refuses("E_TRIGGER").trigger("P", "other")


def test_a_trigger_brings_rerolls_above_five() -> None:
    """PA-40: the bonus is added before capping: 4 + 3 is five dice and two re-rolls."""
    s = scene(skills={"P": {"Hammer": 4}}, principles={"P": [("vow", "Hammer", 3, "LINKED")]})
    s.declare("P", "Hammer", principle="vow")
    assert (s.asked, s.roll.rerolls_left) == ([("P", 5, "ACTION")], 2)


def test_v18_fifteen_is_the_cap() -> None:
    """V-18, PA-46, R-22: skill 15 is five dice and ten re-rolls, and a trigger adds nothing to it."""
    s = scene(skills={"P": {"Skill": 15}}, principles={"P": [("vow", "Skill", 3, "LINKED")]})
    s.declare("P", "Skill")
    assert (s.asked, s.roll.rerolls_left) == ([("P", 5, "ACTION")], 10)
    s.trigger("P", "vow")
    assert (s.roll.effective, s.asked, s.roll.rerolls_left) == (15, [("P", 5, "ACTION")], 10)


def test_r22_fifteen_may_give_three_full_sets() -> None:
    """R-22: with `reroll_allowance=full_sets` skill 15 has fifteen re-rolls, skill 14 still nine."""
    for rank, rerolls in ((15, 15), (14, 9)):
        s = scene(skills={"P": {"Skill": rank}}, rules={"reroll_allowance": "full_sets"})
        s.declare("P", "Skill")
        assert s.roll.rerolls_left == rerolls


@pytest.mark.parametrize(("rank", "shape"), [(6, (5, 1)), (7, (5, 2)), (10, (5, 5)), (12, (5, 5, 2)), (15, (5, 5, 5))])
def test_v19_the_shape_of_a_split_is_forced(rank: int, shape: tuple[int, ...]) -> None:
    """V-19, PA-41: fives, then the remainder; all re-rolls are gone."""
    s = scene(skills={"P": {"Skill": rank}})
    s.declare("P", "Skill")
    s.split("P")
    assert tuple(s.roll.split_groups) == shape
    assert (s.asked, s.roll.rerolls_left) == ([("P", 5, "ACTION")], 0)


def test_v19_splits_that_do_not_exist() -> None:
    """V-19, PA-41: five dice or fewer cannot be split, nor seven into 4 and 3, nor a check (E_SPLIT)."""
    s = scene(skills={"P": {"Five": 5, "Seven": 7}}, holder="P")
    s.refuses("E_SPLIT").declare("P", "Five", split=True)
    s.declare("P", "Five")
    s.refuses("E_SPLIT").split("P")
    s.withdraw("P")
    s.declare("P", "Seven")
    s.refuses("E_SPLIT").split("P", shape=[4, 3])
    s.split("P", shape=[5, 2])
    s.withdraw("P")
    s.check("Q", "P", "Seven")
    s.refuses("E_SPLIT").split("P")


def test_v79_the_groups_of_a_split_are_rolled_one_after_the_other() -> None:
    """V-79, PA-41, N-4, R-27, R-28: the first group fails and is told; then the second still throws two dice."""
    s = scene(chips={"P": 5, "Q": 2, "R": 4}, skills={"P": {"Skill": 7}}, holder="R")
    s.declare("P", "Skill", split=True)
    s.dice("P", 2, 2, 1, 4, 3)
    assert s.outcome == "FAILURE"
    assert s.skill("P", "Skill").damage == 1
    assert (s.holder, s.chips) == ("Q", {"P": 4, "Q": 3, "R": 4})
    assert s.asked == []
    s.end()
    assert s.asked == [("P", 2, "ACTION")]
    s.dice("P", 5, 4)
    assert (s.tally, s.outcome, s.now) == ((2, 0), "SUCCESS", ("P", "SUCCESS_RESULT", 2))


def test_holding_out_from_a_group_brings_no_rerolls_back() -> None:
    """PA-39, PA-41, INV-21: a split forfeits all re-rolls, and holding out gives none of them back, then or later."""
    s = scene(chips={"P": 5, "Q": 2, "R": 6}, skills={"P": {"Skill": 12}}, holder="R")
    s.declare("P", "Skill", split=True)
    s.hold_out("P", 1)
    assert (s.asked, s.roll.rerolls_left) == ([("P", 4, "ACTION")], 0)
    s.dice("P", 4, 5, 2, 4)
    assert s.outcome == "SUCCESS"
    s.end()
    assert (s.asked, s.roll.rerolls_left, s.roll.held_out) == ([("P", 5, "ACTION")], 0, 0)


def test_the_rest_of_a_split_may_be_skipped() -> None:
    """PA-41: withdrawing before the second group is thrown leaves it out and narration goes on."""
    s = scene(chips={"P": 5, "Q": 2, "R": 6}, skills={"P": {"Skill": 7}}, holder="R")
    s.declare("P", "Skill", split=True)
    s.dice("P", 4, 4, 4, 2, 3)
    s.end()
    assert s.asked == [("P", 2, "ACTION")]
    s.withdraw("P")
    assert s.asked == []
    assert s.holder == "R"


def test_r27_damage_may_shrink_later_groups() -> None:
    """R-27: with `split_groups_fixed=false` damage of the first group takes dice from the second."""
    s = scene(chips={"P": 5, "Q": 2, "R": 4}, skills={"P": {"Skill": 7}}, rules={"split_groups_fixed": False})
    s.declare("P", "Skill", split=True)
    s.dice("P", 2, 2, 1, 4, 3)
    s.end()
    assert s.asked == [("P", 1, "ACTION")]


def test_r28_a_split_may_keep_the_rerolls() -> None:
    """R-28: with `split_keeps_rerolls` twelve dice are two groups of five, and the other two stay re-rolls."""
    s = scene(skills={"P": {"Skill": 12}}, rules={"split_keeps_rerolls": True})
    s.declare("P", "Skill")
    s.split("P", shape=[5, 5])
    assert s.roll.rerolls_left == 2
    s.dice("P", 2, 3, 4, 4, 5)
    s.reroll("P", faces=[2])
    s.dice("P", 5)
    s.accept("P")
    assert s.tally == (4, 1)


def test_withdrawing_gives_every_chip_back() -> None:
    """PA-42: check, difficulty and help are all repaid and narration stays where it was."""
    s = scene(chips={"P": 5, "Q": 5, "R": 5}, holder="P")
    s.check("Q", "P", "Wits", extra_difficulty=1)
    s.help("R", "Wits", 2)
    assert s.chips == {"P": 9, "Q": 3, "R": 3}
    s.withdraw("Q")
    assert s.chips == {"P": 5, "Q": 5, "R": 5}
    assert (s.asked, s.holder) == ([], "P")


def test_withdrawing_is_for_the_roller_of_an_action() -> None:
    """PA-42: bystanders cannot call off a roll (E_NOT_ROLLER); without a roll it is E_NO_ROLL."""
    s = scene()
    s.refuses("E_NO_ROLL").withdraw("P")
    s.declare("P", "Wits")
    s.refuses("E_NOT_ROLLER").withdraw("Q")
    s.withdraw("P")
    assert s.asked == []


def test_r11_equal_faces_are_thrown_again_for_the_order() -> None:
    """R-11, PA-8: three tied speakers, two equal faces: only those two throw again, the third keeps the place."""
    s = scene(chips={"P": 9, "Q": 3, "R": 3, "S": 3}, players="PQRS", holder="P", rules={"order_tie": "roll_d6"})
    s.ask_around("P")
    for name, face in (("Q", 5), ("R", 2), ("S", 5)):
        s.dice(name, face)
    assert s.candidates == ["Q", "S"]
    s.dice("Q", 1)
    s.dice("S", 6)
    assert [name for name in s.order if name != "P"] == ["S", "Q", "R"]


def test_who_falls_throws_no_further_groups() -> None:
    """PA-41, PA-70: a roller who falls in the first group of a split takes no second one."""
    s = scene(
        chips={"P": 5, "Q": 2, "R": 7},
        skills={"P": {"Sword": 7}},
        heart={"P": 1},
        challenge=20,
        combat=True,
        holder="R",
    )
    s.declare("P", "Sword", split=True)
    s.dice("P", 1, 4, 4, 5, 5)
    assert (s.status("P"), s.outcome) == ("DOWN", "SUCCESS")
    s.end()
    assert (s.asked, s.holder) == ([], "R")
