"""Values of each house rule, in words for a menu, and the presets (rules section 7)."""

from collections.abc import Mapping

from engine.common.house_rules import Setting, SettingValue
from engine.common.values import changed
from engine.phrase import Phrase, phrase
from engine.systems.phase_abandon.house_rules import HouseRules

_DEFAULTS = HouseRules()


def _choice(name: str, ruling: str, explanation: Phrase, *others: SettingValue, **labels: Phrase) -> Setting:
    """A house rule that is on or off, or one of several values; its default comes first."""
    default = getattr(_DEFAULTS, name)
    return Setting(name, ruling, default, (default, *(others or (not default,))), explanation, labels=labels)


def _number(name: str, ruling: str, explanation: Phrase, low: int, high: int) -> Setting:
    """A house rule that is a number."""
    return Setting(name, ruling, getattr(_DEFAULTS, name), (), explanation, low, high)


SETTINGS: tuple[Setting, ...] = (
    _choice("failed_check_narrator", "R-1", phrase("Who narrates the failure of a requested check"), "lowest_chips"),
    _choice(
        "after_failed_check", "R-2", phrase("Who narrates after a failed check has been narrated"), "highest_chips"
    ),
    _choice(
        "after_success_check", "R-3", phrase("Who narrates after a passed check has been narrated"), "highest_chips"
    ),
    _choice(
        "after_success_action",
        "R-4",
        phrase("Who narrates after a successful action has been narrated"),
        "roller_keeps",
    ),
    _choice("action_order", "R-5", phrase("Who states an action first when the narrator asks around"), "highest_first"),
    _choice("enforce_action_order", "R-5", phrase("Whether that order is binding")),
    _choice("break_even_narrator", "R-6", phrase("Who narrates a break even"), "lowest_including_roller", "as_failure"),
    _choice("break_even_payoff", "R-6", phrase("Whether a break even costs the roller a chip")),
    _choice("break_even_blocks_damage", "R-7", phrase("Whether a break even spares skill and Heart")),
    _choice(
        "failed_check_payoff", "R-9", phrase("Who gets the roller's chip after a failed check"), "narrator", "none"
    ),
    _choice(
        "tie_break",
        "R-11",
        phrase("How ties in chips are settled"),
        "current_holder_then_roll",
        "seat_order",
        roll_d6=phrase("roll a die"),
        current_holder_then_roll=phrase("the narrator first, then roll a die"),
    ),
    _choice(
        "order_tie",
        "R-11",
        phrase("How ties in the speaking order are settled"),
        "roll_d6",
        roll_d6=phrase("roll a die"),
    ),
    _choice(
        "opening_setup",
        "R-12",
        phrase("Whether everybody sets up the opening or the winner of the get-moving roll"),
        "winner",
    ),
    _choice(
        "get_moving_tie",
        "R-13",
        phrase("How a tied get-moving roll is settled"),
        "repeat_2d6",
        roll_d6=phrase("roll a die"),
        repeat_2d6=phrase("roll two dice again"),
    ),
    _choice("interrupt_success", "R-14", phrase("Whether a roll or conflict may interrupt a success being narrated")),
    _choice("conflict_nature_by", "R-15", phrase("Who says what a conflict is about"), "bid_winner"),
    _choice("conflict_call_cost", "R-16", phrase("Chips the caller of a conflict pays the narrator"), 0),
    _choice("check_pairs", "R-80", phrase("Who may call a check on whom"), "anyone"),
    _choice(
        "advancement_six", "R-17", phrase("Whether every natural 6 trains a skill or one per roll"), "first_per_roll"
    ),
    _choice("advancement_threshold", "R-18", phrase("Points needed for the next rank"), "equal_rank"),
    _choice("reroll_six_is_natural", "R-19", phrase("Whether a re-rolled 6 counts as natural")),
    _choice("reroll_six_feeds_pool", "R-20", phrase("Whether a re-rolled 6 feeds the party pool")),
    _choice("explosion_failures_count", "R-21", phrase("Whether 1 to 3 on an explosion die is a failure")),
    _choice("explosion_ones_hurt", "R-21", phrase("Whether a 1 on an explosion die hurts")),
    _choice("reroll_allowance", "R-22", phrase("Re-rolls of skills above 5; full sets give 15 at 15"), "full_sets"),
    _choice("reroll_same_die", "R-23", phrase("Whether a re-rolled die may be re-rolled again")),
    _choice("implicit_set_aside", "R-24", phrase("Whether dice not picked for a re-roll are locked")),
    _choice("hold_out_reduces", "R-26", phrase("What holding out dice takes away first"), "rerolls_first"),
    _choice(
        "split_groups_fixed",
        "R-27",
        phrase("Whether groups of a split keep their size when the skill is damaged meanwhile"),
    ),
    _choice(
        "split_keeps_rerolls",
        "R-28",
        phrase("Whether only groups of five may be split off, the rest staying re-rolls for them"),
    ),
    _choice("repair_six", "R-29", phrase("Whether only natural 6s repair or exploded ones too"), "any"),
    _choice("six_repairs_same_roll", "R-30", phrase("Whether a 6 may repair damage of its own roll")),
    _choice("challenge_goal_six", "R-31", phrase("Which 6s lower the group goal in a challenge scene"), "any_six"),
    _choice("challenge_goal_six_on_failure", "R-31", phrase("Whether 6s of failed rolls do so too")),
    _choice("help_failures", "R-32", phrase("How failures of helping dice count"), "add_failures"),
    _choice(
        "help_dice_cap",
        "R-33",
        phrase("Most helping dice one helper may buy"),
        "helper_effective",
        none=phrase("no limit"),
        helper_effective=phrase("the helper's current level"),
    ),
    _choice("help_six_counts", "R-33", phrase("Whether a helping 6 feeds the pool and the group goal")),
    _choice("extra_difficulty_giver", "R-34", phrase("Who may pay for extra difficulty"), "requester"),
    _choice(
        "extra_difficulty_max",
        "R-34",
        phrase("How often a check may be made harder"),
        "unlimited",
        unlimited=phrase("no limit"),
    ),
    _choice("failed_roll_reduces_challenge", "R-35", phrase("Whether successes of a failed roll reduce the challenge")),
    _choice("pool_token_removes", "R-36", phrase("Whether a token removes the 1 or only its damage"), "damage_only"),
    _choice(
        "pool_remainder", "R-37", phrase("What happens to tokens that cannot be shared evenly"), "roll_off", "discard"
    ),
    _choice("pool_same_roll", "R-38", phrase("Whether tokens earned by a roll may be spent on it")),
    _choice("skill_floor", "R-39", phrase("Lowest level of a damaged skill"), 0),
    _choice("worn_skill_applies_to", "R-40", phrase("Which skills at level 1 cost Heart on failures"), "any_level_one"),
    _choice("heart_loss_stacks", "R-41", phrase("Whether several causes of Heart loss on one die add up")),
    _choice("excess_damage", "R-42", phrase("What happens to damage beyond the lowest level"), "heart"),
    _choice(
        "sheet_replaces_damage",
        "R-43",
        phrase("Whether a sheet with its own Heart loss replaces the standard skill damage"),
    ),
    _choice("recovery", "R-45", phrase("When Heart and skills recover"), "per_scene", "per_session"),
    _number("recovery_heart", "R-45", phrase("Heart of a character who comes back"), 1, 5),
    _choice(
        "combat_flag",
        "R-46",
        phrase("Which scenes are combat"),
        "every_challenge",
        manual=phrase("those the table names"),
    ),
    _choice("luck_loss", "R-47", phrase("How Luck is used up"), "dice_rolled", "none"),
    _choice(
        "luck_reroll",
        "R-48",
        phrase("Whether a point of Luck buys a re-roll"),
        "one_die_per_point",
        off=phrase("no"),
        one_die_per_point=phrase("yes, one die per point"),
    ),
    _choice("luck_enabled", "R-49", phrase("Whether characters have Luck")),
    _number("unskilled_dice", "R-49", phrase("Dice without a skill when Luck is off"), 0, 5),
    _choice("zero_dice_check", "R-49", phrase("A requested check with no dice"), "one_die"),
    _choice("rank_zero_roll", "R-50", phrase("What a skill of rank 0 rolls"), "one_die"),
    _choice("starting_goal_total", "R-51", phrase("Starting goals that do not total 300"), "enforce", "ignore"),
    _choice("goal_cap_counts_derived", "R-52", phrase("Whether vow and skill goals use up goal slots")),
    _number("follow_up_goal_value", "R-53", phrase("Points of a follow-up goal"), 1, 100000),
    _choice("group_goal_reward", "R-54", phrase("Personal reward for finishing a group goal"), "goal_value"),
    _choice("reward_overflow", "R-55", phrase("Surplus of a wrap-up reward"), "next_goal"),
    _choice("group_goal_overflow", "R-56", phrase("Surplus on a group goal"), "next_goal"),
    _choice("principle_penalty_mode", "R-57", phrase("Whether every break costs three dice or only the first"), "flat"),
    _choice("principle_floor", "R-58", phrase("Fewest dice a broken principle leaves"), 1),
    _choice("principle_goal_raise", "R-59", phrase("Whether progress stays when an atonement goal rises"), "reset"),
    _choice("improvement_value", "R-61", phrase("What an improvement chip buys"), "rank"),
    _choice("item_after_creation", "R-62", phrase("How items are gained in play"), "by_improvement", "forbidden"),
    _choice("starting_connection_value", "R-63", phrase("Value of connections at creation"), "group_sets"),
    _choice("chips_reset_each_session", "R-78", phrase("Whether chips start at 5 every game session")),
    _choice("goal_zero_in_challenge", "R-86", phrase("A group goal reached inside a challenge"), "scene_ends"),
    _choice("unspent_skill_points", "R-88", phrase("Skill points left over at creation"), "improvement"),
    _number("latecomer_chips", "R-89", phrase("Chips of a player who joins a running game session"), 0, 10),
    _choice("connection_delta", "R-64", phrase("Whether every 1 and 6 moves a connection or one per roll"), "per_roll"),
    _choice(
        "connection_roll_is_action", "R-65", phrase("Whether connection rolls explode, feed the pool and reduce goals")
    ),
    _choice("connection_break_even", "R-66", phrase("How a break even on a connection is handled"), "as_failure"),
    _choice("connection_dice_cap", "R-67", phrase("Most dice of a connection roll"), "none", none=phrase("no limit")),
    _choice(
        "request_roll_changes_connection", "R-68", phrase("Whether 1s and 6s of a favour roll move the connection")
    ),
    _choice(
        "after_connection_call",
        "R-69",
        phrase("Who narrates after a connection call"),
        "previous_holder",
        "roller_keeps",
    ),
    _choice("min_bid", "R-70", phrase("Smallest bid"), 1),
    _choice("bid_cap", "R-71", phrase("Largest bid"), 5, none=phrase("no limit")),
    _choice("nested_conflict", "R-73", phrase("A conflict called inside a challenge scene"), "replace"),
    _choice("checks_in_challenge", "R-74", phrase("Whether checks may be called in challenge scenes")),
    _choice("setting_chips_carry", "R-75", phrase("Whether unspent setting chips become the first betting chips")),
    _choice("modify_lock", "R-76", phrase("Firmness of a modified setting detail"), "sum"),
    _choice("auto_advance", "PA-43", phrase("Whether roll steps with nothing to decide are skipped automatically")),
    _choice("require_approval", "PA-26", phrase("Whether sheet entries need the group's approval")),
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
