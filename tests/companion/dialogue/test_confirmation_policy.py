"""Trust of a table: careful, normal, brisk, by setting and by word."""

from typing import Any

import pytest

from audio.types import SpeakerMatch, Utterance
from companion.dialogue.confirmation_policy import certain
from companion.nlu.recognize import load_recognizer
from tests.support.harbour import HAGGLE, talking
from tests.support.sitting import Sitting, act, ask
from tests.support.wordings import wordings

HELP = act("offer_help", player="Mira", skill="Locks", dice=2)
END = act("end_session", force=True)
DOUBTED = SpeakerMatch("Jay", 0.40, ("Russ", 0.38))


def at(trust: Any, **options: Any) -> Sitting:
    """A table with this setting."""
    sitting = Sitting(**options)
    sitting.session.turns.trust(trust)
    return sitting


def hears(sitting: Sitting, text: str, meant: Any, **how: Any) -> None:
    """Something said that was hard to hear, or whose voice was."""
    sitting.understands.meaning[text] = (meant,)
    sitting.now += 1
    speaker = how.pop("speaker", SpeakerMatch("Jay", 0.9))
    sitting.session.hear(Utterance("live", text, speaker, sitting.now - 1, sitting.now, **how))


def test_a_careful_table_is_asked_before_more_than_one_chip_goes() -> None:
    """And nothing is paid until somebody says yes."""
    sitting = at("careful", mode="table")
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.say("Mira", "I help with two", HELP)
    assert sitting.chips["Mira"] == 4
    assert sitting.wait(3)[-1] == "Two helping dice, Mira?"
    sitting.say("Jay", "Yes", act("yes"))
    assert sitting.chips["Mira"] == 2


@pytest.mark.parametrize("trust", ["normal", "brisk"])
def test_other_tables_are_not_when_words_and_voice_are_certain(trust: str) -> None:
    """Plainly spoken commands are carried out."""
    sitting = at(trust, mode="table")
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.say("Mira", "I help with two", HELP)
    assert sitting.chips["Mira"] == 2
    assert not sitting.of("question")


def test_a_careful_table_is_asked_before_the_session_ends() -> None:
    """No is an answer as well."""
    sitting = at("careful")
    sitting.say("Jay", "That's it for tonight", END)
    assert sitting.wait(3) == ["End the session?"]
    sitting.say("Mira", "No", act("no"))
    assert not sitting.session.ended


def test_one_chip_is_no_reason_to_ask() -> None:
    """Even where people are careful."""
    sitting = at("careful")
    sitting.say("Russ", "A chip", act("request_skill_check", requester="Russ", target="Jay", skill="Haggling"))
    assert sitting.chips["Russ"] == 4


@pytest.mark.parametrize(
    "how", [{"avg_logprob": -1.2}, {"speaker": DOUBTED}, {"speaker": None}], ids=["words", "voice", "nobody"]
)
def test_a_normal_table_is_asked_where_words_or_voice_are_in_doubt(how: dict[str, Any]) -> None:
    """Only about what weighs heavily."""
    sitting = at("normal")
    hears(sitting, "That's it for tonight", END, **how)
    assert not sitting.session.ended
    assert sitting.session.question is not None
    assert not certain(Utterance("u", "x", **{"speaker": SpeakerMatch("Jay", 0.9), **how}))


def test_a_brisk_table_is_not_asked_although_the_voice_is_in_doubt() -> None:
    """It acts whenever it understood."""
    sitting = at("brisk")
    hears(sitting, "That's it for tonight", END, speaker=DOUBTED)
    assert sitting.session.ended


def test_a_brisk_table_is_only_asked_for_what_is_missing() -> None:
    """Half understood commands are noted."""
    sitting = at("brisk")
    sitting.say("Jay", "Haggling maybe", ask("declare_action", player="Jay", skill="Haggling"))
    assert [each["type"] for each in sitting.records] == ["utterance", "intent", "note"]
    sitting.say("Jay", "I try to talk him down", ask("declare_action", "skill", player="Jay"))
    assert sitting.session.question is not None


def test_what_is_said_again_while_it_is_asked_about_is_meant() -> None:
    """Repeating it is as good as a yes, and so is repeating it after silence."""
    sitting = at("careful")
    sitting.say("Jay", "That's it for tonight", END)
    sitting.wait(30)
    assert not sitting.session.ended
    sitting.say("Jay", "That's it for tonight", END)
    assert sitting.session.ended


def test_what_was_refused_is_not_done_by_repeating_it() -> None:
    """Somebody said no; it is only noted for a while."""
    sitting = at("careful")
    sitting.say("Jay", "That's it for tonight", END)
    sitting.say("Mira", "No", act("no"))
    sitting.say("Jay", "That's it for tonight", END)
    assert not sitting.session.ended
    assert sitting.session.question is None


def test_dice_read_out_are_never_asked_about() -> None:
    """They lie on the table, whatever follows from them."""
    sitting = at("careful", mode="table")
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.say("Jay", "Five, five, two", act("report_dice", player="Jay", values=[5, 5, 2]))
    assert sitting.owed == []


@pytest.mark.parametrize(("said", "trust", "told"), wordings(__file__, "a_table_says_how_much_it_wants_to_be_asked", 3))
def test_a_table_says_how_much_it_wants_to_be_asked(said: str, trust: str, told: str) -> None:
    """One step at a time, for the rest of the evening."""
    sitting = talking()
    sitting.say("Jay", said)
    assert sitting.session.trust == trust
    assert sitting.wait(3) == [told]


def test_there_is_nothing_beyond_brisk() -> None:
    """Saying it once more changes nothing; being careful again goes back by one step."""
    sitting = talking()
    for _ in range(3):
        sitting.say("Jay", "Stop asking so much.")
    assert sitting.session.trust == "brisk"
    sitting.say("Jay", "Be more careful.")
    assert sitting.session.trust == "normal"


def test_the_setting_decides_where_an_evening_begins() -> None:
    """As in companion.toml."""
    assert Sitting(recognizer=load_recognizer("phase-abandon", trust="brisk")).session.trust == "brisk"
