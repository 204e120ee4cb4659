"""House rules of a table (rules section 7): one field per setting, with the default of the ruling.

The values each setting may take and a line to show in a menu are in `settings.SETTINGS`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Rulings in force at a table; every field is explained in `settings.SETTINGS`."""

    suit_order: str = "CSHD"
    joker_tie_rank: str = "above_suits"
    jokers_per_deck: int = 2
    tie_draw_deck: str = "own"
    deck_layout: str = "auto"
    large_group_min: int = 6
    on_exhaustion: str = "reshuffle_then_pack"
    replace_timing: str = "on_commit"
    chance_peek: bool = False
    retract_before_reveal: bool = False
    mulligan_scope: str = "all"
    mulligan_per: str = "sitting"
    mulligan_window: str = "first_commit"
    hidden_discards: bool = True
    roster_token_policy: str = "closed"
    sitting_carryover: str = "tokens"
    trait_target: str = "protagonists"
    trait_helper: str = "present"
    max_traits_per_card: int | str = "none"
    refund_on_cancel: bool = True
    traits_per_protagonist: int = 3
    trait_mark_cap: int = 3
    trait_total_cap: int = 6
    gm_traits: bool = False
    gm_bonus_limit_basis: str = "participating"
    gm_card_cap_extended: int | str = 2
    gm_card_cap_simple: int | str = "none"
    gm_may_boost_players: bool = True
    gm_redraw_in_limit: bool = False
    extended_pvp_flow: str = "round_rule"
    multiway_token_test: str = "beat_any"
    mixed_opposition: str = "gm_first"
    aid_token_result: str = "boosted_card"
    player_boost_gm_flow: str = "pvp_rule"
    simple_settle: str = "on_close"
    redraw_flow: str = "literal"
    redraw_who: str = "participants"
    gm_bribe_flow: str = "pool"
    bribe_to_gm_extended: str = "bank"
    bribe_max_tokens: int = 1
    scene_entry_needs_bribe: bool = False
    award_self: bool = False
    conflict_call_by: str = "anyone"
    conflicts_per_scene: int | str = "none"
    gm_stake_limit_basis: str = "participating"
    gm_stakes_may_oppose: bool | str = False
    extended_min_participants: int = 3
    victory_goal_default: int = 3
    victory_goal_min: int = 3
    narration_default: str = "ascending"
    narration_dispute: str = "rank_picks"
    outsider_narration: str = "by_permission"
    all_pass_narrator: str = "gm"
    final_tie_method: str = "card_by_card"
    set_exact_tie: str = "last_round_order"
    regift: bool = True
    gift_after_pass: bool = False
    gift_phase: str = "during_narration"
    gift_target: str = "any"
    late_entry: str = "helper_only"
    mooks_scope: str = "extended"
    mook_floor: int = 1
    fate_tie_basis: str = "total"
    fate_vacated_slot: str = "leave_empty"
    fate_winner_gets_card: bool = False
    sacrifice_target: str = "players"
    early_end: bool = True
    bonus_timing: str = "after_own_card"
    bonus_withdrawal: bool = False
    reveal_by: str = "any"
    secrecy_talk: str = "warn"
