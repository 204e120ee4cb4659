"""What every command and every event of Phase Six has."""

from dataclasses import dataclass
from typing import ClassVar

from engine.common import messages
from engine.systems.phasesix.fields import Who


class Command(messages.Command):
    """A command of Phase Six."""

    __slots__ = ()
    register: ClassVar[messages.Register] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCommand(Command):
    """A command of one character; `char` left out means the speaker's only one, or whose turn it is."""

    char: Who | None = None


class Event(messages.Event):
    """An event of Phase Six."""

    __slots__ = ()
    register: ClassVar[messages.Register] = {}
