"""Pauses, rewards and recovery (rules 3.12, 3.13)."""

from tests.support.kleptonomicon_table import Klepto, c


def test_kl86_everything_freezes(t: Klepto) -> None:
    """KL-86: Beats, order, movement, Slow Actions; triggers close."""
    t.do(c.UseAbility(actor="Alice", ability="grand ritual"))
    t.do(c.Move(actor="Alice", units=2))
    t.do(c.OpenTrigger())
    before = t["Alice"], t.encounter.order, t.encounter.slow_actions
    t.do(c.PauseEncounter())
    assert (t["Alice"], t.encounter.order, t.encounter.slow_actions) == before
    assert (t.encounter.active, t.encounter.suspended, t.encounter.triggers) == (None, "Alice", ())
    t.do(c.ResumeEncounter())
    t.do(c.Move(actor="Alice", units=2))
