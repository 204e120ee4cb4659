"""(state, command) to events or a refusal. The chapters of the rules stand in the `decide_*` modules."""

from engine.common.rules import answering
from engine.dice.source import DiceSource
from engine.phrase import phrase
from engine.systems.kleptonomicon import commands as cmd
from engine.systems.kleptonomicon import (
    decide_abilities,
    decide_closing,
    decide_conditions,
    decide_encounters,
    decide_freeplay,
    decide_groups,
    decide_initiative,
    decide_movement,
    decide_opening,
    decide_pauses,
    decide_reactions,
    decide_rewards,
    decide_table,
    decide_tests,
    decide_turns,
)
from engine.systems.kleptonomicon.messages import Command, Event
from engine.systems.kleptonomicon.rulebook import carry_out
from engine.systems.kleptonomicon.rules import grants
from engine.systems.kleptonomicon.state import State
from engine.types import Rejected

CHAPTERS = (
    decide_table,
    decide_opening,
    decide_freeplay,
    decide_groups,
    decide_tests,
    decide_initiative,
    decide_encounters,
    decide_turns,
    decide_abilities,
    decide_reactions,
    decide_movement,
    decide_conditions,
    decide_pauses,
    decide_rewards,
    decide_closing,
    grants,
)
"""Modules whose import registers their commands."""


@answering
def decide(state: State, command: Command, dice: DiceSource) -> tuple[Event, ...] | Rejected:
    """Facts that follow from the command, or why it is refused.

    Dice are never drawn here: owed Tests are part of the state, and `SubmitDice` or `SubmitScore` answers them.
    """
    if isinstance(command, cmd.UndoLast | cmd.AskStatus):
        return ()  # carried out by the history; answered by `answer`
    if state.name is None and not isinstance(command, cmd.CreateTable):
        return Rejected("WRONG_PHASE", phrase("Open a table first."))
    ledger = carry_out(state, command)
    return ledger if isinstance(ledger, Rejected) else tuple(ledger.events)
