"""House rules of a table (rules section 7): one field per setting; values and meaning stand in `settings.SETTINGS`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Rulings and preferences in force at a table."""

    test_dice: int = 2
    test_sides: int = 6
    test_pass_at: int = 7
    test_extra_dice: int = 1
    test_stack: bool = False
    opening_to_encounter: bool = False
    end_from_initiative: bool = True
    closing_from_reward: str = "auto"
    save_direction: str = "ascending"
    group_count_policy: str = "warn"
    allow_pc_only: bool = False
    merged_group_modifier: str = "max"
    pc_tie_policy: str = "ask"
    npc_group_turns: str = "each_member"
    slow_action_on_end: str = "lapse"
    reaction_window: str = "next_commit"
    dash_time: str = "action"
    second_dash_scope: str = "styles_and_cap"
    dash_fail_stacks: int = 1
    maneuver_stacks: int = 1
    slowed_interrupt: str = "cumulative"
    slowed_fleeting: bool = True
    improvised_style_duration: str = "turn"
    improvised_raises_cap: bool = False
    opportunity_attack_time: str = "reaction"
    pause_beat_rule: str = "pool"
    pause_resume: str = "same_turn"
    npc_fresh_stack_exception: bool = True
    free_actions_guaranteed: int = 2
    xp_recipients: str = "participants"
    auto_xp: bool = True
    dodges_up_cost: int = 0
    shields_up_cost: int = 0
    heal_up_cost: int = 1
    heal_up: str = "stated"
    recovery_gate: str = "anyone"
    half_reset_meaning: str = "of_missing"
    episodic_outside_opening: str = "forbid"
    clear_fleeting_on_encounter_end: bool = False
    ability_use_reset: str = "start"
    distance_speech: str = "names"
    require_introductions: bool = False
    implicit_recovery: bool = True
    spotlight_nudge: bool = False
    announce_reactions: bool = True
    announce_order: bool = False
    confirm_unspent_beats: bool = False
    xp_thresholds: str = "none"
    extra_resets: str = "none"
    reset_mode: str = "full"
