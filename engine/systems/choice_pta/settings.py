"""Values of each house rule, in words for a menu (rules section 7)."""

from collections.abc import Mapping

from engine.common.house_rules import Setting, SettingValue
from engine.phrase import Phrase, phrase
from engine.systems.choice_pta.house_rules import HouseRules

_DEFAULTS = HouseRules()


def _choice(name: str, ruling: str, others: tuple[SettingValue, ...], explanation: Phrase, **labels: Phrase) -> Setting:
    """A setting of named values; its default comes first."""
    default: SettingValue = getattr(_DEFAULTS, name)
    return Setting(name, ruling, default, (default, *others), explanation, labels=labels)


def _switch(name: str, ruling: str, explanation: Phrase) -> Setting:
    default: SettingValue = getattr(_DEFAULTS, name)
    return Setting(name, ruling, default, (default, not default), explanation)


def _range(name: str, ruling: str, low: int, high: int, explanation: Phrase) -> Setting:
    return Setting(name, ruling, getattr(_DEFAULTS, name), (), explanation, low, high)


SETTINGS: tuple[Setting, ...] = (
    _choice(
        "suit_order",
        "R-1",
        ("CHSD", "CDHS", "DHSC"),
        phrase("Suits from worst to best: clubs, spades, hearts, diamonds"),
        CSHD=phrase("clubs, spades, hearts, diamonds"),
        CHSD=phrase("clubs, hearts, spades, diamonds"),
        CDHS=phrase("clubs, diamonds, hearts, spades"),
        DHSC=phrase("diamonds, hearts, spades, clubs"),
    ),
    _choice(
        "joker_tie_rank", "R-4", ("below_suits", "by_colour"), phrase("Where a joker stands when totals are equal")
    ),
    _choice("jokers_per_deck", "R-6", (0, 1), phrase("Jokers in each pack, from the next deal on")),
    _choice(
        "tie_draw_deck",
        "R-8",
        ("players", "gm"),
        phrase("Deck that exact ties draw from"),
        own=phrase("each player's own"),
        players=phrase("the players'"),
        gm=phrase("the GM's"),
    ),
    _choice(
        "deck_layout",
        "R-9",
        ("gm_and_players", "gm_and_each_player", "single"),
        phrase("Who shares a deck, from the next deal on"),
        gm_and_players=phrase("the GM has one, the players share one"),
        gm_and_each_player=phrase("everybody has their own"),
        single=phrase("everybody shares one"),
    ),
    _range("large_group_min", "R-9", 2, 10, phrase("Players from which on everybody has a deck of their own")),
    _choice(
        "on_exhaustion",
        "R-10",
        ("reshuffle_then_error",),
        phrase("What happens when a deck and its discards are empty"),
        reshuffle_then_pack=phrase("a new pack is opened"),
        reshuffle_then_error=phrase("nothing can be drawn"),
    ),
    _choice(
        "replace_timing",
        "R-12",
        ("after_reveal", "after_round"),
        phrase("When a card played from the hand is replaced"),
    ),
    _switch("chance_peek", "R-13", phrase("Whether owners may look at their own chance card")),
    _switch("retract_before_reveal", "R-14", phrase("Whether a committed card may be taken back before the reveal")),
    _choice("mulligan_scope", "R-15", ("players", "none"), phrase("Who has a mulligan"), none=phrase("nobody")),
    _choice(
        "mulligan_per",
        "R-15",
        ("game",),
        phrase("Whether there is a mulligan every evening or once per game"),
        sitting=phrase("every evening"),
        game=phrase("once per game"),
    ),
    _choice("mulligan_window", "R-15", ("first_scene",), phrase("What ends the time for mulligans")),
    _switch("hidden_discards", "R-16", phrase("Whether discarded hands stay face down")),
    _choice(
        "roster_token_policy",
        "R-18",
        ("mint",),
        phrase("Whether a player who joins brings three new tokens"),
        closed=phrase("no"),
        mint=phrase("yes"),
    ),
    _choice(
        "sitting_carryover",
        "R-19",
        ("all_fresh",),
        phrase("Whether tokens are kept from one evening to the next"),
        tokens=phrase("yes"),
        all_fresh=phrase("no"),
    ),
    _choice("trait_target", "R-20", ("any_card",), phrase("Cards a trait may be used on")),
    _choice("trait_helper", "R-21", ("participant",), phrase("Who may help with a trait")),
    _choice("max_traits_per_card", "R-22", (1, 2), phrase("Most traits on one card"), none=phrase("no limit")),
    _switch("refund_on_cancel", "R-24", phrase("Whether bonuses come back when a conflict is cancelled")),
    _range("traits_per_protagonist", "R-25", 1, 6, phrase("Traits of a protagonist")),
    _range("trait_mark_cap", "R-25", 1, 9, phrase("Marks after which a trait is used up for the evening")),
    _range("trait_total_cap", "R-25", 1, 54, phrase("Marks after which all traits of a protagonist are")),
    _switch("gm_traits", "R-26", phrase("Whether the GM has traits")),
    _choice("gm_bonus_limit_basis", "R-27", ("table",), phrase("Players counted for the GM's tokens a round")),
    _choice(
        "gm_card_cap_extended",
        "R-28",
        ("none",),
        phrase("GM tokens on one card in an extended conflict"),
        none=phrase("no limit"),
    ),
    _choice(
        "gm_card_cap_simple",
        "R-28",
        (2,),
        phrase("GM tokens on one card in a simple conflict"),
        none=phrase("no limit"),
    ),
    _switch("gm_may_boost_players", "R-29", phrase("Whether the GM may add tokens to players' cards")),
    _switch("gm_redraw_in_limit", "R-30", phrase("Whether a redraw counts towards the GM's tokens a round")),
    _choice(
        "extended_pvp_flow",
        "R-36",
        ("pvp_rule",),
        phrase("Where tokens go in extended conflicts among players"),
        round_rule=phrase("to the bank or the pool"),
        pvp_rule=phrase("as in other conflicts among players"),
    ),
    _choice(
        "multiway_token_test", "R-37", ("beat_all", "top_card"), phrase("When a boosted card has won among several")
    ),
    _choice(
        "mixed_opposition",
        "R-38",
        ("players_first", "ask"),
        phrase("Whom a token is against when both are opposed"),
        gm_first=phrase("the GM first"),
    ),
    _choice("aid_token_result", "R-39", ("spender_card",), phrase("Whose card decides where a token for another goes")),
    _choice(
        "player_boost_gm_flow",
        "R-40",
        ("pool",),
        phrase("Where a player's token on a GM card goes"),
        pvp_rule=phrase("as on any other card"),
    ),
    _choice("simple_settle", "R-42", ("on_reveal",), phrase("When a simple conflict's tokens are settled")),
    _choice(
        "redraw_flow",
        "R-44",
        ("by_outcome", "pool"),
        phrase("Where the token for a redraw goes"),
        literal=phrase("as the rulebook says"),
    ),
    _choice("redraw_who", "R-45", ("anyone",), phrase("Who may redraw during a conflict")),
    _choice("gm_bribe_flow", "R-47", ("recipient", "forbidden"), phrase("Where the GM's bribes go")),
    _choice(
        "bribe_to_gm_extended",
        "R-48",
        ("gm",),
        phrase("Where bribes to the GM go in an extended conflict"),
        gm=phrase("the GM"),
    ),
    _range("bribe_max_tokens", "R-49", 1, 99, phrase("Most tokens in one bribe")),
    _switch("scene_entry_needs_bribe", "R-51", phrase("Whether entering a scene takes a bribe")),
    _switch("award_self", "R-52", phrase("Whether players may award themselves")),
    _choice("conflict_call_by", "R-53", ("gm",), phrase("Who may call a conflict"), gm=phrase("the GM")),
    _choice("conflicts_per_scene", "R-53", (1,), phrase("Most conflicts in a scene"), none=phrase("no limit")),
    _choice("gm_stake_limit_basis", "R-54", ("table",), phrase("Players counted for the number of GM stakes")),
    _choice("gm_stakes_may_oppose", "R-55", ("simple_only",), phrase("Whether GM stakes may oppose each other")),
    _choice("extended_min_participants", "R-57", (2,), phrase("Fewest participants of an extended conflict")),
    _range("victory_goal_default", "R-58", 1, 9, phrase("Victory cards that end an extended conflict")),
    _range("victory_goal_min", "R-58", 1, 9, phrase("Smallest victory goal")),
    _choice("narration_default", "R-60", ("descending", "free"), phrase("Order of narration that is suggested")),
    _choice("narration_dispute", "R-61", ("winner_decides_all",), phrase("Who decides the order when people disagree")),
    _choice("outsider_narration", "R-62", ("free", "never"), phrase("Whether people outside the conflict may narrate")),
    _choice(
        "all_pass_narrator", "R-63", ("winner",), phrase("Who wraps up when everybody passes"), gm=phrase("the GM")
    ),
    _choice("final_tie_method", "R-65", ("values_then_suits",), phrase("How piles of equal size are compared")),
    _choice("set_exact_tie", "R-66", ("random_draw", "shared"), phrase("What breaks a tie of equal or empty piles")),
    _switch("regift", "R-67", phrase("Whether a card that was received may be given on")),
    _switch("gift_after_pass", "R-68", phrase("Whether one may give a card after passing")),
    _choice("gift_phase", "R-70", ("before_narration",), phrase("When victory cards are given")),
    _choice("gift_target", "R-71", ("allies", "players"), phrase("To whom victory cards may go")),
    _choice("late_entry", "R-74", ("join_next_round",), phrase("What a latecomer may do in an extended conflict")),
    _choice("mooks_scope", "R-75", ("any",), phrase("Conflicts in which mooks may be used")),
    _range("mook_floor", "R-75", 0, 99, phrase("Mooks that stay until the final narration")),
    _choice("fate_tie_basis", "R-76", ("face",), phrase("What has to be equal for the Hand of Fate")),
    _choice(
        "fate_vacated_slot", "R-80", ("promote_next",), phrase("Who takes the place of a winner destroyed by fate")
    ),
    _switch("fate_winner_gets_card", "R-81", phrase("Whether a fate winner below the cut keeps the card")),
    _choice("sacrifice_target", "R-84", ("any",), phrase("To whom a destroyed character's cards may go")),
    _switch("early_end", "R-85", phrase("Whether a conflict without opponents left is over at once")),
    _choice("bonus_timing", "R-87", ("after_all_cards",), phrase("From when on bonuses may be added")),
    _switch("bonus_withdrawal", "R-88", phrase("Whether a bonus may be taken back before the reveal")),
    _choice("reveal_by", "R-89", ("gm",), phrase("Who may say reveal"), gm=phrase("the GM")),
    _choice(
        "secrecy_talk", "R-91", ("ignore",), phrase("What happens when somebody says a card aloud before the reveal")
    ),
)
"""Every house rule, in the order of the rules document."""

SETTING_BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in SETTINGS}


def setting_named(said: str) -> Setting | None:
    """The setting meant by its name, spoken or written ("victory goal default")."""
    return SETTING_BY_NAME.get(said.strip().lower().replace(" ", "_").replace("-", "_"))
