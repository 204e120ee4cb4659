"""The trace lists the readings that were considered: which won, which lost, and to what."""

import pytest

from companion.nlu.recognize import Recognizer, load_recognizer
from companion.nlu.trace import Reading, Trace
from companion.nlu.types import Intent, Table, Turn
from tests.golden.speech_tables import table
from tests.support.wordings import wordings


@pytest.fixture(scope="module")
def recognizer() -> Recognizer:
    return load_recognizer("phase-abandon")


def read(
    recognizer: Recognizer, text: str, speaker: str | None = "Ana", at: Table | None = None, **heard: float
) -> tuple[tuple[Intent, ...], Trace]:
    trace = Trace()
    intents = recognizer.recognize(Turn(text, speaker, **heard), at or table("scene"), trace=trace)
    return intents, trace


def reading(trace: Trace, command: str, fate: str) -> Reading:
    return next(each for each in trace.readings if (each.command, each.fate) == (command, fate))


def test_what_was_taken_is_told_with_its_words_and_its_certainty(recognizer: Recognizer) -> None:
    """Template, words of the fields, factors and the intent itself."""
    (intent,), trace = read(recognizer, "I'm going to pick the lock, using Lockpicking")
    taken = reading(trace, "declare_action", "taken")
    assert taken.intent is intent
    assert taken.intent.tipped == "sure"
    assert taken.said["skill"] == "Lockpicking"
    assert "{skill}" in taken.template
    assert "Lockpicking" in taken.words
    assert intent.confidence == pytest.approx(taken.factors[0] * taken.factors[1])
    assert trace.limits == (0.8, 0.55, 0.3)


def test_names_are_told_with_how_surely_they_were_heard(recognizer: Recognizer) -> None:
    """A name spelled as at the table is certain, one that only sounds so is not."""
    _, trace = read(recognizer, "I'm going to pick the lock, using Lockpickin")
    (name,) = [each for each in trace.names if each.name == "Lockpicking"]
    assert (name.words, name.kind) == ("Lockpickin", "skill")
    assert 0.5 < name.score < 1
    (intent,) = [each.intent for each in trace.readings if each.fate == "taken" and each.intent]
    assert intent.confidence < 0.95


@pytest.mark.parametrize(
    ("text", "because", "word"), wordings(__file__, "the_wording_that_spoils_a_reading_is_named", 3)
)
def test_the_wording_that_spoils_a_reading_is_named(recognizer: Recognizer, text: str, because: str, word: str) -> None:
    """The kind of talk it shows, and the word it begins with."""
    intents, trace = read(recognizer, text)
    assert not [each for each in intents if each.decision == "act"]
    assert all(each.fate != "taken" for each in trace.readings)
    assert (because, word) in {(each.because, each.word) for each in trace.readings if each.fate == "spoiled"}


def test_a_missing_condition_is_named(recognizer: Recognizer) -> None:
    """Nobody can pay for dice that are not owed."""
    intents, trace = read(recognizer, "I accept the roll", at=table("scene"))
    assert intents == ()
    refused = [each for each in trace.readings if each.fate == "refused"]
    assert {each.because for each in refused if each.command == "accept_roll"} == {"own_choice"}


def test_a_refusal_of_the_rules_is_named_with_its_code(recognizer: Recognizer) -> None:
    """The code is what the rules gave."""
    trace = Trace()
    turn = Turn("I'm going to pick the lock, using Lockpicking", "Ana")
    (intent,) = recognizer.recognize(turn, table("scene"), (), lambda kind, slots: "E_LIMIT", trace)
    assert (intent.decision, intent.tipped, intent.refused) == ("note", "refused", "E_LIMIT")


def test_the_reading_that_stood_in_the_way_is_named(recognizer: Recognizer) -> None:
    """Two commands of one turn that do not go together."""
    intents, trace = read(recognizer, "I roll Lockpicking. I call a conflict, they draw knives!")
    assert len(intents) == 1
    beaten = {(each.command, each.because) for each in trace.readings if each.fate == "beaten"}
    assert ("declare_action", "call_conflict") in beaten or ("call_conflict", "declare_action") in beaten


@pytest.mark.parametrize(
    ("text", "speaker", "heard", "tipped"),
    [
        ("I call a conflict, they draw knives", None, 1.0, "speaker"),
        ("I call a conflict, they draw knives", "unknown", 1.0, "stranger"),
        ("I'm going to pick the lock, using Lockpicking", "Ana", 0.2, "mishearing"),
        ("Let me help with two dice", "Ben", 1.0, "missing"),
        ("Write down that the ferryman limps", "Ana", 1.0, "note"),
    ],
)
def test_what_tipped_a_decision_is_told(
    recognizer: Recognizer, text: str, speaker: str | None, heard: float, tipped: str
) -> None:
    """Whatever kept it from being done at once."""
    rolls = ["Ana ACTION 2"] if tipped == "missing" else []
    intents, _ = read(recognizer, text, speaker, table("scene", rolls), heard=heard)
    assert tipped in {each.tipped for each in intents}
    assert all(each.decision != "act" for each in intents)


def test_parts_of_a_turn_count_their_letters_from_its_beginning(recognizer: Recognizer) -> None:
    """The rest of a turn is read on its own."""
    trace = Trace(offset=100)
    recognizer.recognize(Turn("I roll Lockpicking", "Ana"), table("scene"), (), None, trace)
    assert all(each.span[0] >= 100 for each in trace.readings)
    assert trace.readings


def test_asking_for_the_trace_changes_nothing(recognizer: Recognizer) -> None:
    """The same intents with and without."""
    for text in ("I roll Lockpicking", "If I roll Lockpicking", "four and two", "That's a conflict!"):
        turn = Turn(text, "Ana")
        assert recognizer.recognize(turn, table("scene")) == recognizer.recognize(turn, table("scene"), trace=Trace())
