"""House rules of a table (rules section 7): the values of each, the usual one first, with words for a menu; presets."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.common.house_rules import Setting, SettingValue, between, one_of, settings_of, switch
from engine.common.values import changed
from engine.phrase import phrase


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Rulings in force at a table, in the order of the rules document."""

    failed_check_narrator: str = one_of(
        "R-1", ("requester", "lowest_chips"), phrase("Who narrates the failure of a requested check")
    )
    after_failed_check: str = one_of(
        "R-2", ("narrator_keeps", "highest_chips"), phrase("Who narrates after a failed check has been narrated")
    )
    after_success_check: str = one_of(
        "R-3", ("roller_keeps", "highest_chips"), phrase("Who narrates after a passed check has been narrated")
    )
    after_success_action: str = one_of(
        "R-4", ("highest_chips", "roller_keeps"), phrase("Who narrates after a successful action has been narrated")
    )
    action_order: str = one_of(
        "R-5", ("lowest_first", "highest_first"), phrase("Who states an action first when the narrator asks around")
    )
    enforce_action_order: bool = switch("R-5", False, phrase("Whether that order is binding"))
    break_even_narrator: str = one_of(
        "R-6", ("lowest_other", "lowest_including_roller", "as_failure"), phrase("Who narrates a break even")
    )
    break_even_payoff: bool = switch("R-6", False, phrase("Whether a break even costs the roller a chip"))
    break_even_blocks_damage: bool = switch("R-7", False, phrase("Whether a break even spares skill and Heart"))
    failed_check_payoff: str = one_of(
        "R-9", ("lowest_other", "narrator", "none"), phrase("Who gets the roller's chip after a failed check")
    )
    tie_break: str = one_of(
        "R-11",
        ("roll_d6", "current_holder_then_roll", "seat_order"),
        phrase("How ties in chips are settled"),
        roll_d6=phrase("roll a die"),
        current_holder_then_roll=phrase("the narrator first, then roll a die"),
    )
    order_tie: str = one_of(
        "R-11",
        ("seat_order", "roll_d6"),
        phrase("How ties in the speaking order are settled"),
        roll_d6=phrase("roll a die"),
    )
    opening_setup: str = one_of(
        "R-12",
        ("collective", "winner"),
        phrase("Whether everybody sets up the opening or the winner of the get-moving roll"),
    )
    get_moving_tie: str = one_of(
        "R-13",
        ("roll_d6", "repeat_2d6"),
        phrase("How a tied get-moving roll is settled"),
        roll_d6=phrase("roll a die"),
        repeat_2d6=phrase("roll two dice again"),
    )
    interrupt_success: bool = switch(
        "R-14", False, phrase("Whether a roll or conflict may interrupt a success being narrated")
    )
    conflict_nature_by: str = one_of("R-15", ("caller", "bid_winner"), phrase("Who says what a conflict is about"))
    conflict_call_cost: int = one_of("R-16", (1, 0), phrase("Chips the caller of a conflict pays the narrator"))
    check_pairs: str = one_of("R-80", ("narrator_involved", "anyone"), phrase("Who may call a check on whom"))
    advancement_six: str = one_of(
        "R-17", ("each_natural", "first_per_roll"), phrase("Whether every natural 6 trains a skill or one per roll")
    )
    advancement_threshold: str = one_of(
        "R-18", ("double_rank", "equal_rank"), phrase("Points needed for the next rank")
    )
    reroll_six_is_natural: bool = switch("R-19", True, phrase("Whether a re-rolled 6 counts as natural"))
    reroll_six_feeds_pool: bool = switch("R-20", False, phrase("Whether a re-rolled 6 feeds the party pool"))
    explosion_failures_count: bool = switch("R-21", False, phrase("Whether 1 to 3 on an explosion die is a failure"))
    explosion_ones_hurt: bool = switch("R-21", False, phrase("Whether a 1 on an explosion die hurts"))
    reroll_allowance: str = one_of(
        "R-22",
        ("rank_minus_five", "full_sets", "none"),
        phrase("Re-rolls of skills above five"),
        rank_minus_five=phrase("one for each die above five"),
        full_sets=phrase("the same, and fifteen for a skill of fifteen"),
        none=phrase("no re-rolls"),
    )
    reroll_same_die: bool = switch("R-23", True, phrase("Whether a re-rolled die may be re-rolled again"))
    implicit_set_aside: bool = switch("R-24", False, phrase("Whether dice not picked for a re-roll are locked"))
    hold_out_reduces: str = one_of(
        "R-26", ("thrown_dice", "rerolls_first"), phrase("What holding out dice takes away first")
    )
    split_groups_fixed: bool = switch(
        "R-27", True, phrase("Whether groups of a split keep their size when the skill is damaged meanwhile")
    )
    split_keeps_rerolls: bool = switch(
        "R-28", False, phrase("Whether only groups of five may be split off, the rest staying re-rolls for them")
    )
    repair_six: str = one_of("R-29", ("natural", "any"), phrase("Whether only natural 6s repair or exploded ones too"))
    six_repairs_same_roll: bool = switch("R-30", False, phrase("Whether a 6 may repair damage of its own roll"))
    challenge_goal_six: str = one_of(
        "R-31", ("natural", "any_six"), phrase("Which 6s lower the group goal in a challenge scene")
    )
    challenge_goal_six_on_failure: bool = switch("R-31", False, phrase("Whether 6s of failed rolls do so too"))
    help_failures: str = one_of(
        "R-32", ("subtract_successes", "add_failures"), phrase("How failures of helping dice count")
    )
    help_dice_cap: str = one_of(
        "R-33",
        ("none", "helper_effective"),
        phrase("Most helping dice one helper may buy"),
        none=phrase("no limit"),
        helper_effective=phrase("the helper's current level"),
    )
    help_six_counts: bool = switch("R-33", False, phrase("Whether a helping 6 feeds the pool and the group goal"))
    extra_difficulty_giver: str = one_of("R-34", ("any_other", "requester"), phrase("Who may pay for extra difficulty"))
    extra_difficulty_max: int | str = one_of(
        "R-34", (1, "unlimited"), phrase("How often a check may be made harder"), unlimited=phrase("no limit")
    )
    failed_roll_reduces_challenge: bool = switch(
        "R-35", False, phrase("Whether successes of a failed roll reduce the challenge")
    )
    pool_token_removes: str = one_of(
        "R-36", ("whole_die", "damage_only"), phrase("Whether a token removes the 1 or only its damage")
    )
    pool_remainder: str = one_of(
        "R-37", ("carry_over", "roll_off", "discard"), phrase("What happens to tokens that cannot be shared evenly")
    )
    pool_same_roll: bool = switch("R-38", False, phrase("Whether tokens earned by a roll may be spent on it"))
    skill_floor: int = one_of("R-39", (1, 0), phrase("Lowest level of a damaged skill"))
    worn_skill_applies_to: str = one_of(
        "R-40", ("reduced_only", "any_level_one"), phrase("Which skills at level 1 cost Heart on failures")
    )
    heart_loss_stacks: bool = switch("R-41", False, phrase("Whether several causes of Heart loss on one die add up"))
    excess_damage: str = one_of("R-42", ("lost", "heart"), phrase("What happens to damage beyond the lowest level"))
    sheet_replaces_damage: bool = switch(
        "R-43", False, phrase("Whether a sheet with its own Heart loss replaces the standard skill damage")
    )
    recovery: str = one_of("R-45", ("by_fiction", "per_scene", "per_session"), phrase("When Heart and skills recover"))
    recovery_heart: int = between("R-45", 1, 1, 5, phrase("Heart of a character who comes back"))
    combat_flag: str = one_of(
        "R-46", ("manual", "every_challenge"), phrase("Which scenes are combat"), manual=phrase("those the table names")
    )
    luck_loss: str = one_of("R-47", ("ones", "dice_rolled", "none"), phrase("How Luck is used up"))
    luck_reroll: str = one_of(
        "R-48",
        ("off", "one_die_per_point"),
        phrase("Whether a point of Luck buys a re-roll"),
        off=phrase("no"),
        one_die_per_point=phrase("yes, one die per point"),
    )
    luck_enabled: bool = switch("R-49", True, phrase("Whether characters have Luck"))
    unskilled_dice: int = between("R-49", 0, 0, 5, phrase("Dice without a skill when Luck is off"))
    zero_dice_check: str = one_of("R-49", ("auto_fail", "one_die"), phrase("A requested check with no dice"))
    rank_zero_roll: str = one_of("R-50", ("luck", "one_die"), phrase("What a skill of rank 0 rolls"))
    starting_goal_total: str = one_of(
        "R-51", ("warn", "enforce", "ignore"), phrase("Starting goals that do not total 300")
    )
    goal_cap_counts_derived: bool = switch("R-52", False, phrase("Whether vow and skill goals use up goal slots"))
    follow_up_goal_value: int = between("R-53", 100, 1, 100000, phrase("Points of a follow-up goal"))
    group_goal_reward: str = one_of(
        "R-54", ("none", "goal_value"), phrase("Personal reward for finishing a group goal")
    )
    reward_overflow: str = one_of("R-55", ("lost", "next_goal"), phrase("Surplus of a wrap-up reward"))
    group_goal_overflow: str = one_of("R-56", ("lost", "next_goal"), phrase("Surplus on a group goal"))
    principle_penalty_mode: str = one_of(
        "R-57", ("cumulative", "flat"), phrase("Whether every break costs three dice or only the first")
    )
    principle_floor: int = one_of("R-58", (0, 1), phrase("Fewest dice a broken principle leaves"))
    principle_goal_raise: str = one_of(
        "R-59", ("add_difference", "reset"), phrase("Whether progress stays when an atonement goal rises")
    )
    improvement_value: str = one_of("R-61", ("advancement_point", "rank"), phrase("What an improvement chip buys"))
    item_after_creation: str = one_of(
        "R-62", ("by_goal", "by_improvement", "forbidden"), phrase("How items are gained in play")
    )
    starting_connection_value: int | str = one_of("R-63", (1, "group_sets"), phrase("Value of connections at creation"))
    chips_reset_each_session: bool = switch("R-78", True, phrase("Whether chips start at 5 every game session"))
    goal_zero_in_challenge: str = one_of(
        "R-86", ("scene_continues", "scene_ends"), phrase("A group goal reached inside a challenge")
    )
    unspent_skill_points: str = one_of("R-88", ("lost", "improvement"), phrase("Skill points left over at creation"))
    latecomer_chips: int = between("R-89", 5, 0, 10, phrase("Chips of a player who joins a running game session"))
    connection_delta: str = one_of(
        "R-64", ("per_die", "per_roll"), phrase("Whether every 1 and 6 moves a connection or one per roll")
    )
    connection_roll_is_action: bool = switch(
        "R-65", False, phrase("Whether connection rolls explode, feed the pool and reduce goals")
    )
    connection_break_even: str = one_of(
        "R-66", ("as_break_even", "as_failure"), phrase("How a break even on a connection is handled")
    )
    connection_dice_cap: int | str = one_of(
        "R-67", (5, "none"), phrase("Most dice of a connection roll"), none=phrase("no limit")
    )
    request_roll_changes_connection: bool = switch(
        "R-68", False, phrase("Whether 1s and 6s of a favour roll move the connection")
    )
    after_connection_call: str = one_of(
        "R-69", ("highest_chips", "previous_holder", "roller_keeps"), phrase("Who narrates after a connection call")
    )
    min_bid: int = one_of("R-70", (0, 1), phrase("Smallest bid"))
    bid_cap: int | str = one_of("R-71", ("none", 5), phrase("Largest bid"), none=phrase("no limit"))
    nested_conflict: str = one_of("R-73", ("forbid", "replace"), phrase("A conflict called inside a challenge scene"))
    checks_in_challenge: bool = switch("R-74", True, phrase("Whether checks may be called in challenge scenes"))
    setting_chips_carry: bool = switch(
        "R-75", False, phrase("Whether unspent setting chips become the first betting chips")
    )
    modify_lock: str = one_of("R-76", ("new_spend", "sum"), phrase("Firmness of a modified setting detail"))
    auto_advance: bool = switch(
        "PA-43", True, phrase("Whether roll steps with nothing to decide are skipped automatically")
    )
    require_approval: bool = switch("PA-26", False, phrase("Whether sheet entries need the group's approval"))


SETTINGS = settings_of(HouseRules)
"""Every house rule, in the order of the rules document."""

SETTING_BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in SETTINGS}

PRESETS: Mapping[str, Mapping[str, SettingValue]] = {
    "worked_examples": {},
    "summaries": {
        "failed_check_narrator": "lowest_chips",
        "after_failed_check": "highest_chips",
        "after_success_check": "roller_keeps",
        "after_success_action": "roller_keeps",
        "action_order": "lowest_first",
        "challenge_goal_six": "any_six",
        "conflict_nature_by": "bid_winner",
        "opening_setup": "winner",
    },
    "chapter_one": {
        "failed_check_narrator": "lowest_chips",
        "after_failed_check": "highest_chips",
        "after_success_check": "highest_chips",
        "after_success_action": "highest_chips",
        "action_order": "highest_first",
    },
}
"""Named sets of house rules; each sets only these fields, all others take their default."""


def preset_named(name: str) -> str | None:
    """The preset meant by a spoken name ("worked examples"), None when there is none."""
    said = name.strip().lower().replace(" ", "_").replace("-", "_")
    return said if said in PRESETS else None


def preset_rules(name: str) -> HouseRules:
    """House rules of a preset in `PRESETS`."""
    return changed(HouseRules(), **PRESETS[name])
