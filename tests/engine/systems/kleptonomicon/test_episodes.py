"""Episodes and their credits (rules 3.1, 3.2, 3.14)."""

from tests.support.kleptonomicon_table import c, fight, freeplay


def test_kl10_sessions_change_nothing() -> None:
    """KL-10: an Episode may take several evenings; only the count of them moves."""
    t = fight()
    t.refuses("SESSION_STATE").do(c.EndSession())
    before = t.encounter
    t.do(c.StartSession())
    t.refuses("SESSION_STATE").do(c.StartSession())
    t.do(c.EndSession())
    t.do(c.StartSession())
    assert (t.encounter, t.phase, t.episode.sessions) == (before, "MAIN", 3)


def closing(**kwargs: object):
    t = freeplay(("Alice", "Bob"), **kwargs)
    t.do(c.StartClosingCredits())
    return t


def test_kl95_closing_scenes_are_the_gms() -> None:
    """KL-95: one or two wrap-up scenes, before anything else."""
    t = closing()
    t.refuses("NOT_GM").do(c.PlayScene(actor="Alice", text="home"))
    t.do(c.PlayScene(text="the harbour at dawn"))
    assert t.episode.closing is not None
    assert t.episode.closing.scenes == ("the harbour at dawn",)
    t.do(c.SetTimePasses())
    t.refuses("WRONG_STEP").do(c.PlayScene(text="one more"))
