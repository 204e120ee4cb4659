"""State after an event; total, never refuses. The handlers stand in the `evolve_*` modules."""

from engine.common.folding import Handlers
from engine.common.values import changed
from engine.systems.kleptonomicon import evolve_encounters, evolve_episodes, evolve_table, evolve_turns
from engine.systems.kleptonomicon.messages import Event
from engine.systems.kleptonomicon.state import State

HANDLERS: Handlers[State, Event] = Handlers(
    {
        **evolve_table.HANDLERS,
        **evolve_episodes.HANDLERS,
        **evolve_encounters.HANDLERS,
        **evolve_turns.HANDLERS,
    }
)


def evolve(state: State, event: Event) -> State:
    """State after one event."""
    return changed(state, **HANDLERS[type(event)](state, event))
