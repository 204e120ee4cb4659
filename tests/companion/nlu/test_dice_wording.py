"""Words around dice: which of them are kept, which did not come, a new beginning, praise and preambles."""

import pytest

from tests.companion.nlu.test_dice_talk import faces, heard, waiting
from tests.support.wordings import wordings


@pytest.mark.parametrize(("said", "wanted"), wordings(__file__, "what_is_kept_of_added_dice_is_no_face", 2))
def test_what_is_kept_of_added_dice_is_no_face(said: str, wanted: list[int] | None) -> None:
    assert faces(heard(waiting("Ben BID 3d6"), said)) == wanted


@pytest.mark.parametrize(("dice", "said", "wanted"), wordings(__file__, "who_begins_anew_means_the_new_beginning", 3))
def test_who_begins_anew_means_the_new_beginning(dice: str, said: str, wanted: list[int] | None) -> None:
    assert faces(heard(waiting(f"Ben ACTION {dice}"), said)) == wanted


@pytest.mark.parametrize(("dice", "said", "wanted"), wordings(__file__, "words_around_the_faces_name_none", 3))
def test_words_around_the_faces_name_none(dice: str, said: str, wanted: list[int]) -> None:
    assert faces(heard(waiting(f"Ben ACTION {dice}"), said)) == wanted


@pytest.mark.parametrize("said", wordings(__file__, "numbers_of_other_talk_are_no_faces"))
def test_numbers_of_other_talk_are_no_faces(said: str) -> None:
    assert faces(heard(waiting("Ben ACTION 3d6"), said)) is None


@pytest.mark.parametrize(("said", "total"), wordings(__file__, "what_a_sum_includes_is_not_added_again", 2))
def test_what_a_sum_includes_is_not_added_again(said: str, total: int) -> None:
    found = heard(waiting("Ben BID 2d6"), said)
    assert found is not None
    assert (found.decision, found.slots.get("total")) == ("act", total)


@pytest.mark.parametrize(("said", "successes"), wordings(__file__, "successes_are_counted_in_words", 2))
def test_successes_are_counted_in_words(said: str, successes: int) -> None:
    found = heard(waiting("Ben CHECK 5d6", successes=True), said)
    assert found is not None
    assert (found.decision, found.slots.get("successes")) == ("act", successes)
