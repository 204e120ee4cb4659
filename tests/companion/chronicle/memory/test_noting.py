"""The table's notes on people of the story are kept, changed, undone, found, exported, quoted, and struck."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.base.errors import NoteRefused
from companion.chronicle.campaign_reader import CampaignReader
from companion.chronicle.extractor.notes import render_notes
from companion.chronicle.memory.corrections import Merge, Note, Rename, Undo, correction_json, told
from companion.chronicle.memory.noting import LONGEST_NOTE, note_text
from companion.chronicle.memory.values import Entry
from companion.chronicle.recaps import RecapRequest, load_tone
from companion.chronicle.saved_documents import write_document
from companion.privacy.redaction import forget_person, redact
from companion.store import Store, open_store
from companion.transfer.exports.campaign_file import dump_campaign, read_campaign_file
from companion.transfer.exports.chapters import chapters_of
from companion.transfer.exports.pages import as_html, as_markdown
from companion.transfer.exports.restoring import RecalledClock, restore_campaign
from companion.transfer.exports.vault import vault_files
from tests.support.clock import FakeClock
from tests.support.harbour import talking
from tests.support.privacy import files_with
from tests.support.sitting import Sitting

HOSTILE = "<img src=x onerror=alert(1)> {{7*7}} {0.__class__} [a](javascript:alert(1)) ![](http://evil.example/x) |#"

TALK = (
    ("Jay", "And there's this ferrywoman sitting on a boat. Her name is Benna Harrow."),
    ("Jay", "So Benna laughs, and Benna hands Bartok an oar."),
    ("Russ", "Captain Dreel shouts at Bartok, and Captain Dreel whistles."),
    ("Mira", "I promise Benna that Yvaine will bring her boat back before dawn."),
)


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def store(tmp_path: Path, clock: FakeClock) -> Iterator[Store]:
    with open_store(tmp_path / "data" / "companion.db", clock) as store:
        yield store


@pytest.fixture
def sitting(store: Store) -> Sitting:
    table = talking(store=store)
    for who, text in TALK:
        table.say(who, text)
        table.wait(3)
    return table


@pytest.fixture
def shelf(store: Store, tmp_path: Path) -> CampaignReader:
    return CampaignReader(store, papers=tmp_path / "notes")


def entry(sitting: Sitting, name: str) -> Entry:
    found = (each for each in CampaignReader(sitting.store).memory(sitting.campaign) if each.goes_by(name))
    return next(found)


def texts(sitting: Sitting, name: str = "Benna Harrow") -> list[str]:
    return [each.text for each in entry(sitting, name).notes]


def test_a_note_has_an_author_and_a_time_and_is_changed_and_taken_back(
    sitting: Sitting, shelf: CampaignReader, tmp_path: Path
) -> None:
    """What was changed or taken back is in no file, list or export any more."""
    first = shelf.correct(sitting.campaign, Note("benna", "Owes us a boat.", by="Mira"))
    (note,) = entry(sitting, "Benna Harrow").notes
    assert (note.number, note.text, note.by, note.at) == (1, "Owes us a boat.", "Mira", first.made_at)
    saved = tmp_path / "notes" / "harbour-1.md"
    write_document(saved, render_notes(shelf.evening(sitting.campaign, 1)))
    assert "Owes us a boat." in saved.read_text()
    second = shelf.correct(sitting.campaign, Note("benna", "Owes us two boats.", by="Russ", instead=1))
    assert texts(sitting) == ["Owes us two boats."]
    assert files_with(tmp_path, ["us a boat"]) == {}
    shelf.correct(sitting.campaign, Undo(second.number))
    shelf.correct(sitting.campaign, Undo(first.number))
    assert texts(sitting) == []
    assert files_with(tmp_path, ["two boats"]) == {}
    assert [each.told for each in shelf.corrections(sitting.campaign)] == [
        f"correction {number} is undone" for number in (2, 1)
    ]


def test_notes_an_older_companion_kept_are_in_no_export(sitting: Sitting, tmp_path: Path) -> None:
    """And gone from the database once an evening is opened, or anything else is set right."""
    for each in (Note("Benna Harrow", "A quetzal.", by="Mira"), Note("Benna Harrow", "Two.", instead=1), Undo(2)):
        sitting.store.add_correction(sitting.campaign.id, correction_json(each))
    sitting.store.add_correction(sitting.campaign.id, correction_json(Undo(1)))
    assert not any(words in dump_campaign(sitting.store, sitting.campaign) for words in ("A quetzal.", "Two."))
    sitting.notebook.recollection.empty_notes()
    assert files_with(tmp_path, ["A quetzal.", "Two."]) == {}


def test_notes_follow_their_entry_through_other_corrections(sitting: Sitting, shelf: CampaignReader) -> None:
    shelf.correct(sitting.campaign, Note("Captain Dreel", "Limps."))
    shelf.correct(sitting.campaign, Note("Benna Harrow", "Laughs."))
    shelf.correct(sitting.campaign, Rename("Benna Harrow", "Vesna Lund"))
    shelf.correct(sitting.campaign, Merge("Captain Dreel", "Vesna Lund"))
    assert texts(sitting, "Vesna Lund") == ["Limps.", "Laughs."]


@pytest.mark.parametrize("kind", ["goals", "connections", "threads", "promises", "lines"])
def test_what_has_no_name_is_noted_by_where_it_came_up(sitting: Sitting, shelf: CampaignReader, kind: str) -> None:
    for each in getattr(shelf.memory(sitting.campaign), kind):
        shelf.correct(sitting.campaign, Note(each.key, f"About {each.key}"))
    kept = getattr(shelf.memory(sitting.campaign), kind)
    assert [[note.text for note in each.notes] for each in kept] == [[f"About {each.key}"] for each in kept]
    assert kept or kind in {"connections", "threads", "lines"}


def test_a_sentence_that_is_several_things_keeps_their_notes_apart(sitting: Sitting, shelf: CampaignReader) -> None:
    """A promise of somebody of the story is a promise and a line; the place alone means the first of them."""
    said = sitting.say("Mira", "Benna says: I promise I will bring you over.")
    for key in (f"1/{said} promise", f"1/{said} line", f"1/{said}"):
        shelf.correct(sitting.campaign, Note(key, f"About {key}"))
    kept = shelf.memory(sitting.campaign)
    written = [[note.text for note in each.notes] for each in (*kept.promises, *kept.lines) if each.ref == f"1/{said}"]
    assert written == [[f"About 1/{said} promise", f"About 1/{said}"], [f"About 1/{said} line"]]


def test_a_note_is_found_by_its_words_and_by_what_it_is_about(sitting: Sitting, shelf: CampaignReader) -> None:
    """Beginnings of words in any order; other words find nothing."""
    shelf.correct(sitting.campaign, Note("Benna Harrow", "Never trust her near Świnoujście."))
    for words in ("trust never", "świn", "BENNA", "harrow trust"):
        assert [(about.name, note.number) for about, note in shelf.search_notes(sitting.campaign, words)] == [
            ("Benna Harrow", 1)
        ]
    assert shelf.search_notes(sitting.campaign, "trust lighthouse") == ()
    assert shelf.search_notes(sitting.campaign, "?!") == ()


def test_what_is_kept_of_a_text() -> None:
    """Its lines and letters of any script; with a character nobody sees, empty or endless it is refused."""
    assert note_text("  one\t line \r\n\r\n two  lines ") == "one line\n\ntwo lines"
    assert note_text("👩\u200d🚀 ع\u200cب") == "👩\u200d🚀 ع\u200cب"
    for unseen, code in (("two\u202e", "202E"), ("\x00lines", "0000"), ("half \ud83d", "D83D")):
        with pytest.raises(NoteRefused, match=rf"The note contains the invisible character U\+{code}"):
            note_text(unseen)
    for nothing in ("", " \n "):
        with pytest.raises(NoteRefused, match="cannot be empty"):
            note_text(nothing)
    with pytest.raises(NoteRefused, match=r"at most 4,000 characters; this one has 100,000\."):
        note_text("x" * 100_000)
    assert len(note_text("x" * LONGEST_NOTE)) == LONGEST_NOTE


def test_a_note_stands_in_every_export_and_is_only_text_there(sitting: Sitting, shelf: CampaignReader) -> None:
    """Markdown, the printable page and linked notes say who wrote it; nothing in it formats, links or runs."""
    shelf.correct(sitting.campaign, Note("Benna Harrow", HOSTILE, by="Mira"))
    chapters = chapters_of(sitting.store, sitting.campaign, load_tone("plain"))
    markdown, page = as_markdown("T", chapters), as_html("T", chapters)
    vault = vault_files("T", chapters, shelf.memory(sitting.campaign))["People/Benna Harrow.md"]
    for text in (markdown, vault):
        assert "Written by the table" in text
        assert "(Mira, 2026-03-06)" in text
        assert "&lt;img src=x onerror=alert(1)&gt;" in text
        assert "[a](" not in text
        assert "http://" not in text
    assert "&lt;img src=x onerror=alert(1)&gt;" in page
    assert "<img" not in page
    assert "49" not in page.partition("Written by the table")[2].partition("</ul>")[0]


def test_a_note_survives_the_way_through_a_file(sitting: Sitting, shelf: CampaignReader) -> None:
    """Author, time, lines and what replaced what, also where a struck note left a gap in the numbers."""
    told_off = sitting.say("Russ", "Note about Captain Dreel: the quetzal is his.")
    first = shelf.correct(sitting.campaign, Note("Benna Harrow", "Two\nlines", by="Mira"))
    last = shelf.correct(sitting.campaign, Note("Benna Harrow", "Three\nlines", by="Jay", instead=first.number))
    shelf.correct(sitting.campaign, Rename("Captain Dreel", "Captain Drill"))
    redact(sitting.store, sitting.campaign, {1: [told_off]})
    assert [each.number for each in sitting.store.corrections(sitting.campaign.id)] == [2, 3, 4]
    written = dump_campaign(sitting.store, sitting.campaign)
    read = read_campaign_file(written)
    clock = RecalledClock(datetime(2020, 1, 1, tzinfo=UTC))
    with open_store("sqlite://", clock) as other:
        copy = restore_campaign(other, clock, read)
        assert dump_campaign(other, copy) == written
        kept = next(each for each in CampaignReader(other).memory(copy) if each.name == "Benna Harrow")
    assert [(each.text, each.by, each.at) for each in kept.notes] == [("Three\nlines", "Jay", last.made_at)]


def test_a_recap_quotes_what_was_written(sitting: Sitting, shelf: CampaignReader) -> None:
    """As a quotation only, in longer recaps; a player's own evening holds what that player wrote."""
    shelf.correct(sitting.campaign, Note("Benna Harrow", "Never\ntrust her", by="Mira"))
    shelf.correct(sitting.campaign, Note("Captain Dreel", HOSTILE, by="Russ"))
    told_all = shelf.recap(sitting.campaign, 1, RecapRequest("page"))
    assert told_all.faults == ()
    assert "Note about Benna Harrow: “Never trust her”" in told_all.text
    assert f"Note about Captain Dreel: “{HOSTILE}”" in told_all.text
    assert "Never trust her" not in shelf.recap(sitting.campaign, 1, RecapRequest("short")).text
    miras = shelf.recap(sitting.campaign, 1, RecapRequest("page", seen_by="Yvaine")).text
    assert "Never trust her" in miras
    assert "onerror" not in miras
    for tone in shelf.tones():
        assert "“Never trust her”" in shelf.recap(sitting.campaign, 1, RecapRequest("full", tone)).text


@pytest.mark.parametrize("days", [0, 365, -1, -365, -56 * 365])
def test_a_note_belongs_to_the_evening_it_was_written_in_or_after(
    days: int, sitting: Sitting, shelf: CampaignReader, clock: FakeClock
) -> None:
    """Each stands in the notes of one evening only, also where the clock is set between two of them."""
    store = sitting.store
    clock.advance(60)
    shelf.correct(sitting.campaign, Note("Benna Harrow", "First."))
    store.end_evening(sitting.campaign.id, 1)
    clock.advance(60)
    shelf.correct(sitting.campaign, Note("Benna Harrow", "Between."))
    clock.advance(60 + days * 24 * 3600)
    store.begin_evening(sitting.campaign.id)
    shelf.correct(sitting.campaign, Note("Benna Harrow", "Second."))
    written = [[each.text for each in shelf.evening(sitting.campaign, number).written] for number in (1, 2)]
    assert written == [["First.", "Between."], ["Second."]]


def test_a_dictated_note_goes_with_the_words_it_was_dictated_in(sitting: Sitting, tmp_path: Path) -> None:
    """Even one of plain words, which give nobody away, and notes of others that quote a struck word."""
    said = sitting.say("Mira", "Note about Captain Dreel: he is bad.")
    sitting.say("Mira", "Marjorie is his sister")
    shelf = CampaignReader(sitting.store)
    shelf.correct(sitting.campaign, Note("Captain Dreel", "Marjorie knows him", by="Jay"))
    assert texts(sitting, "Captain Dreel") == ["He is bad.", "Marjorie knows him"]
    sitting.session.strike([said])
    assert texts(sitting, "Captain Dreel") == ["Marjorie knows him"]
    sitting.session.strike(["u6"])
    assert texts(sitting, "Captain Dreel") == []
    assert files_with(tmp_path, ["Marjorie", "he is bad"]) == {}


def test_whoever_is_forgotten_takes_their_notes_along(sitting: Sitting, shelf: CampaignReader, tmp_path: Path) -> None:
    """Not a byte of them is left, in saved papers neither; what others wrote stays."""
    shelf.correct(sitting.campaign, Note("Benna Harrow", "Zanzibar is where she hides", by="Mira"))
    shelf.correct(sitting.campaign, Note("Benna Harrow", "He or she", by="Mira", instead=1))
    shelf.correct(sitting.campaign, Note("Benna Harrow", "Owes us a boat", by="Russ"))
    struck = forget_person(sitting.store, sitting.campaign, "Mira")
    assert struck.traces.in_text("- “He or she” (Mira)")
    assert texts(sitting) == ["Owes us a boat"]
    assert files_with(tmp_path, ["Zanzibar", "he or she"]) == {}


def test_a_long_note_is_one_short_line_among_the_corrections() -> None:
    assert told(Note("Benna", "She limps.\nBadly.")) == "note about Benna: “She limps. Badly.”"
    assert len(told(Note("Benna", "word " * 500))) < 140
