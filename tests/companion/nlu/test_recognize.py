"""Decisions: what is done, asked about, noted or left alone."""

import pytest

from companion.nlu.recognize import Recognizer, load_recognizer
from companion.nlu.types import Intent, Turn
from tests.golden.speech_tables import table
from tests.support.wordings import wordings


@pytest.fixture(scope="module")
def recognizer() -> Recognizer:
    return load_recognizer("phase-abandon")


def decided(intents: tuple[Intent, ...]) -> list[tuple[str | None, str]]:
    return [(intent.command, intent.decision) for intent in intents]


def test_several_intents_come_in_the_order_of_the_words(recognizer: Recognizer) -> None:
    turn = Turn("Second action, she kicks the boat over with one foot. And that's me done.", "Ana")
    assert decided(recognizer.recognize(turn, table("success"))) == [("count_action", "act"), ("end_narration", "act")]


def test_an_action_and_the_wish_that_the_app_rolls_are_two_intents(recognizer: Recognizer) -> None:
    turn = Turn(
        "Vex takes over the drones, Electronics again. And roll it for me, will you, my hands are dirty.", "Ben"
    )
    assert decided(recognizer.recognize(turn, table("scene"))) == [("declare_action", "act"), ("roll_for_me", "act")]


@pytest.mark.parametrize("speaker", ["unknown", "guest-a"])
def test_strangers_never_move_chips(recognizer: Recognizer, speaker: str) -> None:
    for text in ("Here's a chip, that needs a Lockpicking check", "I call a conflict, they draw knives"):
        assert all(each.decision == "note" for each in recognizer.recognize(Turn(text, speaker), table("scene")))


def test_without_a_known_speaker_moving_chips_is_asked_about(recognizer: Recognizer) -> None:
    intents = recognizer.recognize(Turn("I call a conflict, they draw knives", None), table("scene"))
    assert decided(intents) == [("call_conflict", "ask")]


def test_the_only_player_who_can_be_meant_is_filled_in(recognizer: Recognizer) -> None:
    intents = recognizer.recognize(Turn("That's all from me.", None), table("success"))
    assert [(each.command, each.decision, each.slots["player"]) for each in intents] == [
        ("end_narration", "act", "Ana")
    ]


def test_faces_of_an_unknown_voice_count_when_one_roll_is_open(recognizer: Recognizer) -> None:
    one = recognizer.recognize(Turn("four and two", None), table("scene", ["Ben ACTION 2"]))
    two = recognizer.recognize(Turn("four and two", None), table("scene", ["Ben ACTION 2", "Cleo HELP 2"]))
    assert decided(one) == [("report_dice", "act")]
    assert decided(two) == [("report_dice", "ask")]


def test_faces_from_somebody_who_does_not_roll_are_table_talk(recognizer: Recognizer) -> None:
    assert recognizer.recognize(Turn("four and two", "Dov"), table("scene", ["Ben ACTION 2"])) == ()


def test_words_the_recogniser_is_unsure_of_are_asked_about(recognizer: Recognizer) -> None:
    sure = recognizer.recognize(Turn("I bid two chips", "Ben", heard=0.9), table("bidding"))
    unsure = recognizer.recognize(Turn("I bid two chips", "Ben", heard=0.3), table("bidding"))
    typed = recognizer.recognize(Turn("I bid two chips", "Ben", heard=0.3, typed=True), table("bidding"))
    assert [decided(each) for each in (sure, unsure, typed)] == [
        [("place_bid", "act")],
        [("place_bid", "ask")],
        [("place_bid", "act")],
    ]


def test_trust_moves_the_thresholds() -> None:
    turn = Turn("Cleo's giving Ben a hand, one die of Healing Touch", "Dov")
    where = table("scene", ["Ben CHECK 3"])
    found = {
        trust: decided(load_recognizer("phase-abandon", trust=trust).recognize(turn, where))
        for trust in ("careful", "normal", "brisk")
    }
    assert found["normal"] == found["brisk"] == [("offer_help", "act")]
    assert found["careful"] == [("offer_help", "ask")]


def test_a_running_result_narration_makes_it_ask_whether_it_is_over(recognizer: Recognizer) -> None:
    """Rules 6.2: a command that fails only with E_PROTECTED leads to "is NAME finished?"."""
    (intent,) = recognizer.recognize(Turn("I'm using Electronics on the lock", "Ben"), table("failure", holder="Cleo"))
    assert (intent.command, intent.decision, intent.refused) == ("declare_action", "ask", "E_PROTECTED")


def test_what_the_rules_refuse_is_only_noted(recognizer: Recognizer) -> None:
    turn = Turn("I call a conflict", "Ben")
    (intent,) = recognizer.recognize(turn, table("scene"), permits=lambda kind, slots: "E_NO_CHIPS")
    assert (intent.decision, intent.refused) == ("note", "E_NO_CHIPS")


def test_the_rules_are_asked_with_the_fields_of_the_command(recognizer: Recognizer) -> None:
    asked = []

    def permits(kind: str, slots: object) -> str | None:
        asked.append((kind, slots))
        return None

    recognizer.recognize(Turn("I bid two", "Ben"), table("bidding"), permits=permits)
    assert asked == [("place_bid", {"player": "Ben", "chips": 2})]


def test_a_check_without_a_skill_asks_for_it(recognizer: Recognizer) -> None:
    (intent,) = recognizer.recognize(Turn("Can I ask for a check?", "Ben"), table("scene"))
    assert (intent.decision, intent.missing) == ("ask", ("skill",))


def test_notes_carry_what_to_write_down(recognizer: Recognizer) -> None:
    (intent,) = recognizer.recognize(Turn("Her name is Benna Harrow.", "Ana"), table("scene"))
    assert (intent.category, intent.command, intent.decision) == ("scribe_note", None, "note")
    assert intent.slots["text"] == "Benna Harrow"


@pytest.mark.parametrize(("said", "text"), wordings(__file__, "a_note_may_be_asked_for_politely", 2))
def test_a_note_may_be_asked_for_politely(recognizer: Recognizer, said: str, text: str | None) -> None:
    (intent,) = recognizer.recognize(Turn(said, "Ana"), table("scene"))
    assert (intent.category, intent.decision, intent.slots.get("text")) == ("scribe_note", "note", text)


@pytest.mark.parametrize("said", ["Can you remember that night in Prague?", "Could you put that down there?"])
def test_a_question_that_is_no_wish_for_a_note(recognizer: Recognizer, said: str) -> None:
    assert recognizer.recognize(Turn(said, "Ana"), table("scene")) == ()


def test_only_the_holder_counts_actions_and_sets_scenes(recognizer: Recognizer) -> None:
    for text in ("That's one action.", "New scene, we're in the harbour"):
        assert recognizer.recognize(Turn(text, "Dov"), table("success")) == ()


def test_yes_and_no_mean_nothing_unless_something_was_asked(recognizer: Recognizer) -> None:
    assert recognizer.recognize(Turn("Yes.", "Ben"), table("scene")) == ()
    assert decided(recognizer.recognize(Turn("Yes.", "Ben"), table("asked"))) == [("yes", "act")]


def test_a_skill_named_alone_continues_what_the_same_player_just_told(recognizer: Recognizer) -> None:
    before = (Turn("While he shouts, Vex crawls along the ceiling and splices into the panel.", "Ben"),)
    alone = recognizer.recognize(Turn("Electronics.", "Ben"), table("scene"))
    continued = recognizer.recognize(Turn("Electronics.", "Ben"), table("scene"), before)
    assert (decided(alone), decided(continued)) == ([], [("declare_action", "act")])


def test_dice_and_what_is_done_with_them_may_come_in_one_breath(recognizer: Recognizer) -> None:
    turn = Turn("Five, four, two. I'll re-roll the two.", "Ana")
    intents = recognizer.recognize(turn, table("own_roll"))
    assert decided(intents) == [("report_dice", "act"), ("reroll_dice", "act")]


def test_endless_talk_is_answered_in_time(recognizer: Recognizer) -> None:
    """Whatever is pasted into the line must not hold up the table."""
    where = table("scene", ["Ana ACTION 3"])
    for text in ("9" * 6000, "one " * 3000, "I roll the six " * 400):
        assert all(each.command != "report_dice" for each in recognizer.recognize(Turn(text, "Ana"), where))
