"""Dice that were heard wrong: read again, named one by one, or only said to be wrong."""

import json
from pathlib import Path

import pytest

from companion.demo import demo_of
from tests.support.evening import WholeEvening
from tests.support.harbour import after
from tests.support.sitting import Sitting
from tests.support.wordings import wordings


def _lying(**options: object) -> Sitting:
    """Jay has read out five, five and two."""
    return after(("Jay", "I roll Haggling."), ("Jay", "Five, five, two."), **options)


def _read(sitting: Sitting) -> tuple[int, ...]:
    """The faces that count."""
    done = next(each for each in sitting.game.history.latest() if each.command.kind == "report_dice")
    return tuple(done.command.values)


@pytest.mark.parametrize("words", wordings(__file__, "all_dice_read_again_are_taken_at_once"))
def test_all_dice_read_again_are_taken_at_once(words: str) -> None:
    """With a word that undoes something, nothing is asked and nothing waits."""
    sitting = _lying()
    sitting.say("Jay", words)
    assert _read(sitting) == (5, 4, 2)
    assert not sitting.of("question")


def test_all_dice_read_again_without_another_word_are_asked_about() -> None:
    """One word settles it, or the same once more."""
    for answer in ("Yes.", "Five, four, two."):
        sitting = _lying()
        sitting.say("Jay", "Five, four, two.")
        assert sitting.wait(3)[-1] == "Five, four and two instead, Jay?"
        assert _read(sitting) == (5, 5, 2)
        sitting.say("Jay", answer)
        assert _read(sitting) == (5, 4, 2)


@pytest.mark.parametrize(
    "words",
    ["No, four.", "I said four.", "It was a four, not a nine.", "That's not what I rolled.", "You misheard me."],
)
def test_what_does_not_say_all_is_asked_for(words: str) -> None:
    """Nobody can know which of three dice was meant."""
    sitting = _lying()
    sitting.say("Jay", words)
    assert sitting.wait(3)[-1] == "Which faces, Jay?"
    sitting.say("Jay", "Five, four, two.")
    assert _read(sitting) == (5, 4, 2)
    assert sitting.session.question is None


def test_all_dice_of_a_kind_are_put_right_together() -> None:
    """ "Fours, not fives"."""
    sitting = _lying()
    sitting.say("Jay", "Fours, not fives.")
    assert _read(sitting) == (4, 4, 2)


def test_somebody_elses_reading_counts_with_the_name() -> None:
    """Without it, numbers are anybody's."""
    sitting = _lying()
    sitting.say("Mira", "Five, four, two.")
    assert not sitting.of("question")
    sitting.say("Mira", "No, Jay had five, four, two.")
    assert _read(sitting) == (5, 4, 2)


def test_the_same_dice_in_another_order_change_nothing() -> None:
    """ "So it is" is for those who say that it was something else."""
    sitting = _lying()
    before = sitting.game.state
    sitting.wait(3)
    sitting.say("Jay", "Two, five, five.")
    assert sitting.wait(3) == []
    sitting.say("Jay", "No, it's two, five, five.")
    assert sitting.wait(3) == ["That is already so."]
    assert sitting.game.state is before


@pytest.mark.parametrize("words", wordings(__file__, "other_talk_with_numbers_leaves_the_dice_alone"))
def test_other_talk_with_numbers_leaves_the_dice_alone(words: str) -> None:
    """Questions, stories, and counting up what lies there."""
    sitting = _lying()
    before = sitting.game.state
    sitting.say("Jay", words)
    assert sitting.game.state is before
    assert not sitting.of("question")


def test_dice_others_went_on_from_are_taken_back_only_on_a_yes() -> None:
    """The question names everything that depends on them."""
    sitting = _lying()
    sitting.say("Jay", "That's me done.")
    sitting.say("Jay", "No, sorry, it was five, four, two.")
    asked = sitting.wait(3)[-1]
    assert asked.startswith("Undo")
    assert asked.endswith("five, four and two instead, Jay?")
    sitting.say("Mira", "Yes.")
    assert _read(sitting) == (5, 4, 2)


def test_a_minute_later_they_are_history() -> None:
    """Numbers are said all evening."""
    sitting = _lying()
    sitting.wait(90)
    sitting.say("Jay", "No, five, four, two.")
    assert _read(sitting) == (5, 5, 2)


def test_an_open_roll_comes_before_one_that_lies() -> None:
    """New dice are new dice, also where they begin with a no."""
    sitting = after(("Jay", "I roll Haggling."), ("Jay", "Six, five, two."))
    assert [count for _, count in sitting.owed] == [1]
    sitting.say("Jay", "No! A one.")
    assert sitting.owed == []
    assert _read(sitting) == (1,)


def test_the_deed_before_is_offered_back_where_no_dice_were_misheard() -> None:
    """ "That's not what I said" after an action."""
    sitting = after(("Jay", "I roll Haggling."))
    sitting.say("Jay", "That's not what I said.")
    assert sitting.wait(3)[-1] == "Undo Jay's Haggling roll?"
    sitting.say("Jay", "Yes.")
    assert sitting.owed == []


KLEPTONOMICON = [
    ("Gwen", "Okay everyone, roll the opening credits."),
    ("Alice", "I'm Alice and I play Vex, a burglar with a conscience."),
    ("Bob", "I play Rook."),
    ("Carol", "I'm playing Wren, the lookout."),
    ("Gwen", "Cold open: rain on a glass roof."),
    ("Gwen", "The opening credits are over."),
    ("Gwen", "Vex, make a Stealth test."),
    ("Alice", "Five and four."),
]
PHASESIX = [("Gia", "Hagen, roll Strength."), ("Ana", "Five, six, five, two.")]


@pytest.mark.parametrize(
    ("game", "lines", "by", "words", "dice"),
    [
        ("kleptonomicon", KLEPTONOMICON, "Alice", "No, five and six.", (5, 6)),
        ("kleptonomicon", KLEPTONOMICON, "Alice", "Sixes, not fours.", (5, 6)),
        ("kleptonomicon", KLEPTONOMICON, "Gwen", "No, Alice rolled five and six.", (5, 6)),
        ("phasesix", PHASESIX, "Ana", "I said five, six, five, five.", (5, 6, 5, 5)),
        ("phasesix", PHASESIX, "Gia", "No, Hagen had five, six, five, five.", (5, 6, 5, 5)),
    ],
)
def test_dice_of_other_games_are_read_again(
    tmp_path: Path, game: str, lines: list[tuple[str, str]], by: str, words: str, dice: tuple[int, ...]
) -> None:
    """The player's own words, or the game master's."""
    evening = WholeEvening(json.loads(demo_of(game).roster.read_text()), tmp_path)
    for who, text in lines:
        evening.say(who, text)
    evening.say(by, words)
    latest = next(evening.session.game.history.latest())
    assert (latest.command.kind, tuple(latest.command.dice)) == ("submit_dice", dice)


def test_a_number_that_may_be_one_of_two_dice_is_no_sum(tmp_path: Path) -> None:
    """ "That was a six" among two dice whose sum may be said as well."""
    evening = WholeEvening(json.loads(demo_of("kleptonomicon").roster.read_text()), tmp_path)
    for who, text in KLEPTONOMICON:
        evening.say(who, text)
    records = evening.say("Alice", "Sorry, that was a six.")
    assert [each["text"] for each in records if each["type"] == "announcement"] == ["Which faces, Alice?"]
    evening.say("Alice", "No, eleven.")
    latest = next(evening.session.game.history.latest())
    assert latest.command.score == 11


def test_numbers_at_the_end_of_a_tale_are_no_dice() -> None:
    """A lock's code is not what lies on the table, however soon it is told."""
    sitting = _lying()
    before = sitting.game.state
    sitting.say(
        "Jay",
        "Herik yells left and everyone goes left except the guards, they go into the wall, and he has the lock's code "
        "because it was written on the back of the captain's board. Five four two.",
    )
    assert not sitting.of("question")
    assert sitting.game.state is before


def test_what_the_same_breath_has_taken_back_is_not_asked_about() -> None:
    """The dice are owed again, and nothing else waits for an answer."""
    sitting = _lying()
    sitting.say("Jay", "Undo that. One die was upside down.")
    assert sitting.owed == [("Jay", 3)]
    assert sitting.session.question is None
    sitting.say("Jay", "Five, four, two.")
    assert _read(sitting) == (5, 4, 2)
