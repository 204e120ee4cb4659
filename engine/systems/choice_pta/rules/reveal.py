"""Cards are turned up, and real ones read out (rules 2.4, 3.7)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.board import Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.common.words import Worded, listed
from engine.dice.cards import RANKS
from engine.fields import PlayerName
from engine.offers import choice
from engine.phrase import Phrase, joined, phrase, plural, template
from engine.systems.choice_pta.cards import COLOURS, JOKER, Card, card_word, pack, spoken, valid_card
from engine.systems.choice_pta.choices import CARDS, for_which
from engine.systems.choice_pta.derived import without_card
from engine.systems.choice_pta.entities import Conflict, Participant
from engine.systems.choice_pta.fields import CardPurpose, Rank, StakeName, Suit
from engine.systems.choice_pta.fold import known_part, running, with_conflict
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Command, Event
from engine.systems.choice_pta.naming import find_part
from engine.systems.choice_pta.rules.gifts import SacrificeCardGiven
from engine.systems.choice_pta.rules.hands import refill_hands
from engine.systems.choice_pta.rules.scoring import Wanted, deck_to_draw_from, drawn, rank_piles, resolve, wanted_cards
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Phase, Purpose

_SUITS = ("clubs", "spades", "hearts", "diamonds")


def _words(words: Iterable[str]) -> Iterator[tuple[str, Phrase]]:
    return ((word, card_word(word)) for word in words)


@dataclass(frozen=True, slots=True)
class RevealedCard:
    """A card turned up, with what it is worth."""

    part_id: str
    card: Card
    face_value: int
    bonuses: int
    total: int


class CardsRevealed(Event):
    """All cards face up (PTA-45)."""

    undoable: ClassVar[bool] = False
    uncovers: ClassVar[bool] = True
    slots: tuple[RevealedCard, ...]

    def apply(self, state: State) -> Changes:
        slots = tuple(changed(slot, face_up=True, replacement=None) for slot in running(state).slots)
        return with_conflict(state, phase=Phase.REVEALED, slots=slots, revealed=True)

    def sentence(self) -> Phrase:
        shown = sorted(self.slots, key=lambda slot: slot.total, reverse=True)
        return phrase("Cards: {cards}", cards=joined(map(_total, shown), ", "))


def _total(slot: RevealedCard) -> Phrase:
    name, card, total = slot.part_id, spoken(slot.card), slot.total
    if not slot.bonuses:
        return phrase("{name} {card} ({total})", name=name, card=card, total=total)
    bonus = total - slot.face_value
    return phrase("{name} {card} and {bonus} makes {total}", name=name, card=card, bonus=bonus, total=total)


class DeclarationsOpened(Event):
    """Real cards are turned up and have to be read out."""

    told: ClassVar[str] = template("The cards were revealed")
    undoable: ClassVar[bool] = False
    parts: tuple[str, ...]

    def apply(self, state: State) -> Changes:
        return with_conflict(state, phase=Phase.REVEALED, revealed=True)


class CardDeclared(Event):
    """A real card was read out."""

    told: ClassVar[str] = template("{part_id} showed the {card}")
    said: ClassVar[str] = template("{part_id}: {card}.")
    weight: ClassVar[int] = 1
    taken_back: ClassVar[str] = template("{whose_part_id} card")
    part_id: str
    card: Annotated[Card, Worded(spoken)]
    purpose: Purpose

    def apply(self, state: State) -> Changes:
        return with_conflict(state, **drawn(running(state), self.part_id, self.card, self.purpose))


class Reveal(Command):
    """Turn all cards up (PTA-45)."""

    talk: ClassVar[Talk] = Talk(confirm="Turn the cards up?")
    phases: ClassVar[tuple[Phase, ...]] = (Phase.CARDS,)
    taps: ClassVar[tuple[Move, ...]] = (Move("reveal", phrase("Reveal the cards"), CARDS),)

    def decide(self, ledger: Ledger, who: str) -> None:
        """Turn all cards up at once (PTA-45, R-89)."""
        if ledger.rules.reveal_by == "gm" and who not in ("", ledger.gm):
            raise Refused("GM_ONLY", phrase("Only the GM says reveal at this table."))
        if who and who != ledger.gm and not ledger.conflict.parts_of(who):
            raise Refused("NOT_PARTICIPANT", phrase("{player} takes no part in this conflict.", player=who))
        missing = without_card(ledger.conflict)
        if missing:
            names = listed(part.name for part in missing)
            owed = plural(
                "{names} still has to play a card.", "{names} still have to play a card.", len(missing), names=names
            )
            raise Refused("CARDS_MISSING", owed)
        turn_up(ledger)


def turn_up(ledger: Ledger) -> None:
    """Show the app's cards and score them; real cards are read out first (PTA-45)."""
    conflict = ledger.conflict
    if not ledger.state.is_virtual:
        ledger.record(DeclarationsOpened(tuple(slot.part for slot in conflict.slots)))
        return
    ledger.record(CardsRevealed(revealed_cards(conflict)))
    if ledger.rules.replace_timing == "after_reveal":
        refill_hands(ledger)
    resolve(ledger)


def revealed_cards(conflict: Conflict) -> tuple[RevealedCard, ...]:
    """The round's cards with their worth."""
    return tuple(
        RevealedCard(slot.part, slot.card, slot.total - 4 * len(slot.bonuses), len(slot.bonuses), slot.total)
        for slot in conflict.slots
        if slot.card is not None
    )


class DeclareCard(Command):
    """Read out a real card (rules 2.4).

    Attributes:
        part_id: Whose card; the speaker's only open one when None.
        rank: "2" to "10", "jack", "queen", "king", "ace" or "joker".
        suit: None for a joker; "red" or "black" joker where colours count.
        purpose: "played", "tie", "fate" or "sacrifice"; None for whatever is open.
        override: The card is right although an equal one lies open.
    """

    talk: ClassVar[Talk] = Talk(confirm="Is that the card[, {who}]?")

    player: PlayerName = ""
    part_id: StakeName | None = None
    rank: Rank
    suit: Suit | None = None
    purpose: CardPurpose | None = None
    override: bool = False

    def decide(self, ledger: Ledger, who: str) -> None:
        state = ledger.state
        if state.is_virtual:
            raise Refused("VIRTUAL_DECK", phrase("The app deals the cards; nobody has to read them out."))
        if state.conflict is None:
            raise Refused("NO_CONFLICT", phrase("No conflict is running."))
        wanted = wanted_cards(state)
        if not wanted:
            raise Refused("WRONG_PHASE", phrase("No card has to be read out now."))
        chosen = _meant(ledger, self, who, wanted)
        card = valid_card(self.rank, self.suit, ledger.rules)
        if card is None:
            raise Refused("BAD_CARD", phrase("There is no such card; say rank and suit."))
        card = Card(card.rank, card.suit, deck_to_draw_from(state, *chosen))
        if not self.override and _is_seen(ledger, card):
            seen = phrase("The {card} is already on the table; confirm if that is right.", card=spoken(card))
            raise Refused("CARD_ALREADY_SEEN", seen)
        ledger.record(CardDeclared(chosen[0], card, chosen[1]))
        _go_on(ledger, chosen, card)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        conflict, coloured = running(state), state.house_rules.joker_tie_rank == "by_colour"
        rank, suit = choice("rank", phrase("Rank"), _words(RANKS)), choice("suit", phrase("Suit"), _words(_SUITS))
        colour = (choice("suit", phrase("Colour"), _words(COLOURS)),) if coloured else ()
        for name, purpose in wanted_cards(state):
            part = known_part(conflict, name)
            if part.seat == who:
                given, whose = (("part_id", name), ("purpose", purpose.value)), for_which(conflict, part)
                label = phrase("Read out your card{whose}", whose=whose)
                yield Move(cls.kind, label, CARDS, given, (rank, suit), owed=True)
                label = phrase("Read out a joker{whose}", whose=whose)
                yield Move(cls.kind, label, CARDS, (*given, ("rank", JOKER)), colour, owed=True)


def _meant(ledger: Ledger, command: DeclareCard, who: str, wanted: tuple[Wanted, ...]) -> Wanted:
    """The card that was read out: of the stake named, of the speaker, or the only one left."""
    if command.purpose:
        wanted = tuple(each for each in wanted if each[1] == command.purpose.strip().lower())
    said = command.part_id or command.player
    part = _named(ledger, said, wanted) if said else None
    own = [each for each in wanted if _is_meant(ledger, each[0], part, who)]
    left = own or ([] if part is not None else list(wanted))
    if len(left) == 1:
        return left[0]
    if left:
        names = listed((name for name, _ in left), "or")
        raise Refused("AMBIGUOUS", phrase("Whose card is that: {names}?", names=names))
    if part is None:
        raise Refused("ALREADY_COMMITTED", phrase("No card of theirs has to be read out now."))
    raise Refused("ALREADY_COMMITTED", phrase("No card of {name} has to be read out now.", name=part.name))


def _named(ledger: Ledger, said: str, wanted: tuple[Wanted, ...]) -> Participant | None:
    """The participant of that name; None for somebody with several, where only one card is wanted."""
    try:
        return find_part(ledger.state, ledger.conflict, said)
    except Refused as refused:
        only_one = len(wanted) == 1 and ledger.conflict.parts_of(said)
        if refused.rejected.code != "AMBIGUOUS" or not only_one:
            raise
        return None


def _is_meant(ledger: Ledger, name: str, part: Participant | None, who: str) -> bool:
    if part is not None:
        return name == part.name
    return any(own.name == name for own in ledger.conflict.parts_of(who))


def _is_seen(ledger: Ledger, card: Card) -> bool:
    """True if every such card of a one-pack deck lies open (rules 5.1)."""
    conflict = ledger.conflict
    seen = [shown for slot in conflict.slots for shown in (slot.card, *slot.ties, *slot.fates)]
    won = [kept for part in conflict.participants for kept in part.pile]
    earlier = [shown for shown in seen if shown not in won]
    return (won + earlier).count(card) >= pack(card.deck, ledger.rules).count(card)


def _go_on(ledger: Ledger, chosen: Wanted, card: Card) -> None:
    part, purpose = chosen
    conflict = ledger.conflict
    if purpose is Purpose.SACRIFICE:
        ledger.record(SacrificeCardGiven(part, conflict.sacrifice_to or "", card))
        rank_piles(ledger)
    elif not wanted_cards(ledger.state):
        go_on = rank_piles if conflict.phase is Phase.FINAL_NARRATION else resolve
        go_on(ledger)
