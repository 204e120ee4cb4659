import json
import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import update

from companion.app.evenings import open_evening
from companion.base.config import load_settings
from companion.base.errors import CampaignExists, ExportError, StoreFull
from companion.chronicle.extractor.notes import render_notes
from companion.chronicle.notebook import read_evening
from companion.dialogue.questions import Question
from companion.nlu.types import Intent
from companion.play.game import Game
from companion.privacy.consent import consents
from companion.store import StoredUtterance, open_store, schema
from companion.store.campaigns import DEMO
from companion.store.limits import MOST_ROWS
from companion.transfer.exports import restoring
from companion.transfer.exports.campaign_file import dump_campaign, read_campaign_file
from companion.transfer.exports.restoring import MOST_STRANGE_NAMES, RecalledClock, restore_campaign
from engine.errors import CorruptHistory
from tests.companion.dialogue.test_secrets import HIGH, LOW, sitting
from tests.support.clock import FakeClock
from tests.support.harbour import CONFLICT, HAGGLE
from tests.support.sitting import Sitting, act, roster


@pytest.fixture(scope="module")
def played():
    """A campaign with rolls, an undo, struck words, a learnt name, announcements and open bids."""
    s = Sitting(faces=[(5, 5, 2)])
    s.say("Russ", "The old ferryman Kasimir waits at the pier.")
    s.say("Mira", "That is nobody's business.")
    s.store.strike(s.campaign.id, 1, ["u2"])
    s.say("Jay", "half a character", act("set_scene", description="the quay \ud83d at night"))
    s.say("Jay", "I haggle", HAGGLE)
    s.wait(5)
    s.say("Jay", "undo that", act("undo_last"))
    s.say("Russ", "That's a conflict", CONFLICT)
    s.wait(3)
    s.store.learn_word(s.campaign.id, "oliver", "Olvir")
    s.store.add_correction(s.campaign.id, {"do": "merge", "name": "Olvir", "into": "Kasimir"})
    s.store.explain(s.campaign.id, 1, "u1", {"heard": 0.9, "readings": [{"fate": "lost", "command": "set_scene"}]})
    s.store.save_pending(s.campaign.id, WHICH.to_json())
    for person, given in (("Jay", True), ("Russ", False), ("Mira", False), ("Mira", True)):
        s.store.add_consent(s.campaign.id, person, given, "said")
    s.session.listening = False
    return s


WHICH = Question(
    "q12.1",
    "Which scene, Jay?",
    Intent("table_command", "set_scene", {}, confidence=1.0, decision="ask", missing=("description",)),
    "u3",
    "Jay",
    25.0,
)


def restored(text, name=None):
    read = read_campaign_file(text)
    clock = RecalledClock(read.campaign.created)
    store = open_store("sqlite://", clock)
    return store, restore_campaign(store, clock, read, name)


def test_a_campaign_read_back_is_the_same_campaign(played):
    written = dump_campaign(played.store, played.campaign)
    assert "quay \\ud83d at night" in written
    store, campaign = restored(written)
    assert dump_campaign(store, campaign) == written


def test_who_does_not_want_to_be_heard_is_not_heard_in_a_campaign_read_back(played):
    """Nor is a table that is off the record; that somebody agreed, a file cannot say."""
    store, campaign = restored(dump_campaign(played.store, played.campaign))
    assert [each.given for each in consents(store, campaign)] == [None, False, None]
    assert [each.silent for each in store.evenings(campaign.id)] == [True]
    assert '"withdrawn": []' in dump_campaign(played.store, played.campaign, secrets=False)


def test_the_game_goes_on_from_a_campaign_read_back(played):
    store, campaign = restored(dump_campaign(played.store, played.campaign), "Copy")
    notes = [
        render_notes(read_evening(where, which, 1).evening("T"))
        for where, which in ((played.store, played.campaign), (store, campaign))
    ]
    assert notes[0] == notes[1]
    assert Game(store, campaign, FakeClock()).state == played.game.state


def test_a_campaign_read_back_is_nobodys_demo(played):
    """A demo asks nobody for consent, throws dice it knows, and is deleted at the next start."""
    data = json.loads(dump_campaign(played.store, played.campaign))
    data["campaign"]["settings"] = {DEMO: "phase-abandon", "dice": "table"}
    assert restored(json.dumps(data))[1].settings == {"dice": "table"}


def test_struck_words_are_not_in_the_file(played):
    assert "nobody's business" not in dump_campaign(played.store, played.campaign)


@pytest.mark.parametrize("command", ["agree_to_be_heard", "forget_me", "recredit", "off_the_record"])
def test_an_open_question_of_a_file_moves_the_game_or_is_left_out(played, command):
    """Whoever wrote the file may have it ask "Shall we begin?" and do with a yes what nobody was asked."""
    data = json.loads(dump_campaign(played.store, played.campaign))
    forged = {"command": command, "slots": {"player": "Mira", "whose_words": "Mira"}, "missing": []}
    data["pending"] |= {"text": "Shall we begin?", "intent": {"category": "table_command", **forged}}
    store, campaign = restored(json.dumps(data))
    assert store.pending(campaign.id) is None


def test_a_name_that_is_taken_is_refused_and_nothing_changes(played):
    text = dump_campaign(played.store, played.campaign)
    store, campaign = restored(text)
    read = read_campaign_file(text)
    with pytest.raises(CampaignExists):
        restore_campaign(store, RecalledClock(read.campaign.created), read)
    assert store.campaigns() == (campaign,)


@pytest.mark.parametrize("step", ["begin_evening", "add_utterance", "append", "learn_word", "save_pending"])
@pytest.mark.parametrize("problem", [KeyboardInterrupt, StoreFull("There is no space left.")])
def test_reading_back_that_is_killed_leaves_no_half_campaign(played, tmp_path, monkeypatch, step, problem):
    """Nobody else sees anything of it before it is whole; then the same once more makes all of it."""
    text = dump_campaign(played.store, played.campaign)
    read = read_campaign_file(text)
    file, seen = tmp_path / "companion.db", []

    def killed(*_, **__):
        with closing(sqlite3.connect(file)) as other:
            seen.append(other.execute("SELECT count(*) FROM campaigns").fetchone())
        raise problem

    with open_store(file, RecalledClock(read.campaign.created)) as store:
        with monkeypatch.context() as kill:
            kill.setattr(store, step, killed)
            with pytest.raises((KeyboardInterrupt, StoreFull)):
                restore_campaign(store, store._clock, read)
        assert (seen, store.campaigns()) == ([(0,)], ())
        assert dump_campaign(store, restore_campaign(store, store._clock, read)) == text


THEN = "2026-03-06T19:30:00Z"


def change(text, path, value):
    data = json.loads(text)
    *way, last = path
    part = data
    for step in way:
        part = part[step]
    part[last] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        (("format",), "other", "contains no campaign"),
        (("version",), 2, "another version"),
        (("complete",), False, "no secrets"),
        (("surprise",), 1, "surprise"),
        (("a\nb\x1b[31m" + "x" * 99,), 1, "damaged: a\\nb\\x1b[31mxxx"),
        (("talk", 0, "evening"), 7, "missing evening"),
        (("talk", 0, "id"), "u3", "an id occurs twice"),
        (("talk", 0, "start"), "soon", "talk.0.start"),
        (("log", 1, "position"), 5, "the log has gaps"),
        (("evenings", 0, "number"), 3, "not numbered from 1"),
        (("evenings", 0, "started"), "yesterday", "evenings.0.started"),
        (("evenings", 0, "started"), "0001-01-01T00:00:00+14:00", "nothing was played in the year 1"),
        (("log", 0, "at"), "9999-12-31T23:59:59-12:00", "nothing was played in the year 9999"),
        (("talk", 0, "start"), 1e300, "talk.0.start"),
        (
            ("evenings",),
            [{"number": 1, "started": THEN, "ended": THEN}] * (MOST_ROWS["evenings"] + 1),
            f"at most {MOST_ROWS['evenings']} items",
        ),
        (
            ("words",),
            [{"heard": "a", "spelled": "b", "learnt_at": THEN}] * (MOST_ROWS["words"] + 1),
            f"at most {MOST_ROWS['words']} items",
        ),
        (
            ("chronicle",),
            [{"body": {}, "made_at": THEN}] * (MOST_ROWS["corrections"] + 1),
            f"at most {MOST_ROWS['corrections']} items",
        ),
    ],
)
def test_a_file_that_does_not_fit_is_refused_with_the_place(played, path, value, complaint):
    with pytest.raises(ExportError) as refused:
        read_campaign_file(change(dump_campaign(played.store, played.campaign), path, value))
    assert complaint in str(refused.value)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("text", ["", "{", "[]", "1", '{"format": NaN}', "[" * 100_000])
def test_what_is_no_campaign_file_is_refused(text):
    with pytest.raises(ExportError):
        read_campaign_file(text)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("campaign", "system"), "chess"),
        (("campaign", "roster"), {}),
        (("log", 0, "events", 0, "kind"), "dragon_tamed"),
        (("log", 0, "events", 0), {"kind": "table_created"}),
        (("log", 0, "schema"), 99),
        (("log", 0, "kind"), "undone"),
        (("chronicle", 0, "body"), {"do": "praise", "name": "Olvir"}),
        (("chronicle", 0, "body", "into"), {}),
        (("chronicle", 0, "body"), {"do": "note", "name": "Olvir", "text": " "}),
        (("chronicle", 0, "body"), {"do": "note", "name": "Olvir", "text": "a" * 5000}),
        (("pending",), {}),
        (("pending", "first"), [7]),
        (("pending", "intent", "command"), None),
        (("talk", 0, "reasons", "readings"), [{"command": "set_scene"}]),
        (("talk", 0, "reasons", "voices"), [["Jay"]]),
    ],
)
def test_what_the_rules_or_the_chronicle_cannot_read_leaves_no_campaign(played, path, value):
    read = read_campaign_file(change(dump_campaign(played.store, played.campaign), path, value))
    clock = RecalledClock(read.campaign.created)
    with open_store("sqlite://", clock) as store:
        with pytest.raises(ExportError) as refused:
            restore_campaign(store, clock, read)
        assert path[0] in {"campaign", "log"} or ".".join(map(str, path[:2])) in str(refused.value)
        assert store.campaigns() == ()


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("schema", -(10**30)),
        ("events", [{"kind": "group_goal_added", "goal": "go", "value": 1, "order": 10**30}]),
        ("events", [{"kind": "blurb_set", "character": "Herik", "slot": 10**9, "text": "x"}]),
    ],
)
def test_numbers_made_to_keep_a_computer_busy_are_refused(played, key, value):
    """A shape from long before the first, places beyond all there are: refused at once, taking no memory."""
    data = json.loads(dump_campaign(played.store, played.campaign))
    data["log"][-1][key] = value
    with pytest.raises(ExportError, match=r"^The campaign in the file cannot be played: "):
        restored(json.dumps(data))


def test_a_player_safe_file_tells_no_hidden_card(tmp_path):
    """The same evening with other cards gives the same file but for its times."""
    texts = []
    for name, cards in (("low", LOW), ("high", HIGH)):
        other = HIGH if cards is LOW else LOW
        game = sitting(tmp_path / name, cards, other).evening.game
        texts.append(dump_campaign(game.store, game.campaign, secrets=False))
        assert dump_campaign(game.store, game.campaign) != texts[-1]
    assert texts[0] == texts[1]
    assert json.loads(texts[0])["complete"] is False


OLD_NAME, SHOWN_NAME = "Jay\x1b]0;t\x07\u202e\u200f", r"Jay\u001b]0;t\u0007\u202e\u200f"


def test_a_campaign_with_names_that_are_refused_now_comes_back_with_escapes_in_them():
    """As an older companion took them: in the roster, and so in the log and in who spoke."""
    told = roster()
    told["players"][0]["name"] = told["holder"] = OLD_NAME
    with open_store("sqlite://", FakeClock()) as store:
        campaign = store.create_campaign("Harbour", "phase-abandon", told)
        with store._database.write() as connection:
            connection.execute(update(schema.campaigns).values(name="Har\u202ebour"))
        Game(store, store.campaign("Harbour"), FakeClock()).set_up()
        store.begin_evening(campaign.id)
        store.add_utterance(campaign.id, 1, StoredUtterance("u1", "I wait \x1b.", OLD_NAME, 1.0, 0.0, 1.0))
        written = dump_campaign(store, store.campaigns()[0])
    store, campaign = restored(written)
    assert campaign.name == r"Har\u202ebour"
    assert campaign.roster["players"][0]["name"] == SHOWN_NAME
    assert [(each.speaker, each.text) for each in store.utterances(campaign.id)] == [(SHOWN_NAME, "I wait \x1b.")]
    assert Game(store, campaign, FakeClock()).state.players[0].name == SHOWN_NAME
    again = dump_campaign(store, campaign)
    assert dump_campaign(*restored(again)) == again


@pytest.mark.parametrize(("strange", "read"), [(MOST_STRANGE_NAMES, True), (MOST_STRANGE_NAMES + 1, False)])
def test_a_file_full_of_names_that_nobody_sees_is_refused_before_they_are_looked_for(strange, read):
    with open_store("sqlite://", FakeClock()) as store:
        campaign = store.create_campaign("Harbour", "phase-abandon", roster())
        written = json.loads(dump_campaign(store, campaign))
    learnt = "2026-01-01T00:00:00+00:00"
    written["words"] = [{"heard": f"w\x1b{n}", "spelled": f"W{n}", "learnt_at": learnt} for n in range(strange)]
    if read:
        restored(json.dumps(written))
    else:
        with pytest.raises(ExportError, match=f"has {strange} names with invisible characters; at most"):
            restored(json.dumps(written))


def nobody_narrates():
    """A campaign file in whose log narration was passed on to nobody at all."""
    with open_store("sqlite://", FakeClock()) as store:
        campaign = store.create_campaign("The Ford", "phase-abandon", roster())
        Game(store, campaign, FakeClock()).set_up()
        data = json.loads(dump_campaign(store, campaign))
    passed = [event for entry in data["log"] for event in entry["events"] if event["kind"] == "narration_passed"]
    passed[-1]["holder"] = ""
    return json.dumps(data)


def test_a_log_that_leads_to_a_table_nobody_can_show_is_refused():
    """It fits the rules entry by entry; pages and announcements would fail at every turn."""
    with pytest.raises(ExportError, match=r"cannot be played: entry .* cannot be shown: no player"):
        restored(nobody_narrates())


def test_a_campaign_kept_before_that_nobody_can_show_is_told_when_it_is_opened(monkeypatch, tmp_path):
    with monkeypatch.context() as before:
        before.setattr(restoring, "try_to_show", lambda *_: None)
        store, campaign = restored(nobody_narrates())
    with pytest.raises(CorruptHistory, match="cannot be shown: no player"):
        open_evening(store, campaign, load_settings({"data_dir": tmp_path}, environment={}), lambda _: None)
