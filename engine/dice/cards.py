"""Cards as values: a deck never shuffles itself, an order is handed in."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Generic, Protocol, TypeVar

from engine.errors import BadField, BadOrder, DeckExhausted
from engine.quick_dataclass import dataclass

T = TypeVar("T")

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
class Deck(Generic[T]):
    """Cards face down, the top one first; whatever a game calls a card, told apart by `str`."""

    cards: tuple[T, ...] = ()

    def __len__(self) -> int:
        return len(self.cards)

    def draw(self, count: int = 1) -> "tuple[tuple[T, ...], Deck[T]]":
        """The top cards, and the deck without them.

        Raises:
            DeckExhausted: Fewer cards are left.
        """
        if not 0 <= count <= len(self.cards):
            raise DeckExhausted(count, len(self.cards))
        return self.cards[:count], Deck(self.cards[count:])

    def shuffled(self, order: tuple[int, ...]) -> "Deck[T]":
        """The deck in this order: position in the new deck to index in the old one.

        Raises:
            BadOrder: Not every index occurs exactly once.
        """
        if sorted(order) != list(range(len(self.cards))):
            raise BadOrder(order, len(self.cards))
        return Deck(tuple(self.cards[index] for index in order))


_SHORT_RANKS: Mapping[str, str] = {"j": "jack", "q": "queen", "k": "king", "a": "ace", "t": "10"}
_SHORT_SUITS: Mapping[str, str] = {
    **{suit[0]: suit for suit in SUITS},
    **{suit[:-1]: suit for suit in SUITS},
    **dict(zip("♣♦♥♠", SUITS, strict=True)),
}
_CARD = re.compile(r"(?P<rank>\w+?) ?(?:of )?(?P<suit>[♣♦♥♠]|clubs?|diamonds?|hearts?|spades?|[cdhs])", re.IGNORECASE)


def card_from(text: str) -> Card:
    """A card by name: "queen of clubs", "Q♣", "10h", "joker".

    Raises:
        BadField: No such card.
    """
    said = text.strip().casefold()
    if said == "joker":
        return Card("joker")
    found = _CARD.fullmatch(said)
    if found is not None:
        rank, suit = _SHORT_RANKS.get(found["rank"], found["rank"]), _SHORT_SUITS.get(found["suit"], found["suit"])
        if rank in RANKS:
            return Card(rank, suit)
    raise BadField("card", 'a card such as "queen of clubs", "Q♣", "10h" or "joker"', text)


class CardSource(Protocol):
    """Shuffles decks and hands out cards from outside the rules."""

    def shuffle(self, deck: Deck[T]) -> Deck[T]:
        """The same cards in another order."""

    def draw(self, deck: Deck[T], count: int = 1) -> tuple[tuple[T, ...], Deck[T]]:
        """Cards from the deck, and the deck without them.

        Raises:
            DeckExhausted: Fewer cards are left.
        """


class TopCards:
    """Leaves decks as they lie and draws from the top."""

    def shuffle(self, deck: Deck[T]) -> Deck[T]:
        """The deck as it is."""
        return deck

    def draw(self, deck: Deck[T], count: int = 1) -> tuple[tuple[T, ...], Deck[T]]:
        """The top cards, and the rest."""
        return deck.draw(count)


class ScriptedCards(TopCards):
    """Hands out chosen cards in order, for tests, demos and `companion rules`; then draws from the top.

    A card of the script that is not in the deck drawn from waits for a deck that has it.

    Args:
        script: Cards to be drawn next.
    """

    def __init__(self, script: Iterable[Card] = ()) -> None:
        self._script = [str(card) for card in script]

    @property
    def left(self) -> int:
        """Cards of the script not drawn yet."""
        return len(self._script)

    def draw(self, deck: Deck[T], count: int = 1) -> tuple[tuple[T, ...], Deck[T]]:
        """Cards of the script as far as the deck has them, then its top cards; each of the script is used once."""
        rest: list[Any] = list(deck.cards)
        front: list[Any] = []
        for name in tuple(self._script):
            card = next((each for each in rest if str(each) == name), None)
            if card is not None and len(front) < count:
                rest.remove(card)
                front.append(card)
                self._script.remove(name)
        return Deck((*front, *rest)).draw(count)
