"""Decks, draws and hands (PTA-2, PTA-3, PTA-10 to PTA-12); with real cards nothing here does anything."""

from engine.dice.cards import Deck as Pack
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.cards import Card, pack
from engine.systems.choice_pta.codewords import CODE_WORDS
from engine.systems.choice_pta.derived import hand_size
from engine.systems.choice_pta.entities import Deck, HandCard, Seat
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.state import State

GM_DECK, PLAYERS_DECK, ONLY_DECK, DECK_OF = "GM", "players", "table", "deck of "
_WORDS: Pack[str] = Pack(CODE_WORDS)


class DeckIsEmpty(Exception):
    """A draw nothing is left for; only `decide` catches it and refuses the command (R-10)."""


def deck_names(state: State) -> tuple[str, ...]:
    """Deck of each seat in seat order (PTA-2, R-9)."""
    rules, players = state.house_rules, len(state.players)
    large = rules.deck_layout == "auto" and players >= rules.large_group_min
    if rules.deck_layout == "single":
        return (ONLY_DECK,) * len(state.seats)
    if rules.deck_layout == "gm_and_each_player" or large:
        return tuple(GM_DECK if seat.is_gm else DECK_OF + seat.name for seat in state.seats)
    return tuple(GM_DECK if seat.is_gm else PLAYERS_DECK for seat in state.seats)


def open_decks(ledger: Ledger) -> None:
    """One shuffled pack for each deck in use."""
    for name in dict.fromkeys(seat.deck for seat in ledger.state.seats):
        open_deck(ledger, name)


def open_deck(ledger: Ledger, name: str) -> None:
    """A fresh shuffled pack."""
    ledger.record(ev.DeckStacked(name, ledger.dice.shuffle(Pack(pack(name, ledger.rules))).cards))


def draw(ledger: Ledger, deck_id: str, count: int) -> tuple[Card, ...]:
    """Cards off a deck; its discards are shuffled, then another pack is opened, when they do not suffice (PTA-11).

    Raises:
        DeckIsEmpty: Nothing is left, and the house opens no further pack.
    """
    drawn: list[Card] = []
    while len(drawn) < count:
        deck = ledger.state.deck(deck_id)
        if deck is None:
            raise LookupError(f"no deck {deck_id!r}")
        if not deck.draw:
            _refill(ledger, deck)
            continue
        some = min(count - len(drawn), len(deck.draw))
        cards, _ = ledger.dice.draw(Pack(deck.draw), some)
        ledger.record(ev.CardsDrawn(deck_id, cards))
        drawn += cards
    return tuple(drawn)


def _refill(ledger: Ledger, deck: Deck) -> None:
    if deck.discard:
        ledger.record(ev.DeckReshuffled(deck.name, len(deck.discard)))
        ledger.record(ev.DeckStacked(deck.name, ledger.dice.shuffle(Pack(deck.discard)).cards))
        return
    if ledger.rules.on_exhaustion == "reshuffle_then_error":
        raise DeckIsEmpty
    ledger.record(ev.PackOpened(deck.name))
    open_deck(ledger, deck.name)


def show_hand(ledger: Ledger, seat: str, cards: tuple[Card, ...]) -> None:
    """Give a seat this hand, with code words drawn afresh for every card (SEC-5)."""
    words = ledger.dice.shuffle(_WORDS).cards
    ledger.record(ev.HandChanged(seat, tuple(HandCard(card, word) for card, word in zip(cards, words, strict=False))))


def cards_of(seat: Seat) -> tuple[Card, ...]:
    """The cards of a hand."""
    return tuple(held.card for held in seat.hand)


def fill_hand(ledger: Ledger, name: str) -> int:
    """Draw a seat's hand up to its size; how many cards that were."""
    seat = ledger.seat(name)
    missing = hand_size(ledger.state, seat) - len(seat.hand)
    if ledger.state.is_virtual and missing > 0:
        new = draw(ledger, seat.deck, missing)
        show_hand(ledger, name, cards_of(ledger.seat(name)) + new)
    return missing


def replace_hand(ledger: Ledger, name: str) -> int:
    """Throw a whole hand in and draw the same number (PTA-7, PTA-29); how many cards that were."""
    seat = ledger.seat(name)
    if not ledger.state.is_virtual:
        return hand_size(ledger.state, seat)
    old = cards_of(seat)
    discard_from_hand(ledger, name, old)
    show_hand(ledger, name, draw(ledger, seat.deck, len(old)))
    return len(old)


def discard_from_hand(ledger: Ledger, name: str, cards: tuple[Card, ...]) -> None:
    """Lay cards of a hand aside, face down unless the house shows them (R-16)."""
    if cards:
        ledger.record(ev.HandDiscarded(name, cards, shown=not ledger.rules.hidden_discards))


def discard_at_random(ledger: Ledger, name: str, count: int) -> None:
    """The GM gives cards up when the group shrinks (PTA-9)."""
    seat = ledger.seat(name)
    if ledger.state.is_virtual and seat.hand:
        gone = ledger.dice.shuffle(Pack(cards_of(seat))).cards[:count]
        discard_from_hand(ledger, name, gone)
        show_hand(ledger, name, cards_of(ledger.seat(name)))


def refill_hands(ledger: Ledger) -> None:
    """Replace what was played, where the house waits with that (R-12)."""
    if not ledger.state.is_virtual:
        return
    short = tuple(
        seat.name for seat in ledger.state.seats if seat.hand and len(seat.hand) < hand_size(ledger.state, seat)
    )
    for name in short:
        fill_hand(ledger, name)
    if short:
        ledger.record(ev.HandsRefilled(short))
