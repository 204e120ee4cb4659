"""Taps while cards are played, turned up and read out (rules 2.4, 3.4 to 3.7)."""

from collections.abc import Iterable, Iterator

from engine.board import Field, Move
from engine.dice.cards import RANKS
from engine.offers import choice
from engine.phrase import Phrase, phrase
from engine.systems.choice_pta.cards import COLOURS, JOKER, card_word, spoken
from engine.systems.choice_pta.derived import available, gm_limit, gm_spent, without_card
from engine.systems.choice_pta.entities import Conflict, Participant, Seat
from engine.systems.choice_pta.moves_stakes import for_which, parts_of
from engine.systems.choice_pta.resolving import wanted_cards
from engine.systems.choice_pta.stakes import is_adopted, opponents
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Against, Purpose, Status

CARDS = phrase("Cards")
BONUSES = phrase("Bonuses")
FATE = phrase("Fate")
_SUITS = ("clubs", "spades", "hearts", "diamonds")
_AGAINST = (
    (Against.GM, phrase("Lay tokens against the GM")),
    (Against.PLAYERS, phrase("Lay tokens against players")),
)


def fate_and_cards(state: State, conflict: Conflict, seat: Seat) -> Iterator[Move]:
    """What the rules wait for from this person: a fate, a card read out, a card played."""
    for part in conflict.parts_of(seat.name):
        given = (("part_id", part.name),)
        if part.name in conflict.choosing:
            whose = for_which(conflict, part)
            fight, leave = phrase("Fight on{whose}, harmed", whose=whose), phrase("Leave the fight{whose}", whose=whose)
            yield Move("choose_fate", fight, FATE, (*given, ("choice", "fight_on")), owed=True)
            yield Move("choose_fate", leave, FATE, (*given, ("choice", "out")), owed=True)
    for name, purpose in wanted_cards(state):
        found = conflict.part(name)
        if found is not None and found.seat == seat.name:
            yield from _read_out(state, conflict, found, purpose)
    for part in without_card(conflict, seat.name):
        yield from _play(state, conflict, seat, part)


def _play(state: State, conflict: Conflict, seat: Seat, part: Participant) -> Iterator[Move]:
    """Every card of the hand by its code word, and the unseen top card (PTA-31 to PTA-33)."""
    given, whose = (("part_id", part.name),), for_which(conflict, part)
    if not state.is_virtual:
        label = phrase("Lay a card of your hand face down{whose}", whose=whose)
        yield Move("play_choice", label, CARDS, given, owed=True)
    for held in seat.hand:
        label = phrase("Play the {card}{whose}", card=spoken(held.card), whose=whose)
        yield Move("play_choice", label, CARDS, (*given, ("slot_code", held.code)), owed=True, secret=True)
    yield Move("play_chance", phrase("Play the top card unseen{whose}", whose=whose), CARDS, given, owed=True)


def _read_out(state: State, conflict: Conflict, part: Participant, purpose: Purpose) -> Iterator[Move]:
    """A real card's rank and suit; jokers have no suit."""
    given = (("part_id", part.name), ("purpose", purpose.value))
    rank, suit = choice("rank", phrase("Rank"), _words(RANKS)), choice("suit", phrase("Suit"), _words(_SUITS))
    whose = for_which(conflict, part)
    yield Move("declare_card", phrase("Read your card out{whose}", whose=whose), CARDS, given, (rank, suit), owed=True)
    coloured = state.house_rules.joker_tie_rank == "by_colour"
    fields = (choice("suit", phrase("Colour"), _words(COLOURS)),) if coloured else ()
    label = phrase("Read out a joker{whose}", whose=whose)
    yield Move("declare_card", label, CARDS, (*given, ("rank", JOKER)), fields, owed=True)


def _words(words: Iterable[str]) -> Iterator[tuple[str, Phrase]]:
    return ((word, card_word(word)) for word in words)


def while_cards_lie(state: State, conflict: Conflict, seat: Seat) -> Iterator[Move]:
    """Bonuses, a new hand, cards taken back, and turning everything up."""
    yield from _bonuses(state, conflict, seat)
    yield Move("redraw_hand", phrase("Pay a token for a new hand"), CARDS)
    for part in conflict.parts_of(seat.name):
        if conflict.slot(part.name) is not None:
            label = phrase("Take your card back{whose}", whose=for_which(conflict, part))
            yield Move("retract_card", label, CARDS, (("part_id", part.name),))
    yield Move("reveal", phrase("Turn the cards up"), CARDS)
    yield from adopting(conflict, seat)


def _bonuses(state: State, conflict: Conflict, seat: Seat) -> Iterator[Move]:
    """Traits and tokens on cards, the own one first, then those of players (PTA-36 to PTA-43)."""
    laid = [part for part in conflict.participants if conflict.slot(part.name) is not None]
    laid.sort(key=lambda part: (part.seat != seat.name, part.seat == state.gm.name))
    if not laid:
        return
    target = Field("target", phrase("On whose card"), "choice", parts_of(tuple(laid)))
    for trait in seat.protagonist.traits if seat.protagonist is not None else ():
        label = phrase("Lay {trait} on a card", trait=trait.label)
        yield Move("spend_trait", label, BONUSES, (("trait", trait.label),), (target,))
    number = _tokens(state, conflict, seat)
    yield Move("spend_tokens", phrase("Lay tokens on a card"), BONUSES, fields=(number, target))
    mixed = tuple(part for part in laid if _faces_both(state, conflict, part))
    for side, label in _AGAINST if mixed else ():
        against = Field("target", phrase("On whose card"), "choice", parts_of(mixed))
        yield Move("spend_tokens", label, BONUSES, (("against", side.value),), (number, against))
    yield Move("withdraw_bonus", phrase("Take your latest bonus back"), BONUSES, fields=(target,))


def _tokens(state: State, conflict: Conflict, seat: Seat) -> Field:
    """As many as this person may still lay this round (PTA-41)."""
    free = available(state, seat)
    most = min(free, gm_limit(state, conflict) - gm_spent(state, conflict)) if seat.is_gm else free
    return Field("n", phrase("Tokens"), "number", least=1, most=max(1, most))


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
            heir = Field("adopter", phrase("Who carries it on"), "choice", parts_of(active))
            label = phrase("Carry on the stake of {name}, as both agree", name=part.name)
            yield Move("adopt_stake", label, FATE, given, (heir,))
