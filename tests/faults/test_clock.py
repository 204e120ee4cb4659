"""Clocks that jump and days that change: no evening ends before it began, and nothing is out of order."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from audio.types import SpeakerMatch, Utterance
from companion.app.evenings import open_evening
from companion.base.config import load_settings
from companion.chronicle.statistics import campaign_statistics
from companion.cli.common import played_last
from companion.dialogue.records import Record
from companion.privacy.consent import consents
from companion.privacy.retention import too_old
from companion.store import Evening, Store, StoredUtterance, open_store
from companion.store.checking import check_campaign
from companion.store.repair import repair
from companion.transfer.exports.campaign_file import dump_campaign, read_campaign_file
from companion.transfer.exports.restoring import RecalledClock, restore_campaign
from companion.web.keys import SESSION_SECONDS, Keys, Role
from tests.support.clock import START, FakeClock
from tests.support.played import CAMPAIGN, opened, play_on, played_file
from tests.support.sitting import roster

HOUR = 3600


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def store(clock: FakeClock) -> Iterator[Store]:
    with open_store("sqlite://", clock) as opened_store:
        opened_store.create_campaign("The Ford", "phase-abandon", roster())
        yield opened_store


def sit_down(store: Store, clock: FakeClock) -> int:
    """Open the campaign as every command does; the number of the evening."""
    evening = open_evening(store, store.campaign(CAMPAIGN), load_settings(), lambda record: None, clock=clock)
    assert evening.game.evening is not None
    return evening.game.evening


def test_a_clock_set_back_during_the_evening(store: Store, clock: FakeClock) -> None:
    """The log keeps its order, and the evening ends when something last happened, not before it began."""
    number = sit_down(store, clock)
    game = opened(store, clock)
    game.evening = number
    clock.advance(HOUR)
    play_on(game, 1)
    clock.advance(-2 * HOUR)
    play_on(game, 1)
    assert store.end_evening(CAMPAIGN, number).ended == START + timedelta(hours=1)
    assert [each.position for each in store.read(CAMPAIGN)] == list(range(len(game.recorded)))


def test_a_clock_set_back_between_evenings(store: Store, clock: FakeClock) -> None:
    assert sit_down(store, clock) == 1
    store.end_evening(CAMPAIGN, 1)
    clock.advance(-365 * 24 * HOUR)
    assert sit_down(store, clock) == 2
    assert [each.number for each in store.evenings(CAMPAIGN)] == [1, 2]
    ended = store.end_evening(CAMPAIGN, 2)
    assert ended.ended == ended.started


def test_a_clock_set_back_while_the_companion_was_down(store: Store, clock: FakeClock) -> None:
    assert sit_down(store, clock) == 1
    clock.advance(-HOUR)
    assert sit_down(store, clock) == 1


def test_a_clock_that_was_years_ahead_and_put_right(store: Store, clock: FakeClock) -> None:
    """An evening from the future is no evening that goes on for years: the next one begins once it is over."""
    clock.advance(5 * 365 * 24 * HOUR)
    assert sit_down(store, clock) == 1
    clock.advance(-5 * 365 * 24 * HOUR)
    assert sit_down(store, clock) == 2


def test_an_evening_past_midnight_is_one_evening(store: Store, clock: FakeClock) -> None:
    """It began on the day it began; a restart after midnight goes on with it."""
    assert sit_down(store, clock) == 1
    clock.advance(4 * HOUR + 1800)  # 19:30 to midnight
    store.add_utterance(CAMPAIGN, 1, StoredUtterance("u1", "almost tomorrow", "Jay"))
    clock.advance(2 * HOUR)
    assert sit_down(store, clock) == 1
    (evening,) = store.evenings(CAMPAIGN)
    assert (evening.started.day, clock.now().day) == (6, 7)


def test_the_hour_that_comes_twice_in_autumn(store: Store, clock: FakeClock) -> None:
    """Times are kept in UTC: the evening of the change of clocks is as long as it was."""
    night = FakeClock(datetime(2026, 10, 24, 22, 0, tzinfo=UTC))
    with open_store("sqlite://", night) as other:
        other.create_campaign("The Ford", "phase-abandon", roster())
        number = sit_down(other, night)
        night.advance(4 * HOUR)
        ended = other.end_evening(CAMPAIGN, number)
        assert ended.ended is not None
        assert ended.ended - ended.started == timedelta(hours=4)


def test_an_evening_nobody_ended_is_over_after_half_a_day(store: Store, clock: FakeClock) -> None:
    assert sit_down(store, clock) == 1
    clock.advance(HOUR)
    store.add_utterance(CAMPAIGN, 1, StoredUtterance("u1", "good night", "Jay"))
    clock.advance(13 * HOUR)
    assert sit_down(store, clock) == 2
    assert store.evenings(CAMPAIGN)[0].ended == START + timedelta(hours=1)


@pytest.mark.parametrize("hours", [-1, 1, -48, 48])
def test_a_clock_that_jumps_while_the_table_is_listened_to(store: Store, clock: FakeClock, hours: int) -> None:
    """Eight hours past midnight with a jump in the middle: every question is answered aloud, and it is one evening."""
    records: list[Record] = []
    settings = load_settings({"dice": "seed:1"}, environment={})
    evening = open_evening(store, store.campaign(CAMPAIGN), settings, records.append, clock=clock)
    session = evening.session
    for hour in range(8):
        now = hour * 3600.0
        session.hear(
            Utterance("live", "Who has narration?", SpeakerMatch("Jay", 0.9), now, now + 1.5, avg_logprob=-0.1)
        )
        for tick in range(8):
            session.pass_time(now + 1.5 + tick / 2)
            while announcement := session.due():
                session.said(announcement)
        clock.advance(HOUR * (hours if hour == 4 else 1))
    kept = store.end_evening(CAMPAIGN, 1)
    assert sum(each["type"] == "announcement" and "Jay" in each["text"] for each in records) == 8
    assert len(store.utterances(CAMPAIGN)) == 8
    assert kept.ended is not None
    assert kept.started <= kept.ended
    assert not check_campaign(store, store.campaign(CAMPAIGN)).problem


DAY = 24 * HOUR
YEAR = 365 * DAY
KEPT = timedelta(days=30)
ONE = datetime(1970, 1, 1, 0, 5, tzinfo=UTC)
"""Time on a computer whose clock has lost its battery."""


def sat(*days: float) -> list[Evening]:
    """Evenings of three hours that began so many days after the first."""
    starts = [START + timedelta(days=each) for each in days]
    return [Evening(number, start, start + timedelta(hours=3)) for number, start in enumerate(starts, 1)]


def day(number: float) -> datetime:
    return START + timedelta(days=number)


def test_a_clock_set_forward_deletes_no_words() -> None:
    """Neither at once, nor at a restart in the same evening, nor when it is put right."""
    past = sat(0, 7, 14)
    assert too_old(past, KEPT, day(365 + 21)) == []
    ahead = [*past, Evening(4, day(365 + 21))]
    assert too_old(ahead, KEPT, day(365 + 21.1)) == []
    over = [*past, *sat(365 + 21)]
    over[-1] = replace(over[-1], number=4)
    assert too_old(over, KEPT, day(365 + 21.4)) == []
    assert too_old(over, KEPT, day(28)) == []


def test_words_go_at_the_second_look_that_finds_them_too_old() -> None:
    """An evening played with a clock a year ahead counts as of the next one, and holds up none of the others."""
    weekly = sat(0, 7, 14, 21, 28, 35)
    assert too_old(weekly[:5], KEPT, day(35)) == []
    assert too_old(weekly, KEPT, day(42)) == [1]
    jumped = [replace(each, started=day(400), ended=day(400.1)) if each.number == 2 else each for each in weekly]
    assert too_old(jumped, KEPT, day(42)) == [1]
    later = [*jumped, *(replace(each, number=number) for number, each in enumerate(sat(42, 49, 56), 7))]
    assert too_old(later, KEPT, day(63)) == [1, 2, 3, 4]


def test_an_evening_played_in_1970_is_as_old_as_the_next_one() -> None:
    """Its own time would let its words go the week after."""
    lost = sat(0, 7, 14)
    lost[1] = Evening(2, ONE, ONE + timedelta(hours=3))
    assert too_old(lost, KEPT, day(21)) == []
    first = [Evening(1, ONE, ONE + timedelta(hours=3)), *(replace(each, number=each.number + 1) for each in sat(7, 14))]
    assert too_old(first, KEPT, day(21)) == []
    assert too_old([*first, *(replace(each, number=4) for each in sat(38))], KEPT, day(45)) == [1, 2]


def test_a_clock_in_1970_deletes_no_words() -> None:
    assert too_old(sat(0, 7, 400), KEPT, ONE) == []


def test_somebody_who_is_sure_of_the_clock_needs_one_look() -> None:
    assert too_old(sat(0, 7, 14), KEPT, day(35), sure=True) == [1]


def test_opening_with_a_clock_a_year_ahead_keeps_what_was_said(store: Store, clock: FakeClock) -> None:
    number = sit_down(store, clock)
    store.add_utterance(CAMPAIGN, number, StoredUtterance("u1", "in the old harbour", "Jay"))
    store.end_evening(CAMPAIGN, number)
    for seconds in (7 * DAY + YEAR, -YEAR):
        clock.advance(seconds)
        settings = load_settings({"keep_words_days": 30}, environment={})
        evening = open_evening(store, store.campaign(CAMPAIGN), settings, lambda record: None, clock=clock)
        evening.leave(over=True)
        assert [each.text for each in store.utterances(CAMPAIGN, 1)] == ["in the old harbour"]


def test_a_clock_set_back_by_a_day_and_a_restart(store: Store, clock: FakeClock) -> None:
    assert sit_down(store, clock) == 1
    clock.advance(HOUR)
    store.add_utterance(CAMPAIGN, 1, StoredUtterance("u1", "I roll", "Jay"))
    clock.advance(-DAY)
    assert sit_down(store, clock) == 1


@pytest.mark.parametrize("jump", [DAY, YEAR])
def test_a_clock_that_was_ahead_for_a_while(jump: float, store: Store, clock: FakeClock) -> None:
    assert sit_down(store, clock) == 1
    clock.advance(HOUR)
    clock.advance(jump)
    store.add_utterance(CAMPAIGN, 1, StoredUtterance("u1", "from the future", "Jay"))
    clock.advance(-jump)
    assert sit_down(store, clock) == 1
    clock.advance(HOUR)
    assert store.last_sign(CAMPAIGN, 1) == START
    assert store.end_evening(CAMPAIGN, 1).ended == START + timedelta(hours=2)


def test_an_evening_left_open_by_a_clock_that_was_ahead(store: Store, clock: FakeClock) -> None:
    assert sit_down(store, clock) == 1
    clock.advance(HOUR)
    store.add_utterance(CAMPAIGN, 1, StoredUtterance("u1", "now", "Jay"))
    clock.advance(YEAR)
    store.add_utterance(CAMPAIGN, 1, StoredUtterance("u2", "from the future", "Jay"))
    clock.advance(7 * DAY - YEAR)
    assert sit_down(store, clock) == 2
    assert store.evenings(CAMPAIGN)[0].ended == START + timedelta(hours=1)


@pytest.mark.parametrize("jump", [YEAR, DAY, -DAY, -56 * YEAR])
def test_numbers_of_an_evening_whose_clock_jumps(jump: float, store: Store, clock: FakeClock) -> None:
    """Nobody tells the story for a year because the clock was set forward; a jump takes no time."""
    number = sit_down(store, clock)
    game = opened(store, clock)
    game.evening = number
    for seconds in (HOUR, jump, HOUR):
        clock.advance(seconds)
        play_on(game, 1)
    store.end_evening(CAMPAIGN, number)
    (evening,) = campaign_statistics(store, store.campaign(CAMPAIGN)).evenings
    assert evening.seconds == 2 * HOUR
    assert sum(each.seconds for each in evening.narration) == 2 * HOUR


def test_the_campaign_played_last(store: Store, clock: FakeClock) -> None:
    other = store.create_campaign("Mire", "phase-abandon", roster()).id
    clock.advance(YEAR)
    store.begin_evening(CAMPAIGN)
    clock.advance(7 * DAY - YEAR)
    store.begin_evening(other)
    clock.advance(HOUR)
    last = played_last(store)
    assert last is not None
    assert last.id == other
    assert store.last_played(CAMPAIGN) is None


@pytest.mark.parametrize("jump", [-DAY, YEAR, -56 * YEAR])
def test_consent_holds_whatever_the_clock_says(jump: float, store: Store, clock: FakeClock) -> None:
    store.add_consent(CAMPAIGN, "Jay", True, "said")
    clock.advance(jump)
    store.add_consent(CAMPAIGN, "Jay", False, "said")
    standing = {each.person: each.given for each in consents(store, store.campaign(CAMPAIGN))}
    assert standing["Jay"] is False


@pytest.mark.parametrize("jump", [-DAY, YEAR, -56 * YEAR])
def test_keys_of_pages_open_whatever_the_clock_says(jump: float, tmp_path: Path, clock: FakeClock) -> None:
    """Made before a jump or after it, unless the clock takes a session for too old; that one is refused and kept."""
    keys = Keys(tmp_path / "keys.json", clock, 8787)
    table = keys.exchange(keys.make_table_link(), "table")
    old = keys.exchange(keys.make_seat_link("1", "Jay"), "seat")
    clock.advance(jump)
    new = keys.exchange(keys.make_seat_link("1", "Jay"), "seat")
    read = Keys(tmp_path / "keys.json", clock, 8787)
    held: tuple[tuple[str | None, Role], ...] = ((table, "table"), (old, "seat"), (new, "seat"))

    def good() -> list[bool]:
        return [key is not None and read.visitor(key, role) is not None for key, role in held]

    assert good() == [jump < SESSION_SECONDS, False, True]
    clock.advance(-jump)
    assert good() == [True, False, jump > -SESSION_SECONDS]


@pytest.mark.parametrize("jump", [-DAY, YEAR, -56 * YEAR])
def test_a_campaign_whose_clock_jumped_is_written_out_and_read_in(jump: float, store: Store, clock: FakeClock) -> None:
    for seconds in (HOUR, jump, HOUR):
        game = opened(store, clock)
        game.set_up()
        game.evening = store.begin_evening(CAMPAIGN).number
        clock.advance(seconds)
        play_on(game, 1)
        store.end_evening(CAMPAIGN, game.evening)
    written = read_campaign_file(dump_campaign(store, store.campaign(CAMPAIGN)))
    recalled = RecalledClock(written.campaign.created)
    with open_store("sqlite://", recalled) as other:
        again = restore_campaign(other, recalled, written)
        assert other.evenings(again.id) == store.evenings(CAMPAIGN)
        assert [each.entry for each in other.read(again.id)] == [each.entry for each in store.read(CAMPAIGN)]


def test_a_copy_kept_aside_twice_at_the_same_time(tmp_path: Path, clock: FakeClock) -> None:
    file = played_file(tmp_path / "companion.db")
    for _ in range(3):
        with closing(sqlite3.connect(file)) as connection:
            last = connection.execute("DELETE FROM log WHERE position = (SELECT max(position) - 1 FROM log)")
            connection.commit()
            assert last.rowcount == 1
        assert repair(file, clock).checked.ok
    assert len(list(tmp_path.glob("companion.db.damaged-*"))) == 3
