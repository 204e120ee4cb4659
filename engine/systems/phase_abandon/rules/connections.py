"""Connections: making them, calling on them, and what they ask (rules 3.17)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from engine.board import Field, Move
from engine.common.messages import Talk
from engine.common.rules import Refused
from engine.common.values import Changes, changed, replaced
from engine.common.words import Worded, number
from engine.fields import NewName, Number, Words
from engine.offers import choice
from engine.phrase import Phrase, phrase, spelled, template, verbatim
from engine.systems.phase_abandon.choices import CHARACTER, YES_NO
from engine.systems.phase_abandon.derived import highest
from engine.systems.phase_abandon.entities import Connection, ConnectionRequest, LiveRoll, State
from engine.systems.phase_abandon.fields import ConnectionName, ConnectionOfTarget, DiceCount, NeededConnection, Target
from engine.systems.phase_abandon.fold import first, known_character, with_character
from engine.systems.phase_abandon.guards import (
    MOST_ENTRIES,
    active_character,
    living_character,
    refuse_absent,
    refuse_if_protected,
    refuse_in_challenge,
    refuse_poor,
    refuse_unless_idle,
)
from engine.systems.phase_abandon.house_rules import HouseRules
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import CharacterEvent, Event, PlayerCommand
from engine.systems.phase_abandon.naming import find, find_connection, find_player, matching
from engine.systems.phase_abandon.rules.narration import interrupt
from engine.systems.phase_abandon.rules.roll_offs import settle
from engine.systems.phase_abandon.rules.rolls import ask_throw
from engine.systems.phase_abandon.vocabulary import (
    CharacterStatus,
    ChipReason,
    RequestStatus,
    RollKind,
    RollOffReason,
    RollOffUse,
)
from engine.systems.phase_abandon.words import counted, dice_in_figures
from engine.types import Spoken

_REQUEST = phrase("request"), phrase("requests")
ROLLED = "ROLLED"
"""Reason of a connection's change that its own dice caused."""


CONNECTIONS = phrase("Connections")
_WHAT_FOR = Field("request_text", phrase("What for"), optional=True)


class ConnectionAdded(CharacterEvent):
    """A new acquaintance."""

    told: ClassVar[str] = template("{character} knows {npc_name}, {value}.")
    said: ClassVar[str] = template("{character} knows {npc_name} now, at {value}.")
    weight: ClassVar[int] = 2
    taken_back: ClassVar[str] = template("the connection to {npc_name}")
    npc_name: str
    value: int

    def apply(self, state: State) -> Changes:
        character = known_character(state, self.character)
        connections = (*character.connections, Connection(self.npc_name, self.value))
        return with_character(state, self.character, connections=connections)


class ConnectionCalled(Event):
    """A connection is asked for help."""

    taken_back: ClassVar[str] = template("{player}'s call on {connection}")
    told: ClassVar[str] = template("{character} calls on {connection} with {dice}.")
    roll: str
    connection: str
    player: str
    character: str
    dice: Annotated[int, Worded(dice_in_figures)]
    request_text: str

    def apply(self, state: State) -> Changes:
        roll = LiveRoll(
            roll_id=self.roll,
            kind=RollKind.CONNECTION,
            roller=self.player,
            character_id=self.character,
            description=self.request_text,
            effective=self.dice,
            connection=self.connection,
        )
        return {"roll": roll, "roll_count": state.roll_count + 1}


class ConnectionInvoked(Event):
    """A connection asks for something."""

    told: ClassVar[str] = template("{connection} asks {character} for something.")
    said: ClassVar[str] = template("{connection} wants something from {target}.")
    weight: ClassVar[int] = 2
    taken_back: ClassVar[str] = template("{connection}'s request to {target}")
    roll: str
    request: str
    connection: str
    invoker: str
    target: str
    character: str
    dice: int
    request_text: str

    def apply(self, state: State) -> Changes:
        request = ConnectionRequest(
            self.request, self.connection, self.character, self.target, self.invoker, self.request_text
        )
        roll = LiveRoll(
            roll_id=self.roll,
            kind=RollKind.CONNECTION_REQUEST,
            roller=self.invoker,
            character_id=self.character,
            description=self.request_text,
            effective=self.dice,
            connection=self.connection,
            request_id=self.request,
        )
        return {"roll": roll, "roll_count": state.roll_count + 1, "requests": (*state.requests, request)}


class ConnectionChanged(CharacterEvent):
    """A connection is worth more or less."""

    told: ClassVar[str] = template("{connection} is now at {new}, was {old}.")
    connection: str
    old: int
    new: int
    reason: str

    def apply(self, state: State) -> Changes:
        character = known_character(state, self.character)
        old = first(character.connections, lambda known: known.npc_name == self.connection, "connection")
        connections = replaced(character.connections, old, changed(old, value=self.new))
        changes = with_character(state, self.character, connections=connections)
        if self.reason == ROLLED and state.last_roll is not None:
            changes["last_roll"] = changed(state.last_roll, relation=self.new - self.old)
        return changes

    def aloud(self) -> Spoken | None:
        value = number(self.new)
        if self.new > self.old:
            return Spoken(phrase("{connection} rises to {value}.", connection=self.connection, value=value), 2)
        if self.new < self.old:
            return Spoken(phrase("{connection} drops to {value}.", connection=self.connection, value=value), 2)
        return None


class ConnectionRequestOpened(Event):
    """The strength of a request."""

    told: ClassVar[str] = template("{connection} asks with strength {strength}.")
    request: str
    connection: str
    strength: int

    def apply(self, state: State) -> Changes:
        return _request(state, self.request, strength=self.strength, status=RequestStatus.OPEN)


class ConnectionRequestSettled(Event):
    """A request is done or refused."""

    taken_back: ClassVar[str] = template("the answer to {connection}")
    request: str
    connection: str
    fulfilled: bool
    change: int

    def apply(self, state: State) -> Changes:
        status = RequestStatus.FULFILLED if self.fulfilled else RequestStatus.REFUSED
        return _request(state, self.request, status=status)

    def sentence(self) -> Phrase:
        if self.fulfilled:
            return phrase("The request of {connection} is fulfilled.", connection=self.connection)
        return phrase("The request of {connection} is refused.", connection=self.connection)

    def aloud(self) -> Spoken:
        done = phrase("{connection}'s request is done.", connection=self.connection)
        refused = phrase("{connection}'s request is refused.", connection=self.connection)
        return Spoken(done if self.fulfilled else refused, 2)


def _request(state: State, request_id: str, /, **changes: object) -> Changes:
    request = first(state.requests, lambda request: request.request_id == request_id, "connection request")
    return {"requests": replaced(state.requests, request, changed(request, **changes))}


class AddConnection(PlayerCommand):
    """Write down an acquaintance (PA-24, PA-111)."""

    taps: ClassVar[tuple[Move, ...]] = (
        Move("add_connection", phrase("Add a connection"), CHARACTER, (), (Field("npc_name", phrase("Name")),)),
    )
    phases: ClassVar[str] = "COP"
    talk: ClassVar[Talk] = Talk(confirm="A connection to {npc_name}, {player}?", main=True)
    npc_name: NewName
    value: Annotated[int, Number(1, judged=True)] = 1

    def decide(self, ledger: Ledger, who: str) -> None:
        """Write down an acquaintance (PA-24, PA-111, R-63)."""
        character = living_character(ledger.state, who)
        name = self.npc_name.strip()
        if any(known.npc_name.casefold() == name.casefold() for known in character.connections):
            knows = phrase("{character} already knows {connection}.", character=character.name, connection=name)
            raise Refused("E_DUPLICATE", knows)
        if len(character.connections) >= MOST_ENTRIES:
            most = phrase("{character} knows at most {count} people.", character=character.name, count=MOST_ENTRIES)
            raise Refused("E_LIMIT", most)
        at_creation = (
            character.status is CharacterStatus.DRAFT and ledger.rules.starting_connection_value == "group_sets"
        )
        if self.value < 1 or (self.value > 1 and not at_creation):
            raise Refused("E_RANGE", phrase("A new connection starts at 1."))
        ledger.record(ConnectionAdded(character.name, name, self.value))


def most_dice(value: int, rules: HouseRules) -> int:
    """Dice a connection of this value gives (R-67)."""
    cap = rules.connection_dice_cap
    return min(cap, value) if isinstance(cap, int) else value


class CallConnection(PlayerCommand):
    """Ask a connection for help (PA-106); `dice` None = as many as allowed."""

    talk: ClassVar[Talk] = Talk(confirm="A call to {connection}, {player}?", main=True, throws="CONNECTION")
    connection: NeededConnection
    dice: DiceCount | None = None
    request_text: Words = ""

    def decide(self, ledger: Ledger, who: str) -> None:
        state = ledger.state
        refuse_in_challenge(state)
        refuse_unless_idle(state)
        refuse_if_protected(state)
        character = active_character(state, who)
        known = find_connection(character, self.connection)
        most = most_dice(known.value, ledger.rules)
        dice = most if self.dice is None else self.dice
        if not 1 <= dice <= most:
            limit = phrase(
                "{connection} gives {dice} at most.", connection=known.npc_name, dice=counted(most, "die", "dice")
            )
            raise Refused("E_RANGE", limit)
        interrupt(ledger, who)
        ledger.record(
            ConnectionCalled(ledger.next_roll_id(), known.npc_name, who, character.name, dice, self.request_text)
        )
        ask_throw(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        character = state.character_of(who)
        if character is not None and character.connections:
            known = [(each.npc_name, verbatim(f"{each.npc_name}, {each.value}")) for each in character.connections]
            fields = (choice("connection", phrase("Who"), known), _WHAT_FOR)
            yield Move(cls.kind, phrase("Call on somebody"), CONNECTIONS, (), fields)


class InvokeConnection(PlayerCommand):
    """A connection asks its owner for something (PA-109)."""

    talk: ClassVar[Talk] = Talk(
        confirm="A chip so that {connection} asks {target} for something?", main=True, of_others=True
    )
    target: Target
    connection: ConnectionOfTarget
    request_text: Words = ""

    def decide(self, ledger: Ledger, who: str) -> None:
        state = ledger.state
        refuse_unless_idle(state)
        refuse_if_protected(state)
        target = find_player(state, self.target)
        if target.name == who:
            raise Refused("E_SELF", phrase("Somebody else's connection has to be called on."))
        refuse_absent(target)
        character = state.character_of(target.name)
        if character is None:
            raise Refused("E_UNKNOWN", phrase("{player} has no character.", player=target.name))
        known = find_connection(character, self.connection)
        _refuse_poorer(ledger, who)
        if ledger.state.roll_off is not None:
            return
        refuse_poor(ledger.state, who, 1)
        interrupt(ledger, who)
        ledger.record(
            ConnectionInvoked(
                roll=ledger.next_roll_id(),
                request=f"request-{len(state.requests) + 1}",
                connection=known.npc_name,
                invoker=who,
                target=target.name,
                character=character.name,
                dice=most_dice(known.value, ledger.rules),
                request_text=self.request_text,
            )
        )
        ledger.pay(who, target.name, 1, ChipReason.CONNECTION_INVOKED)
        ask_throw(ledger)

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        for other in state.present:
            theirs = state.character_of(other.name)
            if other.name != who and theirs is not None and theirs.connections:
                fields = (
                    choice("connection", phrase("Who"), [each.npc_name for each in theirs.connections]),
                    _WHAT_FOR,
                )
                label = phrase("Have somebody {player} knows ask a favour (a chip)", player=other.name)
                yield Move(cls.kind, label, CONNECTIONS, (("target", other.name),), fields)


def _refuse_poorer(ledger: Ledger, who: str) -> None:
    """Only the richest player may; among several a roll-off decides first and is remembered (PA-109)."""
    richest = highest(ledger.state)
    claim = ledger.state.highest_claim
    if all(player.name != who for player in richest) or (claim is not None and claim != who):
        raise Refused("E_NOT_HIGHEST", phrase("Only the player with most chips may do that."))
    if len(richest) == 1 or claim == who:
        return
    winner = settle(ledger, richest, RollOffReason.HIGHEST, RollOffUse.CLAIM)
    if winner not in (None, who):
        raise Refused("E_NOT_HIGHEST", phrase("{player} comes first among those with most chips.", player=winner))


class SettleConnectionRequest(PlayerCommand):
    """The owner did or refused what was asked (PA-110).

    Attributes:
        request: Request id, or the connection's name; None = the owner's only open one.
        fulfilled: Whether it was done.
        raise_: Whether the connection rises by the strength; JSON name `raise`.
    """

    phases: ClassVar[str] = "PE"
    talk: ClassVar[Talk] = Talk(confirm="Is the request {fulfilled:fulfilled|refused}?", awaited="requested")
    json_names: ClassVar[Mapping[str, str]] = {"raise_": "raise"}
    request: ConnectionName | None = None
    fulfilled: bool = True
    raise_: bool = True

    def decide(self, ledger: Ledger, who: str) -> None:
        request = _request_meant(ledger, who, self.request)
        if request.target != who:
            raise Refused("E_NOT_OWNER", phrase("{player} was asked.", player=request.target))
        if request.status is not RequestStatus.OPEN:
            raise Refused("E_ALREADY", phrase("That request is {status}.", status=spelled(request.status)))
        character = known_character(ledger.state, request.character_id)
        known = first(character.connections, lambda known: known.npc_name == request.connection_id, "connection")
        if self.fulfilled:
            value = known.value + (request.strength if self.raise_ else 0)
        else:
            value = max(1, known.value - request.strength)
        change = value - known.value
        ledger.record(ConnectionRequestSettled(request.request_id, known.npc_name, self.fulfilled, change))
        if change:
            reason = "FULFILLED" if self.fulfilled else "REFUSED"
            ledger.record(ConnectionChanged(character.name, known.npc_name, known.value, value, reason))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        for request in state.requests:
            if request.target != who or request.status is not RequestStatus.OPEN:
                continue
            given, asking = ("request", request.request_id), request.connection_id
            grows = choice("raise", phrase("{connection} values you more", connection=asking), YES_NO)
            done = phrase("Do what {connection} asks", connection=asking)
            yield Move(cls.kind, done, CONNECTIONS, (given, ("fulfilled", True)), (grows,))
            refuse = phrase("Refuse {connection}", connection=asking)
            yield Move(cls.kind, refuse, CONNECTIONS, (given, ("fulfilled", False)))


def _request_meant(ledger: Ledger, who: str, said: str | None) -> ConnectionRequest:
    """By id or connection; nothing said means the only open one of the player."""
    requests = ledger.state.requests
    own = tuple(request for request in requests if request.target == who and request.status is RequestStatus.OPEN)
    if not said:
        if len(own) == 1:
            return own[0]
        raise Refused("E_AMBIGUOUS" if own else "E_UNKNOWN", phrase("Say which request is meant."))
    for request in requests:
        if request.request_id == said:
            return request
    pool = own if matching(own, _connection, said) else tuple(reversed(requests))
    return find(pool, _connection, said, _REQUEST)


def _connection(request: ConnectionRequest) -> str:
    return request.connection_id
