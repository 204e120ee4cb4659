"""Narration flow and protection (rules 3.16, 3.19 and section 4)."""

import pytest

from tests.support.deal import scene


def test_rolling_never_moves_narration() -> None:
    """PA-102, INV-17, INV-29: declaring, helping and throwing leave the holder; only the result moves it."""
    s = scene(chips={"P": 5, "Q": 3, "R": 4}, skills={"P": {"Knives": 7}}, holder="R")
    s.declare("P", "Knives")
    assert s.holder == "R"
    s.help("Q", "Wits", 1)
    assert s.holder == "R"
    s.dice("P", 2, 2, 2, 2, 3)
    assert s.holder == "R"
    s.accept("P")
    assert (s.asked, s.holder) == ([("Q", 1, "HELP")], "R")
    s.dice("Q", 2)
    assert s.holder == "Q"


def test_nobody_ends_a_narration_while_a_roll_is_open() -> None:
    """INV-29, PA-102: ending waits for the dice (E_ROLL_OPEN)."""
    s = scene(holder="P")
    s.declare("Q", "Wits")
    s.refuses("E_ROLL_OPEN").end("P")


@pytest.mark.parametrize("kind", ["WRAP_UP", "GOAL_COMPLETION"])
def test_wrap_ups_and_goal_ends_are_protected_from_everything(kind: str) -> None:
    """PA-103: new rolls, connections, conflicts and lulls are E_PROTECTED."""
    options = {"challenge": 2} if kind == "WRAP_UP" else {"group_goals": [("goal", 2)]}
    s = scene(connections={"Q": {"Marta": 2}, "P": {"Yusuf": 1}}, chips={"P": 5, "Q": 9, "R": 5}, **options)
    s.act("P", "Wits", 4, 5, 2)
    assert s.kind == kind
    s.refuses("E_PROTECTED").declare("Q", "Wits")
    s.refuses("E_PROTECTED").check("Q", "P", "Wits")
    s.refuses("E_PROTECTED", "E_CHALLENGE").call("Q", "Marta", 1)
    s.refuses("E_PROTECTED").invoke("Q", "P", "Yusuf")
    s.refuses("E_PROTECTED").conflict("Q")
    s.refuses("E_PROTECTED", "E_CHALLENGE").lull("Q")
    s.refuses("E_NOT_HOLDER").end("Q")


def test_r14_a_success_is_told_to_its_end() -> None:
    """PA-103, R-14: by default nothing cuts into a success."""
    s = scene(connections={"Q": {"Marta": 2}}, holder="P")
    s.act("P", "Wits", 4, 5, 2)
    s.refuses("E_PROTECTED").declare("Q", "Wits")
    s.refuses("E_PROTECTED").check("Q", "P", "Wits")
    s.refuses("E_PROTECTED").conflict("Q")
    s.refuses("E_PROTECTED").call("Q", "Marta", 1)
    s.refuses("E_PROTECTED").lull("Q")


def test_r14_a_success_may_be_interrupted() -> None:
    """R-14: with `interrupt_success` a conflict may cut in, and the actions left are forfeited."""
    s = scene(holder="P", rules={"interrupt_success": True})
    s.act("P", "Wits", 4, 5, 2)
    s.conflict("Q")
    assert s.now == ("Q", "CONFLICT_NATURE", None)
    s.bids(P=0, Q=0, R=0)
    assert s.now == ("P", "FREE", None)


def test_a_failure_can_be_cut_short_by_a_conflict_only() -> None:
    """PA-103: while a failure is told rolls and lulls are E_PROTECTED, a conflict is legal and cancels the handover."""
    s = scene(chips={"P": 5, "Q": 2, "R": 7}, holder="P")
    s.act("P", "Wits", 2, 2, 3)
    assert s.now == ("Q", "FAILURE_RESULT", None)
    s.refuses("E_PROTECTED").declare("R", "Wits")
    s.refuses("E_PROTECTED").check("R", "Q", "Wits")
    s.refuses("E_PROTECTED").lull("R")
    s.conflict("P")
    assert s.chips["Q"] == 4
    s.bids(P=0, Q=0, R=0)
    assert s.now == ("Q", "FREE", None)


def test_scenes_and_free_narration_are_open_to_all() -> None:
    """PA-103: actions, checks, connections and conflicts may come at any moment."""
    s = scene(holder="P")
    s.declare("Q", "Wits")
    s.withdraw("Q")
    s.check("R", "P", "Wits")
    s.withdraw("R")
    s.conflict("Q")
    assert s.holder == "Q"


def test_actions_are_counted_to_their_limit() -> None:
    """PA-104: counting tells when the limit is reached; an unlimited narration has nothing to count (E_STEP)."""
    s = scene(holder="P")
    s.refuses("E_STEP").count_action("P")
    s.act("P", "Wits", 4, 5, 2)
    s.count_action("P")
    assert (s.state.narration.actions_used, s.happened("NarrationLimitReached")) == (1, False)
    s.count_action("P")
    assert s.happened("NarrationLimitReached")


def test_anyone_may_say_stop_to_a_success() -> None:
    """PA-104: another player ends a limited narration; an unlimited one is the holder's (E_NOT_HOLDER)."""
    s = scene(chips={"P": 5, "Q": 2, "R": 7}, holder="P")
    s.act("P", "Wits", 4, 5, 2)
    s.end("Q")
    assert s.holder == "R"
    s.refuses("E_NOT_HOLDER").end("P")


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


def test_ending_a_free_narration_asks_round() -> None:
    """PA-34, N-26: who holds a scene and stops is asking what the others do; the holder stays."""
    s = scene(chips={"P": 5, "Q": 2, "R": 7}, holder="P")
    s.end("P")
    assert s.happened("ActionOrderAnnounced")
    assert s.holder == "P"


def test_a_conflict_nature_is_told_by_its_caller() -> None:
    """PA-103, N-18: while the bids run nobody ends the narration (E_BID_OPEN)."""
    s = scene(holder="P")
    s.conflict("Q")
    s.refuses("E_BID_OPEN").end("Q")


def test_the_next_narrator_is_announced_with_kind_limit_and_reason() -> None:
    """PA-102: the sentence names holder, limit and what follows."""
    s = scene(chips={"P": 4, "Q": 6, "R": 5}, holder="Q")
    s.act("P", "Wits", 4, 5, 2)
    text = s.describe(s.last("NarrationPassed"))
    assert "P" in text
    assert "two" in text or "2" in text


def test_scenes_open_by_themselves() -> None:
    """PA-117, PA-32: get-moving, lull, wrap-up and bid each open the next scene with a new number."""
    s = scene(chips={"P": 7, "Q": 5, "R": 5}, holder="P")
    assert s.state.scene_count == 1
    s.lull("P")
    s.conflict("P")
    s.bids(P=1, Q=0, R=0)
    s.dice("P", 2)
    assert (s.state.scene_count, s.state.scene.kind) == (3, "CHALLENGE")
    s.act("P", "Wits", 4, 5, 2)
    s.end()
    assert (s.state.scene_count, s.state.scene.kind) == (4, "PLAIN")


def test_asking_round_waits_for_protected_tellings() -> None:
    """PA-34, PA-103: asking round during a success is E_PROTECTED."""
    s = scene(holder="P")
    s.act("P", "Wits", 4, 5, 2)
    s.refuses("E_PROTECTED").ask_around("P")
