"""Questions to the companion about itself, and to each other in the same words."""

import pytest

from tests.support.harbour import after
from tests.support.sitting import Sitting

ROLL = ("Jay", "I roll Haggling.")
DICE = ("Jay", "Five, five, two.")
CHAT = ("Mira", "Nice weather out there.")
DOUBT = ("Jay", "Mira has seven chips.")


def said_after(by: str, text: str, *before: tuple[str, str]) -> tuple[Sitting, list[str]]:
    """The table after these words, and what the companion said to the last of them."""
    sitting = after(*before)
    sitting.say(by, text)
    return sitting, sitting.wait(4)


@pytest.mark.parametrize("asked", ["Who are we waiting for?", "So what are we still waiting for?"])
def test_it_tells_what_is_owed(asked: str) -> None:
    assert "Haggling" in said_after("Mira", asked, ROLL)[1][0]
    assert said_after("Mira", asked, DOUBT)[1] == ["Mira: seven chips, not four?"]
    assert said_after("Mira", asked, CHAT)[1] == []


@pytest.mark.parametrize("asked", ["Where are we?", "So where were we?", "Companion, what's going on right now?"])
def test_who_asks_where_the_table_is_is_told_whose_moment_it_is_and_what_is_owed(asked: str) -> None:
    assert said_after("Mira", asked, ROLL)[1] == ["Jay rolls Haggling. Haggling, three dice. Jay?"]
    assert said_after("Mira", asked, CHAT)[1] == ["Jay narrates the scene."]
    sitting, told_too = said_after("Mira", asked, DOUBT)
    assert told_too == ["Jay narrates the scene. Mira: seven chips, not four?"]
    assert sitting.session.question is not None


@pytest.mark.parametrize("said", ["Where are we going tonight?", "Where are we, she asks the ferryman."])
def test_a_question_of_the_story_is_left_to_the_story(said: str) -> None:
    assert said_after("Mira", said, ROLL)[1] == []


def test_who_names_it_is_told_whose_moment_it_is_where_nothing_is_owed() -> None:
    assert said_after("Mira", "Companion, what are you waiting for?", CHAT)[1] == [
        "Jay narrates the scene. Jay won the get-moving roll."
    ]


@pytest.mark.parametrize("asked", ["Did you get that?", "What did you hear?", "Did you catch that, companion?"])
def test_it_tells_what_it_heard(asked: str) -> None:
    assert said_after("Jay", asked, ROLL)[1] == ["Yes: Jay's Haggling roll."]
    assert said_after("Jay", asked, DOUBT)[1] == ["Mira: seven chips, not four?"]


def test_what_led_to_nothing_is_told_to_who_names_it() -> None:
    """People ask each other the same."""
    assert said_after("Jay", "Did you get that?", ROLL, DICE, CHAT)[1] == []
    (told,) = said_after("Jay", "Companion, did you get that?", ROLL, DICE, CHAT)[1]
    assert "nothing" in told


def test_it_tells_that_it_listens() -> None:
    assert said_after("Jay", "Companion, are you still there?")[1] == ["I am listening."]
    assert said_after("Jay", "Are you still there?")[1] == []


@pytest.mark.parametrize("asked", ["What was the question?", "What did you ask?", "Say that again, please."])
def test_the_open_question_is_put_again(asked: str) -> None:
    sitting, told = said_after("Mira", asked, DOUBT)
    assert told == ["Mira: seven chips, not four?"]
    assert sitting.session.question is not None


@pytest.mark.parametrize(
    "said", ["Stop, that wasn't for you.", "I wasn't talking to you.", "Companion, I'm not talking to you."]
)
def test_words_that_were_not_meant_for_it_are_taken_back(said: str) -> None:
    sitting, told = said_after("Jay", said, ROLL)
    assert told == ["Undone: Jay's Haggling roll."]
    assert not sitting.game.open_rolls


@pytest.mark.parametrize("said", ["Ignore that.", "Please ignore what I just said.", "Not you, companion."])
def test_what_may_be_meant_for_it_is_asked_about(said: str) -> None:
    assert said_after("Jay", said, ROLL)[1] == ["Undo Jay's Haggling roll?"]


@pytest.mark.parametrize(
    "said",
    [
        "That wasn't for you.",
        "Not you.",
        "Ignore that.",
        "We're just chatting.",
        "That was just an example.",
        "Just kidding.",
    ],
)
def test_a_question_about_words_that_were_not_meant_is_dropped(said: str) -> None:
    sitting, told = said_after("Jay", said, DOUBT)
    assert (sitting.session.question, told) == (None, [])
    assert sitting.chips["Mira"] == 4


@pytest.mark.parametrize(
    ("by", "said", "before"),
    [
        ("Mira", "That wasn't for you.", (ROLL,)),
        ("Mira", "Ignore that.", (ROLL,)),
        ("Jay", "Ignore that.", (ROLL, CHAT)),
        ("Jay", "Ignore that guard.", (ROLL,)),
        ("Jay", "You can ignore that.", (ROLL,)),
        ("Jay", "Not you.", (ROLL,)),
        ("Jay", "We're just chatting.", (ROLL,)),
        ("Jay", "He says that wasn't for you.", (ROLL,)),
    ],
)
def test_talk_among_people_takes_nothing_back(by: str, said: str, before: tuple[tuple[str, str], ...]) -> None:
    sitting, told = said_after(by, said, *before)
    assert told == []
    assert [each.roller for each in sitting.game.open_rolls] == ["Jay"]
