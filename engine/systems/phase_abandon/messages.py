"""What every command and every event of Phase Abandon has."""

from typing import ClassVar

from engine.common import messages


class Command(messages.Command):
    """A command of Phase Abandon."""

    __slots__ = ()
    register: ClassVar[messages.Register] = {}


class Event(messages.Event):
    """An event of Phase Abandon."""

    __slots__ = ()
    register: ClassVar[messages.Register] = {}
