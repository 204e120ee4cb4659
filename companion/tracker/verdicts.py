"""Questions to the tracker and its answers, as values."""

from dataclasses import dataclass, field
from typing import Any, Literal

from companion.nlu.ranking import Ranking
from companion.tracker.hypotheses import Inferred

Decision = Literal["act", "ask", "leave"]
LEAST_CHANCE = 0.04
"""Probability below which a line is not taken to ask for a move."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Decision about a line.

    Attributes:
        decision: Carry the steps out, ask about them, or leave the line.
        steps: What the table did, in order; the line's own request comes last.
        undo: Ids of deeds whose dice nobody throws, which are undone first.
        chance: Probability of all of it, 0 to 1.
        ranking: What else was considered of the line.
    """

    decision: Decision = "leave"
    steps: tuple[Inferred, ...] = ()
    undo: tuple[str, ...] = ()
    chance: float = 0.0
    ranking: Ranking = field(default_factory=Ranking)

    @property
    def telling(self) -> bool:
        """True where the line may have asked for something."""
        return max(self.ranking.first, self.elsewhere, self.chance) >= LEAST_CHANCE

    @property
    def elsewhere(self) -> float:
        """Probability that the line asks for what is not allowed now."""
        return max((chance for _, chance in self.ranking.elsewhere), default=0.0)


@dataclass(frozen=True, slots=True)
class Overdue:
    """The table without deeds whose dice nobody throws.

    Attributes:
        state: State of the rules without them.
        chance: Probability that they were mistakes, 0 to 1.
    """

    state: Any
    chance: float
