"""Decks and hands: drawn, laid aside, replaced by mulligan or redraw (PTA-2, PTA-7, PTA-10 to PTA-12, PTA-29)."""

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

from engine.board import Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed, existing
from engine.common.words import Worded, counted, listed
from engine.dice.cards import Deck as Pack
from engine.phrase import EMPTY, Phrase, phrase, template
from engine.systems.choice_pta.cards import Card, pack, spoken
from engine.systems.choice_pta.choices import CARDS
from engine.systems.choice_pta.codewords import CODE_WORDS
from engine.systems.choice_pta.derived import available, gm_limit, gm_spent, hand_size
from engine.systems.choice_pta.entities import Deck, HandCard, Seat
from engine.systems.choice_pta.fold import known_seat, with_deck, with_seat
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Event, Remark, SeatCommand
from engine.systems.choice_pta.rules.tokens import TokenHeld, move_tokens
from engine.systems.choice_pta.stakes import opponents
from engine.systems.choice_pta.state import State, without
from engine.systems.choice_pta.vocabulary import Cause, Mulligan, Phase
from engine.types import ENGINE_ONLY, PUBLIC

GM_DECK, PLAYERS_DECK, ONLY_DECK, DECK_OF = "GM", "players", "table", "deck of "
_WORDS: Pack[str] = Pack(CODE_WORDS)


class DeckStacked(Event):
    """Order of a deck after a shuffle."""

    told: ClassVar[str] = ""
    seen: ClassVar[str] = ENGINE_ONLY
    deck_id: str
    cards: tuple[Card, ...]

    def apply(self, state: State) -> Changes:
        known = state.deck(self.deck_id) or Deck(self.deck_id)
        return {"decks": with_deck(state, changed(known, draw=self.cards))}


class CardsDrawn(Event):
    """Cards that left a deck."""

    told: ClassVar[str] = ""
    seen: ClassVar[str] = ENGINE_ONLY
    deck_id: str
    cards: tuple[Card, ...]

    def apply(self, state: State) -> Changes:
        deck = _known_deck(state, self.deck_id)
        return {"decks": with_deck(state, changed(deck, draw=without(deck.draw, self.cards)))}


class DeckReshuffled(Event):
    """The discards of a deck become its draw pile (PTA-11)."""

    weight: ClassVar[int] = 1
    told: ClassVar[str] = template("A deck was reshuffled")
    deck_id: str
    count: int

    def apply(self, state: State) -> Changes:
        return {"decks": with_deck(state, changed(_known_deck(state, self.deck_id), discard=()))}


class PackOpened(Event):
    """One more pack for a deck (PTA-11)."""

    weight: ClassVar[int] = 1
    told: ClassVar[str] = template("Another pack was added")
    deck_id: str

    def apply(self, state: State) -> Changes:
        deck = _known_deck(state, self.deck_id)
        return {"decks": with_deck(state, changed(deck, packs_opened=deck.packs_opened + 1))}


def _known_deck(state: State, name: str) -> Deck:
    return existing(state.deck(name), "deck", name)


class HandChanged(Event):
    """A whole hand with fresh code words; its owner's business only (SEC-2)."""

    told: ClassVar[str] = ""
    seat: str
    cards: tuple[HandCard, ...]

    @property
    def visibility(self) -> str:
        return self.seat

    def apply(self, state: State) -> Changes:
        return with_seat(state, self.seat, hand=self.cards)


class HandDiscarded(Event):
    """Cards of a hand laid aside, face down unless the house shows them (PTA-12, R-16)."""

    weight: ClassVar[int] = 1
    seat: str
    cards: tuple[Card, ...]
    shown: bool = False

    @property
    def visibility(self) -> str:
        return PUBLIC if self.shown else ENGINE_ONLY

    def apply(self, state: State) -> Changes:
        seat = known_seat(state, self.seat)
        gone = list(self.cards)
        kept = []
        for held in seat.hand:
            if held.card in gone:
                gone.remove(held.card)
            else:
                kept.append(held)
        return {**with_seat(state, self.seat, hand=tuple(kept)), "decks": discarded(state, self.cards)}

    def sentence(self) -> Phrase:
        if not self.shown:
            return EMPTY
        return phrase("{player} discarded the {cards}", player=self.seat, cards=listed(map(spoken, self.cards)))


def discarded(state: State, cards: Iterable[Card]) -> tuple[Deck, ...]:
    """The decks with these cards in the discard of the deck each came from (PTA-12); none with real cards."""
    decks = state.decks
    for card in cards:
        decks = tuple(
            changed(deck, discard=(*deck.discard, card)) if deck.name == card.deck else deck for deck in decks
        )
    return decks


class HandsRefilled(Remark):
    """Hands are full again where replacing waits (R-12)."""

    told: ClassVar[str] = ""
    seats: tuple[str, ...]


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
    ledger.record(DeckStacked(name, ledger.dice.shuffle(Pack(pack(name, ledger.rules))).cards))


def draw(ledger: Ledger, deck_id: str, count: int) -> tuple[Card, ...]:
    """Cards off a deck; its discards are shuffled, then another pack is opened, when they do not suffice (PTA-11).

    Raises:
        Refused: Nothing is left, and the house opens no further pack (R-10).
    """
    drawn: list[Card] = []
    while len(drawn) < count:
        deck = _known_deck(ledger.state, deck_id)
        if not deck.draw:
            _refill(ledger, deck)
            continue
        some = min(count - len(drawn), len(deck.draw))
        cards, _ = ledger.dice.draw(Pack(deck.draw), some)
        ledger.record(CardsDrawn(deck_id, cards))
        drawn += cards
    return tuple(drawn)


def _refill(ledger: Ledger, deck: Deck) -> None:
    if deck.discard:
        ledger.record(DeckReshuffled(deck.name, len(deck.discard)))
        ledger.record(DeckStacked(deck.name, ledger.dice.shuffle(Pack(deck.discard)).cards))
        return
    if ledger.rules.on_exhaustion == "reshuffle_then_error":
        raise Refused("DECK_EXHAUSTED", phrase("A deck is used up and so are its discards."))
    ledger.record(PackOpened(deck.name))
    open_deck(ledger, deck.name)


def show_hand(ledger: Ledger, seat: str, cards: tuple[Card, ...]) -> None:
    """Give a seat this hand, with code words drawn afresh for every card (SEC-5)."""
    words = ledger.dice.shuffle(_WORDS).cards
    ledger.record(HandChanged(seat, tuple(HandCard(card, word) for card, word in zip(cards, words, strict=False))))


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
        ledger.record(HandDiscarded(name, cards, shown=not ledger.rules.hidden_discards))


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
        ledger.record(HandsRefilled(short))


class MulliganUsed(Event):
    """A starting hand was replaced; the second one stands, so that nobody looks at it and goes back (PTA-7)."""

    undoable: ClassVar[bool] = False
    told: ClassVar[str] = template("{seat} took the mulligan")
    said: ClassVar[str] = template("{seat} takes the mulligan.")
    weight: ClassVar[int] = 2
    taken_back: ClassVar[str] = template("{whose_seat} mulligan")
    seat: str
    count: int

    def apply(self, state: State) -> Changes:
        return with_seat(state, self.seat, mulligan=Mulligan.USED)


class MulliganExpired(Event):
    """The time for mulligans is over for these (PTA-7)."""

    told: ClassVar[str] = ""
    seats: tuple[str, ...]

    def apply(self, state: State) -> Changes:
        over = Mulligan.EXPIRED
        seats = (changed(seat, mulligan=over) if seat.name in self.seats else seat for seat in state.seats)
        return {"seats": tuple(seats)}


class UseMulligan(SeatCommand):
    """Replace the starting hand, once and free (PTA-7)."""

    talk: ClassVar[Talk] = Talk(confirm="Take the mulligan? The new hand stands.")

    def decide(self, ledger: Ledger, who: str) -> None:
        if not ledger.state.sitting_no:
            raise Refused("WRONG_PHASE", phrase("No hands are dealt yet."))
        mulligan = ledger.seat(who).mulligan
        if mulligan is Mulligan.USED:
            raise Refused("MULLIGAN_SPENT", phrase("{player} has used the mulligan.", player=who))
        if mulligan is Mulligan.EXPIRED:
            raise Refused("MULLIGAN_EXPIRED", phrase("The time for {player}'s mulligan is over.", player=who))
        ledger.record(MulliganUsed(who, hand_size(ledger.state, ledger.seat(who))))
        replace_hand(ledger, who)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        if known_seat(state, who).mulligan is Mulligan.AVAILABLE and state.sitting_no:
            yield Move(cls.kind, phrase("Take the mulligan (a free new hand)"), CARDS)


def expire_mulligan(ledger: Ledger, who: str) -> None:
    """The starting hand is settled with the first card or paid redraw (PTA-7, R-15)."""
    if ledger.rules.mulligan_window == "first_commit" and ledger.seat(who).mulligan is Mulligan.AVAILABLE:
        ledger.record(MulliganExpired((who,)))


class HandRedrawn(Remark):
    """A whole hand was replaced for a token (PTA-29), for good, as with the mulligan."""

    undoable: ClassVar[bool] = False
    told: ClassVar[str] = template("{seat} redrew {count}")
    said: ClassVar[str] = template("{seat} pays a token for a new hand.")
    weight: ClassVar[int] = 2
    taken_back: ClassVar[str] = template("{whose_seat} redraw")
    seat: str
    count: Annotated[int, Worded(lambda count: counted(count, "card", "cards"))]


class RedrawHand(SeatCommand):
    """Pay a token for a whole new hand (PTA-29)."""

    talk: ClassVar[Talk] = Talk(
        confirm="Pay a token for a new hand, for good?", takes_in=("spend_tokens", "offer_bribe")
    )
    phases: ClassVar[tuple[Phase, ...]] = (Phase.CARDS,)
    taps: ClassVar[tuple[Move, ...]] = (Move("redraw_hand", phrase("Pay a token for a new hand"), CARDS),)

    def decide(self, ledger: Ledger, who: str) -> None:
        """Pay a token for a whole new hand, before the first own card of the round (PTA-29, PTA-30)."""
        seat, own = ledger.seat(who), ledger.conflict.parts_of(who)
        if ledger.rules.redraw_who == "participants" and not any(part.name in ledger.conflict.active for part in own):
            raise Refused("NOT_PARTICIPANT", phrase("{player} takes no part in this conflict.", player=who))
        if any(ledger.conflict.slot(part.name) is not None for part in own):
            late = phrase("{player} has already played a card; it is too late to redraw.", player=who)
            raise Refused("ALREADY_COMMITTED", late)
        if available(ledger.state, seat) < 1:
            raise Refused("NOT_ENOUGH_TOKENS", phrase("{player} has no token to pay for a redraw.", player=who))
        limited = seat.is_gm and ledger.rules.gm_redraw_in_limit
        if limited and gm_spent(ledger.state, ledger.conflict) >= gm_limit(ledger.state, ledger.conflict):
            raise Refused("GM_ROUND_LIMIT", phrase("The GM has spent this round's tokens."))
        _pay_redraw(ledger, seat)
        ledger.record(HandRedrawn(who, replace_hand(ledger, who)))
        expire_mulligan(ledger, who)


def _pay_redraw(ledger: Ledger, seat: Seat) -> None:
    """Tells where a redraw token goes, or that it waits for the payer's card (PTA-58, R-44)."""
    place = _redraw_place(ledger, seat)
    if place is None:
        ledger.record(TokenHeld(seat.name, 1))
    else:
        move_tokens(ledger, f"seat:{seat.name}", place, 1, Cause.REDRAW)


def _redraw_place(ledger: Ledger, seat: Seat) -> str | None:
    flow, conflict = ledger.rules.redraw_flow, ledger.conflict
    own = conflict.parts_of(seat.name)
    if seat.is_gm or flow == "pool":
        return "pool"
    if flow == "by_outcome" and own:
        return None
    if conflict.is_extended:
        return "bank"
    if not own:
        return "pool"
    facing_gm = any(rival.seat == ledger.gm for rival in opponents(conflict, own[0].name, ledger.gm))
    return f"seat:{ledger.gm}" if facing_gm else None
