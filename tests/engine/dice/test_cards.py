"""Cards as values: decks are shuffled by an order handed in, and what is drawn is gone."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice.cards import Card, Deck, ScriptedCards, standard_deck
from engine.errors import BadOrder, DeckExhausted


def test_a_standard_deck_has_fifty_two_different_cards() -> None:
    """A deck without jokers: four suits of thirteen."""
    assert len(set(standard_deck().cards)) == 52


@given(st.permutations(range(52)))
def test_shuffling_keeps_every_card(order: Sequence[int]) -> None:
    """A shuffle is a permutation: nothing is lost, nothing is there twice."""
    shuffled = standard_deck().shuffled(tuple(order))
    assert sorted(map(str, shuffled.cards)) == sorted(map(str, standard_deck().cards))


def test_an_order_with_gaps_is_refused() -> None:
    """An order that names a card twice is a mistake of the caller."""
    with pytest.raises(BadOrder):
        Deck(standard_deck().cards[:3]).shuffled((0, 0, 2))


def test_drawn_cards_are_gone() -> None:
    """Drawing takes from the top and leaves the rest in order."""
    deck = standard_deck()
    drawn, rest = deck.draw(5)
    assert drawn == deck.cards[:5]
    assert rest.cards == deck.cards[5:]


def test_more_cards_than_there_are_cannot_be_drawn() -> None:
    """A deck says how many cards were wanted and how many are left."""
    with pytest.raises(DeckExhausted) as failure:
        Deck(standard_deck().cards[:2]).draw(3)
    assert (failure.value.wanted, failure.value.left) == (3, 2)


def test_cards_read_out_lie_on_top() -> None:
    """Cards named at the table come first in their order, each once; the rest keeps its order."""
    ace, two = Card("ace", "spades"), Card("2", "clubs")
    source = ScriptedCards([ace, two, ace])
    deck = source.shuffle(standard_deck())
    assert deck.cards[:2] == (ace, two)
    assert len(deck) == 52
    assert source.shuffle(standard_deck()).cards[0] == ace
