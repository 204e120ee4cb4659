"""Reactions: windows, evading, parrying, deeds in answer to deeds (rules 3.7, 3.8)."""

from engine.systems.phasesix.entities import Weapon
from engine.systems.phasesix.system import RULESET
from tests.support.phasesix_table import Table, c, scene

AXE = Weapon("Axe")


def brawl(**luta: object) -> Table:
    """Luta and Hagen keep their actions, a thug is about to act."""
    sheet = {"skills": {"Hand to Hand": 2, "Shooting": 2}, "weapons": (AXE,)}
    t = scene(Hagen={**sheet, "bonus_dice": 1}, Luta={**sheet, **luta}, Thug={**sheet, "max_health": 9})
    return t.fight("Hagen", "Luta", "Thug").pass_("Hagen", "Luta")


def swing(t: Table, hits: int = 2, target: str = "Hagen") -> Table:
    return t.do(c.Attack(char="Thug", target=target)).feed(*[5] * hits, *[1] * (2 - hits))


def window(t: Table) -> object:
    return t.state.combat.window


def test_when_a_window_closes() -> None:
    """P6-43: everybody answered, the actor goes on or passes, or the GM says so."""
    t = brawl().do(c.Walk(char="Thug"))
    t.refuses("NOT_GM").do(c.CloseReactions(actor="Ana"))
    assert window(t.do(c.PassReaction(actor="Ana")).do(c.PassReaction(actor="Ben"))) is None
    t.do(c.Walk(char="Thug"))
    assert window(t) is not None
    assert RULESET.settle(t.state) == c.CloseReactions()
    assert window(t.do(c.PassPriority(char="Thug"))) is None
    t = swing(brawl()).do(c.Walk(char="Thug"))
    assert (t.who("Hagen").hearts, t.has("moved_metres")) == (4, True)
    t = swing(brawl()).do(c.CloseReactions(actor="Gia"))
    assert t.who("Hagen").hearts == 4
    t.refuses("NO_WINDOW").do(c.CloseReactions(actor="Gia"))
