"""Phase Six behind the `Ruleset` protocol."""

from collections.abc import Mapping
from typing import Any

from engine.board import Board, Move, Panel
from engine.common.messages import registered
from engine.dice.roll import Roll, RollRequest
from engine.dice.source import DiceSource
from engine.phrase import Phrase, sentence
from engine.ruleset import Ruleset
from engine.systems.phasesix import INFO
from engine.systems.phasesix.answers import answer
from engine.systems.phasesix.board import board
from engine.systems.phasesix.decide import decide
from engine.systems.phasesix.fold import evolve
from engine.systems.phasesix.form import FORM
from engine.systems.phasesix.listening import expected, narration, settle, vocabulary
from engine.systems.phasesix.messages import Command, Event
from engine.systems.phasesix.moves import moves
from engine.systems.phasesix.roster import commands_for
from engine.systems.phasesix.rules.dice import SubmitDice
from engine.systems.phasesix.rules.table import StartSession
from engine.systems.phasesix.sheet import sheet
from engine.systems.phasesix.speech import remind, say, summarise
from engine.systems.phasesix.state import State, initial_state
from engine.systems.phasesix.tally import tally
from engine.systems.phasesix.view import view
from engine.systems.phasesix.vocabulary import Dice, Phase
from engine.types import NarrationView, Rejected, Spoken
from engine.vocabulary import Expected, Vocabulary


class PhaseSix:
    """The rules of Phase Six."""

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
        return sentence(event.sentence())

    def open_rolls(self, state: State) -> tuple[RollRequest, ...]:
        """Dice the table owes now."""
        return tuple(throw.request for throw in state.throws)

    def success_from(self, state: State, request: RollRequest) -> int | None:
        """The minimum roll of the check these dice are for (P6-13); None for sixes rolled on and other throws."""
        refs = [throw.ref for throw in state.throws if throw.request == request and request.purpose == Dice.POOL]
        check = state.check(refs[0]) if refs else None
        return None if check is None else check.eff_min

    def report(self, roll: Roll) -> Command:
        """The command that hands these faces, or this count of successes, to the rules."""
        request = roll.request
        return SubmitDice(
            player=request.roller,
            dice=roll.faces or None,
            successes=roll.successes,
            request_id=request.request_id,
        )

    def narration(self, state: State) -> NarrationView:
        """The player who may act or tell the story now."""
        return narration(state)

    def view(self, state: State, viewer: str | None = None) -> Mapping[str, Any]:
        """The table as one player may see it, JSON-safe."""
        return view(state, viewer)

    def board(self, state: State, viewer: str | None = None) -> Board:
        """The table for a page, as one person sees it."""
        return board(state, viewer)

    def sheet(self, state: State, player: str, viewer: str | None = None) -> tuple[Panel, ...]:
        """The sheets of a player's characters as they count now; those of foes only for whoever leads."""
        return sheet(state, player, viewer)

    def moves(self, state: State, player: str) -> tuple[Move, ...]:
        """Everything this person may do now by a tap."""
        return moves(state, player)

    def secrets(self, state: State, player: str) -> tuple[Phrase, ...]:
        """Nothing: this game is played with open sheets."""
        return ()

    def answer(self, state: State, topic: str, player: str | None = None, about: str | None = None) -> Phrase:
        """A spoken answer to a question about the state."""
        return answer(state, topic, player, about)

    def say(self, before: State, events: tuple[Event, ...], after: State) -> tuple[Spoken, ...]:
        """Sentences to be said aloud about one batch of events."""
        return say(before, events, after)

    def summarise(self, events: tuple[Event, ...], before: State) -> Phrase:
        """A phrase that names what one batch of events did."""
        return summarise(events, before)

    def tally(self, state: State) -> tuple[Phrase, ...]:
        """Everything people have now, for the end of the notes."""
        return tally(state)

    def vocabulary(self, state: State) -> Vocabulary:
        """Players, characters and everything that can be named aloud."""
        return vocabulary(state)

    def expected(self, state: State) -> tuple[Expected, ...]:
        """Answers other than dice that the rules wait for."""
        return expected(state)

    def settle(self, state: State) -> Command | None:
        """The command that leaves an open roll or window as it is."""
        return settle(state)

    def next_step(self, state: State) -> Command | None:
        """The start of a session that does not run yet."""
        return StartSession() if state.phase is Phase.BETWEEN else None

    def remind(self, state: State) -> tuple[Spoken, ...]:
        """Sentences for a table that has forgotten what it owes."""
        return remind(state)

    def setup(self, roster: Mapping[str, Any]) -> tuple[Command, ...]:
        """Commands that bring a fresh table to the state a roster describes."""
        return commands_for(roster)


RULESET: Ruleset[State, Command, Event] = PhaseSix()
