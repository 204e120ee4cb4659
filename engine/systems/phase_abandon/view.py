"""The table as it may be seen: everything except bids that are not declared yet (PA-92)."""

from typing import Any

from engine.codec import to_json
from engine.systems.phase_abandon.entities import State
from engine.systems.phase_abandon.vocabulary import ConflictStep


def view(state: State, viewer: str | None = None) -> dict[str, Any]:
    """The state as JSON; while bids come in, only the viewer's own has a number.

    Args:
        state: The state seen.
        viewer: A player; None for the table, which everybody sees.
    """
    seen: dict[str, Any] = to_json(state)
    if state.conflict is not None and state.conflict.step == ConflictStep.BIDDING:
        for bid in seen["conflict"]["bids"]:
            if bid["player"] != viewer:
                bid["number"] = None
    return seen
