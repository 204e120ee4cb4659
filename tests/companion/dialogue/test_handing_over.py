"""Whoever told the story and plainly stopped is not asked about; whoever only sounds like it is."""

import pytest

from tests.support.harbour import after
from tests.support.sitting import Sitting
from tests.support.wordings import wordings


def told(last: str) -> Sitting:
    """Jay tells of his success, and Russ goes on after these words."""
    sitting = after(("Jay", "I roll Haggling."), ("Jay", "Five, five, two."), ("Jay", "I keep it."), ("Jay", last))
    sitting.say("Russ", "I roll Stealth.")
    sitting.wait(3)
    return sitting


@pytest.mark.parametrize("last", wordings(__file__, "who_has_plainly_stopped_is_not_asked_about"))
def test_who_has_plainly_stopped_is_not_asked_about(last: str) -> None:
    sitting = told(last)
    assert sitting.outcomes[-2:] == [("end_narration", "accepted"), ("declare_action", "awaiting_roll")]
    assert not sitting.of("question")


@pytest.mark.parametrize("last", wordings(__file__, "who_only_sounds_like_it_is_asked_about"))
def test_who_only_sounds_like_it_is_asked_about(last: str) -> None:
    assert [each["text"] for each in told(last).of("question")] == ["Is Jay finished?"]


def test_who_went_on_telling_is_asked_about() -> None:
    """Only the latest words count."""
    sitting = after(("Jay", "I roll Haggling."), ("Jay", "Five, five, two."), ("Jay", "I keep it."))
    sitting.say("Jay", "So he gives me the key. Right, go on.")
    sitting.say("Jay", "The key is rusty and bent, mind you.")
    sitting.say("Russ", "I roll Stealth.")
    assert sitting.session.question is not None
