"""Clocks that jump and days that change: no evening ends before it began, and nothing is out of order."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from audio.types import SpeakerMatch, Utterance
from companion.app import wiring
from companion.base.config import load_settings
from companion.dialogue.records import Record
from companion.store import Store, StoredUtterance, open_store
from companion.store.checking import check_campaign
from tests.support.clock import START, FakeClock
from tests.support.played import CAMPAIGN, opened, play_on
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
    evening = wiring.open_evening(store, store.campaign(CAMPAIGN), load_settings(), lambda record: None, clock=clock)
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
    """The next evening has the next number, whatever its date says."""
    assert sit_down(store, clock) == 1
    store.end_evening(CAMPAIGN, 1)
    clock.advance(-365 * 24 * HOUR)
    assert sit_down(store, clock) == 2
    assert [each.number for each in store.evenings(CAMPAIGN)] == [1, 2]
    ended = store.end_evening(CAMPAIGN, 2)
    assert ended.ended == ended.started


def test_a_clock_set_back_while_the_companion_was_down(store: Store, clock: FakeClock) -> None:
    """A restart in the same evening goes on with it."""
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
    """It ends at its last sign of life, not when it is found."""
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
    evening = wiring.open_evening(store, store.campaign(CAMPAIGN), settings, records.append, clock=clock)
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
