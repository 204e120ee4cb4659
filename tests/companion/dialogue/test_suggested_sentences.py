"""Suggested sentences are given to whoever asks the companion, in every game, and are understood there."""

import json
from pathlib import Path

import pytest

from companion.demo import demo_of
from companion.nlu.examples import in_general, load_examples, spoken
from companion.nlu.types import TABLE_COMMANDS
from engine.registry import all_rulesets, infos
from engine.vocabulary import PlayerWords, Vocabulary
from tests.support.evening import WholeEvening
from tests.support.harbour import after
from tests.support.sitting import Sitting
from tests.support.wordings import wordings

SLUGS = tuple(info.slug for info in infos())
FIRST = {
    "phase-abandon": ("Nina", "Let's get moving", "call_get_moving"),
    "choice-pta": ("Ana", "Deal the hands", "start_sitting"),
    "kleptonomicon": ("Gwen", "Let's start the session", "start_session"),
    "phasesix": ("Gia", "Let's start the session", "start_session"),
}


def evening(slug: str, tmp_path: Path) -> WholeEvening:
    roster = json.loads((demo_of(slug).folder / "roster.json").read_text(encoding="utf-8"))
    return WholeEvening(roster, tmp_path, consent="off")


def told(records: list[dict[str, object]]) -> list[str]:
    return [str(each["text"]) for each in records if each["type"] == "announcement"]


def typed(by: str, text: str, *before: tuple[str, str]) -> tuple[Sitting, list[str]]:
    """The table after a typed line, and what the companion says to it."""
    sitting = after(*before)
    sitting.say(by, text, typed=True)
    return sitting, sitting.wait(4)


@pytest.mark.parametrize("slug", SLUGS)
def test_a_first_evening_is_told_how_to_begin_and_begins_so(slug: str, tmp_path: Path) -> None:
    """By name the one who may begin; "let's start" is enough, and once more it is no silence."""
    who, begin, command = FIRST[slug]
    table = evening(slug, tmp_path)
    (answer,) = told(table.say(who, "help", typed=True))
    assert f"you can say “{begin}”" in answer
    done = [each["kind"] for each in table.say(who, "ok let's start", typed=True) if each["type"] == "command"]
    assert done[:1] == [command]
    assert told(table.say(who, "ok let's start", typed=True))


@pytest.mark.parametrize("slug", ["kleptonomicon", "phasesix"])
def test_who_may_not_begin_is_told_who_may(slug: str, tmp_path: Path) -> None:
    who, begin, _ = FIRST[slug]
    table = evening(slug, tmp_path)
    assert (
        f"{who} can say “{begin}”" in told(table.say("Ana" if slug == "phasesix" else "Alice", "help", typed=True))[0]
    )
    assert who in told(table.say("Ana" if slug == "phasesix" else "Alice", "ok let's start", typed=True))[0]


@pytest.mark.parametrize("asked", ["help", "What can I say?", "what do I do now?", "what's next?", "how does it work?"])
def test_who_types_is_told_in_one_sentence_what_can_be_said(asked: str) -> None:
    sitting, (answer,) = typed("Jay", asked)
    assert "“I roll Haggling”" in answer
    (record,) = sitting.of("help")
    assert record["to"] == "Jay"
    assert "I roll Haggling." in record["sentences"]


def test_owed_dice_come_first() -> None:
    answer = typed("Jay", "help", ("Jay", "I roll Haggling."))[1][0]
    assert "“Roll it for me”" in answer


def test_an_open_question_is_what_can_be_answered() -> None:
    answer = typed("Mira", "what can I say?", ("Jay", "Mira has seven chips."))[1][0]
    assert answer.startswith("The question is “Mira: seven chips, not four?”; you can say “Yes” or “No”")


@pytest.mark.parametrize("said", ["Help!", "What can I say?", "What do I do now?", "So what's next?", "Roll for it."])
def test_the_same_among_people_is_left_to_them(said: str) -> None:
    sitting = after()
    sitting.say("Jay", said)
    assert sitting.wait(4) == []


@pytest.mark.parametrize("said", ["Companion, help!", "Companion, what can we say?", "What can we say to you?"])
def test_who_names_it_is_told(said: str) -> None:
    sitting = after()
    sitting.say("Jay", said)
    assert "can say" in sitting.wait(4)[0]


@pytest.mark.parametrize("said", wordings(__file__, "talk_with_the_same_words_asks_for_nothing"))
def test_talk_with_the_same_words_asks_for_nothing(said: str) -> None:
    sitting = after()
    sitting.say("Jay", said)
    assert (sitting.wait(4), sitting.session.question) == ([], None)


def test_roll_for_it_says_that_no_dice_are_owed() -> None:
    assert typed("Jay", "roll for it, difficulty two")[1][0].startswith("No dice have to be rolled now. ")


@pytest.mark.parametrize(
    ("said", "reason"), [("I bid two", "Nobody has called a conflict, so nobody bids."), ("I re-roll the two", "roll")]
)
def test_what_is_typed_at_the_wrong_moment_is_told_why(said: str, reason: str) -> None:
    assert reason in typed("Jay", said)[1][0]
    sitting = after()
    sitting.say("Jay", said)
    assert sitting.wait(4) == []


def test_a_question_that_was_typed_again_is_put_again(tmp_path: Path) -> None:
    """While it is open, and after nobody answered it."""
    table = evening("choice-pta", tmp_path)
    assert told(table.say("Ana", "cards", typed=True)) == ["Deal the hands?"]
    assert told(table.say("Ana", "cards", typed=True)) == ["Deal the hands?"]
    table.wait(40)
    assert told(table.say("Ana", "cards", typed=True)) == ["Deal the hands?"]


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda each: each.info.slug)
def test_sentences_are_of_commands_that_there_are(ruleset: object) -> None:
    kinds = {command.kind for command in ruleset.command_types}  # type: ignore[attr-defined]
    own = TABLE_COMMANDS | {"correct_state", "undo_last", "ask_status", "note"}
    examples = load_examples(ruleset.info.slug)  # type: ignore[attr-defined]
    assert set(examples) <= kinds | own
    assert len(set(examples) & kinds) > 40


def test_names_of_the_table_are_put_into_a_sentence() -> None:
    """Nothing is told of what somebody does not have; without a table a word stands for it."""
    table = Vocabulary((PlayerWords("Jay", "Rook", (("skill", "Haggling"),)), PlayerWords("Mira", "Vex")))
    assert spoken("{other}, {character}: {skill}", table, "Jay") == "Mira, Vex: Haggling"
    assert spoken("I roll {skill}", table, "Mira") is None
    assert in_general("I roll {skill} for {other}", {"skill": "Locks"}) == "I roll Locks for somebody"
