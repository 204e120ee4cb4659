"""What every event has."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.types import PUBLIC


@dataclass(frozen=True, slots=True)
class Event:
    """A fact, past tense, without ids of commands or clock.

    Attributes:
        kind: Tag of the JSON form, snake_case.
        json_names: JSON names of fields whose own name would clash with a Python keyword.
    """

    kind: ClassVar[str]
    json_names: ClassVar[Mapping[str, str]] = {}

    @property
    def visibility(self) -> str:
        """Who may see it: everybody unless an event says otherwise."""
        return PUBLIC
