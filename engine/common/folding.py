"""Folding of events: a system's `evolve` is a table of small functions."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

S = TypeVar("S")
E = TypeVar("E")

Changes = dict[str, Any]
"""Fields of the state that an event changes."""


def _applied(state: Any, event: Any) -> Changes:
    changes: Changes = event.apply(state)
    return changes


class Handlers(dict[type[E], Callable[[S, Any], Changes]], Generic[S, E]):
    """Event class to the function that says what it changes."""

    def on(self, *classes: type[E]) -> Callable[[Callable[[S, Any], Changes]], Callable[[S, Any], Changes]]:
        """Register the decorated function for these event classes."""

        def register(handler: Callable[[S, Any], Changes]) -> Callable[[S, Any], Changes]:
            for cls in classes:
                self[cls] = handler
            return handler

        return register

    def __missing__(self, cls: type[E]) -> Callable[[S, Any], Changes]:
        """Add and return the handler of an event that folds itself."""
        handler = self[cls] = _applied
        return handler

    def nothing_for(self, *classes: type[E]) -> None:
        """These events say something and change nothing."""
        self.on(*classes)(lambda state, event: {})
