"""Playing cards, their worth and their names (PTA-13 to PTA-17)."""

import re
from collections.abc import Mapping

from engine.dice.cards import RANKS, card_from
from engine.errors import BadField
from engine.phrase import Phrase, phrase, verbatim
from engine.quick_dataclass import dataclass
from engine.systems.choice_pta.house_rules import HouseRules

JOKER = "joker"
COLOURS = ("red", "black")
BONUS = 4
"""Points one trait or story-token adds to a card (PTA-14)."""

FACE_VALUES: Mapping[str, int] = {**{rank: value for value, rank in enumerate(RANKS, start=2)}, JOKER: 15}
_SUITS: Mapping[str, str] = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}
_ABOVE, _BELOW = 11, 0
_SPOKEN: Mapping[str, Phrase] = {
    str(word): word
    for word in (
        *(phrase("jack"), phrase("queen"), phrase("king"), phrase("ace"), phrase("joker")),
        *(phrase("clubs"), phrase("spades"), phrase("hearts"), phrase("diamonds"), phrase("red"), phrase("black")),
    )
}


@dataclass(frozen=True, slots=True)
class Card:
    """A card of one deck; equal cards of one deck are interchangeable, so cards need no ids.

    Attributes:
        rank: "2" to "10", "jack", "queen", "king", "ace" or "joker".
        suit: "clubs", "diamonds", "hearts" or "spades"; of a joker "red" or "black" where its colour counts, else None.
        deck: Deck it returns to.
    """

    rank: str
    suit: str | None
    deck: str

    def __str__(self) -> str:
        return self.rank if self.rank == JOKER or self.suit is None else f"{self.rank} of {self.suit}"


def card_word(word: str) -> Phrase:
    """A rank, a suit or the colour of a joker, as people read it."""
    return _SPOKEN.get(word) or verbatim(word)


def spoken(card: Card) -> Phrase:
    """The card's name aloud: "queen of clubs", "red joker"."""
    rank = card_word(card.rank)
    if card.suit is None:
        return rank
    suit = card_word(card.suit)
    if card.rank == JOKER:
        return phrase("{colour} joker", colour=suit)
    return phrase("{rank} of {suit}", rank=rank, suit=suit)


def face_value(card: Card) -> int:
    """Worth without bonuses, 2 to 15 (PTA-13)."""
    return FACE_VALUES[card.rank]


def suit_rank(card: Card, rules: HouseRules) -> int:
    """Place of the suit, higher is better; a joker stands above, below or between the suits (PTA-15, R-1, R-4)."""
    if card.rank != JOKER:
        return _place(rules, card.suit or "")
    if rules.joker_tie_rank == "below_suits":
        return _BELOW
    if rules.joker_tie_rank == "by_colour" and card.suit in COLOURS:
        return _place(rules, "diamonds" if card.suit == "red" else "spades") + 1
    return _ABOVE


def _place(rules: HouseRules, suit: str) -> int:
    """Suits take even places, so that coloured jokers fit between them."""
    order = [_SUITS[letter] for letter in rules.suit_order]
    return 2 * (order.index(suit) + 1)


def worth(card: Card, rules: HouseRules) -> tuple[int, int]:
    """The order of two cards without bonuses (PTA-17, PTA-71)."""
    return face_value(card), suit_rank(card, rules)


def pack(deck: str, rules: HouseRules) -> tuple[Card, ...]:
    """One pack: 52 cards and the jokers of the house (R-6), coloured where colours count (R-5)."""
    coloured = rules.joker_tie_rank == "by_colour"
    plain = tuple(Card(rank, suit, deck) for suit in _SUITS.values() for rank in RANKS)
    return plain + tuple(Card(JOKER, colour if coloured else None, deck) for colour in COLOURS[: rules.jokers_per_deck])


_WORDS: Mapping[str, str] = {
    word: rank
    for rank, words in {
        "2": "two deuce",
        "3": "three",
        "4": "four",
        "5": "five",
        "6": "six",
        "7": "seven",
        "8": "eight",
        "9": "nine",
        "10": "ten",
    }.items()
    for word in words.split()
} | {rank: rank for rank in FACE_VALUES}


def parse_card(said: str) -> tuple[str, str | None] | None:
    """Rank and suit of a card said in full or by rank alone ("ten", "my queen of clubs", "red joker"); None if none."""
    plain = re.sub(r"^(?:my|the|a|an|that)\s+", "", said.strip().casefold())
    words = plain.split()
    if not words:
        return None
    if words[-1] == JOKER and len(words) <= 2 and words[0] in (*COLOURS, JOKER):
        return JOKER, words[0] if len(words) == 2 else None
    if plain in _WORDS:
        return _WORDS[plain], None
    try:
        card = card_from(" ".join([_WORDS.get(words[0], words[0]), *words[1:]]))
    except BadField:
        return None
    return card.rank, card.suit


def valid_card(rank: str, suit: str | None, rules: HouseRules) -> Card | None:
    """The card of this rank and suit as read out, its deck still open; None when there is no such card."""
    named = parse_card(rank if not suit else f"{suit} joker" if rank.casefold() == JOKER else f"{rank} of {suit}")
    if named is None:
        return None
    if named[0] == JOKER:
        return Card(JOKER, named[1] if rules.joker_tie_rank == "by_colour" else None, "")
    return Card(named[0], named[1], "") if named[1] else None
