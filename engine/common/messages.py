"""What every command and every event has, in every system, and the register that a game keeps of its own.

A game has one `Command` and one `Event` of its own, in its `messages` module, each with an empty register. Whatever is
derived from them and has a `kind` is in that register from the moment it is defined.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.types import PUBLIC

Register = dict[str, type[Any]]
"""The commands, or the events, of one game by their kind."""


class Message:
    """What a command and an event have in common.

    Attributes:
        kind: Tag of the JSON form, snake_case; a class without one is a base of others.
        json_names: JSON names of fields whose own name would clash with a Python keyword.
        register: Every message of the same game, filled by defining them; None outside a game.
    """

    __slots__ = ()

    kind: ClassVar[str]
    json_names: ClassVar[Mapping[str, str]] = {}
    register: ClassVar[Register | None] = None

    def __init_subclass__(cls) -> None:
        """Put the class into the register of its game.

        Raises:
            TypeError: Another message of the game has this kind.
        """
        if cls.register is None or "kind" not in vars(cls):
            return
        known = cls.register.get(cls.kind)
        remade = "__slots__" in vars(cls)  # `dataclass(slots=True)` makes every class a second time
        if known is not None and not (remade and _name(known) == _name(cls)):
            raise TypeError(f"two messages of one game have the kind {cls.kind!r}: {_name(known)} and {_name(cls)}")
        cls.register[cls.kind] = cls


def _name(cls: type[Any]) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


def registered(base: type[Message]) -> tuple[type[Any], ...]:
    """Every message of a game, by kind; its modules are loaded when this is asked.

    Args:
        base: The game's own `Command` or `Event`.
    """
    return tuple(cls for _, cls in sorted((base.register or {}).items()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Command(Message):
    """What somebody wants.

    Attributes:
        also_read: Other JSON names, as rules documents have them, to the field's own.
        unfit: Code for a value that no such field may have (see `engine.fields`).
        missing: Code for words that are missing.
        actor: Player who speaks, None for the table as a whole.
    """

    also_read: ClassVar[Mapping[str, str]] = {}
    unfit: ClassVar[str] = "BAD_VALUE"
    missing: ClassVar[str] = "BAD_VALUE"
    actor: str | None = None


@dataclass(frozen=True, slots=True)
class Event(Message):
    """A fact, past tense, without ids of commands or clock.

    Attributes:
        seen: Who may see it: everybody, or `ENGINE_ONLY` for what is kept for replay and shown to nobody.
        undoable: False for what can never be taken back, such as cards turned up.
        opens_scene: Whether the notes begin a new part with it.
    """

    seen: ClassVar[str] = PUBLIC
    undoable: ClassVar[bool] = True
    opens_scene: ClassVar[bool] = False

    @property
    def visibility(self) -> str:
        """Who may see it; an event that one player may see says so itself."""
        return self.seen
