"""What each house rule may be set to, in words for a menu (rules section 7)."""

from collections.abc import Mapping

from engine.common.house_rules import Setting, SettingValue
from engine.phrase import Phrase, phrase
from engine.systems.phasesix.house_rules import HouseRules

YES, NO = (True, False), (False, True)


def _rule(name: str, ruling: str, values: tuple[SettingValue, ...], explanation: Phrase) -> Setting:
    """A house rule; the first value is what the rules document rules."""
    return Setting(name, ruling, getattr(HouseRules(), name), values, explanation)


SETTINGS: tuple[Setting, ...] = (
    _rule(
        "intimidation_base", "P6R-1", ("app_con", "wil_app", "wil_con"), phrase("Attributes that Intimidation averages")
    ),
    _rule(
        "half_rounding",
        "P6R-2",
        ("up", "down"),
        phrase("How halves are rounded, in averages and in metres of crawling"),
    ),
    _rule(
        "skill_mode", "P6R-3", ("sheet", "derived"), phrase("Whether sheets give skill totals or own values on a base")
    ),
    _rule("concealment_base", "P6R-4", ("skill", "attribute"), phrase("Spotting things: Perception, or Apprehension")),
    _rule(
        "explode_in_combat",
        "P6R-6",
        ("initiative_only", "checks", "all"),
        phrase("Which sixes are rolled on in combat: initiative alone, all but attack and defence, or all"),
    ),
    _rule(
        "explode_mode",
        "P6R-7",
        ("when_needed", "always"),
        phrase("Whether a six is rolled on only when that can still help"),
    ),
    _rule("min_roll_floor", "P6R-8", (1, 2, 3), phrase("Lowest minimum roll, however easy it is")),
    _rule(
        "destiny_threshold",
        "P6R-9",
        ("min4", "flat4"),
        phrase("Destiny dice on rolls easier than four: easier too, or 4"),
    ),
    _rule("reroll_keep", "P6R-10", ("new", "better"), phrase("Which result counts after a reroll")),
    _rule("reroll_scope", "P6R-10", ("all", "natural"), phrase("Whether a reroll takes added dice along")),
    _rule("reroll_needs_natural", "P6R-11", NO, phrase("Whether a roll of added dice alone cannot be rerolled")),
    _rule("extra_dice_in_combat", "P6R-12", YES, phrase("Bonus dice, destiny dice and rerolls on attack and defence")),
    _rule(
        "initiative_final_tie",
        "P6R-13",
        ("roll_off", "pc_first", "listing"),
        phrase("Initiative still tied after Deftness"),
    ),
    _rule(
        "walk_rider",
        "P6R-14",
        ("walk_pays", "other_pays", "none"),
        phrase("Who pays when a deed is coupled with walking: the walk, the deed, or no such coupling"),
    ),
    _rule(
        "reaction_simultaneous",
        "P6R-15",
        YES,
        phrase("Whether reactions happen even if the reactor has just gone down"),
    ),
    _rule("defend_against_reactions", "P6R-16", YES, phrase("Whether a reaction attack may be evaded or parried")),
    _rule(
        "steal_scope",
        "P6R-17",
        ("next_refresh", "kept_first"),
        phrase("What somebody not acting loses to a stolen action"),
    ),
    _rule("destiny_buys_action", "P6R-18", YES, phrase("Whether a destiny die can buy an action")),
    _rule(
        "fire_mode_bonus",
        "P6R-19",
        ("non_default", "always"),
        phrase("Whether the default fire mode has its extra dice too"),
    ),
    _rule(
        "full_auto",
        "P6R-20",
        ("each_action", "single_attack"),
        phrase("Full-auto fire: one attack per action, or one in all"),
    ),
    _rule("range_penalty", "P6R-21", (2, 0, 1, 3, 4), phrase("Dice lost beyond a weapon's range")),
    _rule("cover_in_melee", "P6R-22", YES, phrase("Whether cover helps hand to hand")),
    _rule(
        "parry_mode",
        "P6R-23",
        ("cancel_hits", "full", "gm"),
        phrase("A parry: a hit per success, all hits, or as the GM says"),
    ),
    _rule("unarmed_wounds", "P6R-24", (1, 0, 2), phrase("Wounds per hit without a weapon")),
    _rule("wound_formula", "P6R-25", ("per_hit", "once"), phrase("How often a weapon's wound dice are rolled")),
    _rule("throwing_weapon_deviates", "P6R-26", NO, phrase("Whether a missed throwing weapon lands somewhere")),
    _rule(
        "dying_trigger",
        "P6R-27",
        ("at_zero", "on_excess"),
        phrase("Dying begins at the last heart, or with wounds beyond it"),
    ),
    _rule("wound_while_dying", "P6R-28", (0, 1), phrase("What a further wound adds to dying")),
    _rule(
        "dying_ends_on",
        "P6R-29",
        ("stabilise_or_heart", "stabilise_only", "any"),
        phrase("What ends dying besides stabilising: a heart, nothing, or a heart or boost"),
    ),
    _rule("stabilise_accumulates", "P6R-29", NO, phrase("Whether successes of several helpers add up")),
    _rule(
        "faint_sets_unconscious",
        "P6R-30",
        (0, 1, 2, 3, 4, 5, 6),
        phrase("Depth of unconsciousness that fainting brings"),
    ),
    _rule("condition_stacking", "P6R-31", ("add", "max", "set"), phrase("A condition applied again")),
    _rule("tick_round_one", "P6R-32", YES, phrase("Whether conditions are rolled for in the first round")),
    _rule("burning_wounds", "P6R-33", (0, 1, 2, 3), phrase("Wounds of a burning character each round")),
    _rule(
        "burning_scope", "P6R-33", ("skill", "skill_and_attribute"), phrase("Burning hampers Perception, or senses too")
    ),
    _rule("hunkered_skills", "P6R-34", ("manual", "all", "none"), phrase("Skills that are harder while hunkered")),
    _rule("hunkered_blocks_walk_run", "P6R-34", YES, phrase("Whether hunkered people only crawl")),
    _rule("rest_refresh", "P6R-36", ("after", "before"), phrase("Dice come back after the rolls of a rest, or before")),
    _rule("boosts_expire_on_rest", "P6R-37", NO, phrase("Whether boosts end with a rest")),
    _rule("magic_heals", "P6R-38", ("hearts", "boosts"), phrase("What healing spells and potions give")),
    _rule("first_aid_combined", "P6R-39", NO, phrase("Whether one roll of first aid does everything it can")),
    _rule("max_stress_source", "P6R-40", ("lineage", "horror_chapter"), phrase("Most stress: of the lineage, or six")),
    _rule("stress_overflow", "P6R-41", ("lost", "carry"), phrase("Stress beyond the maximum")),
    _rule("duplicate_templates", "P6R-43", NO, phrase("Whether a template can be taken twice")),
    _rule("spell_template_timing", "P6R-44", ("between", "any"), phrase("When spells are modified")),
    _rule("forget_refund", "P6R-44", ("all", "spell_only"), phrase("Points back for a forgotten spell")),
    _rule("blood_rate", "P6R-45", (1, 2, 3), phrase("Wounds for one arcana of blood magic")),
    _rule("auto_condition_rolls", "P6-84", YES, phrase("Whether the rolls of a round's start may not be waived")),
    _rule("announce_windows", "P6-41", YES, phrase("Whether the app asks for reactions")),
    _rule("metres_speech", "P6-37", YES, phrase("Whether the app says how far somebody moves")),
)
"""Every house rule, in the order of the rules document."""

SETTING_BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in SETTINGS}
