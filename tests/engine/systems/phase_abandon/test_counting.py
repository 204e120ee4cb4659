"""Counting a roll, the order of its consequences, and what may be reported (rules 3.6, PA-50 to PA-52 and PA-2)."""

import pytest

from engine.systems.phase_abandon.rules.reports import ReportDice
from tests.support.deal import scene


def test_the_count_subtracts_difficulty_then_helping_failures() -> None:
    """PA-50: three own successes less one of difficulty, plus one helping success less one helping failure."""
    s = scene(skills={"P": {"Hammer": 4}}, holder="P")
    s.check("Q", "P", "Hammer", extra_difficulty=1)
    s.help("R", "Wits", 2)
    s.dice("P", 4, 4, 5, 2)
    s.dice("R", 5, 3)
    assert (s.tally, s.outcome) == ((2, 1), "SUCCESS")
    assert s.last("RollResolved").net == 1


def test_difficulty_never_takes_more_successes_than_there_are() -> None:
    """PA-50: with no success at all the difficulty has nothing to remove."""
    s = scene(skills={"P": {"Hammer": 2}}, holder="P")
    s.check("Q", "P", "Hammer", extra_difficulty=1)
    s.dice("P", 2, 3)
    assert (s.tally, s.last("RollResolved").net) == ((0, 2), -2)


@pytest.mark.parametrize(
    ("faces", "outcome"), [((4, 5, 2), "SUCCESS"), ((4, 2, 3), "FAILURE"), ((4, 5, 2, 3), "BREAK_EVEN")]
)
def test_the_majority_decides(faces: tuple[int, ...], outcome: str) -> None:
    """PA-51, INV-25, R-81: more successes succeed, more failures fail; there is no target number."""
    s = scene(skills={"P": {"Hammer": len(faces)}})
    s.act("P", "Hammer", *faces)
    assert s.outcome == outcome


def test_consequences_come_in_their_order() -> None:
    """PA-52: resolution, tokens, sixes, ones, Heart, challenge and group goal, then narration."""
    s = scene(skills={"P": {"Hammer": 4}}, challenge=12, combat=True, pool=0)
    s.act("P", "Hammer", 1, 5, 6, 4)
    s.accept("P")
    s.dice("P", 3)
    wanted = [
        "RollResolved",
        "PoolTokensAdded",
        "AdvancementGained",
        "SkillDamaged",
        "HeartDamaged",
        "ChallengeReduced",
        "GroupGoalReduced",
        "NarrationPassed",
    ]
    assert s.sequence(*wanted) == wanted


def test_the_pay_off_comes_before_narration_passes() -> None:
    """PA-52: damage, pay-off, then narration."""
    s = scene(chips={"P": 5, "Q": 2, "R": 5}, skills={"P": {"Hammer": 2}})
    s.act("P", "Hammer", 1, 2)
    wanted = ["RollResolved", "SkillDamaged", "ChipsTransferred", "NarrationPassed"]
    assert s.sequence(*wanted) == wanted


def test_v82_dice_that_cannot_be() -> None:
    """V-82, PA-2, INV-32: impossible faces, wrong counts and totals are refused, and nothing changes."""
    s = scene(skills={"P": {"Hammer": 3}})
    s.declare("P", "Hammer")
    s.refuses("E_FACE").dice("P", 7, 3, 4)
    s.refuses("E_FACE").dice("P", 0, 3, 4)
    s.refuses("E_DICE_COUNT").dice("P", 3, 4)
    s.refuses("E_NEED_FACES").total("P", 9)
    s.refuses("E_NO_ROLL").dice("Q", 3, 4, 5)
    s.dice("P", 3, 4, 5)
    assert s.outcome == "SUCCESS"


def test_roller_and_helpers_each_report_their_own_dice() -> None:
    """PA-2: three players owe dice for one roll; each report goes to the request of its player."""
    s = scene(skills={"P": {"Hammer": 2}})
    s.declare("P", "Hammer")
    s.help("Q", "Wits", 2)
    s.help("R", "Wits", 2)
    assert sorted(s.asked) == [("P", 2, "ACTION"), ("Q", 2, "HELP"), ("R", 2, "HELP")]
    s.dice("Q", 4, 4)
    s.dice("R", 4, 4, purpose="HELP")
    s.dice("P", 2, 3)
    assert s.tally == (4, 2)


def test_dice_before_or_after_the_helpers() -> None:
    """PA-2: the count waits for helping dice thrown late."""
    s = scene(skills={"P": {"Hammer": 2}})
    s.declare("P", "Hammer")
    s.help("Q", "Wits", 2)
    s.dice("P", 2, 3)
    assert s.roll is not None
    s.dice("Q", 4, 4)
    assert (s.roll, s.tally) == (None, (2, 2))


def test_faces_and_total_may_be_said_together() -> None:
    """PA-94, PA-2: "six, two, one, so nine" is one report; a total the faces do not make is E_FACE."""
    s = scene(holder="P")
    s.conflict("P")
    s.bids(P=3, Q=0, R=0)
    s.refuses("E_FACE").do(ReportDice(player="P", values=(6, 2, 1), total=10))
    s.do(ReportDice(player="P", values=(6, 2, 1), total=9))
    assert s.challenge == 9


def test_a_report_needs_faces_or_a_total() -> None:
    """PA-2: an empty report is refused with E_DICE_COUNT."""
    s = scene()
    s.declare("P", "Wits")
    s.refuses("E_DICE_COUNT", "E_NEED_FACES").do(ReportDice(player="P"))
