"""Values of each house rule, in words for a menu (rules section 7)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.common.house_rules import Setting, SettingValue
from engine.phrase import Phrase, phrase
from engine.systems.kleptonomicon.house_rules import HouseRules

_DEFAULTS = HouseRules()


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


def _words(name: str, ruling: str, values: str, explanation: Phrase, **labels: Phrase) -> Setting:
    """A setting of several words, set apart by blanks."""
    return Setting(name, ruling, getattr(_DEFAULTS, name), tuple(values.split()), explanation, labels=labels)


def _switch(name: str, ruling: str, explanation: Phrase) -> Setting:
    return Setting(name, ruling, getattr(_DEFAULTS, name), (False, True), explanation)


def _range(name: str, ruling: str, low: int, high: int, explanation: Phrase) -> Setting:
    return Setting(name, ruling, getattr(_DEFAULTS, name), (), explanation, low, high)


SETTINGS: tuple[Setting, ...] = (
    _range("test_dice", "KLR-1", 1, 10, phrase("Dice of a plain Test; as many are kept with Advantage")),
    _range("test_sides", "KLR-1", 2, 100, phrase("Highest face of each die")),
    _range("test_pass_at", "KLR-1", 1, 99, phrase("Score that passes a Test")),
    _range("test_extra_dice", "KLR-1", 1, 5, phrase("Dice added by Advantage or Disadvantage")),
    _switch("test_stack", "KLR-1", phrase("Whether several Advantages add up")),
    _switch("opening_to_encounter", "KLR-2", phrase("Whether an Encounter may follow the Opening Credits")),
    _switch("end_from_initiative", "KLR-3", phrase("Whether an Encounter may end before its Turn Order is set")),
    _words(
        "closing_from_reward",
        "KLR-4",
        "auto forbid",
        phrase("Whether Closing Credits may follow rewards"),
        auto=phrase("yes"),
        forbid=phrase("no"),
    ),
    _words("save_direction", "KLR-5", "ascending descending", phrase("Which group Edge Saves begin with")),
    _words("group_count_policy", "KLR-6", "warn strict", phrase("An Encounter with a single NPC group")),
    _switch("allow_pc_only", "KLR-6", phrase("Whether an Encounter may have no NPCs")),
    _words(
        "merged_group_modifier",
        "KLR-7",
        "max min explicit",
        phrase("Edge Save Modifier of a merged group"),
        max=phrase("the highest"),
        min=phrase("the lowest"),
        explicit=phrase("as stated"),
    ),
    _words("pc_tie_policy", "KLR-8", "ask scores seat", phrase("How PCs in the same place are put in order")),
    _words("npc_group_turns", "KLR-9", "each_member as_one", phrase("Turns of an NPC group")),
    _words("slow_action_on_end", "KLR-10", "lapse resolve", phrase("Slow Actions when an Encounter ends")),
    _words(
        "reaction_window",
        "KLR-11",
        "next_commit turn_end gm",
        phrase("How long something can be reacted to"),
        next_commit=phrase("until the next action"),
        turn_end=phrase("until the Turn ends"),
        gm=phrase("as the GM says"),
    ),
    _words("dash_time", "KLR-12", "action free_action", phrase("Ability Time of Dash")),
    _words("second_dash_scope", "KLR-13", "styles_and_cap cap_only", phrase("What a second Dash triples")),
    _range("dash_fail_stacks", "KLR-14", 1, 3, phrase("Stacks of Slowed after a failed second Dash")),
    _range("maneuver_stacks", "KLR-14", 1, 3, phrase("Stacks of Slowed from an Improvised Maneuver")),
    _words(
        "slowed_interrupt",
        "KLR-15",
        "cumulative single",
        phrase("Whether Stacks of Slowed add up to an interruption"),
        cumulative=phrase("yes"),
        single=phrase("no"),
    ),
    _switch("slowed_fleeting", "KLR-16", phrase("Whether Slowed sheds a Stack at the end of a Turn")),
    _words("improvised_style_duration", "KLR-17", "turn scene", phrase("How long an improvised style lasts")),
    _switch("improvised_raises_cap", "KLR-17", phrase("Whether an improvised style may raise total movement")),
    _words(
        "opportunity_attack_time",
        "KLR-18",
        "reaction free_reaction",
        phrase("Whether an Opportunity Attack costs a Beat"),
        reaction=phrase("yes"),
        free_reaction=phrase("no"),
    ),
    _words("pause_beat_rule", "KLR-19", "pool next_full_turn", phrase("Where the Beat that ends a Pause is missing")),
    _words("pause_resume", "KLR-20", "same_turn next_turn new_round", phrase("Where play goes on after one")),
    _switch("npc_fresh_stack_exception", "KLR-21", phrase("Whether NPCs keep Stacks gained in their own Turn")),
    _range("free_actions_guaranteed", "KLR-22", 2, 9, phrase("Improvised Free Actions a Turn without asking")),
    _words("xp_recipients", "KLR-23", "participants all_pcs", phrase("Who gets Experience"), all_pcs=phrase("all PCs")),
    _switch("auto_xp", "KLR-23", phrase("Whether a point is given when the GM goes on without awarding")),
    _range("dodges_up_cost", "KLR-24", 0, 9, phrase("Recoveries spent on Dodges Up")),
    _range("shields_up_cost", "KLR-24", 0, 9, phrase("Recoveries spent on Shields Up")),
    _range("heal_up_cost", "KLR-24", 0, 9, phrase("Recoveries spent on Heal Up")),
    _words("heal_up", "KLR-24", "stated full", phrase("What Heal Up restores")),
    _words("recovery_gate", "KLR-24", "anyone damaged_only", phrase("Who may recover after an Encounter")),
    _words(
        "half_reset_meaning",
        "KLR-25",
        "of_missing of_max",
        phrase("What a halved reset is half of"),
        of_missing=phrase("what is missing"),
        of_max=phrase("the maximum"),
    ),
    _words(
        "episodic_outside_opening",
        "KLR-26",
        "forbid gm",
        phrase("Whether the GM may allow Episodic Abilities later"),
        forbid=phrase("no"),
        gm=phrase("yes"),
    ),
    _switch("clear_fleeting_on_encounter_end", "KLR-27", phrase("Whether Fleeting Conditions end with an Encounter")),
    _words("ability_use_reset", "KLR-30", "start closing", phrase("When limited Abilities come back")),
    _words("distance_speech", "", "names units both", phrase("How distances are announced")),
    _switch("require_introductions", "", phrase("Whether everybody has to be introduced")),
    _switch("implicit_recovery", "", phrase("Whether recovering in Freeplay needs no announcement")),
    _switch("spotlight_nudge", "", phrase("Whether the GM is reminded of who has been quiet")),
    _switch("announce_reactions", "", phrase("Whether those who may react are named")),
    _switch("announce_order", "", phrase("Whether each Round begins with the Turn Order")),
    _switch("confirm_unspent_beats", "", phrase("Whether a Turn with Beats left has to be ended twice")),
    ListSetting("xp_thresholds", "", "none", (), phrase('Experience for each next level, "10, 20, 30", or none')),
    ListSetting("extra_resets", "", "none", (), phrase("What else is reset between Episodes, a list, or none")),
    _words("reset_mode", "", "full half none custom", phrase("How much is reset when nobody says")),
)
"""Every house rule, in the order of the rules document."""

SETTING_BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in SETTINGS}
