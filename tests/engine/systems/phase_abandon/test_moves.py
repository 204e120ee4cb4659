"""Taps offered at a table of Phase Abandon: to whom, and what each of them still asks."""

from typing import Any

from engine.board import Move
from engine.systems.phase_abandon.system import RULESET
from tests.engine.test_contract import tour
from tests.support.table import Table
from tests.support.taps import never_offered

SAID_OR_TYPED = {"create_table", "change_house_rule", "ask_status", "undo_last"}
"""Commands of setting up and of asking, which have places of their own on a page."""

IN_OTHER_WORDS = {"explode_sixes": "report_dice"}
"""Sixes the rules wait for are thrown again by handing in their dice."""


def test_what_a_table_does_it_can_tap() -> None:
    """Every command of a whole tour of the game is offered to somebody just before it is given."""
    assert not never_offered(RULESET, tour("phase-abandon"), SAID_OR_TYPED, IN_OTHER_WORDS)


def moves(t: Table, player: str, group: str | None = None) -> tuple[Move, ...]:
    return tuple(move for move in RULESET.moves(t.state, player) if group in {None, move.group})


def move(t: Table, player: str, label: str) -> Move:
    return next(each for each in moves(t, player) if each.label == label)


# -- what is owed ------------------------------------------------------------------------------------------------------


# -- around a roll -----------------------------------------------------------------------------------------------------


# -- the story ---------------------------------------------------------------------------------------------------------


def command(kind: str, **fields: Any) -> Any:
    cls = next(each for each in RULESET.command_types if each.kind == kind)
    return cls(**fields)


# -- before and after play ---------------------------------------------------------------------------------------------
