"""Sentences, contractions, hesitations and quotations."""

import pytest

from companion.nlu.numbers import value_of
from companion.nlu.words import split


def test_hesitations_go_and_contractions_are_spelled_one_way() -> None:
    (sentence,) = split("Um, im gonna, uh, re-roll Ben's die, ok")
    assert sentence.plain() == "i'm going to reroll ben die okay"


def test_places_of_words_point_into_the_text() -> None:
    text = "Well, I'm gonna roll."
    (sentence,) = split(text)
    assert [text[word.start : word.end] for word in sentence.words] == ["Well", "I'm", "gonna", "gonna", "roll"]


def test_titles_and_ellipses_do_not_end_a_sentence() -> None:
    assert len(split("Mr. Hale waits... and goes. Good.")) == 2


def test_quotations_are_marked() -> None:
    first, second = split('"Roll over, dog!" She waits.')
    assert (first.quoted, second.quoted) == (True, False)


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("a hundred", 100),
        ("a hundred and twenty", 120),
        ("one fifty", 150),
        ("twenty five", 25),
        ("14", 14),
        ("a", 1),
        ("another", 1),
        ("a couple of", 2),
        ("zero", 0),
        ("the sofa", None),
    ],
)
def test_numbers_in_words(said: str, value: int | None) -> None:
    assert value_of(said.split()) == value


def test_dialect_is_read_as_what_it_says_but_for_names() -> None:
    (sentence,) = split("Tae, I cannae hae nowt but a twa and a fower oan ma die")
    assert sentence.plain() == "tae i can't have nothing but a two and a four on ma die"
    assert split("Five, Yin, and twa")[0].texts == ["five", "yin", "and", "two"]
