"""The session loop: what is heard, what is done about it, and what is said."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from audio.types import UNKNOWN, SpeakerMatch, Utterance
from companion.base.errors import StoreFull
from companion.nlu.recognize import load_recognizer
from engine.types import Rejected
from tests.support.harbour import CHECK, CONFLICT, HAGGLE, with_success
from tests.support.sitting import Sitting, act, intent

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


# ---------------------------------------------------------------- the end and other tables


def test_the_end_of_the_session_ends_the_evening_and_undo_takes_it_back() -> None:
    """Deeds between the end and good night do not open it again."""
    sitting = Sitting()
    sitting.say("Jay", "That's it for tonight", act("end_session", force=True))
    assert sitting.session.ended
    sitting.say("Jay", "A point for haggling", act("spend_improvement", player="Jay", skill="Haggling", chips=1))
    assert sitting.session.ended
    sitting.say("Jay", "Undo that", act("undo_last"))
    assert sitting.session.ended
    sitting.say("Jay", "And that", act("undo_last"))
    assert not sitting.session.ended
    sitting.say("Jay", "No, good night", act("redo_last"))
    assert sitting.session.ended


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
    """A command that is not on disk did not happen; with room again the same sentence works."""
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
    assert told.startswith(f"The notes cannot be saved in {tmp_path / 'file'}: ")
    assert told.endswith("Free some space there and save them again; everything said is stored.")
    assert sitting.say("Jay", "The rain stops") == "u2"
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


def test_an_evening_that_was_ended_stays_so_whatever_is_done_meanwhile() -> None:
    """Some games have no command of their own for it; dice may fall until the last word is spoken."""
    sitting = Sitting()
    sitting.session.ended = True
    done = sitting.session.submit({"kind": "declare_action", "skill": "Haggling"}, actor="Jay")
    assert not isinstance(done, Rejected)
    assert done.accepted
    assert sitting.session.ended
