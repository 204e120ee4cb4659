"""Loose parts: what stands around a request changes nothing, what puts it off keeps it from happening."""

import pytest

from companion.nlu.recognize import Recognizer, load_recognizer
from companion.nlu.types import Turn
from tests.golden.speech_tables import table

AROUND = [
    "Since he's down anyway, {}.",
    "Honestly, {}.",
    "Okay, now that everybody's back, {}.",
    "Before I forget, {}.",
    "If nobody minds, {}.",
    "Just so you know, {}.",
    "Um, screw it, {}, because I've had enough of this, you know.",
    "{}, just to be safe.",
    "{} and see what happens.",
    "{}, if that's okay?",
    "{}, so that we get out of here, man.",
    "{}, he remembers me.",
    "{}, unless anybody objects.",
    "Hey companion, {}, and I hope it works.",
]
REQUESTS = [("I roll Haggling", "declare_action"), ("I call a conflict", "call_conflict"), ("deal me out", "place_bid")]

DOING = [
    "I'll go ahead and {}.",
    "Let me just go ahead and {}.",
    "How about I {}?",
    "Why don't I {}?",
    "Can I {}, please?",
    "I might as well {}.",
    "I'd better {}.",
    "I'd really like to {}.",
    "So I'm just going to {}.",
    "Time to {}.",
    "I figure I'll {}.",
]

PUT_OFF = [
    "{} if he attacks me.",
    "{}, if I were you.",
    "{} once we're inside.",
    "{} as soon as she leaves.",
    "{} next time.",
    "{} when he comes back.",
    "{}, that's what I'd have done.",
    "Once we're through the door, {}.",
    "Imagine: {}.",
    "For example, {}.",
    "Maybe next session, {}.",
    "In the film it's always like: {}.",
]
ASKED = ["Can I {}?", "Should I {}?", "I think I might {}.", "I should probably {}.", "What if I {}?"]


@pytest.fixture(scope="module")
def recognizer() -> Recognizer:
    return load_recognizer("phase-abandon")


def done(recognizer: Recognizer, text: str, at: str = "scene") -> list[str | None]:
    intents = recognizer.recognize(Turn(text, "Ana"), table(at))
    return [intent.command for intent in intents if intent.decision in {"act", "ask"}]


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize(("said", "command"), REQUESTS)
def test_loose_parts_around_a_request_change_nothing(
    recognizer: Recognizer, around: str, said: str, command: str
) -> None:
    at = "bidding" if command == "place_bid" else "scene"
    assert done(recognizer, around.format(said), at) == [command]


@pytest.mark.parametrize("way", DOING)
def test_many_ways_to_say_that_one_does_something_now(recognizer: Recognizer, way: str) -> None:
    assert done(recognizer, way.format("roll Haggling")) == ["declare_action"]


@pytest.mark.parametrize("put_off", PUT_OFF)
def test_what_is_put_off_or_told_of_a_story_does_not_happen(recognizer: Recognizer, put_off: str) -> None:
    assert done(recognizer, put_off.format("I roll Haggling")) == []


@pytest.mark.parametrize("asked", ASKED)
def test_doubt_and_a_question_whether_one_may_do_nothing(recognizer: Recognizer, asked: str) -> None:
    assert done(recognizer, asked.format("roll Haggling")) == []


@pytest.mark.parametrize("said", ["I'm done, you know, waiting for that pizza.", "I'm done, I guess, with my drink."])
def test_an_aside_parts_no_words_that_belong_together(recognizer: Recognizer, said: str) -> None:
    assert done(recognizer, said) == []


def test_the_field_is_found_where_it_was_said(recognizer: Recognizer) -> None:
    text = "Because why not, I'll go ahead and roll, you know, Haggling."
    (intent,) = recognizer.recognize(Turn(text, "Ana"), table("scene"))
    assert (intent.slots["skill"], text[slice(*intent.span)]) == ("Haggling", text[17:-1])


@pytest.mark.parametrize("first", ["I never call.", "Did I call?", "If I call.", "She would call."])
def test_short_sentences_that_make_no_request_together_do_nothing(recognizer: Recognizer, first: str) -> None:
    assert recognizer.recognize(Turn(f"{first} A conflict.", "Ana"), table("scene")) == ()
    assert recognizer.recognize(Turn("A conflict.", "Ana", 9.0), table("scene"), (Turn(first, "Ana", 6.0),)) == ()
