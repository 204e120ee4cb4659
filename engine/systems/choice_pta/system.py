"""Choice Based PTA behind the `Ruleset` protocol."""

from typing import Any

from engine.common.messages import registered
from engine.common.words import counted
from engine.dice.roll import Roll, RollRequest
from engine.form import Form
from engine.phrase import Phrase, joined, phrase
from engine.ruleset import Ruleset
from engine.systems.choice_pta import INFO
from engine.systems.choice_pta.answers import answer
from engine.systems.choice_pta.board import board
from engine.systems.choice_pta.decide import decide
from engine.systems.choice_pta.entities import Seat
from engine.systems.choice_pta.fold import evolve
from engine.systems.choice_pta.form import FORM
from engine.systems.choice_pta.listening import expected, narration, vocabulary
from engine.systems.choice_pta.messages import Command, Event
from engine.systems.choice_pta.moves import moves
from engine.systems.choice_pta.roster import commands_for
from engine.systems.choice_pta.rules.sittings import StartSitting
from engine.systems.choice_pta.sheet import sheet
from engine.systems.choice_pta.speech import describe, describe_undo, remind, say
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.view import secrets, view
from engine.systems.choice_pta.vocabulary import Phase
from engine.systems.choice_pta.words import tokens


def _tally(state: State) -> tuple[Phrase, ...]:
    """The tokens, marks and pool, for the end of the notes: tokens, marks, pool."""
    if not state.seats:
        return ()
    return (*map(_held, state.seats), phrase("Pool: {tokens}", tokens=tokens(state.pool)))


def _held(seat: Seat) -> Phrase:
    """A seat's tokens, and its traits that carry marks."""
    traits = seat.protagonist.traits if seat.protagonist is not None else ()
    worn = (
        phrase("{trait} {marks}", trait=trait.label, marks=counted(trait.marks, "mark", "marks"))
        for trait in traits
        if trait.marks
    )
    return phrase("{player}: {held}", player=seat.name, held=joined((tokens(seat.tokens), *worn), ", "))


class ChoicePta:
    """The rules of Choice Based PTA: the functions of its modules, under their names in the protocol."""

    info = INFO
    command_types: tuple[type[Any], ...] = registered(Command)
    event_types: tuple[type[Any], ...] = registered(Event)
    form: Form = FORM
    initial_state = staticmethod(State)
    decide = staticmethod(decide)
    evolve = staticmethod(evolve)
    describe = staticmethod(describe)
    narration = staticmethod(narration)
    view = staticmethod(view)
    board = staticmethod(board)
    sheet = staticmethod(sheet)
    moves = staticmethod(moves)
    tally = staticmethod(_tally)
    secrets = staticmethod(secrets)
    answer = staticmethod(answer)
    say = staticmethod(say)
    summarise = staticmethod(describe_undo)
    vocabulary = staticmethod(vocabulary)
    expected = staticmethod(expected)
    remind = staticmethod(remind)
    setup = staticmethod(commands_for)

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

    def settle(self, state: State) -> Command | None:
        """Nothing: every open choice of this game is somebody's own."""
        return None

    def lapse(self, state: State, request_id: str) -> Command | None:
        """Nothing: this game is played without dice."""
        return None

    def next_step(self, state: State) -> Command | None:
        """The first sitting of a table that has seats."""
        return StartSitting() if state.phase is Phase.TABLE else None


RULESET: Ruleset[State, Command, Event] = ChoicePta()
