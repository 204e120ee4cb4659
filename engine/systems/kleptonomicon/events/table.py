"""Facts about the table, its people, sheets and settings."""

from dataclasses import dataclass
from typing import ClassVar

from engine.common.messages import Ending
from engine.systems.kleptonomicon.entities import Ability, Creature, NpcGroup, Sheet
from engine.systems.kleptonomicon.messages import Event


@dataclass(frozen=True, slots=True)
class TableCreated(Event):
    """A table was opened."""

    kind: ClassVar[str] = "table_created"
    name: str


@dataclass(frozen=True, slots=True)
class PlayerAdded(Event):
    """Somebody sat down."""

    kind: ClassVar[str] = "player_added"
    name: str
    gm: bool


@dataclass(frozen=True, slots=True)
class CharacterCreated(Event):
    """A PC, or an NPC (`player` None), exists with full points."""

    kind: ClassVar[str] = "character_created"
    name: str
    player: str | None
    sheet: Sheet
    creature: str = ""
    lasting: bool = True


@dataclass(frozen=True, slots=True)
class CreatureAdded(Event):
    """A kind of NPC is known."""

    kind: ClassVar[str] = "creature_added"
    creature: Creature


@dataclass(frozen=True, slots=True)
class GroupPrepared(Event):
    """A group of NPCs is written down."""

    kind: ClassVar[str] = "group_prepared"
    group: NpcGroup


@dataclass(frozen=True, slots=True)
class StyleDefined(Event):
    """A Movement Style is known."""

    kind: ClassVar[str] = "style_defined"
    name: str
    interruption: str | None


@dataclass(frozen=True, slots=True)
class ConditionDefined(Event):
    """A Status Condition is known."""

    kind: ClassVar[str] = "condition_defined"
    name: str
    fleeting: bool


@dataclass(frozen=True, slots=True)
class SheetWritten(Event):
    """A sheet was replaced."""

    kind: ClassVar[str] = "sheet_written"
    character: str
    sheet: Sheet


@dataclass(frozen=True, slots=True)
class AbilityLearned(Event):
    """A new Ability stands on a sheet."""

    kind: ClassVar[str] = "ability_learned"
    character: str
    ability: Ability


@dataclass(frozen=True, slots=True)
class HouseRuleChanged(Event):
    """A house rule has this value from now on."""

    kind: ClassVar[str] = "house_rule_changed"
    rule: str
    value: str | int | bool


@dataclass(frozen=True, slots=True)
class StateCorrected(Event):
    """The table agreed on a number."""

    kind: ClassVar[str] = "state_corrected"
    character: str
    path: str
    old: int
    new: int
    reason: str


@dataclass(frozen=True, slots=True)
class SneakyChanged(Event):
    """A PC is hidden, or noticed."""

    kind: ClassVar[str] = "sneaky_changed"
    character: str
    sneaky: bool


@dataclass(frozen=True, slots=True)
class OutChanged(Event):
    """A character can no longer act, or can again."""

    kind: ClassVar[str] = "out_changed"
    character: str
    out: bool


@dataclass(frozen=True, slots=True)
class SessionStarted(Event):
    """An evening began; `number` counts within the Episode, 0 without one."""

    kind: ClassVar[str] = "session_started"
    number: int


@dataclass(frozen=True, slots=True)
class SessionEnded(Event):
    """An evening ended."""

    kind: ClassVar[str] = "session_ended"
    ends: ClassVar[Ending] = "session"


@dataclass(frozen=True, slots=True)
class CommandUndone(Event):
    """A command was taken back."""

    kind: ClassVar[str] = "command_undone"
    undone_command_id: str
