"""The base classes of every command and every event of Phase Abandon."""

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, ClassVar

from engine.board import Move
from engine.common import messages
from engine.common.words import number
from engine.fields import PlayerName
from engine.phrase import Phrase, made
from engine.types import Spoken


class Command(messages.Command, base=True):
    """A command of Phase Abandon.

    Attributes:
        phases: Letters of the phases it is legal in, as in the rules document; empty for any.
        acts: Field that names the acting player; None when nobody does.
        absent_may: Whether absent or unknown speakers are fine.
        taps: Its `moves` where they are always the same.
    """

    register: ClassVar[messages.Register] = {}
    phases: ClassVar[str] = ""
    acts: ClassVar[str | None] = None
    absent_may: ClassVar[bool] = False
    unfit: ClassVar[str] = "E_RANGE"
    missing: ClassVar[str] = "E_EMPTY"
    taps: ClassVar[tuple[Move, ...]] = ()

    @classmethod
    def moves(cls, state: Any, who: str) -> Iterator[Move]:
        """The taps by which it may be given; `decide` says which of them go now."""
        return iter(cls.taps)


class PlayerCommand(Command, base=True):
    """A command that one player carries out, during play unless it says otherwise.

    Attributes:
        player: Who; empty for whoever speaks.
    """

    phases: ClassVar[str] = "P"
    acts: ClassVar[str | None] = "player"
    player: PlayerName = ""


class Event(messages.Event, base=True):
    """An event of Phase Abandon.

    Sentences that need nothing but its fields stand in class attributes, with the fields in braces; an event that says
    more has a method instead.

    Attributes:
        told: Its `sentence`; empty when nobody needs to hear it.
        said: What is said `aloud`, with numbers in words; empty for the sentence itself.
        weight: Of what is said aloud, 1 to 3; 0 when nothing is.
        taken_back: What is `undone` with it.
    """

    register: ClassVar[messages.Register] = {}
    told: ClassVar[str | None] = None
    said: ClassVar[str] = ""
    weight: ClassVar[int] = 0
    taken_back: ClassVar[str] = ""

    def sentence(self) -> Phrase:
        """It as one plain sentence.

        Raises:
            LookupError: Nothing says how it is told.
        """
        return super().sentence() if self.told is None else made(self.told, _values(self))

    def aloud(self) -> Spoken | None:
        """The words said at the table; None where there are none, or where they depend on more than the event."""
        if not self.weight:
            return None
        if not self.said:
            return Spoken(self.sentence(), self.weight)
        in_words = {name: number(value) if type(value) is int else value for name, value in _values(self).items()}
        return Spoken(made(self.said, in_words), self.weight)

    def undone(self) -> Phrase:
        """The words after "Undone:"; empty where another event of the same command says it."""
        return made(self.taken_back, _values(self) if self.taken_back else {})


def _values(event: Any) -> dict[str, Any]:
    return {each.name: getattr(event, each.name) for each in fields(event)}
