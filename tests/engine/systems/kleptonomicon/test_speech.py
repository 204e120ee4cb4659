"""Announcements, answers and views (rules sections 4 and 7)."""

import json

from engine.systems.kleptonomicon.system import RULESET
from tests.support.kleptonomicon_table import (
    GM,
    c,
    fight,
)


def test_the_gm_alone_sees_the_sheets_of_npcs() -> None:
    """KL-82: players see where they stand, not what they have left."""
    t = fight(("Alice",))
    shown = {viewer: RULESET.view(t.state, viewer) for viewer in (None, "Alice", GM)}
    json.dumps(shown)
    orcs = {viewer: each["characters"][-1] for viewer, each in shown.items()}
    assert "pools" not in orcs[None]
    assert "pools" not in orcs["Alice"]
    assert orcs[GM]["pools"]["health"] == [10, 10]
    assert shown[None]["turns"] == ["Alice", "Orc"]
    assert RULESET.secrets(t.state, GM) == ("Orc: health 10 of 10, Beats 2",)
    assert RULESET.secrets(t.state, "Alice") == ()


def test_an_undone_step_is_named() -> None:
    """KL-66: what was taken back, in a few words."""
    t = fight(("Alice",))
    before = t.state
    t.do(c.Dash(actor="Alice"))
    assert RULESET.summarise(t.events, before) == "Alice's Dash"
