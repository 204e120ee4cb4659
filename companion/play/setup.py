"""From a roster to the state of a table: the commands that set it up, and the state they lead to."""

from collections.abc import Mapping
from typing import Any

from companion.base.errors import RosterError
from companion.play.library import library_of, merged
from engine.dice.source import NoDice
from engine.errors import BadField
from engine.phrase import EMPTY, phrase
from engine.ruleset import Ruleset
from engine.step import fold, step
from engine.types import Rejected


def state_of(ruleset: Ruleset[Any, Any, Any], roster: Mapping[str, Any]) -> Any:
    """The state a roster describes.

    Raises:
        RosterError: The rules refuse something it says.
    """
    state = ruleset.initial_state()
    for command in commands_to_set_up(ruleset, roster):
        outcome = step(ruleset, state, command, NoDice())
        if isinstance(outcome, Rejected):
            raise roster_refused(command.kind, outcome)
        state = fold(ruleset, state, outcome.events)
    return state


def commands_to_set_up(ruleset: Ruleset[Any, Any, Any], roster: Mapping[str, Any]) -> tuple[Any, ...]:
    """The commands that bring a fresh table to the state a roster describes.

    The system finds under `library` what it ships (weapons, spells, templates) and what the campaign file adds to it.

    Raises:
        RosterError: The roster or the library holds something the system cannot read.
    """
    known = merged(library_of(ruleset), roster.get("library", {}))
    try:
        return tuple(ruleset.setup({**roster, "library": known} if known else roster))
    except BadField as problem:
        got = "" if problem.got is None else phrase(", not {got!r}", got=problem.got)
        raise RosterError(
            None, problem.field, phrase("it must be {expected}{got}", expected=problem.expected, got=got), EMPTY
        ) from problem


def roster_refused(kind: str, refusal: Rejected) -> RosterError:
    """Return the error for a roster that the rules refuse at one command."""
    hint = phrase(
        "Correct the roster; the rules refused {kind} ({code}).", kind=kind.replace("_", " "), code=refusal.code
    )
    return RosterError(None, "", refusal.reason, hint)
