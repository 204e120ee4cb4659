"""What a state of the rules looks like to understanding."""

from collections.abc import Mapping
from typing import Any

from companion.base.errors import RosterError
from companion.nlu.types import Table
from companion.play.library import library_of, merged
from engine.dice.source import NoDice
from engine.errors import BadField
from engine.phrase import EMPTY, phrase
from engine.ruleset import Ruleset
from engine.step import fold, step
from engine.types import Rejected
from engine.vocabulary import Vocabulary


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


_LONGEST_NAME = 3
"""Words of a name somebody says as it stands."""

_FIRST = ("connection", "skill", "item")
_NEVER = frozenset({"goal", "group_goal", "principle", "setting_detail", "code"})
"""Texts nobody says word for word, and words that are said once; a recogniser told of them drops others."""


def said_names(vocabulary: Vocabulary) -> tuple[str, ...]:
    """Names that are said at this table: of players, characters, and of short-named things, the likeliest first."""
    people = [name for player in vocabulary.players for name in (player.name, player.character) if name]
    likely = [name for kind in _FIRST for player in vocabulary.players for name in player.of(kind)]
    things = [*(thing for player in vocabulary.players for thing in player.things), *vocabulary.shared]
    short = (name for kind, name in things if kind not in _NEVER and len(name.split()) <= _LONGEST_NAME)
    return tuple(dict.fromkeys((*people, *likely, *short)))


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
    """What to tell about a roster that the rules refuse at one command."""
    hint = phrase(
        "Correct the roster; the rules refused {kind} ({code}).", kind=kind.replace("_", " "), code=refusal.code
    )
    return RosterError(None, "", refusal.reason, hint)
