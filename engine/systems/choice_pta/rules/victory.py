"""Saying how weighty an extended conflict is (rules 3.3)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.board import Move
from engine.common.folding import Changes
from engine.common.rules import Refused
from engine.common.words import counted, number
from engine.fields import Number
from engine.offers import asked
from engine.phrase import Phrase, phrase
from engine.systems.choice_pta.fold import with_conflict
from engine.systems.choice_pta.ledger import Ledger
from engine.systems.choice_pta.messages import Command, Event
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import Phase
from engine.types import Spoken

STAKES = phrase("Stakes")


def least_goal(state: State, player: str) -> int:
    """Fewest victory cards that may end a conflict (R-58)."""
    return state.house_rules.victory_goal_min


@dataclass(frozen=True, slots=True)
class VictoryGoalSet(Event):
    """Victory cards that end the fight."""

    kind: ClassVar[str] = "victory_goal_set"
    goal: int

    def apply(self, state: State) -> Changes:
        """The conflict ends with so many."""
        return with_conflict(state, goal=self.goal)

    def sentence(self) -> Phrase:
        """How many."""
        return phrase("Victory goal {goal}", goal=number(self.goal))

    def aloud(self) -> Spoken:
        """The same, as a table says it."""
        return Spoken(phrase("First to {cards}.", cards=counted(self.goal, "victory card", "victory cards")), 2)

    def undone(self) -> Phrase:
        """What was set."""
        return phrase("the victory goal")


@dataclass(frozen=True, slots=True, kw_only=True)
class SetVictoryGoal(Command):
    """Say how many victory cards end an extended conflict (PTA-26)."""

    kind: ClassVar[str] = "set_victory_goal"
    phases: ClassVar[tuple[Phase, ...]] = (Phase.STAKES,)
    goal: Annotated[int, Number(least_goal)]

    def decide(self, ledger: Ledger, who: str) -> None:
        """Set it, before the stakes are locked (R-58)."""
        if not ledger.conflict.is_extended:
            raise Refused("SIMPLE_HAS_NO_GOAL", phrase("A simple conflict has no victory goal."))
        least = least_goal(ledger.state, who)
        if self.goal < least:
            raise Refused("GOAL_TOO_LOW", phrase("The victory goal is {number} at least.", number=least))
        ledger.record(VictoryGoalSet(self.goal))

    @classmethod
    def moves(cls, state: State, who: str) -> Iterator[Move]:
        """A form, while an extended conflict is being set up."""
        if state.conflict is not None and state.conflict.is_extended:
            goal = asked(cls, "goal", phrase("Victory cards"), state, who)
            yield Move(cls.kind, phrase("Set the victory goal"), STAKES, fields=(goal,))
