"""What every command and every event of the Kleptonomicon has."""

from enum import Enum
from typing import ClassVar

from engine.common import messages
from engine.systems.kleptonomicon.vocabulary import Phase


class By(Enum):
    """Who may give a command: the GM, the owner of its character (or the GM), anybody."""

    GM = 1
    OWNER = 2
    ANYBODY = 3


class Command(messages.Command):
    """A command of the Kleptonomicon.

    Attributes:
        by: Who may give it.
        phases: Where it is legal; empty for anywhere.
        whose: Field that names the character it is about; `character` for an OWNER command, None for none.
        transition: Whether a wrong phase is an illegal transition.
        waits: Whether dice or ties owed by the character come first.
    """

    __slots__ = ()
    register: ClassVar[messages.Register] = {}
    by: ClassVar[By] = By.OWNER
    phases: ClassVar[tuple[Phase, ...]] = ()
    whose: ClassVar[str | None] = None
    transition: ClassVar[bool] = False
    waits: ClassVar[bool] = False
    missing: ClassVar[str] = "EMPTY_TEXT"


class Event(messages.Event):
    """An event of the Kleptonomicon."""

    __slots__ = ()
    register: ClassVar[messages.Register] = {}
