"""Corrections of the chronicle said or typed at the table: another name, two who are one, one who is two, and back."""

from datetime import UTC, datetime

import pytest

from companion.chronicle.memory.corrections import Rename, read_correction
from companion.dialogue.question_wording import question_text
from companion.nlu.types import Turn
from companion.store import Correction
from engine.common.messages import Command
from tests.support.harbour import grammar, talking
from tests.support.sitting import Sitting
from tests.support.wordings import wordings

STORY = (
    ("Jay", "And there's this ferrywoman sitting on a boat. Her name is Oliva Harrow."),
    ("Jay", "So Oliva laughs, and Oliva hands Bartok an oar."),
    ("Russ", "Captain Dreel shouts at Bartok, and Captain Dreel whistles."),
    ("Jay", "And a clerk comes running, his name is Berto, and Berto whispers to Herik."),
    ("Jay", "Old Bertram says to Herik, leave the pier tonight, and Old Bertram coughs."),
)


@pytest.fixture
def sitting() -> Sitting:
    table = talking()
    for who, text in STORY:
        table.say(who, text)
        table.wait(3)
    return table


def people(sitting: Sitting) -> list[str]:
    return [each.name for each in sitting.notebook.memory().people]


def told(sitting: Sitting, who: str, text: str) -> str:
    """Return the companion's answer."""
    sitting.say(who, text)
    return " ".join(sitting.wait(3))


def test_somebody_is_called_otherwise_and_again_as_before(sitting: Sitting) -> None:
    assert told(sitting, "Mira", "Her name is Vesna Lund, not Oliva Harrow") == "Vesna Lund. I will use that name."
    assert people(sitting)[0] == "Vesna Lund"
    assert "**Vesna Lund**" in sitting.notebook.notes()
    assert "Vesna Lund" in sitting.session.hotwords
    assert told(sitting, "Mira", "Undo that") == "Undone: Oliva Harrow is called Vesna Lund."
    assert people(sitting)[0] == "Oliva Harrow"
    assert "Vesna" not in sitting.notebook.notes()


def test_two_are_one_and_two_again(sitting: Sitting) -> None:
    """The fuller name stays; saying that they are two brings both back with what was said of each."""
    before = sitting.notebook.memory()
    assert (
        told(sitting, "Russ", "Berto and Old Bertram are the same person") == "Berto and Old Bertram are now the same."
    )
    assert "Berto" not in people(sitting)
    assert told(sitting, "Russ", "Berto and Old Bertram are the same person").startswith("They are already the same")
    assert told(sitting, "Jay", "No, those are two people") == "Berto and Old Bertram are separate again."
    assert people(sitting) == [each.name for each in before.people]


def test_one_form_of_a_name_is_somebody_else(sitting: Sitting) -> None:
    sitting.say("Jay", "Dreel sneers at Bartok, and Dreel spits.")
    assert (
        told(sitting, "Mira", "Captain Dreel and Dreel are two different people")
        == "Captain Dreel and Dreel are now separate."
    )
    assert {"Captain Dreel", "Dreel"} <= set(people(sitting))
    told(sitting, "Mira", "Undo that")
    assert "Dreel" not in people(sitting)


def test_a_spelling_learnt_is_forgotten_again(sitting: Sitting) -> None:
    """A name that sounds the same is spelt anew; undo spells it as before."""
    assert told(sitting, "Mira", "Her name is Olyva, not Oliva") == "I will spell it Olyva."
    assert people(sitting)[0] == "Olyva Harrow"
    assert told(sitting, "Mira", "Undo that") == "Olyva is removed from the word list."
    assert people(sitting)[0] == "Oliva Harrow"


def test_after_a_deed_undo_means_the_deed(sitting: Sitting) -> None:
    told(sitting, "Mira", "Her name is Vesna Lund, not Oliva Harrow")
    given = {"kind": "correct_state", "path": "chips", "value": 9, "player": "Mira", "reason": "miscounted"}
    sitting.session.submit(given, actor="Jay")
    told(sitting, "Jay", "Undo that")
    assert sitting.chips["Mira"] != 9
    assert people(sitting)[0] == "Vesna Lund"


def test_a_note_is_dictated_about_somebody(sitting: Sitting) -> None:
    """To its last sentence, credited to who says it, undone like any correction; typed or spoken alike."""
    assert told(sitting, "Mira", "Note about Berto: he can't swim. He told Herik.") == "Noted about Berto."
    assert told(sitting, "Jay", "Companion, remember about Captain Dreel that he was in the war").startswith("Noted")
    notes = {each.name: each.notes for each in sitting.notebook.memory().people if each.notes}
    assert [(note.text, note.by, note.number) for note in notes["Berto"]] == [
        ("He can't swim. He told Herik.", "Mira", 1)
    ]
    assert [(note.text, note.by) for note in notes["Captain Dreel"]] == [("He was in the war", "Jay")]
    assert "“He can't swim. He told Herik.” (Mira," in sitting.notebook.notes()
    assert told(sitting, "Jay", "Undo that") == "Undone: note about Captain Dreel: “He was in the war”."


def test_a_note_keeps_its_first_letters_after_one_that_is_two_in_lower_case(sitting: Sitting) -> None:
    assert told(sitting, "Mira", "We leave Große Straße. Note about Berto: he limps.") == "Noted about Berto."
    notes = [note.text for each in sitting.notebook.memory().people for note in each.notes]
    assert notes == ["He limps."]


def test_a_note_about_nobody_is_answered_only_where_it_was_typed(sitting: Sitting) -> None:
    """Spoken, it may have been meant for the people at the table."""
    assert told(sitting, "Mira", "Note about Zanzibar: bring boots") == ""
    sitting.say("Mira", "Note about Zanzibar: bring boots", typed=True)
    assert sitting.wait(3) == ["I do not know Zanzibar."]
    sitting.say("Mira", f"Note about Berto: {'x' * 4_500}", typed=True)
    assert sitting.wait(3) == ["A note has at most 4,000 characters; this one has 4,500."]
    assert sitting.notebook.recollection.corrections == ()


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Berto and Zanzibar are the same person", "I do not know Zanzibar."),
        ("Berto and Captain Dreel are two different people", "Those are already separate."),
    ],
)
def test_what_cannot_be_set_right_is_told_in_a_sentence(sitting: Sitting, text: str, answer: str) -> None:
    assert told(sitting, "Mira", text) == answer
    assert sitting.notebook.recollection.corrections == ()


@pytest.mark.parametrize(("text", "question"), wordings(__file__, "words_the_recogniser_doubts_are_asked_about", 2))
def test_words_the_recogniser_doubts_are_asked_about(sitting: Sitting, text: str, question: str) -> None:
    """A yes sets it right, as if it had been said plainly."""
    table = sitting.session.table
    intents = grammar().recognize(Turn(text, "Mira", heard=0.3), table)
    intent = next(each for each in intents if each.command is not None)
    assert (intent.decision, question_text(intent, "Mira", Command)) == ("ask", question)


def test_a_name_with_something_unseen_is_refused_aloud(sitting: Sitting) -> None:
    """A letter that is a blank in print: it is reported, and the evening goes on; as a spelling it is none."""
    assert told(sitting, "Mira", "Her name is Vesna\u3164 Lund, not Oliva Harrow") == (
        "The name contains the invisible character U+3164."
    )
    sitting.say("Mira", "It's Oli\u3164va, not Oliva")
    assert sitting.session.words.words == ()
    assert people(sitting)[0] == "Oliva Harrow"


@pytest.mark.parametrize("whole", [False, True], ids=["the sentence", "everything of its speaker"])
@pytest.mark.parametrize(
    "text",
    [
        "Her name is Hope, not Oliva Harrow",
        "Berto and Old Bertram are the same person",
        "Oliva and Oliva Harrow are two different people",
    ],
)
def test_a_name_set_right_goes_with_the_sentence_it_was_set_right_in(sitting: Sitting, text: str, whole: bool) -> None:
    """Also where the new name is a word that others say; what others set right stays."""
    told(sitting, "Jay", "There is always hope, says Berto.")
    told(sitting, "Russ", "His name is Drehl, not Captain Dreel")
    before, kept = people(sitting), sitting.store.corrections(sitting.campaign.id)
    said = sitting.say("Mira", text)
    assert len(sitting.store.corrections(sitting.campaign.id)) == 2
    assert people(sitting) != before
    if whole:
        sitting.session.forget("Mira")
    else:
        sitting.session.strike([said])
    assert sitting.store.corrections(sitting.campaign.id) == kept
    assert people(sitting) == before


def test_a_name_set_right_before_sentences_were_kept_with_it_is_still_read() -> None:
    kept = Correction(1, {"do": "rename", "name": "Oliva", "to": "Vesna"}, datetime(2026, 1, 1, tzinfo=UTC))
    assert read_correction(kept) == Rename("Oliva", "Vesna")
