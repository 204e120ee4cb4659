"""Taps a page offers at a table of the Kleptonomicon: to players on their Turn and outside it, and to the GM."""

from engine.board import Move
from engine.systems.kleptonomicon.system import RULESET
from tests.engine.test_contract import tour
from tests.support.kleptonomicon_table import Klepto
from tests.support.taps import never_offered

SAID_OR_TYPED = {
    *("create_table", "add_creature", "write_sheet", "learn_ability", "change_house_rule", "ask_status", "undo_last"),
    "adjust_movement",
}
"""Setting up, sheets and asking, which have places of their own on a page; and the rarest of corrections."""

IN_OTHER_WORDS = {"submit_dice": "report_dice", "submit_score": "report_dice", "set_groups": "merge_groups"}
"""Commands whose tap is another one."""


def test_what_a_table_does_it_can_tap() -> None:
    """Every command of a whole tour of the game is offered to somebody just before it is given."""
    assert not never_offered(RULESET, tour("kleptonomicon"), SAID_OR_TYPED, IN_OTHER_WORDS)


def moves(t: Klepto, player: str, group: str | None = None) -> tuple[Move, ...]:
    return tuple(move for move in RULESET.moves(t.state, player) if group in {None, move.group})


def move(t: Klepto, player: str, label: str) -> Move:
    return next(each for each in moves(t, player) if each.label == label)


# -- Turns -------------------------------------------------------------------------------------------------------------


# -- what is waited for ------------------------------------------------------------------------------------------------


# -- Encounters and Credits --------------------------------------------------------------------------------------------
