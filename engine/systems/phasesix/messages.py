"""The base classes of every command and every event of Phase Six."""

from enum import StrEnum
from typing import Any, ClassVar

from engine.common import messages
from engine.common.values import Changes
from engine.phrase import EMPTY, Phrase, sentence
from engine.systems.phasesix.fields import Who
from engine.types import Spoken


class By(StrEnum):
    """The people who may give a command."""

    ANY = "any"
    GM = "gm"
    OWNER = "owner"


class Command(messages.Command, base=True):
    """A command of Phase Six.

    Attributes:
        by: Who may give it.
        extension: Optional rules it needs; empty for none.
        dead: Whether its character may be dead.
        addressed: Whether the GM, naming nobody, means the players' characters rather than the foes.
    """

    register: ClassVar[messages.Register] = {}
    by: ClassVar[By] = By.OWNER
    extension: ClassVar[str] = ""
    dead: ClassVar[bool] = False
    addressed: ClassVar[bool] = False

    @classmethod
    def likely(cls, state: Any) -> tuple[str, ...]:
        """Names of characters meant first when nobody is named."""
        return ()


class OwnCommand(Command, base=True):
    """A command of one character; `char` left out means the speaker's only one, or whose turn it is."""

    char: Who | None = None


class Event(messages.Event, base=True):
    """An event of Phase Six; unless it says otherwise, its sentence is said aloud."""

    register: ClassVar[messages.Register] = {}
    weight: ClassVar[int] = 2

    def aloud(self) -> Spoken | None:
        """The sentence said of it, as a whole one."""
        said = super().aloud()
        return said if said is None or self.said else Spoken(sentence(said.text), said.weight)

    def aloud_at(self, table: Any) -> Spoken | None:
        """The same, for an event whose words depend on the table after it."""
        return self.aloud()


class OwnEvent(Event, base=True):
    """An event of one character."""

    character: str


class Told(Event, base=True):
    """An event that is told and changes nothing."""

    def apply(self, state: Any) -> Changes:
        """No change."""
        return {}


class Silent(Event, base=True):
    """An event that nobody needs to hear of."""

    def sentence(self) -> Phrase:
        """Empty."""
        return EMPTY
