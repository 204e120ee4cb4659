"""Connections (rules 3.17)."""

import pytest

from tests.support.deal import scene


def herik(value: int = 4, **options):
    """The Yargert example: P narrates nothing yet, has a connection of so much."""
    options.setdefault("chips", {"P": 4, "Q": 6, "R": 5})
    return scene(connections={"P": {"Yargert": value}}, **options)


def test_v13_herik_asks_yargert() -> None:
    """V-13, PA-106, PA-107, PA-108, N-15, R-65: success, one die lost, harm to be told, group goal untouched."""
    s = herik()
    s.call("P", "Yargert", 4)
    assert s.asked == [("P", 4, "CONNECTION")]
    s.dice("P", 5, 4, 4, 1)
    assert (s.tally, s.outcome, s.connection("P", "Yargert")) == ((3, 1), "SUCCESS", 3)
    assert s.chips == {"P": 4, "Q": 6, "R": 5}
    assert (s.now, s.reason, s.obligations) == (("P", "SUCCESS_RESULT", 3), "N-15", ["HARM_RELATION"])
    assert s.group_goal("find it") == 10
    s.end()
    assert s.holder == "Q"


@pytest.mark.parametrize("dice", [0, 5])
def test_how_many_dice_to_risk_is_a_choice_within_the_value(dice: int) -> None:
    """PA-106: one to the value, else E_RANGE; fewer is fine."""
    s = herik()
    s.refuses("E_RANGE").call("P", "Yargert", dice)
    s.call("P", "Yargert", 2)
    assert s.asked == [("P", 2, "CONNECTION")]


def test_r67_five_dice_at_most() -> None:
    """PA-106, R-67: a connection of 7 throws five, with `connection_dice_cap=none` all seven."""
    s = herik(7)
    s.refuses("E_RANGE").call("P", "Yargert", 6)
    t = herik(7, rules={"connection_dice_cap": "none"})
    t.call("P", "Yargert", 7)
    assert t.asked == [("P", 7, "CONNECTION")]


def test_v72_a_failed_call() -> None:
    """V-72, PA-107, PA-108, N-16, INV-12: the value stays 1; tied lowest roll off, the winner is paid and tells it."""
    s = herik(1, chips={"P": 6, "Q": 3, "R": 3}, holder="P")
    s.call("P", "Yargert", 1)
    s.dice("P", 1)
    assert (s.outcome, s.connection("P", "Yargert")) == ("FAILURE", 1)
    assert s.candidates == ["Q", "R"]
    s.dice("Q", 2)
    s.dice("R", 5)
    assert s.chips == {"P": 5, "Q": 3, "R": 4}
    assert (s.now, s.reason) == (("R", "FAILURE_RESULT", None), "N-16")
    s.end()
    assert s.holder == "P"


@pytest.mark.parametrize(("setting", "value"), [("per_die", 5), ("per_roll", 4)])
def test_v73_sixes_raise_the_connection(setting: str, value: int) -> None:
    """V-73, PA-108, R-64: two sixes raise it by two, or by one per roll, and neither explode nor feed the pool."""
    s = herik(3, pool=0, rules={"connection_delta": setting})
    s.call("P", "Yargert", 3)
    s.dice("P", 6, 6, 2)
    assert (s.tally, s.outcome, s.connection("P", "Yargert"), s.pool) == ((2, 1), "SUCCESS", value, 0)
    assert s.obligations == ["NURTURE_RELATION"]


def test_ones_apply_before_sixes() -> None:
    """PA-108: at value 1 a 1 takes nothing and a 6 then adds one."""
    s = herik(2)
    s.call("P", "Yargert", 2)
    s.dice("P", 1, 6)
    assert s.connection("P", "Yargert") == 2


def test_r65_a_connection_roll_may_be_an_action() -> None:
    """R-65: with `connection_roll_is_action` it explodes, feeds the pool and takes from the group goal."""
    s = herik(3, pool=0, rules={"connection_roll_is_action": True})
    s.call("P", "Yargert", 3)
    s.dice("P", 6, 4, 2)
    s.dice("P", 3)
    assert (s.pool, s.group_goal("find it")) == (1, 8)


def test_r66_a_break_even_call() -> None:
    """R-66, PA-107, N-6: told by the lowest other without pay-off; with `as_failure` the chip is paid."""
    for setting, paid in (("as_break_even", 0), ("as_failure", 1)):
        s = herik(2, rules={"connection_break_even": setting})
        s.call("P", "Yargert", 2)
        s.dice("P", 4, 2)
        assert s.outcome == "BREAK_EVEN"
        assert (s.holder, s.chips["R"]) == ("R", 5 + paid)


@pytest.mark.parametrize(
    ("setting", "after"), [("highest_chips", "Q"), ("previous_holder", "R"), ("roller_keeps", "P")]
)
def test_r69_who_goes_on_after_a_call(setting: str, after: str) -> None:
    """R-69: the richest, who narrated before, or the caller."""
    s = herik(holder="R", rules={"after_connection_call": setting})
    s.call("P", "Yargert", 2)
    s.dice("P", 4, 5)
    s.end()
    assert s.holder == after


def test_v74_no_calls_in_challenge_scenes() -> None:
    """V-74, PA-106: in a challenge scene calling is E_CHALLENGE."""
    s = herik(challenge=9)
    s.refuses("E_CHALLENGE").call("P", "Yargert", 1)


def test_a_connection_one_does_not_have() -> None:
    """PA-106: E_UNKNOWN."""
    s = herik()
    s.refuses("E_UNKNOWN").call("P", "the Dean", 1)
    s.refuses("E_UNKNOWN").call("Q", "Yargert", 1)


def yargert(**options):
    """The richest player Q lets Yargert ask something of P."""
    options.setdefault("chips", {"P": 5, "Q": 7})
    return scene(players="PQ", connections={"P": {"Yargert": 3}}, holder="P", **options)


@pytest.mark.parametrize(("fulfilled", "value"), [(True, 4), (False, 2)])
def test_v14_yargert_asks(fulfilled: bool, value: int) -> None:
    """V-14, PA-109, PA-110, N-17, R-92: one success is strength 1; met it raises, refused it lowers; nobody moves."""
    s = yargert()
    s.invoke("Q", "P", "Yargert", "a fang of the beast")
    assert s.chips == {"P": 6, "Q": 6}
    assert s.asked == [("Q", 3, "REQUEST")]
    s.dice("Q", 2, 3, 5)
    (request,) = s.state.requests
    assert (request.strength, request.status, s.holder) == (1, "OPEN", "P")
    assert s.connection("P", "Yargert") == 3
    s.settle("P", "Yargert", fulfilled=fulfilled)
    assert s.connection("P", "Yargert") == value
    s.refuses("E_ALREADY", "E_UNKNOWN").settle("P", "Yargert", fulfilled=fulfilled)


@pytest.mark.parametrize(("faces", "fulfilled"), [((4, 4, 5), True), ((2, 3, 1), False)])
def test_a_request_may_leave_the_connection_as_it_is(faces: tuple[int, ...], fulfilled: bool) -> None:
    """PA-110, R-92: where its owner does not raise it, and where nobody feels strongly about the request."""
    s = yargert()
    s.invoke("Q", "P", "Yargert")
    s.dice("Q", *faces)
    s.settle("P", "Yargert", fulfilled=fulfilled, raise_=False)
    assert s.connection("P", "Yargert") == 3


def test_v75_a_refusal_stops_at_one() -> None:
    """V-75, PA-110, INV-12: strength 3 against value 2 leaves 1."""
    s = scene(chips={"P": 5, "Q": 7, "R": 5}, connections={"P": {"Yargert": 3}}, holder="P")
    s.invoke("Q", "P", "Yargert")
    s.dice("Q", 4, 5, 6)
    s.call("P", "Yargert", 3)
    s.dice("P", 1, 4, 4)
    assert s.connection("P", "Yargert") == 2
    s.settle("P", "Yargert", fulfilled=False)
    assert s.connection("P", "Yargert") == 1


def test_v76_only_the_richest_invokes() -> None:
    """V-76, PA-109: others are E_NOT_HIGHEST; oneself is E_SELF, an unknown connection E_UNKNOWN."""
    s = yargert(chips={"P": 7, "Q": 5})
    s.refuses("E_NOT_HIGHEST").invoke("Q", "P", "Yargert")
    s.refuses("E_SELF").invoke("P", "P", "Yargert")
    s.refuses("E_UNKNOWN").invoke("P", "Q", "Yargert")


def test_v76_a_tie_for_highest_is_rolled_off_first() -> None:
    """V-76, PA-109: the winner may invoke until chips move; the loser stays E_NOT_HIGHEST."""
    s = scene(chips={"P": 5, "Q": 6, "R": 6}, connections={"P": {"Yargert": 3}}, holder="P")
    s.invoke("Q", "P", "Yargert")
    assert (s.candidates, s.chips) == (["Q", "R"], {"P": 5, "Q": 6, "R": 6})
    s.dice("Q", 2)
    s.dice("R", 5)
    assert s.state.highest_claim == "R"
    s.refuses("E_NOT_HIGHEST").invoke("Q", "P", "Yargert")
    s.invoke("R", "P", "Yargert")
    assert s.chips == {"P": 6, "Q": 6, "R": 5}
    assert s.state.highest_claim is None


def test_r68_the_request_roll_leaves_the_value() -> None:
    """R-68: ones and sixes do nothing; with `request_roll_changes_connection` they move it."""
    for setting, value in ((False, 3), (True, 4)):
        s = yargert(rules={"request_roll_changes_connection": setting})
        s.invoke("Q", "P", "Yargert")
        s.dice("Q", 2, 3, 6)
        assert s.connection("P", "Yargert") == value


def test_only_the_owner_settles_a_request() -> None:
    """PA-110: E_NOT_OWNER for anybody else."""
    s = yargert()
    s.invoke("Q", "P", "Yargert")
    s.dice("Q", 4, 3, 6)
    s.refuses("E_NOT_OWNER").settle("Q", "Yargert", fulfilled=True)


def test_connections_made_in_play_start_at_one() -> None:
    """PA-111, R-63: whoever is met during play is worth 1, even where the group sets starting values."""
    s = scene()
    s.connect("P", "the innkeeper")
    assert s.connection("P", "the innkeeper") == 1
    s.refuses("E_RANGE").connect("P", "the Dean", 4)


def test_a_call_may_be_withdrawn_before_the_throw() -> None:
    """PA-42, PA-106: nothing has happened then."""
    s = herik()
    s.call("P", "Yargert", 3)
    s.withdraw("P")
    assert (s.asked, s.connection("P", "Yargert")) == ([], 4)


def test_a_request_may_be_withdrawn_before_the_throw() -> None:
    """PA-42, PA-109: the chip comes back and nothing was asked."""
    s = yargert()
    s.invoke("Q", "P", "Yargert")
    s.withdraw("Q")
    assert (s.chips, s.asked) == ({"P": 5, "Q": 7}, [])
    assert all(request.status != "OPEN" for request in s.state.requests)
    s.refuses("E_UNKNOWN", "E_ALREADY").settle("P", "Yargert", fulfilled=True)


def test_an_open_request_survives_the_session() -> None:
    """PA-115, PA-110: what a connection asked can be settled between sessions."""
    s = yargert()
    s.invoke("Q", "P", "Yargert")
    s.dice("Q", 4, 4, 2)
    s.end_session()
    s.settle("P", "Yargert", fulfilled=True)
    assert s.connection("P", "Yargert") == 5
