"""Words said just before: a stake before its label, and a token before the yes or no it is answered with."""

from companion.nlu.context import table_of
from companion.nlu.recognize import load_recognizer
from companion.nlu.types import Intent, Turn
from engine.systems.choice_pta.system import RULESET as CHOICE_PTA
from engine.systems.kleptonomicon.system import RULESET
from tests.support.moments.choice_pta import moments
from tests.support.moments.kleptonomicon import moments as kleptonomicon_moments


def climbed(*before: Turn) -> object:
    table = table_of(RULESET, kleptonomicon_moments()["main"])
    (move,) = load_recognizer("kleptonomicon").recognize(Turn("Two up, then.", "Alice"), table, before)
    return move.command, move.slots["units"], move.slots.get("style")


def test_a_way_up_is_gone_as_was_just_said_of_it() -> None:
    assert climbed(Turn("I'd like to go up that pole.", "Alice"), Turn("You can climb for now.", "Gwen")) == (
        "move",
        2,
        "climb",
    )
    assert climbed(Turn("I climb the pole.", "Alice")) == ("move", 2, "climb")
    assert climbed(Turn("I climb the pole.", "Bob")) == ("move", 2, None)


def test_a_way_is_gone_as_the_words_behind_its_length_say() -> None:
    table = table_of(RULESET, kleptonomicon_moments()["main"])
    for said, style in (("Then up I go, two units of climbing.", "climb"), ("I go two units, climbing is slow.", None)):
        (move,) = load_recognizer("kleptonomicon").recognize(Turn(said, "Alice"), table)
        assert (move.command, move.slots["units"], move.slots.get("style")) == ("move", 2, style)


def heard(text: str, speaker: str, *before: Turn) -> list[Intent]:
    table = table_of(CHOICE_PTA, moments()["called"])
    found = load_recognizer("choice-pta").recognize(Turn(text, speaker), table, before)
    return [intent for intent in found if intent.command == "set_stake"]


def test_the_label_takes_what_the_same_voice_said_just_before() -> None:
    (stake,) = heard("That's my stake.", "Ana", Turn("And I want him to get away over the roof.", "Ana"))
    assert (stake.decision, stake.slots["text"]) == ("act", "him to get away over the roof")


def test_the_label_takes_nothing_from_somebody_else_or_from_a_question() -> None:
    assert heard("That's my stake.", "Ana", Turn("I want him to get away.", "Ben")) == []
    assert heard("That's my stake.", "Ana", Turn("Do I want him to get away?", "Ana")) == []
    assert heard("That's my stake.", "Ana") == []


def test_what_others_are_said_to_want_is_theirs_only_when_it_is_called_theirs() -> None:
    (theirs,) = heard("The guards want to lock them up. That's their stake.", "Gwen")
    (own,) = heard("He wants to vanish, that's what I'm playing for.", "Gwen")
    assert (theirs.slots["label"], theirs.slots["text"]) == ("guards", "to lock them up")
    assert ("label" in own.slots, own.slots["text"]) == (False, "to vanish")


def test_a_stake_may_follow_the_question_of_its_owner() -> None:
    (stake,) = heard("My stake? I get the money.", "Cleo")
    assert stake.slots["text"] == "I get the money"


def test_a_bare_yes_answers_a_token_only_right_after_the_offer() -> None:
    offered = table_of(CHOICE_PTA, moments()["offered"])
    recognizer = load_recognizer("choice-pta")
    offer, chatter = Turn("I'll give you a token if the lights fail, Ben.", "Ana"), Turn("More tea?", "Ana")
    for text, answer in (("Ooh, tempting. Yes.", "accept"), ("Nope.", "refuse")):
        (asked,) = recognizer.recognize(Turn(text, "Ben"), offered, (offer,))
        assert (asked.command, asked.decision, asked.slots["answer"]) == ("answer_bribe", "ask", answer)
        assert recognizer.recognize(Turn(text, "Ben"), offered, (chatter,)) == ()
        assert recognizer.recognize(Turn(text, "Cleo"), offered, (offer,)) == ()
