"""The events one command leads to, with the state as it becomes while they are recorded."""

from engine.common.values import changed
from engine.systems.kleptonomicon.entities import Character, Encounter, Episode
from engine.systems.kleptonomicon.house_rules import HouseRules
from engine.systems.kleptonomicon.messages import Event
from engine.systems.kleptonomicon.state import State, encounter_of, episode_of, known_character


def evolve(state: State, event: Event) -> State:
    """State after one event; total, never refuses."""
    return changed(state, **event.apply(state))


class Ledger:
    """Collects events; `state` always includes those recorded so far.

    Attributes:
        by_gm: Whether the GM in person gives the command.
    """

    __slots__ = ("by_gm", "events", "state")

    def __init__(self, state: State, by_gm: bool = False) -> None:
        self.state = state
        self.by_gm = by_gm
        self.events: list[Event] = []

    @property
    def rules(self) -> HouseRules:
        """House rules in force."""
        return self.state.house_rules

    @property
    def episode(self) -> Episode:
        """The Episode that runs."""
        return episode_of(self.state)

    @property
    def encounter(self) -> Encounter:
        """The Encounter that runs."""
        return encounter_of(self.state)

    def record(self, event: Event) -> None:
        """Add a fact and move the state on."""
        self.events.append(event)
        self.state = evolve(self.state, event)

    def character(self, name: str) -> Character:
        """The character as it is now."""
        return known_character(self.state, name)
