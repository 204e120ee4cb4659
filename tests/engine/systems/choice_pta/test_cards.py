"""Decks, worth of cards, committing them, redraws (rules 3.2, 3.4, 3.5)."""

import pytest

from engine.systems.choice_pta.cards import Card, face_value, parse_card, suit_rank, valid_card
from engine.systems.choice_pta.entities import Bonus, Slot
from engine.systems.choice_pta.house_rules import HouseRules
from engine.systems.choice_pta.rules.playing import PlayChance, RetractCard
from engine.systems.choice_pta.vocabulary import BonusKind, Mode
from tests.support.choice_pta_table import fight, in_scene, table

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


def test_cards_are_read_by_name() -> None:
    """PTA-13, SEC-3: names as people say them; anything else is no card."""
    said = ("my ten", "the Queen of Clubs", "red joker", "joker", "four of clubs", "falcon", "")
    named = [("10", None), ("queen", "clubs"), ("joker", "red"), ("joker", None), ("4", "clubs"), None, None]
    assert [parse_card(each) for each in said] == named
    assert valid_card("10", None, HouseRules()) is None
    assert valid_card("11", "hearts", HouseRules()) is None
    assert valid_card("joker", "red", HouseRules(joker_tie_rank="by_colour")) == Card("joker", "red", "")
