"""The scribe keeps promises, debts and lines worth keeping, and nothing that is no story."""

import pytest

from companion.chronicle.extractor import NoteExtractor, TalkLine
from engine.vocabulary import PlayerWords, Vocabulary
from tests.support.wordings import wordings

TABLE = Vocabulary((PlayerWords("Hannah", "Korrin Vale"), PlayerWords("Callum", "Brother Aldous")))


def listening(*said: tuple[str, str]) -> NoteExtractor:
    scribe = NoteExtractor(TABLE)
    for number, (speaker, text) in enumerate(said, 1):
        scribe.heard(TalkLine(f"u{number}", text, speaker, number * 5.0, number * 5.0 + 4.0))
    return scribe


@pytest.mark.parametrize(("text", "kind", "owner"), wordings(__file__, "promises_and_debts_of_the_story_are_kept", 3))
def test_promises_and_debts_of_the_story_are_kept(text: str, kind: str, owner: str | None) -> None:
    (found,) = listening(("Hannah", text)).chronicle().promises
    assert (found.role, found.owner, found.certainty) == (kind, owner, "said")
    assert [each.utterance for each in found.evidence] == ["u1"]


@pytest.mark.parametrize("text", wordings(__file__, "talk_around_the_table_promises_nothing"))
def test_talk_around_the_table_promises_nothing(text: str) -> None:
    assert listening(("Hannah", text)).chronicle().promises == ()


def test_a_line_the_table_wants_kept_is_kept_word_for_word() -> None:
    """The sentence before the wish; speech of the story only where it is quoted."""
    found = listening(
        ("Callum", "Aldous walks up to the gate, and the ferrywoman whispers, The river keeps what it is given."),
        ("Hannah", "Korrin pulls the rope and the bridge comes down."),
        ("Callum", "Line of the night!"),
    ).chronicle()
    assert [(each.name, each.certainty) for each in found.lines] == [
        ("The river keeps what it is given.", "inferred"),
        ("Korrin pulls the rope and the bridge comes down.", "said"),
    ]


def test_words_meant_for_the_companion_are_taken_out_of_the_story() -> None:
    """Only the sentence that holds them; the rest of the line stays."""
    scribe = listening(
        ("Callum", "There's this ferrywoman, her name is Benna Harrow. And Captain Dreel shouts at the ferrywoman.")
    )
    scribe.disregard("u1", "captain dreel shouts")
    assert [entry.name for entry in scribe.chronicle().npcs] == ["Benna Harrow"]


def test_struck_lines_leave_no_promise_and_no_thread() -> None:
    scribe = listening(("Hannah", "Korrin swears to bring the lantern back, whoever took it."))
    assert scribe.chronicle().threads
    scribe.strike("u1")
    found = scribe.chronicle()
    assert (found.promises, found.threads, found.lines, found.story) == ((), (), (), ())


@pytest.mark.parametrize("words", wordings(__file__, "a_question_is_no_source_of_its_answer"))
def test_a_question_is_no_source_of_its_answer(words: str) -> None:
    lines = (("Callum", "Her name is Benna Harrow, the ferrywoman."), ("Hannah", words))
    assert listening(*lines).chronicle().promises == ()


@pytest.mark.parametrize(
    "words", ["The man who owes Benna Harrow is dead, and so we owe her.", "We owe Benna Harrow whatever she asks for."]
)
def test_a_debt_told_with_a_questions_words_is_a_debt(words: str) -> None:
    lines = (("Callum", "Her name is Benna Harrow, the ferrywoman."), ("Hannah", words))
    assert len(listening(*lines).chronicle().promises) == 1
