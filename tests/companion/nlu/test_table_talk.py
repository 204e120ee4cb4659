"""Talk at a table of any dice game: what it is, how sure that is, and what is named in it."""

from typing import Any

import pytest

from companion.nlu.detect import detect_lines
from companion.nlu.features import Reading, read
from companion.nlu.recognize import Trust, load_recognizer
from companion.nlu.table_talk import Lead, Limits
from companion.nlu.types import Table, Turn
from engine.vocabulary import Vocabulary
from tests.support.wordings import wordings

TABLE = Table("any-rpg", Vocabulary())
ROLL = "Please make a stealth check for me, Ortwin."


def heard(*turns: str, speaker: str | None = None) -> list[dict[str, Any]]:
    """Intents of the last of consecutive turns."""
    lines = [{"id": at, "text": text, "speaker": speaker} for at, text in enumerate(turns)]
    *_, answer = detect_lines(lines, load_recognizer("any-rpg"), TABLE)
    return list(answer["intents"])


def only(category: str, *turns: str) -> dict[str, Any]:
    """The first intent of a category."""
    return next(each for each in heard(*turns) if each["category"] == category)


@pytest.mark.parametrize(("category", "text"), wordings(__file__, "a_clear_call_is_acted_upon", 2))
def test_a_clear_call_is_acted_upon(category: str, text: str) -> None:
    assert only(category, text)["decision"] == "act"


@pytest.mark.parametrize(("category", "text"), wordings(__file__, "everything_else_is_noted", 2))
def test_everything_else_is_noted(category: str, text: str) -> None:
    assert only(category, text)["decision"] == "note"


@pytest.mark.parametrize("text", wordings(__file__, "other_talk_is_neither_acted_upon_nor_asked_about"))
def test_other_talk_is_neither_acted_upon_nor_asked_about(text: str) -> None:
    assert {each["decision"] for each in heard(text)} <= {"note"}


@pytest.mark.parametrize(("text", "skill"), wordings(__file__, "the_skill_is_kept_as_said", 2))
def test_the_skill_is_kept_as_said(text: str, skill: str) -> None:
    assert only("check_request", text)["slots"]["skill"] == skill


def test_a_call_for_bare_dice_has_no_skill() -> None:
    assert "skill" not in only("check_request", "Go ahead and roll a d20 for me.")["slots"]


@pytest.mark.parametrize(("text", "target"), wordings(__file__, "who_is_to_roll", 2))
def test_who_is_to_roll(text: str, target: str | None) -> None:
    assert only("check_request", text)["slots"]["target"] == target


@pytest.mark.parametrize(("text", "values"), wordings(__file__, "results_are_read_without_counts_and_bonuses", 2))
def test_results_are_read_without_counts_and_bonuses(text: str, values: list[int]) -> None:
    assert only("dice_report", "What did you roll for your attack?", text)["slots"]["values"] == values


def test_parts_and_their_total_are_one_report_a_hit_and_its_damage_two() -> None:
    together = [
        each for each in heard("Roll damage.", "Nine plus six. 15 points of damage.") if "values" in each["slots"]
    ]
    apart = [each for each in heard("Attack!", "That's 21 to hit. You take eight points of damage.") if each["slots"]]
    assert [each["slots"]["values"] for each in together] == [[9, 6, 15]]
    assert [(each["slots"]["values"], each["slots"]["kind"]) for each in apart if "values" in each["slots"]] == [
        ([21], "roll"),
        ([8], "amount"),
    ]


def test_a_number_said_again_is_an_echo() -> None:
    assert only("dice_report", "I rolled an 18 to hit.", "18 hits.")["slots"]["kind"] == "echo"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "🎲🎲 😀 ⚔️",
        "请掷骰子，你想做什么？",
        "Würfle bitte auf Heimlichkeit, dann bist du dran.",
        "'; DROP TABLE rolls; -- \x00 \x1b[31m <script>roll()</script>",
        "\u202eroll initiative\u202c",
        "9" * 4000,
        "((((((((((" * 50,
        "and then I roll a seventeen to hit the goblin " * 300,
        "I roll a 17. " * 200,
    ],
)
def test_nothing_people_or_machines_say_is_too_odd(text: str) -> None:
    for each in heard("Roll, please.", text):
        low, high = each["span"]
        assert 0 <= low < high <= len(text)
        assert 0 <= each["confidence"] <= 1


def test_lines_without_speaker_time_or_text_are_understood() -> None:
    lines: list[dict[str, Any]] = [{"id": 1}, {"id": 2, "text": ROLL, "before": [{}]}]
    answers = list(detect_lines(lines, load_recognizer("any-rpg"), TABLE))
    assert answers[0] == {"id": 1, "intents": []}
    assert answers[1]["intents"][0]["category"] == "check_request"


def test_the_same_talk_is_understood_the_same_twice() -> None:
    assert heard(ROLL, "That's a 12.") == heard(ROLL, "That's a 12.")


def reading(text: str, speaker: str | None) -> Reading:
    return read(Turn(text, speaker), load_recognizer("any-rpg"), TABLE)


def test_whoever_calls_for_rolls_leads_whatever_the_name() -> None:
    lead = Lead()
    for _ in range(3):
        assert lead.name is None
        lead.take(reading(ROLL, "Wanda"))
        lead.take(reading("I'm going to climb down the well.", "Ortwin"))
        lead.take(reading(ROLL, None))
    assert lead.name == "Wanda"


def test_nobody_leads_where_everybody_calls_for_rolls() -> None:
    lead = Lead()
    for _ in range(4):
        for speaker in ("Wanda", "Ortwin"):
            lead.take(reading(ROLL, speaker))
    assert lead.name is None


@pytest.mark.parametrize(("trust", "sign"), [("careful", 1), ("normal", 0), ("brisk", -1)])
def test_the_readiness_to_act_moves_the_limits(trust: Trust, sign: int) -> None:
    params = load_recognizer("any-rpg").grammar.params
    limits = Limits.of(load_recognizer("any-rpg", trust=trust))
    assert limits == Limits(params.act + sign * params.careful, params.ask + sign * params.careful, params.note)
