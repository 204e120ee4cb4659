"""Requested skill checks (rules 3.11)."""

import pytest

from tests.support.deal import scene

BILL = {"P": 5, "Q": 5, "R": 2}


def bill(**options):
    """The Bill example: P narrates with Common Sense 3, Q asks for a check."""
    return scene(chips=BILL, skills={"P": {"Common Sense": 3}}, group_goals=[("goal", 10)], holder="P", **options)


def test_v24_bill() -> None:
    """V-24, PA-73, PA-75, N-8, R-3, R-82: the chip moves, two of three succeed, Bill tells on and keeps narration."""
    s = bill()
    s.check("Q", "P", "Common Sense")
    assert s.chips == {"P": 6, "Q": 4, "R": 2}
    s.dice("P", 4, 5, 2)
    assert (s.tally, s.outcome, s.group_goal("goal")) == ((2, 1), "SUCCESS", 8)
    assert (s.now, s.reason) == (("P", "SUCCESS_RESULT", 2), "N-8")
    s.end()
    assert s.now == ("P", "FREE", None)


def test_v25_bill_fails() -> None:
    """V-25, PA-76, N-10, R-1, R-2, R-9: the requester tells the failure and keeps on; the poorest other is paid."""
    s = bill()
    s.check("Q", "P", "Common Sense")
    s.dice("P", 2, 3, 5)
    assert s.outcome == "FAILURE"
    assert s.chips == {"P": 5, "Q": 4, "R": 3}
    assert (s.now, s.reason) == (("Q", "FAILURE_RESULT", None), "N-10")
    s.end()
    assert s.now == ("Q", "FREE", None)


def test_v25_under_the_summaries() -> None:
    """V-25, N-12, R-1, R-2: with the preset `summaries` the poorest tells the failure, then the richest goes on."""
    s = bill(preset="summaries")
    s.check("Q", "P", "Common Sense")
    s.dice("P", 2, 3, 5)
    assert s.chips == {"P": 5, "Q": 4, "R": 3}
    assert (s.now, s.reason) == (("R", "FAILURE_RESULT", None), "N-12")
    s.end()
    assert s.holder == "P"


@pytest.mark.parametrize(
    ("rules", "teller", "after"),
    [
        ({"failed_check_narrator": "lowest_chips"}, "R", "R"),
        ({"after_failed_check": "highest_chips"}, "Q", "P"),
    ],
)
def test_who_tells_a_failed_check_and_who_goes_on(rules: dict[str, str], teller: str, after: str) -> None:
    """R-1, R-2, N-12: the lowest may tell it and keep on; or the requester only tells it and the highest goes on."""
    s = bill(rules=rules)
    s.check("Q", "P", "Common Sense")
    s.dice("P", 2, 3, 5)
    assert s.holder == teller
    s.end()
    assert s.holder == after


def test_r3_the_highest_may_go_on_after_a_passed_check() -> None:
    """R-3: with `after_success_check=highest_chips` the tested player only tells the success."""
    for setting, after in (("roller_keeps", "P"), ("highest_chips", "R")):
        s = scene(chips={"P": 2, "Q": 5, "R": 6}, holder="P", rules={"after_success_check": setting})
        s.check("Q", "P", "Wits")
        s.dice("P", 4, 5, 2)
        s.end()
        assert s.holder == after


@pytest.mark.parametrize(
    ("setting", "chips"),
    [
        ("lowest_other", {"P": 5, "Q": 4, "R": 3}),
        ("narrator", {"P": 5, "Q": 5, "R": 2}),
        ("none", {"P": 6, "Q": 4, "R": 2}),
    ],
)
def test_r9_who_is_paid_after_a_failed_check(setting: str, chips: dict[str, int]) -> None:
    """R-9: the poorest, the one who tells it, or nobody."""
    s = bill(rules={"failed_check_payoff": setting})
    s.check("Q", "P", "Common Sense")
    s.dice("P", 2, 3, 5)
    assert s.chips == chips


def test_v26_bill_with_extra_difficulty() -> None:
    """V-26, PA-74, R-34, PA-55: one more chip takes one success; the break even pays nobody."""
    s = bill()
    s.check("Q", "P", "Common Sense", extra_difficulty=1)
    assert s.chips == {"P": 7, "Q": 3, "R": 2}
    s.dice("P", 4, 5, 2)
    assert (s.tally, s.outcome, s.group_goal("goal")) == ((1, 1), "BREAK_EVEN", 10)
    assert s.chips == {"P": 7, "Q": 3, "R": 2}
    assert (s.holder, s.reason) == ("R", "N-6")
    s.end()
    assert s.holder == "P"


@pytest.mark.parametrize(
    ("faces", "teller", "kind", "actions", "row"),
    [((4, 4, 2), "R", "SUCCESS_RESULT", 2, "N-9"), ((2, 2, 4), "P", "FAILURE_RESULT", None, "N-11")],
)
def test_a_check_by_the_narrator(faces: tuple[int, ...], teller: str, kind: str, actions: int | None, row: str) -> None:
    """PA-72, PA-76, N-9, N-11: who passes tells it, of a failure the narrator; either keeps narration."""
    s = bill()
    s.check("P", "R", "Wits")
    s.dice("R", *faces)
    assert (s.now, s.reason) == ((teller, kind, actions), row)
    s.end()
    assert s.now == (teller, "FREE", None)


def test_v67_one_side_must_be_the_narrator() -> None:
    """V-67, PA-72, R-80: R cannot test Q while P narrates (E_CHECK_PAIR), nobody oneself (E_SELF)."""
    s = bill()
    s.refuses("E_CHECK_PAIR").check("R", "Q", "Wits")
    s.refuses("E_SELF").check("P", "P", "Common Sense")


def test_r80_anybody_may_test_anybody() -> None:
    """R-80: with `check_pairs=anyone` R may test Q while P narrates."""
    s = bill(rules={"check_pairs": "anyone"})
    s.check("R", "Q", "Wits")
    assert s.asked == [("Q", 3, "CHECK")]


def test_the_tested_player_cannot_refuse() -> None:
    """PA-73: the requester may call the check off before the throw, getting the chip back; a third player may not."""
    s = bill()
    s.check("Q", "P", "Common Sense")
    s.refuses("E_NOT_ROLLER").withdraw("R")
    s.withdraw("Q")
    assert (s.chips, s.asked) == (BILL, [])


def test_a_skill_nobody_has_is_a_check_on_luck() -> None:
    """PA-73, PA-35: the skill of a check is free text; without it the tested player throws Luck."""
    s = bill(luck={"P": 2})
    s.check("Q", "P", "Swimming")
    assert s.asked == [("P", 2, "CHECK")]


def test_difficulty_by_another_player() -> None:
    """PA-74, R-34: any other player may add the chip before the throw; only once (E_LIMIT), and not the roller."""
    s = bill()
    s.refuses("E_NO_ROLL").harder("R")
    s.check("Q", "P", "Common Sense")
    s.refuses("E_SELF").harder("P")
    s.harder("R")
    assert s.chips == {"P": 7, "Q": 4, "R": 1}
    s.refuses("E_LIMIT").harder("Q")


def test_only_checks_are_made_harder() -> None:
    """PA-74: a declared action takes no extra difficulty (E_NO_ROLL)."""
    s = bill()
    s.declare("P", "Common Sense")
    s.refuses("E_NO_ROLL").harder("Q")


def test_r34_difficulty_without_limit() -> None:
    """R-34: with `extra_difficulty_max=unlimited` two chips take two successes."""
    s = bill(rules={"extra_difficulty_max": "unlimited"})
    s.check("Q", "P", "Common Sense")
    s.harder("R")
    s.harder("Q")
    s.dice("P", 4, 5, 4)
    assert s.tally == (1, 0)


def test_r34_only_the_requester_may_make_it_harder() -> None:
    """R-34: with `extra_difficulty_giver=requester` another player's chip is refused."""
    s = bill(rules={"extra_difficulty_giver": "requester"})
    s.check("Q", "P", "Common Sense")
    s.refuses("E_SELF", "E_NOT_OWNER").harder("R")
    s.harder("Q")
    assert s.chips == {"P": 7, "Q": 3, "R": 2}


def test_checks_in_challenge_scenes() -> None:
    """PA-77, R-74: a check takes its points from the challenge; with `checks_in_challenge=false` it is E_CHALLENGE."""
    s = scene(challenge=10, holder="P")
    s.check("Q", "P", "Wits")
    s.dice("P", 4, 5, 2)
    assert s.challenge == 8
    t = scene(challenge=10, holder="P", rules={"checks_in_challenge": False})
    t.refuses("E_CHALLENGE").check("Q", "P", "Wits")


def test_no_check_during_protected_narration() -> None:
    """PA-77, PA-103: while a success is told a check is E_PROTECTED."""
    s = bill()
    s.act("P", "Common Sense", 4, 5, 2)
    s.refuses("E_PROTECTED").check("Q", "P", "Common Sense")


def test_a_check_goes_to_an_active_character() -> None:
    """PA-70, PA-72: the fallen are not tested (E_CHARACTER_OUT), the absent neither (E_ABSENT)."""
    s = bill()
    s.kill("R")
    s.refuses("E_CHARACTER_OUT").check("P", "R", "Wits")
    t = bill()
    t.absent("R")
    t.refuses("E_ABSENT").check("P", "R", "Wits")


def test_r81_no_target_number() -> None:
    """R-81: one success more than failures is enough, whatever the check."""
    s = bill()
    s.check("Q", "P", "Common Sense")
    s.hold_out("P", 2)
    s.dice("P", 4)
    assert s.outcome == "SUCCESS"
