"""(state, command) to events or a refusal. The rules stand in `rules/`, chapter by chapter."""

from engine.common.rules import Refused, answering, heed
from engine.dice.source import DiceSource
from engine.fields import refused
from engine.phrase import phrase
from engine.registry import load_chapters
from engine.systems.phasesix.agenda import blocked, step
from engine.systems.phasesix.entities import State
from engine.systems.phasesix.ledger import Ledger, TaskTaken
from engine.systems.phasesix.messages import Command, Event
from engine.systems.phasesix.rulebook import about
from engine.systems.phasesix.rules import rounds, table
from engine.types import Rejected

load_chapters("engine.systems.phasesix.rules")


@answering
def decide(state: State, command: Command, dice: DiceSource) -> tuple[Event, ...] | Rejected:
    """Facts that follow from the command, or why it is refused.

    Dice are never drawn here: those owed are part of the state, and `SubmitDice` answers them.
    """
    if state.name is None and not isinstance(command, table.CreateTable):
        raise Refused("NO_TABLE", phrase("Create the table first."))
    if not state.players and not isinstance(command, table.CreateTable | table.AddPlayer | table.ChangeHouseRule):
        raise Refused("UNKNOWN_PLAYER", phrase("There are no players at the table yet."))
    who = about(state, command)
    heed(refused(command))
    ledger = Ledger(state)
    command.decide(ledger, who)
    _carry_on(ledger)
    return tuple(ledger.events)


def _carry_on(ledger: Ledger) -> None:
    """Take tasks until something is open or none is left; a turn ends when whoever has it goes down."""
    while not blocked(ledger.state):
        if ledger.state.tasks:
            task = ledger.state.tasks[0]
            ledger.record(TaskTaken())
            step[task.kind](ledger, task)
        elif not rounds.take_priority(ledger):
            return
