"""The rules of Ember: messages, state, and the ruleset over them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from engine.board import Board, Counter, Line, Move, Panel, Place
from engine.codec import to_json
from engine.common import messages
from engine.dice.roll import Roll, RollRequest
from engine.dice.source import DiceSource
from engine.fields import Faces, NewName, PlayerName, Words
from engine.form import Form
from engine.offers import dice_moves, owed_throws
from engine.ruleset import Ruleset
from engine.types import NarrationView, Rejected, Spoken
from engine.vocabulary import Expected, PlayerWords, Vocabulary
from tests.example_system import INFO

EMBERS = 3
GROWS_FROM = 5


class Command(messages.Command, base=True):
    """A command of Ember: registered by being defined."""

    register: ClassVar[messages.Register] = {}


class Event(messages.Event, base=True):
    """An event of Ember."""

    register: ClassVar[messages.Register] = {}


class SitDown(Command):
    name: NewName


class LightFire(Command):
    """Kindle the fire."""


class TendFire(Command):
    """Throw wood on it."""


class ReportDice(Command):
    player: PlayerName
    values: tuple[Annotated[int, Faces()], ...]


class AskStatus(Command):
    topic: Words


class UndoLast(Command):
    """Take back the latest command."""


class PlayerSatDown(Event):
    name: str


class FireLit(Event):
    keeper: str


class TendingBegan(Event):
    keeper: str


class FireTended(Event):
    keeper: str
    face: int
    embers: int
    next_keeper: str


class FireWentOut(Event):
    """The last ember is gone, for good."""

    undoable: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class State:
    players: tuple[str, ...] = ()
    embers: int = 0
    keeper: str | None = None
    owed: RollRequest | None = None
    rolls: int = 0

    @property
    def phase(self) -> str:
        return "LOBBY" if self.keeper is None else "FIRE"


class Ember:
    """Ember behind the `Ruleset` protocol."""

    info = INFO
    form = Form()
    command_types: tuple[type[Any], ...] = messages.registered(Command)
    event_types: tuple[type[Any], ...] = messages.registered(Event)

    def initial_state(self) -> State:
        return State()

    def decide(self, state: State, command: Command, dice: DiceSource) -> tuple[Event, ...] | Rejected:
        match command:
            case SitDown():
                return _sit_down(state, command.name.strip())
            case LightFire():
                return _light(state)
            case TendFire():
                return _tend(state, command.actor)
            case ReportDice():
                return _report(state, command)
        return Rejected("UNKNOWN", "That means nothing here.")

    def evolve(self, state: State, event: Event) -> State:
        match event:
            case PlayerSatDown():
                return replace(state, players=(*state.players, event.name))
            case FireLit():
                return replace(state, embers=EMBERS, keeper=event.keeper)
            case TendingBegan():
                request = RollRequest(
                    f"roll-{state.rolls + 1}", event.keeper, 1, "TEND", f"{event.keeper} tends the fire"
                )
                return replace(state, owed=request, rolls=state.rolls + 1)
            case FireTended():
                return replace(state, embers=event.embers, keeper=event.next_keeper, owed=None)
            case FireWentOut():
                return replace(state, keeper=None)
        return state

    def describe(self, event: Event) -> str:
        match event:
            case PlayerSatDown():
                return f"{event.name} joins the table."
            case FireLit():
                return f"The fire is lit; {event.keeper} keeps it."
            case FireTended():
                return f"{event.keeper} throws {event.face}: {event.embers} embers."
            case FireWentOut():
                return "The fire is out."
        return ""

    def open_rolls(self, state: State) -> tuple[RollRequest, ...]:
        return () if state.owed is None else (state.owed,)

    def success_from(self, state: State, request: RollRequest) -> int | None:
        return None

    def report(self, roll: Roll) -> Command:
        return ReportDice(player=roll.request.roller, values=roll.faces)

    def narration(self, state: State) -> NarrationView:
        return NarrationView(state.keeper, "KEEPER" if state.keeper else None, order=_after(state)[:-1])

    def view(self, state: State, viewer: str | None = None) -> Mapping[str, Any]:
        seen: Mapping[str, Any] = to_json(state)
        return seen

    def board(self, state: State, viewer: str | None = None) -> Board:
        return Board(
            headline="No fire" if state.keeper is None else f"{state.keeper} keeps the fire",
            holder=state.keeper,
            places=tuple(Place(name, badges=("keeper",) if name == state.keeper else ()) for name in state.players),
            counters=(Counter("embers", state.embers),),
            throws=owed_throws(self.open_rolls(state)),
            order=_after(state)[:-1],
        )

    def sheet(self, state: State, player: str, viewer: str | None = None) -> tuple[Panel, ...]:
        return (Panel("At the fire", (Line(player, "keeper" if player == state.keeper else "listens"),)),)

    def moves(self, state: State, player: str) -> tuple[Move, ...]:
        if state.owed is not None:
            return tuple(dice_moves((state.owed,), player))
        if state.keeper is None:
            return (Move("light_fire", "Light a fire", "Fire"),) if player in state.players else ()
        return (Move("tend_fire", "Tend the fire", "Fire"),) if player == state.keeper else ()

    def secrets(self, state: State, player: str) -> tuple[str, ...]:
        return ()

    def answer(self, state: State, topic: str, player: str | None = None, about: str | None = None) -> str:
        if state.keeper is None:
            return "There is no fire."
        return f"{state.embers} embers." if topic == "embers" else f"{state.keeper} keeps the fire."

    def say(self, before: State, events: tuple[Event, ...], after: State) -> tuple[Spoken, ...]:
        loud = [Spoken(text, 3) for event in events if (text := self.describe(event))]
        if after.keeper and after.keeper != before.keeper:
            loud.append(Spoken(f"{after.keeper} tells on.", 3))
        return tuple(loud)

    def summarise(self, events: tuple[Event, ...], before: State) -> str:
        return next((text.rstrip(".") for event in events if (text := self.describe(event))), "nothing")

    def tally(self, state: State) -> tuple[str, ...]:
        return (f"Embers: {state.embers}",)

    def vocabulary(self, state: State) -> Vocabulary:
        return Vocabulary(tuple(PlayerWords(name) for name in state.players))

    def expected(self, state: State) -> tuple[Expected, ...]:
        return () if state.keeper is None or state.owed else (Expected("tend_fire", state.keeper, optional=True),)

    def settle(self, state: State) -> Command | None:
        return None

    def lapse(self, state: State, request_id: str) -> Command | None:
        return None

    def next_step(self, state: State) -> Command | None:
        return LightFire() if state.keeper is None and state.players else None

    def remind(self, state: State) -> tuple[Spoken, ...]:
        return () if state.owed is None else (Spoken(f"{state.owed.roller}, your die?", 3),)

    def setup(self, roster: Mapping[str, Any]) -> tuple[Command, ...]:
        seats = tuple(SitDown(name=player["name"]) for player in roster["players"])
        return (*seats, LightFire()) if roster.get("holder") else seats


def _sit_down(state: State, name: str) -> tuple[Event, ...] | Rejected:
    if not name or name.casefold() in (known.casefold() for known in state.players):
        return Rejected("NAME_TAKEN", "Everybody needs a name of their own.")
    return (PlayerSatDown(name),)


def _light(state: State) -> tuple[Event, ...] | Rejected:
    if state.keeper is not None or not state.players:
        return Rejected("NO_FIRE_TO_LIGHT", "Sit down first; one fire is enough.")
    return (FireLit(state.players[0]),)


def _tend(state: State, actor: str | None) -> tuple[Event, ...] | Rejected:
    if state.keeper is None or state.owed is not None or actor not in {None, state.keeper}:
        return Rejected("NOT_YOUR_FIRE", "Only its keeper tends the fire, one throw at a time.")
    return (TendingBegan(state.keeper),)


def _report(state: State, command: ReportDice) -> tuple[Event, ...] | Rejected:
    owed = state.owed
    if owed is None or len(command.values) != 1 or not 1 <= command.values[0] <= owed.sides:
        return Rejected("NO_SUCH_ROLL", "One die is thrown when the fire is tended, from 1 to 6.")
    face = command.values[0]
    embers = state.embers + (1 if face >= GROWS_FROM else -1)
    keeper = owed.roller if face >= GROWS_FROM else _after(state)[0]
    tended = FireTended(owed.roller, face, embers, keeper)
    return (tended,) if embers else (tended, FireWentOut())


def _after(state: State) -> tuple[str, ...]:
    """The circle from the one after the keeper round to the keeper."""
    if state.keeper is None:
        return ()
    at = state.players.index(state.keeper) + 1
    return (*state.players[at:], *state.players[:at])


RULESET: Ruleset[State, Command, Event] = Ember()
