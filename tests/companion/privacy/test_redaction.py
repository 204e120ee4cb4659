"""Struck words are in no file any more: not in the database, its unused pages, its write-ahead log, nor in notes."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from audio.types import Utterance
from companion.chronicle.memory.recollection import READING, Recollection
from companion.chronicle.saved_documents import DocumentLocked, redact_documents
from companion.dialogue.privacy_commands import forget_me, go_off_record, strike_that
from companion.nlu.recognize import load_recognizer
from companion.nlu.types import Intent
from companion.play.game import Game
from companion.privacy import traces
from companion.privacy.log_redaction import MARK
from companion.privacy.redaction import forget_person, redact
from companion.privacy.traces import traces_of, words_of
from companion.store import CampaignLog, Store, StoredBatch, StoredUtterance, campaign_log, open_store, schema
from companion.store.redaction import QUOTING
from companion.transfer.exports.campaign_file import dump_campaign, read_campaign_file
from companion.transfer.exports.restoring import RecalledClock, restore_campaign
from tests.support.clock import FakeClock
from tests.support.harbour import talking
from tests.support.privacy import files_with
from tests.support.sitting import Sitting, act, ask

SECRETS = ("Zanzibar", "quetzal", "Marjorie")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def store(folder: Path) -> Iterator[Store]:
    with open_store(folder / "companion.db", FakeClock()) as store:
        yield store


@pytest.fixture
def sitting(store: Store, folder: Path) -> Sitting:
    return Sitting(store, notes=folder / "notes")


def told_secrets(sitting: Sitting) -> list[str]:
    """Every kind of thing the companion makes of what is said, made of secrets."""
    store, campaign = sitting.store, sitting.campaign
    said = [
        sitting.say("Mira", "Marjorie hid the quetzal in Zanzibar"),
        sitting.say(
            "Jay",
            "The scene is the quetzal house of Zanzibar",
            act("set_scene", player="Jay", description="the quetzal house of Zanzibar"),
        ),
        _saved(sitting, "The lamps are lit"),
        sitting.say("Jay", "Next is her flat", act("set_scene", player="Jay", description="her flat")),
        sitting.say("Russ", "I ask Marjorie", ask("add_connection", player="Russ", npc_name="Marjorie")),
    ]
    sitting.wait(3)
    sitting.say("Russ", "The rain stops at last")
    store.add_announcement(campaign.id, 1, "Last time: Marjorie hid the quetzal.", "u5")
    store.learn_word(campaign.id, "sansi bar", "Zanzibar")
    store.add_correction(campaign.id, {"do": "role", "name": "Marjorie", "role": "keeper"})
    store.keep_reading(campaign.id, 1, 1, {"people": ["Marjorie"]}, store.wording(campaign.id, 1))
    store.keep_batch(campaign.id, 1, StoredBatch(1, "key", 1, {"people": ["Marjorie"]}), store.strikes(campaign.id))
    return said


def _saved(sitting: Sitting, text: str) -> str:
    said = sitting.say("Jay", text)
    sitting.notebook.save()
    return said


def test_struck_words_are_in_no_file(sitting: Sitting, folder: Path) -> None:
    """Sentence, reasons, answers, question, spelling, correction, reading, notes, index and log: all of them."""
    said = told_secrets(sitting)
    assert files_with(folder, SECRETS).keys() >= {"companion.db-wal", "notes/harbour-1.md"}
    sitting.session.strike(said)
    assert files_with(folder, SECRETS) == {}
    store, campaign = sitting.store, sitting.campaign
    assert [each.struck for each in store.utterances(campaign.id, 1)] == [True] * 5 + [False]
    assert sitting.session.question is None
    assert "The rain stops" in sitting.notebook.notes()
    assert store.search(campaign.id, ["Zanzibar"]) == ()
    assert sitting.wait(3) == []


def test_struck_words_are_in_no_kept_state(
    sitting: Sitting, folder: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """States on the way are dropped with the words, and those kept afterwards are made from what is left."""
    monkeypatch.setattr(campaign_log, "STRIDE", 1)
    said = told_secrets(sitting)
    sitting.game.load()
    with store._database.read() as connection:
        assert any("Zanzibar" in body for body in connection.scalars(select(schema.states.c.body)))
    sitting.session.strike(said)
    assert files_with(folder, SECRETS) == {}
    with store._database.read() as connection:
        assert any(MARK in body for body in connection.scalars(select(schema.states.c.body)))


def test_the_game_goes_on_from_the_log_without_them(sitting: Sitting) -> None:
    """Chips, dice and scenes are what they were; descriptions are marks, in memory and when read again."""
    said = told_secrets(sitting)
    before = sitting.chips
    sitting.session.strike(said)
    scene = sitting.game.state.scene.description
    assert scene.startswith("(struck")
    assert sitting.chips == before
    again = Game(sitting.store, sitting.campaign, FakeClock())
    assert again.state == sitting.game.state
    marks = [
        each.entry.command["description"] for each in again.recorded if "description" in (each.entry.command or {})
    ]
    assert marks[-2:] == [MARK, "(struck 2)"]
    assert sitting.store.verify(sitting.campaign.id).ok


def test_what_others_said_stays(sitting: Sitting) -> None:
    """A word that somebody else also said gives nobody away, and is deleted nowhere."""
    sitting.say("Mira", "The quetzal is loose")
    sitting.store.add_announcement(sitting.campaign.id, 1, "The quetzal is loose.", None)
    gone = sitting.say("Jay", "A quetzal, in my kitchen with Marjorie")
    sitting.session.strike([gone])
    assert [each.text for each in sitting.store.utterances(1, 1)] == ["The quetzal is loose", ""]
    assert [each.text for each in sitting.store.announcements(1)] == ["The quetzal is loose."]


def test_notes_that_are_locked_are_named_and_hold_nothing_up(
    sitting: Sitting, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One sentence tells which; what the evening keeps and the other papers lose the words all the same."""
    said = sitting.say("Mira", "Marjorie hid the quetzal in Zanzibar")
    _saved(sitting, "The lamps are lit")
    first, other = folder / "notes" / "harbour-1.md", folder / "notes" / "harbour-2.md"
    other.write_text("Zanzibar\n", encoding="utf-8")
    first.write_text("Zanzibar\n", encoding="utf-8")
    replace = Path.replace

    def locked(file: Path, target: Path) -> Path:
        if target == first:
            raise PermissionError(13, "Permission denied")
        return replace(file, target)

    monkeypatch.setattr(Path, "replace", locked)
    with pytest.raises(
        DocumentLocked, match=r"^Deleted from the record\. These .*harbour-1\.md \(Permission denied\)\.$"
    ):
        sitting.session.strike([said])
    assert (first.read_text(encoding="utf-8"), other.read_text(encoding="utf-8")) == ("Zanzibar\n", "")
    assert sitting.of("note")[-1]["struck"] == [said]
    assert "Zanzibar" not in sitting.notebook.notes()


@pytest.mark.parametrize("way", ["strike_that", "off_the_record", "forget_me"])
def test_locked_notes_end_no_evening(sitting: Sitting, folder: Path, monkeypatch: pytest.MonkeyPatch, way: str) -> None:
    """Somebody who asks aloud is told, and gets all the rest of what they asked for."""
    session, forgotten = sitting.session, list[str]()
    monkeypatch.setattr(session.consent, "forget_voice", forgotten.append)
    sitting.say("Mira", "Marjorie hid the quetzal in Zanzibar")
    _saved(sitting, "The lamps are lit")
    kept = StoredUtterance("u3", "Zanzibar", "Mira", typed=True)
    sitting.store.add_utterance(sitting.campaign.id, 1, kept)
    said = Utterance(kept.id, kept.text, None, 1.0, 1.0, typed=True)
    monkeypatch.setattr(Path, "read_bytes", _locked)
    slots = {"whose_words": "Mira"} if way == "forget_me" else {}
    do = {"strike_that": strike_that, "off_the_record": go_off_record, "forget_me": forget_me}[way]
    do(session, Intent("table_command", way, slots, confidence=1.0, decision="act"), said)
    told = sitting.wait(2)
    done = "Everything Mira said is deleted." if way == "forget_me" else "Deleted from the record."
    paper = folder / "notes" / "harbour-1.md"
    locked = f"{done} These documents may still quote it: {paper} (Permission denied). Unlock and delete them."
    assert locked in told
    assert (session.listening, forgotten) == (way != "off_the_record", ["Mira"] if way == "forget_me" else [])


def _locked(file: Path) -> bytes:
    raise PermissionError(13, "Permission denied", str(file))


def test_notes_in_any_letters_lose_the_words_and_nothing_else(folder: Path) -> None:
    """Line ends and letters of other programs stay; what a crash left half written goes."""
    folder.mkdir()
    notes = folder / "harbour-1.md"
    notes.write_bytes(b"caf\xe9\r\nZanzibar\r\nlamps\r\n")
    (folder / ".harbour-2.md.part").write_bytes(b"Zanzi")
    (folder / "harbour-2.json").write_bytes(b'"Zanzibar"')
    redact_documents(folder, "harbour", lambda text: "Zanzi" in text)
    assert {each.name: each.read_bytes() for each in folder.iterdir()} == {"harbour-1.md": b"caf\xe9\r\nlamps\r\n"}


@pytest.mark.parametrize("forget", [False, True])
def test_a_kill_as_words_are_struck_leaves_no_paper_that_quotes_them(
    sitting: Sitting, folder: Path, monkeypatch: pytest.MonkeyPatch, forget: bool
) -> None:
    """Saved notes are clean before the words are gone: afterwards nothing tells what to look for."""
    said = sitting.say("Mira", "Marjorie hid the quetzal in Zanzibar")
    _saved(sitting, "The lamps are lit")
    papers: list[str] = []

    def killed(*_: Any, **__: Any) -> int:
        papers.extend(each.read_text(encoding="utf-8") for each in folder.glob("notes/*"))
        raise KeyboardInterrupt

    monkeypatch.setattr(sitting.store, "strike_all", killed)
    with pytest.raises(KeyboardInterrupt):
        sitting.session.forget("Mira") if forget else sitting.session.strike([said])
    assert len(papers) == 1
    assert "lamps" in papers[0]
    assert [secret for secret in SECRETS if secret in papers[0]] == []


def test_a_campaign_whose_name_begins_alike_keeps_its_papers(folder: Path) -> None:
    """Harbour's words are struck, not those of Harbour 2, nor what is being written of it; copies count as papers."""
    folder.mkdir()
    others = (
        "harbour-2-1.md",
        ".harbour-2-1.md.0a1b.part",
        "harbour-2-1-recap.txt",
        "harbour-master-3.md",
        "harbour.md",
    )
    ours = (
        "harbour-2.md",
        "harbour-12-recap.txt",
        "harbour-1 (copy).md",
        ".harbour-2.md.0a1b.part",
        ".harbour-2.md.part",
    )
    for name in (*others, *ours):
        (folder / name).write_text("Zanzibar\n")
    changed = redact_documents(folder, "harbour", lambda text: "Zanzi" in text)
    assert sorted(each.name for each in changed) == sorted(ours)
    assert {each.name for each in folder.iterdir() if "Zanzibar" in each.read_text()} == set(others)


def test_pages_of_a_long_evening_are_clean(folder: Path, store: Store) -> None:
    """Words in the middle of thousands of others, in pages and index segments that were merged and moved."""
    campaign = store.create_campaign("Harbour", "phase-abandon", {"players": []})
    evening = store.begin_evening(campaign.id).number
    for number in range(600):
        secret = f" and then Zanzibar{number} again" if number % 50 == 7 else ""
        text = f"word{number} about the harbour{secret}, " + "rain " * (number % 40)
        store.add_utterance(campaign.id, evening, StoredUtterance(f"u{number}", text))
    redact(store, campaign, {evening: [f"u{number}" for number in range(7, 600, 50)]})
    assert files_with(folder, ["Zanzibar"]) == {}
    assert len(store.search(campaign.id, ["word8"])) == 11


def test_striking_by_voice_and_by_typing(store: Store, folder: Path) -> None:
    """The plain sentence deletes what was said just before it."""
    sitting = Sitting(store, recognizer=load_recognizer("phase-abandon"))
    for typed in (False, True):
        sitting.say("Mira", "My sister Marjorie is moving to Zanzibar", typed=typed)
        sitting.say("Mira", "Strike that from the record.", typed=typed)
        assert files_with(folder, SECRETS) == {}
    assert sitting.wait(2) == ["Deleted from the record."]


def test_off_the_record_is_heard_for_nothing(store: Store, folder: Path) -> None:
    """Neither the turn that says so, nor anything until the way back, whoever speaks."""
    sitting = Sitting(store, recognizer=load_recognizer("phase-abandon"))
    sitting.say("Mira", "This is off the record: Marjorie is moving")
    records = len(sitting.records)
    sitting.say("Jay", "To Zanzibar, with the quetzal?")
    sitting.say("Mira", "I roll Locks")
    assert len(sitting.records) == records
    assert sitting.outcomes == []
    assert files_with(folder, SECRETS) == {}
    sitting.say("Jay", "Back on the record.")
    sitting.say("Jay", "The quay is empty")
    texts = [each.text for each in store.utterances(sitting.campaign.id, 1)]
    assert texts == ["", "Back on the record.", "The quay is empty"]


def test_what_struck_words_are_known_by() -> None:
    """Rare words and runs of words; not names of the table, numbers, or what is said anyway."""
    every = traces_of(["Nine of us saw Marjorie at the quay", "Not me"])
    left = every.without(every.found_in(["we are at the quay", json.dumps({"name": "Nine"})]))
    assert left.in_text("MARJORIE!")
    assert left.in_text("they said not me, really")
    assert left.in_json({"said": ["nine of us saw her"]})
    assert not left.in_text("Nine ships at the quay")


RETOLD = (("Mira", "We come to the house."), ("Jay", "I kill the old man."), ("Russ", "The rain falls all night."))


@pytest.mark.parametrize("forgotten", [False, True])
def test_what_was_retold_goes_with_the_words_it_was_made_of(store: Store, folder: Path, forgotten: bool) -> None:
    """In words of its own, which quote nothing; tonight's tale as last time's, told or still to be told."""
    sitting = Sitting(store, recognizer=load_recognizer("phase-abandon"))
    said = [sitting.say(by, text, typed=True) for by, text in RETOLD][1]
    sitting.say("Russ", "Tell us what happened so far tonight, the full version.", typed=True)
    tonight = sitting.wait(40)
    store.end_evening(1, 1)
    store.begin_evening(1)
    again = sitting.again(recognizer=sitting.understands, notes=folder / "notes")
    again.say("Russ", "What happened last time, everything?", typed=True)
    told = [*tonight, *again.wait(7)]
    assert any("kills the old man" in text for text in told)
    copy = restored(store)
    for where in (store, copy):
        forget_person(where, where.campaign(1), "Jay") if forgotten else redact(where, where.campaign(1), {1: [said]})
        kept = [each.text for each in where.announcements(1)]
        assert kept == [text for text in told if "old man" not in text]
    assert files_with(folder, ["kills the old man"]) == {}


def restored(store: Store) -> Store:
    """A copy of its campaign, by way of a file."""
    read = read_campaign_file(dump_campaign(store, store.campaign(1)))
    clock = RecalledClock(read.campaign.created)
    copy = open_store("sqlite://", clock)
    restore_campaign(copy, clock, read)
    return copy


def test_a_tale_goes_on_without_what_was_struck_meanwhile(store: Store) -> None:
    sitting = Sitting(store, recognizer=load_recognizer("phase-abandon"))
    said = [sitting.say(by, text, typed=True) for by, text in RETOLD][1]
    sitting.say("Russ", "Tell us what happened so far tonight, the full version.", typed=True)
    sitting.session.strike([said])
    told = sitting.wait(40)
    assert told
    assert "old man" not in " ".join(told)


def test_what_was_ever_said_is_looked_through_once(sitting: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever strikes holds the table up no longer than that takes."""
    said, read = told_secrets(sitting), list[str]()
    sitting.say("Jay", "The quay is empty tonight.")

    def counted(text: str) -> list[str]:
        read.append(text)
        return words_of(text)

    monkeypatch.setattr(traces, "words_of", counted)
    redact(sitting.store, sitting.campaign, {1: said})
    assert read.count("The quay is empty tonight.") == 1


def test_on_a_server_no_row_holds_them(postgres_database: str) -> None:
    """And the rows that held them are cleared from its pages: every table was vacuumed."""
    with open_store(postgres_database, FakeClock()) as store:
        sitting = Sitting(store)
        sitting.session.strike(told_secrets(sitting))
        with store._database.read() as connection:
            for table in schema.metadata.tables.values():
                rows = str(connection.execute(select(table)).all())
                assert [secret for secret in SECRETS if secret in rows] == [], table.name
            never = text("SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples < 0")
            assert set(connection.scalars(never)).isdisjoint(schema.metadata.tables)


def test_a_reader_that_holds_old_pages_is_told(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Deleted they are; the last one who closes the file empties its write-ahead log."""
    with open_store(folder / "companion.db", FakeClock(), busy_seconds=0.1) as store:
        sitting = Sitting(store)
        said = sitting.say("Mira", "Marjorie lives in Zanzibar")
        with closing(sqlite3.connect(folder / "companion.db")) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT count(*) FROM utterances").fetchone()
            sitting.session.strike([said])
            assert "deleted words stay in" in caplog.text
    assert files_with(folder, SECRETS) == {}


def test_every_table_that_may_quote_is_looked_through() -> None:
    """A new table is either searched for struck words, or known here to hold none."""
    searched = {table.name for table, _ in QUOTING}
    struck_otherwise = {"utterances", "log", "states"}
    without_words = {"campaigns", "evenings", "consents", "write_ups"}
    assert searched | struck_otherwise | without_words == set(schema.metadata.tables)


def test_a_log_read_before_words_are_struck_is_not_what_is_kept(sitting: Sitting, folder: Path, store: Store) -> None:
    """Names reach a reading through the log, too."""
    said = told_secrets(sitting)
    store.end_evening(sitting.campaign.id, 1)
    log = CampaignLog(store, sitting.campaign.id, sitting.game.ruleset)
    redact(store, sitting.campaign, {1: said})
    Recollection(store, sitting.campaign, log=log).reading(1)
    assert files_with(folder, SECRETS).keys() <= {"notes/harbour-1.md"}


def test_a_page_that_reads_an_evening_while_words_are_struck_writes_none_of_them_back(
    sitting: Sitting, folder: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It had read the talk and the log before the strike, and is about to keep what it made of them."""
    said = [*told_secrets(sitting), sitting.say("Mira", "Marjorie Quetzal walks over to the pier and bows to Jay.")]
    store.end_evening(sitting.campaign.id, 1)
    keep, kept = Store.keep_reading, list[str]()

    def struck_first(*given: Any) -> None:
        redact(store, sitting.campaign, {1: said})
        kept.append(str(given))
        keep(*given)

    monkeypatch.setattr(Store, "keep_reading", struck_first)
    Recollection(store, sitting.campaign).reading(1)
    assert "Marjorie" in kept[0]
    assert files_with(folder, SECRETS).keys() <= {"notes/harbour-1.md"}


def test_names_that_struck_words_taught_to_spell_are_gone_from_every_reading(folder: Path, store: Store) -> None:
    """Earlier evenings were read with them since, and so was what was said tonight before them."""
    earlier = talking(store=store)
    earlier.say("Jay", "We meet Oliver the smith. Oliver laughs.")
    earlier.notebook.keep()
    store.end_evening(earlier.campaign.id, 1)
    store.begin_evening(earlier.campaign.id)
    sitting = earlier.again(recognizer=earlier.understands, mode="table")
    sitting.say("Jay", "Oliver the smith is here. Oliver smiles.")
    taught = sitting.say("Mira", "Olvir, not Oliver.")
    assert "Olvir" in str(sitting.session.today())
    assert "Olvir" in str(sitting.notebook.memory())
    assert "Olvir" in str(store.readings(sitting.campaign.id, READING))
    sitting.session.strike([taught])
    assert files_with(folder, ["Olvir"]) == {}
    assert [line.text for line in sitting.session.today().lines] == ["Oliver the smith is here. Oliver smiles."]
    assert "Olvir" not in str(sitting.notebook.memory())
    sitting.notebook.keep()
    assert files_with(folder, ["Olvir"]) == {}
    assert "Oliver" in str(store.readings(sitting.campaign.id, READING))


def test_names_that_struck_words_taught_are_not_shown_while_the_talk_is_read_anew(store: Store) -> None:
    sitting = talking(store=store)
    sitting.session.read_anew()
    sitting.say("Jay", "Oliver the smith is here. Oliver smiles.")
    taught = sitting.say("Mira", "Olvir, not Oliver.")
    sitting.session.read_anew()
    assert "Olvir" in sitting.notebook.notes()
    sitting.session.strike([taught])
    assert "Olvir" not in sitting.notebook.notes()
    assert sitting.notebook.outdated
    sitting.session.read_anew()
    assert "Oliver" in sitting.notebook.notes()


@pytest.mark.parametrize("words", ["Zanzibar, not Zanziber.", "Note about Zanziber: he hides the quetzal."])
def test_a_correction_that_was_struck_is_not_what_an_undo_tells_of(words: str, folder: Path, store: Store) -> None:
    sitting = talking(store=store)
    sitting.say("Jay", "We meet Zanziber the smith. Zanziber laughs.")
    taught = sitting.say("Mira", words)
    sitting.wait(5)
    sitting.session.strike([taught])
    sitting.say("Jay", "Undo that.", typed=True)
    assert sitting.wait(5) == ["There is nothing to undo."]
    assert files_with(folder, ["Zanzibar", "quetzal"]) == {}


@pytest.mark.parametrize("seconds", [3, 90])
def test_words_that_others_were_put_in_the_place_of_are_struck_with_them(
    seconds: int, sitting: Sitting, folder: Path
) -> None:
    """What was heard first lies in the log and in saved notes, undone or not."""
    scene = act("set_scene", player="Jay", description="the quetzal house of Zanzibar")
    said = sitting.say("Jay", "The scene is the quetzal house of Zanzibar", scene)
    sitting.notebook.save()
    sitting.wait(seconds)
    sitting.session.reword(said, "The scene is nothing of note")
    sitting.session.strike([said])
    assert files_with(folder, SECRETS) == {}


@pytest.mark.parametrize("told", ["her flat", "code 4711"])
def test_descriptions_of_common_words_are_in_no_saved_notes(told: str, sitting: Sitting, folder: Path) -> None:
    said = sitting.say("Jay", f"Next is {told}", act("set_scene", player="Jay", description=told))
    sitting.notebook.save()
    assert files_with(folder, [told]).keys() >= {"notes/harbour-1.md"}
    sitting.session.strike([said])
    assert files_with(folder, [told]) == {}


def test_a_description_somebody_else_said_yes_to_is_struck_with_its_sentence(sitting: Sitting, folder: Path) -> None:
    said = sitting.say("Jay", "Next is her flat", ask("set_scene", player="Jay", description="her flat"))
    sitting.say("Jay", "Yes", act("yes"))
    assert sitting.game.state.scene.description == "her flat"
    sitting.session.strike([said])
    assert sitting.game.state.scene.description == MARK
    assert files_with(folder, ["her flat"]) == {}


def test_a_description_that_words_still_on_record_hold_stays_when_the_yes_is_struck(sitting: Sitting) -> None:
    sitting.say("Jay", "Next is her flat", ask("set_scene", player="Jay", description="her flat"))
    sitting.session.strike([sitting.say("Jay", "Yes", act("yes"))])
    assert sitting.game.state.scene.description == "her flat"


@pytest.mark.parametrize("words", ["Zanzibarius, not Oliver.", "We meet Zanzibarius the smith. Zanzibarius laughs."])
def test_what_was_made_of_a_sentence_before_it_was_corrected_goes_with_it(
    words: str, folder: Path, store: Store
) -> None:
    """A name it gave somebody, and saved notes; however often it was worded anew, and after a restart."""
    sitting = talking(store=store, notes=folder / "notes")
    sitting.say("Jay", "We meet Oliver the smith. Oliver laughs.")
    said = sitting.say("Mira", words)
    sitting.wait(3)
    sitting.notebook.save()
    assert files_with(folder, ["Zanzibarius"]).keys() >= {"notes/harbour-1.md"}
    sitting.session.reword(said, "We meet nobody today.")
    sitting.session.reword(said, "Never mind that.")
    again = sitting.again(recognizer=sitting.understands, mode="table", notes=folder / "notes")
    again.session.strike([said])
    assert files_with(folder, ["Zanzibarius"]) == {}


def test_a_sentence_without_reasons_has_none_after_it_was_corrected(sitting: Sitting, store: Store) -> None:
    """What stood in its place is kept where reasons are, and is none."""
    campaign = sitting.campaign.id
    store.add_utterance(campaign, 1, StoredUtterance("x1", "We meet Marjorie", "Jay", 0.9, 0.0, 1.0))
    store.reword(campaign, 1, "x1", "We meet nobody")
    assert store.explanation(campaign, 1, "x1") is None
    assert store.heard_before(campaign, 1) == {"x1": ["We meet Marjorie"]}


@pytest.mark.parametrize("forgotten", [False, True], ids=["struck", "forgotten"])
def test_an_open_question_goes_with_the_sentence_it_is_about(
    sitting: Sitting, store: Store, folder: Path, forgotten: bool
) -> None:
    """Also where others said every word of it too; a question about another sentence, of another evening, stays."""
    sitting.say("Jay", "The secret of the harbour is my own")
    said = sitting.say(
        "Mira", "A quarrel about my own secret", ask("call_conflict", caller="Mira", nature="my own secret")
    )
    question = store.pending(sitting.campaign.id)
    assert question is not None
    redact(store, sitting.campaign, {1: ["u1"], 2: [said]})
    assert store.pending(sitting.campaign.id) == question
    if forgotten:
        forget_person(store, sitting.campaign, "Mira", folder / "notes")
    else:
        redact(store, sitting.campaign, {1: [said]})
    assert store.pending(sitting.campaign.id) is None
