"""A heard recording as an evening of a campaign."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from audio.types import SpeakerMatch, Utterance
from companion.app.evenings import open_evening
from companion.base.config import load_settings
from companion.base.errors import StoreFull
from companion.chronicle.extractor import roster_vocabulary
from companion.chronicle.recaps import Recap
from companion.demo import demo_of, demos
from companion.dialogue.session import Session
from companion.nlu.recognize import load_recognizer
from companion.play.roster import load_roster
from companion.privacy.consent import ConsentRegister, consents
from companion.privacy.redaction import redact
from companion.store import Campaign, Store, StoredUtterance, open_store
from companion.transfer.importing import documents as papers
from companion.transfer.importing.documents import write_papers
from companion.transfer.importing.errors import ImportFailed, WorkNotKept
from companion.transfer.importing.evening import (
    RecordedTime,
    StoryNames,
    evening_of,
    left_to_play,
    names_to_expect,
    play_talk,
    write_talk,
)
from companion.transfer.importing.work import Plan, Work
from tests.support.clock import FakeClock
from tests.support.privacy import files_with
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


def imported(store: Store, campaign: Campaign, work: Work, time: RecordedTime, talk: Sequence[Utterance] = TALK) -> int:
    evening = evening_of(store, campaign, work, plan(work), talk)
    write_talk(store, campaign, evening, talk, time, load_recognizer(campaign.slug), ConsentRegister(store, campaign))
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


DISCREET = (
    said(1, "The lamps are lit."),
    said(2, "Let's go off the record.", "Mira"),
    said(3, "My therapist says I should quit.", "Mira"),
    said(4, "Back on the record.", "Mira"),
    said(5, "Benna Harrow wants silver.", "Russ"),
    said(6, "I do not want to be recorded any more.", "Russ"),
    said(7, "Swordfish is my password.", "Russ"),
    said(8, "Marmalade is a silly word."),
    said(9, "Strike that from the record."),
    said(10, "Stop listening.", "Mira"),
    said(11, "The doctor called.", "Mira"),
    said(12, "Start listening.", "Mira"),
    said(13, "We sail at dawn."),
)
KEPT = {1, 4, 5, 6, 10, 12, 13}


def test_what_a_recorded_table_wanted_kept_of_its_words_is_kept(
    store: Store, campaign: Campaign, work: Work, time: RecordedTime, tmp_path: Path
) -> None:
    """As live; imported once more after a kill, not a word more is."""
    write_papers(store, campaign, imported(store, campaign, work, time, DISCREET), tmp_path / "notes")
    (evening,), recognizer, desk = store.evenings(1), load_recognizer(campaign.slug), ConsentRegister(store, campaign)
    write_talk(
        store, campaign, evening, [each for each in DISCREET if not desk.leaves_out(each)], time, recognizer, desk
    )
    assert [each.text for each in store.utterances(campaign.id)] == [
        each.text for number, each in enumerate(DISCREET, 1) if number in KEPT
    ]
    assert [each.given for each in consents(store, campaign)] == [None, False, None]
    assert files_with(tmp_path, ("therapist", "Swordfish", "Marmalade", "doctor")) == {}


def test_somebody_left_out_does_not_end_what_is_off_the_record(
    store: Store, campaign: Campaign, work: Work, time: RecordedTime
) -> None:
    """As live; whoever agrees in the same breath does."""
    talk = (
        said(1, "Let's go off the record."),
        said(2, "My therapist says I should quit."),
        said(3, "Back on the record.", "Russ"),
        said(4, "The doctor called."),
        said(5, "Back on the record. I agree to being heard.", "Russ"),
        said(6, "We sail at dawn."),
    )
    ConsentRegister(store, campaign).withdraw("Russ", "page")
    imported(store, campaign, work, time, talk)
    assert [each.text for each in store.utterances(campaign.id)] == [talk[4].text, talk[5].text]


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
    work.keep_plan(Plan(THEN, 1))
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
        redact(store, campaign, {number: ["u1", "u2"]})
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


@dataclass
class Played:
    """Result of a played recording."""

    evenings: list[int]
    heard: list[str]
    did: list[str]


class Table:
    """Plays a recorded evening as the command does, as far as it is not killed, again and again.

    Args:
        folder: Data folder.
        game: Whose rules.
        talk: The recording.
    """

    def __init__(self, folder: Path, game: str, talk: Sequence[Utterance]) -> None:
        self.settings = load_settings({"data_dir": folder, "dice": "table"}, environment={})
        self.talk = talk
        self.work = Work(folder / "imports", "key")
        self.work.keep_plan(Plan(THEN))
        self.did: list[str] = []
        played = roster() if game == "phase-abandon" else load_roster(demo_of(game).roster).to_json()
        with open_store(self.settings.database, FakeClock()) as store:
            store.create_campaign("Harbour", game, played)

    def play(self, killed_after: int | None = None) -> Played:
        """Play it, or so many of its sentences."""
        time = RecordedTime(THEN, FakeClock())
        with open_store(self.settings.database, time) as store:
            campaign = store.campaign("Harbour")
            evening = evening_of(store, campaign, self.work, plan(self.work), self.talk)
            if left_to_play(store, campaign, evening, self.talk):
                opened = open_evening(store, campaign, self.settings, self._note, clock=time, evening=evening.number)
                play_talk(opened.session, self.talk[:killed_after], time)
                if killed_after is None:
                    store.end_evening(campaign.id, evening.number)
            evenings = [each.number for each in store.evenings(campaign.id)]
            return Played(evenings, [each.id for each in store.utterances(campaign.id)], self.did)

    def _note(self, record: dict[str, Any]) -> None:
        if record["type"] == "command" and record["outcome"]:
            self.did.append(f"{record['kind']} {record['outcome']}")


ROLL = (said(1, "I roll Haggling."), said(2, "Five, four, two."), said(3, "He nods.", "Mira"))


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, "phase-abandon", ROLL)


def test_played_talk_moves_the_game(table: Table) -> None:
    """As if the companion had sat at the table; dice are those read out."""
    assert table.play() == Played([1], ["u1", "u2", "u3"], ["declare_action awaiting_roll", "report_dice accepted"])


@pytest.mark.parametrize("killed_after", [0, 1, 2, 3])
def test_an_interrupted_play_goes_on(table: Table, killed_after: int) -> None:
    """Behind what was heard, in the same evening; nothing is done twice."""
    table.play(killed_after)
    assert (
        table.play()
        == table.play()
        == Played([1], ["u1", "u2", "u3"], ["declare_action awaiting_roll", "report_dice accepted"])
    )


@pytest.mark.parametrize("killed_after", [2, 3, 6, 11])
def test_an_interrupted_play_keeps_off_the_record(tmp_path: Path, killed_after: int) -> None:
    """What was said between two runs of it is no more on the record than the rest."""
    table = Table(tmp_path, "phase-abandon", DISCREET)
    table.play(killed_after)
    table.play()
    with open_store(table.settings.database, FakeClock()) as store:
        texts = [each.text for each in store.utterances(1) if each.text]
    assert texts == [each.text for number, each in enumerate(DISCREET, 1) if number in KEPT]


def test_a_kill_between_words_and_deed_costs_no_deed(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody would say it once more."""
    with monkeypatch.context() as kill:
        kill.setattr(Session, "understand", _killed)
        with pytest.raises(KeyboardInterrupt):
            table.play()
    assert table.play().did == ["declare_action awaiting_roll", "report_dice accepted"]


def _killed(*_: object) -> int:
    raise KeyboardInterrupt


@pytest.mark.parametrize("game", demos())
def test_talk_behind_a_good_night_belongs_to_the_same_evening(tmp_path: Path, game: str) -> None:
    """However often the import is killed: the recording is one evening."""
    talk = (
        said(1, "The lamps are lit.", "Mira"),
        said(2, "Good night everybody, that's it for tonight."),
        said(3, "Who takes the map home?", "Mira"),
        said(4, "I do."),
    )
    table = Table(tmp_path, game, talk)
    for killed_after in (2, 3):
        assert table.play(killed_after).evenings == [1]
    for _ in range(2):
        assert table.play() == Played([1], ["u1", "u2", "u3", "u4"], table.did)


def test_a_half_played_evening_is_not_played_on_once_another_has_begun(table: Table) -> None:
    """The rules have gone on without it; a whole one is only written up."""
    table.play(2)
    with open_store(table.settings.database, FakeClock()) as store:
        store.end_evening(1, store.begin_evening(1).number)
    with pytest.raises(ImportFailed, match="was interrupted"):
        table.play()


def test_a_whole_evening_is_not_played_again_once_another_has_begun(table: Table) -> None:
    table.play(3)
    with open_store(table.settings.database, FakeClock()) as store:
        store.end_evening(1, store.begin_evening(1).number)
    assert table.play().did == ["declare_action awaiting_roll", "report_dice accepted"]


def test_names_an_older_plan_holds_are_deleted(work: Work, tmp_path: Path) -> None:
    """They may come from words that were struck since."""
    plan = tmp_path / "imports" / "key" / "plan.json"
    plan.write_text(json.dumps({"started": THEN.isoformat(), "hotwords": ["Zanzibar"], "evening": 3}))
    assert work.plan() == Plan(THEN, 3) == work.plan()
    assert json.loads(plan.read_text()) == {"started": THEN.isoformat(), "evening": 3}
