"""Facts about the table, its library and its sheets."""

from dataclasses import dataclass
from typing import ClassVar

from engine.common.messages import Ending
from engine.systems.phasesix.entities import Character, Library, Template
from engine.systems.phasesix.messages import Event
from engine.types import ENGINE_ONLY


@dataclass(frozen=True, slots=True)
class TableCreated(Event):
    """A table opens."""

    kind: ClassVar[str] = "table_created"
    name: str
    epoch: str
    extensions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerSeated(Event):
    """Somebody takes a seat."""

    kind: ClassVar[str] = "player_seated"
    player: str
    gm: bool


@dataclass(frozen=True, slots=True)
class LibraryAdded(Event):
    """Templates, gear, spells and foes are on offer."""

    kind: ClassVar[str] = "library_added"
    seen: ClassVar[str] = ENGINE_ONLY
    library: Library


@dataclass(frozen=True, slots=True)
class HouseRuleChanged(Event):
    """One house rule has a new value."""

    kind: ClassVar[str] = "house_rule_changed"
    rule: str
    old: str | int | bool
    new: str | int | bool


@dataclass(frozen=True, slots=True)
class EraChosen(Event):
    """The era and the optional rules in use."""

    kind: ClassVar[str] = "era_chosen"
    epoch: str
    extensions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StateCorrected(Event):
    """The table sets a number of a sheet."""

    kind: ClassVar[str] = "state_corrected"
    character: str
    path: str
    old: int
    new: int
    reason: str


@dataclass(frozen=True, slots=True)
class CommandUndone(Event):
    """A command no longer counts; recorded by the history."""

    kind: ClassVar[str] = "command_undone"
    undone_command_id: str


@dataclass(frozen=True, slots=True)
class SessionStarted(Event):
    """A game session begins."""

    kind: ClassVar[str] = "session_started"
    session_no: int


@dataclass(frozen=True, slots=True)
class SessionEnded(Event):
    """The game session is over."""

    kind: ClassVar[str] = "session_ended"
    ends: ClassVar[Ending] = "session"
    session_no: int


@dataclass(frozen=True, slots=True)
class CharacterCreated(Event):
    """A character begins with the values of a lineage (P6-6)."""

    kind: ClassVar[str] = "character_created"
    character: Character


@dataclass(frozen=True, slots=True)
class SheetWritten(Event):
    """A sheet has new values."""

    kind: ClassVar[str] = "sheet_written"
    character: Character


@dataclass(frozen=True, slots=True)
class TemplateTaken(Event):
    """A template is bought with career points (P6-6)."""

    kind: ClassVar[str] = "template_taken"
    character: str
    template: Template
    left: int


@dataclass(frozen=True, slots=True)
class CharacterFinished(Event):
    """Creation ends; what was left became reputation (P6-9)."""

    kind: ClassVar[str] = "character_finished"
    character: str
    to_reputation: int


@dataclass(frozen=True, slots=True)
class TemplateBought(Event):
    """A template is bought with reputation (P6-98)."""

    kind: ClassVar[str] = "template_bought"
    character: str
    template: Template
    left: int


@dataclass(frozen=True, slots=True)
class ReputationGained(Event):
    """Reputation is handed out (P6-97); `warning` when outside the guideline."""

    kind: ClassVar[str] = "reputation_gained"
    character: str
    amount: int
    collected: int
    warning: str = ""


@dataclass(frozen=True, slots=True)
class GearChanged(Event):
    """Somebody takes something up or leaves it behind."""

    kind: ClassVar[str] = "gear_changed"
    character: Character
    thing: str
    taken: bool
