"""Facts of the answer to a deed: reactions, defences, and what becomes of the hits."""

from dataclasses import dataclass
from typing import ClassVar

from engine.systems.phasesix.entities import Deed, Strike, Window
from engine.systems.phasesix.messages import Event
from engine.types import ENGINE_ONLY


@dataclass(frozen=True, slots=True)
class ReactionWindowOpened(Event):
    """Time to react (P6-41)."""

    kind: ClassVar[str] = "reaction_window_opened"
    window: Window


@dataclass(frozen=True, slots=True)
class ReactionWindowClosed(Event):
    """No more reactions to this deed (P6-43)."""

    kind: ClassVar[str] = "reaction_window_closed"
    deed_id: str


@dataclass(frozen=True, slots=True)
class ReactionPassed(Event):
    """Somebody does not react."""

    kind: ClassVar[str] = "reaction_passed"
    character: str


@dataclass(frozen=True, slots=True)
class ReactionQueued(Event):
    """A reaction comes after the consequences (P6-41)."""

    kind: ClassVar[str] = "reaction_queued"
    deed: Deed


@dataclass(frozen=True, slots=True)
class ReactionResolved(Event):
    """A reaction has its turn."""

    kind: ClassVar[str] = "reaction_resolved"
    character: str
    what: str


@dataclass(frozen=True, slots=True)
class DefenceDeclared(Event):
    """The target of an attack evades or parries (P6-60, P6-62)."""

    kind: ClassVar[str] = "defence_declared"
    character: str
    how: str
    weapon: str = ""


@dataclass(frozen=True, slots=True)
class Evaded(Event):
    """An attack is avoided entirely (P6-60)."""

    kind: ClassVar[str] = "evaded"
    character: str
    attacker: str


@dataclass(frozen=True, slots=True)
class EvadeFailed(Event):
    """An evasion fails (P6-60)."""

    kind: ClassVar[str] = "evade_failed"
    character: str
    hits: int


@dataclass(frozen=True, slots=True)
class Parried(Event):
    """A parry removes hits (P6-62)."""

    kind: ClassVar[str] = "parried"
    character: str
    removed: int
    left: int


@dataclass(frozen=True, slots=True)
class ParryReferred(Event):
    """The story's leader says what a parry leaves (P6-62)."""

    kind: ClassVar[str] = "parry_referred"
    character: str
    successes: int


@dataclass(frozen=True, slots=True)
class HitsStated(Event):
    """The story's leader said what a parry leaves."""

    kind: ClassVar[str] = "hits_stated"
    hits: int


@dataclass(frozen=True, slots=True)
class CoverRolled(Event):
    """Cover stops hits (P6-54)."""

    kind: ClassVar[str] = "cover_rolled"
    character: str
    removed: int
    left: int


@dataclass(frozen=True, slots=True)
class StrikeMade(Event):
    """Hits are on their way to somebody."""

    kind: ClassVar[str] = "strike_made"
    seen: ClassVar[str] = ENGINE_ONLY
    strike: Strike


@dataclass(frozen=True, slots=True)
class StrikeEnded(Event):
    """The hits are counted."""

    kind: ClassVar[str] = "strike_ended"
    seen: ClassVar[str] = ENGINE_ONLY


@dataclass(frozen=True, slots=True)
class WoundsDealt(Event):
    """What became of hits (P6-55 to P6-57)."""

    kind: ClassVar[str] = "wounds_dealt"
    target: str
    hits: int
    through: int
    wounds: int
