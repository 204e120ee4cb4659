"""The table most tests of the Kleptonomicon begin with."""

import pytest

from tests.support.kleptonomicon_table import Klepto, fight


@pytest.fixture
def t() -> Klepto:
    """Alice's Turn in a fight with Bob at her side and an orc against them."""
    return fight(("Alice", "Bob"))
