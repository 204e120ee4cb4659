"""House rules of every system, as a menu shows them."""

import re
from typing import Any

import pytest

from engine.registry import all_rulesets

ABBREVIATED = re.compile(r"[a-z]\d|\d[a-z]|\b(app|con|wil|gm|pcs?|pvp|cshd|max|min)\b")
SYSTEMS = pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.info.slug)


@SYSTEMS
def test_labels_belong_to_values_and_tell_them_apart(ruleset: Any) -> None:
    for setting in ruleset.form.settings:
        values = [each for each in setting.values if not isinstance(each, bool)]
        assert set(setting.labels) <= set(values), setting.name
        assert len({setting.label(each) for each in values}) == len(values), setting.name


@SYSTEMS
def test_no_label_is_an_abbreviation(ruleset: Any) -> None:
    """Names that only the code knows, such as "app_con", have words of their own."""
    labels = [setting.label(each) for setting in ruleset.form.settings for each in setting.values]
    assert [label for label in labels if ABBREVIATED.search(label)] == []
