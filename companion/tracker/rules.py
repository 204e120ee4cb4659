"""The rules engine as a model of the table: what somebody may do in a state, and what a command would lead to."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.nlu.move_ranker import Seat
from engine.dice.source import NoDice
from engine.errors import BadField
from engine.ruleset import Ruleset
from engine.step import advance
from engine.types import Rejected

MOST_DECISIONS = 400
"""Commands tried for one utterance."""


@dataclass(slots=True)
class Rules:
    """Tries commands without carrying them out, and counts how often.

    Attributes:
        ruleset: System played.
        parse: A command from its JSON form in a state; raises `BadField`.
        tried: Commands tried since `begin`.
        overruns: Utterances for which there was no budget left.
    """

    ruleset: Ruleset[Any, Any, Any]
    parse: Callable[[Mapping[str, Any], Any], Any]
    tried: int = 0
    overruns: int = 0

    def begin(self) -> None:
        """A new utterance is looked at."""
        self.tried = 0

    def seat(self, state: Any, player: str) -> Seat:
        """Return a player's seat in a state: the moves, the vocabulary, and whether the player tells the story."""
        holder = self.ruleset.narration(state).holder
        return Seat(self.ruleset.moves(state, player), self.ruleset.vocabulary(state), player, holder == player)

    def after(self, state: Any, data: Mapping[str, Any]) -> Any | None:
        """The state a command would lead to; None where the rules refuse it or the budget is spent.

        Args:
            state: State it meets.
            data: The command as JSON, its actor included.
        """
        self.tried += 1
        if self.tried > MOST_DECISIONS:
            self.overruns += self.tried == MOST_DECISIONS + 1
            return None
        try:
            command = self.parse(data, state)
        except BadField:
            return None
        outcome, after = advance(self.ruleset, state, command, NoDice())
        return None if isinstance(outcome, Rejected) else after
