"""An evening in numbers, against an evening counted by hand."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from math import isclose
from typing import Any

import pytest

from companion.chronicle.statistics import (
    CampaignStatistics,
    CounterLine,
    CounterPoint,
    Held,
    Throws,
    campaign_statistics,
)
from companion.chronicle.statistics.counting import Thrown, counters_of_all, talk_shares, throws_by_player
from companion.play.game import Game
from companion.store import Store, StoredUtterance, open_store
from tests.support.clock import FakeClock
from tests.support.sitting import roster


@dataclass
class Club:
    """A campaign played command by command, with a clock to turn."""

    store: Store
    clock: FakeClock
    game: Game

    def sit_down(self) -> None:
        self.game.evening = self.store.begin_evening(self.game.campaign.id).number
        self.game.set_up()

    def do(self, seconds: float, **command: Any) -> None:
        self.clock.advance(seconds)
        performed = self.game.perform(self.game.parse(command))
        assert performed.accepted, performed.outcome

    def get_up(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.store.end_evening(self.game.campaign.id, self.game.evening or 0)

    def numbers(self) -> CampaignStatistics:
        return campaign_statistics(self.store, self.game.campaign)


@pytest.fixture
def club() -> Iterator[Club]:
    clock = FakeClock()
    with open_store("sqlite://", clock) as store:
        campaign = store.create_campaign("Harbour", "phase-abandon", roster())
        yield Club(store, clock, Game(store, campaign, clock))


def haggle(club: Club, faces: list[int]) -> None:
    """Jay's three dice on Haggling, ten seconds after the last thing that happened."""
    club.do(10, kind="declare_action", actor="Jay", player="Jay", skill="Haggling", description="haggles")
    club.do(0, kind="report_dice", actor="Jay", values=faces)


class TestTalk:
    def test_words_and_seconds_by_player(self) -> None:
        """Struck lines have no words, typed ones took no time, and an unknown voice is nobody's."""
        shares = talk_shares(
            [
                StoredUtterance("u1", "the ship is gone", "Jay", start=0.0, end=3.0),
                StoredUtterance("u2", "which ship", "Mira", start=3.0, end=4.0),
                StoredUtterance("u3", "", "Jay", start=5.0, end=6.0, struck=True),
                StoredUtterance("u4", "undo that", "Mira", start=7.0, end=7.0, typed=True),
                StoredUtterance("u5", "hm", "unknown", start=8.0, end=9.0),
            ]
        )
        assert [(each.player, each.utterances, each.words, each.seconds) for each in shares] == [
            ("Jay", 2, 4, 4.0),
            ("Mira", 2, 4, 1.0),
            (None, 1, 1, 1.0),
        ]
        assert [each.share_of_words for each in shares] == [4 / 9, 4 / 9, 1 / 9]
        assert sum(each.share_of_seconds for each in shares) == pytest.approx(1.0)

    def test_an_evening_of_typing_shares_no_seconds(self) -> None:
        """Nobody spoke: nobody's share is a division by nothing."""
        (share,) = talk_shares([StoredUtterance("u1", "undo", "Jay", typed=True)])
        assert (share.share_of_words, share.share_of_seconds) == (1.0, 0.0)


class TestThrows:
    def test_faces_beside_what_fair_dice_show(self) -> None:
        six, twelve = throws_by_player(
            [
                Thrown("Jay", 6, (6, 6, 1), success_from=4),
                Thrown("Jay", 12, (7,)),
                Thrown("Jay", 6, (4,), success_from=5),
            ]
        )
        assert six == Throws("Jay", 6, (1, 0, 0, 1, 0, 2), 4, 2, 1.5 + 1 / 3)
        assert (six.dice, six.mean, six.expected_mean) == (4, 4.25, 3.5)
        assert isclose(six.luck, 3 / (4 * 35 / 12) ** 0.5)
        assert (twelve.faces[6], twelve.counted, twelve.expected_mean) == (1, 0, 6.5)

    def test_a_success_that_no_single_face_reaches_is_not_expected(self) -> None:
        """Harder than the highest face: only further dice could get there."""
        (throws,) = throws_by_player([Thrown("Jay", 6, (6, 5), success_from=8)])
        assert (throws.counted, throws.successes, throws.expected_successes) == (2, 0, 0.0)

    def test_no_dice_have_no_luck(self) -> None:
        assert (Throws("Jay", 6, (0,) * 6).luck, Throws("Jay", 6, (0,) * 6).mean) == (0.0, 0.0)


class TestEvening:
    def test_dice_chips_and_narration_of_an_evening(self, club: Club) -> None:
        """Jay throws, tells for a while, and gives the word on; a chip that moved is a point on two lines."""
        club.sit_down()
        haggle(club, [6, 5, 2])
        club.do(0, kind="accept_roll", actor="Jay", player="Jay")
        club.do(20, kind="end_narration", actor="Jay", player="Jay")
        club.get_up(30)
        (evening,) = club.numbers().evenings
        (throws,) = evening.throws
        assert (throws.player, throws.faces) == ("Jay", (0, 1, 0, 0, 1, 1))
        assert (throws.successes, throws.expected_successes) == (2, 1.5)
        assert evening.seconds == 60.0
        assert sum(held.seconds for held in evening.narration) == 60.0
        assert evening.narration[0].player == "Jay"
        assert evening.narration_shares[0].share == evening.narration_shares[0].seconds / 60.0

    def test_what_everybody_has_is_a_line_from_the_first_moment_on(self, club: Club) -> None:
        club.sit_down()
        club.do(5, kind="correct_state", path="chips", player="Mira", value=9, reason="we counted again")
        club.do(5, kind="correct_state", path="chips", player="Mira", value=4, reason="we counted wrong")
        (evening,) = club.numbers().evenings
        lines = {(line.player, line.label): line for line in evening.counters}
        chips = lines["Mira", "chips"]
        assert [(point.second, point.value) for point in chips.points] == [(0.0, 4), (5.0, 9), (10.0, 4)]
        assert chips.points[0].position is None
        assert [point.value for point in lines["Russ", "chips"].points] == [5]

    def test_dice_taken_back_do_not_count(self, club: Club) -> None:
        """A misheard throw that was undone is nobody's bad luck; the time it took is."""
        club.sit_down()
        haggle(club, [1, 1, 1])
        club.do(5, kind="undo_last")
        club.do(0, kind="report_dice", actor="Jay", values=[6, 6, 6])
        (evening,) = club.numbers().evenings
        assert [throws.faces for throws in evening.throws] == [(0, 0, 0, 0, 0, 3)]
        assert evening.seconds == 15.0

    def test_setting_a_clock_back_takes_no_time(self, club: Club) -> None:
        club.sit_down()
        haggle(club, [6, 5, 2])
        club.do(-3600, kind="accept_roll", actor="Jay", player="Jay")
        club.do(20, kind="end_narration", actor="Jay", player="Jay")
        club.get_up(0)
        (evening,) = club.numbers().evenings
        assert evening.seconds == 30.0
        assert all(held.seconds >= 0 for held in evening.narration)

    def test_evenings_are_apart_and_together(self, club: Club) -> None:
        """The second evening begins where the first ended; an evening without a move is one too."""
        for faces in ([6, 5, 4], [1, 2, 3]):
            club.sit_down()
            haggle(club, faces)
            club.do(0, kind="undo_last" if faces[0] == 1 else "accept_roll", actor="Jay", player="Jay")
            club.get_up(1)
            if faces[0] == 6:
                club.do(0, kind="end_narration", actor="Jay", player="Jay")
        club.sit_down()
        numbers = club.numbers()
        assert [each.evening.number for each in numbers.evenings] == [1, 2, 3]
        assert [throws.dice for throws in numbers.throws] == [3]
        assert numbers.evenings[2].narration == (Held(numbers.evenings[1].narration[-1].player, 0.0, 0.0),)

    def test_counters_of_all_evenings_follow_one_another(self) -> None:
        """An evening begins where the one before ended; what did not change in between is no new point."""
        first = CounterLine("Jay", "chips", (CounterPoint(None, 0.0, 5), CounterPoint(3, 40.0, 4)))
        second = CounterLine("Jay", "chips", (CounterPoint(None, 0.0, 4), CounterPoint(9, 10.0, 6)))
        late = CounterLine("Mira", "chips", (CounterPoint(None, 0.0, 5),))
        found = counters_of_all([(60.0, (first,)), (30.0, (second, late))])
        assert [(each.player, [(point.second, point.value) for point in each.points]) for each in found] == [
            ("Jay", [(0.0, 5), (40.0, 4), (70.0, 6)]),
            ("Mira", [(60.0, 5)]),
        ]

    def test_everything_is_json(self, club: Club) -> None:
        club.sit_down()
        haggle(club, [6, 5, 2])
        club.store.add_utterance(club.game.campaign.id, 1, StoredUtterance("u1", "I haggle", "Jay", end=2.0))
        told = json.loads(json.dumps(club.numbers().to_json()))
        assert told["evenings"][0]["talk"][0]["player"] == "Jay"
        assert told["throws"][0]["expected_mean"] == 3.5
        assert told["evenings"][0]["ended"] is None
