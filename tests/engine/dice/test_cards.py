"""Cards as values: decks are shuffled by an order handed in, and what is drawn is gone."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice.cards import Card, Deck, ScriptedCards, TopCards, card_from
from engine.errors import BadField, BadOrder, DeckExhausted
from tests.support.cards import standard_deck


@given(st.permutations(range(52)))
def test_shuffling_keeps_every_card(order: Sequence[int]) -> None:
    """A shuffle is a permutation: nothing is lost, nothing is there twice."""
    shuffled = standard_deck().shuffled(tuple(order))
    assert sorted(map(str, shuffled.cards)) == sorted(map(str, standard_deck().cards))


def test_an_order_with_gaps_is_refused() -> None:
    with pytest.raises(BadOrder):
        Deck(standard_deck().cards[:3]).shuffled((0, 0, 2))


def test_drawn_cards_are_gone() -> None:
    deck = standard_deck()
    drawn, rest = deck.draw(5)
    assert drawn == deck.cards[:5]
    assert rest.cards == deck.cards[5:]


def test_more_cards_than_there_are_cannot_be_drawn() -> None:
    with pytest.raises(DeckExhausted) as failure:
        Deck(standard_deck().cards[:2]).draw(3)
    assert (failure.value.wanted, failure.value.left) == (3, 2)


def test_cards_of_a_script_are_drawn_in_order_each_once() -> None:
    """Cards named at the table come first, then the top of the deck; shuffling changes nothing."""
    ace, two = Card("ace", "spades"), Card("2", "clubs")
    source = ScriptedCards([ace, two, ace])
    drawn, rest = source.draw(source.shuffle(standard_deck()), 3)
    assert drawn == (ace, two, Card("3", "clubs"))
    assert (len(rest), source.left) == (49, 1)
    assert source.draw(standard_deck())[0] == (ace,)


def test_a_scripted_card_waits_for_a_deck_that_has_it() -> None:
    jack = Card("jack", "hearts")
    source = ScriptedCards([jack])
    assert source.draw(Deck((Card("joker"),)))[0] == (Card("joker"),)
    assert source.draw(standard_deck())[0] == (jack,)


def test_without_a_script_the_top_card_is_drawn() -> None:
    deck = standard_deck()
    assert TopCards().draw(TopCards().shuffle(deck), 2) == deck.draw(2)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("queen of clubs", Card("queen", "clubs")),
        ("Q♣", Card("queen", "clubs")),
        ("10h", Card("10", "hearts")),
        ("Ace of Spade", Card("ace", "spades")),
        ("td", Card("10", "diamonds")),
        (" joker ", Card("joker")),
    ],
)
def test_cards_are_read_by_name_or_letters(text: str, card: Card) -> None:
    assert card_from(text) == card


@given(st.sampled_from(standard_deck(1).cards))
def test_every_card_is_read_back_from_its_name(card: Card) -> None:
    assert card_from(str(card)) == card


@pytest.mark.parametrize("text", ["", "11 of clubs", "queen", "clubs", "Q of cups"])
def test_a_card_that_does_not_exist_is_refused(text: str) -> None:
    with pytest.raises(BadField, match="queen of clubs"):
        card_from(text)
