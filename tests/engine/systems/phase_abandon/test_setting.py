"""Quick setting creation (rules 3.2)."""

import pytest

from tests.support.table import table


def setting(*names: str):
    t = table(*(names or ("Russ", "Jay", "Mark")))
    t.begin_setting("space opera")
    return t


def test_everybody_has_five_setting_chips() -> None:
    """PA-11: the setting starts with five chips each."""
    t = table("Russ", "Jay")
    t.begin_setting()
    assert t.setting_chips == {"Russ": 5, "Jay": 5}


def test_the_genre_comes_before_the_first_detail() -> None:
    """PA-12: a detail without a genre is refused with E_INCOMPLETE (E_PHASE: the genre opens the setting)."""
    t = table("Russ", "Jay")
    t.refuses("E_INCOMPLETE", "E_PHASE").detail("Russ", "a fortress city", 1)
    t.genre("low fantasy")
    t.detail("Russ", "a fortress city", 1)
    assert t.state.genre == "low fantasy"


def test_a_genre_needs_two_players() -> None:
    """PA-12: one person cannot agree with anybody (E_LIMIT)."""
    t = table("Russ")
    t.refuses("E_LIMIT", "E_PHASE").genre("pirates")


def test_v15_quick_setting() -> None:
    """V-15, PA-13, PA-14: details cost chips, their price is their lock, and less than the lock changes nothing."""
    t = setting()
    t.detail("Russ", "a fortress city", 3)
    t.detail("Jay", "raiders", 2)
    t.refuses("E_LOCK").change_detail("Mark", "a fortress city", "a ruined city", 2)
    t.change_detail("Mark", "a fortress city", "a ruined city", 3)
    assert t.setting_chips == {"Russ": 2, "Jay": 3, "Mark": 2}
    assert t.locks == {"a ruined city": 3, "raiders": 2}


@pytest.mark.parametrize(("spent", "refused"), [(0, "E_RANGE"), (6, "E_BUDGET")])
def test_a_detail_costs_one_to_all_chips_left(spent: int, refused: str) -> None:
    """PA-13: nothing is free (E_RANGE) and nobody spends more than is left (E_BUDGET)."""
    t = setting()
    t.refuses(refused).detail("Russ", "a plague", spent)


def test_r77_five_small_details_or_one_firm_one() -> None:
    """PA-13, R-77: five chips make five details of one chip, and a sixth is E_BUDGET; zero details are fine too."""
    t = setting()
    for number in range(5):
        t.detail("Russ", f"fact {number}", 1)
    t.refuses("E_BUDGET").detail("Russ", "one more", 1)
    t.detail("Jay", "magic is illegal", 5)
    t.finish_setting()
    assert len(t.locks) == 6


def test_anybody_may_change_a_detail_the_author_too() -> None:
    """PA-14: the author pays the lock like everybody else."""
    t = setting()
    t.detail("Russ", "a plague", 2)
    t.change_detail("Russ", "a plague", "a cured plague", 2)
    assert t.setting_chips["Russ"] == 1
    t.refuses("E_BUDGET").change_detail("Russ", "a cured plague", "a plague again", 2)


@pytest.mark.parametrize(("setting", "lock"), [("new_spend", 4), ("sum", 6)])
def test_the_new_lock_is_what_was_just_spent(setting: str, lock: int) -> None:
    """PA-14, R-76: after a change the lock is the new price, or with `modify_lock=sum` added to the old one."""
    t = table("Russ", "Jay")
    t.rule("modify_lock", setting)
    t.begin_setting("noir")
    t.detail("Russ", "a plague", 2)
    t.change_detail("Jay", "a plague", "a curse", 4)
    assert t.locks == {"a curse": lock}


def test_changing_a_detail_keeps_its_history() -> None:
    """PA-15: a statement entered as a change stays one detail, with who said what for how much."""
    t = setting()
    t.detail("Russ", "a plague", 1)
    t.change_detail("Jay", "a plague", "a curse", 2)
    (detail,) = t.state.setting_details
    assert detail.text == "a curse"
    assert [tuple(entry) if isinstance(entry, tuple) else entry for entry in detail.history]
    assert len(detail.history) == 2


def test_a_detail_says_something_and_is_known_to_be_changed() -> None:
    """PA-13, PA-15: an empty one is E_EMPTY, a change of one nobody stated E_UNKNOWN."""
    t = setting()
    t.refuses("E_UNKNOWN").change_detail("Jay", "the dragons", "are small", 2)
    t.refuses("E_EMPTY").detail("Jay", "  ", 1)


def test_finishing_clears_the_setting_chips_and_leaves_the_betting_chips() -> None:
    """PA-16, R-75: what was spent on the world does not shrink the five betting chips."""
    t = setting("Russ", "Jay")
    t.detail("Russ", "a plague", 5)
    t.finish_setting()
    assert (t.phase, t.setting_chips) == ("CHARACTERS", {"Russ": 0, "Jay": 0})
    t.quick_character("Russ")
    t.quick_character("Jay")
    t.start_session()
    assert t.chips == {"Russ": 5, "Jay": 5}


def test_r75_unspent_setting_chips_may_be_the_first_betting_chips() -> None:
    """R-75: with `setting_chips_carry` each player starts with what was not spent, in the first session only."""
    t = table("Russ", "Jay")
    t.rule("setting_chips_carry", True)
    t.begin_setting("noir")
    t.detail("Russ", "a plague", 3)
    t.finish_setting()
    t.quick_character("Russ")
    t.quick_character("Jay")
    t.open_play(holder="Jay")
    assert t.chips == {"Russ": 2, "Jay": 5}
    t.end_session()
    t.start_session()
    assert t.chips == {"Russ": 5, "Jay": 5}


def test_details_belong_to_the_setting_phase() -> None:
    """PA-16: once the setting is finished, a detail is refused with E_PHASE."""
    t = setting()
    t.finish_setting()
    t.refuses("E_PHASE").detail("Russ", "a plague", 1)
