"""The events one command leads to, with the state as it becomes while they are recorded."""

from engine.dice.source import DiceSource
from engine.systems.choice_pta.entities import Conflict, Seat
from engine.systems.choice_pta.fold import evolve, known_seat, running
from engine.systems.choice_pta.house_rules import HouseRules
from engine.systems.choice_pta.messages import Event
from engine.systems.choice_pta.state import State


class Ledger:
    """Collects events; `state` always includes those recorded so far."""

    __slots__ = ("dice", "events", "state")

    def __init__(self, state: State, dice: DiceSource) -> None:
        self.state = state
        self.dice = dice
        self.events: list[Event] = []

    @property
    def rules(self) -> HouseRules:
        """House rules in force."""
        return self.state.house_rules

    @property
    def gm(self) -> str:
        """Name of the GM."""
        return self.state.gm.name

    @property
    def conflict(self) -> Conflict:
        """The running conflict.

        Raises:
            LookupError: There is none.
        """
        return running(self.state)

    def record(self, event: Event) -> None:
        """Add a fact and move the state on."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def seat(self, name: str) -> Seat:
        """The seat as it is now."""
        return known_seat(self.state, name)
