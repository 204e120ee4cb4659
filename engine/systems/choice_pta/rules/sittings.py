"""Evenings begin, and players join and leave (PTA-2, PTA-3, PTA-6, PTA-8, PTA-9)."""

from collections.abc import Iterator
from typing import ClassVar

from engine.board import Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import InWords, listed, number
from engine.fields import Words
from engine.phrase import EMPTY, Phrase, phrase, template
from engine.systems.choice_pta.choices import TABLE
from engine.systems.choice_pta.derived import hand_size
from engine.systems.choice_pta.entities import Protagonist, Seat, Trait
from engine.systems.choice_pta.fields import SeatName
from engine.systems.choice_pta.guards import refuse_in_conflict
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Batch, Command, Event, Remark
from engine.systems.choice_pta.naming import find_seat
from engine.systems.choice_pta.rules.deals import withdraw_offers
from engine.systems.choice_pta.rules.hands import (
    DECK_OF,
    ONLY_DECK,
    PLAYERS_DECK,
    cards_of,
    deck_names,
    discard_at_random,
    discard_from_hand,
    fill_hand,
    open_deck,
    open_decks,
)
from engine.systems.choice_pta.rules.table import GM_TOKENS_PER_PLAYER, fresh_tokens, is_defined, refuse_seats
from engine.systems.choice_pta.rules.tokens import move_tokens
from engine.systems.choice_pta.state import TOKENS_PER_PLAYER, State
from engine.systems.choice_pta.vocabulary import Cause, Mulligan
from engine.types import Spoken


class SittingStarted(Event):
    """An evening begins (PTA-6).

    Attributes:
        mulligans: Who may replace the starting hand.
        decks: Deck of each seat, in seat order.
        fresh_tokens: Whether tokens start anew (R-19).
    """

    taken_back: ClassVar[str] = template("the deal")
    told: ClassVar[str] = template("Evening {sitting_no} began")
    sitting_no: InWords
    mulligans: tuple[str, ...]
    decks: tuple[str, ...]
    fresh_tokens: bool = False

    def apply(self, state: State) -> Changes:
        changes = fresh_tokens(state) if self.fresh_tokens else {}
        seats = tuple(
            changed(
                seat,
                hand=(),
                deck=deck,
                protagonist=_unmarked(seat.protagonist),
                mulligan=Mulligan.AVAILABLE if seat.name in self.mulligans else _spent(seat.mulligan),
            )
            for seat, deck in zip(changes.get("seats", state.seats), self.decks, strict=True)
        )
        return {**changes, "seats": seats, "sitting_no": self.sitting_no, "decks": ()}


def _spent(mulligan: Mulligan) -> Mulligan:
    return Mulligan.EXPIRED if mulligan is Mulligan.AVAILABLE else mulligan


def _unmarked(protagonist: Protagonist | None) -> Protagonist | None:
    if protagonist is None:
        return None
    return changed(protagonist, traits=tuple(Trait(trait.label) for trait in protagonist.traits))


class HandsDealt(Remark):
    """Everybody has a hand; `counts` in seat order (PTA-3)."""

    told: ClassVar[str] = template("Hands were dealt")
    seats: tuple[str, ...]
    counts: tuple[int, ...]

    def heard(self, batch: Batch) -> Iterator[Spoken]:
        gm = batch.after.gm
        if batch.after.is_virtual:
            yield Spoken(phrase("The hands are dealt."), 2)
            return
        count = number(hand_size(batch.after, gm))
        real = phrase("Deal four cards to each player, and {number} to {gm}.", number=count, gm=gm.name)
        yield Spoken(real, 3)


class StartSitting(Command):
    """Begin an evening: marks cleared, hands dealt, mulligans back (PTA-3, PTA-6)."""

    talk: ClassVar[Talk] = Talk(confirm="Deal the hands?")

    def decide(self, ledger: Ledger, who: str) -> None:
        """Shuffle and deal; marks cleared, mulligans back (PTA-2, PTA-3, PTA-6, PTA-8)."""
        state, rules = ledger.state, ledger.rules
        missing = [seat.name for seat in state.players if not is_defined(seat, rules)]
        if missing:
            needed = phrase("{player} still needs a protagonist with all traits.", player=missing[0])
            raise Refused("PROTAGONIST_MISSING", needed)
        refuse_in_conflict(ledger)
        fresh = rules.sitting_carryover == "all_fresh" and state.sitting_no > 0
        if fresh:
            withdraw_offers(ledger, {seat.name for seat in state.seats})
        ledger.record(SittingStarted(state.sitting_no + 1, _mulligans(ledger), deck_names(state), fresh))
        if state.is_virtual:
            open_decks(ledger)
            for seat in ledger.state.seats:
                fill_hand(ledger, seat.name)
        seats = ledger.state.seats
        counts = tuple(hand_size(ledger.state, seat) for seat in seats)
        ledger.record(HandsDealt(tuple(seat.name for seat in seats), counts))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        dealing = phrase("Start a new evening") if state.sitting_no else phrase("Deal the hands")
        yield Move(cls.kind, dealing, TABLE)


def _mulligans(ledger: Ledger) -> tuple[str, ...]:
    """Tells who may replace the starting hand (R-15)."""
    rules = ledger.rules
    if rules.mulligan_scope == "none":
        return ()
    once = rules.mulligan_per == "game"
    return tuple(
        seat.name
        for seat in ledger.state.seats
        if not (seat.is_gm and rules.mulligan_scope == "players")
        if not (once and seat.mulligan is Mulligan.USED)
    )


class RosterChanged(Event):
    """Players joined or left (PTA-9).

    Attributes:
        decks: Deck of each who joined.
        minted: Tokens that came with them (R-18).
    """

    weight: ClassVar[int] = 1
    taken_back: ClassVar[str] = template("the change of players")
    added: tuple[str, ...]
    removed: tuple[str, ...]
    n: int
    decks: tuple[str, ...] = ()
    minted: int = 0

    def apply(self, state: State) -> Changes:
        new = tuple(Seat(name, deck=deck) for name, deck in zip(self.added, self.decks, strict=True))
        kept = tuple(seat for seat in state.players if seat.name not in self.removed)
        gm = changed(state.gm, tokens=state.gm.tokens + GM_TOKENS_PER_PLAYER * (self.minted // TOKENS_PER_PLAYER))
        changes: Changes = {
            "seats": (*kept, *new, gm),
            "pool": state.pool + self.minted // TOKENS_PER_PLAYER,
            "total_tokens": state.total_tokens + self.minted,
        }
        if state.scene is not None:
            owner = gm.name if state.scene.owner in self.removed else state.scene.owner
            present = tuple(name for name in state.scene.present if name not in self.removed)
            changes["scene"] = changed(state.scene, owner=owner, present=present)
        return changes

    def sentence(self) -> Phrase:
        joining = phrase("{names} joined", names=listed(self.added)) if self.added else EMPTY
        leaving = phrase("{names} left", names=listed(self.removed)) if self.removed else EMPTY
        return listed(filter(None, (joining, leaving)))


class ChangeRoster(Command):
    """Players join and leave between conflicts (PTA-9)."""

    talk: ClassVar[Talk] = Talk(confirm="Change who plays[: {add}][: {remove}]?")

    add: tuple[Words, ...] = ()
    remove: tuple[SeatName, ...] = ()

    def decide(self, ledger: Ledger, who: str) -> None:
        """Players join and leave between conflicts; no token is lost (PTA-9, R-18)."""
        refuse_in_conflict(ledger)
        leaving: list[Seat] = []
        for said in self.remove:
            seat = find_seat(ledger.state, said)
            if seat.is_gm:
                raise Refused("BAD_SEAT_COUNT", phrase("The GM's seat stays."))
            leaving.append(seat)
        added = tuple(name.strip() for name in self.add if name.strip())
        gone = {seat.name for seat in leaving}
        names = (*(seat.name for seat in ledger.state.seats if seat.name not in gone), *added)
        refuse_seats(names, len(names) - 1)
        if not (added or gone):
            raise Refused("UNKNOWN_SEAT", phrase("Say who joins or leaves."))
        _change_seats(ledger, tuple(leaving), added)


def _change_seats(ledger: Ledger, leaving: tuple[Seat, ...], added: tuple[str, ...]) -> None:
    gone = {seat.name for seat in leaving}
    withdraw_offers(ledger, gone)
    for seat in leaving:
        move_tokens(ledger, f"seat:{seat.name}", "pool", seat.tokens, Cause.ROSTER)
        discard_from_hand(ledger, seat.name, cards_of(seat))
    playing = ledger.state.sitting_no > 0
    decks = tuple(_deck_of_joiner(ledger, name) if playing else "" for name in added)
    minted = TOKENS_PER_PLAYER * len(added) if ledger.rules.roster_token_policy == "mint" else 0
    count = len(ledger.state.players) - len(leaving) + len(added)
    removed = tuple(seat.name for seat in leaving)
    ledger.record(RosterChanged(added, removed, count, decks, minted))
    if playing:
        _deal_in(ledger, added)


def _deck_of_joiner(ledger: Ledger, name: str) -> str:
    decks = {seat.deck for seat in ledger.state.players}
    return next((deck for deck in (PLAYERS_DECK, ONLY_DECK) if deck in decks), DECK_OF + name)


def _deal_in(ledger: Ledger, added: tuple[str, ...]) -> None:
    for name in added:
        if ledger.state.is_virtual and ledger.state.deck(ledger.seat(name).deck) is None:
            open_deck(ledger, ledger.seat(name).deck)
        fill_hand(ledger, name)
    surplus = -fill_hand(ledger, ledger.gm)
    if surplus > 0:
        discard_at_random(ledger, ledger.gm, surplus)
