"""Commands about characters, their creation, gear and growth (rules 3.2, 3.14)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.fields import NewName, PlayerName, Words
from engine.systems.phasesix.entities import Item, Knowledge, Note, Value, Weapon
from engine.systems.phasesix.fields import AnyNumber, CharacterKind, FoeKind, Gear, Reputation, TemplateName, Who
from engine.systems.phasesix.messages import Command, OwnCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateCharacter(Command):
    """Begin a character with the starting values of a lineage (P6-6).

    Attributes:
        player: Who runs it; the speaker, or the GM for an npc, when left out.
        char_kind: "pc" or "npc".
        foe: Name of a ready-made foe of the library that the character is one of.
    """

    kind: ClassVar[str] = "create_character"
    name: NewName
    lineage: Words = "human"
    char_kind: CharacterKind | None = None
    player: PlayerName | None = None
    foe: FoeKind | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteSheet(OwnCommand):
    """Write values of a paper sheet onto a character; whatever is None stays as it is.

    Attributes:
        attributes: Attributes by name.
        skills: Skills by name: totals, or own values where they are derived (P6-3).
        hearts: Full hearts; all of them when only `max_health` is given.
    """

    kind: ClassVar[str] = "write_sheet"
    attributes: tuple[Value, ...] = ()
    skills: tuple[Value, ...] = ()
    knowledge: tuple[Knowledge, ...] = ()
    shadows: tuple[Note, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    items: tuple[Item, ...] = ()
    min_roll: AnyNumber | None = None
    bonus_dice: AnyNumber | None = None
    destiny_dice: AnyNumber | None = None
    rerolls: AnyNumber | None = None
    protection: AnyNumber | None = None
    evasion: AnyNumber | None = None
    max_health: AnyNumber | None = None
    hearts: AnyNumber | None = None
    boosts: AnyNumber | None = None
    actions: AnyNumber | None = None
    arcana: AnyNumber | None = None
    spell_points: AnyNumber | None = None
    stress: AnyNumber | None = None
    max_stress: AnyNumber | None = None
    reputation: AnyNumber | None = None
    reputation_used: AnyNumber | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeTemplate(OwnCommand):
    """Buy a template with career points (P6-6 to P6-8)."""

    kind: ClassVar[str] = "take_template"
    template: TemplateName


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishCharacter(OwnCommand):
    """End creation; career points left become reputation (P6-9)."""

    kind: ClassVar[str] = "finish_character"


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyTemplate(OwnCommand):
    """Buy a template with reputation between sessions (P6-98)."""

    kind: ClassVar[str] = "buy_template"
    template: TemplateName


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardReputation(Command):
    """Hand out reputation (P6-97); `chars` empty = every living player character."""

    kind: ClassVar[str] = "award_reputation"
    also_read: ClassVar[Mapping[str, str]] = {"n": "amount"}
    amount: Reputation
    chars: tuple[Who, ...] = ()
    scope: Words = "adventure"


@dataclass(frozen=True, slots=True, kw_only=True)
class Equip(OwnCommand):
    """Take a weapon, an item or armour of the library."""

    kind: ClassVar[str] = "equip"
    thing: Gear


@dataclass(frozen=True, slots=True, kw_only=True)
class PutAway(OwnCommand):
    """Leave a weapon, an item or armour behind."""

    kind: ClassVar[str] = "put_away"
    thing: Gear
