"""The base classes of every command and every event of Phase Abandon."""

from typing import ClassVar

from engine.common import messages
from engine.common.words import number
from engine.fields import PlayerName
from engine.phrase import made
from engine.types import Spoken


class Command(messages.Command, base=True):
    """A command of Phase Abandon.

    Attributes:
        phases: Letters of the phases it is legal in, as in the rules document; empty for any.
        acts: Field that names the acting player; None when nobody does.
        absent_may: Whether absent or unknown speakers are fine.
    """

    register: ClassVar[messages.Register] = {}
    phases: ClassVar[str] = ""
    acts: ClassVar[str | None] = None
    absent_may: ClassVar[bool] = False
    unfit: ClassVar[str] = "E_RANGE"
    missing: ClassVar[str] = "E_EMPTY"


class PlayerCommand(Command, base=True):
    """A command that one player carries out, during play unless it says otherwise.

    Attributes:
        player: Who; empty for whoever speaks.
    """

    phases: ClassVar[str] = "P"
    acts: ClassVar[str | None] = "player"
    player: PlayerName = ""


class Event(messages.Event, base=True):
    """An event of Phase Abandon; numbers in what is `said` are said in words."""

    register: ClassVar[messages.Register] = {}

    def aloud(self) -> Spoken | None:
        """The words said at the table; None where there are none, or where they depend on more than the event."""
        if not self.weight or not self.said:
            return super().aloud()
        numbers = {name: number(value) for name, value in vars(self).items() if type(value) is int}
        return Spoken(made(self.said, self.in_words() | numbers), self.weight)


class CharacterEvent(Event, base=True):
    """An event that happens to one character."""

    character: str
