"""Deciding about turning cards up and reading real ones out (rules 2.4, 3.7)."""

from engine.common.words import listed
from engine.phrase import phrase
from engine.systems.choice_pta import commands as cmd
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.cards import Card, pack, spoken, valid_card
from engine.systems.choice_pta.derived import without_card
from engine.systems.choice_pta.entities import Participant
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.naming import find_part
from engine.systems.choice_pta.resolving import Wanted, deck_to_draw_from, rank_piles, resolve, turn_up, wanted_cards
from engine.systems.choice_pta.rulebook import rule
from engine.systems.choice_pta.vocabulary import Phase, Purpose
from engine.types import Rejected


@rule(cmd.Reveal, Phase.CARDS)
def reveal(ledger: Ledger, command: cmd.Reveal, who: str) -> Rejected | None:
    """Turn all cards up at once (PTA-45, R-89)."""
    if ledger.rules.reveal_by == "gm" and who not in ("", ledger.gm):
        return Rejected("GM_ONLY", phrase("Only the GM says reveal at this table."))
    if who and who != ledger.gm and not ledger.conflict.parts_of(who):
        return Rejected("NOT_PARTICIPANT", phrase("{player} takes no part in this conflict.", player=who))
    missing = without_card(ledger.conflict)
    if missing:
        names = listed(part.name for part in missing)
        return Rejected("CARDS_MISSING", phrase("{names} still need a card down.", names=names))
    turn_up(ledger)
    return None


@rule(cmd.DeclareCard)
def declare_card(ledger: Ledger, command: cmd.DeclareCard, who: str) -> Rejected | None:
    """Read out a real card; the last one missing decides the order (rules 2.4)."""
    state = ledger.state
    if state.is_virtual:
        return Rejected("VIRTUAL_DECK", phrase("The app deals the cards; nobody has to read them out."))
    if state.conflict is None:
        return Rejected("NO_CONFLICT", phrase("No conflict is running."))
    wanted = wanted_cards(state)
    if not wanted:
        return Rejected("WRONG_PHASE", phrase("No card has to be read out now."))
    chosen = _meant(ledger, command, who, wanted)
    if isinstance(chosen, Rejected):
        return chosen
    card = valid_card(command.rank, command.suit, ledger.rules)
    if card is None:
        return Rejected("BAD_CARD", phrase("There is no such card; say rank and suit."))
    card = Card(card.rank, card.suit, deck_to_draw_from(state, *chosen))
    if not command.override and _is_seen(ledger, card):
        seen = phrase("The {card} lies open already; say so if it is right.", card=spoken(card))
        return Rejected("CARD_ALREADY_SEEN", seen)
    ledger.record(ev.CardDeclared(chosen[0], card, chosen[1]))
    _go_on(ledger, chosen, card)
    return None


def _meant(ledger: Ledger, command: cmd.DeclareCard, who: str, wanted: tuple[Wanted, ...]) -> Wanted | Rejected:
    """The card that was read out: of the stake named, of the speaker, or the only one left."""
    if command.purpose:
        wanted = tuple(each for each in wanted if each[1] == command.purpose.strip().lower())
    said = command.part_id or command.player
    part = find_part(ledger.state, ledger.conflict, said) if said else None
    if isinstance(part, Rejected) and part.code == "AMBIGUOUS":
        own = [each for each in wanted if ledger.conflict.parts_of(said or "")]
        part = part if len(own) != 1 else None
    if isinstance(part, Rejected):
        return part
    own = [each for each in wanted if _is_meant(ledger, each[0], part, who)]
    left = own or ([] if part is not None else list(wanted))
    if len(left) == 1:
        return left[0]
    if left:
        names = listed((name for name, _ in left), "or")
        return Rejected("AMBIGUOUS", phrase("Whose card is that: {names}?", names=names))
    if part is None:
        return Rejected("ALREADY_COMMITTED", phrase("No card of theirs has to be read out now."))
    return Rejected("ALREADY_COMMITTED", phrase("No card of {name} has to be read out now.", name=part.name))


def _is_meant(ledger: Ledger, name: str, part: Participant | None, who: str) -> bool:
    if part is not None:
        return name == part.name
    return any(own.name == name for own in ledger.conflict.parts_of(who))


def _is_seen(ledger: Ledger, card: Card) -> bool:
    """Whether every such card of a one-pack deck lies open (rules 5.1)."""
    conflict = ledger.conflict
    seen = [shown for slot in conflict.slots for shown in (slot.card, *slot.ties, *slot.fates)]
    won = [kept for part in conflict.participants for kept in part.pile]
    earlier = [shown for shown in seen if shown not in won]
    return (won + earlier).count(card) >= pack(card.deck, ledger.rules).count(card)


def _go_on(ledger: Ledger, chosen: Wanted, card: Card) -> None:
    part, purpose = chosen
    conflict = ledger.conflict
    if purpose is Purpose.SACRIFICE:
        ledger.record(ev.SacrificeCardGiven(part, conflict.sacrifice_to or "", card))
        rank_piles(ledger)
    elif wanted_cards(ledger.state):
        return
    elif conflict.phase is Phase.FINAL_NARRATION:
        rank_piles(ledger)
    else:
        resolve(ledger)
