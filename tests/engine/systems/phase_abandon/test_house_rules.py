"""House rules as such: presets, values, and that each ruling is a setting (rules section 7)."""

from typing import Any

import pytest

from engine.systems.phase_abandon.house_rules import PRESETS, SETTINGS, HouseRules
from tests.support.deal import scene
from tests.support.failures import check_each
from tests.support.table import table

VALUES = [
    (setting.name, value)
    for setting in SETTINGS
    for value in (*setting.values, *((setting.low, setting.high) if setting.low is not None else ()))
]


def test_the_worked_examples_are_the_default() -> None:
    """PA-3: a table opened without further words plays the default of every setting."""
    assert table("P", "Q").state.house_rules == HouseRules()
    assert all(getattr(HouseRules(), setting.name) == setting.default for setting in SETTINGS)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_sets_its_fields_and_no_others(preset: str) -> None:
    """PA-3: everything a preset does not name stays at its default."""
    rules = table("P", "Q", preset=preset).state.house_rules
    for setting in SETTINGS:
        assert getattr(rules, setting.name) == PRESETS[preset].get(setting.name, setting.default)


def test_the_summaries() -> None:
    """R-1, R-2, R-4, R-12, R-15, R-31: what the preset `summaries` changes."""
    rules = table("P", "Q", preset="summaries").state.house_rules
    assert (rules.failed_check_narrator, rules.after_failed_check) == ("lowest_chips", "highest_chips")
    assert (rules.after_success_check, rules.after_success_action) == ("roller_keeps", "roller_keeps")
    assert (rules.action_order, rules.challenge_goal_six) == ("lowest_first", "any_six")
    assert (rules.conflict_nature_by, rules.opening_setup) == ("bid_winner", "winner")


def test_chapter_one() -> None:
    """R-1, R-2, R-3, R-4, R-5: what the preset `chapter_one` changes."""
    rules = table("P", "Q", preset="chapter_one").state.house_rules
    assert (rules.failed_check_narrator, rules.after_failed_check) == ("lowest_chips", "highest_chips")
    assert (rules.after_success_check, rules.after_success_action) == ("highest_chips", "highest_chips")
    assert rules.action_order == "highest_first"


def test_an_unknown_preset_is_refused() -> None:
    """PA-3: E_RULE."""
    from tests.support.table import Table

    Table().refuses("E_RULE").create(preset="poker")


def test_a_preset_may_be_chosen_later() -> None:
    """PA-3: `preset` stands for all its fields at once, in play as well."""
    s = scene()
    s.rule("preset", "summaries")
    assert s.state.house_rules.after_success_action == "roller_keeps"


def test_every_value_of_every_setting_can_be_set() -> None:
    """PA-3: each value of the rules document is accepted, spoken or typed, and is in force afterwards."""

    def holds(named: tuple[str, Any]) -> None:
        name, value = named
        s = scene()
        for said in (value, str(value)):
            s.rule(name, said)
            assert getattr(s.state.house_rules, name) == value
            assert type(getattr(s.state.house_rules, name)) is type(value)

    check_each(VALUES, holds)


def test_every_setting_explains_itself() -> None:
    """PA-3: a menu line, the ruling it comes from, and at least one other value."""

    def holds(setting: Any) -> None:
        assert setting.explanation
        assert setting.ruling.startswith(("R-", "PA-"))
        assert len(setting.values) > 1 or setting.low < setting.high

    check_each(SETTINGS, holds, lambda setting: setting.name)
