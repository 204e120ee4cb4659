"""What the scenes of this game do not write: its log, its answers, undo, and sheets compared with each other."""

import pytest

from engine.systems.phase_abandon.rules.table import AskStatus, SetPresence
from engine.types import Rejected
from tests.support.deal import scene


def test_what_ends_with_the_session() -> None:
    """PA-112: the open scene is lulled, the fallen are incapacitated, nobody narrates."""
    s = scene(skills={"P": {"Sword": 3}}, heart={"P": 1}, challenge=9, combat=True)
    s.act("P", "Sword", 1, 5, 5)
    s.end()
    s.settle_ties()
    s.end_session()
    assert (s.phase, s.state.narration, s.status("P")) == ("CLOSED", None, "INCAPACITATED")
    assert any(event.status == "LULLED" for event in s.log if event.kind == "scene_ended")


def test_what_carries_over() -> None:
    """PA-115: skills, damage, goals, group goals, connections, Heart and pool remainder are all there next time."""
    s = scene(
        heart={"P": 3},
        damage={"P": {"Wits": 1}},
        pool=1,
        luck={"P": 0, "Q": 0, "R": 0},
        connections={"P": {"Marta": 4}},
        goals={"P": [("revenge", 300)]},
        group_goals=[("find it", 7)],
    )
    before = s.character("P")
    s.end_session()
    s.start_session()
    after = s.character("P")
    assert (after.skills, after.goals, after.connections, after.heart) == (
        before.skills,
        before.goals,
        before.connections,
        before.heart,
    )
    assert (s.pool, s.group_goal("find it"), s.state.session_no) == (1, 7, 2)


def test_v70_bids_stay_secret_until_the_last_is_in() -> None:
    """V-70, PA-92, INV-38: no public event or view shows a bid before all are placed."""
    s = scene(holder="P")
    s.conflict("P")
    s.bid("P", 4)
    s.bid("Q", 3)
    assert not any("4" in text or "four" in text for text in s.public_texts(since="BiddingOpened"))
    assert all(event.visibility != "public" for event in s.log if event.kind == "bid_placed")
    s.bid("R", 0)
    assert s.happened("BidsRevealed")


def test_the_rating_is_the_sum_of_all_bid_dice() -> None:
    """PA-96, INV-13: losers' dice count as well; the plain scene is replaced."""
    s = scene(holder="P")
    s.conflict("P")
    s.bids(P=2, Q=1, R=1)
    s.dice("P", 6, 6)
    s.dice("Q", 1)
    s.dice("R", 3)
    assert (s.state.scene.challenge_rating, s.challenge) == (16, 16)
    assert any(event.status == "REPLACED" for event in s.log if event.kind == "scene_ended")


def test_dice_before_or_after_the_helpers() -> None:
    """PA-2: the count waits for helping dice thrown late."""
    s = scene(skills={"P": {"Hammer": 2}})
    s.declare("P", "Hammer")
    s.help("Q", "Wits", 2)
    s.dice("P", 2, 3)
    assert s.roll is not None
    s.dice("Q", 4, 4)
    assert (s.roll, s.tally) == (None, (2, 2))


def test_n25_a_lull() -> None:
    """PA-105, N-25, PA-117: the richest begins a new plain scene."""
    s = scene(chips={"P": 5, "Q": 7, "R": 5}, holder="P")
    s.lull("P")
    assert (s.now, s.reason) == (("Q", "SCENE", None), "N-25")
    assert (s.state.scene.kind, s.state.scene_count) == ("PLAIN", 2)
    assert any(event.status == "LULLED" for event in s.log if event.kind == "scene_ended")


def test_v81_a_challenge_is_dropped_only_by_agreement() -> None:
    """V-81, PA-105: with challenge left a lull is E_CHALLENGE; agreed by the group it ends the scene without reward."""
    s = scene(chips={"P": 5, "Q": 7, "R": 5}, challenge=10)
    s.refuses("E_CHALLENGE").lull("P")
    s.lull("P", agreed=True)
    assert any(event.status == "LULLED" for event in s.log if event.kind == "scene_ended")
    assert (s.state.rewards, s.holder, s.state.scene.kind) == ((), "Q", "PLAIN")


def test_the_next_narrator_is_announced_with_kind_limit_and_reason() -> None:
    """PA-102: the sentence names holder, limit and what follows."""
    s = scene(chips={"P": 4, "Q": 6, "R": 5}, holder="Q")
    s.act("P", "Wits", 4, 5, 2)
    text = s.describe(s.last("NarrationPassed"))
    assert "P" in text
    assert "two" in text or "2" in text


def test_a_session_opens_with_two_players_present() -> None:
    """PA-31, PA-10, INV-40: nobody gets moving alone: somebody else must tell failures."""
    s = scene(players="PQ")
    s.end_session()
    s.start_session()
    outcome = s.submit_as("leave", SetPresence(player="P", present=False))
    if isinstance(outcome, Rejected):
        assert outcome.code == "E_LIMIT"
    else:
        s.refuses("E_INCOMPLETE", "E_LIMIT").get_moving()


def test_undo_takes_the_latest_command_back() -> None:
    """PA-116, INV-33: chips, roll and narration are as before, and the same command leads to the same state again."""
    s = scene(chips={"P": 5, "Q": 5, "R": 2}, holder="P")
    before = s.state
    s.check("Q", "P", "Wits")
    s.dice("P", 2, 2, 3)
    after = s.state
    s.undo()
    s.undo()
    assert s.state == before
    s.check("Q", "P", "Wits")
    s.dice("P", 2, 2, 3)
    assert s.state == after


def test_v83_a_repeated_command_id_adds_nothing() -> None:
    """V-83, INV-32: the second time the first result comes back and nothing is added."""
    s = scene()
    first = s.submit_as("same", s.declaration("P", "Wits"))
    length = len(s.history)
    again = s.submit_as("same", s.declaration("P", "Wits"))
    assert (again, len(s.history)) == (first, length)


@pytest.mark.parametrize(
    ("topic", "player", "about", "expected"),
    [
        ("holder", None, None, "P"),
        ("highest", None, None, "Q"),
        ("chips", "R", None, "3"),
        ("pool", None, None, "2"),
        ("group_goal", None, None, "10"),
        ("skill", "P", "Wits", "3"),
        ("heart", "P", None, "5"),
    ],
)
def test_questions_are_answered_and_change_nothing(topic: str, player: str, about: str, expected: str) -> None:
    """PA-116, PA-102: a question reads the state; nothing is logged."""
    s = scene(chips={"P": 5, "Q": 7, "R": 3}, pool=2, holder="P")
    length = len(s.history)
    words = {"2": "two", "3": "three", "5": "five", "10": "ten"}
    text = s.ask(topic, player, about).lower()
    assert expected.lower() in text or words.get(expected, "?") in text
    assert len(s.history) == length


def test_a_question_asked_as_a_command_leaves_no_trace() -> None:
    """PA-116: `AskStatus` is answered, never logged."""
    s = scene()
    before = s.state
    length = len(s.history)
    s.submit_as("question", AskStatus(topic="holder"))
    assert (s.state, len(s.history)) == (before, length)
