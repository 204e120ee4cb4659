"""What each house rule may be set to, in words for a menu, and the presets (rules section 7)."""

from collections.abc import Mapping

from engine.common.house_rules import Setting, SettingValue
from engine.common.values import changed
from engine.phrase import phrase
from engine.systems.phase_abandon.house_rules import HouseRules

SETTINGS: tuple[Setting, ...] = (
    Setting(
        "failed_check_narrator",
        "R-1",
        "requester",
        ("requester", "lowest_chips"),
        phrase("Who tells the failure of a requested check"),
    ),
    Setting(
        "after_failed_check",
        "R-2",
        "narrator_keeps",
        ("narrator_keeps", "highest_chips"),
        phrase("Who narrates on after a failed check has been told"),
    ),
    Setting(
        "after_success_check",
        "R-3",
        "roller_keeps",
        ("roller_keeps", "highest_chips"),
        phrase("Who narrates on after a passed check has been told"),
    ),
    Setting(
        "after_success_action",
        "R-4",
        "highest_chips",
        ("highest_chips", "roller_keeps"),
        phrase("Who narrates on after a successful action has been told"),
    ),
    Setting(
        "action_order",
        "R-5",
        "lowest_first",
        ("lowest_first", "highest_first"),
        phrase("Who states an action first when the narrator asks round"),
    ),
    Setting("enforce_action_order", "R-5", False, (False, True), phrase("Whether that order binds")),
    Setting(
        "break_even_narrator",
        "R-6",
        "lowest_other",
        ("lowest_other", "lowest_including_roller", "as_failure"),
        phrase("Who tells a break even"),
    ),
    Setting("break_even_payoff", "R-6", False, (False, True), phrase("Whether a break even costs the roller a chip")),
    Setting(
        "break_even_blocks_damage", "R-7", False, (False, True), phrase("Whether a break even spares skill and Heart")
    ),
    Setting(
        "failed_check_payoff",
        "R-9",
        "lowest_other",
        ("lowest_other", "narrator", "none"),
        phrase("Who gets the roller's chip after a failed check"),
    ),
    Setting(
        "tie_break",
        "R-11",
        "roll_d6",
        ("roll_d6", "current_holder_then_roll", "seat_order"),
        phrase("How ties in chips are settled"),
    ),
    Setting(
        "order_tie",
        "R-11",
        "seat_order",
        ("seat_order", "roll_d6"),
        phrase("How ties in the speaking order are settled"),
    ),
    Setting(
        "opening_setup",
        "R-12",
        "collective",
        ("collective", "winner"),
        phrase("Whether everybody sets up the opening or the winner of the get-moving roll"),
    ),
    Setting(
        "get_moving_tie", "R-13", "roll_d6", ("roll_d6", "repeat_2d6"), phrase("How a tied get-moving roll is settled")
    ),
    Setting(
        "interrupt_success",
        "R-14",
        False,
        (False, True),
        phrase("Whether a roll or conflict may cut into a success being told"),
    ),
    Setting(
        "conflict_nature_by", "R-15", "caller", ("caller", "bid_winner"), phrase("Who says what a conflict is about")
    ),
    Setting("conflict_call_cost", "R-16", 1, (1, 0), phrase("Chips the caller of a conflict pays the narrator")),
    Setting(
        "check_pairs",
        "R-80",
        "narrator_involved",
        ("narrator_involved", "anyone"),
        phrase("Who may call a check on whom"),
    ),
    Setting(
        "advancement_six",
        "R-17",
        "each_natural",
        ("each_natural", "first_per_roll"),
        phrase("Whether every natural 6 trains a skill or one per roll"),
    ),
    Setting(
        "advancement_threshold",
        "R-18",
        "double_rank",
        ("double_rank", "equal_rank"),
        phrase("Points needed for the next rank"),
    ),
    Setting("reroll_six_is_natural", "R-19", True, (True, False), phrase("Whether a re-rolled 6 counts as natural")),
    Setting(
        "reroll_six_feeds_pool", "R-20", False, (False, True), phrase("Whether a re-rolled 6 feeds the party pool")
    ),
    Setting(
        "explosion_failures_count",
        "R-21",
        False,
        (False, True),
        phrase("Whether 1 to 3 on an explosion die is a failure"),
    ),
    Setting("explosion_ones_hurt", "R-21", False, (False, True), phrase("Whether a 1 on an explosion die hurts")),
    Setting(
        "reroll_allowance",
        "R-22",
        "rank_minus_five",
        ("rank_minus_five", "full_sets"),
        phrase("Re-rolls of skills above 5; full sets give 15 at 15"),
    ),
    Setting("reroll_same_die", "R-23", True, (True, False), phrase("Whether a re-rolled die may be re-rolled again")),
    Setting(
        "implicit_set_aside",
        "R-24",
        False,
        (False, True),
        phrase("Whether dice not picked for a re-roll are kept for good"),
    ),
    Setting(
        "hold_out_reduces",
        "R-26",
        "thrown_dice",
        ("thrown_dice", "rerolls_first"),
        phrase("What holding out dice takes away first"),
    ),
    Setting(
        "split_groups_fixed",
        "R-27",
        True,
        (True, False),
        phrase("Whether groups of a split keep their size when the skill is damaged meanwhile"),
    ),
    Setting(
        "split_keeps_rerolls",
        "R-28",
        False,
        (False, True),
        phrase("Whether only groups of five may be split off, the rest staying re-rolls for them"),
    ),
    Setting(
        "repair_six",
        "R-29",
        "natural",
        ("natural", "any"),
        phrase("Whether only natural 6s repair or exploded ones too"),
    ),
    Setting(
        "six_repairs_same_roll", "R-30", False, (False, True), phrase("Whether a 6 may repair damage of its own roll")
    ),
    Setting(
        "challenge_goal_six",
        "R-31",
        "natural",
        ("natural", "any_six"),
        phrase("Which 6s lower the group goal in a challenge scene"),
    ),
    Setting(
        "challenge_goal_six_on_failure", "R-31", False, (False, True), phrase("Whether 6s of failed rolls do so too")
    ),
    Setting(
        "help_failures",
        "R-32",
        "subtract_successes",
        ("subtract_successes", "add_failures"),
        phrase("How failures of helping dice count"),
    ),
    Setting(
        "help_dice_cap", "R-33", "none", ("none", "helper_effective"), phrase("Most helping dice one helper may buy")
    ),
    Setting(
        "help_six_counts", "R-33", False, (False, True), phrase("Whether a helping 6 feeds the pool and the group goal")
    ),
    Setting(
        "extra_difficulty_giver",
        "R-34",
        "any_other",
        ("any_other", "requester"),
        phrase("Who may pay for extra difficulty"),
    ),
    Setting("extra_difficulty_max", "R-34", 1, (1, "unlimited"), phrase("How often a check may be made harder")),
    Setting(
        "failed_roll_reduces_challenge",
        "R-35",
        False,
        (False, True),
        phrase("Whether successes of a failed roll reduce the challenge"),
    ),
    Setting(
        "pool_token_removes",
        "R-36",
        "whole_die",
        ("whole_die", "damage_only"),
        phrase("Whether a token removes the 1 or only its damage"),
    ),
    Setting(
        "pool_remainder",
        "R-37",
        "carry_over",
        ("carry_over", "roll_off", "discard"),
        phrase("What happens to tokens that cannot be shared evenly"),
    ),
    Setting(
        "pool_same_roll", "R-38", False, (False, True), phrase("Whether tokens earned by a roll may be spent on it")
    ),
    Setting("skill_floor", "R-39", 1, (1, 0), phrase("Lowest level of a damaged skill")),
    Setting(
        "worn_skill_applies_to",
        "R-40",
        "reduced_only",
        ("reduced_only", "any_level_one"),
        phrase("Which skills at level 1 cost Heart on failures"),
    ),
    Setting(
        "heart_loss_stacks",
        "R-41",
        False,
        (False, True),
        phrase("Whether several causes of Heart loss on one die add up"),
    ),
    Setting(
        "excess_damage", "R-42", "lost", ("lost", "heart"), phrase("What becomes of damage beyond the lowest level")
    ),
    Setting(
        "sheet_replaces_damage",
        "R-43",
        False,
        (False, True),
        phrase("Whether a sheet with its own Heart loss replaces the standard skill damage"),
    ),
    Setting(
        "recovery",
        "R-45",
        "by_fiction",
        ("by_fiction", "per_scene", "per_session"),
        phrase("When Heart and skills recover"),
    ),
    Setting("recovery_heart", "R-45", 1, (), phrase("Heart of a character who comes back"), low=1, high=5),
    Setting("combat_flag", "R-46", "manual", ("manual", "every_challenge"), phrase("Which scenes are combat")),
    Setting("luck_loss", "R-47", "ones", ("ones", "dice_rolled", "none"), phrase("How Luck is used up")),
    Setting(
        "luck_reroll", "R-48", "off", ("off", "one_die_per_point"), phrase("Whether a point of Luck buys a re-roll")
    ),
    Setting("luck_enabled", "R-49", True, (True, False), phrase("Whether characters have Luck")),
    Setting("unskilled_dice", "R-49", 0, (), phrase("Dice without a skill when Luck is off"), low=0, high=5),
    Setting("zero_dice_check", "R-49", "auto_fail", ("auto_fail", "one_die"), phrase("A requested check with no dice")),
    Setting("rank_zero_roll", "R-50", "luck", ("luck", "one_die"), phrase("What a skill of rank 0 rolls")),
    Setting(
        "starting_goal_total",
        "R-51",
        "warn",
        ("warn", "enforce", "ignore"),
        phrase("Starting goals that do not total 300"),
    ),
    Setting(
        "goal_cap_counts_derived", "R-52", False, (False, True), phrase("Whether vow and skill goals use up goal slots")
    ),
    Setting("follow_up_goal_value", "R-53", 100, (), phrase("Points of a follow-up goal"), low=1, high=100000),
    Setting(
        "group_goal_reward",
        "R-54",
        "none",
        ("none", "goal_value"),
        phrase("Personal reward for finishing a group goal"),
    ),
    Setting("reward_overflow", "R-55", "lost", ("lost", "next_goal"), phrase("Surplus of a wrap-up reward")),
    Setting("group_goal_overflow", "R-56", "lost", ("lost", "next_goal"), phrase("Surplus on a group goal")),
    Setting(
        "principle_penalty_mode",
        "R-57",
        "cumulative",
        ("cumulative", "flat"),
        phrase("Whether every break costs three dice or only the first"),
    ),
    Setting("principle_floor", "R-58", 0, (0, 1), phrase("Fewest dice a broken principle leaves")),
    Setting(
        "principle_goal_raise",
        "R-59",
        "add_difference",
        ("add_difference", "reset"),
        phrase("Whether progress stays when an atonement goal rises"),
    ),
    Setting(
        "improvement_value",
        "R-61",
        "advancement_point",
        ("advancement_point", "rank"),
        phrase("What an improvement chip buys"),
    ),
    Setting(
        "item_after_creation",
        "R-62",
        "by_goal",
        ("by_goal", "by_improvement", "forbidden"),
        phrase("How items are gained in play"),
    ),
    Setting("starting_connection_value", "R-63", 1, (1, "group_sets"), phrase("Value of connections at creation")),
    Setting(
        "chips_reset_each_session", "R-78", True, (True, False), phrase("Whether chips start at 5 every game session")
    ),
    Setting(
        "goal_zero_in_challenge",
        "R-86",
        "scene_continues",
        ("scene_continues", "scene_ends"),
        phrase("A group goal reached inside a challenge"),
    ),
    Setting(
        "unspent_skill_points", "R-88", "lost", ("lost", "improvement"), phrase("Skill points left over at creation")
    ),
    Setting(
        "latecomer_chips", "R-89", 5, (), phrase("Chips of a player who joins a running game session"), low=0, high=10
    ),
    Setting(
        "connection_delta",
        "R-64",
        "per_die",
        ("per_die", "per_roll"),
        phrase("Whether every 1 and 6 moves a connection or one per roll"),
    ),
    Setting(
        "connection_roll_is_action",
        "R-65",
        False,
        (False, True),
        phrase("Whether connection rolls explode, feed the pool and reduce goals"),
    ),
    Setting(
        "connection_break_even",
        "R-66",
        "as_break_even",
        ("as_break_even", "as_failure"),
        phrase("How a break even on a connection is handled"),
    ),
    Setting("connection_dice_cap", "R-67", 5, (5, "none"), phrase("Most dice of a connection roll")),
    Setting(
        "request_roll_changes_connection",
        "R-68",
        False,
        (False, True),
        phrase("Whether 1s and 6s of a favour roll move the connection"),
    ),
    Setting(
        "after_connection_call",
        "R-69",
        "highest_chips",
        ("highest_chips", "previous_holder", "roller_keeps"),
        phrase("Who narrates on after a connection call"),
    ),
    Setting("min_bid", "R-70", 0, (0, 1), phrase("Smallest bid")),
    Setting("bid_cap", "R-71", "none", ("none", 5), phrase("Largest bid")),
    Setting(
        "nested_conflict", "R-73", "forbid", ("forbid", "replace"), phrase("A conflict called inside a challenge scene")
    ),
    Setting(
        "checks_in_challenge", "R-74", True, (True, False), phrase("Whether checks may be called in challenge scenes")
    ),
    Setting(
        "setting_chips_carry",
        "R-75",
        False,
        (False, True),
        phrase("Whether unspent setting chips become the first betting chips"),
    ),
    Setting("modify_lock", "R-76", "new_spend", ("new_spend", "sum"), phrase("Firmness of a modified setting detail")),
    Setting(
        "auto_advance",
        "PA-43",
        True,
        (True, False),
        phrase("Whether roll steps with nothing to decide are left by themselves"),
    ),
    Setting(
        "require_approval", "PA-26", False, (False, True), phrase("Whether sheet entries need the group's approval")
    ),
)
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
