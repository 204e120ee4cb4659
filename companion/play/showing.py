"""Checks that a table can be shown: data from elsewhere may fit every rule and name people who are not there."""

from collections.abc import Iterable
from typing import Any

from engine.errors import CorruptHistory
from engine.history import History
from engine.ruleset import Ruleset


def try_to_show(ruleset: Ruleset[Any, Any, Any], history: History[Any, Any, Any], players: Iterable[str]) -> None:
    """Make everything that pages, announcements and understanding take from the state a log has led to.

    Args:
        ruleset: The system played.
        history: The log, as far as it goes.
        players: Everybody in the roster.

    Raises:
        CorruptHistory: Something of it cannot be made, so nobody could play on.
    """
    state = history.state
    try:
        ruleset.narration(state)
        ruleset.vocabulary(state)
        ruleset.expected(state)
        ruleset.remind(state)
        ruleset.tally(state)
        ruleset.settle(state)
        ruleset.next_step(state)
        for viewer in (None, *players):
            ruleset.view(state, viewer)
            ruleset.board(state, viewer)
            if viewer is not None:
                ruleset.sheet(state, viewer, viewer)
                ruleset.moves(state, viewer)
                ruleset.secrets(state, viewer)
    except (LookupError, AttributeError, TypeError, ValueError, ArithmeticError) as problem:
        raise CorruptHistory(max(0, len(history) - 1), f"the table it leads to cannot be shown: {problem}") from problem
