"""State after an event; total, never refuses. The handlers stand in the `evolve_*` modules, one per event module."""

from dataclasses import replace

from engine.common.folding import Handlers
from engine.systems.choice_pta import evolve_conflict, evolve_story, evolve_table
from engine.systems.choice_pta.messages import Event
from engine.systems.choice_pta.state import State

HANDLERS: Handlers[State, Event] = Handlers(
    {**evolve_table.HANDLERS, **evolve_conflict.HANDLERS, **evolve_story.HANDLERS}
)


def evolve(state: State, event: Event) -> State:
    """State after one event."""
    changes = HANDLERS[type(event)](state, event)
    return replace(state, **changes) if changes else state
