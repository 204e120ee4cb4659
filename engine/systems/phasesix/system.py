"""Phase Six behind the `Ruleset` protocol."""

from typing import Any

from engine.common.messages import registered
from engine.dice.roll import Roll, RollRequest
from engine.phrase import Phrase, sentence
from engine.ruleset import Ruleset
from engine.systems.phasesix import INFO
from engine.systems.phasesix.agenda import throws_due
from engine.systems.phasesix.answers import answer
from engine.systems.phasesix.board import board
from engine.systems.phasesix.decide import decide
from engine.systems.phasesix.entities import State
from engine.systems.phasesix.fold import evolve
from engine.systems.phasesix.form import FORM
from engine.systems.phasesix.listening import expected, lapse, narration, settle, vocabulary
from engine.systems.phasesix.messages import Command, Event
from engine.systems.phasesix.moves import moves
from engine.systems.phasesix.roster import commands_for
from engine.systems.phasesix.rules.dice import SubmitDice
from engine.systems.phasesix.rules.table import StartSession
from engine.systems.phasesix.sheet import sheet
from engine.systems.phasesix.speech import remind, say, summarise
from engine.systems.phasesix.tally import tally
from engine.systems.phasesix.view import view
from engine.systems.phasesix.vocabulary import Dice, Phase


class PhaseSix:
    """The rules of Phase Six."""

    info = INFO
    form = FORM
    command_types: tuple[type[Any], ...] = registered(Command)
    event_types: tuple[type[Any], ...] = registered(Event)

    initial_state = staticmethod(State)
    decide = staticmethod(decide)
    evolve = staticmethod(evolve)
    narration = staticmethod(narration)
    view = staticmethod(view)
    board = staticmethod(board)
    sheet = staticmethod(sheet)
    moves = staticmethod(moves)
    answer = staticmethod(answer)
    say = staticmethod(say)
    summarise = staticmethod(summarise)
    tally = staticmethod(tally)
    vocabulary = staticmethod(vocabulary)
    expected = staticmethod(expected)
    settle = staticmethod(settle)
    lapse = staticmethod(lapse)
    remind = staticmethod(remind)
    setup = staticmethod(commands_for)

    def describe(self, event: Event) -> Phrase:
        """The event as one spoken sentence, empty when nobody needs to hear it."""
        return sentence(event.sentence())

    def open_rolls(self, state: State) -> tuple[RollRequest, ...]:
        """Dice the table owes now."""
        due = throws_due(state)
        return tuple(throw.request for throw in (*due, *(each for each in state.throws if each not in due)))

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

    def secrets(self, state: State, player: str) -> tuple[Phrase, ...]:
        """Nothing: this game is played with open sheets."""
        return ()

    def next_step(self, state: State) -> Command | None:
        """The start of a session that does not run yet."""
        return StartSession() if state.phase is Phase.BETWEEN else None


RULESET: Ruleset[State, Command, Event] = PhaseSix()
