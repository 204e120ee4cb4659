"""View of a state of the rules for understanding."""

from typing import Any

from companion.nlu.types import Table
from engine.ruleset import Ruleset
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
