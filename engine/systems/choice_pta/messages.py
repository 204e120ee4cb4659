"""What every command and every event of Choice Based PTA has."""

from typing import ClassVar

from engine.common import messages


class Command(messages.Command):
    """A command of Choice Based PTA."""

    __slots__ = ()
    register: ClassVar[messages.Register] = {}


class Event(messages.Event):
    """An event of Choice Based PTA."""

    __slots__ = ()
    register: ClassVar[messages.Register] = {}
