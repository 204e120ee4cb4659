"""The session loop: what is heard, what is done about it, what is said, and what survives."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from audio.types import UNKNOWN, SpeakerMatch, Utterance
from companion.dice import parse_dice_option
from companion.dice_desk import Pace
from companion.errors import StoreFull
from companion.intents.recognize import load_recognizer
from companion.questions import KEEP_SECONDS
from companion.screen import Screen
from companion.store import open_store
from engine.types import Rejected
from tests.support.clock import FakeClock
from tests.support.sitting import Sitting, act, ask, intent

CHECK = act("request_skill_check", requester="Russ", target="Jay", skill="Haggling")
HAGGLE = act("declare_action", player="Jay", skill="Haggling")
CONFLICT = act("call_conflict", caller="Russ", nature="pirates")


def with_success(**options: Any) -> Sitting:
    """Jay holds narration after a success, which nobody may interrupt."""
    sitting = Sitting(faces=[(5, 5, 2)], **options)
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.wait(5)
    assert sitting.game.ruleset.narration(sitting.game.state).kind == "SUCCESS_RESULT"
    return sitting


def bidding(**options: Any) -> Sitting:
    """Everybody owes a secret bid."""
    sitting = Sitting(**options)
    sitting.say("Russ", "That's a conflict", CONFLICT)
    sitting.wait(3)
    return sitting


# ---------------------------------------------------------------- from a sentence to its consequences


def test_a_sentence_leads_to_an_intent_a_command_events_and_an_announcement() -> None:
    """Each of them is a record, and each names what it came from."""
    sitting = Sitting(faces=[(5, 5, 2)])
    said = sitting.say("Russ", "Here's a chip, give me a Haggling check", CHECK)
    assert sitting.wait(1) == ["Haggling, three dice. Jay?"]
    assert sitting.chips == {"Jay": 7, "Russ": 4, "Mira": 4}
    assert [each["type"] for each in sitting.records] == [
        *("utterance", "intent", "command", "event", "event", "event", "announcement"),
    ]
    (heard,), (meant,), (done,) = sitting.of("utterance"), sitting.of("intent"), sitting.of("command")
    assert (heard["id"], meant["utterance"], done["utterance"]) == (said,) * 3
    assert done["outcome"] == "awaiting_roll"
    assert {each["command_id"] for each in sitting.of("event")} == {done["command_id"]}
    assert sitting.of("announcement")[0]["cause"] == done["command_id"]


def test_records_have_the_fields_of_the_contract() -> None:
    """Scripts rely on them: every type, every field, JSON all through."""
    sitting = with_success()
    sitting.say("Russ", "That's a conflict", CONFLICT)
    sitting.say("Mira", "Write down that the ferryman limps", intent("note", "note", text="the ferryman limps"))
    sitting.wait(3)
    sitting.session.report_state()
    fields = {
        "utterance": {"id", "start", "end", "speaker", "speaker_score", "text", "latency"},
        "intent": {"category", "command", "slots", "span", "confidence", "decision"},
        "command": {"kind", "actor", "fields", "outcome", "utterance", "utterance_end", "holder"},
        "event": {"kind", "command_id"},
        "announcement": {"text"},
        "question": {"id", "text", "status", "options"},
        "note": {"text", "utterance"},
        "state": {"narration", "chips"},
    }
    assert {each["type"] for each in sitting.records} == set(fields)
    for each in sitting.records:
        assert fields[each["type"]] | {"t_wall"} <= set(each), each
        assert json.loads(json.dumps(each)) == each
    last = sitting.records[-1]
    assert last["type"] == "state"
    assert last["chips"] == sitting.chips
    assert last["narration"]["holder"] == "Jay"


def test_wall_time_runs_from_the_opening() -> None:
    """`t_wall` is seconds on the wall clock, whatever the recording says."""
    sitting = Sitting()
    sitting.clock.advance(12.5)
    sitting.say("Jay", "Hello")
    assert sitting.records[0]["t_wall"] == 12.5


def test_the_holder_of_a_command_is_the_one_after_it() -> None:
    """A failed roll hands narration on, and the record says to whom."""
    sitting = Sitting(faces=[(2, 3, 4)])
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.wait(5)
    narrator = sitting.game.ruleset.narration(sitting.game.state).holder
    assert narrator == "Mira"
    assert [each["holder"] for each in sitting.of("command")] == ["Jay", narrator]


def test_talk_that_asks_for_nothing_is_only_kept() -> None:
    """No command, no announcement."""
    sitting = Sitting()
    sitting.say("Mira", "Mind the map, that's gravy.")
    assert sitting.wait(20) == []
    assert [each["type"] for each in sitting.records] == ["utterance"]
    assert [each.text for each in sitting.store.utterances(1, 1)] == ["Mind the map, that's gravy."]


def test_a_refusal_is_said_aloud_and_changes_nothing() -> None:
    """In the words of the rules."""
    sitting = Sitting()
    before, length = sitting.game.state, len(sitting.game.recorded)
    sitting.say("Jay", "I roll Surgery", act("declare_action", player="Jay", skill="Surgery"))
    (done,) = sitting.of("command")
    assert done["outcome"] == "rejected"
    assert done["code"].startswith("E_")
    assert sitting.wait(2) == [done["reason"]]
    assert sitting.game.state is before
    assert len(sitting.game.recorded) == length
    assert not sitting.of("event")


def test_what_does_not_fit_its_form_is_asked_for_again() -> None:
    """A bug in understanding must not end the evening."""
    sitting = Sitting()
    sitting.say("Jay", "I bid many", act("place_bid", player="Jay", chips="many"))
    assert sitting.of("command")[0]["code"] == "E_FORM"
    assert sitting.wait(2) == ["I did not get all of that. Please say it again."]


def test_a_question_about_the_state_is_answered_and_nothing_is_written() -> None:
    """Narration and chips by voice."""
    sitting = Sitting()
    length = len(sitting.game.recorded)
    sitting.say("Mira", "Who has narration?", act("ask_status", topic="holder"))
    (answer,) = sitting.wait(2)
    assert "Jay" in answer
    assert len(sitting.game.recorded) == length
    assert sitting.outcomes == [("ask_status", "accepted")]


def test_the_last_announcement_is_repeated() -> None:
    """And before the first one it says so."""
    sitting = Sitting()
    sitting.say("Mira", "What was that?", act("repeat"))
    assert sitting.wait(2) == ["I have not said anything yet."]
    sitting.say("Jay", "I haggle", HAGGLE)
    (first,) = sitting.wait(1)
    sitting.say("Mira", "Say that again", act("repeat"))
    assert sitting.wait(1) == [first]


# ---------------------------------------------------------------- strangers


def test_an_unknown_voice_never_moves_chips() -> None:
    """The grammar notes or asks; even a yes from a stranger to that is not taken."""
    sitting = Sitting(recognizer=load_recognizer("phase-abandon"))
    before = sitting.chips
    for text in ("Here's a chip, give me a Haggling check, Jay.", "I call a conflict!", "Yes.", "I pay one chip."):
        sitting.say(UNKNOWN, text)
        sitting.wait(2)
    assert sitting.chips == before
    assert not [each for each in sitting.of("command") if each["outcome"] != "rejected"]


def test_nobody_is_named_as_actor_when_the_voice_is_unknown() -> None:
    """`unknown` is no player."""
    sitting = Sitting()
    sitting.say(UNKNOWN, "I haggle", act("declare_action", player="Jay", skill="Haggling"))
    assert sitting.of("utterance")[0]["speaker"] == UNKNOWN
    assert sitting.of("command")[0]["actor"] is None


# ---------------------------------------------------------------- questions


def test_a_protected_narration_is_asked_about_and_yes_ends_it() -> None:
    """ "Is Jay finished?" — "Yes": the narration ends, then the conflict is called, by the one who called it."""
    sitting = with_success()
    sitting.say("Russ", "That's a conflict", CONFLICT)
    assert sitting.wait(3) == ["Is Jay finished?"]
    (asked,) = sitting.of("question")
    assert (asked["status"], asked["options"], asked["to"]) == ("asked", ["yes", "no"], "Russ")
    sitting.say("Jay", "Yes", act("yes"))
    assert [each["status"] for each in sitting.of("question")] == ["asked", "answered"]
    assert sitting.outcomes[-2:] == [("end_narration", "accepted"), ("call_conflict", "accepted")]
    assert sitting.of("command")[-1]["actor"] == "Russ"
    assert sitting.store.pending(sitting.campaign.id) is None


def test_a_no_drops_it() -> None:
    """Nothing is done, and the next question may be asked."""
    sitting = with_success()
    before = sitting.game.state
    sitting.say("Russ", "That's a conflict", CONFLICT)
    sitting.wait(3)
    sitting.say("Jay", "No", act("no"))
    assert sitting.of("question")[-1]["status"] == "dropped"
    assert sitting.game.state is before
    sitting.say("Jay", "Yes", act("yes"))
    assert sitting.game.state is before


def test_a_question_nobody_answers_goes_quietly() -> None:
    """After its time a yes means nothing any more."""
    sitting = with_success()
    sitting.say("Russ", "That's a conflict", CONFLICT)
    before = sitting.game.state
    assert sitting.wait(KEEP_SECONDS + 1) == ["Is Jay finished?"]
    assert sitting.of("question")[-1]["status"] == "expired"
    assert sitting.session.question is None
    sitting.say("Jay", "Yes", act("yes"))
    assert sitting.game.state is before


def test_somebody_who_does_what_is_asked_has_answered() -> None:
    """ "Is Jay finished?" — "That's me done": the conflict follows at once."""
    sitting = with_success()
    sitting.say("Russ", "That's a conflict", CONFLICT)
    sitting.wait(3)
    sitting.say("Jay", "That's me done", act("end_narration", player="Jay"))
    assert sitting.outcomes[-2:] == [("end_narration", "accepted"), ("call_conflict", "accepted")]
    assert sitting.session.question is None


def test_a_question_settled_before_its_pause_came_is_not_asked() -> None:
    """Nobody is asked what has been answered."""
    sitting = with_success()
    sitting.say("Russ", "That's a conflict", CONFLICT)
    sitting.say("Jay", "Yes", act("yes"))
    assert "Is Jay finished?" not in sitting.wait(5)


def test_a_question_survives_a_restart() -> None:
    """It is put again, and a yes still does what it was about."""
    sitting = with_success()
    sitting.say("Russ", "That's a conflict", CONFLICT)
    sitting.wait(3)
    again = sitting.again()
    assert again.session.question is not None
    assert again.wait(3) == ["Is Jay finished?"]
    again.say("Jay", "Yes", act("yes"))
    assert again.outcomes == [("end_narration", "accepted"), ("call_conflict", "accepted")]
    assert again.of("command")[-1]["actor"] == "Russ"


def test_question_ids_stay_unique_over_a_restart() -> None:
    """Records of one evening can be told apart."""
    sitting = with_success()
    sitting.say("Russ", "That's a conflict", CONFLICT)
    again = sitting.again()
    again.say("Jay", "No", act("no"))
    again.say("Mira", "A conflict then", act("call_conflict", caller="Mira", nature="rats"))
    first, dropped, second = sitting.of("question") + again.of("question")
    assert first["id"] == dropped["id"] != second["id"]


def test_an_unsure_command_is_asked_about_first() -> None:
    """One word decides."""
    sitting = Sitting()
    sitting.say("Jay", "Haggling maybe", ask("declare_action", player="Jay", skill="Haggling"))
    assert sitting.wait(3) == ["Haggling, Jay?"]
    assert sitting.outcomes == []
    sitting.say("Jay", "Yes", act("yes"))
    assert sitting.outcomes == [("declare_action", "awaiting_roll")]


def test_what_is_missing_is_asked_for_and_named() -> None:
    """A yes is no answer to "Which skill, Jay?", a skill is."""
    sitting = Sitting()
    sitting.say("Jay", "I try to talk him down", ask("declare_action", "skill", player="Jay"))
    assert sitting.wait(3) == ["Which skill, Jay?"]
    assert sitting.of("question")[0]["options"] == ["Haggling", "Jay's Common Sense"]
    sitting.say("Jay", "Yes", act("yes"))
    sitting.say("Jay", "Jay", act("choose", option="Jay"))
    assert sitting.session.question is not None
    assert sitting.outcomes == []
    sitting.say("Jay", "Haggling", act("choose", option="Haggling"))
    assert sitting.outcomes == [("declare_action", "awaiting_roll")]
    assert sitting.of("command")[0]["fields"]["skill"] == "Haggling"
    assert sitting.session.question is None


def test_two_missing_things_are_asked_for_one_after_the_other() -> None:
    """A check needs somebody and a skill."""
    sitting = Sitting()
    sitting.say("Russ", "Here's a chip, roll for it", ask("request_skill_check", "target", "skill", requester="Russ"))
    assert sitting.wait(3) == ["Who is to roll?"]
    sitting.say("Russ", "Jay", act("choose", option="Jay"))
    assert sitting.wait(3) == ["Which skill, Jay?"]
    sitting.say("Russ", "Haggling", act("choose", option="Haggling"))
    assert sitting.outcomes == [("request_skill_check", "awaiting_roll")]


def test_another_name_corrects_what_is_asked() -> None:
    """ "Haggling, Jay?" — "My Common Sense"."""
    sitting = Sitting()
    sitting.say("Jay", "Haggling maybe", ask("declare_action", player="Jay", skill="Haggling"))
    sitting.wait(3)
    sitting.say("Jay", "Common Sense", act("choose", option="Jay's Common Sense"))
    assert sitting.of("command")[0]["fields"]["skill"] == "Jay's Common Sense"


def test_while_one_question_is_open_no_second_is_asked() -> None:
    """One at a time."""
    sitting = with_success()
    sitting.say("Russ", "That's a conflict", CONFLICT)
    sitting.say("Mira", "Haggling maybe", ask("declare_action", player="Mira", skill="Locks"))
    assert sitting.wait(5) == ["Is Jay finished?"]
    assert len(sitting.of("question")) == 1


# ---------------------------------------------------------------- undo


def test_undo_takes_the_apps_dice_with_the_command() -> None:
    """One undo, one decision of the table."""
    sitting = with_success()
    before = len(sitting.game.recorded)
    sitting.say("Russ", "Undo that", act("undo_last"))
    assert len(sitting.game.recorded) == before + 1
    assert sitting.owed == []
    assert sitting.game.ruleset.narration(sitting.game.state).kind == "SCENE"
    (said,) = sitting.wait(3)
    assert said == "Undone: Jay's Haggling roll."
    assert sitting.wait(30) == []


def test_undo_silences_what_waited() -> None:
    """Results of what no longer counts are not announced."""
    sitting = Sitting(faces=[(5, 5, 2)])
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.say("Jay", "Undo that", act("undo_last"))
    assert sitting.wait(5) == ["Undone: Jay's Haggling roll."]


def test_undo_leaves_dice_the_table_threw_owed_again() -> None:
    """Spoken dice are a command of their own: "one die was upside down"."""
    sitting = Sitting(mode="table")
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.say("Jay", "Five, five, two", act("report_dice", player="Jay", values=[5, 5, 2]))
    sitting.say("Jay", "Undo that", act("undo_last"))
    assert sitting.owed == [("Jay", 3)]
    sitting.say("Jay", "Five, five, five", act("report_dice", player="Jay", values=[5, 5, 5]))
    assert sitting.outcomes[-1] == ("report_dice", "accepted")


def test_redo_brings_command_and_dice_back() -> None:
    """The same faces, the same chips; what follows an undo cannot be redone."""
    sitting = with_success()
    state = sitting.game.state
    sitting.say("Russ", "Undo that", act("undo_last"))
    sitting.say("Russ", "Redo", act("redo_last"))
    assert sitting.game.state == state
    assert sitting.wait(2)[-1] == "Done again."
    sitting.say("Russ", "Redo again", act("redo_last"))
    assert sitting.outcomes[-1] == ("redo_last", "rejected")


def test_undo_stops_at_the_campaign_file() -> None:
    """The table was set up by nobody's word."""
    sitting = Sitting()
    before = sitting.game.state
    sitting.say("Russ", "Undo that", act("undo_last"))
    assert sitting.wait(2) == ["There is nothing left to undo."]
    assert sitting.game.state is before


# ---------------------------------------------------------------- the app's dice


def test_the_app_waits_for_silence_before_it_rolls() -> None:
    """Whoever talks may want to add something."""
    sitting = Sitting(faces=[(5, 5, 2)], pace=Pace(quiet=1.5, at_most=8.0))
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.wait(1.25)
    assert sitting.owed == [("Jay", 3)]
    sitting.wait(2, someone_speaking=True)
    assert sitting.owed == [("Jay", 3)]
    sitting.wait(1.25)
    assert sitting.owed == [("Jay", 3)]
    sitting.wait(0.25)
    assert sitting.owed == []


def test_the_app_does_not_wait_for_ever() -> None:
    """Eight seconds of talk, then the dice fall."""
    sitting = Sitting(faces=[(5, 5, 2)])
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.wait(7.75, someone_speaking=True)
    assert sitting.owed == [("Jay", 3)]
    sitting.wait(0.25, someone_speaking=True)
    assert sitting.owed == []


def test_table_dice_are_never_rolled_unasked() -> None:
    """Real dice lie on the table."""
    sitting = Sitting(mode="table")
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.wait(30)
    assert sitting.owed == [("Jay", 3)]


@pytest.mark.parametrize("mode", ["table", "script"])
def test_roll_it_for_me_once_it_is_owed(mode: Any) -> None:
    """The player's own dice, at once."""
    sitting = Sitting(mode=mode, faces=[(5, 5, 2)])
    sitting.say("Jay", "I haggle", HAGGLE)
    said = sitting.say("Jay", "Roll it for me", act("roll_for_me"))
    assert sitting.owed == []
    assert sitting.of("command")[-1]["utterance"] == said
    assert "Jay rolls 5, 5 and 2." in sitting.wait(2)[0]


def test_roll_it_for_me_before_it_is_owed() -> None:
    """ "Roll it for me. I haggle." counts for ten seconds."""
    sitting = Sitting(mode="script", faces=[(5, 5, 2)])
    sitting.say("Jay", "Roll it for me", act("roll_for_me"))
    sitting.say("Jay", "I haggle", HAGGLE)
    assert sitting.owed == []


def test_roll_it_for_me_is_forgotten() -> None:
    """A wish of a minute ago is no wish."""
    sitting = Sitting(mode="script", faces=[(5, 5, 2)])
    sitting.say("Jay", "Roll it for me", act("roll_for_me"))
    sitting.wait(11)
    sitting.say("Jay", "I haggle", HAGGLE)
    assert sitting.owed == [("Jay", 3)]


def test_at_a_table_with_real_dice_the_app_can_still_roll() -> None:
    """The dice option of a real table has dice of its own for those who ask."""
    choice = parse_dice_option("table")
    assert choice.for_me is not None
    sitting = Sitting(mode="table")
    sitting.say("Jay", "I haggle", HAGGLE)
    (request,) = sitting.game.open_rolls
    assert len(choice.for_me.roll(request).faces) == 3


def test_used_up_faces_are_told_and_nothing_breaks() -> None:
    """A script that is too short leaves the roll open."""
    sitting = Sitting()
    sitting.say("Jay", "I haggle", HAGGLE)
    said = sitting.wait(3)
    assert sitting.owed == [("Jay", 3)]
    assert any("used up" in each for each in said)


def test_real_dice_from_now_on() -> None:
    """ "I use my own dice": the app rolls no more unasked."""
    sitting = Sitting(faces=[(5, 5, 2)])
    sitting.say("Jay", "I use real dice", act("roll_real_dice"))
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.wait(20)
    assert sitting.owed == [("Jay", 3)]
    assert not sitting.session.rolls_unasked


# ---------------------------------------------------------------- over a restart


def test_an_open_roll_survives_a_restart_with_its_command() -> None:
    """The dice fall after the start, and one undo still takes back the whole."""
    sitting = Sitting()
    sitting.say("Jay", "I haggle", HAGGLE)
    before = sitting.game.recorded[-1].position
    again = sitting.again(faces=[(5, 5, 2)])
    assert again.owed == [("Jay", 3)]
    again.wait(2)
    assert again.owed == []
    again.say("Jay", "Undo that", act("undo_last"))
    assert again.owed == []
    assert again.game.history.effective()[-1].command_id == f"c{before - 1}"


def test_utterances_are_numbered_on() -> None:
    """Notes cite them."""
    sitting = Sitting()
    assert [sitting.say("Jay", "One"), sitting.say("Jay", "Two")] == ["u1", "u2"]
    again = sitting.again()
    assert again.say("Jay", "Three") == "u3"
    assert [each.id for each in again.store.utterances(1, 1)] == ["u1", "u2", "u3"]


def test_the_book_is_the_same_after_a_restart() -> None:
    """Notes before and after reading the evening again."""
    sitting = with_success()
    sitting.say("Jay", "There is a ferryman. His name is Oldric, and he limps.")
    sitting.say("Russ", "That's a conflict", CONFLICT)
    sitting.say("Jay", "Yes", act("yes"))
    assert sitting.again().notebook.notes() == sitting.notebook.notes()


# ---------------------------------------------------------------- privacy


def secret_words(sitting: Sitting) -> str:
    """Everything the store holds of what was said and answered."""
    stored = [each.text for each in sitting.store.utterances(1)] + [
        each.text for each in sitting.store.announcements(1)
    ]
    return "\n".join([*stored, sitting.notebook.notes(), json.dumps(sitting.store.pending(1))])


def test_striking_really_deletes() -> None:
    """The words and the striking itself are gone from store, notes and transcript; what happened stays."""
    sitting = Sitting()
    sitting.say("Jay", "I haggle", HAGGLE)
    sitting.say("Mira", "Anna from work is pregnant, her name is Anna Smith")
    struck = sitting.say("Mira", "Strike Anna Smith from the record", act("off_the_record"))
    assert "Anna" not in secret_words(sitting)
    kept = sitting.store.utterances(1, 1)
    assert [(each.id, each.text, each.struck) for each in kept] == [
        ("u1", "I haggle", False),
        ("u2", "", True),
        ("u3", "", True),
    ]
    assert sitting.of("note")[-1]["struck"] == ["u2", struck]
    assert "Struck from the record." in sitting.wait(2)
    assert "Anna" not in sitting.again().notebook.notes()
    assert sitting.session.listening


def test_striking_deletes_from_the_file(tmp_path: Path) -> None:
    """Not one byte of it is left on disk, not even in pages the database no longer uses."""
    file, clock = tmp_path / "evening.db", FakeClock()
    with open_store(file, clock) as store:
        sitting = Sitting(store, clock=clock)
        sitting.say("Mira", "Zanzibar is the password")
        assert b"Zanzibar" in b"".join(each.read_bytes() for each in tmp_path.iterdir())
        sitting.say("Mira", "Strike that from the record", act("off_the_record"))
        assert b"Zanzibar" not in b"".join(each.read_bytes() for each in tmp_path.iterdir())


def test_a_question_about_struck_words_is_dropped() -> None:
    """The command it holds was made of them."""
    sitting = Sitting()
    sitting.say("Jay", "The scene is my flat", ask("set_scene", player="Jay", description="my flat in Elm Street"))
    sitting.say("Jay", "Strike that from the record", act("off_the_record"))
    assert sitting.session.question is None
    assert "Elm Street" not in secret_words(sitting)
    assert sitting.wait(5) == ["Struck from the record."]


def test_between_stop_and_start_nothing_is_kept() -> None:
    """No record, no row, no number, no command."""
    sitting = Sitting()
    sitting.say("Jay", "Stop listening", act("stop_listening"))
    sitting.wait(2)
    records = len(sitting.records)
    sitting.say("Mira", "The doctor called about the test")
    sitting.say("Jay", "I haggle", HAGGLE)
    assert sitting.wait(5) == []
    assert len(sitting.records) == records
    assert sitting.say("Jay", "Start listening", act("start_listening")) == "u2"
    assert [each.text for each in sitting.store.utterances(1, 1)] == ["Stop listening", "Start listening"]
    assert sitting.wait(2) == ["I am listening."]
    sitting.say("Jay", "I haggle", HAGGLE)
    assert sitting.outcomes == [("declare_action", "awaiting_roll")]
    assert "doctor" not in secret_words(sitting)


def test_an_unsure_start_still_starts() -> None:
    """Nobody could answer a question of a companion that does not listen."""
    sitting = Sitting()
    sitting.say("Jay", "Stop listening", act("stop_listening"))
    sitting.say(UNKNOWN, "Start listening", ask("start_listening"))
    assert sitting.session.listening
    assert sitting.session.question is None


def test_secret_bids_stay_secret_until_they_are_revealed() -> None:
    """In events, on the screen, in questions and aloud; afterwards everybody hears them."""
    sitting = bidding(mode="table")
    length = len(sitting.records)
    sitting.say("Mira", "My bid", act("place_bid", player="Mira", chips=3))
    sitting.say("Jay", "Mine", ask("place_bid", player="Jay", chips=4))
    assert sitting.wait(5) == ["Was that your bid, Jay?"]
    quiet = sitting.records[length:]
    assert [each["kind"] for each in quiet if each["type"] == "event"] == []
    shown = StringIO()
    screen = Screen(Console(file=shown, width=200))
    for each in quiet:
        screen(each)
    assert shown.getvalue().splitlines() == [
        *("0:04 Mira: My bid", "0:05 Jay: Mine", "      ? Was that your bid, Jay?", "      » Was that your bid, Jay?"),
    ]
    sitting.say("Jay", "Yes", act("yes"))
    sitting.say("Russ", "None", act("place_bid", player="Russ", chips=0))
    (revealed,) = sitting.of("event", kind="bids_revealed")
    assert {each["player"]: each["number"] for each in revealed["bids"]} == {"Mira": 3, "Jay": 4, "Russ": 0}


# ---------------------------------------------------------------- the end and other tables


def test_the_end_of_the_session_ends_the_evening_and_undo_takes_it_back() -> None:
    """What is done between the end and good night does not open it again."""
    sitting = Sitting()
    sitting.say("Jay", "That's it for tonight", act("end_session", force=True))
    assert sitting.session.ended
    sitting.say("Jay", "A point for haggling", act("spend_improvement", player="Jay", skill="Haggling", chips=1))
    assert sitting.session.ended
    sitting.say("Jay", "Undo that", act("undo_last"))
    assert not sitting.session.ended


def test_commands_can_be_handed_in_as_json() -> None:
    """As a tap on the page does; the seat that taps is the actor, whatever the message says."""
    sitting = Sitting()
    performed = sitting.session.submit(
        {"kind": "declare_action", "player": "Jay", "skill": "Haggling", "actor": "Russ"}, actor="Jay"
    )
    assert not isinstance(performed, Rejected)
    assert performed.accepted
    assert sitting.of("command")[0]["actor"] == "Jay"
    refused = sitting.session.submit({"kind": "dance"})
    assert isinstance(refused, Rejected)
    assert refused.code == "E_FORM"


def test_a_full_disk_changes_nothing_and_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not on disk did not happen; with room again the same sentence works."""
    sitting = Sitting()
    sitting.say("Jay", "Hello")
    before, chips = sitting.game.state, sitting.chips

    def full(*_: Any, **__: Any) -> Any:
        raise StoreFull("There is no space left.")

    with monkeypatch.context() as patch:
        patch.setattr(sitting.store, "append", full)
        with pytest.raises(StoreFull):
            sitting.say("Russ", "Give me a check", CHECK)
    assert sitting.game.state is before
    assert sitting.outcomes == []
    assert not sitting.of("event")
    assert sitting.wait(10) == []
    sitting.say("Russ", "Give me a check, again", CHECK)
    assert sitting.chips != chips
    assert sitting.outcomes == [("request_skill_check", "awaiting_roll")]


def test_an_utterance_that_could_not_be_kept_leaves_no_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the numbers of the next start would collide with those in the store."""
    sitting = Sitting()

    def full(*_: Any, **__: Any) -> Any:
        raise StoreFull("There is no space left.")

    sitting.say("Jay", "One")
    with monkeypatch.context() as patch:
        patch.setattr(sitting.store, "add_utterance", full)
        with pytest.raises(StoreFull):
            sitting.say("Jay", "Lost")
    assert sitting.say("Jay", "Two") == "u2"
    again = sitting.again()
    assert again.say("Jay", "Three") == "u3"


def test_notes_that_cannot_be_saved_are_told(tmp_path: Path) -> None:
    """And those that can say where they are."""
    (tmp_path / "file").write_text("")
    sitting = Sitting(notes=tmp_path / "file")
    sitting.say("Jay", "Save the notes", act("save_notes"))
    (told,) = sitting.wait(2)
    assert told.startswith("The notes cannot be saved: ")
    fine = Sitting(notes=tmp_path / "notes")
    fine.say("Jay", "Save the notes", act("save_notes"))
    assert fine.wait(2) == [f"The notes are saved as {tmp_path / 'notes' / 'harbour-1.md'}."]
    assert (tmp_path / "notes" / "harbour-1.md").read_text().startswith("# ")


@pytest.mark.parametrize(
    ("command", "verbosity"), [("mute", "quiet"), ("quieter", "quiet"), ("unmute", "normal"), ("louder", "full")]
)
def test_it_speaks_as_much_as_it_is_told_to(command: str, verbosity: str) -> None:
    """By voice, for the rest of the evening."""
    sitting = Sitting()
    sitting.say("Jay", command, act(command))
    assert sitting.announcer.verbosity == verbosity


def test_hotwords_are_the_names_of_the_table_and_the_story() -> None:
    """Players, characters, skills, and people met."""
    sitting = Sitting()
    assert {"Jay", "Herik", "Haggling", "Bartok"} <= set(sitting.session.hotwords)
    assert not sitting.session.expecting_short_answer
    sitting.say("Jay", "I haggle", HAGGLE)
    assert sitting.session.expecting_short_answer


# ---------------------------------------------------------------- with the real grammar

PATH: list[tuple[str, str, Callable[[Sitting], bool]]] = [
    ("Russ", "Here's a chip, give me a Haggling check, Jay.", lambda s: s.owed == [("Jay", 3)]),
    ("Jay", "Five, four, five.", lambda s: s.game.ruleset.narration(s.game.state).kind == "SUCCESS_RESULT"),
    ("Jay", "The captain shakes hands and lets us aboard.", lambda s: s.owed == []),
    ("Jay", "That's me done.", lambda s: s.game.ruleset.narration(s.game.state).kind != "SUCCESS_RESULT"),
    ("Mira", "I call a conflict! The harbour watch has seen us.", lambda s: s.session.expecting_short_answer),
    ("Mira", "I bid two.", lambda s: not s.owed),
    ("Jay", "One chip from me.", lambda s: True),
    ("Russ", "I bid nothing.", lambda s: ("Mira", 2) in s.owed and ("Jay", 1) in s.owed),
    ("Mira", "Six and two.", lambda s: s.owed == [("Jay", 1)]),
    ("Jay", "A three.", lambda s: s.game.ruleset.narration(s.game.state).holder == "Mira"),
    ("Mira", "Undo that.", lambda s: s.owed == [("Jay", 1)]),
    ("Jay", "A two.", lambda s: s.game.ruleset.narration(s.game.state).holder == "Mira"),
]


def test_an_evening_by_typed_talk_through_the_real_grammar() -> None:
    """From the first check to a conflict won, with table dice, an undo, and talk that means nothing."""
    sitting = Sitting(recognizer=load_recognizer("phase-abandon"), mode="table")
    for by, text, so in PATH:
        sitting.say(by, text, typed=True)
        sitting.wait(3)
        assert so(sitting), (text, sitting.records[-6:])
    assert not [each for each in sitting.of("command") if each["outcome"] == "rejected"]


def test_a_scene_is_set_once_however_long_it_is_described() -> None:
    """The sentences after the first belong to the same description."""
    sitting = Sitting(recognizer=load_recognizer("phase-abandon"))
    said = "Right, picture this. Six crossbows on the railing, it's a fight. The boat drifts, a new scene altogether."
    sitting.session.hear(Utterance("u", said, SpeakerMatch("Jay", 0.9), 1.0, 6.0))
    scenes = [record for record in sitting.records if record["type"] == "command" and record["kind"] == "set_scene"]
    assert [scene["fields"]["description"] for scene in scenes] == [said]
