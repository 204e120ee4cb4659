"""Deciding about redrawing and committing cards (rules 3.4, 3.5)."""

from engine.phrase import phrase
from engine.systems.choice_pta import commands as cmd
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.cards import parse_card
from engine.systems.choice_pta.derived import available, gm_limit, gm_spent
from engine.systems.choice_pta.entities import HandCard, Seat, Slot
from engine.systems.choice_pta.guards import own_part, part_to_play
from engine.systems.choice_pta.hands import draw, replace_hand, show_hand
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.naming import plain
from engine.systems.choice_pta.refunds import take_off
from engine.systems.choice_pta.rulebook import rule
from engine.systems.choice_pta.stakes import opponents
from engine.systems.choice_pta.vocabulary import Cause, Mode, Mulligan, Phase
from engine.types import Rejected


@rule(cmd.RedrawHand, Phase.CARDS, acts="player")
def redraw_hand(ledger: Ledger, command: cmd.RedrawHand, who: str) -> Rejected | None:
    """Pay a token for a whole new hand, before the first own card of the round (PTA-29, PTA-30)."""
    seat, own = ledger.seat(who), ledger.conflict.parts_of(who)
    if ledger.rules.redraw_who == "participants" and not any(part.name in ledger.conflict.active for part in own):
        return Rejected("NOT_PARTICIPANT", phrase("{player} takes no part in this conflict.", player=who))
    if any(ledger.conflict.slot(part.name) is not None for part in own):
        return Rejected(
            "ALREADY_COMMITTED", phrase("{player} has a card down already; it is too late to redraw.", player=who)
        )
    if available(ledger.state, seat) < 1:
        return Rejected("NOT_ENOUGH_TOKENS", phrase("{player} has no token to pay for a redraw.", player=who))
    limited = seat.is_gm and ledger.rules.gm_redraw_in_limit
    if limited and gm_spent(ledger.state, ledger.conflict) >= gm_limit(ledger.state, ledger.conflict):
        return Rejected("GM_ROUND_LIMIT", phrase("The GM has spent this round's tokens."))
    _pay_redraw(ledger, seat)
    ledger.record(ev.HandRedrawn(who, replace_hand(ledger, who)))
    expire_mulligan(ledger, who)
    return None


def _pay_redraw(ledger: Ledger, seat: Seat) -> None:
    """Where a redraw token goes, or that it waits for the payer's card (PTA-58, R-44)."""
    place = _redraw_place(ledger, seat)
    if place is None:
        ledger.record(ev.TokenHeld(seat.name, 1))
    else:
        ledger.move(f"seat:{seat.name}", place, 1, Cause.REDRAW)


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


def expire_mulligan(ledger: Ledger, who: str) -> None:
    """The starting hand is settled with the first card or paid redraw (PTA-7, R-15)."""
    if ledger.rules.mulligan_window == "first_commit" and ledger.seat(who).mulligan is Mulligan.AVAILABLE:
        ledger.record(ev.MulliganExpired((who,)))


@rule(cmd.PlayChoice, Phase.CARDS, acts="player")
def play_choice(ledger: Ledger, command: cmd.PlayChoice, who: str) -> Rejected | None:
    """Commit a card picked from the hand (PTA-31, PTA-32)."""
    part = part_to_play(ledger, who, command.part_id, picked=bool(command.slot_code))
    if isinstance(part, Rejected):
        return part
    if not ledger.state.is_virtual:
        _commit(ledger, who, part.name, Mode.CHOICE)
        return None
    if not command.slot_code or parse_card(command.slot_code) is not None:
        _ask_to_pick(ledger, who, part.name, aloud=bool(command.slot_code))
        return None
    held = next((held for held in ledger.seat(who).hand if plain(held.code) == plain(command.slot_code)), None)
    if held is None:
        said = command.slot_code
        missing = phrase('{player} has no card called "{said}"; the codes are on the own page.', player=who, said=said)
        return Rejected("NO_SUCH_CARD", missing)
    _commit_choice(ledger, who, part.name, held)
    return None


def _ask_to_pick(ledger: Ledger, who: str, part: str, aloud: bool) -> None:
    """Let the owner pick on their own page; a card said by name is never used (SEC-2, SEC-3, R-91)."""
    if aloud and ledger.rules.secrecy_talk == "warn":
        ledger.record(ev.SecrecyWarning(who))
    ledger.record(ev.CardPickPending(who, part))
    ledger.record(ev.PickCardPrompt(who, tuple(held.code for held in ledger.seat(who).hand)))


def _commit_choice(ledger: Ledger, who: str, part: str, held: HandCard) -> None:
    """The card leaves the hand and, unless the house waits, another one takes its place (PTA-10, R-12)."""
    seat = ledger.seat(who)
    kept = tuple(each.card for each in seat.hand if each is not held)
    replacement = draw(ledger, seat.deck, 1)[0] if ledger.rules.replace_timing == "on_commit" else None
    _commit(ledger, who, part, Mode.CHOICE)
    ledger.record(ev.CardLaid(who, part, Mode.CHOICE, held.card, replacement))
    show_hand(ledger, who, kept if replacement is None else (*kept, replacement))


def _commit(ledger: Ledger, who: str, part: str, mode: Mode) -> None:
    ledger.record(ev.CardCommitted(who, part, mode))
    expire_mulligan(ledger, who)


@rule(cmd.PlayChance, Phase.CARDS, acts="player")
def play_chance(ledger: Ledger, command: cmd.PlayChance, who: str) -> Rejected | None:
    """Commit the unseen top card; the hand stays as it is (PTA-33, R-13)."""
    part = part_to_play(ledger, who, command.part_id)
    if isinstance(part, Rejected):
        return part
    if not ledger.state.is_virtual:
        _commit(ledger, who, part.name, Mode.CHANCE)
        return None
    card = draw(ledger, ledger.seat(who).deck, 1)[0]
    _commit(ledger, who, part.name, Mode.CHANCE)
    ledger.record(ev.CardLaid(who, part.name, Mode.CHANCE, card, peek=ledger.rules.chance_peek))
    return None


@rule(cmd.RetractCard, Phase.CARDS, acts="player")
def retract_card(ledger: Ledger, command: cmd.RetractCard, who: str) -> Rejected | None:
    """Take a committed card back with its bonuses, where the house allows it (PTA-34, R-14)."""
    part = own_part(ledger, who, command.part_id)
    if isinstance(part, Rejected):
        return part
    if not ledger.rules.retract_before_reveal:
        return Rejected("ALREADY_COMMITTED", phrase("A committed card stays."))
    slot = ledger.conflict.slot(part.name)
    if slot is None:
        return Rejected("NO_CARD_YET", phrase("{name} has no card down.", name=part.name))
    hand = _hand_before(ledger.seat(who), slot)
    if hand is None:
        return Rejected(
            "ALREADY_COMMITTED", phrase("The card drawn for it is played already; take that one back first.")
        )
    take_off(ledger, slot)
    ledger.record(ev.CardRetracted(who, part.name))
    _put_back(ledger, who, slot, hand)
    return None


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
        ledger.record(ev.DeckStacked(deck.name, (top, *deck.draw)))
    if slot.mode is Mode.CHOICE:
        show_hand(ledger, who, (*(held.card for held in hand), slot.card))


@rule(cmd.NameCard, Phase.CARDS, acts="player")
def name_card(ledger: Ledger, command: cmd.NameCard, who: str) -> Rejected | None:
    """Warn that a card was named aloud; it is never used (PTA-44, SEC-3, R-91)."""
    if ledger.rules.secrecy_talk == "warn":
        ledger.record(ev.SecrecyWarning(who))
    return None
