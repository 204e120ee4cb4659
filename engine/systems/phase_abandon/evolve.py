"""State after an event; total, never refuses. The handlers stand in the `evolve_*` modules, one per event module."""

from engine.common.folding import Handlers
from engine.common.values import changed
from engine.systems.phase_abandon import evolve_rolls, evolve_sheets, evolve_story, evolve_table
from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.state import State

HANDLERS: Handlers[State, Event] = Handlers(
    {**evolve_table.HANDLERS, **evolve_sheets.HANDLERS, **evolve_rolls.HANDLERS, **evolve_story.HANDLERS}
)


def evolve(state: State, event: Event) -> State:
    """State after one event."""
    return changed(state, log_seq=state.log_seq + 1, **HANDLERS[type(event)](state, event))
