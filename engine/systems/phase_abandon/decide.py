"""(state, command) to events or a refusal. The chapters of the rules stand in the `decide_*` modules."""

from engine.common.rules import answering
from engine.dice.source import DiceSource
from engine.phrase import phrase
from engine.systems.phase_abandon import commands as cmd
from engine.systems.phase_abandon import (
    decide_checks,
    decide_conflicts,
    decide_connections,
    decide_harm,
    decide_narration,
    decide_rolls,
    decide_sessions,
    decide_sheets,
    decide_table,
    decide_throws,
)
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.messages import Command, Event
from engine.systems.phase_abandon.rulebook import RULES, general_refusal
from engine.systems.phase_abandon.rules import help
from engine.systems.phase_abandon.state import State
from engine.types import Rejected

CHAPTERS = (
    decide_table,
    decide_sheets,
    decide_sessions,
    decide_rolls,
    decide_checks,
    decide_throws,
    decide_narration,
    decide_conflicts,
    decide_harm,
    decide_connections,
    help,
)
"""Modules whose import registers their commands."""


@answering
def decide(state: State, command: Command, dice: DiceSource) -> tuple[Event, ...] | Rejected:
    """Facts that follow from the command, or why it is refused.

    Dice are never drawn here: open throws are part of the state, and `ReportDice` answers them (PA-2).
    """
    if state.name is None and not isinstance(command, cmd.CreateTable):
        return Rejected("E_PHASE", phrase("Open a table first."))
    known = RULES[type(command)]
    who = general_refusal(state, command, known)
    if isinstance(who, Rejected):
        return who
    ledger = Ledger(state)
    refusal = known.handler(ledger, command, who)
    return refusal if refusal is not None else tuple(ledger.events)
