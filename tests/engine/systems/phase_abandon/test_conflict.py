"""Conflicts, bids and challenge scenes (rules 3.15)."""

import pytest

from tests.support.deal import scene


def test_v33_jay_and_russ() -> None:
    """V-33, PA-90, PA-92, PA-94, PA-95, PA-96, N-18, N-20, INV-5, R-91: 9 against 10, pot 5, rating 19."""
    s = scene(players=["Jay", "Russ"], chips={"Jay": 5, "Russ": 5}, holder="Jay")
    s.conflict("Russ", "the barge master's brothers")
    assert s.chips == {"Jay": 6, "Russ": 4}
    assert (s.now, s.reason) == (("Russ", "CONFLICT_NATURE", None), "N-18")
    s.bid("Jay", 3)
    assert s.chips == {"Jay": 6, "Russ": 4}
    s.bid("Russ", 2)
    assert s.asked == [("Jay", 3, "BID"), ("Russ", 2, "BID")]
    assert (s.state.conflict.pot, s.state.total_chips) == (5, 10)
    s.dice("Jay", 6, 2, 1)
    s.dice("Russ", 4, 6)
    assert s.chips == {"Jay": 3, "Russ": 7}
    assert (s.now, s.reason) == (("Russ", "SCENE", None), "N-20")
    assert (s.challenge, s.state.scene.challenge_rating, s.state.scene.kind) == (19, 19, "CHALLENGE")


def test_v29_v30_v31_the_kidnapper() -> None:
    """V-29, V-30, V-31, PA-76, PA-96, PA-99, PA-100, N-21: from a failed check through the bids to the wrap-up."""
    s = scene(
        players="ABC",
        chips={"A": 5, "B": 5, "C": 5},
        skills={"A": {"Sneaking": 3, "Fists": 5}, "B": {"Fists": 4}, "C": {"Fists": 5}},
        goals={"C": [("revenge", 300)]},
        group_goals=[("duke", 20), ("ambassador", 30), ("kidnapper", 20)],
        holder="A",
        pool=0,
    )
    s.correct_group_goal("duke", 0)
    s.correct_group_goal("ambassador", 0)
    s.correct_group_goal("kidnapper", 10)
    assert s.current_group_goal == "kidnapper"
    # Part 1: a failed check.
    s.check("B", "A", "Sneaking")
    assert s.chips == {"A": 6, "B": 4, "C": 5}
    s.dice("A", 2, 3, 5)
    assert (s.chips, s.now) == ({"A": 5, "B": 5, "C": 5}, ("B", "FAILURE_RESULT", None))
    # Part 2: C does not wait for the end of the failure's telling.
    s.conflict("C", "guards")
    assert s.chips == {"A": 5, "B": 6, "C": 4}
    s.bids(A=2, B=1, C=1)
    s.dice("A", 4, 3)
    s.dice("B", 5)
    s.dice("C", 2)
    assert (s.chips, s.holder, s.challenge) == ({"A": 7, "B": 5, "C": 3}, "A", 14)
    # Part 3: three actions take all fourteen.
    seen = []
    for player, faces, explosions in (
        ("A", (6, 5, 4, 4, 2), (4,)),
        ("B", (6, 6, 5, 3), (2, 5)),
        ("C", (6, 5, 5, 4, 2), (4,)),
    ):
        s.act(player, "Fists", *faces)
        s.dice(player, *explosions)
        seen.append((s.tally[0], s.last("RollResolved").natural_sixes, s.challenge, s.group_goal("kidnapper")))
        if player != "C":
            s.end()
            s.settle_ties("A")
    assert seen == [(5, 1, 9, 9), (4, 2, 5, 7), (5, 1, 0, 6)]
    assert s.pool == 4
    assert (s.now, s.reason) == (("C", "WRAP_UP", None), "N-21")
    assert [(reward.player, reward.points) for reward in s.state.rewards] == [("C", 14)]
    s.end()
    assert (s.holder, s.state.scene.kind) == ("A", "PLAIN")
    s.claim("C", "revenge")
    assert s.goal("C", "revenge").value_left == 286


@pytest.mark.parametrize("nature", ["a debate", "a chase", "a game of cards"])
def test_a_conflict_can_be_anything(nature: str) -> None:
    """PA-90: what it is about is free text; the caller pays the narrator one chip."""
    s = scene(holder="P")
    s.conflict("Q", nature)
    assert s.chips == {"P": 6, "Q": 4, "R": 5}
    assert s.state.conflict.nature == nature


def test_n19_the_narrator_calls_for_free() -> None:
    """PA-90, N-19: the narrator pays nothing and states the nature; `natural` by anybody else is E_NOT_HOLDER."""
    s = scene(holder="P")
    s.refuses("E_NOT_HOLDER").conflict("Q", natural=True)
    s.conflict("P")
    assert s.chips == {"P": 5, "Q": 5, "R": 5}
    assert (s.now, s.reason) == (("P", "CONFLICT_NATURE", None), "N-19")


def test_r16_calling_may_be_free() -> None:
    """R-16: with `conflict_call_cost=0` nobody pays."""
    s = scene(chips={"P": 5, "Q": 0, "R": 5}, holder="P", rules={"conflict_call_cost": 0})
    s.conflict("Q")
    assert s.chips == {"P": 5, "Q": 0, "R": 5}


def test_r15_the_winner_of_the_bid_may_state_the_nature() -> None:
    """R-15, N-18: with `conflict_nature_by=bid_winner` the old narrator keeps narration until the bids are settled."""
    s = scene(holder="P", rules={"conflict_nature_by": "bid_winner"})
    s.conflict("Q")
    assert s.holder == "P"
    s.bids(P=0, Q=1, R=0)
    s.dice("Q", 4)
    assert s.now == ("Q", "SCENE", None)


def test_no_conflict_inside_a_challenge() -> None:
    """PA-90, R-73: a second one is E_CHALLENGE, or replaces the first with `nested_conflict=replace`."""
    scene(challenge=10, holder="P").refuses("E_CHALLENGE").conflict("Q")
    s = scene(challenge=10, holder="P", rules={"nested_conflict": "replace"})
    s.conflict("Q")
    s.bids(P=0, Q=1, R=0)
    s.dice("Q", 4)
    assert (s.challenge, s.holder) == (4, "Q")


def test_no_conflict_during_a_roll_or_a_protected_narration() -> None:
    """PA-90, PA-103: E_ROLL_OPEN during a roll, E_BID_OPEN during bids, E_PROTECTED while a success is told."""
    s = scene(holder="P")
    s.declare("P", "Wits")
    s.refuses("E_ROLL_OPEN").conflict("Q")
    s.dice("P", 4, 4, 4)
    s.refuses("E_PROTECTED").conflict("Q")
    s.end()
    s.settle_ties("P")
    s.conflict("P")
    s.refuses("E_BID_OPEN").conflict("Q")


def test_bids_are_zero_to_all_chips_in_hand() -> None:
    """PA-92: more than one has is E_RANGE, a second bid E_ALREADY, a bid without bidding E_NO_BID."""
    s = scene(holder="P")
    s.refuses("E_NO_BID").bid("P", 1)
    s.conflict("P")
    s.refuses("E_RANGE").bid("P", 6)
    s.refuses("E_RANGE").bid("P", -1)
    s.bid("P", 5)
    s.refuses("E_ALREADY").bid("P", 2)


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


def test_r87_everybody_is_asked() -> None:
    """R-87, PA-92: nothing is revealed until the last present player has answered, if only with 0."""
    s = scene(holder="P")
    s.conflict("P")
    s.bid("P", 1)
    s.bid("Q", 1)
    assert not s.happened("BidsRevealed")
    s.bid("R", 0)
    assert s.asked == [("P", 1, "BID"), ("Q", 1, "BID")]


def test_v69_all_bids_zero() -> None:
    """V-69, PA-93, N-31, R-70: the conflict fizzles, the old holder goes on freely, the call chip stays paid."""
    s = scene(holder="P")
    s.conflict("Q")
    s.bids(P=0, Q=0, R=0)
    assert s.happened("ConflictFizzled")
    assert (s.now, s.reason) == (("P", "FREE", None), "N-31")
    assert s.chips == {"P": 6, "Q": 4, "R": 5}
    assert s.state.conflict is None


@pytest.mark.parametrize(
    ("rules", "refused", "taken"), [({"min_bid": 1}, 0, 1), ({"bid_cap": 5}, 6, 5)], ids=["least", "most"]
)
def test_bids_may_be_bounded(rules: dict[str, int], refused: int, taken: int) -> None:
    """R-70, R-71: with `min_bid=1` a bid of 0 is E_RANGE for whoever has a chip, with `bid_cap=5` a sixth chip."""
    s = scene(chips={"P": 7, "Q": 5, "R": 5}, holder="P", rules=rules)
    s.conflict("P")
    s.refuses("E_RANGE").bid("P", refused)
    s.bid("P", taken)


def test_all_chips_bid_are_thrown() -> None:
    """PA-94, R-71: seven chips are seven dice, beyond the five of other rolls; a total will do."""
    s = scene(chips={"P": 7, "Q": 5, "R": 5}, holder="P")
    s.conflict("P")
    s.bids(P=7, Q=0, R=0)
    assert s.asked == [("P", 7, "BID")]
    s.refuses("E_FACE").total("P", 43)
    s.total("P", 20)
    assert s.challenge == 20


def test_v68_tied_bids() -> None:
    """V-68, PA-95, R-72: a roll-off decides and is not added to the rating; the winner takes all chips bid."""
    s = scene(chips={"P": 5, "Q": 5, "R": 5}, holder="P")
    s.conflict("P")
    s.bids(P=2, Q=2, R=0)
    s.dice("P", 3, 4)
    s.dice("Q", 5, 2)
    assert s.candidates == ["P", "Q"]
    s.dice("P", 2)
    s.dice("Q", 6)
    assert (s.challenge, s.holder, s.chips) == (14, "Q", {"P": 3, "Q": 7, "R": 5})


def test_r91_the_total_decides_not_the_single_die() -> None:
    """R-91: 3 and 4 beat a single 6."""
    s = scene(holder="P")
    s.conflict("P")
    s.bids(P=2, Q=1, R=0)
    s.dice("P", 3, 4)
    s.dice("Q", 6)
    assert s.holder == "P"


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


def test_only_the_winner_flags_combat() -> None:
    """PA-96, PA-117: the holder sets description and combat flag, as often as wanted; others get E_NOT_HOLDER."""
    s = scene(challenge=9, holder="P")
    s.refuses("E_NOT_HOLDER").set_scene("Q", "a brawl", combat=True)
    s.set_scene("P", "a brawl", combat=True)
    assert s.state.scene.combat
    s.set_scene("P", "a debate after all", combat=False)
    assert (s.state.scene.combat, s.state.scene.description) == (False, "a debate after all")


def test_opponents_have_no_numbers() -> None:
    """PA-97: during a challenge nobody is harmed unless a player rolls."""
    s = scene(challenge=9, combat=True)
    assert {s.heart(name) for name in "PQR"} == {5}
    s.act("P", "Wits", 2, 2, 3)
    assert s.heart("P") == 5


def test_effects_apply_before_the_next_player_acts() -> None:
    """PA-98: damage of a roll is there when its narration starts."""
    s = scene(challenge=9, combat=True)
    s.act("P", "Wits", 1, 4, 5)
    assert (s.heart("P"), s.skill("P", "Wits").damage, s.challenge) == (4, 1, 7)


def test_v63_overkill() -> None:
    """V-63, PA-91, PA-99, PA-100, INV-39: with 2 of 19 left, four successes wrap up, and the reward is 19."""
    s = scene(challenge=19, skills={"P": {"Hammer": 4}}, goals={"P": [("revenge", 300)]})
    s.correct("challenge_left", 2)
    s.act("P", "Hammer", 4, 5, 5, 4)
    assert (s.challenge, s.kind, s.state.scene.status) == (0, "WRAP_UP", "WRAPPED")
    assert [(r.player, r.points) for r in s.state.rewards] == [("P", 19)]
    s.claim("P", "revenge")
    assert s.goal("P", "revenge").value_left == 281


def test_v32_the_wrap_up_is_protected() -> None:
    """V-32, PA-99, PA-103: checks and conflicts are E_PROTECTED meanwhile, and the telling has no limit."""
    s = scene(challenge=2, holder="Q")
    s.act("P", "Wits", 4, 5, 2)
    assert s.now == ("P", "WRAP_UP", None)
    s.refuses("E_PROTECTED").check("Q", "P", "Wits")
    s.refuses("E_PROTECTED").conflict("Q")
    s.refuses("E_PROTECTED").declare("Q", "Wits")
    s.refuses("E_PROTECTED", "E_CHALLENGE").lull("Q")
    assert s.state.rewards[0].points == 2


@pytest.mark.parametrize(("overflow", "large"), [("lost", 295), ("next_goal", 288)])
def test_a_reward_goes_whole_to_one_goal(overflow: str, large: int) -> None:
    """PA-100, R-55: what is more than the goal has left is lost, or goes on with `reward_overflow=next_goal`."""
    s = scene(goals={"P": [("small", 5), ("large", 295)]}, rules={"reward_overflow": overflow})
    s.reward("P", 12)
    s.claim("P", "small")
    assert (s.goal("P", "small").value_left, s.goal("P", "large").value_left) == (0, large)
    assert s.state.rewards == ()


def test_a_reward_may_wait() -> None:
    """PA-100: it can be claimed any time later in the game session, but not during a roll."""
    s = scene(goals={"P": [("revenge", 300)]})
    s.reward("P", 12)
    s.declare("Q", "Wits")
    s.refuses("E_ROLL_OPEN").claim("P", "revenge")
    s.dice("Q", 4, 4, 2)
    s.end()
    s.settle_ties()
    s.claim("P", "revenge")
    assert s.goal("P", "revenge").value_left == 288


def test_scene_goal_and_personal_goal_ending_together() -> None:
    """PA-101, N-21, N-22: wrap-up first, then the group goal, then the own goal; after that the highest begins."""
    s = scene(
        chips={"P": 4, "Q": 6, "R": 5},
        challenge=3,
        group_goals=[("goal", 1)],
        goals={"P": [("revenge", 3), ("peace", 297)]},
        holder="Q",
    )
    s.act("P", "Wits", 6, 5, 4)
    s.dice("P", 2)
    assert s.now == ("P", "WRAP_UP", None)
    s.claim("P", "revenge")
    told = []
    while s.holder == "P":
        told.append(s.kind)
        s.end()
    assert told == ["WRAP_UP", "GOAL_COMPLETION", "GOAL_COMPLETION"]
    assert (s.now, s.state.scene.kind) == (("Q", "SCENE", None), "PLAIN")


def test_the_conflict_of_a_tied_three_way_bid_repeats_among_the_tied() -> None:
    """PA-95, PA-8: three tied totals, two tied faces, then one winner."""
    s = scene(holder="P")
    s.conflict("P")
    s.bids(P=1, Q=1, R=1)
    for name in "PQR":
        s.dice(name, 4)
    assert s.candidates == ["P", "Q", "R"]
    s.dice("P", 5)
    s.dice("Q", 5)
    s.dice("R", 1)
    assert s.candidates == ["P", "Q"]
    s.dice("P", 1)
    s.dice("Q", 2)
    assert (s.holder, s.challenge) == ("Q", 12)
