"""Explanations on the terminal, for programs, and in one sentence said aloud."""

import re
from typing import Any

import pytest

from companion.base.errors import StoreError
from companion.dialogue.explanations import Explanation, explain, told
from companion.nlu.recognize import load_recognizer
from companion.store import StoredUtterance
from tests.support.sitting import Sitting
from tests.support.wordings import wordings


def sit(**options: Any) -> Sitting:
    return Sitting(recognizer=load_recognizer("phase-abandon"), **options)


def why(sitting: Sitting, which: str | None = None) -> Explanation:
    return explain(sitting.store, sitting.campaign, which)


def lines(sitting: Sitting, which: str | None = None) -> str:
    return "\n".join(told(why(sitting, which)))


def aloud(sitting: Sitting, seconds: float = 2.0) -> str:
    return " ".join(sitting.wait(seconds))


@pytest.fixture
def acted() -> Sitting:
    """Jay was heard to act on Haggling, and the app rolled."""
    sitting = sit(faces=[(5, 5, 2)])
    sitting.say("Jay", "I roll Hagling on the ferryman")
    sitting.wait(5)
    return sitting


def test_a_deed_is_told_with_what_was_heard_and_what_tipped_it(acted: Sitting) -> None:
    """Words, voice, names and how surely, template, fields, certainty with parts and limits, what came of it."""
    text = lines(acted, "u1")
    assert text.startswith("u1 of evening 1, Jay: “I roll Hagling on the ferryman”\nHeard: words 100 % certain; voice")
    assert re.search(r"“Hagling” is Haggling \(skill, 8\d %\)", text)
    assert "Carried out: declare action (" in text
    assert "because  certain enough, and the rules accept it" in text
    assert re.search(
        r"confidence \d\d %: template \d\d %, names and people x 9\d %, hearing x 100 %; acts from 80 %", text
    )
    assert re.search(r"Entry \d+ of the log: Jay acts on Haggling", text)


def test_an_entry_of_the_log_leads_to_the_sentence_behind_it(acted: Sitting) -> None:
    """Dice the app rolled for it belong to the sentence that asked for them."""
    positions = [each.position for each in acted.game.recorded]
    assert why(acted, str(positions[-1])).utterance.id == "u1"
    assert why(acted, str(positions[-2])).utterance.id == "u1"


def test_what_a_near_miss_could_have_been_is_told_with_what_stood_against_it() -> None:
    """The word that spoils it; the condition that does not hold; the code of the rules."""
    sitting = sit()
    sitting.say("Russ", "If I had a chip I would ask for a Haggling check")
    sitting.say("Mira", "I re-roll the two.")
    sitting.say("Mira", "What a lovely evening.")
    assert "request skill check: “if” shows that it is not meant (conditional)" in lines(sitting, "u1")
    assert "reroll dice (faces 2, player Mira): it needs dice the speaker has rolled" in lines(sitting, "u2")
    assert why(sitting, "u2").sentence == (
        "I did nothing: what Mira said could have meant something like “I re-roll the two”, "
        "but it needs dice the speaker has rolled."
    )
    assert "It was not understood as a request." in lines(sitting, "u3")
    assert why(sitting).sentence == "I did nothing, because nothing Mira said sounded like a request."


def test_a_question_is_told_with_what_kept_the_companion_from_acting(acted: Sitting) -> None:
    """And with the question it put."""
    acted.say("Russ", "I call a conflict, pirates!")
    acted.wait(4)
    text = lines(acted, "u2")
    assert "Asked about: call conflict (" in text
    assert "because  the running narration has to end first" in text
    assert "The companion said: “Is Jay finished?”" in text


def test_the_latest_sentence_is_meant_when_none_is_named(acted: Sitting) -> None:
    """Struck ones are passed over."""
    acted.say("Mira", "What a lovely evening.")
    assert why(acted).utterance.id == "u2"
    acted.say("Mira", "Strike that from the record.")
    assert why(acted).utterance.id == "u1"


def test_nothing_is_kept_about_words_that_were_struck(acted: Sitting) -> None:
    """Not of the words, nor of the sentence that had them struck."""
    acted.say("Mira", "Ottoline stole the money.")
    acted.say("Mira", "Strike that from the record.")
    for struck in ("u2", "u3"):
        with pytest.raises(StoreError, match=f"{struck} was deleted from the record; nothing is known about it."):
            why(acted, struck)
        assert acted.store.explanation(acted.campaign.id, 1, struck) is None


@pytest.mark.parametrize(("which", "sentence"), wordings(__file__, "what_is_not_there_is_told_in_one_sentence", 2))
def test_what_is_not_there_is_told_in_one_sentence(acted: Sitting, which: str, sentence: str) -> None:
    with pytest.raises(StoreError) as caught:
        why(acted, which)
    assert str(caught.value).startswith(sentence)


def test_an_evening_from_before_reasons_were_kept_says_so(acted: Sitting) -> None:
    """Old evenings keep their words and deeds."""
    acted.store.add_utterance(acted.campaign.id, 1, StoredUtterance("u2", "Four and two", "Jay"))
    assert lines(acted, "u2").splitlines()[1:] == ["No reasons were recorded for it."]
    assert why(acted, "u2").sentence == "I have no reasons recorded for that."


def test_programs_get_the_same_as_an_object(acted: Sitting) -> None:
    """With the reasons as they were kept."""
    data = why(acted, "u1").to_json()
    assert (data["utterance"], data["speaker"], data["typed"]) == ("u1", "Jay", False)
    (taken,) = [each for each in data["reasons"]["readings"] if each["fate"] == "taken"]
    assert taken["slots"]["skill"] == "Haggling"
    assert data["reasons"]["voices"] == [["Jay", 0.9]]
    assert data["entries"][0]["text"].startswith("Jay acts on Haggling")


def test_why_did_you_do_that_is_answered_in_one_sentence(acted: Sitting) -> None:
    """About the latest deed, quoting nobody."""
    acted.say("Mira", "What a lovely evening.")
    acted.say("Russ", "Why did you do that?")
    assert re.fullmatch(
        "I took what Jay said for something like “I roll Haggling”, "
        r"and was \d\d percent sure; I act from 80 percent\.",
        aloud(acted),
    )


def test_why_did_nothing_happen_is_answered_about_the_sentence_before(acted: Sitting) -> None:
    """With the word that spoiled it."""
    acted.say("Russ", "If I had a chip I would ask for a Haggling check")
    acted.say("Russ", "Companion, why did nothing happen?")
    assert "“if” shows that it is not meant" in aloud(acted)


def test_coming_back_to_listening_is_not_the_deed_that_is_meant(acted: Sitting) -> None:
    """They heard it stop and start; what it did before is what they wonder about."""
    acted.say("Jay", "Stop listening")
    acted.say("Jay", "Start listening")
    acted.wait(2)
    acted.say("Russ", "Why did you do that?")
    assert aloud(acted).startswith("I took what Jay said for something like “I roll Haggling”")


def test_people_may_ask_each_other_why() -> None:
    """A companion that did nothing lately keeps quiet; to a typed question it answers."""
    sitting = sit()
    sitting.say("Mira", "What a lovely evening.")
    sitting.say("Russ", "Why did you do that?")
    assert aloud(sitting) == ""
    sitting.say("Russ", "Why did you do that?", typed=True)
    assert aloud(sitting) == "I have not done anything recently."


def test_a_secret_bid_is_not_said_aloud() -> None:
    """The explanation says that it was a bid, by a sentence that is always the same, never the number."""
    sitting = sit()
    sitting.say("Russ", "I call a conflict, pirates!")
    sitting.wait(4)
    sitting.say("Russ", "I bid three chips")
    sitting.wait(4)
    assert why(sitting, "u2").sentence.startswith("I took what Russ said for something like “I bid two”, and was ")
    assert "three" not in why(sitting, "u2").sentence


def test_words_credited_to_somebody_else_are_explained_anew() -> None:
    """And the sentence that credited them has reasons of its own."""
    sitting = sit(mode="table")
    sitting.say("Russ", "Here's a chip, give me a Haggling check.")
    sitting.say("Russ", "Mira said that, not me.")
    assert lines(sitting, "u1").splitlines()[1] == "Heard: words 100 % certain; voice match Mira 1.00"
    assert "requester Mira" in lines(sitting, "u1")
    assert {each["command"] for each in why(sitting, "u2").readings if each["fate"] == "taken"} == {"recredit"}


def test_what_hangs_on_a_command_is_told_when_it_was_asked_about_for_that() -> None:
    """A careful table is asked before many chips are staked."""
    sitting = sit(mode="table")
    sitting.session.trust_more(-1)
    sitting.say("Russ", "I call a conflict, pirates!")
    sitting.say("Russ", "I bid three chips")
    (taken,) = [each for each in why(sitting, "u2").readings if each["fate"] == "taken"]
    assert (taken["decision"], taken["tipped"]) == ("ask", "weight")
    assert "because  it is important" in lines(sitting, "u2")


@pytest.mark.parametrize(
    "reading",
    [
        {"fate": "taken", "command": "set_scene"},
        {"fate": "taken", "command": "set_scene", "decision": "act"},
        {"fate": "strange", "command": "set_scene"},
    ],
)
def test_a_reading_that_a_file_tells_too_little_of_is_left_out(reading: dict[str, Any]) -> None:
    """A campaign file may be made so; asking why brings an answer all the same."""
    said = StoredUtterance("u1", "We go", "Jay", 0.9, 0.0, 1.0)
    explanation = Explanation(1, said, {"readings": [reading]}, "phase-abandon")
    assert "nothing Jay said sounded like a request" in explanation.sentence
    assert any("not understood" in each for each in told(explanation))
