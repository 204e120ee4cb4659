"""From dice to result: re-rolling, trading, rescuing, exploding (rules 3.6)."""

import pytest

from tests.support.deal import scene


def test_steps_with_nothing_to_decide_pass_by_themselves() -> None:
    """PA-43: a throw without sixes, ones or re-rolls resolves at once."""
    s = scene(skills={"P": {"Hammer": 3}})
    s.act("P", "Hammer", 4, 3, 5)
    assert s.roll is None
    assert s.tally == (2, 1)


def test_a_table_may_confirm_every_step() -> None:
    """PA-43: with `auto_advance=false` each step waits for the roller."""
    s = scene(skills={"P": {"Hammer": 3}}, rules={"auto_advance": False})
    s.act("P", "Hammer", 4, 3, 5)
    steps = []
    while s.roll is not None:
        steps.append(s.step)
        s.accept("P")
    assert steps == ["REROLL", "TRADE", "EXPLODE"]
    assert s.tally == (2, 1)


def test_keeping_the_dice_ends_the_rerolls() -> None:
    """PA-43: accepting leaves the re-roll step; by somebody else it is E_NOT_ROLLER."""
    s = scene(skills={"P": {"Knives": 7}})
    s.act("P", "Knives", 4, 5, 2, 2, 3)
    assert s.step == "REROLL"
    s.refuses("E_NOT_ROLLER").accept("Q")
    s.accept("P")
    assert s.roll is None
    assert (s.tally, s.outcome) == ((2, 3), "FAILURE")


def test_v61_ones_and_sixes_lock_at_once() -> None:
    """V-61, PA-44, INV-22: neither can be thrown again (E_DIE_LOCKED)."""
    s = scene(skills={"P": {"Knives": 7}})
    s.act("P", "Knives", 1, 6, 3, 4, 5)
    s.refuses("E_DIE_LOCKED").reroll("P", indexes=[0])
    s.refuses("E_DIE_LOCKED").reroll("P", indexes=[1])
    s.refuses("E_DIE_LOCKED").reroll("P", faces=[1])


def test_v60_rerolling_into_a_one() -> None:
    """V-60, PA-44, PA-45: the new 1 stays and hurts, and with no re-roll left the roll is over."""
    s = scene(skills={"P": {"Knives": 6}})
    s.act("P", "Knives", 2, 3, 4, 5, 5)
    s.reroll("P", faces=[2])
    s.dice("P", 1)
    assert (s.tally, s.outcome) == ((3, 2), "SUCCESS")
    assert s.skill("P", "Knives").damage == 1
    s.refuses("E_NO_ROLL").reroll("P", faces=[3])


def test_v60_with_a_token_about_the_roll_stays_open_but_not_for_rerolls() -> None:
    """V-60: a usable pool token keeps the trade step open, where re-rolling is E_STEP."""
    s = scene(skills={"P": {"Knives": 6}}, pool=1)
    s.act("P", "Knives", 2, 3, 4, 5, 5)
    s.reroll("P", faces=[2])
    s.dice("P", 1)
    assert s.step == "TRADE"
    s.refuses("E_STEP").reroll("P", faces=[3])


@pytest.mark.parametrize(("extra", "tally"), [(2, (4, 1)), (5, (5, 1))])
def test_v17_jen(extra: int, tally: tuple[int, int]) -> None:
    """V-17, PA-45, PA-49, R-19, R-20, R-24: two re-rolls turn failure into success; the new 6 explodes, no token."""
    s = scene(skills={"P": {"Skill": 7}})
    s.act("P", "Skill", 4, 5, 2, 2, 3)
    s.reroll("P", faces=[2, 2], keep=[4, 5])
    s.dice("P", 4, 6)
    assert s.faces == [4, 5, 4, 6, 3]
    assert s.asked == [("P", 1, "EXPLODE")]
    s.dice("P", extra)
    assert (s.tally, s.outcome) == (tally, "SUCCESS")
    assert (s.skill("P", "Skill").advancement, s.pool) == (1, 0)


def test_the_same_die_may_be_thrown_again_while_rerolls_remain() -> None:
    """PA-45, R-23: the old face is gone for good."""
    s = scene(skills={"P": {"Knives": 7}})
    s.act("P", "Knives", 2, 4, 4, 5, 5)
    s.reroll("P", indexes=[0])
    s.dice("P", 3)
    s.reroll("P", indexes=[0])
    s.dice("P", 2)
    assert (s.roll, s.tally) == (None, (4, 1))


def test_r23_a_die_may_be_limited_to_one_reroll() -> None:
    """R-23: with `reroll_same_die=false` a die already thrown again is E_DIE_LOCKED."""
    s = scene(skills={"P": {"Knives": 7}}, rules={"reroll_same_die": False})
    s.act("P", "Knives", 2, 3, 4, 5, 5)
    s.reroll("P", indexes=[0])
    s.dice("P", 3)
    s.refuses("E_DIE_LOCKED").reroll("P", indexes=[0])
    s.reroll("P", indexes=[1])
    s.dice("P", 4)
    assert s.tally == (4, 1)


def test_named_dice_are_set_aside_others_are_not() -> None:
    """PA-45, R-24: a die named as kept is E_DIE_LOCKED, a die merely left lying can still be thrown again."""
    s = scene(skills={"P": {"Knives": 8}})
    s.act("P", "Knives", 2, 3, 3, 4, 5)
    s.reroll("P", indexes=[0], keep=[4])
    s.dice("P", 2)
    s.refuses("E_DIE_LOCKED").reroll("P", indexes=[3])
    s.reroll("P", indexes=[1])
    assert s.asked == [("P", 1, "REROLL")]


def test_r24_dice_left_lying_may_be_locked() -> None:
    """R-24: with `implicit_set_aside` what is not thrown again stays as it is."""
    s = scene(skills={"P": {"Knives": 8}}, rules={"implicit_set_aside": True})
    s.act("P", "Knives", 2, 3, 3, 4, 5)
    s.reroll("P", indexes=[0])
    s.dice("P", 2)
    s.refuses("E_DIE_LOCKED").reroll("P", indexes=[1])
    s.reroll("P", indexes=[0])
    assert s.asked == [("P", 1, "REROLL")]


def test_rerolls_run_out() -> None:
    """PA-46: three dice with two re-rolls left are E_NO_REROLLS."""
    s = scene(skills={"P": {"Knives": 7}})
    s.act("P", "Knives", 2, 2, 3, 4, 5)
    s.refuses("E_NO_REROLLS").reroll("P", faces=[2, 2, 3])


def test_ten_rerolls_is_the_most() -> None:
    """PA-46: rank 15 can throw five dice twice again, and then no more."""
    s = scene(skills={"P": {"Knives": 15}})
    s.act("P", "Knives", 2, 2, 2, 2, 2)
    s.reroll("P", faces=[2] * 5)
    s.dice("P", 3, 3, 3, 3, 3)
    s.reroll("P", faces=[3] * 5)
    s.dice("P", 2, 2, 2, 2, 4)
    assert (s.roll, s.tally) == (None, (1, 4))


def test_v45_trading() -> None:
    """V-45, PA-47, INV-23, R-25: six and one vanish together before anything explodes."""
    s = scene(skills={"P": {"Hammer": 3}}, pool=0)
    s.act("P", "Hammer", 6, 1, 4)
    assert s.step == "TRADE"
    s.trade("P")
    assert (s.tally, s.outcome) == ((1, 0), "SUCCESS")
    assert (s.pool, s.skill("P", "Hammer").damage, s.skill("P", "Hammer").advancement) == (0, 0, 0)
    assert not s.happened("DiceRequested", purpose="EXPLODE")


def test_v46_not_trading() -> None:
    """V-46, PA-58, PA-61, PA-62: the 6 trains, then the 1 hurts."""
    s = scene(skills={"P": {"Hammer": 3}}, pool=0)
    s.act("P", "Hammer", 6, 1, 4)
    s.accept("P")
    s.dice("P", 2)
    assert (s.tally, s.outcome, s.pool) == ((2, 1), "SUCCESS", 1)
    assert (s.skill("P", "Hammer").damage, s.skill("P", "Hammer").advancement) == (1, 1)
    assert s.sequence("AdvancementGained", "SkillDamaged") == ["AdvancementGained", "SkillDamaged"]


def test_v47_everything_cancelled() -> None:
    """V-47, PA-47, PA-51: a roll without dice is a break even."""
    s = scene(skills={"P": {"Hammer": 2}})
    s.act("P", "Hammer", 6, 1)
    s.trade("P")
    assert (s.tally, s.outcome) == ((0, 0), "BREAK_EVEN")


def test_trading_needs_both() -> None:
    """PA-47: without a live 6 it is E_NO_SIX, without a live 1 E_NO_ONE, for another player E_NOT_ROLLER."""
    s = scene(skills={"P": {"Knives": 7}})
    s.act("P", "Knives", 1, 2, 3, 4, 5)
    s.refuses("E_NO_SIX").trade("P")
    s.refuses("E_NOT_ROLLER").trade("Q")
    t = scene(skills={"P": {"Knives": 7}})
    t.act("P", "Knives", 6, 2, 3, 4, 5)
    t.refuses("E_NO_ONE").trade("P")


def test_any_number_of_pairs_may_be_traded() -> None:
    """PA-47: two sixes remove two ones, pair by pair, during re-rolls as well."""
    s = scene(skills={"P": {"Knives": 7}})
    s.act("P", "Knives", 6, 1, 6, 1, 3)
    s.trade("P")
    s.trade("P")
    s.accept("P")
    assert (s.tally, s.skill("P", "Knives").damage) == ((0, 1), 0)


def test_an_exploded_six_cannot_be_traded() -> None:
    """PA-47, R-25: once sixes are being thrown on, trading is E_STEP."""
    s = scene(skills={"P": {"Hammer": 3}})
    s.act("P", "Hammer", 6, 1, 4)
    s.accept("P")
    assert s.step == "EXPLODE"
    s.refuses("E_STEP").trade("P")


def test_a_reroll_six_goes_before_an_initial_one() -> None:
    """PA-47: by default the re-rolled 6 is traded, so the initial 6 still feeds the pool."""
    s = scene(skills={"P": {"Knives": 6}}, pool=0)
    s.act("P", "Knives", 6, 1, 2, 4, 4)
    s.reroll("P", faces=[2])
    s.dice("P", 6)
    s.trade("P")
    s.dice("P", 2)
    assert s.pool == 1


def test_v48_a_rescue() -> None:
    """V-48, PA-48, N-13, R-36: a token takes the whole 1 away; narration does not move meanwhile."""
    s = scene(skills={"P": {"Hammer": 4}}, pool=1, holder="R")
    s.act("P", "Hammer", 1, 4, 2, 5)
    assert s.holder == "R"
    s.token("Q")
    assert (s.tally, s.outcome, s.pool) == ((2, 1), "SUCCESS", 0)
    assert s.skill("P", "Hammer").damage == 0
    assert "MENTION_RESCUE" in s.obligations


def test_v48_without_the_rescue() -> None:
    """V-48: kept as it lies the roll is a break even, the skill is hurt and the token stays."""
    s = scene(skills={"P": {"Hammer": 4}}, pool=1)
    s.act("P", "Hammer", 1, 4, 2, 5)
    s.accept("P")
    assert (s.outcome, s.skill("P", "Hammer").damage, s.pool) == ("BREAK_EVEN", 1, 1)


def test_v49_nobody_rescues_themselves() -> None:
    """V-49, PA-48: a token against one's own 1 is E_OWN_ONE; with an empty pool the roll is already over."""
    s = scene(skills={"P": {"Hammer": 2}}, pool=1)
    s.act("P", "Hammer", 1, 4)
    s.refuses("E_OWN_ONE").token("P")
    t = scene(skills={"P": {"Hammer": 2}}, pool=0)
    t.act("P", "Hammer", 1, 4)
    t.refuses("E_NO_ROLL").token("Q")


def test_several_tokens_may_be_spent() -> None:
    """PA-48: each token takes one 1; with none left it is E_POOL_EMPTY, with no 1 left E_NO_ONE."""
    s = scene(skills={"P": {"Knives": 7}}, pool=1)
    s.act("P", "Knives", 1, 1, 4, 2, 5)
    s.token("Q")
    s.refuses("E_POOL_EMPTY").token("R")
    t = scene(skills={"P": {"Knives": 7}}, pool=3)
    t.act("P", "Knives", 1, 1, 4, 2, 5)
    t.token("Q")
    t.token("R")
    t.refuses("E_NO_ONE").token("Q")
    assert t.pool == 1


def test_r36_a_token_may_remove_only_the_damage() -> None:
    """R-36: with `pool_token_removes=damage_only` the 1 still counts as a failure."""
    s = scene(skills={"P": {"Hammer": 4}}, pool=1, rules={"pool_token_removes": "damage_only"})
    s.act("P", "Hammer", 1, 4, 2, 5)
    s.token("Q")
    s.accept_all("P")
    assert (s.tally, s.outcome, s.skill("P", "Hammer").damage) == ((2, 2), "BREAK_EVEN", 0)


def test_r38_tokens_of_the_roll_itself() -> None:
    """PA-48, R-38: the 6 of this roll brings a token only afterwards (E_POOL_EMPTY), or at once by `pool_same_roll`."""
    s = scene(skills={"P": {"Hammer": 3}}, pool=0)
    s.act("P", "Hammer", 6, 1, 4)
    s.refuses("E_POOL_EMPTY").token("Q")
    t = scene(skills={"P": {"Hammer": 3}}, pool=0, rules={"pool_same_roll": True})
    t.act("P", "Hammer", 6, 1, 4)
    t.token("Q")
    t.dice("P", 2)
    assert (t.tally, t.pool, t.skill("P", "Hammer").damage) == ((2, 0), 0, 0)


def test_v50_a_chain_of_sixes() -> None:
    """V-50, PA-49, R-21: each 6 goes on, a 3 ends it and counts for nothing; one token, one advancement."""
    s = scene(skills={"P": {"Hammer": 3}}, pool=0)
    s.act("P", "Hammer", 6, 2, 5)
    s.dice("P", 6)
    s.dice("P", 6)
    s.dice("P", 3)
    assert (s.tally, s.pool, s.skill("P", "Hammer").advancement) == ((4, 1), 1, 1)


def test_exploding_may_be_declined() -> None:
    """PA-49: keeping the dice in the explosion step resolves the roll without the extra die."""
    s = scene(skills={"P": {"Hammer": 3}})
    s.act("P", "Hammer", 6, 2, 5)
    s.accept("P")
    assert (s.roll, s.tally) == (None, (2, 1))


def test_asking_to_explode_skips_the_trade() -> None:
    """PA-49: `ExplodeSixes` leads straight to the extra dice; without a live 6 it is E_NO_SIX."""
    s = scene(skills={"P": {"Hammer": 4}}, pool=1)
    s.act("P", "Hammer", 6, 1, 4, 6)
    s.explode("P")
    assert s.asked == [("P", 2, "EXPLODE")]
    t = scene(skills={"P": {"Hammer": 4}}, pool=1)
    t.act("P", "Hammer", 5, 1, 4, 5)
    t.refuses("E_NO_SIX").explode("P")
    t.accept("P")
    t.refuses("E_NO_ROLL").explode("P")


def test_r21_explosion_failures_may_count() -> None:
    """R-21: with `explosion_failures_count` the 3 that ends the chain is a failure; by default it is nothing."""
    s = scene(skills={"P": {"Hammer": 3}}, rules={"explosion_failures_count": True})
    s.act("P", "Hammer", 6, 2, 5)
    s.dice("P", 3)
    assert s.tally == (2, 2)


def test_r21_explosion_ones_may_hurt() -> None:
    """R-21: with `explosion_ones_hurt` a 1 on the extra die damages the skill."""
    for setting, damage in ((True, 1), (False, 0)):
        s = scene(skills={"P": {"Hammer": 3}}, rules={"explosion_ones_hurt": setting})
        s.act("P", "Hammer", 6, 2, 5)
        s.dice("P", 1)
        assert s.skill("P", "Hammer").damage == damage


def test_r19_a_six_of_a_reroll_may_be_unnatural() -> None:
    """R-19: with `reroll_six_is_natural=false` it neither explodes nor trains."""
    s = scene(skills={"P": {"Skill": 6}}, rules={"reroll_six_is_natural": False})
    s.act("P", "Skill", 4, 5, 2, 5, 3)
    s.reroll("P", faces=[2])
    s.dice("P", 6)
    assert (s.roll, s.tally, s.skill("P", "Skill").advancement) == (None, (4, 1), 0)


def test_r20_a_six_of_a_reroll_may_feed_the_pool() -> None:
    """R-20: with `reroll_six_feeds_pool` it brings a token like an initial one."""
    s = scene(skills={"P": {"Skill": 6}}, pool=0, rules={"reroll_six_feeds_pool": True})
    s.act("P", "Skill", 4, 5, 2, 5, 3)
    s.reroll("P", faces=[2])
    s.dice("P", 6)
    s.dice("P", 2)
    assert s.pool == 1


@pytest.mark.parametrize(
    ("words", "keep", "picked"), [("lowest2", (), 2), ("last", (), 1), ("rest", (5, 5), 3), ("lowest1", (), 1)]
)
def test_dice_may_be_named_in_words(words: str, keep: tuple[int, ...], picked: int) -> None:
    """PA-45: the lowest two, the last, or all but the kept ones."""
    s = scene(skills={"P": {"Knives": 9}})
    s.act("P", "Knives", 5, 3, 5, 2, 4)
    s.reroll("P", words=words, keep=keep)
    assert s.asked == [("P", picked, "REROLL")]
    expected = {"lowest2": (1, 3), "last": (4,), "rest": (1, 3, 4), "lowest1": (3,)}
    assert tuple(s.roll.rerolling) == expected[words]
