"""(state, command) to events or a refusal. The chapters of the rules stand in `rules/`."""

from engine.common.rules import Refused, answering
from engine.dice.source import DiceSource
from engine.phrase import phrase
from engine.registry import load_chapters
from engine.systems.kleptonomicon.messages import Command, Event
from engine.systems.kleptonomicon.rulebook import carry_out
from engine.systems.kleptonomicon.rules import table
from engine.systems.kleptonomicon.state import State
from engine.types import Rejected

load_chapters("engine.systems.kleptonomicon.rules")


@answering
def decide(state: State, command: Command, dice: DiceSource) -> tuple[Event, ...] | Rejected:
    """Facts that follow from the command, or why it is refused.

    Dice are never drawn here: owed Tests are part of the state, and `SubmitDice` or `SubmitScore` answers them.
    """
    if isinstance(command, table.UndoLast | table.AskStatus):
        return ()  # carried out by the history; answered by `answer`
    if state.name is None and not isinstance(command, table.CreateTable):
        raise Refused("WRONG_PHASE", phrase("Create the table first."))
    return tuple(carry_out(state, command).events)
