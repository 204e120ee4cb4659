"""Real dice at the table, from the spoken sentence to the rules; and names the campaign learns while it plays."""

import pytest

from companion.chronicle.notebook import read_evening
from companion.nlu.recognize import Recognizer, load_recognizer
from tests.support.harbour import HAGGLE
from tests.support.sitting import Sitting


@pytest.fixture(scope="module")
def recognizer() -> Recognizer:
    return load_recognizer("phase-abandon")


@pytest.fixture
def sitting(recognizer: Recognizer) -> Sitting:
    """Jay has announced his haggling and owes three dice."""
    made = Sitting(recognizer=recognizer, mode="table")
    made.say("Jay", "I roll Haggling on the barge master")
    made.wait(3)
    assert made.owed == [("Jay", 3)]
    return made


def thrown(sitting: Sitting) -> list[int]:
    """Faces handed in last."""
    return list(sitting.of("command", kind="report_dice")[-1]["fields"]["values"])


def test_faces_in_two_breaths_are_one_throw(sitting: Sitting) -> None:
    """Missing faces are asked for, and answered by going on."""
    sitting.say("Jay", "Two, four...")
    assert sitting.owed == [("Jay", 3)]
    assert "I heard two and four: what is the last one?" in sitting.wait(3)
    sitting.say("Jay", "And the last one's a one.")
    assert thrown(sitting) == [2, 4, 1]
    assert sitting.session.question is None


def test_a_face_put_right_in_the_same_breath(sitting: Sitting) -> None:
    sitting.say("Jay", "Two, four, no, five, and a one")
    assert thrown(sitting) == [2, 5, 1]


def test_too_many_faces_are_asked_about_and_said_again(sitting: Sitting) -> None:
    """Nothing is handed in before it is clear."""
    sitting.say("Jay", "Two, four, five, one")
    assert "Three dice, I heard four: which three?" in sitting.wait(3)
    sitting.say("Jay", "Two, five, one")
    assert thrown(sitting) == [2, 5, 1]


def test_a_neighbour_reads_the_dice(sitting: Sitting) -> None:
    """They are Jay's all the same."""
    sitting.say("Mira", "Jay got two fives and a one")
    assert thrown(sitting) == [5, 5, 1]
    assert sitting.of("command", kind="report_dice")[-1]["fields"]["player"] == "Jay"


def test_dice_of_one_throw_do_not_begin_the_next(recognizer: Recognizer) -> None:
    """Faces that were handed in are not counted again."""
    sitting = Sitting(recognizer=recognizer, mode="table")
    sitting.say("Jay", "I roll Haggling on the barge master")
    sitting.say("Jay", "Five, two, one.")
    before = len(sitting.of("command", kind="report_dice"))
    sitting.say("Jay", "I keep them.")
    sitting.say("Jay", "I roll Haggling again.")
    sitting.say("Jay", "Six.")
    assert len(sitting.of("command", kind="report_dice")) == before


def test_a_correction_is_learnt_and_used_from_then_on(sitting: Sitting) -> None:
    """On record, in hints to the recogniser and in the notes; said aloud once."""
    first = sitting.say("Jay", "The barge belongs to Oliver.")
    sitting.say("Jay", "It's Olvir, not Oliver.")
    assert "I will spell it Olvir." in sitting.wait(3)
    sitting.say("Mira", "Oliver's barge is old.")
    texts = [each["text"] for each in sitting.of("utterance")]
    assert texts[-3:] == ["The barge belongs to Oliver.", "It's Olvir, not Oliver.", "Olvir's barge is old."]
    assert "Olvir" in sitting.session.hotwords
    assert first == sitting.of("utterance")[-3]["id"]
    again = sitting.again(recognizer=sitting.understands, mode="table")
    again.say("Mira", "Where is Oliver?")
    assert again.of("utterance")[-1]["text"] == "Where is Olvir?"


def test_what_is_typed_stays_as_it_was_typed(sitting: Sitting) -> None:
    """People who type mean what they write."""
    sitting.session.words.learn_name("Olvir", "Oliver")
    sitting.say("Mira", "Oliver's barge is old.", typed=True)
    assert sitting.of("utterance")[-1]["text"] == "Oliver's barge is old."


def test_a_misheard_skill_that_was_learnt_is_rolled() -> None:
    """The recogniser writes "high gulling"; the table has taught it."""
    sitting = Sitting(mode="table")
    sitting.session.words.learn_name("Haggling", "high gulling")
    sitting.understands.meaning["I roll Haggling"] = (HAGGLE,)
    sitting.say("Jay", "I roll high gulling")
    assert sitting.owed == [("Jay", 3)]


def test_notes_spell_a_name_as_it_was_put_right(sitting: Sitting) -> None:
    """Also in what was said before the correction."""
    sitting.say("Jay", "Two, four and a one.")
    sitting.say("Jay", "An old ferryman called Oliver rows Herik across the harbour, and Oliver hums.")
    sitting.say("Jay", "It's Olvir, not Oliver.")
    notes = sitting.notebook.notes()
    assert "Olvir" in notes
    assert "Oliver rows" not in notes
    read = read_evening(sitting.store, sitting.campaign, 1)
    assert [line.text for line in read.book.lines][-2].startswith("An old ferryman called Olvir")
    assert [line.text for line in read.book.lines][-1] == "It's Olvir, not Oliver."
