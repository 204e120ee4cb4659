"""Two evenings at one table: what is asked about the first on the second, and how the second begins."""

from datetime import timedelta

import pytest

from companion.chronicle.memory.corrections import Rename
from companion.chronicle.memory.recollection import READING, recall
from companion.dialogue.records import Record
from companion.dialogue.story_answers import Opening
from companion.nlu.recognize import Recognizer
from tests.support.harbour import CHECK, grammar
from tests.support.sitting import Sitting
from tests.support.wordings import wordings

STORY = (
    ("Jay", "And there's this ferrywoman sitting on a boat, smoking a pipe. Her name is Benna Harrow."),
    ("Jay", "So Benna laughs, and she hands Bartok an oar."),
    ("Mira", "Yvaine kneels down, and I promise Benna that we will bring her boat back before dawn."),
    ("Russ", "And Captain Dreel shouts at Bartok from the bridge, and he threatens the ferrywoman."),
)


@pytest.fixture(scope="module")
def understanding() -> Recognizer:
    return grammar()


def first_evening() -> Sitting:
    sitting = Sitting()
    for who, text in STORY:
        sitting.say(who, text)
    return sitting


def second_evening(recognizer: Recognizer | None = None) -> Sitting:
    """A week later; everybody has something to ask."""
    first = first_evening()
    first.notebook.keep()
    first.store.end_evening(1, 1)
    first.clock.advance(timedelta(days=7).total_seconds())
    first.store.begin_evening(1)
    return first.again(recognizer=recognizer)


def test_people_of_earlier_evenings_are_known_to_recognition() -> None:
    assert {"Benna Harrow", "Captain Dreel"} <= set(second_evening().session.hotwords)


@pytest.mark.parametrize(
    ("question", "told"), wordings(__file__, "questions_are_answered_aloud_with_their_evidence", 2)
)
def test_questions_are_answered_aloud_with_their_evidence(understanding: Recognizer, question: str, told: str) -> None:
    """The record names the sentences an answer rests on, and the question itself is no story."""
    sitting = second_evening(understanding)
    sitting.say("Russ", question)
    (said,) = sitting.wait(2)
    assert said.startswith(told)
    (record,) = sitting.of("command", kind="ask_status")
    spoken = {(1, f"u{number}") for number in range(1, len(STORY) + 1)}
    cited = {(each["evening"], each["utterance"]) for each in record["fields"]["evidence"]}
    assert cited
    assert cited <= spoken
    assert all(quote.evening == 1 for entry in sitting.notebook.memory().people for quote in entry.evidence)


def test_a_pronoun_means_whom_the_table_or_an_answer_spoke_of_last(understanding: Recognizer) -> None:
    """The captain came last in the story; once an answer was about the ferrywoman, it is she."""
    sitting = second_evening(understanding)
    sitting.say("Russ", "When did we meet him?")
    assert sitting.wait(2)[0].startswith("Captain Dreel first")
    sitting.say("Russ", "Who was the ferrywoman?")
    sitting.wait(2)
    sitting.say("Russ", "When did we meet her?")
    assert sitting.wait(2)[0].startswith("The ferrywoman Benna Harrow first")
    sitting.say("Jay", "Now Captain Dreel walks up to Herik, and he whispers something.")
    sitting.say("Russ", "What do we know about him?")
    assert sitting.wait(2)[0].startswith("Captain Dreel.")


@pytest.mark.parametrize("text", wordings(__file__, "questions_nobody_can_answer_are_left_to_the_table"))
def test_questions_nobody_can_answer_are_left_to_the_table(understanding: Recognizer, text: str) -> None:
    sitting = second_evening(understanding)
    sitting.say("Russ", text)
    assert sitting.wait(2) == []
    sitting.say("Russ", "Companion, what do we know about Zanzibar?")
    assert sitting.wait(2) == ["I do not know Zanzibar."]


def done() -> Record:
    return {"type": "command", "command_id": "c9", "outcome": "accepted", "utterance_end": 0.0}


def test_an_evening_begins_with_last_time_once_the_table_plays() -> None:
    """Once, with the goals and the promise; not for talk, not for what the rules refuse."""
    sitting = second_evening()
    opening = Opening(sitting.game, sitting.notebook, sitting.announcer)
    opening({**done(), "outcome": "rejected"})
    opening({**done(), "command_id": None})
    opening({"type": "utterance", "id": "u1"})
    assert sitting.wait(5) == []
    opening(done())
    told = sitting.wait(90)
    assert told[0].startswith("Last time: ")
    assert "Goal: find the ship, 30 of 30 left." in told
    assert told[-1].startswith("Promised: “Yvaine kneels down, and I promise Benna")
    opening(done())
    assert sitting.wait(30) == []


def test_the_first_evening_begins_without_and_so_does_one_that_goes_on_after_a_restart() -> None:
    first = first_evening()
    Opening(first.game, first.notebook, first.announcer)(done())
    second = second_evening()
    second.say("Russ", "Here's a chip, give me a Haggling check", CHECK)
    again = second.again()
    Opening(again.game, again.notebook, again.announcer)(done())
    assert [first.wait(5), [text for text in again.wait(5) if text.startswith("Last")]] == [[], []]


def test_struck_words_leave_the_memory_and_the_search() -> None:
    sitting = second_evening()
    assert sitting.notebook.recollection.search("harrow", sitting.notebook.memory())
    sitting.store.strike(1, 1, ["u1", "u2", "u3", "u4"])
    _, memory = recall(sitting.store, sitting.campaign)
    assert (memory.people, memory.promises, memory.lines) == ((), (), ())
    assert sitting.store.search(1, ["harrow"]) == ()


def test_an_evening_is_read_once_and_what_is_kept_is_what_is_read() -> None:
    kept, fresh = second_evening(), first_evening()
    fresh.store.end_evening(1, 1)
    _, remembered = recall(kept.store, kept.campaign)
    _, read = recall(fresh.store, fresh.campaign)
    assert remembered.people == read.people
    assert remembered.promises == read.promises
    assert fresh.store.readings(1, READING).keys() == {1}


def test_a_learnt_spelling_renames_somebody_of_an_earlier_evening() -> None:
    sitting = second_evening()
    sitting.store.learn_word(1, "dreel", "Drehl")
    _, memory = recall(sitting.store, sitting.campaign)
    assert "Captain Drehl" in [each.name for each in memory.people]
    recollection = sitting.again().notebook.recollection
    assert [each.utterance.id for each in recollection.search("Drehl", memory)] == ["u4"]


def test_words_for_the_companion_are_no_story_now_and_when_read_again(understanding: Recognizer) -> None:
    sitting = Sitting(recognizer=understanding)
    sitting.say("Jay", "What do we know about Captain Dreel?")
    sitting.say("Jay", "Okay.")
    assert sitting.notebook.memory().people == ()
    assert sitting.again().notebook.memory().people == ()


def test_the_log_of_the_game_is_not_touched_by_corrections() -> None:
    sitting = second_evening()
    before = list(sitting.store.read(1))
    recollection, memory = recall(sitting.store, sitting.campaign)
    recollection.correct(Rename("Captain Dreel", "Captain Drehl"), memory)
    assert list(sitting.store.read(1)) == before
    assert "Captain Drehl" in [each.name for each in recall(sitting.store, sitting.campaign)[1].people]
    assert "Captain Drehl" in sitting.again().session.hotwords
