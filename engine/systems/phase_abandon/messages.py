"""What every command and every event of Phase Abandon has."""

from typing import ClassVar

from engine.common import messages


class Command(messages.Command):
    """A command of Phase Abandon."""

    __slots__ = ()
    register: ClassVar[messages.Register] = {}
    unfit: ClassVar[str] = "E_RANGE"
    missing: ClassVar[str] = "E_EMPTY"


class Event(messages.Event):
    """An event of Phase Abandon."""

    __slots__ = ()
    register: ClassVar[messages.Register] = {}
