"""Names by spelling and by sound, and everyday words that must not become names."""

import pytest

from companion.intents.names import find_mentions, resolve_text
from companion.intents.words import split
from engine.vocabulary import PlayerWords, Vocabulary

VOCABULARY = Vocabulary(
    (
        PlayerWords("Owen", "Sparrow", (("skill", "Hacking"), ("skill", "Zero Gravity"))),
        PlayerWords("Dana", "Doctor Ines Calloway", (("connection", "Lio Brandt"),)),
        PlayerWords("Hannah", "Korrin Vale", (("skill", "Lockpicking"), ("skill", "Persuasion"), ("skill", "Staff"))),
    )
)


def named(text: str) -> set[str]:
    return {mention.things[0].name for each in split(text) for mention in find_mentions(each.words, VOCABULARY)}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("I want a Persuasion Check", "Persuasion"),
        ("a Persuation check", "Persuasion"),
        ("Locke picking, three dice", "Lockpicking"),
        ("lock picking it is", "Lockpicking"),
        ("roll zero gravity for that", "Zero Gravity"),
        ("So Coring gets about three steps up", "Korrin Vale"),
        ("So Coryn gets about three steps up", "Korrin Vale"),
        ("Barrow takes over the last drones", "Sparrow"),
        ("I call on Leo Brandt", "Lio Brandt"),
        ("Hanna, chip for you", "Hannah"),
        ("That's Steph.", "Staff"),
    ],
)
def test_names_are_found_as_the_recogniser_writes_them(text: str, name: str) -> None:
    assert name in named(text)


@pytest.mark.parametrize(
    "text",
    [
        "the narrow street",
        "coring an apple",
        "spare arrows for everybody",
        "a steep stair and a lot of stuff",
        "dawn is near",
        "hand me the hat",
    ],
)
def test_everyday_words_are_no_names(text: str) -> None:
    assert named(text) == set()


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("peace with the abbot", "make peace with the abbot"),
        ("being counted as a person", "be counted as a person"),
        ("goal two", "be counted as a person"),
        ("my first goal", "make peace with the abbot"),
        ("the last one", "learn who my mother was"),
    ],
)
def test_goals_are_found_by_some_of_their_words_or_their_number(said: str, text: str) -> None:
    goals = ["make peace with the abbot", "be counted as a person", "learn who my mother was"]
    found = resolve_text(said, goals)
    assert found is not None
    assert found[0] == text


def test_words_of_no_goal_find_none() -> None:
    assert resolve_text("the sofa in the garage", ["make peace with the abbot"]) is None
