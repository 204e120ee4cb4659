"""Phase Abandon behind the `Ruleset` protocol."""

from typing import Any

from engine.common.messages import registered
from engine.common.words import counted
from engine.dice.roll import Roll, RollRequest
from engine.phrase import Phrase, phrase, plural
from engine.ruleset import Ruleset
from engine.systems.phase_abandon import INFO
from engine.systems.phase_abandon.answers import answer
from engine.systems.phase_abandon.board import board
from engine.systems.phase_abandon.decide import decide
from engine.systems.phase_abandon.derived import is_success
from engine.systems.phase_abandon.entities import State
from engine.systems.phase_abandon.fold import evolve
from engine.systems.phase_abandon.form import FORM
from engine.systems.phase_abandon.listening import expected, lapse, next_step, settle, vocabulary
from engine.systems.phase_abandon.messages import Command, Event
from engine.systems.phase_abandon.moves import moves
from engine.systems.phase_abandon.roster import commands_for
from engine.systems.phase_abandon.rules.dice import ROLL_PURPOSES
from engine.systems.phase_abandon.rules.reports import ReportDice
from engine.systems.phase_abandon.sheet import sheet
from engine.systems.phase_abandon.speech import describe_undo, dice_wanted, say
from engine.systems.phase_abandon.view import view
from engine.systems.phase_abandon.vocabulary import ConflictStep
from engine.types import NarrationView


class PhaseAbandon:
    """The rules of Phase Abandon."""

    info = INFO
    form = FORM
    command_types: tuple[type[Any], ...] = registered(Command)
    event_types: tuple[type[Any], ...] = registered(Event)

    initial_state = staticmethod(State)
    decide = staticmethod(decide)
    evolve = staticmethod(evolve)
    view = staticmethod(view)
    board = staticmethod(board)
    sheet = staticmethod(sheet)
    moves = staticmethod(moves)
    answer = staticmethod(answer)
    say = staticmethod(say)
    summarise = staticmethod(describe_undo)
    vocabulary = staticmethod(vocabulary)
    expected = staticmethod(expected)
    settle = staticmethod(settle)
    lapse = staticmethod(lapse)
    next_step = staticmethod(next_step)
    remind = staticmethod(dice_wanted)
    setup = staticmethod(commands_for)

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
        """The player who may tell the story now, and how much."""
        running = state.narration
        if running is None:
            return NarrationView(None)
        left = None if running.actions_allowed is None else running.actions_allowed - running.actions_used
        return NarrationView(running.holder, running.kind.value, left, state.action_order)

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

    def tally(self, state: State) -> tuple[Phrase, ...]:
        """The party pool; chips are told from what was paid."""
        return (plural("Pool: {count} token", "Pool: {count} tokens", state.party_pool),)


RULESET: Ruleset[State, Command, Event] = PhaseAbandon()
