"""Small values every rules system shares."""

from typing import Generic, TypeVar

from engine.dice.roll import Roll, RollRequest
from engine.phrase import Phrase
from engine.quick_dataclass import dataclass

E = TypeVar("E")

PUBLIC = "public"
ENGINE_ONLY = "engine"
"""Visibility of an event: `PUBLIC`, `ENGINE_ONLY`, or the name of the one player who may see it."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """The rules refuse a command; nothing changes.

    Attributes:
        code: UPPER_SNAKE code of the system's rules document, for programs ("E_NO_CHIPS").
        reason: One sentence for the person at the table: what was wrong and what to do.
    """

    code: str
    reason: Phrase


@dataclass(frozen=True, slots=True)
class Accepted(Generic[E]):
    """The command holds; these facts follow, to be appended as one batch."""

    events: tuple[E, ...]


@dataclass(frozen=True, slots=True)
class AwaitingRoll(Generic[E]):
    """The command holds and dice are wanted before the story goes on.

    Attributes:
        request: The first roll the table owes.
        events: Facts that already stand and are appended now; empty when nothing may be written before the dice
            fall, in which case the caller keeps the command and steps it again with the faces.
        rolls: Rolls already used by a command that is to be stepped again.
    """

    request: RollRequest
    events: tuple[E, ...] = ()
    rolls: tuple[Roll, ...] = ()


Outcome = Accepted[E] | AwaitingRoll[E] | Rejected


@dataclass(frozen=True, slots=True)
class NarrationView:
    """Narration at present, in terms every system has.

    Attributes:
        holder: Player, or None when nobody holds it.
        kind: The system's own word for this narration.
        actions: Actions still allowed, None when unlimited.
        order: Players who follow, next first; empty when the system names none.
    """

    holder: str | None
    kind: str | None = None
    actions: int | None = None
    order: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Spoken:
    """A sentence worth saying aloud.

    Attributes:
        text: Short and factual.
        weight: 3 must be heard (dice wanted, who narrates now), 2 normally said (results, payments), 1 only when the
            table wants every detail.
    """

    text: Phrase
    weight: int = 2
