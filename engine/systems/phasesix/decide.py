"""(state, command) to events or a refusal. The chapters of the rules stand in the `decide_*` modules."""

from engine.common.rules import answering
from engine.dice.source import DiceSource
from engine.fields import refused
from engine.phrase import phrase
from engine.systems.phasesix import (
    aid,
    attacks,
    decide_checks,
    decide_combat,
    decide_deeds,
    decide_dice,
    decide_health,
    decide_horror,
    decide_magic,
    decide_reactions,
    decide_rest,
    decide_sheets,
    decide_table,
    magic,
    movement,
    objects,
    strikes,
)
from engine.systems.phasesix import commands as cmd
from engine.systems.phasesix.agenda import run
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import Command, Event
from engine.systems.phasesix.rulebook import RULES, general_refusal
from engine.systems.phasesix.rules import actions
from engine.systems.phasesix.state import State
from engine.types import Rejected

CHAPTERS = (
    *(decide_table, decide_sheets, decide_checks, decide_dice, decide_combat, decide_deeds, decide_reactions),
    *(decide_health, decide_rest, decide_magic, decide_horror),
    *(attacks, strikes, objects, aid, movement, magic),
    actions,
)
"""Modules whose import registers commands, deeds and what follows rolls."""


@answering
def decide(state: State, command: Command, dice: DiceSource) -> tuple[Event, ...] | Rejected:
    """Facts that follow from the command, or why it is refused.

    Dice are never drawn here: those owed are part of the state, and `SubmitDice` answers them.
    """
    if state.name is None and not isinstance(command, cmd.CreateTable):
        return Rejected("NO_TABLE", phrase("Open a table first."))
    if not state.players and not isinstance(command, cmd.CreateTable | cmd.AddPlayer | cmd.ChangeHouseRule):
        return Rejected("UNKNOWN_PLAYER", phrase("Nobody sits at the table yet."))
    known = RULES[type(command)]
    who = general_refusal(state, command, known)
    if isinstance(who, Rejected):
        return who
    ledger = Ledger(state)
    refusal = refused(command) or known.handler(ledger, command, who)
    if refusal is not None:
        return refusal
    run(ledger)
    return tuple(ledger.events)
