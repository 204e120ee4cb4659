"""Decks, worth of cards, committing them, redraws (rules 3.2, 3.4, 3.5)."""

import pytest

from engine.systems.choice_pta.cards import Card, face_value, parse_card, suit_rank, valid_card
from engine.systems.choice_pta.entities import Bonus, Slot
from engine.systems.choice_pta.house_rules import HouseRules
from engine.systems.choice_pta.rules.playing import PlayChance, PlayChoice, RetractCard
from engine.systems.choice_pta.vocabulary import BonusKind, Mode
from tests.support.choice_pta_table import Table, fight, in_scene, table

CLUBS, SPADES, HEARTS, DIAMONDS = ("clubs", "spades", "hearts", "diamonds")


def ranked(rules: HouseRules) -> list[str]:
    """Suits and jokers of equal worth, worst first."""
    cards = [Card("10", suit, "d") for suit in (CLUBS, SPADES, HEARTS, DIAMONDS)]
    cards += [Card("joker", "red", "d"), Card("joker", "black", "d")]
    ordered = sorted(cards, key=lambda card: suit_rank(card, rules))
    return [card.suit if card.rank == "10" else f"{card.suit} joker" for card in ordered]


def test_what_cards_are_worth() -> None:
    """PTA-13, PTA-14, R-3: as printed, then eleven to fifteen; each bonus adds four, without a ceiling."""
    names = ("2", "10", "jack", "queen", "king", "ace", "joker")
    assert [face_value(Card(name, None, "d")) for name in names] == [2, 10, 11, 12, 13, 14, 15]
    bonus = Bonus(BonusKind.TOKEN, "Ana")
    assert Slot("Vesna", Mode.CHOICE, Card("joker", None, "d"), bonuses=(bonus,) * 3).total == 27


@pytest.mark.parametrize(
    ("rules", "order"),
    [
        ({"suit_order": "CSHD"}, [CLUBS, SPADES, HEARTS, DIAMONDS, "red joker", "black joker"]),
        ({"suit_order": "CHSD"}, [CLUBS, HEARTS, SPADES, DIAMONDS, "red joker", "black joker"]),
        ({"suit_order": "CDHS"}, [CLUBS, DIAMONDS, HEARTS, SPADES, "red joker", "black joker"]),
        ({"suit_order": "DHSC"}, [DIAMONDS, HEARTS, SPADES, CLUBS, "red joker", "black joker"]),
        ({"joker_tie_rank": "below_suits"}, ["red joker", "black joker", CLUBS, SPADES, HEARTS, DIAMONDS]),
        ({"joker_tie_rank": "by_colour"}, [CLUBS, SPADES, "black joker", HEARTS, DIAMONDS, "red joker"]),
    ],
)
def test_the_order_of_suits_and_jokers(rules: dict[str, str], order: list[str]) -> None:
    """PTA-15, R-1, R-2, R-4, R-5: `suit_order` and `joker_tie_rank`, by_colour just above the suit of the colour."""
    assert ranked(HouseRules(**rules)) == order


@pytest.mark.parametrize("count", [0, 1, 2])
def test_jokers_of_a_pack(count: int) -> None:
    """R-5, R-6: `jokers_per_deck`; two of them tie exactly unless colours count."""
    t = table(jokers_per_deck=count)
    t.start()
    cards = [*t.state.deck("GM").draw, *(held.card for held in t.state.gm.hand)]
    assert len(cards) == 52 + count
    assert sum(card.rank == "joker" for card in cards) == count
    t = fight("Ana", "mob", joker_tie_rank="by_colour")
    t.showdown({"Vesna": "joker", "mob": "joker"}, ["7♦", "3♠"])
    assert t.event("tie_drawn").parts == ("Vesna", "mob")
    assert t.conflict.slot("Vesna").card.suit == "red"


@pytest.mark.parametrize(
    ("value", "decks"), [("own", ["players", "GM"]), ("players", ["players"] * 2), ("gm", ["GM"] * 2)]
)
def test_an_exact_tie_draws_in_public(value: str, decks: list[str]) -> None:
    """PTA-16, PTA-17, R-7, R-8: after totals and suits; `tie_draw_deck` says from which deck; then to the discards."""
    t = fight("Ana", "mob", tie_draw_deck=value)
    t.showdown({"Vesna": "10♥", "mob": "10♥"}, ["2♦", "3♠"])
    assert [card.deck for card in t.event("tie_drawn").draws] == decks
    assert t.said[0] == "A tie: Vesna drew the 2 of diamonds, mob drew the 3 of spades."
    assert t.conflict.order == ("mob", "Vesna")
    t.close()
    assert "2 of diamonds" in [str(card) for card in t.state.deck(decks[0]).discard]


def test_replacing_after_the_reveal_or_the_round() -> None:
    """R-12: `replace_timing` after_reveal, after_round."""
    for timing, after_reveal in (("after_reveal", 4), ("after_round", 3)):
        t = fight("Ana", "Ben", "mob", kind="extended", replace_timing=timing)
        t.choice("Vesna", t.hand("Ana")[0])
        assert len(t.hand("Ana")) == 3
        t.lay("Harrow", "K♦")
        t.lay("mob", "Q♦")
        t.reveal()
        assert len(t.hand("Ana")) == after_reveal
        t.next_round()
        assert len(t.hand("Ana")) == 4
        assert "hands_refilled" in t.kinds() or timing == "after_reveal"


def test_an_empty_deck_is_reshuffled() -> None:
    """PTA-11, PTA-12, R-10, R-11: the discards become the deck, without what is in hands."""
    t = in_scene("Ana")
    while "deck_reshuffled" not in t.kinds():
        if t.conflict is not None:
            t.cancel()
        t.give(Ana=1)
        t.clash("Ana", "mob")
        t.redraw("Ana")
    cards = [*t.state.deck("players").draw, *t.state.deck("players").discard]
    assert len(cards) == 54 - 4


def test_a_deck_without_discards_opens_a_pack() -> None:
    """PTA-2, PTA-11, R-10: ten players and their GM hold 53 cards of one deck; `on_exhaustion` may refuse that."""
    t = Table()
    t.create([f"P{number}" for number in range(10)], deck_layout="single", jokers_per_deck=0)
    for player in t.state.players:
        t.hero(player.name)
    t.setting("on_exhaustion", "reshuffle_then_error")
    t.refuses("DECK_EXHAUSTED").start()
    t.setting("on_exhaustion", "reshuffle_then_pack")
    t.start()
    assert "pack_opened" in t.kinds()
    assert t.state.deck("table").packs_opened == 2
    assert [len(seat.hand) for seat in t.state.seats] == [4] * 10 + [13]


def test_everybody_commits_one_card() -> None:
    """PTA-31, PTA-34, R-14: in any order, by choice or chance, once and for all; mode by stake for the GM."""
    t = fight("Ana", "Ben", "mob", "flood")
    t.choice("mob", t.hand("Gwen")[0])
    t.chance("flood")
    t.choice("Vesna", t.hand("Ana")[0])
    t.refuses("ALREADY_COMMITTED").chance("Vesna")
    t.refuses("ALREADY_COMMITTED").do(RetractCard(actor="Ana"))
    t.refuses("CARDS_MISSING").reveal()
    t.refuses("NOT_YOUR_STAKE").do(PlayChance(actor="Ana", part_id="Harrow"))
    t.refuses("NOT_YOUR_STAKE").do(PlayChance(actor="Ana", part_id="mob"))
    t.refuses("UNKNOWN_PARTICIPANT").do(PlayChance(actor="Ana", part_id="zeppelin"))
    t.chance("Harrow")
    t.reveal()
    t = fight("Ana", "mob", "flood", gm_stake_limit_basis="table")
    t.refuses("AMBIGUOUS").do(PlayChance(actor="Gwen"))
    t.chance("mob")
    t.do(PlayChance(actor="Gwen"))
    assert t.conflict.slot("flood") is not None
    t.refuses("NOT_YOUR_STAKE").do(PlayChance(actor="Ben"))


def test_a_choice_without_a_code_waits_for_the_owner() -> None:
    """PTA-32, PTA-35, SEC-2: the prompt is the owner's; the slot stays empty until the card is picked."""
    t = fight("Ana", "mob")
    t.choice("Vesna")
    assert t.kinds() == ["card_pick_pending", "pick_card_prompt"]
    assert t.event("pick_card_prompt").visibility == "Ana"
    assert t.conflict.slot("Vesna") is None
    t.refuses("NO_SUCH_CARD").do(PlayChoice(actor="Ana", slot_code="zeppelin"))
    t.do(PlayChoice(actor="Ana", slot_code=t.state.seat("Ana").hand[2].code.upper()))
    assert str(t.conflict.slot("Vesna").card) == "4 of clubs"
    assert not t.conflict.picking


def test_a_chance_card_is_unseen() -> None:
    """PTA-33, R-13: not even its owner sees it before the reveal, unless `chance_peek` is on."""
    for peek, seen in ((False, "engine"), (True, "Ana")):
        t = fight("Ana", "mob", chance_peek=peek)
        t.chance("Vesna")
        assert t.event("card_laid").visibility == seen


def test_undo_takes_a_card_back_and_restores_the_deck() -> None:
    """PTA-34, SEC-6, INV-28: only as a repair, and exactly."""
    t = fight("Ana", "mob")
    before = t.state
    t.choice("Vesna", t.hand("Ana")[0])
    t.undo()
    assert t.state == before
    t.redo()
    t.chance("mob")
    t.reveal()
    t.refuses("CANNOT_UNDO").undo()


def test_cards_may_be_retracted_where_the_house_allows_it() -> None:
    """R-14: `retract_before_reveal` on: card, replacement and bonuses go back to where they were."""
    t = fight("Ana", "Ben", "mob", "flood", retract_before_reveal=True, tokens={"Ben": 1})
    hand, deck = t.hand("Ana"), t.state.deck("players").draw
    t.refuses("NO_CARD_YET").do(RetractCard(actor="Ana"))
    t.choice("Vesna", hand[0])
    t.trait("Ana")
    t.spend("Ben", 1, "Vesna")
    t.do(RetractCard(actor="Ana"))
    assert sorted(t.hand("Ana")) == sorted(hand)
    assert t.state.deck("players").draw == deck
    assert (t.marks("Ana"), t.tokens("Ben")) == ([0, 0, 0], [1])
    t.chance("Vesna")
    t.do(RetractCard(actor="Ana"))
    assert t.state.deck("players").draw == deck
    t.choice("mob", t.hand("Gwen")[0])
    new = t.hand("Gwen")[-1]
    t.choice("flood", new)
    t.refuses("ALREADY_COMMITTED").do(RetractCard(actor="Gwen", part_id="mob"))
    t.do(RetractCard(actor="Gwen", part_id="flood"))
    t.do(RetractCard(actor="Gwen", part_id="mob"))


def test_who_may_redraw() -> None:
    """PTA-29, R-45, R-46: participants, before their first card of the round, as often as they pay."""
    t = fight("Ana", "mob", tokens={"Ana": 2, "Ben": 1})
    t.refuses("NOT_PARTICIPANT").redraw("Ben")
    t.redraw("Ana")
    t.redraw("Ana")
    assert t.tokens("Ana") == [0]
    t = fight("Ana", "Ben", "mob", "flood")
    t.chance("mob")
    t.refuses("ALREADY_COMMITTED").redraw("Gwen")


@pytest.mark.parametrize(
    ("who", "stakes", "cards", "settings", "place"),
    [
        ("Gwen", "Ana mob", "K♦ 10♦", {}, "pool"),
        ("Ana", "Ana mob", "K♦ 10♦", {}, "Gwen"),
        ("Ana", "Ana Ben", "K♦ 10♦", {}, "pool"),
        ("Ana", "Ana Ben", "2♠ 10♦", {}, "Gwen"),
        ("Ana", "Ana mob", "K♦ 10♦", {"redraw_flow": "by_outcome"}, "Gwen"),
        ("Ana", "Ana mob", "2♠ 10♦", {"redraw_flow": "by_outcome"}, "pool"),
        ("Ana", "Ana mob", "K♦ 10♦", {"redraw_flow": "pool"}, "pool"),
        ("Ben", "Ana mob", "K♦ 10♦", {"redraw_who": "anyone"}, "pool"),
    ],
)
def test_where_redraw_tokens_go(who: str, stakes: str, cards: str, settings: dict[str, str], place: str) -> None:
    """PTA-30, PTA-58, R-44, R-45: by `redraw_flow` and whom one faces; held where the own card's result decides."""
    t = fight(*stakes.split(), tokens={"Ana": 1, "Ben": 1}, **settings)
    before = t.tokens(place)[0]
    t.redraw(who)
    held = [each.tokens for each in t.conflict.held]
    assert held == ([1] if "token_held" in t.kinds() else [])
    t.showdown(dict(zip(t.conflict.active, cards.split(), strict=True)))
    t.close()
    assert t.tokens(place) == [before + 1]


def test_a_redraw_of_the_gm_in_the_limit() -> None:
    """R-30: `gm_redraw_in_limit`."""
    t = fight("Ana", "mob", gm_redraw_in_limit=True)
    t.redraw("Gwen")
    t.redraw("Gwen")
    t.refuses("GM_ROUND_LIMIT").redraw("Gwen")
    t.chance("mob")
    t.refuses("GM_ROUND_LIMIT").spend("Gwen", 1, "mob")


def test_cards_are_read_by_name() -> None:
    """PTA-13, SEC-3: names as people say them; anything else is no card."""
    said = ("my ten", "the Queen of Clubs", "red joker", "joker", "four of clubs", "falcon", "")
    named = [("10", None), ("queen", "clubs"), ("joker", "red"), ("joker", None), ("4", "clubs"), None, None]
    assert [parse_card(each) for each in said] == named
    assert valid_card("10", None, HouseRules()) is None
    assert valid_card("11", "hearts", HouseRules()) is None
    assert valid_card("joker", "red", HouseRules(joker_tie_rank="by_colour")) == Card("joker", "red", "")
