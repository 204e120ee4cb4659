"""The Kleptonomicon behind the `Ruleset` protocol."""

from collections.abc import Mapping
from typing import Any

from engine.board import Board, Move, Panel
from engine.common.messages import registered
from engine.dice.roll import Roll, RollRequest
from engine.dice.source import DiceSource
from engine.phrase import Phrase
from engine.ruleset import Ruleset
from engine.systems.kleptonomicon import INFO
from engine.systems.kleptonomicon.answers import answer
from engine.systems.kleptonomicon.board import board
from engine.systems.kleptonomicon.decide import decide
from engine.systems.kleptonomicon.form import FORM
from engine.systems.kleptonomicon.ledger import evolve
from engine.systems.kleptonomicon.listening import expected, narration, vocabulary
from engine.systems.kleptonomicon.messages import Command, Event
from engine.systems.kleptonomicon.moves import moves
from engine.systems.kleptonomicon.roster import commands_for
from engine.systems.kleptonomicon.rules.table import StartSession
from engine.systems.kleptonomicon.rules.testing import SubmitDice, SubmitScore, roll_requests
from engine.systems.kleptonomicon.sheet import sheet
from engine.systems.kleptonomicon.speech import describe_undo, remind, say
from engine.systems.kleptonomicon.state import State, initial_state
from engine.systems.kleptonomicon.tally import tally
from engine.systems.kleptonomicon.view import secrets, view
from engine.systems.kleptonomicon.vocabulary import RUNNING
from engine.types import NarrationView, Rejected, Spoken
from engine.vocabulary import Expected, Vocabulary


class Kleptonomicon:
    """The rules of the Kleptonomicon, chapter 1.5."""

    info = INFO
    form = FORM
    command_types: tuple[type[Any], ...] = registered(Command)
    event_types: tuple[type[Any], ...] = registered(Event)

    def initial_state(self) -> State:
        """State of a table before its first command."""
        return initial_state()

    def decide(self, state: State, command: Command, dice: DiceSource) -> tuple[Event, ...] | Rejected:
        """Facts that follow from the command, or why it is refused; never draws dice."""
        return decide(state, command, dice)

    def evolve(self, state: State, event: Event) -> State:
        """State after the event."""
        return evolve(state, event)

    def describe(self, event: Event) -> Phrase:
        """The event as one spoken sentence, empty when nobody needs to hear it."""
        return event.sentence()

    def open_rolls(self, state: State) -> tuple[RollRequest, ...]:
        """Dice of Tests the table owes now."""
        return roll_requests(state) if state.tests else ()

    def success_from(self, state: State, request: RollRequest) -> int | None:
        """None: the dice of a Test are added up (KL-24)."""
        return None

    def report(self, roll: Roll) -> Command:
        """The command that hands these faces, or the total somebody said, to the rules."""
        if roll.total is not None and not roll.faces:
            return SubmitScore(test_id=roll.request.request_id, score=roll.total)
        return SubmitDice(test_id=roll.request.request_id, dice=roll.faces)

    def narration(self, state: State) -> NarrationView:
        """Who leads now."""
        return narration(state)

    def view(self, state: State, viewer: str | None = None) -> Mapping[str, Any]:
        """What one player may see."""
        return view(state, viewer)

    def board(self, state: State, viewer: str | None = None) -> Board:
        """The table for a page."""
        return board(state, viewer)

    def sheet(self, state: State, player: str, viewer: str | None = None) -> tuple[Panel, ...]:
        """A player's character as panels."""
        return sheet(state, player, viewer)

    def moves(self, state: State, player: str) -> tuple[Move, ...]:
        """What this player may do now by a tap."""
        return moves(state, player)

    def secrets(self, state: State, player: str) -> tuple[Phrase, ...]:
        """What the GM alone may read now: how NPCs stand."""
        return secrets(state, player)

    def answer(self, state: State, topic: str, player: str | None = None, about: str | None = None) -> Phrase:
        """A spoken answer to a question about the state."""
        return answer(state, topic, player, about)

    def say(self, before: State, events: tuple[Event, ...], after: State) -> tuple[Spoken, ...]:
        """What to say aloud about one batch of events."""
        return say(before, events, after)

    def summarise(self, events: tuple[Event, ...], before: State) -> Phrase:
        """A phrase that names what one batch of events did."""
        return describe_undo(events, before)

    def tally(self, state: State) -> tuple[Phrase, ...]:
        """What everybody has now, as lines for the end of the notes."""
        return tally(state)

    def vocabulary(self, state: State) -> Vocabulary:
        """Players, characters and everything that can be named aloud."""
        return vocabulary(state)

    def expected(self, state: State) -> tuple[Expected, ...]:
        """Answers other than dice that the rules wait for."""
        return expected(state)

    def settle(self, state: State) -> Command | None:
        """Nothing optional ever holds up this game."""
        return None

    def next_step(self, state: State) -> Command | None:
        """The start of a session that does not run yet; an Episode that runs needs none."""
        return None if state.name is None or state.session_open or state.phase in RUNNING else StartSession()

    def remind(self, state: State) -> tuple[Spoken, ...]:
        """What to say when the table has forgotten what it owes."""
        return remind(state)

    def setup(self, roster: Mapping[str, Any]) -> tuple[Command, ...]:
        """Commands that bring a fresh table to the state a campaign file describes."""
        return commands_for(roster)


RULESET: Ruleset[State, Command, Event] = Kleptonomicon()
