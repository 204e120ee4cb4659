"""Names by spelling and by sound, and everyday words that must not become names."""

import pytest

from companion.nlu.names import Mention, find_mentions, resolve_text
from companion.nlu.recognize import load_recognizer
from companion.nlu.types import Intent, Table, Turn
from companion.nlu.words import split
from engine.vocabulary import PlayerWords, Vocabulary
from tests.support.wordings import wordings

VOCABULARY = Vocabulary(
    (
        PlayerWords("Owen", "Sparrow", (("skill", "Hacking"), ("skill", "Zero Gravity"))),
        PlayerWords("Dana", "Doctor Ines Calloway", (("connection", "Lio Brandt"),)),
        PlayerWords("Hannah", "Korrin Vale", (("skill", "Lockpicking"), ("skill", "Persuasion"), ("skill", "Staff"))),
    )
)


def named(text: str) -> set[str]:
    return {mention.things[0].name for each in split(text) for mention in find_mentions(each.words, VOCABULARY)}


@pytest.mark.parametrize(("text", "name"), wordings(__file__, "names_are_found_as_the_recogniser_writes_them", 2))
def test_names_are_found_as_the_recogniser_writes_them(text: str, name: str) -> None:
    assert name in named(text)


@pytest.mark.parametrize("text", wordings(__file__, "everyday_words_are_no_names"))
def test_everyday_words_are_no_names(text: str) -> None:
    assert named(text) == set()


@pytest.mark.parametrize(
    ("said", "text"), wordings(__file__, "goals_are_found_by_some_of_their_words_or_their_number", 2)
)
def test_goals_are_found_by_some_of_their_words_or_their_number(said: str, text: str) -> None:
    goals = ["make peace with the abbot", "be counted as a person", "learn who my mother was"]
    found = resolve_text(said, goals)
    assert found is not None
    assert found[0] == text


def test_words_of_no_goal_find_none() -> None:
    assert resolve_text("the sofa in the garage", ["make peace with the abbot"]) is None


NEAR = Vocabulary(
    (
        PlayerWords(
            "Jay",
            "Herik",
            (
                ("skill", "Haggling"),
                ("skill", "Handling"),
                ("connection", "Odile Brand"),
                ("connection", "Lio Brand"),
            ),
        ),
        PlayerWords("Mira", "Yvaine", (("skill", "Locks"), ("skill", "Common Sense"))),
        PlayerWords("Mara", "Bartok", (("skill", "Climbing"), ("skill", "Common Sense"))),
    )
)


def mentions(text: str) -> list[Mention]:
    return [each for sentence in split(text) for each in find_mentions(sentence.words, NEAR)]


def test_other_names_are_kept_in_order() -> None:
    """The likeliest is the mention; the others stay with their scores."""
    (mention,) = mentions("I use Handgling")
    assert [thing.name for thing in mention.things] == ["Handling"]
    assert [guess.things[0].name for guess in mention.others] == ["Haggling"]
    assert mention.others[0].score < mention.score < 1


def test_a_name_spelled_as_at_the_table_has_no_others() -> None:
    (mention,) = mentions("I use Handling")
    assert (mention.score, mention.others) == (1.0, ())


NEAR_TABLE = Table("phase-abandon", NEAR, "PLAY", "Jay", "SCENE")
RECOGNIZER = load_recognizer("phase-abandon")


def first_intent(text: str) -> Intent:
    return RECOGNIZER.recognize(Turn(text, "Jay"), NEAR_TABLE)[0]


@pytest.mark.parametrize(("said", "field", "question"), wordings(__file__, "names_equally_near_are_asked_about", 3))
def test_names_equally_near_are_asked_about(said: str, field: str, question: str) -> None:
    """Sound and spelling do not decide, so nothing is done."""
    intent = first_intent(said)
    assert (intent.decision, intent.question) == ("ask", question)
    assert field in intent.missing


@pytest.mark.parametrize(
    ("said", "target"),
    [("Myra, a chip for a Locks check", "Mira"), ("Here's a chip, Meera, give me a Climbing check", "Mara")],
)
def test_a_skill_named_with_certainty_tells_whose_name_was_meant(said: str, target: str) -> None:
    intent = first_intent(said)
    assert (intent.decision, intent.slots["target"]) == ("act", target)


@pytest.mark.parametrize("text", wordings(__file__, "forms_of_everyday_words_are_no_names"))
def test_forms_of_everyday_words_are_no_names(text: str) -> None:
    """Endings and all."""
    assert mentions(text) == []
