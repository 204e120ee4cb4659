"""Phase Abandon behind the `Ruleset` protocol."""

from collections.abc import Mapping
from typing import Any

from engine.board import Board, Move, Panel
from engine.common.messages import registered
from engine.common.words import counted
from engine.dice.roll import Roll, RollRequest
from engine.dice.source import DiceSource
from engine.phrase import Phrase, phrase, plural
from engine.ruleset import Ruleset
from engine.systems.phase_abandon import INFO
from engine.systems.phase_abandon.answers import answer
from engine.systems.phase_abandon.board import board
from engine.systems.phase_abandon.decide import decide
from engine.systems.phase_abandon.derived import is_success
from engine.systems.phase_abandon.fold import evolve
from engine.systems.phase_abandon.form import FORM
from engine.systems.phase_abandon.listening import expected, next_step, settle, vocabulary
from engine.systems.phase_abandon.messages import Command, Event
from engine.systems.phase_abandon.moves import moves
from engine.systems.phase_abandon.roster import commands_for
from engine.systems.phase_abandon.rules.dice import ROLL_PURPOSES
from engine.systems.phase_abandon.rules.reports import ReportDice
from engine.systems.phase_abandon.sheet import sheet
from engine.systems.phase_abandon.speech import describe_undo, dice_wanted, say
from engine.systems.phase_abandon.state import State, initial_state
from engine.systems.phase_abandon.view import view
from engine.systems.phase_abandon.vocabulary import ConflictStep
from engine.types import NarrationView, Rejected, Spoken
from engine.vocabulary import Expected, Vocabulary


class PhaseAbandon:
    """The rules of Phase Abandon."""

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
        """Dice the table owes now."""
        return state.dice_requests

    def success_from(self, state: State, request: RollRequest) -> int | None:
        """Four, on the dice of a roll (PA-51); totals have no successes."""
        return next(filter(is_success, range(1, request.sides + 1))) if request.purpose in ROLL_PURPOSES else None

    def report(self, roll: Roll) -> Command:
        """The command that hands these faces, or the total said instead, to the rules."""
        request = roll.request
        return ReportDice(
            player=request.roller,
            values=roll.faces or None,
            total=roll.total,
            purpose=request.purpose,
            request_id=request.request_id,
        )

    def narration(self, state: State) -> NarrationView:
        """Who may tell the story now."""
        running = state.narration
        if running is None:
            return NarrationView(None)
        left = None if running.actions_allowed is None else running.actions_allowed - running.actions_used
        return NarrationView(running.holder, running.kind.value, left, state.action_order)

    def view(self, state: State, viewer: str | None = None) -> Mapping[str, Any]:
        """What a player may see; only bids are secret, and only until they are declared."""
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
        """The player's own bid until all are in (PA-92)."""
        conflict = state.conflict
        if conflict is None or conflict.step != ConflictStep.BIDDING:
            return ()
        return tuple(
            phrase("You bid {chips}.", chips=counted(bid.number, "chip", "chips"))
            for bid in conflict.bids
            if bid.player == player
        )

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
        """The party pool; chips are told from what was paid."""
        return (plural("Pool: {count} token", "Pool: {count} tokens", state.party_pool),)

    def vocabulary(self, state: State) -> Vocabulary:
        """Players, characters and everything that can be named aloud."""
        return vocabulary(state)

    def expected(self, state: State) -> tuple[Expected, ...]:
        """Answers other than dice that the rules wait for."""
        return expected(state)

    def settle(self, state: State) -> Command | None:
        """The command that leaves an optional step of the live roll as it is."""
        return settle(state)

    def next_step(self, state: State) -> Command | None:
        """The start of a session that does not run yet, or the call for the get-moving roll."""
        return next_step(state)

    def remind(self, state: State) -> tuple[Spoken, ...]:
        """What to say when the table has forgotten what it owes."""
        return dice_wanted(state)

    def setup(self, roster: Mapping[str, Any]) -> tuple[Command, ...]:
        """Commands that bring a fresh table to the state a roster describes."""
        return commands_for(roster)


RULESET: Ruleset[State, Command, Event] = PhaseAbandon()
