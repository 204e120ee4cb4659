"""Cards go down, by choice or by chance, and come back (rules 3.5)."""

from collections.abc import Iterator
from typing import ClassVar

from engine.board import Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes
from engine.phrase import EMPTY, Phrase, joined, phrase, template
from engine.systems.choice_pta.cards import Card, parse_card, spoken
from engine.systems.choice_pta.choices import CARDS, for_which
from engine.systems.choice_pta.derived import without_card
from engine.systems.choice_pta.entities import HandCard, Seat, Slot
from engine.systems.choice_pta.fields import CodeWord, StakeName
from engine.systems.choice_pta.fold import known_seat, running, with_conflict, with_slot
from engine.systems.choice_pta.guards import own_part, part_to_play
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Batch, Event, Remark, SeatCommand
from engine.systems.choice_pta.naming import plain
from engine.systems.choice_pta.rules.bonuses import take_off
from engine.systems.choice_pta.rules.hands import DeckStacked, draw, expire_mulligan, show_hand
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Mode, Phase
from engine.types import ENGINE_ONLY, Spoken


class CardPickPending(Event):
    """Somebody picks a card on their own page."""

    told: ClassVar[str] = ""
    said: ClassVar[str] = template("{seat}, choose a card for {part_id} on your own page.")
    weight: ClassVar[int] = 2
    taken_back: ClassVar[str] = template("the pick for {part_id}")
    seat: str
    part_id: str

    def apply(self, state: State) -> Changes:
        picking = running(state).picking
        return {} if self.part_id in picking else with_conflict(state, picking=(*picking, self.part_id))


class PickCardPrompt(Remark):
    """The code words to pick from, for their owner only."""

    told: ClassVar[str] = ""
    seat: str
    codes: tuple[str, ...]

    @property
    def visibility(self) -> str:
        return self.seat


class CardCommitted(Event):
    """A card lies face down; how it was chosen is public (PTA-35)."""

    taken_back: ClassVar[str] = template("{whose_part_id} card")
    seat: str
    part_id: str
    mode: Mode

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        picking = tuple(part for part in conflict.picking if part != self.part_id)
        return with_conflict(state, slots=(*conflict.slots, Slot(self.part_id, self.mode)), picking=picking)

    def sentence(self) -> Phrase:
        if self.mode is Mode.CHANCE:
            return phrase("{name} played a random card", name=self.part_id)
        return phrase("{name} chose a card", name=self.part_id)

    def heard(self, batch: Batch) -> Iterator[Spoken]:
        name, unseen = self.part_id, self.mode is Mode.CHANCE
        chosen, drawn = phrase("{name}: a card from the hand.", name=name), phrase("{name}: the top card.", name=name)
        yield Spoken(drawn if unseen else chosen, 1)
        if not without_card(running(batch.after)):
            yield Spoken(phrase("All cards are played. Any bonuses? Then reveal."), 2)


class CardLaid(Event):
    """Tells which card that is.

    Attributes:
        replacement: Card drawn for it at once, of a choice.
        peek: Whether the owner may look at a chance card (R-13).
    """

    told: ClassVar[str] = ""
    seat: str
    part_id: str
    mode: Mode
    card: Card
    replacement: Card | None = None
    peek: bool = False

    @property
    def visibility(self) -> str:
        """The owner of a choice; nobody for a chance card (PTA-33)."""
        return self.seat if self.mode is Mode.CHOICE or self.peek else ENGINE_ONLY

    def apply(self, state: State) -> Changes:
        slots = with_slot(running(state), self.part_id, card=self.card, replacement=self.replacement)
        return with_conflict(state, slots=slots)


class CardRetracted(Event):
    """A committed card was taken back (R-14)."""

    weight: ClassVar[int] = 1
    told: ClassVar[str] = template("{part_id} took the card back")
    taken_back: ClassVar[str] = template("taking back {whose_part_id} card")
    seat: str
    part_id: str

    def apply(self, state: State) -> Changes:
        conflict = running(state)
        return with_conflict(state, slots=tuple(slot for slot in conflict.slots if slot.part != self.part_id))


class SecrecyWarning(Remark):
    """Somebody said a card aloud before the reveal; which one is not kept (SEC-3)."""

    told: ClassVar[str] = ""
    seat: str

    def heard(self, batch: Batch) -> Iterator[Spoken]:
        warning = phrase("{player}, do not name cards aloud before the reveal.", player=self.seat)
        instead = phrase("Use a code word or your own page.") if batch.after.is_virtual else EMPTY
        yield Spoken(joined((warning, instead)), 3)


class PlayChoice(SeatCommand):
    """Commit a card from the hand, face down (PTA-32).

    Attributes:
        part_id: Whose card; the speaker's only open stake when None.
        slot_code: Code word of the card; None asks the owner to pick it on their own page.
    """

    talk: ClassVar[Talk] = Talk(confirm="Play a card from the hand?")
    phases: ClassVar[tuple[Phase, ...]] = (Phase.CARDS,)
    part_id: StakeName | None = None
    slot_code: CodeWord | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        """Commit a card picked from the hand (PTA-31, PTA-32)."""
        part = part_to_play(ledger, who, self.part_id, picked=bool(self.slot_code))
        if not ledger.state.is_virtual:
            _commit(ledger, who, part.name, Mode.CHOICE)
        elif not self.slot_code or parse_card(self.slot_code) is not None:
            _ask_to_pick(ledger, who, part.name, aloud=bool(self.slot_code))
        else:
            _commit_choice(ledger, who, part.name, _with_code(ledger, who, self.slot_code))


def _with_code(ledger: Ledger, who: str, code: str) -> HandCard:
    for held in ledger.seat(who).hand:
        if plain(held.code) == plain(code):
            return held
    missing = phrase(
        "{player} has no card called “{said}”; see the private page for the code words.", player=who, said=code
    )
    raise Refused("NO_SUCH_CARD", missing)


def _ask_to_pick(ledger: Ledger, who: str, part: str, aloud: bool) -> None:
    """Let the owner pick on their own page; a card said by name is never used (SEC-2, SEC-3, R-91)."""
    if aloud and ledger.rules.secrecy_talk == "warn":
        ledger.record(SecrecyWarning(who))
    ledger.record(CardPickPending(who, part))
    ledger.record(PickCardPrompt(who, tuple(held.code for held in ledger.seat(who).hand)))


def _commit_choice(ledger: Ledger, who: str, part: str, held: HandCard) -> None:
    """The card leaves the hand and, unless the house waits, another one takes its place (PTA-10, R-12)."""
    seat = ledger.seat(who)
    kept = tuple(each.card for each in seat.hand if each is not held)
    replacement = draw(ledger, seat.deck, 1)[0] if ledger.rules.replace_timing == "on_commit" else None
    _commit(ledger, who, part, Mode.CHOICE)
    ledger.record(CardLaid(who, part, Mode.CHOICE, held.card, replacement))
    show_hand(ledger, who, kept if replacement is None else (*kept, replacement))


def _commit(ledger: Ledger, who: str, part: str, mode: Mode) -> None:
    ledger.record(CardCommitted(who, part, mode))
    expire_mulligan(ledger, who)


class PlayChance(SeatCommand):
    """Commit the unseen top card (PTA-33)."""

    talk: ClassVar[Talk] = Talk(confirm="Play the top card unseen?")
    phases: ClassVar[tuple[Phase, ...]] = (Phase.CARDS,)
    part_id: StakeName | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        """Commit the unseen top card; the hand stays as it is (PTA-33, R-13)."""
        part = part_to_play(ledger, who, self.part_id)
        if not ledger.state.is_virtual:
            _commit(ledger, who, part.name, Mode.CHANCE)
            return
        card = draw(ledger, ledger.seat(who).deck, 1)[0]
        _commit(ledger, who, part.name, Mode.CHANCE)
        ledger.record(CardLaid(who, part.name, Mode.CHANCE, card, peek=ledger.rules.chance_peek))


class RetractCard(SeatCommand):
    """Take a committed card back before the reveal, where the house allows it (R-14)."""

    talk: ClassVar[Talk] = Talk(confirm="Take the card back?")
    phases: ClassVar[tuple[Phase, ...]] = (Phase.CARDS,)
    part_id: StakeName | None = None

    def decide(self, ledger: Ledger, who: str) -> None:
        """Take a committed card back with its bonuses, where the house allows it (PTA-34, R-14)."""
        part = own_part(ledger, who, self.part_id)
        if not ledger.rules.retract_before_reveal:
            raise Refused("ALREADY_COMMITTED", phrase("A played card cannot be taken back."))
        slot = ledger.conflict.slot(part.name)
        if slot is None:
            raise Refused("NO_CARD_YET", phrase("{name} has not played a card.", name=part.name))
        hand = _hand_before(ledger.seat(who), slot)
        if hand is None:
            played = phrase("The card drawn for it has already been played; take that one back first.")
            raise Refused("ALREADY_COMMITTED", played)
        take_off(ledger, slot)
        ledger.record(CardRetracted(who, part.name))
        _put_back(ledger, who, slot, hand)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        conflict = running(state)
        for part in conflict.parts_of(who):
            if conflict.slot(part.name) is not None:
                label = phrase("Take back your card{whose}", whose=for_which(conflict, part))
                yield Move(cls.kind, label, CARDS, (("part_id", part.name),))


def _hand_before(seat: Seat, slot: Slot) -> tuple[HandCard, ...] | None:
    """The hand without the card that replaced the committed one; None when that has been played."""
    if slot.replacement is None:
        return seat.hand
    at = next((at for at, held in reversed(list(enumerate(seat.hand))) if held.card == slot.replacement), None)
    return None if at is None else seat.hand[:at] + seat.hand[at + 1 :]


def _put_back(ledger: Ledger, who: str, slot: Slot, hand: tuple[HandCard, ...]) -> None:
    """The committed card returns to where it came from, its replacement to the top of the deck."""
    deck = ledger.state.deck(ledger.seat(who).deck)
    if deck is None or slot.card is None:
        return
    top = slot.replacement if slot.mode is Mode.CHOICE else slot.card
    if top is not None:
        ledger.record(DeckStacked(deck.name, (top, *deck.draw)))
    if slot.mode is Mode.CHOICE:
        show_hand(ledger, who, (*(held.card for held in hand), slot.card))


class NameCard(SeatCommand):
    """Somebody said a card's name aloud before the reveal (SEC-3); which one is not kept."""

    phases: ClassVar[tuple[Phase, ...]] = (Phase.CARDS,)
    talk: ClassVar[Talk] = Talk(confirm="Name the card, {player}?")

    def decide(self, ledger: Ledger, who: str) -> None:
        """Warn that a card was named aloud; it is never used (PTA-44, SEC-3, R-91)."""
        if not ledger.state.is_virtual and not without_card(ledger.conflict):
            raise Refused("WRONG_PHASE", phrase("All cards are down; say that they are turned up, then read them out."))
        if ledger.rules.secrecy_talk == "warn":
            ledger.record(SecrecyWarning(who))


def committing(state: State, who: str) -> Iterator[Move]:
    """For each own stake without a card: every card of the hand by its code word, and the unseen top card."""
    conflict, hand = running(state), known_seat(state, who).hand
    for part in without_card(conflict, who):
        given, whose = ("part_id", part.name), for_which(conflict, part)
        if not state.is_virtual:
            label = phrase("Play a card from your hand face down{whose}", whose=whose)
            yield Move(PlayChoice.kind, label, CARDS, (given,), owed=True)
        for held in hand:
            label = phrase("Play the {card}{whose}", card=spoken(held.card), whose=whose)
            yield Move(PlayChoice.kind, label, CARDS, (given, ("slot_code", held.code)), owed=True, secret=True)
        yield Move(PlayChance.kind, phrase("Play the top card unseen{whose}", whose=whose), CARDS, (given,), owed=True)
