"""What every command and every event of Phase Abandon has."""

from typing import ClassVar

from engine.common import messages


class Command(messages.Command):
    """A command of Phase Abandon.

    Attributes:
        phases: Letters of the phases it is legal in, as in the rules document; empty for any.
        acts: Field that names the acting player; None when nobody does.
        absent_may: Whether absent or unknown speakers are fine.
    """

    __slots__ = ()
    register: ClassVar[messages.Register] = {}
    phases: ClassVar[str] = ""
    acts: ClassVar[str | None] = None
    absent_may: ClassVar[bool] = False
    unfit: ClassVar[str] = "E_RANGE"
    missing: ClassVar[str] = "E_EMPTY"


class Event(messages.Event):
    """An event of Phase Abandon."""

    __slots__ = ()
    register: ClassVar[messages.Register] = {}
