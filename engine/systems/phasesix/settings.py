"""What each house rule may be set to, in words for a menu (rules section 7)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.systems.phasesix.house_rules import HouseRules, SettingValue


@dataclass(frozen=True, slots=True)
class Setting:
    """One house rule.

    Attributes:
        name: Field of `HouseRules`.
        ruling: Ruling it comes from ("P6R-1"); the rule itself for preferences.
        values: What it may be, the first one being what the rules document rules.
        explanation: One line for a menu.
    """

    name: str
    ruling: str
    values: tuple[SettingValue, ...]
    explanation: str

    @property
    def default(self) -> SettingValue:
        """Value at a table that changes nothing."""
        value: SettingValue = getattr(HouseRules(), self.name)
        return value

    def parse(self, value: object) -> SettingValue | None:
        """The value meant by a spoken or written one ("False", "next refresh"), None when it is not allowed."""
        said = str(value).strip().lower().replace(" ", "_")
        return next((option for option in self.values if str(option).lower() == said), None)


YES, NO = (True, False), (False, True)

SETTINGS: tuple[Setting, ...] = (
    Setting("intimidation_base", "P6R-1", ("app_con", "wil_app", "wil_con"), "Attributes that Intimidation averages"),
    Setting("half_rounding", "P6R-2", ("up", "down"), "How halves are rounded, in averages and in metres of crawling"),
    Setting("skill_mode", "P6R-3", ("sheet", "derived"), "Whether sheets give skill totals or own values on a base"),
    Setting("concealment_base", "P6R-4", ("skill", "attribute"), "Spotting things: Perception, or Apprehension"),
    Setting(
        "explode_in_combat",
        "P6R-6",
        ("initiative_only", "checks", "all"),
        "Which sixes are rolled on in combat: initiative alone, all but attack and defence, or all",
    ),
    Setting(
        "explode_mode", "P6R-7", ("when_needed", "always"), "Whether a six is rolled on only when that can still help"
    ),
    Setting("min_roll_floor", "P6R-8", (1, 2, 3), "Lowest minimum roll, however easy it is"),
    Setting(
        "destiny_threshold", "P6R-9", ("min4", "flat4"), "Destiny dice on rolls easier than four: easier too, or 4"
    ),
    Setting("reroll_keep", "P6R-10", ("new", "better"), "Which result counts after a reroll"),
    Setting("reroll_scope", "P6R-10", ("all", "natural"), "Whether a reroll takes added dice along"),
    Setting("reroll_needs_natural", "P6R-11", NO, "Whether a roll of added dice alone cannot be rerolled"),
    Setting("extra_dice_in_combat", "P6R-12", YES, "Bonus dice, destiny dice and rerolls on attack and defence"),
    Setting(
        "initiative_final_tie", "P6R-13", ("roll_off", "pc_first", "listing"), "Initiative still tied after Deftness"
    ),
    Setting(
        "walk_rider",
        "P6R-14",
        ("walk_pays", "other_pays", "none"),
        "Who pays when a deed is coupled with walking: the walk, the deed, or no such coupling",
    ),
    Setting("reaction_simultaneous", "P6R-15", YES, "Whether reactions happen even if the reactor has just gone down"),
    Setting("defend_against_reactions", "P6R-16", YES, "Whether a reaction attack may be evaded or parried"),
    Setting(
        "steal_scope", "P6R-17", ("next_refresh", "kept_first"), "What somebody not acting loses to a stolen action"
    ),
    Setting("destiny_buys_action", "P6R-18", YES, "Whether a destiny die can buy an action"),
    Setting(
        "fire_mode_bonus", "P6R-19", ("non_default", "always"), "Whether the default fire mode has its extra dice too"
    ),
    Setting(
        "full_auto", "P6R-20", ("each_action", "single_attack"), "Full-auto fire: one attack per action, or one in all"
    ),
    Setting("range_penalty", "P6R-21", (2, 0, 1, 3, 4), "Dice lost beyond a weapon's range"),
    Setting("cover_in_melee", "P6R-22", YES, "Whether cover helps hand to hand"),
    Setting(
        "parry_mode", "P6R-23", ("cancel_hits", "full", "gm"), "A parry: a hit per success, all hits, or as the GM says"
    ),
    Setting("unarmed_wounds", "P6R-24", (1, 0, 2), "Wounds per hit without a weapon"),
    Setting("wound_formula", "P6R-25", ("per_hit", "once"), "How often a weapon's wound dice are rolled"),
    Setting("throwing_weapon_deviates", "P6R-26", NO, "Whether a missed throwing weapon lands somewhere"),
    Setting(
        "dying_trigger", "P6R-27", ("at_zero", "on_excess"), "Dying begins at the last heart, or with wounds beyond it"
    ),
    Setting("wound_while_dying", "P6R-28", (0, 1), "What a further wound adds to dying"),
    Setting(
        "dying_ends_on",
        "P6R-29",
        ("stabilise_or_heart", "stabilise_only", "any"),
        "What ends dying besides stabilising: a heart, nothing, or a heart or boost",
    ),
    Setting("stabilise_accumulates", "P6R-29", NO, "Whether successes of several helpers add up"),
    Setting("faint_sets_unconscious", "P6R-30", (0, 1, 2, 3, 4, 5, 6), "Depth of unconsciousness that fainting brings"),
    Setting("condition_stacking", "P6R-31", ("add", "max", "set"), "A condition applied again"),
    Setting("tick_round_one", "P6R-32", YES, "Whether conditions are rolled for in the first round"),
    Setting("burning_wounds", "P6R-33", (0, 1, 2, 3), "Wounds of a burning character each round"),
    Setting("burning_scope", "P6R-33", ("skill", "skill_and_attribute"), "Burning hampers Perception, or senses too"),
    Setting("hunkered_skills", "P6R-34", ("manual", "all", "none"), "Skills that are harder while hunkered"),
    Setting("hunkered_blocks_walk_run", "P6R-34", YES, "Whether hunkered people only crawl"),
    Setting("rest_refresh", "P6R-36", ("after", "before"), "Dice come back after the rolls of a rest, or before"),
    Setting("boosts_expire_on_rest", "P6R-37", NO, "Whether boosts end with a rest"),
    Setting("magic_heals", "P6R-38", ("hearts", "boosts"), "What healing spells and potions give"),
    Setting("first_aid_combined", "P6R-39", NO, "Whether one roll of first aid does everything it can"),
    Setting("max_stress_source", "P6R-40", ("lineage", "horror_chapter"), "Most stress: of the lineage, or six"),
    Setting("stress_overflow", "P6R-41", ("lost", "carry"), "Stress beyond the maximum"),
    Setting("duplicate_templates", "P6R-43", NO, "Whether a template can be taken twice"),
    Setting("spell_template_timing", "P6R-44", ("between", "any"), "When spells are modified"),
    Setting("forget_refund", "P6R-44", ("all", "spell_only"), "Points back for a forgotten spell"),
    Setting("blood_rate", "P6R-45", (1, 2, 3), "Wounds for one arcana of blood magic"),
    Setting("auto_condition_rolls", "P6-84", YES, "Whether the rolls of a round's start may not be waived"),
    Setting("announce_windows", "P6-41", YES, "Whether the app asks for reactions"),
    Setting("metres_speech", "P6-37", YES, "Whether the app says how far somebody moves"),
)
"""Every house rule, in the order of the rules document."""

SETTING_BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in SETTINGS}
