"""Ones: damage to skill, Luck and Heart; items; healing (rules 3.9)."""

import pytest

from tests.support.deal import scene

DAGGER = {"rank": 5, "crit_heart": 1, "breaks_at_zero": True, "recharge": "each day"}


@pytest.mark.parametrize(
    ("faces", "outcome"), [((1, 4, 5), "SUCCESS"), ((1, 2, 4), "FAILURE"), ((1, 4, 5, 3), "BREAK_EVEN")]
)
def test_each_one_hurts_the_skill_whatever_the_outcome(faces: tuple[int, ...], outcome: str) -> None:
    """PA-62: one live 1, one damage."""
    s = scene(skills={"P": {"Hammer": len(faces)}})
    s.act("P", "Hammer", *faces)
    assert (s.outcome, s.skill("P", "Hammer").damage) == (outcome, 1)


def test_damage_takes_dice_from_later_rolls_only() -> None:
    """PA-63: the roll in hand keeps its dice, the next has fewer."""
    s = scene(skills={"P": {"Hammer": 7}})
    s.declare("P", "Hammer")
    s.dice("P", 1, 1, 1, 2, 2)
    assert s.roll.rerolls_left == 2
    s.accept("P")
    s.settle_ties()
    s.end_all()
    s.declare("P", "Hammer")
    assert s.asked == [("P", 4, "ACTION")]


def test_v23_sword_fight() -> None:
    """V-23, PA-64, R-46: in combat a 1 costs skill and Heart one each, and the success is told with an injury."""
    s = scene(skills={"P": {"Sword": 4}}, challenge=10, combat=True)
    s.act("P", "Sword", 1, 4, 5, 5)
    assert (s.tally, s.outcome, s.challenge) == ((3, 1), "SUCCESS", 7)
    assert (s.skill("P", "Sword").damage, s.heart("P"), s.obligations) == (1, 4, ["INJURY"])


def test_outside_combat_a_one_spares_the_heart() -> None:
    """PA-64: the same dice in a debate cost the skill only."""
    s = scene(skills={"P": {"Sword": 4}}, challenge=10, combat=False)
    s.act("P", "Sword", 1, 4, 5, 5)
    assert (s.skill("P", "Sword").damage, s.heart("P")) == (1, 5)


def test_r46_every_challenge_may_be_combat() -> None:
    """R-46: with `combat_flag=every_challenge` no flag is needed."""
    s = scene(skills={"P": {"Sword": 4}}, challenge=10, rules={"combat_flag": "every_challenge"})
    s.act("P", "Sword", 1, 4, 5, 5)
    assert s.heart("P") == 4


def test_v4_hammer() -> None:
    """V-4, PA-52, PA-64, PA-87: the 6 trains and pays a token and a goal point, the 1 costs skill and Heart."""
    s = scene(skills={"P": {"Hammer": 4}}, challenge=12, combat=True, group_goals=[("goal", 10)], pool=0)
    s.act("P", "Hammer", 1, 5, 6, 4)
    s.accept("P")
    s.dice("P", 3)
    assert (s.tally, s.outcome) == ((3, 1), "SUCCESS")
    assert (s.challenge, s.group_goal("goal"), s.pool) == (9, 9, 1)
    assert (s.skill("P", "Hammer").advancement, s.skill("P", "Hammer").damage, s.heart("P")) == (1, 1, 4)
    assert s.now == ("P", "SUCCESS_RESULT", 3)


def test_v11_dagger_of_wings() -> None:
    """V-11, PA-64, PA-67, R-41: crit_heart and combat cost one Heart together, and recharging restores the level."""
    s = scene(items={"P": {"Dagger": DAGGER}}, challenge=9, combat=True)
    s.act("P", "Dagger", 5, 4, 4, 1, 2)
    s.accept_all("P")
    assert (s.tally, s.outcome, s.challenge) == ((3, 2), "SUCCESS", 6)
    assert (s.skill("P", "Dagger").damage, s.level("P", "Dagger"), s.heart("P")) == (1, 4, 4)
    s.recharge("P", "Dagger")
    assert s.level("P", "Dagger") == 5


def test_v12_the_dagger_breaks() -> None:
    """V-12, PA-66: at level 0 it is broken for good; using or recharging it is E_BROKEN."""
    s = scene(items={"P": {"Dagger": DAGGER}}, damage={"P": {"Dagger": 4}})
    s.act("P", "Dagger", 1)
    assert (s.outcome, s.level("P", "Dagger"), s.heart("P")) == ("FAILURE", 0, 4)
    assert s.skill("P", "Dagger").broken
    assert s.happened("ItemBroken")
    s.settle_ties()
    s.end_all()
    s.refuses("E_BROKEN").declare("P", "Dagger")
    s.refuses("E_BROKEN").recharge("P", "Dagger")
    s.refuses("E_BROKEN").heal("P", "Dagger", 1)


def test_crit_heart_counts_outside_combat() -> None:
    """PA-64: a sheet may say a 1 costs Heart anywhere."""
    s = scene(items={"P": {"Dagger": {**DAGGER, "crit_heart": 2}}})
    s.act("P", "Dagger", 5, 4, 4, 1, 2)
    assert s.heart("P") == 3


def test_v53_a_worn_skill_costs_heart_on_any_failure() -> None:
    """V-53, PA-64: rank 4 with 3 damage: a 3 fails and costs one Heart, no more damage."""
    s = scene(skills={"P": {"Hammer": 4}}, damage={"P": {"Hammer": 3}})
    s.act("P", "Hammer", 3)
    assert (s.outcome, s.heart("P"), s.skill("P", "Hammer").damage) == ("FAILURE", 4, 3)


def test_v54_worn_in_combat() -> None:
    """V-54, PA-64, R-41: worn and in combat, a 1 still costs one Heart only."""
    s = scene(skills={"P": {"Hammer": 4}}, damage={"P": {"Hammer": 3}}, challenge=9, combat=True)
    s.act("P", "Hammer", 1)
    assert (s.heart("P"), s.skill("P", "Hammer").damage) == (4, 3)


def test_r41_heart_losses_may_add_up() -> None:
    """R-41: with `heart_loss_stacks` combat and worn cost one each."""
    s = scene(
        skills={"P": {"Hammer": 4}},
        damage={"P": {"Hammer": 3}},
        challenge=9,
        combat=True,
        rules={"heart_loss_stacks": True},
    )
    s.act("P", "Hammer", 1)
    assert s.heart("P") == 3


def test_v55_a_natural_rank_one_is_not_worn() -> None:
    """V-55, PA-65, R-40: rank 1 without damage loses nothing by a 1, neither level nor Heart."""
    s = scene(skills={"P": {"Hammer": 1}})
    s.act("P", "Hammer", 1)
    assert (s.outcome, s.skill("P", "Hammer").damage, s.heart("P")) == ("FAILURE", 0, 5)


def test_r40_any_level_one_may_count_as_worn() -> None:
    """R-40: with `worn_skill_applies_to=any_level_one` the same roll costs a Heart."""
    s = scene(skills={"P": {"Hammer": 1}}, rules={"worn_skill_applies_to": "any_level_one"})
    s.act("P", "Hammer", 3)
    assert s.heart("P") == 4


def test_v56_excess_damage_is_lost() -> None:
    """V-56, PA-62, R-39, R-42, INV-9: three ones on rank 3 leave level 1 and Heart 5."""
    s = scene(skills={"P": {"Hammer": 3}})
    s.act("P", "Hammer", 1, 1, 1)
    assert (s.skill("P", "Hammer").damage, s.level("P", "Hammer"), s.heart("P")) == (2, 1, 5)


def test_r39_a_skill_may_fall_to_zero() -> None:
    """R-39: with `skill_floor=0` the third 1 takes the last level."""
    s = scene(skills={"P": {"Hammer": 3}}, rules={"skill_floor": 0})
    s.act("P", "Hammer", 1, 1, 1)
    assert (s.skill("P", "Hammer").damage, s.level("P", "Hammer")) == (3, 0)


def test_r42_excess_damage_may_go_to_the_heart() -> None:
    """R-42: with `excess_damage=heart` the damage that finds no level costs Heart."""
    s = scene(skills={"P": {"Hammer": 3}}, rules={"excess_damage": "heart"})
    s.act("P", "Hammer", 1, 1, 1)
    assert (s.skill("P", "Hammer").damage, s.heart("P")) == (2, 4)


def test_r43_the_sheet_may_replace_the_damage() -> None:
    """R-43: by default skill and Heart both suffer, with `sheet_replaces_damage` only what the sheet says."""
    for setting, damage in ((False, 1), (True, 0)):
        s = scene(items={"P": {"Dagger": DAGGER}}, rules={"sheet_replaces_damage": setting})
        s.act("P", "Dagger", 5, 4, 4, 1, 2)
        assert (s.skill("P", "Dagger").damage, s.heart("P")) == (damage, 4)


def test_v64_luck() -> None:
    """V-64, PA-35, PA-62, R-47: Luck 3 throws three dice, counts for the goal, and a 1 costs a point."""
    s = scene(luck={"P": 3}, group_goals=[("goal", 10)])
    s.act("P", None, 4, 4, 1)
    assert (s.outcome, s.group_goal("goal"), s.luck("P")) == ("SUCCESS", 8, 2)


@pytest.mark.parametrize(("setting", "left"), [("ones", 2), ("dice_rolled", 0), ("none", 3)])
def test_r47_how_luck_is_spent(setting: str, left: int) -> None:
    """R-47: by ones, by every die thrown, or not at all."""
    s = scene(luck={"P": 3}, rules={"luck_loss": setting})
    s.act("P", None, 4, 4, 1)
    assert s.luck("P") == left


def test_r48_luck_may_buy_rerolls() -> None:
    """R-48: with `luck_reroll=one_die_per_point` a die is thrown again for a point of Luck; by default it is not."""
    s = scene(luck={"P": 2}, rules={"luck_reroll": "one_die_per_point"})
    s.act("P", "Wits", 4, 2, 3)
    s.reroll("P", faces=[2])
    s.dice("P", 5)
    s.accept_all("P")
    assert (s.tally, s.luck("P")) == ((2, 1), 1)
    t = scene(luck={"P": 2})
    t.act("P", "Wits", 4, 2, 3)
    t.refuses("E_NO_ROLL").reroll("P", faces=[2])


def test_v3_healing_touch() -> None:
    """V-3, PA-56, PA-62, PA-68: S 2 heals two damage of an ally's skill; three are E_RANGE, twice is E_ALREADY."""
    s = scene(
        skills={"P": {"Healing Touch": 3}, "Q": {"Electronics": 5}},
        damage={"Q": {"Electronics": 3}},
        group_goals=[("goal", 10)],
    )
    s.act("P", "Healing Touch", 5, 4, 1)
    assert (s.tally, s.outcome) == ((2, 1), "SUCCESS")
    assert (s.skill("P", "Healing Touch").damage, s.heart("P"), s.group_goal("goal")) == (1, 5, 8)
    assert s.obligations == ["INJURY"]
    roll = s.last("RollResolved").roll
    s.refuses("E_RANGE").heal("Q", "Electronics", 3, roll_id=roll)
    s.heal("Q", "Electronics", 2, roll_id=roll)
    assert s.skill("Q", "Electronics").damage == 1
    s.refuses("E_ALREADY").heal("Q", "Electronics", 1, roll_id=roll)


def test_heart_heals_by_agreed_fiction_up_to_five() -> None:
    """PA-68, R-45, INV-8: nothing exceeds Heart 5 or damage 0."""
    s = scene(heart={"P": 4}, damage={"P": {"Wits": 1}})
    s.heal_heart("P", 3)
    assert s.heart("P") == 5
    s.heal("P", "Wits", 5)
    assert s.skill("P", "Wits").damage == 0


def test_r45_recovery_may_come_with_the_scene_or_the_session() -> None:
    """R-45: by default nothing mends itself; `per_scene` mends at the end of a scene, `per_session` with the next."""
    for setting, after_scene, after_session in (
        ("by_fiction", (3, 1), (3, 1)),
        ("per_scene", (5, 0), (5, 0)),
        ("per_session", (3, 1), (5, 0)),
    ):
        s = scene(heart={"P": 3}, damage={"P": {"Wits": 1}}, rules={"recovery": setting})
        s.lull("P")
        s.settle_ties()
        assert (s.heart("P"), s.skill("P", "Wits").damage) == after_scene
        s.end_session()
        s.start_session()
        assert (s.heart("P"), s.skill("P", "Wits").damage) == after_session


def test_r79_opponents_never_roll() -> None:
    """R-79, PA-97: in a fight only players are asked for dice."""
    s = scene(challenge=9, combat=True)
    s.declare("P", "Wits")
    assert [name for name, _, _ in s.asked] == ["P"]
    s.dice("P", 2, 2, 3)
    assert s.asked == [] or all(purpose == "ROLL_OFF" for _, _, purpose in s.asked)


def test_r84_harm_between_characters_is_a_correction() -> None:
    """R-84, PA-116: one character's success takes nothing from another; agreed harm is corrected by hand."""
    s = scene(skills={"P": {"Sword": 4}}, challenge=9, combat=True)
    s.act("P", "Sword", 4, 4, 4, 4)
    assert s.heart("Q") == 5
    s.correct("heart", 4, player="Q")
    assert s.heart("Q") == 4


def test_only_items_recharge() -> None:
    """PA-67: a skill is not an item (E_UNKNOWN)."""
    s = scene()
    s.refuses("E_UNKNOWN").recharge("P", "Wits")


def test_r45_what_is_whole_is_not_mended() -> None:
    """R-45: recovery at the end of a scene says nothing about those who need none."""
    s = scene(heart={"P": 4}, rules={"recovery": "per_scene"}, chips={"P": 6, "Q": 5, "R": 5})
    s.lull("P")
    assert s.count("HeartRestored") == 1
    assert (s.last("HeartRestored").amount, s.heart("P")) == (1, 5)
    assert not s.happened("DamageHealed")
