"""What each house rule may be set to, in words for a menu (rules section 7)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.common.house_rules import Setting, SettingValue
from engine.phrase import Phrase, phrase


@dataclass(frozen=True, slots=True)
class ListSetting(Setting):
    """A house rule that is a list."""

    def parse(self, value: object) -> SettingValue | None:
        """The list meant by a spoken or written one, None when it is not allowed."""
        return _list(self.name, str(value))

    @property
    def options(self) -> Phrase:
        """What it may be, for a refusal."""
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


_YES_NO = (False, True)
SETTINGS: tuple[Setting, ...] = (
    Setting("test_dice", "KLR-1", 2, (), phrase("Dice of a plain Test; as many are kept with Advantage"), 1, 10),
    Setting("test_sides", "KLR-1", 6, (), phrase("Highest face of each die"), 2, 100),
    Setting("test_pass_at", "KLR-1", 7, (), phrase("Score that passes a Test"), 1, 99),
    Setting("test_extra_dice", "KLR-1", 1, (), phrase("Dice added by Advantage or Disadvantage"), 1, 5),
    Setting("test_stack", "KLR-1", False, _YES_NO, phrase("Whether several Advantages add up")),
    Setting(
        "opening_to_encounter", "KLR-2", False, _YES_NO, phrase("Whether an Encounter may follow the Opening Credits")
    ),
    Setting(
        "end_from_initiative",
        "KLR-3",
        True,
        _YES_NO,
        phrase("Whether an Encounter may end before its Turn Order is set"),
    ),
    Setting(
        "closing_from_reward", "KLR-4", "auto", ("auto", "forbid"), phrase("Whether Closing Credits may follow rewards")
    ),
    Setting(
        "save_direction", "KLR-5", "ascending", ("ascending", "descending"), phrase("Which group Edge Saves begin with")
    ),
    Setting("group_count_policy", "KLR-6", "warn", ("warn", "strict"), phrase("An Encounter with a single NPC group")),
    Setting("allow_pc_only", "KLR-6", False, _YES_NO, phrase("Whether an Encounter may have no NPCs")),
    Setting(
        "merged_group_modifier",
        "KLR-7",
        "max",
        ("max", "min", "explicit"),
        phrase("Edge Save Modifier of a merged group"),
    ),
    Setting(
        "pc_tie_policy", "KLR-8", "ask", ("ask", "scores", "seat"), phrase("How PCs in the same place are put in order")
    ),
    Setting("npc_group_turns", "KLR-9", "each_member", ("each_member", "as_one"), phrase("Turns of an NPC group")),
    Setting(
        "slow_action_on_end", "KLR-10", "lapse", ("lapse", "resolve"), phrase("Slow Actions when an Encounter ends")
    ),
    Setting(
        "reaction_window",
        "KLR-11",
        "next_commit",
        ("next_commit", "turn_end", "gm"),
        phrase("How long something can be reacted to"),
    ),
    Setting("dash_time", "KLR-12", "action", ("action", "free_action"), phrase("Ability Time of Dash")),
    Setting(
        "second_dash_scope",
        "KLR-13",
        "styles_and_cap",
        ("styles_and_cap", "cap_only"),
        phrase("What a second Dash triples"),
    ),
    Setting("dash_fail_stacks", "KLR-14", 1, (), phrase("Stacks of Slowed after a failed second Dash"), 1, 3),
    Setting("maneuver_stacks", "KLR-14", 1, (), phrase("Stacks of Slowed from an Improvised Maneuver"), 1, 3),
    Setting(
        "slowed_interrupt",
        "KLR-15",
        "cumulative",
        ("cumulative", "single"),
        phrase("Whether Stacks of Slowed add up to an interruption"),
    ),
    Setting("slowed_fleeting", "KLR-16", True, _YES_NO, phrase("Whether Slowed sheds a Stack at the end of a Turn")),
    Setting(
        "improvised_style_duration", "KLR-17", "turn", ("turn", "scene"), phrase("How long an improvised style lasts")
    ),
    Setting(
        "improvised_raises_cap",
        "KLR-17",
        False,
        _YES_NO,
        phrase("Whether an improvised style may raise total movement"),
    ),
    Setting(
        "opportunity_attack_time",
        "KLR-18",
        "reaction",
        ("reaction", "free_reaction"),
        phrase("Whether an Opportunity Attack costs a Beat"),
    ),
    Setting(
        "pause_beat_rule",
        "KLR-19",
        "pool",
        ("pool", "next_full_turn"),
        phrase("Where the Beat that ends a Pause is missing"),
    ),
    Setting(
        "pause_resume",
        "KLR-20",
        "same_turn",
        ("same_turn", "next_turn", "new_round"),
        phrase("Where play goes on after one"),
    ),
    Setting(
        "npc_fresh_stack_exception",
        "KLR-21",
        True,
        _YES_NO,
        phrase("Whether NPCs keep Stacks gained in their own Turn"),
    ),
    Setting("free_actions_guaranteed", "KLR-22", 2, (), phrase("Improvised Free Actions a Turn without asking"), 2, 9),
    Setting("xp_recipients", "KLR-23", "participants", ("participants", "all_pcs"), phrase("Who gets Experience")),
    Setting(
        "auto_xp", "KLR-23", True, _YES_NO, phrase("Whether a point is given when the GM goes on without awarding")
    ),
    Setting("dodges_up_cost", "KLR-24", 0, (), phrase("Recoveries spent on Dodges Up"), 0, 9),
    Setting("shields_up_cost", "KLR-24", 0, (), phrase("Recoveries spent on Shields Up"), 0, 9),
    Setting("heal_up_cost", "KLR-24", 1, (), phrase("Recoveries spent on Heal Up"), 0, 9),
    Setting("heal_up", "KLR-24", "stated", ("stated", "full"), phrase("What Heal Up restores")),
    Setting(
        "recovery_gate", "KLR-24", "anyone", ("anyone", "damaged_only"), phrase("Who may recover after an Encounter")
    ),
    Setting(
        "half_reset_meaning", "KLR-25", "of_missing", ("of_missing", "of_max"), phrase("What a halved reset is half of")
    ),
    Setting(
        "episodic_outside_opening",
        "KLR-26",
        "forbid",
        ("forbid", "gm"),
        phrase("Whether the GM may allow Episodic Abilities later"),
    ),
    Setting(
        "clear_fleeting_on_encounter_end",
        "KLR-27",
        False,
        _YES_NO,
        phrase("Whether Fleeting Conditions end with an Encounter"),
    ),
    Setting("ability_use_reset", "KLR-30", "start", ("start", "closing"), phrase("When limited Abilities come back")),
    Setting("distance_speech", "", "names", ("names", "units", "both"), phrase("How distances are said")),
    Setting("require_introductions", "", False, _YES_NO, phrase("Whether everybody has to be introduced")),
    Setting("implicit_recovery", "", True, _YES_NO, phrase("Whether recovering in Freeplay goes without saying")),
    Setting("spotlight_nudge", "", False, _YES_NO, phrase("Whether the GM is told who has been quiet")),
    Setting("announce_reactions", "", True, _YES_NO, phrase("Whether those who may react are named")),
    Setting("announce_order", "", False, _YES_NO, phrase("Whether each Round begins with the Turn Order")),
    Setting(
        "confirm_unspent_beats", "", False, _YES_NO, phrase("Whether a Turn with Beats left has to be ended twice")
    ),
    ListSetting("xp_thresholds", "", "none", (), phrase('Experience for each next level, "10, 20, 30", or none')),
    ListSetting("extra_resets", "", "none", (), phrase("What else is reset between Episodes, a list, or none")),
    Setting("reset_mode", "", "full", ("full", "half", "none", "custom"), phrase("How much is reset when nobody says")),
)
"""Every house rule, in the order of the rules document."""

SETTING_BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in SETTINGS}
