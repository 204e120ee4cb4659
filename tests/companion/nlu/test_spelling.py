"""Sentences that correct the spelling of a name, and sentences that only sound like it."""

import pytest

from companion.nlu.spelling import Respelling, respelling
from tests.support.wordings import wordings

TABLE = ("Haggling", "Handling", "Hannah", "Ben")


@pytest.mark.parametrize(
    ("said", "heard_before", "spelled", "mistake"),
    wordings(__file__, "corrections_name_the_spelling_and_the_mistake", 4),
)
def test_corrections_name_the_spelling_and_the_mistake(
    said: str, heard_before: list[str], spelled: str, mistake: str
) -> None:
    assert respelling(said, heard_before, TABLE) == Respelling(spelled, mistake)


@pytest.mark.parametrize("said", wordings(__file__, "other_talk_corrects_nothing"))
def test_other_talk_corrects_nothing(said: str) -> None:
    """Everyday words, people with a name alike, and things of the table keep their spelling."""
    assert respelling(said, ("Marta",), TABLE) is None
