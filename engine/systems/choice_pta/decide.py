"""(state, command) to events or a refusal. The chapters of the rules stand in the `decide_*` modules."""

from engine.common.rules import answering
from engine.dice.source import DiceSource
from engine.fields import refused
from engine.phrase import phrase
from engine.systems.choice_pta import commands as cmd
from engine.systems.choice_pta import (
    decide_bonuses,
    decide_cards,
    decide_closing,
    decide_final,
    decide_narration,
    decide_offers,
    decide_reveal,
    decide_scenes,
    decide_stakes,
    decide_table,
)
from engine.systems.choice_pta.hands import DeckIsEmpty
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Command, Event
from engine.systems.choice_pta.rulebook import RULES, general_refusal
from engine.systems.choice_pta.rules import victory
from engine.systems.choice_pta.state import State
from engine.types import Rejected

CHAPTERS = (
    decide_table,
    decide_scenes,
    decide_offers,
    decide_stakes,
    decide_cards,
    decide_bonuses,
    decide_reveal,
    decide_narration,
    decide_final,
    decide_closing,
    victory,
)
"""Modules whose import registers their commands."""


@answering
def decide(state: State, command: Command, dice: DiceSource) -> tuple[Event, ...] | Rejected:
    """Facts that follow from the command, or why it is refused; cards come from `dice`."""
    known = RULES[type(command)]
    if not state.seats:
        if not isinstance(command, cmd.CreateTable):
            return Rejected("WRONG_PHASE", phrase("Open a table first."))
        who: str | Rejected = ""
    else:
        who = general_refusal(state, command, known)
    if isinstance(who, Rejected):
        return who
    ledger = Ledger(state, dice)
    try:
        refusal = refused(command) or known.handler(ledger, command, who)
    except DeckIsEmpty:
        return Rejected("DECK_EXHAUSTED", phrase("A deck is used up and so are its discards."))
    return refusal if refusal is not None else tuple(ledger.events)
