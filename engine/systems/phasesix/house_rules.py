"""House rules of a table (rules section 7): the values of each, the usual one first, and its words in a menu."""

from collections.abc import Mapping

from engine.common.house_rules import Setting, one_of, settings_of, switch
from engine.phrase import phrase
from engine.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Rulings in force at a table, in the order of the rules document."""

    intimidation_base: str = one_of(
        "P6R-1",
        ("app_con", "wil_app", "wil_con"),
        phrase("Attributes that Intimidation averages"),
        app_con=phrase("Apprehension and Conscientiousness"),
        wil_app=phrase("Willpower and Apprehension"),
        wil_con=phrase("Willpower and Conscientiousness"),
    )
    half_rounding: str = one_of(
        "P6R-2", ("up", "down"), phrase("How halves are rounded, in averages and in metres of crawling")
    )
    skill_mode: str = one_of(
        "P6R-3",
        ("sheet", "derived"),
        phrase("Whether sheets give skill totals or own values on a base"),
        sheet=phrase("totals"),
        derived=phrase("own values on a base"),
    )
    concealment_base: str = one_of(
        "P6R-4",
        ("skill", "attribute"),
        phrase("Spotting things: Perception, or Apprehension"),
        skill=phrase("Perception"),
        attribute=phrase("Apprehension"),
    )
    explode_in_combat: str = one_of(
        "P6R-6",
        ("initiative_only", "checks", "all"),
        phrase("Which sixes explode in combat: initiative only, all except attack and defence, or all"),
        checks=phrase("all except attack and defence"),
    )
    explode_mode: str = one_of(
        "P6R-7",
        ("when_needed", "always"),
        phrase("Whether a six explodes only when that can still help"),
        when_needed=phrase("yes"),
        always=phrase("no, always"),
    )
    min_roll_floor: int = one_of("P6R-8", (1, 2, 3), phrase("Lowest minimum roll, however easy it is"))
    destiny_threshold: str = one_of(
        "P6R-9",
        ("min4", "flat4"),
        phrase("Destiny dice on rolls easier than four: easier too, or 4"),
        min4=phrase("easier too"),
        flat4=phrase("always 4"),
    )
    reroll_keep: str = one_of("P6R-10", ("new", "better"), phrase("Which result counts after a reroll"))
    reroll_scope: str = one_of(
        "P6R-10",
        ("all", "natural"),
        phrase("Whether a reroll includes added dice"),
        all=phrase("yes"),
        natural=phrase("no"),
    )
    reroll_needs_natural: bool = switch(
        "P6R-11", False, phrase("Whether a roll of added dice alone cannot be rerolled")
    )
    extra_dice_in_combat: bool = switch(
        "P6R-12", True, phrase("Bonus dice, destiny dice and rerolls on attack and defence")
    )
    initiative_final_tie: str = one_of(
        "P6R-13",
        ("roll_off", "pc_first", "listing"),
        phrase("Initiative still tied after Deftness"),
        roll_off=phrase("roll again"),
        pc_first=phrase("player characters first"),
        listing=phrase("in the order listed"),
    )
    walk_rider: str = one_of(
        "P6R-14",
        ("walk_pays", "other_pays", "none"),
        phrase("Who pays when an action is combined with walking: the walk, the action, or no combining"),
        walk_pays=phrase("the walk"),
        other_pays=phrase("the action"),
        none=phrase("no combining"),
    )
    reaction_simultaneous: bool = switch(
        "P6R-15", True, phrase("Whether reactions happen even if the reactor has just gone down")
    )
    defend_against_reactions: bool = switch(
        "P6R-16", True, phrase("Whether a reaction attack may be evaded or parried")
    )
    steal_scope: str = one_of(
        "P6R-17",
        ("next_refresh", "kept_first"),
        phrase("What is lost to a stolen action by somebody not acting"),
        next_refresh=phrase("an action of the next round"),
        kept_first=phrase("a kept action first"),
    )
    destiny_buys_action: bool = switch("P6R-18", True, phrase("Whether a destiny die can buy an action"))
    fire_mode_bonus: str = one_of(
        "P6R-19",
        ("non_default", "always"),
        phrase("Whether the default fire mode has its extra dice too"),
        non_default=phrase("no"),
        always=phrase("yes"),
    )
    full_auto: str = one_of(
        "P6R-20",
        ("each_action", "single_attack"),
        phrase("Full-auto fire: one attack per action, or one in all"),
        each_action=phrase("one attack per action"),
        single_attack=phrase("one attack in all"),
    )
    range_penalty: int = one_of("P6R-21", (2, 0, 1, 3, 4), phrase("Dice lost beyond a weapon's range"))
    cover_in_melee: bool = switch("P6R-22", True, phrase("Whether cover helps hand to hand"))
    parry_mode: str = one_of(
        "P6R-23",
        ("cancel_hits", "full", "gm"),
        phrase("A parry: a hit per success, all hits, or as the GM says"),
        cancel_hits=phrase("a hit per success"),
        full=phrase("all hits"),
        gm=phrase("as the GM says"),
    )
    unarmed_wounds: int = one_of("P6R-24", (1, 0, 2), phrase("Wounds per hit without a weapon"))
    wound_formula: str = one_of(
        "P6R-25",
        ("per_hit", "once"),
        phrase("How often a weapon's wound dice are rolled"),
        per_hit=phrase("once per hit"),
        once=phrase("once per attack"),
    )
    throwing_weapon_deviates: bool = switch("P6R-26", False, phrase("Whether a missed throwing weapon lands somewhere"))
    dying_trigger: str = one_of(
        "P6R-27",
        ("at_zero", "on_excess"),
        phrase("Dying begins at the last heart, or with wounds beyond it"),
        at_zero=phrase("at the last heart"),
        on_excess=phrase("with wounds beyond it"),
    )
    wound_while_dying: int = one_of("P6R-28", (0, 1), phrase("What a further wound adds to dying"))
    dying_ends_on: str = one_of(
        "P6R-29",
        ("stabilise_or_heart", "stabilise_only", "any"),
        phrase("What ends dying besides stabilising: a heart, nothing, or a heart or boost"),
        stabilise_or_heart=phrase("a heart"),
        stabilise_only=phrase("nothing"),
        any=phrase("a heart or boost"),
    )
    stabilise_accumulates: bool = switch("P6R-29", False, phrase("Whether successes of several helpers add up"))
    faint_sets_unconscious: int = one_of(
        "P6R-30", (0, 1, 2, 3, 4, 5, 6), phrase("Depth of unconsciousness that fainting brings")
    )
    condition_stacking: str = one_of(
        "P6R-31",
        ("add", "max", "set"),
        phrase("A condition applied again"),
        add=phrase("adds to the old value"),
        max=phrase("the higher value counts"),
        set=phrase("the new value counts"),
    )
    tick_round_one: bool = switch("P6R-32", True, phrase("Whether conditions are rolled for in the first round"))
    burning_wounds: int = one_of("P6R-33", (0, 1, 2, 3), phrase("Wounds of a burning character each round"))
    burning_scope: str = one_of(
        "P6R-33",
        ("skill", "skill_and_attribute"),
        phrase("Burning hampers Perception, or senses too"),
        skill=phrase("Perception only"),
        skill_and_attribute=phrase("senses too"),
    )
    hunkered_skills: str = one_of(
        "P6R-34",
        ("manual", "all", "none"),
        phrase("Skills that are harder while hunkered"),
        manual=phrase("those the GM names"),
    )
    hunkered_blocks_walk_run: bool = switch("P6R-34", True, phrase("Whether hunkered people only crawl"))
    rest_refresh: str = one_of(
        "P6R-36", ("after", "before"), phrase("Dice come back after the rolls of a rest, or before")
    )
    boosts_expire_on_rest: bool = switch("P6R-37", False, phrase("Whether boosts end with a rest"))
    magic_heals: str = one_of("P6R-38", ("hearts", "boosts"), phrase("What healing spells and potions give"))
    first_aid_combined: bool = switch("P6R-39", False, phrase("Whether one roll of first aid does everything it can"))
    max_stress_source: str = one_of(
        "P6R-40",
        ("lineage", "horror_chapter"),
        phrase("Most stress: of the lineage, or six"),
        lineage=phrase("of the lineage"),
        horror_chapter=phrase("six"),
    )
    stress_overflow: str = one_of(
        "P6R-41",
        ("lost", "carry"),
        phrase("Stress beyond the maximum"),
        lost=phrase("is lost"),
        carry=phrase("carries over"),
    )
    duplicate_templates: bool = switch("P6R-43", False, phrase("Whether a template can be taken twice"))
    spell_template_timing: str = one_of(
        "P6R-44",
        ("between", "any"),
        phrase("When spells are modified"),
        between=phrase("between sessions"),
        any=phrase("at any time"),
    )
    forget_refund: str = one_of(
        "P6R-44",
        ("all", "spell_only"),
        phrase("Points back for a forgotten spell"),
        all=phrase("all"),
        spell_only=phrase("without those for its templates"),
    )
    blood_rate: int = one_of("P6R-45", (1, 2, 3), phrase("Wounds for one arcana of blood magic"))
    auto_condition_rolls: bool = switch("P6-84", True, phrase("Whether the rolls of a round's start may not be waived"))
    announce_windows: bool = switch("P6-41", True, phrase("Whether the app asks for reactions"))
    metres_speech: bool = switch("P6-37", True, phrase("Whether the app says how far somebody moves"))


SETTINGS = settings_of(HouseRules)
"""Every house rule, in the order of the rules document."""

SETTING_BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in SETTINGS}
