"""The worked examples of the rules document, one test each."""

import pytest

from engine.systems.phasesix.derived import deviation, pool_chance, success_chance
from engine.systems.phasesix.entities import Value
from engine.systems.phasesix.traits import trait_of
from tests.support.phasesix_table import c, table


def test_v7_to_v9_chances() -> None:
    """P6V-7, P6V-8, P6V-9: the chances that go with them."""
    assert float(success_chance(9)) == pytest.approx(1 / 9)
    assert success_chance(14) * 216 == 5
    assert float(pool_chance(5, 14)) == pytest.approx(0.1105, abs=1e-4)
    assert success_chance(7) == success_chance(6)


@pytest.mark.parametrize(("clock", "metres", "offset"), [(12, 2, (0, 2)), (6, 5, (0, -5)), (1, 6, (3.0, 5.196))])
def test_v34_more_deviation(clock: int, metres: int, offset: tuple[float, float]) -> None:
    """P6V-34: beyond, short, and in between."""
    assert deviation(clock, metres) == pytest.approx(offset, abs=1e-3)


def test_v50_templates() -> None:
    """P6V-50: what the two templates of the rules bring, and what one of them needs."""
    t = table().do(c.CreateCharacter(name="Hagen", player="Ana"))
    t.refuses("MISSING_REQUIREMENT").do(c.TakeTemplate(actor="Ana", template="Military Academy"))
    t.do(c.TakeTemplate(actor="Ana", template="Trivium"))
    knowledge = {(one.name, one.value) for one in t.who("Hagen").knowledge}
    assert knowledge == {("General Knowledge", 2), ("Reading and Writing", 2), ("Rhetoric", 2)}
    assert (t.who("Hagen").bonus.now, t.who("Hagen").skills) == (1, (Value("Communication", 3),))
    t.do(c.TakeTemplate(actor="Ana", template="soldier"))
    shooting, fists = (trait_of(t.state, t.who("Hagen"), skill).value for skill in ("Shooting", "Hand to Hand"))
    t.do(c.TakeTemplate(actor="Ana", template="Military Academy"))
    who = t.who("Hagen")
    values = {skill: trait_of(t.state, who, skill).value for skill in ("Shooting", "Hand to Hand", "Intimidation")}
    assert values == {"Shooting": shooting + 1, "Hand to Hand": fists + 1, "Intimidation": 1}
    assert (who.destiny.now, who.knowledge[-1].value, who.career_points) == (1, 2, 50 - 12 - 10 - 12)
