"""House rules of a table (rules section 7): one field per setting, with the default of `worked_examples`.

The values each setting may take and a line to show in a menu are in `settings.SETTINGS`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Rulings in force at a table; every field is explained in `settings.SETTINGS`."""

    failed_check_narrator: str = "requester"
    after_failed_check: str = "narrator_keeps"
    after_success_check: str = "roller_keeps"
    after_success_action: str = "highest_chips"
    action_order: str = "lowest_first"
    enforce_action_order: bool = False
    break_even_narrator: str = "lowest_other"
    break_even_payoff: bool = False
    break_even_blocks_damage: bool = False
    failed_check_payoff: str = "lowest_other"
    tie_break: str = "roll_d6"
    order_tie: str = "seat_order"
    opening_setup: str = "collective"
    get_moving_tie: str = "roll_d6"
    interrupt_success: bool = False
    conflict_nature_by: str = "caller"
    conflict_call_cost: int = 1
    check_pairs: str = "narrator_involved"
    advancement_six: str = "each_natural"
    advancement_threshold: str = "double_rank"
    reroll_six_is_natural: bool = True
    reroll_six_feeds_pool: bool = False
    explosion_failures_count: bool = False
    explosion_ones_hurt: bool = False
    reroll_allowance: str = "rank_minus_five"
    reroll_same_die: bool = True
    implicit_set_aside: bool = False
    hold_out_reduces: str = "thrown_dice"
    split_groups_fixed: bool = True
    split_keeps_rerolls: bool = False
    repair_six: str = "natural"
    six_repairs_same_roll: bool = False
    challenge_goal_six: str = "natural"
    challenge_goal_six_on_failure: bool = False
    help_failures: str = "subtract_successes"
    help_dice_cap: str = "none"
    help_six_counts: bool = False
    extra_difficulty_giver: str = "any_other"
    extra_difficulty_max: int | str = 1
    failed_roll_reduces_challenge: bool = False
    pool_token_removes: str = "whole_die"
    pool_remainder: str = "carry_over"
    pool_same_roll: bool = False
    skill_floor: int = 1
    worn_skill_applies_to: str = "reduced_only"
    heart_loss_stacks: bool = False
    excess_damage: str = "lost"
    sheet_replaces_damage: bool = False
    recovery: str = "by_fiction"
    recovery_heart: int = 1
    combat_flag: str = "manual"
    luck_loss: str = "ones"
    luck_reroll: str = "off"
    luck_enabled: bool = True
    unskilled_dice: int = 0
    zero_dice_check: str = "auto_fail"
    rank_zero_roll: str = "luck"
    starting_goal_total: str = "warn"
    goal_cap_counts_derived: bool = False
    follow_up_goal_value: int = 100
    group_goal_reward: str = "none"
    reward_overflow: str = "lost"
    group_goal_overflow: str = "lost"
    principle_penalty_mode: str = "cumulative"
    principle_floor: int = 0
    principle_goal_raise: str = "add_difference"
    improvement_value: str = "advancement_point"
    item_after_creation: str = "by_goal"
    starting_connection_value: int | str = 1
    chips_reset_each_session: bool = True
    goal_zero_in_challenge: str = "scene_continues"
    unspent_skill_points: str = "lost"
    latecomer_chips: int = 5
    connection_delta: str = "per_die"
    connection_roll_is_action: bool = False
    connection_break_even: str = "as_break_even"
    connection_dice_cap: int | str = 5
    request_roll_changes_connection: bool = False
    after_connection_call: str = "highest_chips"
    min_bid: int = 0
    bid_cap: int | str = "none"
    nested_conflict: str = "forbid"
    checks_in_challenge: bool = True
    setting_chips_carry: bool = False
    modify_lock: str = "new_spend"
    auto_advance: bool = True
    require_approval: bool = False
