"""Campaigns, evenings, talk and the log survive closing, and say no plainly."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from companion.base.errors import (
    CampaignExists,
    CampaignInUse,
    CommandReused,
    PositionConflict,
    StoreDamaged,
    StoreError,
    StoreUnreachable,
    UnknownCampaign,
)
from companion.store import LogEntry, Store, StoredUtterance, open_store
from companion.store.lease import Lease
from tests.support.clock import START, FakeClock


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def store(place: str | Path, clock: FakeClock) -> Iterator[Store]:
    with open_store(place, clock) as opened:
        yield opened


@pytest.fixture
def ford(store: Store) -> int:
    return store.create_campaign("The Ford", "phase-abandon", {"players": []}).id


def rolled(command_id: str, root: str | None = None, face: int = 6) -> LogEntry:
    command = {"kind": "report_dice", "values": [face]}
    return LogEntry("committed", command_id, root or command_id, command, ({"kind": "dice_rolled", "faces": [face]},))


def fill(store: Store, campaign: int, count: int) -> None:
    for position in range(count):
        store.append(campaign, position, rolled(f"c{position}"))


class TestCampaigns:
    def test_a_campaign_comes_back_as_it_was_made(self, store: Store, place: str | Path, clock: FakeClock) -> None:
        """Roster and settings are kept to the letter."""
        roster = {"players": [{"name": "Zoë"}], "holder": None}
        made = store.create_campaign("  Der  Läufer ", "phase-abandon", roster, {"trust": "brisk"})
        store.close()
        with open_store(place, clock) as again:
            assert again.campaign("der LÄUFER") == made
        assert (made.name, made.roster, made.settings, made.created) == (
            "Der Läufer",
            roster,
            {"trust": "brisk"},
            START,
        )

    def test_names_are_unique_without_regard_to_case(self, store: Store, ford: int) -> None:
        """Aloud, both would be the same campaign."""
        with pytest.raises(CampaignExists, match="'THE FORD'"):
            store.create_campaign("THE FORD", "phasesix", {})

    def test_an_empty_name_is_refused(self, store: Store) -> None:
        """Nobody could ask for it."""
        with pytest.raises(StoreError, match="needs a name"):
            store.create_campaign("  ", "phase-abandon", {})

    def test_an_unknown_campaign_is_answered_with_the_known_ones(self, store: Store) -> None:
        """The hint is what to say instead."""
        with pytest.raises(UnknownCampaign) as caught:
            store.campaign("Ford")
        assert caught.value.hint == "There are none yet; make one first."
        store.create_campaign("The Ford", "phase-abandon", {})
        for missing in ("Ford", 99):
            with pytest.raises(UnknownCampaign, match="no campaign") as caught:
                store.campaign(missing)
            assert caught.value.hint == "There are: The Ford."

    def test_deleting_leaves_nothing_and_no_number_is_used_again(
        self, store: Store, ford: int, is_kept: Callable[[str], bool]
    ) -> None:
        """Everything of the campaign goes, in every table and in every file."""
        evening = store.begin_evening(ford)
        store.add_utterance(ford, evening.number, StoredUtterance("u1", "the secret of the xylophone"))
        store.append(ford, 0, rolled("c0"), evening=evening.number)
        store.save_pending(ford, {"question": "?"})
        store.add_announcement(ford, evening.number, "Six.")
        store.delete_campaign(ford)
        with store._database.read() as connection:
            for table in ("campaigns", "evenings", "utterances", "log", "pending", "announcements"):
                assert connection.scalar(text(f"SELECT count(*) FROM {table}")) == 0
        assert store.create_campaign("The Ford", "phase-abandon", {}).id != ford
        assert not is_kept("xylophone")


class TestEvenings:
    def test_evenings_are_numbered_and_timed(self, store: Store, ford: int, clock: FakeClock) -> None:
        """The first one is number one; ending twice keeps the first end."""
        first = store.begin_evening(ford)
        clock.advance(7200)
        ended = store.end_evening(ford, first.number)
        clock.advance(60)
        assert store.end_evening(ford, first.number) == ended
        assert (first.number, ended.started, ended.ended) == (1, START, START + timedelta(hours=2))
        assert store.begin_evening(ford).number == 2
        assert [evening.number for evening in store.evenings(ford)] == [1, 2]
        with pytest.raises(StoreError, match="no evening 7"):
            store.end_evening(ford, 7)

    def test_an_evening_left_open_ends_at_its_last_sign_of_life(
        self, store: Store, ford: int, clock: FakeClock
    ) -> None:
        """After a crash the notes do not claim that people played until next week."""
        evening = store.begin_evening(ford)
        clock.advance(600)
        store.append(ford, 0, rolled("c0"), evening=evening.number)
        clock.advance(7 * 86400)
        store.begin_evening(ford)
        assert store.evenings(ford)[0].ended == START + timedelta(minutes=10)


class TestLog:
    def test_entries_come_back_in_order_as_they_were(
        self, store: Store, ford: int, place: str | Path, clock: FakeClock
    ) -> None:
        """Every field of an entry, its place, cause and time."""
        undone = LogEntry("undone", "c1", "c0", None, ({"kind": "command_undone", "undone_command_id": "c0"},))
        entries = [rolled("c0"), undone, LogEntry("redone", "c2", "c0", schema=3)]
        evening = store.begin_evening(ford).number
        written = [
            store.append(ford, position, entry, evening=evening, utterance_id=f"u{position}", at=START)
            for position, entry in enumerate(entries)
        ]
        store.close()
        with open_store(place, clock) as again:
            assert list(again.read(ford)) == written
            assert [recorded.entry for recorded in again.read(ford, from_position=1)] == entries[1:]
            assert again.log_length(ford) == 3
        assert (written[2].position, written[2].utterance_id, written[2].recorded_at) == (2, "u2", START)

    def test_long_logs_are_read_completely(self, place: str | Path, clock: FakeClock) -> None:
        """More than one page of entries, read while more are written."""
        with open_store("sqlite://", clock) as store:
            campaign = store.create_campaign("long", "phase-abandon", {}).id
            fill(store, campaign, 1203)
            reading = store.read(campaign)
            next(reading)
            store.append(campaign, 1203, rolled("last"))
            assert sum(1 for _ in reading) == 1203

    @pytest.mark.parametrize("expected", [0, 1, 3])
    def test_a_lost_race_is_told(self, store: Store, ford: int, expected: int) -> None:
        """Whoever expects another position than the next one has missed something; nothing is written."""
        fill(store, ford, 2)
        with pytest.raises(PositionConflict) as caught:
            store.append(ford, expected, rolled("late"))
        assert (caught.value.expected, caught.value.actual) == (expected, 2)
        assert store.log_length(ford) == 2

    def test_the_position_is_a_key(self, store: Store, ford: int) -> None:
        """Even a writer that skips our checks cannot write a position twice."""
        fill(store, ford, 1)
        with pytest.raises(Exception, match=r"(?i)unique constraint"), store._database.write() as connection:
            connection.execute(text("INSERT INTO log SELECT * FROM log"))

    def test_the_same_command_again_is_written_once(self, store: Store, ford: int) -> None:
        """A repeated attempt gets what was written the first time, dice included."""
        first = store.append(ford, 0, rolled("c0", face=6))
        fallen_otherwise = LogEntry("committed", "c0", "c0", first.entry.command, ({"kind": "other"},))
        assert store.append(ford, 1, fallen_otherwise) == first
        assert store.append(ford, 0, rolled("c0", face=6)) == first
        assert store.log_length(ford) == 1

    def test_one_id_for_two_commands_is_refused(self, store: Store, ford: int) -> None:
        """Dropping the second one in silence would lose it."""
        store.append(ford, 0, rolled("c0", face=6))
        with pytest.raises(CommandReused):
            store.append(ford, 1, rolled("c0", face=5))

    def test_the_same_id_in_two_campaigns_is_two_commands(self, store: Store, ford: int) -> None:
        """Ids are unique within a campaign only."""
        other = store.create_campaign("Other", "phase-abandon", {}).id
        store.append(ford, 0, rolled("c0"))
        assert store.append(other, 0, rolled("c0", face=1)).position == 0

    def test_a_second_companion_is_refused_while_the_first_writes(
        self, store: Store, ford: int, place: str | Path, clock: FakeClock
    ) -> None:
        """One writer per campaign; others may read, and write other campaigns."""
        store.append(ford, 0, rolled("c0"))
        other = store.create_campaign("Other", "phase-abandon", {}).id
        with open_store(place, clock) as second:
            for refused in (
                lambda: second.append(ford, 1, rolled("c1")),
                lambda: second.claim(ford),
                lambda: second.begin_evening(ford),
                lambda: second.delete_campaign(ford),
            ):
                with pytest.raises(CampaignInUse, match="'The Ford' is open in another companion"):
                    refused()
            assert len(list(second.read(ford))) == 1
            assert second.append(other, 0, rolled("c0")).position == 0
            store.release(ford)
            assert second.append(ford, 1, rolled("c1")).position == 1

    def test_threads_of_one_companion_take_the_right_to_write_once(
        self, store: Store, ford: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A page and the listener may ask for it in the same moment; none of them is refused for another companion."""
        take, began = Lease.__init__, threading.Barrier(2)

        def slowly(*given: Any) -> None:
            with contextlib.suppress(threading.BrokenBarrierError):
                began.wait(0.2)
            take(*given)

        monkeypatch.setattr(Lease, "__init__", slowly)
        with ThreadPoolExecutor(2) as threads:
            for claimed in [threads.submit(store.claim, ford) for _ in range(2)]:
                claimed.result()
        assert store.holds(ford)

    def test_verify_finds_nothing_wrong_with_a_good_log(self, store: Store, ford: int) -> None:
        """Undo and redo of something that happened are fine."""
        fill(store, ford, 2)
        store.append(ford, 2, LogEntry("undone", "c2", "c1"))
        store.append(ford, 3, LogEntry("redone", "c3", "c1"))
        verified = store.verify(ford)
        assert (verified.entries, verified.problems, verified.ok) == (4, (), True)

    @pytest.mark.parametrize(
        ("damage", "entries", "problem"),
        [
            ("DELETE FROM log WHERE position = 2", 2, "Entry 2 of the log is missing."),
            ("UPDATE log SET events = '[{' WHERE position = 3", 3, "Entry 3 of the log is unreadable."),
            ("UPDATE log SET events = '[7]' WHERE position = 1", 1, "Entry 1 of the log is unreadable."),
            (f"UPDATE log SET command = '{'[' * 100_000}' WHERE position = 2", 2, "Entry 2 of the log is unreadable."),
            ("UPDATE log SET command = '\"x\"' WHERE position = 0", 0, "Entry 0 of the log is unreadable."),
            (
                "UPDATE log SET kind = 'undone', root = 'c9' WHERE position = 4",
                5,
                "Entry 4 undoes 'c9', which is not in the log.",
            ),
        ],
    )
    def test_verify_names_the_first_bad_entry(
        self, store: Store, ford: int, damage: str, entries: int, problem: str
    ) -> None:
        """Entries before the bad one are counted and still readable."""
        fill(store, ford, 5)
        with store._database.write() as connection:
            connection.execute(text(damage))
        verified = store.verify(ford)
        assert (verified.entries, verified.problems, verified.ok) == (entries, (problem,), False)
        reading = store.read(ford)
        assert [next(reading).position for _ in range(entries)] == list(range(entries))
        if entries < 5:
            with pytest.raises(StoreDamaged):
                next(reading)


class TestTalk:
    def test_what_was_said_comes_back(self, store: Store, ford: int, place: str | Path, clock: FakeClock) -> None:
        """Words, voice, times; of one evening or of all."""
        one, two = store.begin_evening(ford).number, store.begin_evening(ford).number
        spoken = StoredUtterance("u1", "here's a chip", "Russ", 0.81, 1.5, 2.75, latency=0.4)
        typed = StoredUtterance("u1", "undo that", typed=True)
        kept = store.add_utterance(ford, one, spoken), store.add_utterance(ford, two, typed)
        store.close()
        with open_store(place, clock) as again:
            assert again.utterances(ford) == kept
            assert again.utterances(ford, one) == kept[:1]
        assert kept[0].heard_at == START

    @pytest.mark.parametrize("text", ["", "naïve 🎲", "half \ud83d letter", "zero \x00 byte", "x" * 100_000])
    def test_any_text_can_be_kept(self, store: Store, ford: int, text: str) -> None:
        """Recognisers and keyboards produce everything."""
        evening = store.begin_evening(ford).number
        store.add_utterance(ford, evening, StoredUtterance("u1", text))
        store.add_announcement(ford, evening, text)
        store.create_campaign("Text", "phase-abandon", {"title": text})
        (kept,) = store.utterances(ford)
        expected = text.replace("\ud83d", "?").replace("\x00", "\ufffd")
        assert (kept.text, store.announcements(ford)[0].text) == (expected, expected)

    def test_struck_words_are_in_no_file(self, store: Store, ford: int, is_kept: Callable[[str], bool]) -> None:
        """ "Strike that from the record" deletes the words and the answers to them; that somebody spoke stays."""
        evening = store.begin_evening(ford).number
        for number, words in enumerate(("I like turnips", "my password is xylophone", "who is next")):
            store.add_utterance(ford, evening, StoredUtterance(f"u{number}", words, "Russ"))
        store.add_announcement(ford, evening, "Did you say xylophone?", cause="u1")
        store.add_announcement(ford, evening, "Jay is next.", cause="u2")
        assert is_kept("xylophone")
        assert store.strike(ford, evening, ["u1", "u1", "u9"]) == 1
        assert store.strike(ford, evening, ["u1"]) == 0
        assert [(said.text, said.struck) for said in store.utterances(ford)] == [
            ("I like turnips", False),
            ("", True),
            ("who is next", False),
        ]
        assert [said.text for said in store.announcements(ford)] == ["Jay is next."]
        assert not is_kept("xylophone")

    def test_why_something_was_understood_is_kept_until_it_is_struck(
        self, store: Store, ford: int, is_kept: Callable[[str], bool]
    ) -> None:
        """The latest reasons count; with the words they are gone from every file, and do not come back."""
        evening = store.begin_evening(ford).number
        store.add_utterance(ford, evening, StoredUtterance("u1", "I like turnips", "Russ"))
        store.explain(ford, evening, "u1", {"names": ["xylophone"]})
        store.explain(ford, evening, "u1", {"names": ["xylophone", "turnip"]})
        assert store.explanation(ford, evening, "u1") == {"names": ["xylophone", "turnip"]}
        assert store.explanation(ford, evening, "u2") is None
        store.strike(ford, evening, ["u1"])
        store.explain(ford, evening, "u1", {"names": ["xylophone"]})
        store.explain(ford, evening, "u9", {"names": ["xylophone"]})
        assert store.explanation(ford, evening, "u1") is None
        assert store.explanation(ford, evening, "u9") is None
        assert not is_kept("xylophone")

    def test_what_waits_survives_a_restart(self, store: Store, ford: int, place: str | Path, clock: FakeClock) -> None:
        """An open question is asked again next time; answered, it is gone."""
        assert store.pending(ford) is None
        store.save_pending(ford, {"question": "old"})
        store.save_pending(ford, {"command": {"kind": "declare_action"}, "rolls": [[2, 4]], "to": None})
        store.close()
        with open_store(place, clock) as again:
            assert again.pending(ford) == {"command": {"kind": "declare_action"}, "rolls": [[2, 4]], "to": None}
            again.save_pending(ford, None)
            assert again.pending(ford) is None

    def test_announcements_are_kept_with_their_cause(self, store: Store, ford: int, clock: FakeClock) -> None:
        """An announcement is kept with its time and its cause."""
        evening = store.begin_evening(ford).number
        clock.advance(5)
        said = store.add_announcement(ford, evening, "Three dice. Jay?", cause="c7")
        assert store.announcements(ford, evening) == (said,)
        assert (said.at, said.cause) == (START + timedelta(seconds=5), "c7")
        assert store.announcements(ford, evening + 1) == ()


class TestWhere:
    def test_memory_needs_no_file(self, clock: FakeClock) -> None:
        """Demos and single commands leave nothing behind."""
        with open_store("sqlite://", clock) as store:
            campaign = store.create_campaign("x", "phase-abandon", {}).id
            fill(store, campaign, 3)
            assert store.verify(campaign).entries == 3

    @pytest.mark.parametrize("url", ["oracle8://host/name", "nonsense+driver://x", "postgresql+nodriver://x/y"])
    def test_a_database_without_driver_is_told(self, url: str, clock: FakeClock) -> None:
        """The hint is what to install, or to go without."""
        with pytest.raises(StoreUnreachable) as caught:
            open_store(url, clock)
        assert "psycopg" in caught.value.hint

    def test_no_password_is_ever_shown(self, clock: FakeClock) -> None:
        """Not in errors either."""
        with pytest.raises(StoreUnreachable) as caught:
            open_store("nonsense://club:hunter2@host/name", clock)
        assert "hunter2" not in f"{caught.value}{caught.value.hint}"
