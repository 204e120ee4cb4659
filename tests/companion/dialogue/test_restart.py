"""State that survives a restart of the program."""

import pytest

from audio.types import SpeakerMatch, Utterance
from companion.nlu.recognize import load_recognizer
from tests.support.harbour import CONFLICT, HAGGLE, with_success
from tests.support.sitting import Sitting, act


def test_an_open_roll_survives_a_restart_with_its_command() -> None:
    """The dice fall after the start, and one undo still undoes the whole."""
    sitting = Sitting()
    sitting.say("Jay", "I haggle", HAGGLE)
    before = sitting.game.recorded[-1].position
    again = sitting.again(faces=[(5, 5, 2)])
    assert again.owed == [("Jay", 3)]
    again.wait(2)
    assert again.owed == []
    again.say("Jay", "Undo that", act("undo_last"))
    assert again.owed == []
    assert again.game.history.effective()[-1].command_id == f"c{before - 1}"


@pytest.mark.parametrize("words", ["Let's go off the record.", "Stop listening."])
def test_a_table_that_is_not_listened_to_is_not_listened_to_after_a_restart(words: str) -> None:
    """It is told so, and only the table's own words end it."""
    sitting = Sitting(recognizer=load_recognizer("phase-abandon"))
    sitting.say("Mira", words, typed=True)
    again = sitting.again(recognizer=sitting.understands).again(recognizer=sitting.understands)
    assert again.wait(3) == ["I am still not listening. Say start listening to continue."]
    again.say("Mira", "My therapist says I should quit.", typed=True)
    again.say("Jay", "Back on the record.", typed=True)
    once_more = again.again(recognizer=sitting.understands)
    once_more.say("Jay", "We sail at dawn.")
    assert once_more.wait(3) == []
    assert [each.text for each in sitting.store.utterances(1)][1:] == ["Back on the record.", "We sail at dawn."]


def test_utterances_are_numbered_on() -> None:
    """Notes cite them."""
    sitting = Sitting()
    assert [sitting.say("Jay", "One"), sitting.say("Jay", "Two")] == ["u1", "u2"]
    again = sitting.again()
    assert again.say("Jay", "Three") == "u3"
    assert [each.id for each in again.store.utterances(1, 1)] == ["u1", "u2", "u3"]


def test_the_time_of_the_evening_goes_on() -> None:
    """Words after a restart have later times than words before it."""
    sitting = Sitting()
    sitting.wait(100)
    sitting.say("Jay", "One")
    again = sitting.again().again()
    again.say("Jay", "Two", seconds=3.0)
    assert [(each.start, each.end) for each in again.store.utterances(1, 1)] == [(100.0, 101.0), (102.0, 105.0)]


def test_the_book_is_the_same_after_a_restart() -> None:
    """Notes before and after reading the evening again."""
    sitting = with_success()
    sitting.say("Jay", "There is a ferryman. His name is Oldric, and he limps.")
    sitting.say("Russ", "That's a conflict", CONFLICT)
    sitting.say("Jay", "Yes", act("yes"))
    assert sitting.again().notebook.notes() == sitting.notebook.notes()


def test_everything_on_record_tells_the_time_of_the_evening() -> None:
    """After a restart too: words, deeds, decisions and announcements have one clock."""
    sitting = Sitting()
    sitting.wait(100)
    sitting.say("Jay", "One")
    again = sitting.again(faces=[(5, 5, 2)])
    heard = Utterance("live", "I haggle", SpeakerMatch("Jay", 0.9), 103.0, 104.0, latency=0.5)
    again.understands.meaning["I haggle"] = (HAGGLE,)
    again.session.hear(heard)
    again.now = 104.0
    again.wait(5)
    assert [each["end"] for each in (*again.of("utterance"), *again.of("decision"))] == [104.0, 104.0]
    assert [each["utterance_end"] for each in again.of("command")] == [104.0, 105.5]
    assert again.of("announcement")
    assert all(104.0 < each["at"] < 110.0 for each in again.of("announcement"))
