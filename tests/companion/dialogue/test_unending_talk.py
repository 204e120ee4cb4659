"""However much somebody types, nobody waits long for what is made of it: the notes, and what is read once more."""

import threading
from typing import Any

import pytest

from companion.base.characters import LONGEST_TEXT
from companion.chronicle.extractor import chronicle, language
from tests.support.harbour import talking
from tests.support.sitting import Sitting, act

LINE = ("Nobody speaks to the old woman today. " * LONGEST_TEXT)[:LONGEST_TEXT]
LINES = 12


class Parser:
    """Reads as the real one does, and counts the letters; waits, where it is told to, until it may go on."""

    def __init__(self) -> None:
        self.letters = 0
        self.began = threading.Event()
        self.may_go_on = threading.Event()
        self.may_go_on.set()
        self._reads = language.parser()

    def __call__(self, text: str) -> Any:
        self.began.set()
        self.may_go_on.wait(30.0)
        self.letters += len(text)
        return self._reads(text[:200])


@pytest.fixture
def parser(monkeypatch: pytest.MonkeyPatch) -> Parser:
    counting = Parser()
    monkeypatch.setattr(chronicle, "parser", lambda: counting)
    return counting


@pytest.fixture
def flooded(parser: Parser) -> Sitting:
    """Jay has typed line after line."""
    sitting = talking()
    for _ in range(LINES):
        sitting.say("Jay", LINE, typed=True)
    return sitting


def test_little_is_left_to_be_read_when_notes_are_asked_for(flooded: Sitting, parser: Parser) -> None:
    """All that was heard stands in them."""
    before = parser.letters
    assert len(flooded.session.today().lines) == LINES
    assert parser.letters - before <= 2 * LONGEST_TEXT
    assert parser.letters >= LINES * LONGEST_TEXT


def test_a_spelling_that_changed_has_nobody_wait_for_what_was_said_before(flooded: Sitting, parser: Parser) -> None:
    """It is read in a thread of its own; what is heard meanwhile is in the notes before and after."""
    session = flooded.session
    session.read_anew()
    flooded.say("Russ", "We meet Oliver.")
    session.today()
    session.words.learn_name("Olvir", "Oliver")
    session.notebook.respelt()
    parser.began.clear()
    parser.may_go_on.clear()
    reading = threading.Thread(target=session.read_anew, daemon=True)
    reading.start()
    assert parser.began.wait(30.0)
    hearing = threading.Thread(
        target=flooded.say,
        args=(
            "Mira",
            "We sleep.",
        ),
        daemon=True,
    )
    hearing.start()
    hearing.join(30.0)
    assert not hearing.is_alive()
    parser.may_go_on.set()
    reading.join(30.0)
    assert [line.text for line in session.today().lines[LINES:]] == ["We meet Olvir.", "We sleep."]
    assert not session.notebook.outdated


def test_what_is_struck_meanwhile_is_not_in_what_is_read(parser: Parser) -> None:
    sitting = talking()
    sitting.session.read_anew()
    said = sitting.say("Jay", "The old woman waits in Harrow.")
    sitting.session.notebook.respelt()
    anew = sitting.notebook.rereading()
    assert anew is not None
    sitting.session.strike([said])
    anew.read()
    assert sitting.notebook.take(anew)
    assert sitting.notebook.outdated
    assert sitting.session.today().lines == ()


def test_an_evening_that_ends_meanwhile_is_kept_with_the_new_spelling(parser: Parser) -> None:
    sitting = talking()
    sitting.session.read_anew()
    sitting.say("Jay", "We meet Oliver the smith. Oliver laughs.")
    sitting.session.words.learn_name("Olvir", "Oliver")
    sitting.session.notebook.respelt()
    assert sitting.notebook.rereading() is not None
    sitting.notebook.keep()
    assert "Oliver" not in str(sitting.session.today())


def test_striking_words_that_stand_in_the_log_reads_no_talk_again(parser: Parser) -> None:
    """The log is read again; what stood in it is gone from the notes."""
    sitting = Sitting()
    for _ in range(LINES):
        sitting.say("Jay", LINE, typed=True)
    scene = "the quetzal house of Zanzibar"
    said = sitting.say("Jay", f"We go to {scene}", act("set_scene", player="Jay", description=scene))
    assert scene in str(sitting.session.today().happenings)
    before = parser.letters
    sitting.session.strike([said])
    today = sitting.session.today()
    assert len(today.lines) == LINES
    assert scene not in str(today.happenings)
    assert today.happenings
    assert parser.letters - before <= 2 * LONGEST_TEXT


def test_whoever_is_forgotten_has_nobody_wait_for_what_others_said_on_earlier_evenings(parser: Parser) -> None:
    """It is read beside the session as well, and none of it is what was forgotten."""
    earlier = talking()
    for _ in range(LINES):
        earlier.say("Jay", "We meet Oliver the smith. Oliver laughs.")
    earlier.say("Mira", "We meet Bertram the baker. Bertram laughs.")
    earlier.notebook.keep()
    earlier.store.end_evening(earlier.campaign.id, 1)
    earlier.store.begin_evening(earlier.campaign.id)
    sitting = earlier.again(recognizer=earlier.understands, mode="table")
    sitting.session.read_anew()
    assert {"Oliver", "Bertram"} <= set(sitting.notebook.names)
    before = parser.letters
    sitting.session.forget("Mira")
    sitting.say("Jay", "We sleep.")
    assert parser.letters - before <= len("We sleep.")
    assert "Bertram" not in str(sitting.notebook.memory())
    assert sitting.notebook.outdated
    sitting.session.read_anew()
    assert not sitting.notebook.outdated
    assert "Oliver" in sitting.notebook.names
    assert "Bertram" not in str(sitting.notebook.memory())


def test_a_log_of_earlier_evenings_that_is_reworded_has_nobody_wait_for_what_was_said_tonight(parser: Parser) -> None:
    earlier = Sitting()
    scene = "the quetzal house of Zanzibar"
    earlier.say("Jay", f"We go to {scene}", act("set_scene", player="Jay", description=scene))
    earlier.notebook.keep()
    earlier.store.end_evening(earlier.campaign.id, 1)
    earlier.store.begin_evening(earlier.campaign.id)
    sitting = earlier.again()
    sitting.session.read_anew()
    for _ in range(LINES):
        sitting.say("Russ", LINE, typed=True)
    before = parser.letters
    sitting.session.forget("Jay")
    today = sitting.session.today()
    assert len(today.lines) == LINES
    assert scene not in str(today.before)
    assert parser.letters - before <= 3 * LONGEST_TEXT
    assert sitting.notebook.outdated
    sitting.session.read_anew()
    assert len(sitting.session.today().lines) == LINES
