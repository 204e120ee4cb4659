"""House rules of a table (rules section 7): the values of each, and its words in a menu."""

from collections.abc import Mapping
from typing import Any

from engine.common.house_rules import Setting, SettingValue, between, one_of, rule, settings_of
from engine.phrase import Phrase, phrase
from engine.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class ListSetting(Setting):
    """A house rule that is a list."""

    def parse(self, value: object) -> SettingValue | None:
        """The list meant by a spoken or written one, None when it is not allowed."""
        return _list(self.name, str(value))

    @property
    def options(self) -> Phrase:
        """The allowed values, for a refusal."""
        return phrase("a list with commas")


def _list(name: str, said: str) -> str | None:
    """A list separated by commas, or "none"; Experience thresholds are rising numbers."""
    parts = [part.strip() for part in said.split(",") if part.strip()]
    if not parts or said.strip().lower() == "none":
        return "none"
    if name == "xp_thresholds":
        if not all(part.isdecimal() and len(part) < 6 for part in parts):
            return None
        numbers = [int(part) for part in parts]
        return ", ".join(parts) if numbers == sorted(set(numbers)) and numbers[0] > 0 else None
    return ", ".join(parts)


def _switch(ruling: str, usual: bool, explanation: Phrase) -> Any:
    """A house rule that is on or off; "off" comes first in a menu."""
    return rule(ruling, usual, (False, True), explanation)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Rulings in force at a table, in the order of the rules document."""

    test_dice: int = between("KLR-1", 2, 1, 10, phrase("Dice of a plain Test; as many are kept with Advantage"))
    test_sides: int = between("KLR-1", 6, 2, 100, phrase("Highest face of each die"))
    test_pass_at: int = between("KLR-1", 7, 1, 99, phrase("Score that passes a Test"))
    test_extra_dice: int = between("KLR-1", 1, 1, 5, phrase("Dice added by Advantage or Disadvantage"))
    test_stack: bool = _switch("KLR-1", False, phrase("Whether several Advantages add up"))
    opening_to_encounter: bool = _switch("KLR-2", False, phrase("Whether an Encounter may follow the Opening Credits"))
    end_from_initiative: bool = _switch(
        "KLR-3", True, phrase("Whether an Encounter may end before its Turn Order is set")
    )
    closing_from_reward: str = one_of(
        "KLR-4",
        ("auto", "forbid"),
        phrase("Whether Closing Credits may follow rewards"),
        auto=phrase("yes"),
        forbid=phrase("no"),
    )
    save_direction: str = one_of("KLR-5", ("ascending", "descending"), phrase("Which group Edge Saves begin with"))
    group_count_policy: str = one_of("KLR-6", ("warn", "strict"), phrase("An Encounter with a single NPC group"))
    allow_pc_only: bool = _switch("KLR-6", False, phrase("Whether an Encounter may have no NPCs"))
    merged_group_modifier: str = one_of(
        "KLR-7",
        ("max", "min", "explicit"),
        phrase("Edge Save Modifier of a merged group"),
        max=phrase("the highest"),
        min=phrase("the lowest"),
        explicit=phrase("as stated"),
    )
    pc_tie_policy: str = one_of(
        "KLR-8", ("ask", "scores", "seat"), phrase("How PCs in the same place are put in order")
    )
    npc_group_turns: str = one_of("KLR-9", ("each_member", "as_one"), phrase("Turns of an NPC group"))
    slow_action_on_end: str = one_of("KLR-10", ("lapse", "resolve"), phrase("Slow Actions when an Encounter ends"))
    reaction_window: str = one_of(
        "KLR-11",
        ("next_commit", "turn_end", "gm"),
        phrase("How long something can be reacted to"),
        next_commit=phrase("until the next action"),
        turn_end=phrase("until the Turn ends"),
        gm=phrase("as the GM says"),
    )
    dash_time: str = one_of("KLR-12", ("action", "free_action"), phrase("Ability Time of Dash"))
    second_dash_scope: str = one_of("KLR-13", ("styles_and_cap", "cap_only"), phrase("What a second Dash triples"))
    dash_fail_stacks: int = between("KLR-14", 1, 1, 3, phrase("Stacks of Slowed after a failed second Dash"))
    maneuver_stacks: int = between("KLR-14", 1, 1, 3, phrase("Stacks of Slowed from an Improvised Maneuver"))
    slowed_interrupt: str = one_of(
        "KLR-15",
        ("cumulative", "single"),
        phrase("Whether Stacks of Slowed add up to an interruption"),
        cumulative=phrase("yes"),
        single=phrase("no"),
    )
    slowed_fleeting: bool = _switch("KLR-16", True, phrase("Whether Slowed sheds a Stack at the end of a Turn"))
    improvised_style_duration: str = one_of("KLR-17", ("turn", "scene"), phrase("How long an improvised style lasts"))
    improvised_raises_cap: bool = _switch(
        "KLR-17", False, phrase("Whether an improvised style may raise total movement")
    )
    opportunity_attack_time: str = one_of(
        "KLR-18",
        ("reaction", "free_reaction"),
        phrase("Whether an Opportunity Attack costs a Beat"),
        reaction=phrase("yes"),
        free_reaction=phrase("no"),
    )
    pause_beat_rule: str = one_of(
        "KLR-19", ("pool", "next_full_turn"), phrase("Where the Beat that ends a Pause is missing")
    )
    pause_resume: str = one_of(
        "KLR-20", ("same_turn", "next_turn", "new_round"), phrase("Where play goes on after one")
    )
    npc_fresh_stack_exception: bool = _switch(
        "KLR-21", True, phrase("Whether NPCs keep Stacks gained in their own Turn")
    )
    free_actions_guaranteed: int = between("KLR-22", 2, 2, 9, phrase("Improvised Free Actions a Turn without asking"))
    xp_recipients: str = one_of(
        "KLR-23", ("participants", "all_pcs"), phrase("Who gets Experience"), all_pcs=phrase("all PCs")
    )
    auto_xp: bool = _switch("KLR-23", True, phrase("Whether a point is given when the GM goes on without awarding"))
    dodges_up_cost: int = between("KLR-24", 0, 0, 9, phrase("Recoveries spent on Dodges Up"))
    shields_up_cost: int = between("KLR-24", 0, 0, 9, phrase("Recoveries spent on Shields Up"))
    heal_up_cost: int = between("KLR-24", 1, 0, 9, phrase("Recoveries spent on Heal Up"))
    heal_up: str = one_of("KLR-24", ("stated", "full"), phrase("What Heal Up restores"))
    recovery_gate: str = one_of("KLR-24", ("anyone", "damaged_only"), phrase("Who may recover after an Encounter"))
    half_reset_meaning: str = one_of(
        "KLR-25",
        ("of_missing", "of_max"),
        phrase("What a halved reset is half of"),
        of_missing=phrase("what is missing"),
        of_max=phrase("the maximum"),
    )
    episodic_outside_opening: str = one_of(
        "KLR-26",
        ("forbid", "gm"),
        phrase("Whether the GM may allow Episodic Abilities later"),
        forbid=phrase("no"),
        gm=phrase("yes"),
    )
    clear_fleeting_on_encounter_end: bool = _switch(
        "KLR-27", False, phrase("Whether Fleeting Conditions end with an Encounter")
    )
    ability_use_reset: str = one_of("KLR-30", ("start", "closing"), phrase("When limited Abilities come back"))
    distance_speech: str = one_of("", ("names", "units", "both"), phrase("How distances are announced"))
    require_introductions: bool = _switch("", False, phrase("Whether everybody has to be introduced"))
    implicit_recovery: bool = _switch("", True, phrase("Whether recovering in Freeplay needs no announcement"))
    spotlight_nudge: bool = _switch("", False, phrase("Whether the GM is reminded of who has been quiet"))
    announce_reactions: bool = _switch("", True, phrase("Whether those who may react are named"))
    announce_order: bool = _switch("", False, phrase("Whether each Round begins with the Turn Order"))
    confirm_unspent_beats: bool = _switch("", False, phrase("Whether a Turn with Beats left has to be ended twice"))
    xp_thresholds: str = rule(
        "", "none", (), phrase('Experience for each next level, "10, 20, 30", or none'), shape=ListSetting
    )
    extra_resets: str = rule(
        "", "none", (), phrase("What else is reset between Episodes, a list, or none"), shape=ListSetting
    )
    reset_mode: str = one_of("", ("full", "half", "none", "custom"), phrase("How much is reset when nobody says"))


SETTINGS = settings_of(HouseRules)
"""Every house rule, in the order of the rules document."""

SETTING_BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in SETTINGS}
