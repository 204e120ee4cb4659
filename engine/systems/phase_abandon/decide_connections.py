"""Deciding about connections (rules 3.17)."""

from engine.phrase import phrase, spelled
from engine.systems.phase_abandon import commands as cmd
from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.decide_rolls import ask_throw
from engine.systems.phase_abandon.derived import highest
from engine.systems.phase_abandon.entities import ConnectionRequest
from engine.systems.phase_abandon.fold import first, known_character
from engine.systems.phase_abandon.guards import (
    active_character,
    refuse_if_protected,
    refuse_in_challenge,
    refuse_poor,
    refuse_unless_idle,
)
from engine.systems.phase_abandon.house_rules import HouseRules
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.naming import find, find_connection, find_player
from engine.systems.phase_abandon.passing import interrupt
from engine.systems.phase_abandon.rulebook import rule
from engine.systems.phase_abandon.ties import settle
from engine.systems.phase_abandon.vocabulary import ChipReason, RequestStatus, RollOffReason, RollOffUse
from engine.systems.phase_abandon.words import counted
from engine.types import Rejected

_REQUEST = phrase("request"), phrase("requests")


def most_dice(value: int, rules: HouseRules) -> int:
    """Dice a connection of this value gives (R-67)."""
    cap = rules.connection_dice_cap
    return min(cap, value) if isinstance(cap, int) else value


@rule(cmd.CallConnection, "P", acts="player")
def call_connection(ledger: Ledger, command: cmd.CallConnection, who: str) -> Rejected | None:
    """Ask a connection for help (PA-106)."""
    state = ledger.state
    refusal = refuse_in_challenge(state) or refuse_unless_idle(state) or refuse_if_protected(state)
    if refusal is not None:
        return refusal
    character = active_character(state, who)
    if isinstance(character, Rejected):
        return character
    known = find_connection(character, command.connection)
    if isinstance(known, Rejected):
        return known
    most = most_dice(known.value, ledger.rules)
    dice = most if command.dice is None else command.dice
    if not 1 <= dice <= most:
        limit = phrase(
            "{connection} gives {dice} at most.", connection=known.npc_name, dice=counted(most, "die", "dice")
        )
        return Rejected("E_RANGE", limit)
    interrupt(ledger, who)
    ledger.record(
        ev.ConnectionCalled(ledger.next_roll_id(), known.npc_name, who, character.name, dice, command.request_text)
    )
    ask_throw(ledger)
    return None


@rule(cmd.InvokeConnection, "P", acts="player")
def invoke_connection(ledger: Ledger, command: cmd.InvokeConnection, who: str) -> Rejected | None:
    """A connection asks its owner for something (PA-109)."""
    state = ledger.state
    refusal = refuse_unless_idle(state) or refuse_if_protected(state)
    if refusal is not None:
        return refusal
    target = find_player(state, command.target)
    if isinstance(target, Rejected):
        return target
    if target.name == who:
        return Rejected("E_SELF", phrase("Somebody else's connection has to be called on."))
    if not target.present:
        return Rejected("E_ABSENT", phrase("{player} is not at the table.", player=target.name))
    character = state.character_of(target.name)
    if character is None:
        return Rejected("E_UNKNOWN", phrase("{player} has no character.", player=target.name))
    known = find_connection(character, command.connection)
    if isinstance(known, Rejected):
        return known
    refusal = _refuse_poorer(ledger, who)
    if refusal is not None or ledger.state.roll_off is not None:
        return refusal
    refusal = refuse_poor(ledger.state, who, 1)
    if refusal is not None:
        return refusal
    interrupt(ledger, who)
    ledger.record(
        ev.ConnectionInvoked(
            roll=ledger.next_roll_id(),
            request=f"request-{len(state.requests) + 1}",
            connection=known.npc_name,
            invoker=who,
            target=target.name,
            character=character.name,
            dice=most_dice(known.value, ledger.rules),
            request_text=command.request_text,
        )
    )
    ledger.pay(who, target.name, 1, ChipReason.CONNECTION_INVOKED)
    ask_throw(ledger)
    return None


def _refuse_poorer(ledger: Ledger, who: str) -> Rejected | None:
    """Only the richest player may; among several a roll-off decides first and is remembered (PA-109)."""
    richest = highest(ledger.state)
    claim = ledger.state.highest_claim
    if all(player.name != who for player in richest) or (claim is not None and claim != who):
        return Rejected("E_NOT_HIGHEST", phrase("Only the player with most chips may do that."))
    if len(richest) == 1 or claim == who:
        return None
    winner = settle(ledger, richest, RollOffReason.HIGHEST, RollOffUse.CLAIM)
    if winner in (None, who):
        return None
    return Rejected("E_NOT_HIGHEST", phrase("{player} comes first among those with most chips.", player=winner))


@rule(cmd.SettleConnectionRequest, "PE", acts="player")
def settle_connection_request(ledger: Ledger, command: cmd.SettleConnectionRequest, who: str) -> Rejected | None:
    """The owner did or refused what was asked (PA-110)."""
    request = _request_meant(ledger, who, command.request)
    if isinstance(request, Rejected):
        return request
    if request.target != who:
        return Rejected("E_NOT_OWNER", phrase("{player} was asked.", player=request.target))
    if request.status is not RequestStatus.OPEN:
        return Rejected("E_ALREADY", phrase("That request is {status}.", status=spelled(request.status)))
    character = known_character(ledger.state, request.character_id)
    known = first(character.connections, lambda known: known.npc_name == request.connection_id, "connection")
    if command.fulfilled:
        value = known.value + (request.strength if command.raise_ else 0)
    else:
        value = max(1, known.value - request.strength)
    change = value - known.value
    ledger.record(ev.ConnectionRequestSettled(request.request_id, known.npc_name, command.fulfilled, change))
    if change:
        reason = "FULFILLED" if command.fulfilled else "REFUSED"
        ledger.record(ev.ConnectionChanged(character.name, known.npc_name, known.value, value, reason))
    return None


def _request_meant(ledger: Ledger, who: str, said: str | None) -> ConnectionRequest | Rejected:
    """By id or connection; nothing said means the only open one of the player."""
    requests = ledger.state.requests
    own = tuple(request for request in requests if request.target == who and request.status is RequestStatus.OPEN)
    if not said:
        if len(own) == 1:
            return own[0]
        return Rejected("E_AMBIGUOUS" if own else "E_UNKNOWN", phrase("Say which request is meant."))
    for request in requests:
        if request.request_id == said:
            return request
    found = find(own, lambda request: request.connection_id, said, _REQUEST)
    if isinstance(found, Rejected) and found.code == "E_UNKNOWN":
        found = find(reversed(requests), lambda request: request.connection_id, said, _REQUEST)
    return found
