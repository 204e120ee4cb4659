"""The bases of all commands and events of the Kleptonomicon."""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, ClassVar

from engine.common import messages
from engine.common.values import Changes
from engine.common.words import counted, listed, setting_value
from engine.phrase import Phrase, spelled
from engine.systems.kleptonomicon.fields import CharacterName
from engine.systems.kleptonomicon.standing import in_words, named
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import Phase

OF_CHARACTER: Mapping[str, str] = {"pc": "character", "char": "character"}
"""The rules document tells PCs from other characters; at a table one name will do."""


class By(Enum):
    """People who may give a command: the GM, the owner of its character (or the GM), anybody."""

    GM = 1
    OWNER = 2
    ANYBODY = 3


class Command(messages.Command, base=True):
    """A command of the Kleptonomicon.

    Attributes:
        by: Who may give it.
        phases: Where it is legal; empty for anywhere.
        whose: Field that names the character it is about; `character` for an OWNER command, None for none.
        transition: Whether a wrong phase is an illegal transition.
        waits: Whether dice or ties owed by the character come first.
    """

    register: ClassVar[messages.Register] = {}
    by: ClassVar[By] = By.OWNER
    phases: ClassVar[tuple[Phase, ...]] = ()
    whose: ClassVar[str | None] = None
    transition: ClassVar[bool] = False
    waits: ClassVar[bool] = False
    missing: ClassVar[str] = "EMPTY_TEXT"


class OfCharacter(Command, base=True):
    """A command about one character; without a name the speaker's own, or whoever has the Turn."""

    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None


class GmCommand(Command, base=True):
    """A command of the GM."""

    by: ClassVar[By] = By.GM


# -- events ------------------------------------------------------------------------------------------------------------


IN_WORDS: Mapping[str, Callable[[Any], Phrase]] = {
    "ability": named,
    "beats": lambda beats: counted(beats, "Beat", "Beats"),
    "minutes": lambda minutes: counted(minutes, "minute", "minutes"),
    "rule": spelled,
    "units": lambda units: counted(units, "unit", "units"),
    "value": setting_value,
}
"""Fields that are told in words of the game, by name; others are told as they are."""


class Event(messages.Event, base=True):
    """An event of the Kleptonomicon; it changes nothing and nobody hears of it unless it says so.

    Attributes:
        depends: Field without which it is told otherwise.
        otherwise: Template of the sentence then.
        quotes: Field with what somebody said about it, to be added to the sentence.
    """

    register: ClassVar[messages.Register] = {}
    told: ClassVar[str | None] = ""
    depends: ClassVar[str] = ""
    otherwise: ClassVar[str] = ""
    quotes: ClassVar[str] = ""

    def apply(self, state: State) -> Changes:
        """Fields of the state that it changes."""
        return {}

    def sentence(self) -> Phrase:
        """It as one plain sentence, made to be spoken; empty when nobody needs to hear it."""
        holds = not self.depends or getattr(self, self.depends)
        told = super().sentence() if holds else self.filled(self.otherwise)
        return in_words(told, getattr(self, self.quotes)) if self.quotes else told

    def in_words(self) -> dict[str, Any]:
        """The fields as sentences have them, several names as a list."""
        return {name: _worded(name, value) for name, value in super().in_words().items()}


def _worded(name: str, value: object) -> object:
    if isinstance(value, tuple):
        return listed(value)
    return IN_WORDS[name](value) if name in IN_WORDS else value


class CharacterEvent(Event, base=True):
    """An event that happens to one character."""

    character: str
