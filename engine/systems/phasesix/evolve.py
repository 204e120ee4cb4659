"""State after an event; total, never refuses. The handlers stand in the `evolve_*` modules."""

from engine.common.folding import Handlers
from engine.common.values import changed
from engine.systems.phasesix import evolve_checks, evolve_combat, evolve_health, evolve_table
from engine.systems.phasesix.messages import Event
from engine.systems.phasesix.state import State

HANDLERS: Handlers[State, Event] = Handlers(
    {**evolve_table.HANDLERS, **evolve_checks.HANDLERS, **evolve_combat.HANDLERS, **evolve_health.HANDLERS}
)


def evolve(state: State, event: Event) -> State:
    """State after one event."""
    changes = HANDLERS[type(event)](state, event)
    return changed(state, **changes) if changes else state
