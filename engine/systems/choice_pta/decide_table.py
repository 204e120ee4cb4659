"""Deciding about the table, its people, house rules and evenings (rules 3.1)."""

from dataclasses import replace

from engine.common.house_rules import SettingValue
from engine.phrase import phrase, plural, spelled
from engine.systems.choice_pta import commands as cmd
from engine.systems.choice_pta import events as ev
from engine.systems.choice_pta.derived import available, hand_size
from engine.systems.choice_pta.describe import tokens
from engine.systems.choice_pta.entities import Protagonist, Seat, Trait
from engine.systems.choice_pta.hands import (
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
    replace_hand,
)
from engine.systems.choice_pta.house_rules import HouseRules
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.naming import find_seat
from engine.systems.choice_pta.rulebook import rule
from engine.systems.choice_pta.settings import setting_named
from engine.systems.choice_pta.state import TOKENS_PER_PLAYER
from engine.systems.choice_pta.vocabulary import CardMode, Cause, Mulligan
from engine.types import Rejected

MOST_PLAYERS = 10
_SPEAKER = frozenset(("i", "me"))


@rule(cmd.CreateTable)
def create_table(ledger: Ledger, command: cmd.CreateTable, who: str) -> Rejected | None:
    """Open a table once: one GM, one to ten players, three tokens for each player (PTA-1, PTA-4)."""
    if ledger.state.seats:
        return Rejected("WRONG_PHASE", phrase("A table is open already."))
    players = tuple(name.strip() for name in command.players if name.strip())
    if not players and command.count:
        players = tuple(f"Player {number}" for number in range(1, min(command.count, MOST_PLAYERS + 1) + 1))
    gm = _gm_name(command)
    refusal = _refuse_seats((*players, gm), len(players))
    if refusal is not None:
        return refusal
    mode = CardMode(command.card_mode.strip().lower())
    rules = _rules(command.settings)
    if isinstance(rules, Rejected):
        return rules
    ledger.record(ev.TableCreated(players, gm, TOKENS_PER_PLAYER * len(players), rules, mode))
    return None


def _gm_name(command: cmd.CreateTable) -> str:
    said = (command.gm or "").strip()
    if said.casefold() in _SPEAKER and command.actor:
        return command.actor.strip()
    return said or "GM"


def _refuse_seats(names: tuple[str, ...], players: int) -> Rejected | None:
    if not 1 <= players <= MOST_PLAYERS:
        return Rejected("BAD_SEAT_COUNT", phrase("One to ten players take part, and the GM."))
    if len({name.casefold() for name in names}) < len(names):
        return Rejected("DUPLICATE_NAME", phrase("Two people have the same name; take another one."))
    return None


def _rules(choices: tuple[cmd.SettingChoice, ...]) -> HouseRules | Rejected:
    rules = HouseRules()
    for choice in choices:
        parsed = _parsed(choice.name, choice.value)
        if isinstance(parsed, Rejected):
            return parsed
        rules = replace(rules, **{parsed[0]: parsed[1]})  # type: ignore[arg-type]
    return rules


def _parsed(name: str, value: SettingValue) -> tuple[str, SettingValue] | Rejected:
    setting = setting_named(name)
    if setting is None:
        return Rejected("UNKNOWN_SETTING", phrase('There is no house rule "{name}".', name=name))
    parsed = setting.parse(value)
    if parsed is None:
        allowed = phrase("{rule} may be: {values}.", rule=spelled(setting.name), values=setting.options)
        return Rejected("BAD_SETTING", allowed)
    return setting.name, parsed


@rule(cmd.ChangeSetting)
def change_setting(ledger: Ledger, command: cmd.ChangeSetting, who: str) -> Rejected | None:
    """Set one house rule between conflicts (rules section 7)."""
    parsed = _parsed(command.name, command.value)
    if isinstance(parsed, Rejected):
        return parsed
    refusal = refuse_in_conflict(ledger)
    if refusal is None:
        ledger.record(ev.SettingChanged(parsed[0], getattr(ledger.rules, parsed[0]), parsed[1]))
    return refusal


def refuse_in_conflict(ledger: Ledger) -> Rejected | None:
    """Only while no conflict runs."""
    if ledger.state.conflict is None:
        return None
    return Rejected("CONFLICT_RUNNING", phrase("A conflict is running; finish or cancel it first."))


@rule(cmd.DefineProtagonist, acts="player", for_others=True)
def define_protagonist(ledger: Ledger, command: cmd.DefineProtagonist, who: str) -> Rejected | None:
    """Write down name and traits, whole or in parts; marks stay with their traits (PTA-5, R-25, R-26)."""
    seat = ledger.seat(who)
    if seat.is_gm and not ledger.rules.gm_traits:
        return Rejected("GM_HAS_NO_TRAITS", phrase("The GM's characters have no traits."))
    known = seat.protagonist or Protagonist("")
    labels = _labels(known, command, ledger.rules.traits_per_protagonist)
    if isinstance(labels, Rejected):
        return labels
    refusal = refuse_in_conflict(ledger)
    if refusal is not None:
        return refusal
    name = (command.name or known.name).strip()
    marks = {trait.label.casefold(): trait.marks for trait in known.traits}
    traits = tuple(Trait(label, marks.get(label.casefold(), 0)) for label in labels)
    ledger.record(ev.ProtagonistDefined(who, name, traits))
    return None


def _labels(known: Protagonist, command: cmd.DefineProtagonist, wanted: int) -> tuple[str, ...] | Rejected:
    """The trait labels the protagonist is to have."""
    labels = [trait.label for trait in known.traits]
    named = command.traits if command.trait is None else (command.trait,)
    new = None if named is None else [label.strip() for label in named if label.strip()]
    if new is not None and (command.position is not None or command.trait is not None):
        at = len(labels) if command.position is None else command.position - 1
        if len(new) != 1 or not 0 <= at < wanted:
            return Rejected("BAD_TRAIT_COUNT", phrase("Name one trait for a place from 1 to {number}.", number=wanted))
        labels[at : at + 1] = new
    elif new is not None:
        if len(new) != wanted:
            count = plural(
                "A protagonist has {number} traits; {count} was named.",
                "A protagonist has {number} traits; {count} were named.",
                len(new),
                number=wanted,
            )
            return Rejected("BAD_TRAIT_COUNT", count)
        labels = new
    if len({label.casefold() for label in labels}) < len(labels):
        return Rejected("DUPLICATE_TRAIT", phrase("Each trait needs a name of its own."))
    return tuple(labels)


def is_defined(seat: Seat, rules: HouseRules) -> bool:
    """Whether a player's protagonist has a name and all traits."""
    who = seat.protagonist
    return who is not None and bool(who.name) and len(who.traits) == rules.traits_per_protagonist


@rule(cmd.StartSitting)
def start_sitting(ledger: Ledger, command: cmd.StartSitting, who: str) -> Rejected | None:
    """Shuffle and deal; marks cleared, mulligans back (PTA-2, PTA-3, PTA-6, PTA-8)."""
    state, rules = ledger.state, ledger.rules
    missing = [seat.name for seat in state.players if not is_defined(seat, rules)]
    if missing:
        needed = phrase("{player} still needs a protagonist with all traits.", player=missing[0])
        return Rejected("PROTAGONIST_MISSING", needed)
    refusal = refuse_in_conflict(ledger)
    if refusal is not None:
        return refusal
    fresh = rules.sitting_carryover == "all_fresh" and state.sitting_no > 0
    if fresh:
        withdraw_offers(ledger, {seat.name for seat in state.seats})
    ledger.record(ev.SittingStarted(state.sitting_no + 1, _mulligans(ledger), deck_names(state), fresh))
    if state.is_virtual:
        open_decks(ledger)
        for seat in ledger.state.seats:
            fill_hand(ledger, seat.name)
    seats = ledger.state.seats
    counts = tuple(hand_size(ledger.state, seat) for seat in seats)
    ledger.record(ev.HandsDealt(tuple(seat.name for seat in seats), counts))
    return None


def _mulligans(ledger: Ledger) -> tuple[str, ...]:
    """Who may replace the starting hand (R-15)."""
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


@rule(cmd.UseMulligan, acts="player")
def use_mulligan(ledger: Ledger, command: cmd.UseMulligan, who: str) -> Rejected | None:
    """Replace the starting hand, once and free (PTA-7)."""
    if not ledger.state.sitting_no:
        return Rejected("WRONG_PHASE", phrase("No hands are dealt yet."))
    mulligan = ledger.seat(who).mulligan
    if mulligan is Mulligan.USED:
        return Rejected("MULLIGAN_SPENT", phrase("{player} has used the mulligan.", player=who))
    if mulligan is Mulligan.EXPIRED:
        return Rejected("MULLIGAN_EXPIRED", phrase("The time for {player}'s mulligan is over.", player=who))
    ledger.record(ev.MulliganUsed(who, hand_size(ledger.state, ledger.seat(who))))
    replace_hand(ledger, who)
    return None


@rule(cmd.ChangeRoster)
def change_roster(ledger: Ledger, command: cmd.ChangeRoster, who: str) -> Rejected | None:
    """Players join and leave between conflicts; no token is lost (PTA-9, R-18)."""
    refusal = refuse_in_conflict(ledger)
    if refusal is not None:
        return refusal
    leaving: list[Seat] = []
    for said in command.remove:
        seat = find_seat(ledger.state, said)
        if isinstance(seat, Rejected):
            return seat
        if seat.is_gm:
            return Rejected("BAD_SEAT_COUNT", phrase("The GM's seat stays."))
        leaving.append(seat)
    added = tuple(name.strip() for name in command.add if name.strip())
    gone = {seat.name for seat in leaving}
    names = (*(seat.name for seat in ledger.state.seats if seat.name not in gone), *added)
    refusal = _refuse_seats(names, len(names) - 1)
    if refusal is None and not (added or gone):
        refusal = Rejected("UNKNOWN_SEAT", phrase("Say who joins or leaves."))
    if refusal is None:
        _change_seats(ledger, tuple(leaving), added)
    return refusal


def _change_seats(ledger: Ledger, leaving: tuple[Seat, ...], added: tuple[str, ...]) -> None:
    gone = {seat.name for seat in leaving}
    withdraw_offers(ledger, gone)
    for seat in leaving:
        ledger.move(f"seat:{seat.name}", "pool", seat.tokens, Cause.ROSTER)
        discard_from_hand(ledger, seat.name, cards_of(seat))
    playing = ledger.state.sitting_no > 0
    decks = tuple(_deck_of_joiner(ledger, name) if playing else "" for name in added)
    minted = TOKENS_PER_PLAYER * len(added) if ledger.rules.roster_token_policy == "mint" else 0
    count = len(ledger.state.players) - len(leaving) + len(added)
    removed = tuple(seat.name for seat in leaving)
    ledger.record(ev.RosterChanged(added, removed, count, decks, minted))
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


def withdraw_offers(ledger: Ledger, seats: set[str]) -> None:
    """Open offers from and to these people end, and their reserved tokens are free (PTA-9)."""
    for offer in ledger.state.offers:
        if offer.is_open and {offer.payer, offer.to} & seats:
            ledger.record(ev.BribeWithdrawn(offer.offer_id, offer.payer))


@rule(cmd.CorrectTokens)
def correct_tokens(ledger: Ledger, command: cmd.CorrectTokens, who: str) -> Rejected | None:
    """Move miscounted tokens between people and pool, outside conflicts."""
    refusal = refuse_in_conflict(ledger)
    if refusal is not None:
        return refusal
    places = [_place(ledger, said) for said in (command.from_, command.to)]
    for place in places:
        if isinstance(place, Rejected):
            return place
    source, goal = (str(place) for place in places)
    left = ledger.state.pool if source == "pool" else available(ledger.state, ledger.seat(source[5:]))
    if not 1 <= command.n <= left:
        return Rejected("NOT_ENOUGH_TOKENS", phrase("Left to move: {tokens}.", tokens=tokens(left)))
    ledger.move(source, goal, command.n, Cause.CORRECTION)
    return None


def _place(ledger: Ledger, said: str) -> str | Rejected:
    if said.strip().casefold() in ("pool", "the pool"):
        return "pool"
    seat = find_seat(ledger.state, said)
    return seat if isinstance(seat, Rejected) else f"seat:{seat.name}"


@rule(cmd.UndoLast)
@rule(cmd.AskStatus)
def nothing(ledger: Ledger, command: cmd.UndoLast | cmd.AskStatus, who: str) -> Rejected | None:
    """Carried out by the history and by `answers`; nothing follows here."""
    return None
