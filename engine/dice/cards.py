"""Cards as values: a deck never shuffles itself, an order is handed in."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from engine.errors import BadOrder, DeckExhausted

SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")


@dataclass(frozen=True, slots=True)
class Card:
    """A card; `suit` is None for jokers and cards outside the suits."""

    rank: str
    suit: str | None = None

    def __str__(self) -> str:
        return self.rank if self.suit is None else f"{self.rank} of {self.suit}"


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards face down, the top one first."""

    cards: tuple[Card, ...] = ()

    def __len__(self) -> int:
        return len(self.cards)

    def draw(self, count: int = 1) -> tuple[tuple[Card, ...], "Deck"]:
        """The top cards, and the deck without them.

        Raises:
            DeckExhausted: Fewer cards are left.
        """
        if not 0 <= count <= len(self.cards):
            raise DeckExhausted(count, len(self.cards))
        return self.cards[:count], Deck(self.cards[count:])

    def shuffled(self, order: tuple[int, ...]) -> "Deck":
        """The deck in this order: position in the new deck to index in the old one.

        Raises:
            BadOrder: Not every index occurs exactly once.
        """
        if sorted(order) != list(range(len(self.cards))):
            raise BadOrder(order, len(self.cards))
        return Deck(tuple(self.cards[index] for index in order))

    def under(self, cards: Iterable[Card]) -> "Deck":
        """The deck with further cards at the bottom."""
        return Deck(self.cards + tuple(cards))


def standard_deck(jokers: int = 0) -> Deck:
    """52 cards sorted by suit and rank, jokers last."""
    plain = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
    return Deck(plain + (Card("joker"),) * jokers)


class CardSource(Protocol):
    """Shuffles decks from outside the rules."""

    def shuffle(self, deck: Deck) -> Deck:
        """The same cards in another order."""
        ...


class ScriptedCards:
    """Puts chosen cards on top in order, for tests, demos and `companion rules`; the rest keeps its order."""

    def __init__(self, top: Iterable[Card] = ()) -> None:
        self._top = list(top)

    def shuffle(self, deck: Deck) -> Deck:
        """Lay scripted cards found in the deck on top; each is used once."""
        rest, front = list(deck.cards), []
        for card in tuple(self._top):
            if card in rest:
                rest.remove(card)
                front.append(card)
                self._top.remove(card)
        return Deck((*front, *rest))
