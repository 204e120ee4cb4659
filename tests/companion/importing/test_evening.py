"""A heard recording as an evening of a campaign."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from audio.types import SpeakerMatch, Utterance
from companion import app
from companion.config import load_settings
from companion.errors import StoreFull
from companion.importing import papers
from companion.importing.errors import ImportFailed, WorkNotKept
from companion.importing.evening import (
    RecordedTime,
    StoryNames,
    evening_of,
    names_to_expect,
    play_talk,
    refuse_half_played,
    write_talk,
)
from companion.importing.papers import write_papers
from companion.importing.work import Plan, Work
from companion.privacy.striking import strike
from companion.recaps import Recap
from companion.scribe import roster_vocabulary
from companion.store import Campaign, Store, StoredUtterance, open_store
from tests.support.clock import FakeClock
from tests.support.sitting import roster

THEN = datetime(2025, 11, 7, 20, 0, tzinfo=UTC)


def said(number: int, text: str, by: str = "Jay") -> Utterance:
    return Utterance(f"u{number}", text, SpeakerMatch(by, 0.9), 10.0 * number, 10.0 * number + 4.0)


TALK = (
    said(1, "There's a ferrywoman on the quay. Her name is Benna Harrow."),
    said(2, "Benna Harrow wants silver.", "Mira"),
    said(3, "So Herik takes off his hat.", "Jay"),
)


@pytest.fixture
def time() -> RecordedTime:
    return RecordedTime(THEN, FakeClock())


@pytest.fixture
def store(tmp_path: Path, time: RecordedTime) -> Store:
    return open_store(tmp_path / "companion.db", time)


@pytest.fixture
def campaign(store: Store) -> Campaign:
    made = store.create_campaign("Harbour", "phase-abandon", roster())
    names_to_expect(store, made, FakeClock())
    return made


@pytest.fixture
def work(tmp_path: Path) -> Work:
    kept = Work(tmp_path / "imports", "key")
    kept.keep_plan(Plan(THEN))
    return kept


def plan(work: Work) -> Plan:
    found = work.plan()
    assert found is not None
    return found


def imported(store: Store, campaign: Campaign, work: Work, time: RecordedTime) -> int:
    evening = evening_of(store, campaign, work, plan(work), TALK)
    write_talk(store, campaign, evening, TALK, time)
    return evening.number


def test_talk_becomes_an_evening_at_the_time_it_was_recorded(
    store: Store, campaign: Campaign, work: Work, time: RecordedTime
) -> None:
    """With who said what; no rule is executed."""
    before = store.log_length(campaign.id)
    assert imported(store, campaign, work, time) == 1
    (evening,) = store.evenings(campaign.id)
    assert (evening.started, evening.ended) == (THEN, THEN + timedelta(seconds=34))
    kept = store.utterances(campaign.id, 1)
    assert [(each.id, each.speaker, each.text) for each in kept] == [
        (each.id, each.speaker.name, each.text) for each in TALK if each.speaker
    ]
    assert kept[0].heard_at == THEN + timedelta(seconds=14)
    assert store.log_length(campaign.id) == before


@pytest.mark.parametrize("killed_after", [0, 1, 2, 3])
def test_a_kill_while_writing_costs_and_doubles_nothing(
    store: Store, campaign: Campaign, work: Work, time: RecordedTime, killed_after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same evening is filled up, whatever was written of it."""
    write = store.add_utterance
    left = killed_after

    def failing(*arguments: object) -> StoredUtterance:
        nonlocal left
        if not left:
            raise StoreFull("There is no space left.")
        left -= 1
        return write(*arguments)  # type: ignore[arg-type]

    if killed_after < len(TALK):
        monkeypatch.setattr(store, "add_utterance", failing)
        with pytest.raises(StoreFull):
            imported(store, campaign, work, time)
        monkeypatch.undo()
        store.release(campaign.id)
    else:
        imported(store, campaign, work, time)
    assert imported(store, campaign, work, time) == 1
    assert [each.id for each in store.utterances(campaign.id)] == ["u1", "u2", "u3"]
    assert len(store.evenings(campaign.id)) == 1


def test_an_evening_played_meanwhile_is_left_alone(
    store: Store, campaign: Campaign, work: Work, time: RecordedTime
) -> None:
    """Though it took the number the import had meant to have."""
    work.keep_plan(Plan(THEN, (), 1))
    store.begin_evening(campaign.id)
    store.add_utterance(campaign.id, 1, StoredUtterance("u1", "Live talk.", start=3.0, end=4.0))
    assert imported(store, campaign, work, time) == 2
    assert [each.text for each in store.utterances(campaign.id, 1)] == ["Live talk."]


def test_papers_tell_the_evening(
    store: Store, campaign: Campaign, work: Work, time: RecordedTime, tmp_path: Path
) -> None:
    """Notes, chronicle and recap; written again they are the same."""
    written = write_papers(store, campaign, imported(store, campaign, work, time), tmp_path / "notes")
    assert "**Benna Harrow**" in written.notes.read_text()
    assert "2025-11-07" in written.notes.read_text()
    chronicle = json.loads(written.chronicle.read_text())
    assert [each["name"] for each in chronicle["npcs"]] == ["Benna Harrow"]
    assert chronicle["npcs"][0]["evidence"] == ["u1", "u2"]
    assert written.recap.read_text().strip() == written.told
    assert "Benna Harrow" in written.told
    files = {path: path.read_bytes() for path in (tmp_path / "notes").iterdir()}
    assert len(files) == 3
    write_papers(store, campaign, 1, tmp_path / "notes")
    assert {path: path.read_bytes() for path in (tmp_path / "notes").iterdir()} == files


def test_notes_that_cannot_be_written_are_told(
    store: Store, campaign: Campaign, work: Work, time: RecordedTime, tmp_path: Path
) -> None:
    """The evening is there all the same."""
    (tmp_path / "notes").write_text("a file, no folder")
    number = imported(store, campaign, work, time)
    with pytest.raises(WorkNotKept, match="The notes cannot be written"):
        write_papers(store, campaign, number, tmp_path / "notes")
    assert len(store.utterances(campaign.id, number)) == 3


def test_papers_are_written_again_where_words_were_struck_meanwhile(
    store: Store, campaign: Campaign, work: Work, time: RecordedTime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Striking clears papers that lie there; those on their way would bring the words back."""
    number, make = imported(store, campaign, work, time), papers.make_recap

    def meanwhile(*told: Any) -> Recap:
        monkeypatch.setattr(papers, "make_recap", make)
        strike(store, campaign, {number: ["u1", "u2"]})
        return make(*told)

    monkeypatch.setattr(papers, "make_recap", meanwhile)
    written = write_papers(store, campaign, number, tmp_path / "notes")
    assert "Benna" not in "".join(each.read_text() for each in (tmp_path / "notes").iterdir()) + written.told


def test_the_names_of_table_and_story_are_expected(
    store: Store, campaign: Campaign, work: Work, time: RecordedTime
) -> None:
    """Of players, characters and skills, and of the evening before."""
    imported(store, campaign, work, time)
    assert {"Jay", "Herik", "Haggling", "Benna Harrow"} <= set(names_to_expect(store, campaign, FakeClock()))


def test_names_of_the_story_are_expected_once_they_were_said() -> None:
    """Behind those known beforehand; strangers bring none."""
    names = StoryNames(("Jay",), roster_vocabulary(roster()))
    assert names.expected == ("Jay",)
    names.heard(said(0, "There's a baker here. Her name is Olga Marsh.", "unknown"))
    assert names.expected == ("Jay",)
    for each in TALK[:2]:
        names.heard(each)
    assert names.expected == ("Jay", "Benna Harrow")


def play(store: Store, campaign: Campaign, work: Work, time: RecordedTime, tmp_path: Path, until: int) -> list[str]:
    """Plays so much of a recorded evening in which Jay rolls; returns commands with their outcome."""
    talk = (said(1, "I roll Haggling."), said(2, "Five, four, two."), said(3, "He nods.", "Mira"))
    evening = evening_of(store, campaign, work, plan(work), talk)
    settings = load_settings({"data_dir": tmp_path, "dice": "table"}, environment={})
    records: list[dict[str, object]] = []
    opened = app.open_evening(store, campaign, settings, records.append, clock=time)
    play_talk(opened.session, talk[:until], time)
    assert opened.game.evening == evening.number
    return [f"{each['kind']} {each['outcome']}" for each in records if each["type"] == "command"]


def test_played_talk_moves_the_game(
    store: Store, campaign: Campaign, work: Work, time: RecordedTime, tmp_path: Path
) -> None:
    """As if the companion had sat at the table; dice are those read out."""
    did = play(store, campaign, work, time, tmp_path, until=3)
    assert did == ["declare_action awaiting_roll", "report_dice accepted"]
    assert [each.id for each in store.utterances(campaign.id, 1)] == ["u1", "u2", "u3"]


def test_an_interrupted_play_goes_on(
    store: Store, campaign: Campaign, work: Work, time: RecordedTime, tmp_path: Path
) -> None:
    """Behind what was heard, in the same evening, at the time of the recording."""
    assert play(store, campaign, work, time, tmp_path, until=1) == ["declare_action awaiting_roll"]
    store.release(campaign.id)
    assert play(store, campaign, work, time, tmp_path, until=3) == ["report_dice accepted"]
    heard = [(each.id, each.start) for each in store.utterances(campaign.id)]
    assert heard == [("u1", 10.0), ("u2", 20.0), ("u3", 30.0)]


def test_a_half_played_evening_that_was_closed_is_not_played_on(store: Store, campaign: Campaign) -> None:
    """The rules have gone on without it; a whole one is only written up."""
    closed = store.end_evening(campaign.id, store.begin_evening(campaign.id).number)
    stored = [StoredUtterance(each.id, each.text, start=each.start) for each in TALK]
    refuse_half_played(closed, TALK, stored)
    with pytest.raises(ImportFailed, match="half played"):
        refuse_half_played(closed, TALK, stored[:2])
