"""Folding of events into the state."""

from typing import Any, TypeVar

T = TypeVar("T")

Changes = dict[str, Any]
"""Fields of the state that an event changes."""


def known(found: T | None, what: str) -> T:
    """The thing that an event speaks of.

    Args:
        found: What the state has of that name.
        what: Its name in the error.

    Raises:
        LookupError: There is none; the event does not belong to this state.
    """
    if found is None:
        raise LookupError(f"no {what}")
    return found
