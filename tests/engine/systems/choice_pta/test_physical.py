"""Real cards, which the engine learns of by what is read out (rules 2.4)."""

from engine.systems.choice_pta.system import RULESET
from tests.support.choice_pta_table import in_scene


def test_hands_are_only_counted() -> None:
    """PTA-9, PTA-29: redraws, mulligans and people who leave need no cards known."""
    t = in_scene("Ana Ben Cleo", mode="physical", tokens={"Ana": 1})
    assert t.event("scene_started")
    t.mulligan("Ana")
    assert t.event("mulligan_used").count == 4
    t.roster(remove=["Cleo"])
    assert RULESET.view(t.state)["seats"][-1]["hand_size"] == 5
    t.clash("Ana", "mob")
    t.redraw("Ana")
    t.chance("Vesna")
    t.cancel()
