"""Character creation (rules 3.3)."""

import pytest

from tests.support.deal import scene
from tests.support.table import Table, table


@pytest.fixture
def t() -> Table:
    """Two players at the start of character creation, the first with an empty sheet."""
    return ruled()


def ruled(rule: str = "", value: object = None) -> Table:
    """The same, perhaps under one house rule."""
    t = table("P", "Q")
    if rule:
        t.rule(rule, value)
    t.finish_setting()
    t.create_character("P", "Hero")
    return t


def complete(t: Table, leave_out: str = "") -> None:
    """Fill the sheet of P, but for one part."""
    if leave_out != "blurbs":
        for text in ("tall", "quiet", "late"):
            t.blurb("P", text)
    t.buy("P", "Hammer", 4)
    if leave_out != "principles":
        for text in ("pays debts", "keeps faith", "never runs"):
            t.principle("P", text, "Hammer", 1)
    if leave_out != "goals":
        t.goal_add("P", "revenge", 100)
        t.goal_add("P", "a boat", 200)


def test_talk_comes_first_and_needs_no_command() -> None:
    """PA-17: discussing characters leaves no trace; creation may begin at any moment and in any seat order."""
    t = table("P", "Q")
    t.finish_setting()
    t.create_character("Q", "Second")
    t.create_character("P", "First")
    assert (t.character("P").name, t.character("Q").name) == ("First", "Second")


def test_exactly_three_blurbs(t: Table) -> None:
    """PA-18: a fourth blurb is E_LIMIT, with fewer than three the sheet is E_INCOMPLETE."""
    complete(t, leave_out="blurbs")
    t.blurb("P", "tall")
    t.blurb("P", "quiet")
    t.refuses("E_INCOMPLETE").finish_character("P")
    t.blurb("P", "late")
    t.refuses("E_LIMIT").blurb("P", "one too many")
    t.finish_character("P")
    assert t.character("P").status.upper() == "ACTIVE"


def test_a_blurb_can_be_rewritten_by_its_line(t: Table) -> None:
    """PA-18: naming line 1, 2 or 3 replaces it; there is no line 4 (E_LIMIT)."""
    t.blurb("P", "tall")
    t.blurb("P", "as tall as a door", slot=1)
    assert tuple(t.character("P").blurbs) == ("as tall as a door",)
    t.refuses("E_LIMIT", "E_RANGE").blurb("P", "nowhere", slot=4)


def test_heart_is_five_for_everyone(t: Table) -> None:
    """PA-19: every character starts with Heart 5."""
    assert t.heart("P") == 5


def test_v2_skill_points(t: Table) -> None:
    """V-2, PA-20: fifteen points, a rank costs itself, and the last point cannot be spent twice."""
    t.buy("P", "dagger throwing", 5)
    assert t.character("P").skill_points_left == 10
    t.buy("P", "x", 5)
    t.buy("P", "y", 5)
    assert t.character("P").skill_points_left == 0
    t.refuses("E_BUDGET").buy("P", "z", 1)
    t.buy("P", "w", 0)
    assert t.skill("P", "w").rank == 0


@pytest.mark.parametrize("rank", [-1, 6])
def test_ranks_at_creation_are_zero_to_five(t: Table, rank: int) -> None:
    """PA-20: other ranks are E_RANGE."""
    t.refuses("E_RANGE").buy("P", "Hammer", rank)


def test_each_power_of_an_item_is_bought_separately(t: Table) -> None:
    """PA-20: two powers of one lantern cost their ranks each."""
    t.item("P", "lantern: light", 2)
    t.item("P", "lantern: fire", 3)
    assert t.character("P").skill_points_left == 10


@pytest.mark.parametrize(("setting", "chips"), [("lost", 0), ("improvement", 11)])
def test_unspent_points_are_lost(setting: str, chips: int) -> None:
    """PA-20, R-88: points left over give nothing, or with `unspent_skill_points=improvement` improvement chips."""
    t = ruled("unspent_skill_points", setting)
    complete(t)
    t.finish_character("P")
    assert t.character("P").improvement_chips == chips


def test_a_sheet_says_what_success_and_critical_failure_do(t: Table) -> None:
    """PA-21: lines 2 and 3 of a skill may not be empty (E_EMPTY), notes may."""
    t.refuses("E_EMPTY").buy("P", "Hammer", 3, success_effect="")
    t.refuses("E_EMPTY").buy("P", "Hammer", 3, critical_failure_effect=" ")
    t.refuses("E_EMPTY").buy("P", "", 3)
    t.buy("P", "Hammer", 3, notes="")
    assert t.skill("P", "Hammer").notes == ""


def test_skill_names_are_unique_in_a_character(t: Table) -> None:
    """PA-21: the same name twice is E_DUPLICATE, for items as well."""
    t.buy("P", "Hammer", 3)
    t.refuses("E_DUPLICATE").buy("P", "hammer", 2)
    t.refuses("E_DUPLICATE").item("P", "Hammer", 2)


def test_exactly_three_principles_of_one_to_three_dice(t: Table) -> None:
    """PA-22: each is tied to an own skill; a fourth is E_LIMIT, four dice are E_RANGE, with two the sheet is short."""
    complete(t, leave_out="principles")
    t.refuses("E_UNKNOWN").principle("P", "never lies", "Diplomacy", 1)
    t.refuses("E_RANGE").principle("P", "never lies", "Hammer", 4)
    t.refuses("E_RANGE").principle("P", "never lies", "Hammer", 0)
    t.principle("P", "pays debts", "Hammer", 1)
    t.principle("P", "keeps faith", "Hammer", 2)
    t.refuses("E_INCOMPLETE").finish_character("P")
    t.principle("P", "never runs", "Hammer", 3)
    t.refuses("E_LIMIT").principle("P", "one more", "Hammer", 1)
    t.finish_character("P")
    assert [p.text for p in t.character("P").principles] == ["pays debts", "keeps faith", "never runs"]


def test_three_goals_of_three_hundred_in_all(t: Table) -> None:
    """PA-23: the split is free, a fourth starting goal is E_LIMIT."""
    for text, value in (("revenge", 50), ("a boat", 120), ("peace", 130)):
        t.goal_add("P", text, value)
    t.refuses("E_LIMIT").goal_add("P", "more", 10)
    assert sum(goal.value_left for goal in t.character("P").goals) == 300


@pytest.mark.parametrize("goals", [{"revenge": 250}, {}])
def test_r51_another_total_is_only_a_warning(t: Table, goals: dict[str, int]) -> None:
    """PA-23, PA-27, R-51: a total other than 300, or no goal, does not block the sheet, but the table is told."""
    complete(t, leave_out="goals")
    for text, value in goals.items():
        t.goal_add("P", text, value)
    t.finish_character("P")
    assert t.character("P").status.upper() == "ACTIVE"
    assert "300" in t.said


def test_r51_the_total_may_be_enforced() -> None:
    """R-51: `starting_goal_total=enforce` refuses the sheet with E_GOAL_TOTAL until it is 300."""
    t = ruled("starting_goal_total", "enforce")
    complete(t, leave_out="goals")
    t.goal_add("P", "revenge", 250)
    t.refuses("E_GOAL_TOTAL").finish_character("P")
    t.goal_add("P", "peace", 50)
    t.finish_character("P")
    assert t.character("P").status.upper() == "ACTIVE"


def test_r51_the_total_may_be_ignored() -> None:
    """R-51: `starting_goal_total=ignore` says nothing about it."""
    t = ruled("starting_goal_total", "ignore")
    complete(t, leave_out="goals")
    t.goal_add("P", "revenge", 250)
    t.finish_character("P")
    assert "300" not in t.said


def test_v9_goals_the_group_refuses(t: Table) -> None:
    """V-9, PA-23, PA-26: a refused goal is off the sheet; a goal of 5000 is accepted with a warning about the total."""
    complete(t, leave_out="goals")
    t.goal_add("P", "end all vampires", 100)
    t.decide("end all vampires", approved=False)
    assert all(goal.text != "end all vampires" or goal.status.upper() != "OPEN" for goal in t.character("P").goals)
    t.goal_add("P", "end all vampires", 5000)
    t.finish_character("P")
    assert "300" in t.said


def test_starting_connections_are_worth_one(t: Table) -> None:
    """PA-24, R-63: another value is E_RANGE, a second of the same name E_DUPLICATE."""
    t.connect("P", "Yargert")
    assert t.connection("P", "Yargert") == 1
    t.refuses("E_RANGE").connect("P", "the Dean", 4)
    t.refuses("E_DUPLICATE").connect("P", "yargert")


def test_r63_the_group_may_set_the_value_of_a_connection() -> None:
    """R-63: with `starting_connection_value=group_sets` a connection may start at 4."""
    t = ruled("starting_connection_value", "group_sets")
    t.connect("P", "Yargert", 4)
    assert t.connection("P", "Yargert") == 4


def test_equipment_is_free_text(t: Table) -> None:
    """PA-25: anything may be noted, nothing empty (E_EMPTY)."""
    t.equip("P", "a rope and a lamp")
    assert tuple(t.character("P").equipment) == ("a rope and a lamp",)
    t.refuses("E_EMPTY").equip("P", "")


def test_unapproved_entries_do_not_block_by_default(t: Table) -> None:
    """PA-26: approvals are only recorded; a proposal is decided once (E_ALREADY)."""
    complete(t)
    t.decide("Hammer", approved=True)
    t.refuses("E_ALREADY").decide("Hammer", approved=False)
    t.finish_character("P")
    assert t.skill("P", "Hammer").approved


def test_a_table_may_require_approval() -> None:
    """PA-26: with `require_approval` every entry must be approved, else E_NOT_APPROVED."""
    t = ruled("require_approval", True)
    complete(t)
    t.refuses("E_NOT_APPROVED").finish_character("P")
    for subject in ("Hammer", "pays debts", "keeps faith", "never runs", "revenge", "a boat"):
        t.decide(subject, approved=True)
    t.finish_character("P")
    assert t.character("P").status.upper() == "ACTIVE"


def test_an_unknown_proposal_cannot_be_decided(t: Table) -> None:
    """PA-26: E_UNKNOWN for something nobody proposed."""
    t.refuses("E_UNKNOWN").decide("a dragon", approved=True)


def test_finishing_the_last_sheet_opens_the_session(t: Table) -> None:
    """PA-27: once every player has an active character the table is ready to open."""
    complete(t)
    t.finish_character("P")
    assert t.phase == "CHARACTERS"
    t.quick_character("Q")
    assert t.phase == "OPENING"


def test_a_finished_sheet_takes_no_more_purchases(t: Table) -> None:
    """PA-27: buying on an active sheet is E_PHASE."""
    complete(t)
    t.finish_character("P")
    t.refuses("E_PHASE").buy("P", "Knives", 2)
    t.refuses("E_PHASE").blurb("P", "tall")


def test_one_living_character_each(t: Table) -> None:
    """PA-1, PA-27: a second character is E_ALREADY while the first lives."""
    t.refuses("E_ALREADY").create_character("P", "Another")


def test_a_new_character_may_follow_a_dead_one() -> None:
    """PA-27, PA-69: after a death the player makes a new character during play."""
    s = scene()
    s.kill("P")
    s.create_character("P", "Heir")
    assert s.character("P").name == "Heir"


def test_r83_rank_is_one_number_under_many_names(t: Table) -> None:
    """R-83: rank, level and action value of a fresh skill are one number."""
    t.buy("P", "Hammer", 4)
    assert t.skill("P", "Hammer").rank == t.level("P", "Hammer") == 4


def test_a_goal_is_worth_something_and_of_its_time(t: Table) -> None:
    """PA-23, PA-81: no points or an unknown kind are E_RANGE, a follow-up before the sheet is finished is E_PHASE."""
    t.refuses("E_RANGE").goal_add("P", "revenge", 0)
    t.refuses("E_RANGE").goal_add("P", "revenge", 10, kind="SECRET")
    t.refuses("E_PHASE").goal_add("P", "revenge", 10, kind="FOLLOW_UP")
    t.goal_add("P", "revenge", 1, kind="STARTING")
    t.refuses("E_DUPLICATE").goal_add("P", "Revenge", 10)
    complete(t, leave_out="goals")
    t.finish_character("P")
    t.refuses("E_PHASE").goal_add("P", "peace", 10, kind="STARTING")


@pytest.mark.parametrize("hearts", [-1, 6])
def test_a_sheet_costs_no_more_heart_than_there_is(t: Table, hearts: int) -> None:
    """PA-21, PA-64: Heart lost per own 1 is 0 to 5 (E_RANGE)."""
    t.refuses("E_RANGE").buy("P", "Hammer", 3, crit_heart=hearts)
    t.buy("P", "Hammer", 3, crit_heart=5)
    assert t.skill("P", "Hammer").crit_heart == 5


def test_a_total_beyond_three_hundred_is_told_at_once(t: Table) -> None:
    """R-51: the table hears of it when the goal is added, not of a total still below."""
    t.goal_add("P", "revenge", 300)
    assert t.last("GoalAdded").warnings == ()
    t.goal_add("P", "peace", 50)
    assert t.last("GoalAdded").warnings
    assert "350" in t.said


def test_a_refused_skill_is_off_the_sheet(t: Table) -> None:
    """PA-26: its points are there again, and another of the same name may be bought."""
    t.buy("P", "Hammer", 4)
    t.decide("Hammer", approved=False)
    assert t.character("P").skills == ()
    assert t.character("P").skill_points_left == 15
    t.buy("P", "Hammer", 3)
    assert t.character("P").skill_points_left == 12
