"""Groups, Edge Saves and the Turn Order (rules 3.5)."""

import pytest

from engine.systems.kleptonomicon.entities import Creature
from engine.systems.kleptonomicon.reading import read_creature


@pytest.mark.parametrize(
    ("said", "name", "several"),
    [("wolf", "wolf", "wolves"), ("city guard", "city guard", "city guards"), ("harpy", "harpy", "harpies")],
)
def test_kinds_have_a_plural(said: str, name: str, several: str) -> None:
    """KL-28: people say either."""
    creature = read_creature({"name": said}, "creature", {})
    assert creature == Creature(name, several, creature.sheet)
