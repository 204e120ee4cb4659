"""Dice that nobody waits for: what they are for is asked once, and the answer is enough."""

import pytest

from companion.dialogue.unsolicited_dice import KEEP_SECONDS, REST_SECONDS
from tests.support.harbour import after
from tests.support.sitting import Sitting
from tests.support.wordings import wordings

ROLL = "Uh, four, and a two and a five."
ASKED = "What are Russ's dice for?"


def missed(**options: object) -> Sitting:
    """Russ was asked for a check in words nobody wrote down, after a roll and a price."""
    sitting = after(("Jay", "I roll Haggling."), ("Jay", "Five, five, two."), ("Jay", "I keep it."), **options)
    sitting.wait(15)
    sitting.say("Russ", "Let us do the sneaky thing then, me first.")
    sitting.wait(3)
    return sitting


def reported(sitting: Sitting) -> list[tuple[object, object]]:
    return [
        (each["fields"]["values"], each["utterance"])
        for each in sitting.of("command")
        if each["kind"] == "report_dice" and each["outcome"] == "accepted"
    ]


@pytest.mark.parametrize("answer", ["Stealth.", "That was for Stealth.", "I roll Stealth."])
def test_dice_are_taken_once_it_is_told_what_they_are_for(answer: str) -> None:
    """The name is enough; the dice count as read, and the sentence that read them is their source."""
    sitting = missed()
    sitting.say("Russ", ROLL)
    assert ASKED in sitting.wait(5)
    read = sitting.of("utterance")[-1]["id"]
    sitting.say("Russ", answer)
    assert "Is Jay finished?" in sitting.wait(5)
    sitting.say("Jay", "Yes.")
    sitting.wait(3)
    assert reported(sitting)[-1] == ([4, 2, 5], read)
    assert not sitting.game.open_rolls


def test_dice_that_were_struck_are_not_taken() -> None:
    """The roll they would have been for is owed as always."""
    sitting = missed()
    read = sitting.say("Russ", ROLL)
    assert ASKED in sitting.wait(5)
    sitting.session.strike([read])
    sitting.say("Russ", "I roll Stealth.")
    sitting.wait(5)
    sitting.say("Jay", "Yes.")
    sitting.wait(3)
    assert [each.roller for each in sitting.game.open_rolls] == ["Russ"]
    assert read not in {utterance for _, utterance in reported(sitting)}


def test_dice_that_do_not_fit_the_roll_are_asked_for_again() -> None:
    """Three faces for another number of dice are no answer; the roll is owed as always."""
    sitting = missed()
    sitting.say("Russ", "Four, two, five, six.")
    assert ASKED in sitting.wait(5)
    sitting.say("Russ", "Stealth.")
    sitting.wait(3)
    sitting.say("Jay", "Yes.")
    assert any("three dice" in each for each in sitting.wait(5))
    assert [each.roller for each in sitting.game.open_rolls] == ["Russ"]


@pytest.mark.parametrize("talk", wordings(__file__, "other_numbers_are_nobodys_dice"))
def test_other_numbers_are_nobodys_dice(talk: str) -> None:
    """Counts, memories, wishes and questions are left alone."""
    sitting = missed()
    sitting.say("Russ", talk)
    assert sitting.wait(5) == []


def test_nobody_is_asked_where_the_app_throws() -> None:
    """A player who leaves dice to the app reads none."""
    sitting = missed(mode="app", faces=[(5, 5, 2)])
    sitting.say("Russ", ROLL)
    assert ASKED not in sitting.wait(5)


def test_it_is_asked_once_and_forgotten() -> None:
    """Chatter about numbers brings no second question soon, and dice of long ago are not taken."""
    sitting = missed()
    sitting.say("Russ", ROLL)
    sitting.wait(5)
    sitting.say("Mira", "Six, and a two.")
    assert sitting.wait(5) == []
    sitting.wait(KEEP_SECONDS)
    sitting.say("Russ", "I roll Stealth.")
    sitting.wait(3)
    sitting.say("Jay", "Yes.")
    sitting.wait(3)
    assert [each.roller for each in sitting.game.open_rolls] == ["Russ"]
    assert len(reported(sitting)) == 1
    assert KEEP_SECONDS < REST_SECONDS


def test_dice_said_again_by_anybody_are_those_that_came_in() -> None:
    """An echo is no new roll."""
    sitting = after(("Jay", "I roll Haggling."), ("Jay", "Five, five, two."), ("Jay", "I keep it."))
    sitting.say("Mira", "Five, five, two!")
    assert sitting.wait(5) == []
