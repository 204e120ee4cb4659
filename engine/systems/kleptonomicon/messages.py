"""What every command and every event of the Kleptonomicon has."""

from typing import ClassVar

from engine.common import messages


class Command(messages.Command):
    """A command of the Kleptonomicon."""

    __slots__ = ()
    register: ClassVar[messages.Register] = {}
    missing: ClassVar[str] = "EMPTY_TEXT"


class Event(messages.Event):
    """An event of the Kleptonomicon."""

    __slots__ = ()
    register: ClassVar[messages.Register] = {}
