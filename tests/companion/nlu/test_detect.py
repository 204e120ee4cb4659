"""The machine contract: lines in, intents out, and the table that talk alone shows."""

from dataclasses import replace

import pytest

from companion.nlu.detect import detect_lines
from companion.nlu.recognize import load_recognizer
from companion.nlu.types import Table
from engine.vocabulary import Vocabulary
from tests.golden.speech_tables import vocabulary
from tests.support.wordings import wordings

TABLE = Table("phase-abandon", vocabulary(), phase="PLAY", holder="Ana", narration="SCENE")


def categories(lines: list[dict[str, object]], table: Table = TABLE, slug: str = "phase-abandon") -> list[list[str]]:
    answers = detect_lines(lines, load_recognizer(slug), table)
    return [
        [intent["category"] for intent in answer["intents"] if intent["decision"] != "ignore"] for answer in answers
    ]


def test_a_line_keeps_its_id_and_gives_every_field() -> None:
    lines = [{"id": 7, "text": "Here's a chip, I want a Lockpicking check", "speaker": "Ben", "mood": "grim"}]
    (answer,) = detect_lines(lines, load_recognizer("phase-abandon"), TABLE)
    (intent,) = answer["intents"]
    assert answer["id"] == 7
    assert set(intent) == {"category", "command", "slots", "span", "confidence", "decision"}
    assert intent["slots"]["target"] == "Ana"


def test_bids_are_expected_after_a_conflict_was_called() -> None:
    lines = [
        {"id": 1, "text": "I bid two", "speaker": "Ben"},
        {"id": 2, "text": "I call a conflict, they draw knives", "speaker": "Ben"},
        {"id": 3, "text": "I bid two", "speaker": "Ben"},
    ]
    assert categories(lines) == [[], ["conflict_call"], ["resource"]]


def test_faces_are_expected_after_a_check_was_asked_for() -> None:
    lines = [
        {"id": 1, "text": "Four.", "speaker": "Ana"},
        {"id": 2, "text": "Chip to Ana, roll Lockpicking", "speaker": "Ben"},
        {"id": 3, "text": "Four, five and a one.", "speaker": "Ana"},
    ]
    assert categories(lines)[0] == []
    assert categories(lines)[2] == ["dice_report"]


def test_earlier_turns_given_with_a_line_set_the_table_up() -> None:
    before = [{"speaker": "Ben", "text": "I call a conflict, they draw knives"}]
    lines = [
        {"id": 1, "text": "Two.", "speaker": "Cleo", "before": before},
        {"id": 2, "text": "Two.", "speaker": "Cleo", "before": []},
    ]
    assert categories(lines) == [["resource"], []]


@pytest.mark.parametrize(("text", "category"), wordings(__file__, "any_game_is_understood_without_a_roster", 2))
def test_any_game_is_understood_without_a_roster(text: str, category: str) -> None:
    table = replace(TABLE, slug="any-rpg", vocabulary=Vocabulary())
    assert category in categories([{"id": 1, "text": text}], table, "any-rpg")[0]


@pytest.mark.parametrize("text", wordings(__file__, "other_talk_leads_to_nothing_at_any_table"))
def test_other_talk_leads_to_nothing_at_any_table(text: str) -> None:
    table = replace(TABLE, slug="any-rpg", vocabulary=Vocabulary())
    lines = detect_lines([{"id": 1, "text": text}], load_recognizer("any-rpg"), table)
    assert [each["decision"] for line in lines for each in line["intents"] if each["decision"] in {"act", "ask"}] == []
