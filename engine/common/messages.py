"""What every command and every event has, in every system."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.types import ENGINE_ONLY, PUBLIC


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """What somebody wants.

    Attributes:
        kind: Tag of the JSON form, snake_case.
        json_names: JSON names of fields whose own name would clash with a Python keyword.
        also_read: Other JSON names, as rules documents have them, to the field's own.
        actor: Player who speaks, None for the table as a whole.
    """

    kind: ClassVar[str]
    json_names: ClassVar[Mapping[str, str]] = {}
    also_read: ClassVar[Mapping[str, str]] = {}
    actor: str | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """A fact, past tense, without ids of commands or clock.

    Attributes:
        kind: Tag of the JSON form, snake_case.
        json_names: JSON names of fields whose own name would clash with a Python keyword.
        undoable: False for what can never be taken back, such as cards turned up.
        opens_scene: Whether the notes begin a new part with it.
    """

    kind: ClassVar[str]
    json_names: ClassVar[Mapping[str, str]] = {}
    undoable: ClassVar[bool] = True
    opens_scene: ClassVar[bool] = False

    @property
    def visibility(self) -> str:
        """Who may see it: everybody unless an event says otherwise."""
        return PUBLIC


@dataclass(frozen=True, slots=True)
class Hidden(Event):
    """A fact kept for replay and shown to nobody."""

    @property
    def visibility(self) -> str:
        """Only the rules need it."""
        return ENGINE_ONLY
