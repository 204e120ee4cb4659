"""Struck, paused and secret words stay so."""

import json
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from audio.types import UNKNOWN
from companion.cli.terminal_screen import Screen
from companion.privacy.consent import consents
from companion.store import open_store
from tests.support.clock import FakeClock
from tests.support.harbour import HAGGLE, bidding, talking
from tests.support.sitting import Sitting, act, ask


def secret_words(sitting: Sitting) -> str:
    """Everything the store holds of what was said and answered."""
    stored = [each.text for each in sitting.store.utterances(1)] + [
        each.text for each in sitting.store.announcements(1)
    ]
    return "\n".join([*stored, sitting.notebook.notes(), json.dumps(sitting.store.pending(1))])


def test_striking_really_deletes() -> None:
    """The words and the striking itself are gone from store, notes and transcript; what happened stays."""
    sitting = Sitting()
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.say("Mira", "Anna from work is pregnant, her name is Anna Smith")
    struck = sitting.say("Mira", "Strike Anna Smith from the record", act("off_the_record"))
    assert "Anna" not in secret_words(sitting)
    kept = sitting.store.utterances(1, 1)
    assert [(each.id, each.text, each.struck) for each in kept] == [
        ("u1", "I haggle", False),
        ("u2", "", True),
        ("u3", "", True),
    ]
    assert sitting.of("note")[-1]["struck"] == ["u2", struck]
    assert "Deleted from the record." in sitting.wait(2)
    assert "Anna" not in sitting.again().notebook.notes()
    assert sitting.session.listening


def test_striking_deletes_from_the_file(tmp_path: Path) -> None:
    """Not one byte of it is left on disk, not even in pages the database no longer uses."""
    file, clock = tmp_path / "evening.db", FakeClock()
    with open_store(file, clock) as store:
        sitting = Sitting(store, clock=clock)
        sitting.say("Mira", "Zanzibar is the password")
        assert b"Zanzibar" in b"".join(each.read_bytes() for each in tmp_path.iterdir())
        sitting.say("Mira", "Strike that from the record", act("off_the_record"))
        assert b"Zanzibar" not in b"".join(each.read_bytes() for each in tmp_path.iterdir())


def test_a_question_about_struck_words_is_dropped() -> None:
    """The command it holds was made of them."""
    sitting = Sitting()
    sitting.say("Jay", "The scene is my flat", ask("set_scene", player="Jay", description="my flat in Elm Street"))
    sitting.say("Jay", "Strike that from the record", act("off_the_record"))
    assert sitting.session.question is None
    assert "Elm Street" not in secret_words(sitting)
    assert sitting.wait(5) == ["Deleted from the record."]


def test_between_stop_and_start_nothing_is_kept() -> None:
    """No record, no row, no number, no command."""
    sitting = Sitting()
    sitting.say("Jay", "Stop listening", act("stop_listening"))
    sitting.wait(2)
    records = len(sitting.records)
    sitting.say("Mira", "The doctor called about the test")
    sitting.say("Jay", "I haggle", HAGGLE)
    assert sitting.wait(5) == []
    assert len(sitting.records) == records
    assert sitting.say("Jay", "Start listening", act("start_listening")) == "u2"
    assert [each.text for each in sitting.store.utterances(1, 1)] == ["Stop listening", "Start listening"]
    assert sitting.wait(2) == ["I am listening."]
    sitting.say("Jay", "I haggle", HAGGLE)
    assert sitting.outcomes == [("declare_action", "awaiting_roll")]
    assert "doctor" not in secret_words(sitting)


@pytest.mark.parametrize(
    ("heard", "spelled", "said", "consent"),
    [
        ("mira, do", "Olvir will", "I, Mira, do not want to be recorded.", [False]),
        ("the kelpfjord", "I agree to being recorded", "The Kelpfjord.", []),
        ("kelpfjord", "Off the record", "Kelpfjord.", []),
    ],
)
def test_no_spelling_takes_or_makes_words_about_what_is_kept(
    heard: str, spelled: str, said: str, consent: list[bool]
) -> None:
    """A campaign's word list may come from anybody's file."""
    sitting = talking()
    sitting.store.learn_word(1, heard, spelled)
    sitting.session.words.read()
    sitting.say("Mira", said)
    assert sitting.session.listening
    known = [each.given for each in consents(sitting.store, sitting.campaign) if each.given is not None]
    assert known == consent


def test_an_unsure_start_still_starts() -> None:
    """Nobody could answer a question of a companion that does not listen."""
    sitting = Sitting()
    sitting.say("Jay", "Stop listening", act("stop_listening"))
    sitting.say(UNKNOWN, "Start listening", ask("start_listening"))
    assert sitting.session.listening
    assert sitting.session.question is None


def test_secret_bids_stay_secret_until_they_are_revealed() -> None:
    """In events, on the screen, in questions and aloud; afterwards everybody hears them."""
    sitting = bidding(mode="table")
    length = len(sitting.records)
    sitting.say("Mira", "My bid", act("place_bid", player="Mira", chips=3))
    sitting.say("Jay", "Mine", ask("place_bid", player="Jay", chips=4))
    assert sitting.wait(5) == ["Mira's bid is in.", "Was that your bid, Jay?"]
    quiet = sitting.records[length:]
    assert [each["kind"] for each in quiet if each["type"] == "event"] == []
    shown = StringIO()
    screen = Screen(Console(file=shown, width=200), slug="phase-abandon")
    for each in quiet:
        screen(each)
    assert shown.getvalue().splitlines() == [
        *("0:04 Mira: My bid", "0:05 Jay: Mine", "      ? Was that your bid, Jay?"),
        *("      » Mira's bid is in.", "      » Was that your bid, Jay?"),
    ]
    sitting.say("Jay", "Yes", act("yes"))
    sitting.say("Russ", "None", act("place_bid", player="Russ", chips=0))
    (revealed,) = sitting.of("event", kind="bids_revealed")
    assert {each["player"]: each["number"] for each in revealed["bids"]} == {"Mira": 3, "Jay": 4, "Russ": 0}
