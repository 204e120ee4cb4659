"""House rules of a table (rules section 7): the values of each, the usual one first, and its words in a menu."""

from collections.abc import Mapping

from engine.common.house_rules import Setting, between, one_of, settings_of, switch
from engine.phrase import phrase
from engine.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Rulings in force at a table, in the order of the rules document."""

    suit_order: str = one_of(
        "R-1",
        ("CSHD", "CHSD", "CDHS", "DHSC"),
        phrase("Suits from worst to best: clubs, spades, hearts, diamonds"),
        CSHD=phrase("clubs, spades, hearts, diamonds"),
        CHSD=phrase("clubs, hearts, spades, diamonds"),
        CDHS=phrase("clubs, diamonds, hearts, spades"),
        DHSC=phrase("diamonds, hearts, spades, clubs"),
    )
    joker_tie_rank: str = one_of(
        "R-4", ("above_suits", "below_suits", "by_colour"), phrase("Where a joker stands when totals are equal")
    )
    jokers_per_deck: int = one_of("R-6", (2, 0, 1), phrase("Jokers in each pack, from the next deal on"))
    tie_draw_deck: str = one_of(
        "R-8",
        ("own", "players", "gm"),
        phrase("Deck that exact ties draw from"),
        own=phrase("each player's own"),
        players=phrase("the players'"),
        gm=phrase("the GM's"),
    )
    deck_layout: str = one_of(
        "R-9",
        ("auto", "gm_and_players", "gm_and_each_player", "single"),
        phrase("Who shares a deck, from the next deal on"),
        gm_and_players=phrase("the GM has one, the players share one"),
        gm_and_each_player=phrase("everybody has their own"),
        single=phrase("everybody shares one"),
    )
    large_group_min: int = between("R-9", 6, 2, 10, phrase("Players from which on everybody has a deck of their own"))
    on_exhaustion: str = one_of(
        "R-10",
        ("reshuffle_then_pack", "reshuffle_then_error"),
        phrase("What happens when a deck and its discards are empty"),
        reshuffle_then_pack=phrase("a new pack is opened"),
        reshuffle_then_error=phrase("nothing can be drawn"),
    )
    replace_timing: str = one_of(
        "R-12", ("on_commit", "after_reveal", "after_round"), phrase("When a card played from the hand is replaced")
    )
    chance_peek: bool = switch("R-13", False, phrase("Whether owners may look at their own chance card"))
    retract_before_reveal: bool = switch(
        "R-14", False, phrase("Whether a committed card may be taken back before the reveal")
    )
    mulligan_scope: str = one_of(
        "R-15", ("all", "players", "none"), phrase("Who has a mulligan"), none=phrase("nobody")
    )
    mulligan_per: str = one_of(
        "R-15",
        ("sitting", "game"),
        phrase("Whether there is a mulligan every evening or once per game"),
        sitting=phrase("every evening"),
        game=phrase("once per game"),
    )
    mulligan_window: str = one_of("R-15", ("first_commit", "first_scene"), phrase("What ends the time for mulligans"))
    hidden_discards: bool = switch("R-16", True, phrase("Whether discarded hands stay face down"))
    roster_token_policy: str = one_of(
        "R-18",
        ("closed", "mint"),
        phrase("Whether a player who joins brings three new tokens"),
        closed=phrase("no"),
        mint=phrase("yes"),
    )
    sitting_carryover: str = one_of(
        "R-19",
        ("tokens", "all_fresh"),
        phrase("Whether tokens are kept from one evening to the next"),
        tokens=phrase("yes"),
        all_fresh=phrase("no"),
    )
    trait_target: str = one_of("R-20", ("protagonists", "any_card"), phrase("Cards a trait may be used on"))
    trait_helper: str = one_of("R-21", ("present", "participant"), phrase("Who may help with a trait"))
    max_traits_per_card: int | str = one_of(
        "R-22", ("none", 1, 2), phrase("Most traits on one card"), none=phrase("no limit")
    )
    refund_on_cancel: bool = switch("R-24", True, phrase("Whether bonuses come back when a conflict is cancelled"))
    traits_per_protagonist: int = between("R-25", 3, 1, 6, phrase("Traits of a protagonist"))
    trait_mark_cap: int = between("R-25", 3, 1, 9, phrase("Marks after which a trait is used up for the evening"))
    trait_total_cap: int = between("R-25", 6, 1, 54, phrase("Marks after which all traits of a protagonist are"))
    gm_traits: bool = switch("R-26", False, phrase("Whether the GM has traits"))
    gm_bonus_limit_basis: str = one_of(
        "R-27", ("participating", "table"), phrase("Players counted for the GM's tokens a round")
    )
    gm_card_cap_extended: int | str = one_of(
        "R-28", (2, "none"), phrase("GM tokens on one card in an extended conflict"), none=phrase("no limit")
    )
    gm_card_cap_simple: int | str = one_of(
        "R-28", ("none", 2), phrase("GM tokens on one card in a simple conflict"), none=phrase("no limit")
    )
    gm_may_boost_players: bool = switch("R-29", True, phrase("Whether the GM may add tokens to players' cards"))
    gm_redraw_in_limit: bool = switch("R-30", False, phrase("Whether a redraw counts towards the GM's tokens a round"))
    extended_pvp_flow: str = one_of(
        "R-36",
        ("round_rule", "pvp_rule"),
        phrase("Where tokens go in extended conflicts among players"),
        round_rule=phrase("to the bank or the pool"),
        pvp_rule=phrase("as in other conflicts among players"),
    )
    multiway_token_test: str = one_of(
        "R-37", ("beat_any", "beat_all", "top_card"), phrase("When a boosted card has won among several")
    )
    mixed_opposition: str = one_of(
        "R-38",
        ("gm_first", "players_first", "ask"),
        phrase("Whom a token is against when both are opposed"),
        gm_first=phrase("the GM first"),
    )
    aid_token_result: str = one_of(
        "R-39", ("boosted_card", "spender_card"), phrase("Whose card decides where a token for another goes")
    )
    player_boost_gm_flow: str = one_of(
        "R-40",
        ("pvp_rule", "pool"),
        phrase("Where a player's token on a GM card goes"),
        pvp_rule=phrase("as on any other card"),
    )
    simple_settle: str = one_of(
        "R-42", ("on_close", "on_reveal"), phrase("When a simple conflict's tokens are settled")
    )
    redraw_flow: str = one_of(
        "R-44",
        ("literal", "by_outcome", "pool"),
        phrase("Where the token for a redraw goes"),
        literal=phrase("as the rulebook says"),
    )
    redraw_who: str = one_of("R-45", ("participants", "anyone"), phrase("Who may redraw during a conflict"))
    gm_bribe_flow: str = one_of("R-47", ("pool", "recipient", "forbidden"), phrase("Where the GM's bribes go"))
    bribe_to_gm_extended: str = one_of(
        "R-48", ("bank", "gm"), phrase("Where bribes to the GM go in an extended conflict"), gm=phrase("the GM")
    )
    bribe_max_tokens: int = between("R-49", 1, 1, 99, phrase("Most tokens in one bribe"))
    scene_entry_needs_bribe: bool = switch("R-51", False, phrase("Whether entering a scene takes a bribe"))
    award_self: bool = switch("R-52", False, phrase("Whether players may award themselves"))
    conflict_call_by: str = one_of("R-53", ("anyone", "gm"), phrase("Who may call a conflict"), gm=phrase("the GM"))
    conflicts_per_scene: int | str = one_of(
        "R-53", ("none", 1), phrase("Most conflicts in a scene"), none=phrase("no limit")
    )
    gm_stake_limit_basis: str = one_of(
        "R-54", ("participating", "table"), phrase("Players counted for the number of GM stakes")
    )
    gm_stakes_may_oppose: bool | str = one_of(
        "R-55", (False, "simple_only"), phrase("Whether GM stakes may oppose each other")
    )
    extended_min_participants: int = one_of("R-57", (3, 2), phrase("Fewest participants of an extended conflict"))
    victory_goal_default: int = between("R-58", 3, 1, 9, phrase("Victory cards that end an extended conflict"))
    victory_goal_min: int = between("R-58", 3, 1, 9, phrase("Smallest victory goal"))
    narration_default: str = one_of(
        "R-60", ("ascending", "descending", "free"), phrase("Order of narration that is suggested")
    )
    narration_dispute: str = one_of(
        "R-61", ("rank_picks", "winner_decides_all"), phrase("Who decides the order when people disagree")
    )
    outsider_narration: str = one_of(
        "R-62", ("by_permission", "free", "never"), phrase("Whether people outside the conflict may narrate")
    )
    all_pass_narrator: str = one_of(
        "R-63", ("gm", "winner"), phrase("Who wraps up when everybody passes"), gm=phrase("the GM")
    )
    final_tie_method: str = one_of(
        "R-65", ("card_by_card", "values_then_suits"), phrase("How piles of equal size are compared")
    )
    set_exact_tie: str = one_of(
        "R-66", ("last_round_order", "random_draw", "shared"), phrase("What breaks a tie of equal or empty piles")
    )
    regift: bool = switch("R-67", True, phrase("Whether a card that was received may be given on"))
    gift_after_pass: bool = switch("R-68", False, phrase("Whether one may give a card after passing"))
    gift_phase: str = one_of("R-70", ("during_narration", "before_narration"), phrase("When victory cards are given"))
    gift_target: str = one_of("R-71", ("any", "allies", "players"), phrase("To whom victory cards may go"))
    late_entry: str = one_of(
        "R-74", ("helper_only", "join_next_round"), phrase("What a latecomer may do in an extended conflict")
    )
    mooks_scope: str = one_of("R-75", ("extended", "any"), phrase("Conflicts in which mooks may be used"))
    mook_floor: int = between("R-75", 1, 0, 99, phrase("Mooks that stay until the final narration"))
    fate_tie_basis: str = one_of("R-76", ("total", "face"), phrase("What has to be equal for the Hand of Fate"))
    fate_vacated_slot: str = one_of(
        "R-80", ("leave_empty", "promote_next"), phrase("Who takes the place of a winner destroyed by fate")
    )
    fate_winner_gets_card: bool = switch("R-81", False, phrase("Whether a fate winner below the cut keeps the card"))
    sacrifice_target: str = one_of("R-84", ("players", "any"), phrase("To whom a destroyed character's cards may go"))
    early_end: bool = switch("R-85", True, phrase("Whether a conflict without opponents left is over at once"))
    bonus_timing: str = one_of(
        "R-87", ("after_own_card", "after_all_cards"), phrase("From when on bonuses may be added")
    )
    bonus_withdrawal: bool = switch("R-88", False, phrase("Whether a bonus may be taken back before the reveal"))
    reveal_by: str = one_of("R-89", ("any", "gm"), phrase("Who may say reveal"), gm=phrase("the GM"))
    secrecy_talk: str = one_of(
        "R-91", ("warn", "ignore"), phrase("What happens when somebody says a card aloud before the reveal")
    )


SETTINGS = settings_of(HouseRules)
"""Every house rule, in the order of the rules document."""

SETTING_BY_NAME: Mapping[str, Setting] = {setting.name: setting for setting in SETTINGS}


def setting_named(said: str) -> Setting | None:
    """The setting meant by its name, spoken or written ("victory goal default")."""
    return SETTING_BY_NAME.get(said.strip().lower().replace(" ", "_").replace("-", "_"))
