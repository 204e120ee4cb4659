"""Helping dice (rules 3.12)."""

from tests.support.deal import scene


def helped(dice: int, **options):
    """P rolls a skill of rank 3, Q gives so many helping dice."""
    s = scene(chips={"P": 5, "Q": 5, "R": 5}, skills={"P": {"Hammer": 3}}, pool=0, **options)
    s.declare("P", "Hammer")
    s.help("Q", "Wits", dice)
    return s


def test_v57_help() -> None:
    """V-57, PA-78, PA-79, N-14: two chips buy two dice; their successes count, a helping 6 brings nothing else."""
    s = helped(2)
    assert s.chips == {"P": 7, "Q": 3, "R": 5}
    s.dice("P", 4, 2, 3)
    s.dice("Q", 5, 6)
    assert (s.tally, s.outcome, s.pool) == ((3, 2), "SUCCESS", 0)
    assert s.skill("Q", "Wits").advancement == 0
    assert (s.now, s.obligations) == (("P", "SUCCESS_RESULT", 3), ["MENTION_HELP"])


def test_v58_help_may_hurt() -> None:
    """V-58, PA-50, PA-79, INV-24: a helping 1 takes a success away and damages nobody."""
    s = helped(1)
    s.dice("P", 4, 5, 2)
    s.dice("Q", 1)
    assert (s.tally, s.outcome) == ((1, 1), "BREAK_EVEN")
    assert (s.skill("P", "Hammer").damage, s.skill("Q", "Wits").damage, s.heart("Q")) == (0, 0, 5)


def test_v59_failures_of_helping_dice() -> None:
    """V-59, PA-50, R-32: they take successes away, or with `help_failures=add_failures` count as failures."""
    for setting, tally in (("subtract_successes", (1, 0)), ("add_failures", (3, 2))):
        s = helped(2, rules={"help_failures": setting})
        s.dice("P", 4, 5, 6)
        s.dice("Q", 2, 2)
        s.dice("P", 2)
        assert (s.tally, s.outcome, s.actions) == (tally, "SUCCESS", tally[0])


def test_help_comes_on_top_of_five_dice() -> None:
    """PA-79: helping dice do not count against the limit."""
    s = scene(skills={"P": {"Hammer": 5}})
    s.declare("P", "Hammer")
    s.help("Q", "Wits", 3)
    assert s.asked == [("P", 5, "ACTION"), ("Q", 3, "HELP")]


def test_several_helpers_one_offer_each() -> None:
    """PA-78: a second offer of the same helper is E_ALREADY, the roller cannot help (E_SELF)."""
    s = helped(1)
    s.help("R", "Wits", 2)
    assert s.chips == {"P": 8, "Q": 4, "R": 3}
    s.refuses("E_ALREADY").help("Q", "Wits", 1)
    s.refuses("E_SELF").help("P", "Hammer", 1)


def test_help_needs_an_own_skill_and_a_chip_per_die() -> None:
    """PA-78, R-33: a foreign skill is E_UNKNOWN, more dice than chips E_NO_CHIPS, none at all E_RANGE; no other cap."""
    s = scene(chips={"P": 0, "Q": 9, "R": 1}, skills={"P": {"Hammer": 3}, "Q": {"Rope": 1}})
    s.declare("P", "Hammer")
    s.refuses("E_UNKNOWN").help("Q", "Hammer", 1)
    s.refuses("E_NO_CHIPS").help("R", "Wits", 2)
    s.refuses("E_RANGE").help("R", "Wits", 0)
    s.help("Q", "Rope", 9)
    assert s.chips == {"P": 9, "Q": 0, "R": 1}


def test_r33_help_may_be_capped_by_the_helpers_skill() -> None:
    """R-33: with `help_dice_cap=helper_effective` a rank 1 skill gives one die (E_RANGE or E_LIMIT beyond)."""
    s = scene(skills={"P": {"Hammer": 3}, "Q": {"Rope": 1}}, rules={"help_dice_cap": "helper_effective"})
    s.declare("P", "Hammer")
    s.refuses("E_RANGE", "E_LIMIT").help("Q", "Rope", 2)
    s.help("Q", "Rope", 1)
    assert ("Q", 1, "HELP") in s.asked


def test_r33_helping_sixes_may_count() -> None:
    """R-33: with `help_six_counts` a helping 6 feeds the pool."""
    s = helped(1, rules={"help_six_counts": True})
    s.dice("P", 4, 2, 3)
    s.dice("Q", 6)
    assert s.pool == 1


def test_no_help_on_connections_and_bids() -> None:
    """PA-80: connection rolls, bids and roll-offs take no help (E_NO_ROLL)."""
    s = scene(connections={"P": {"Marta": 2}}, holder="P")
    s.refuses("E_NO_ROLL").help("Q", "Wits", 1)
    s.call("P", "Marta", 2)
    s.refuses("E_NO_ROLL").help("Q", "Wits", 1)
    s.withdraw("P")
    s.conflict("P")
    s.refuses("E_NO_ROLL", "E_BID_OPEN").help("Q", "Wits", 1)


def test_help_is_mentioned_even_in_failure() -> None:
    """PA-80, N-14: whoever tells the result must mention the help."""
    s = helped(1, holder="R")
    s.dice("P", 2, 2, 3)
    s.dice("Q", 4)
    s.settle_ties("R")
    assert "MENTION_HELP" in s.obligations


def test_helping_dice_are_d6_like_all_others() -> None:
    """PA-79: a helper reports faces, and exactly as many as were paid for."""
    s = helped(2)
    s.refuses("E_DICE_COUNT").dice("Q", 5)
    s.refuses("E_FACE").dice("Q", 5, 8)
    s.refuses("E_NEED_FACES").total("Q", 7)
