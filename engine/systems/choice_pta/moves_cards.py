"""Taps while cards are played, turned up and read out (rules 2.4, 3.4 to 3.7)."""

from collections.abc import Iterator

from engine.board import Field, Move
from engine.dice.cards import RANKS
from engine.offers import choice
from engine.systems.choice_pta.cards import COLOURS, JOKER, spoken
from engine.systems.choice_pta.derived import available, gm_limit, gm_spent, without_card
from engine.systems.choice_pta.entities import Conflict, Participant, Seat
from engine.systems.choice_pta.moves_stakes import parts_of
from engine.systems.choice_pta.resolving import wanted_cards
from engine.systems.choice_pta.stakes import is_adopted, opponents
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Against, Purpose, Status

CARDS, BONUSES = "Cards", "Bonuses"
_SUITS = ("clubs", "spades", "hearts", "diamonds")
_AGAINST = ((Against.GM, "the GM"), (Against.PLAYERS, "players"))


def fate_and_cards(state: State, conflict: Conflict, seat: Seat) -> Iterator[Move]:
    """What the rules wait for from this person: a fate, a card read out, a card played."""
    for part in conflict.parts_of(seat.name):
        given = (("part_id", part.name),)
        if part.name in conflict.choosing:
            fight = f"Fight on{_for(conflict, part)}, harmed"
            yield Move("choose_fate", fight, "Fate", (*given, ("choice", "fight_on")), owed=True)
            yield Move(
                "choose_fate", f"Leave the fight{_for(conflict, part)}", "Fate", (*given, ("choice", "out")), owed=True
            )
    for name, purpose in wanted_cards(state):
        found = conflict.part(name)
        if found is not None and found.seat == seat.name:
            yield from _read_out(state, conflict, found, purpose)
    for part in without_card(conflict, seat.name):
        yield from _play(state, conflict, seat, part)


def _for(conflict: Conflict, part: Participant) -> str:
    """Which stake is meant, where somebody has several."""
    return f" for {part.name}" if len(conflict.parts_of(part.seat)) > 1 else ""


def _play(state: State, conflict: Conflict, seat: Seat, part: Participant) -> Iterator[Move]:
    """Every card of the hand by its code word, and the unseen top card (PTA-31 to PTA-33)."""
    given, whose = (("part_id", part.name),), _for(conflict, part)
    if not state.is_virtual:
        yield Move("play_choice", f"Lay a card of your hand face down{whose}", CARDS, given, owed=True)
    for held in seat.hand:
        label = f"Play the {spoken(held.card)}{whose}"
        yield Move("play_choice", label, CARDS, (*given, ("slot_code", held.code)), owed=True, secret=True)
    yield Move("play_chance", f"Play the top card unseen{whose}", CARDS, given, owed=True)


def _read_out(state: State, conflict: Conflict, part: Participant, purpose: Purpose) -> Iterator[Move]:
    """A real card's rank and suit; jokers have no suit."""
    given = (("part_id", part.name), ("purpose", purpose.value))
    rank = choice("rank", "Rank", RANKS)
    suit, whose = choice("suit", "Suit", _SUITS), _for(conflict, part)
    yield Move("declare_card", f"Read your card out{whose}", CARDS, given, (rank, suit), owed=True)
    coloured = state.house_rules.joker_tie_rank == "by_colour"
    colour = choice("suit", "Colour", COLOURS)
    joker = (*given, ("rank", JOKER))
    yield Move("declare_card", f"Read out a joker{whose}", CARDS, joker, (colour,) if coloured else (), owed=True)


def while_cards_lie(state: State, conflict: Conflict, seat: Seat) -> Iterator[Move]:
    """Bonuses, a new hand, cards taken back, and turning everything up."""
    yield from _bonuses(state, conflict, seat)
    yield Move("redraw_hand", "Pay a token for a new hand", CARDS)
    for part in conflict.parts_of(seat.name):
        if conflict.slot(part.name) is not None:
            yield Move("retract_card", f"Take your card back{_for(conflict, part)}", CARDS, (("part_id", part.name),))
    yield Move("reveal", "Turn the cards up", CARDS)
    yield from adopting(conflict, seat)


def _bonuses(state: State, conflict: Conflict, seat: Seat) -> Iterator[Move]:
    """Traits and tokens on cards, the own one first, then those of players (PTA-36 to PTA-43)."""
    laid = [part for part in conflict.participants if conflict.slot(part.name) is not None]
    laid.sort(key=lambda part: (part.seat != seat.name, part.seat == state.gm.name))
    if not laid:
        return
    target = Field("target", "On whose card", "choice", parts_of(tuple(laid)))
    for trait in seat.protagonist.traits if seat.protagonist is not None else ():
        yield Move("spend_trait", f"Lay {trait.label} on a card", BONUSES, (("trait", trait.label),), (target,))
    number = _tokens(state, conflict, seat)
    yield Move("spend_tokens", "Lay tokens on a card", BONUSES, fields=(number, target))
    mixed = tuple(part for part in laid if _faces_both(state, conflict, part))
    for side, whom in _AGAINST if mixed else ():
        against = Field("target", "On whose card", "choice", parts_of(mixed))
        label = f"Lay tokens against {whom}"
        yield Move("spend_tokens", label, BONUSES, (("against", side.value),), (number, against))
    yield Move("withdraw_bonus", "Take your latest bonus back", BONUSES, fields=(target,))


def _tokens(state: State, conflict: Conflict, seat: Seat) -> Field:
    """As many as this person may still lay this round (PTA-41)."""
    free = available(state, seat)
    most = min(free, gm_limit(state, conflict) - gm_spent(state, conflict)) if seat.is_gm else free
    return Field("n", "Tokens", "number", least=1, most=max(1, most))


def _faces_both(state: State, conflict: Conflict, part: Participant) -> bool:
    """Whether a participant opposes the GM and players at once (PTA-43, R-38)."""
    gm = state.gm.name
    return len({rival.seat == gm for rival in opponents(conflict, part.name, gm)}) == 2


def adopting(conflict: Conflict, seat: Seat) -> Iterator[Move]:
    """Carrying on the stake of somebody destroyed; both have to agree (PTA-94)."""
    active = tuple(part for part in conflict.participants if part.status is Status.ACTIVE)
    for part in conflict.participants:
        if part.status is Status.DESTROYED and not is_adopted(conflict, part.name):
            given = (("from", part.name), ("consent", True))
            heir = Field("adopter", "Who carries it on", "choice", parts_of(active))
            yield Move("adopt_stake", f"Carry on the stake of {part.name}, as both agree", "Fate", given, (heir,))
