"""Choice Based PTA behind the `Ruleset` protocol."""

from collections.abc import Mapping
from typing import Any

from engine.board import Board, Move, Panel
from engine.common.messages import registered
from engine.common.words import counted
from engine.dice.roll import Roll, RollRequest
from engine.dice.source import DiceSource
from engine.form import Form
from engine.phrase import Phrase, joined, phrase
from engine.ruleset import Ruleset
from engine.systems.choice_pta import INFO
from engine.systems.choice_pta import commands as cmd
from engine.systems.choice_pta.answers import answer
from engine.systems.choice_pta.board import board
from engine.systems.choice_pta.decide import decide
from engine.systems.choice_pta.describe import describe, tokens
from engine.systems.choice_pta.entities import Seat
from engine.systems.choice_pta.evolve import evolve
from engine.systems.choice_pta.form import FORM
from engine.systems.choice_pta.listening import expected, narration, vocabulary
from engine.systems.choice_pta.messages import Command, Event
from engine.systems.choice_pta.moves import moves
from engine.systems.choice_pta.roster import commands_for
from engine.systems.choice_pta.sheet import sheet
from engine.systems.choice_pta.speech import describe_undo, remind, say
from engine.systems.choice_pta.state import State, initial_state
from engine.systems.choice_pta.view import secrets, view
from engine.systems.choice_pta.vocabulary import Phase
from engine.types import NarrationView, Rejected, Spoken
from engine.vocabulary import Expected, Vocabulary


class ChoicePta:
    """The rules of Choice Based PTA."""

    info = INFO
    command_types: tuple[type[Any], ...] = registered(Command)
    event_types: tuple[type[Any], ...] = registered(Event)
    form: Form = FORM

    def initial_state(self) -> State:
        """State of a table before its first command."""
        return initial_state()

    def decide(self, state: State, command: Command, dice: DiceSource) -> tuple[Event, ...] | Rejected:
        """Facts that follow from the command, or why it is refused; cards are drawn from `dice`."""
        return decide(state, command, dice)

    def evolve(self, state: State, event: Event) -> State:
        """State after the event."""
        return evolve(state, event)

    def describe(self, event: Event) -> Phrase:
        """The event as one sentence, empty when nobody needs to read it."""
        return describe(event)

    def open_rolls(self, state: State) -> tuple[RollRequest, ...]:
        """Nothing: this game has no dice."""
        return ()

    def success_from(self, state: State, request: RollRequest) -> int | None:
        """None: this game has no dice."""
        return None

    def report(self, roll: Roll) -> Command:
        """Never called, since no roll is ever open.

        Raises:
            ValueError: Somebody hands in dice all the same.
        """
        raise ValueError("Choice Based PTA has no dice")

    def narration(self, state: State) -> NarrationView:
        """Who may tell the story now."""
        return narration(state)

    def view(self, state: State, viewer: str | None = None) -> Mapping[str, Any]:
        """What one person may see."""
        return view(state, viewer)

    def board(self, state: State, viewer: str | None = None) -> Board:
        """The table for a page, as one person sees it."""
        return board(state, viewer)

    def sheet(self, state: State, player: str, viewer: str | None = None) -> tuple[Panel, ...]:
        """A seat's protagonist, stakes and tokens, and the hand for its owner."""
        return sheet(state, player, viewer)

    def moves(self, state: State, player: str) -> tuple[Move, ...]:
        """What this person may do now by a tap."""
        return moves(state, player)

    def tally(self, state: State) -> tuple[Phrase, ...]:
        """How things stand, for the end of the notes: tokens, marks, pool."""
        if not state.seats:
            return ()
        return (*map(_held, state.seats), phrase("Pool: {tokens}", tokens=tokens(state.pool)))

    def secrets(self, state: State, player: str) -> tuple[Phrase, ...]:
        """The player's hand, each card with the code word that plays it (SEC-2)."""
        return secrets(state, player)

    def answer(self, state: State, topic: str, player: str | None = None, about: str | None = None) -> Phrase:
        """A spoken answer to a question about the table."""
        return answer(state, topic, player, about)

    def say(self, before: State, events: tuple[Event, ...], after: State) -> tuple[Spoken, ...]:
        """What to say aloud about one batch of events."""
        return say(before, events, after)

    def summarise(self, events: tuple[Event, ...], before: State) -> Phrase:
        """A phrase that names what one batch of events did."""
        return describe_undo(events, before)

    def vocabulary(self, state: State) -> Vocabulary:
        """People, protagonists and everything that can be named aloud."""
        return vocabulary(state)

    def expected(self, state: State) -> tuple[Expected, ...]:
        """Answers the rules wait for."""
        return expected(state)

    def settle(self, state: State) -> Command | None:
        """Nothing: every open choice of this game is somebody's own."""
        return None

    def next_step(self, state: State) -> Command | None:
        """The first sitting of a table that has seats."""
        return cmd.StartSitting() if state.phase is Phase.TABLE else None

    def remind(self, state: State) -> tuple[Spoken, ...]:
        """What to say when the table has forgotten what it owes."""
        return remind(state)

    def setup(self, roster: Mapping[str, Any]) -> tuple[Command, ...]:
        """Commands that bring a fresh table to the state a roster describes."""
        return commands_for(roster)


def _held(seat: Seat) -> Phrase:
    """A seat's tokens, and its traits that carry marks."""
    traits = seat.protagonist.traits if seat.protagonist is not None else ()
    worn = (
        phrase("{trait} {marks}", trait=trait.label, marks=counted(trait.marks, "mark", "marks"))
        for trait in traits
        if trait.marks
    )
    return phrase("{player}: {held}", player=seat.name, held=joined((tokens(seat.tokens), *worn), ", "))


RULESET: Ruleset[State, Command, Event] = ChoicePta()
