"""Folding of events into the state."""

from typing import Any, TypeVar

T = TypeVar("T")

Changes = dict[str, Any]
"""Fields of the state that an event changes."""


def existing(found: T | None, what: str, name: str = "") -> T:
    """The thing that an event speaks of.

    Args:
        found: What the state has; None is an error.
        what: A word for it, in the error.
        name: Its name, where there are several.

    Raises:
        LookupError: There is none; the events do not belong to this state.
    """
    if found is None:
        raise LookupError(f"no {what} {name!r}" if name else f"no {what}")
    return found
