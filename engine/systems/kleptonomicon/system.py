"""The Kleptonomicon behind the `Ruleset` protocol."""

from typing import Any

from engine.common.messages import registered
from engine.dice.roll import Roll, RollRequest
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
from engine.systems.kleptonomicon.rules.freeplay import DropTest
from engine.systems.kleptonomicon.rules.initiative import BeginEdgeSaves, ConfirmTurnOrder, SkipEdgeSaves, saves_owed
from engine.systems.kleptonomicon.rules.table import StartSession
from engine.systems.kleptonomicon.rules.testing import SubmitDice, SubmitScore, roll_requests
from engine.systems.kleptonomicon.sheet import sheet
from engine.systems.kleptonomicon.speech import describe_undo, remind, say
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.tally import tally
from engine.systems.kleptonomicon.view import secrets, view
from engine.systems.kleptonomicon.vocabulary import RUNNING, Phase


class Kleptonomicon:
    """The rules of the Kleptonomicon, chapter 1.5."""

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
    secrets = staticmethod(secrets)
    answer = staticmethod(answer)
    say = staticmethod(say)
    summarise = staticmethod(describe_undo)
    tally = staticmethod(tally)
    vocabulary = staticmethod(vocabulary)
    expected = staticmethod(expected)
    remind = staticmethod(remind)
    setup = staticmethod(commands_for)

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

    def settle(self, state: State) -> Command | None:
        """Nothing optional ever holds up this game."""
        return None

    def lapse(self, state: State, request_id: str) -> Command | None:
        """Drop a Test that nobody makes, or go on without the Edge Saves that are owed."""
        test = next((each for each in state.tests if each.test_id == request_id), None)
        if test in saves_owed(state):
            return SkipEdgeSaves()
        return None if test is None or test.group is not None else DropTest(character=test.character)

    def next_step(self, state: State) -> Command | None:
        """The start of a session that does not run yet, and the way from the groups of an Encounter to its Turns."""
        encounter = state.encounter
        if encounter is not None and state.phase is Phase.INITIATIVE and encounter.groups and not state.tests:
            return ConfirmTurnOrder() if encounter.saves_begun else BeginEdgeSaves()
        return None if state.name is None or state.session_open or state.phase in RUNNING else StartSession()


RULESET: Ruleset[State, Command, Event] = Kleptonomicon()
