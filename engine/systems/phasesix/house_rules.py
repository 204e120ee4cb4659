"""House rules of a table (rules section 7): one field per setting, with its default.

The values each setting may take and a line to show in a menu are in `settings.SETTINGS`.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Rulings in force at a table; every field is explained in `settings.SETTINGS`."""

    intimidation_base: str = "app_con"
    half_rounding: str = "up"
    skill_mode: str = "sheet"
    concealment_base: str = "skill"
    explode_in_combat: str = "initiative_only"
    explode_mode: str = "when_needed"
    min_roll_floor: int = 1
    destiny_threshold: str = "min4"
    reroll_keep: str = "new"
    reroll_scope: str = "all"
    reroll_needs_natural: bool = False
    extra_dice_in_combat: bool = True
    initiative_final_tie: str = "roll_off"
    walk_rider: str = "walk_pays"
    reaction_simultaneous: bool = True
    defend_against_reactions: bool = True
    steal_scope: str = "next_refresh"
    destiny_buys_action: bool = True
    fire_mode_bonus: str = "non_default"
    full_auto: str = "each_action"
    range_penalty: int = 2
    cover_in_melee: bool = True
    parry_mode: str = "cancel_hits"
    unarmed_wounds: int = 1
    wound_formula: str = "per_hit"
    throwing_weapon_deviates: bool = False
    dying_trigger: str = "at_zero"
    wound_while_dying: int = 0
    dying_ends_on: str = "stabilise_or_heart"
    stabilise_accumulates: bool = False
    faint_sets_unconscious: int = 0
    condition_stacking: str = "add"
    tick_round_one: bool = True
    burning_wounds: int = 0
    burning_scope: str = "skill"
    hunkered_skills: str = "manual"
    hunkered_blocks_walk_run: bool = True
    rest_refresh: str = "after"
    boosts_expire_on_rest: bool = False
    magic_heals: str = "hearts"
    first_aid_combined: bool = False
    max_stress_source: str = "lineage"
    stress_overflow: str = "lost"
    duplicate_templates: bool = False
    spell_template_timing: str = "between"
    forget_refund: str = "all"
    blood_rate: int = 1
    auto_condition_rolls: bool = True
    announce_windows: bool = True
    metres_speech: bool = True
