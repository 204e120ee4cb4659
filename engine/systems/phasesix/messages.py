"""What every command and every event of Phase Six has."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from engine.common import messages
from engine.systems.phasesix.fields import Who


class By(StrEnum):
    """Who may give a command."""

    ANY = "any"
    GM = "gm"
    OWNER = "owner"


class Command(messages.Command):
    """A command of Phase Six.

    Attributes:
        by: Who may give it.
        extension: Optional rules it needs; empty for none.
        dead: Whether its character may be dead.
        addressed: Whether the GM, naming nobody, means the players' characters rather than the foes.
    """

    __slots__ = ()
    register: ClassVar[messages.Register] = {}
    by: ClassVar[By] = By.OWNER
    extension: ClassVar[str] = ""
    dead: ClassVar[bool] = False
    addressed: ClassVar[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCommand(Command):
    """A command of one character; `char` left out means the speaker's only one, or whose turn it is."""

    char: Who | None = None


class Event(messages.Event):
    """An event of Phase Six."""

    __slots__ = ()
    register: ClassVar[messages.Register] = {}
