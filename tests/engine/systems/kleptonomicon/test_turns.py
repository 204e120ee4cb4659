"""Rounds, Turns, Abilities, Beats and Reactions (rules 3.6, 3.7)."""

from engine.systems.kleptonomicon.system import RULESET
from tests.support.kleptonomicon_table import GM, Klepto, end_turns


def test_kl45_the_active_player_leads(t: Klepto) -> None:
    """KL-45, KL-82: the narration is whoever's Turn it is, the GM's for NPCs."""
    view = RULESET.narration(t.state)
    assert (view.holder, view.kind, view.actions, view.order) == ("Alice", "TURN", 2, ("Bob", GM))
    end_turns(t, 2)
    assert (RULESET.narration(t.state).holder, RULESET.narration(t.state).kind) == (GM, "NPC_TURN")
