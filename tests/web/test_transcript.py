"""The transcript pages draw from: one line an utterance, corrected in place, a window onto many."""

from typing import Any

import pytest

from companion.nlu.types import Turn
from companion.store import StoredUtterance
from companion.web.partial_dice import partly_read
from companion.web.transcript import Transcript
from tests.support.harbour import talking


def said(number: int, text: str = "words", **changes: Any) -> dict[str, Any]:
    record = {"id": f"u{number}", "text": text, "speaker": "Jay", "speaker_score": 0.7, "start": float(number)}
    return {"type": "utterance", "typed": False, **record, **changes}


def test_lines_are_faint_until_they_are_settled() -> None:
    """A new line is unsettled; settling it changes it and nothing else."""
    talk = Transcript()
    assert talk.take(said(1)) == ("u1",)
    assert talk.unsettled == ("u1",)
    talk.settle(talk.unsettled)
    assert talk.unsettled == ()
    assert [(each.text, each.settled) for each in talk.last(5)] == [("words", True)]


def test_corrections_change_the_line_they_are_about() -> None:
    talk = Transcript([StoredUtterance("u1", "one", "Jay", 0.8), StoredUtterance("u2", "two", "Jay", 0.8)])
    assert talk.take({"type": "credit", "utterance": "u1", "player": "Mira"}) == ("u1",)
    assert talk.take({"type": "reword", "utterance": "u2", "text": "too"}) == ("u2",)
    assert [(each.speaker, each.text, each.score) for each in talk.last(5)] == [
        ("Mira", "one", None),
        ("Jay", "too", 0.8),
    ]
    assert talk.take({"type": "note", "struck": ["u2", "u9"]}) == ("u2",)
    assert talk.last(1)[0].struck
    assert talk.last(1)[0].text == ""


@pytest.mark.parametrize("record", [{"type": "command"}, {"type": "credit", "utterance": "u9", "player": "Jay"}])
def test_other_records_change_nothing(record: dict[str, Any]) -> None:
    talk = Transcript([StoredUtterance("u1", "one")])
    assert talk.take(record) == ()
    assert len(talk) == 1


def test_a_window_shows_the_latest_or_earlier_lines() -> None:
    talk = Transcript([StoredUtterance(f"u{number}", str(number)) for number in range(5_000)])
    assert [each.text for each in talk.last(3)] == ["4997", "4998", "4999"]
    assert [each.text for each in talk.last(3, before=2)] == ["0", "1"]
    assert talk.last(3, before=0) == ()


@pytest.mark.parametrize(
    ("by", "text", "faces"),
    [
        ("Jay", "two, four and", (2, 4)),
        ("Jay", "a five", (5,)),
        ("Jay", "two, four and six", ()),
        ("Russ", "two, four", ()),
        ("Jay", "give me two of those blue lanterns from the old ferry", ()),
    ],
)
def test_faces_read_so_far_are_those_of_the_roller(by: str, text: str, faces: tuple[int, ...]) -> None:
    """A part of the throw shows; a whole one is the rules' to count, and other talk is none."""
    sitting = talking()
    sitting.say("Russ", "Here's a chip, give me a Haggling check, Jay")
    request = sitting.game.open_rolls[0].request_id
    sitting.session.turns.remember(Turn(text, by, sitting.session.now))
    assert dict(partly_read(sitting.session)) == ({request: faces} if faces else {})
