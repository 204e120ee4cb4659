"""Values, creation and advancement (rules 3.1, 3.2, 3.14)."""

from engine.systems.phasesix.vocabulary import ATTRS
from tests.support.phasesix_table import c, scene


def test_an_attribute_is_its_number_of_dice() -> None:
    """P6-1, P6-10: one die for one; negative values are allowed; six are of the persona, six of the physis."""
    assert [one.is_physis for one in ATTRS] == [False] * 6 + [True] * 6
    t = scene(Hagen={"attributes": {"charm": -2, "logic": 3}, "bonus_dice": 1})
    assert t.check("Hagen", "logic").owed == [("Ana", 3, "POOL")]
    t.do(c.CloseCheck(actor="Ana"))
    assert t.check("Hagen", "charm").owed == []
