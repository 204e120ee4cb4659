from engine.dice.cards import RANKS, SUITS, Card, Deck


def standard_deck(jokers: int = 0) -> Deck[Card]:
    """52 cards sorted by suit and rank, jokers last."""
    return Deck((*(Card(rank, suit) for suit in SUITS for rank in RANKS), *(Card("joker"),) * jokers))
