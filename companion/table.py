"""What a state of the rules looks like to understanding."""

from collections.abc import Mapping
from typing import Any

from companion.errors import RosterError
from companion.intents.types import Table
from engine.dice.source import NoDice
from engine.ruleset import Ruleset
from engine.step import fold, step
from engine.types import Rejected


def table_of(ruleset: Ruleset[Any, Any, Any], state: Any, names: tuple[str, ...] = (), question: bool = False) -> Table:
    """The table in this state.

    Args:
        ruleset: System played.
        state: Its state.
        names: People and places of the story known so far.
        question: True while the companion waits for an answer to its own question.
    """
    narration = ruleset.narration(state)
    phase = getattr(state, "phase", None)
    return Table(
        slug=ruleset.info.slug,
        vocabulary=ruleset.vocabulary(state),
        phase=None if phase is None else str(phase),
        holder=narration.holder,
        narration=narration.kind,
        actions=narration.actions,
        open_rolls=ruleset.open_rolls(state),
        expected=ruleset.expected(state),
        names=names,
        question=question,
    )


def state_of(ruleset: Ruleset[Any, Any, Any], roster: Mapping[str, Any]) -> Any:
    """The state a roster describes.

    Raises:
        RosterError: The rules refuse something it says.
    """
    state = ruleset.initial_state()
    for command in ruleset.setup(roster):
        outcome = step(ruleset, state, command, NoDice())
        if isinstance(outcome, Rejected):
            raise roster_refused(command.kind, outcome)
        state = fold(ruleset, state, outcome.events)
    return state


def roster_refused(kind: str, refusal: Rejected) -> RosterError:
    """What to tell about a roster that the rules refuse at one command."""
    hint = f"Correct the roster; the rules refused {kind.replace('_', ' ')} ({refusal.code})."
    return RosterError(None, "", refusal.reason, hint)
