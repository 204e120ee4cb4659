"""Commands about the table, its people, sheets and settings."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.common.messages import Meaning, Talk
from engine.fields import Either, NeededWords, NewName, PlayerName, SkillName, Words
from engine.systems.kleptonomicon.commands.naming import OF_CHARACTER
from engine.systems.kleptonomicon.entities import Ability, Creature, Sheet
from engine.systems.kleptonomicon.fields import AnyNumber, CharacterName, Correctable, CreatureName, RuleName
from engine.systems.kleptonomicon.messages import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTable(Command):
    """Open a table."""

    kind: ClassVar[str] = "create_table"
    name: NewName = "The Kleptonomicon"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPlayer(Command):
    """Seat a player; at most one is the GM."""

    kind: ClassVar[str] = "add_player"
    name: NewName
    gm: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateCharacter(Command):
    """A player's PC; `sheet` None is a level 1 sheet with nothing on it."""

    kind: ClassVar[str] = "create_character"
    player: PlayerName | None = None
    name: NewName
    sheet: Sheet | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddCreature(Command):
    """Make a kind of NPC known (KL-28)."""

    kind: ClassVar[str] = "add_creature"
    creature: Creature


@dataclass(frozen=True, slots=True, kw_only=True)
class AddNpc(Command):
    """Name an NPC who may take part in Encounters again and again."""

    kind: ClassVar[str] = "add_npc"
    name: NewName
    creature: CreatureName = ""
    sheet: Sheet | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PrepareGroup(Command):
    """Write down a group of NPCs for later (KL-28).

    Attributes:
        members: Names of NPCs and kinds of creatures, with a number where there are several ("3 wolves").
    """

    kind: ClassVar[str] = "prepare_group"
    name: Words
    members: tuple[CharacterName, ...] = ()
    edge_modifier: AnyNumber | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DefineStyle(Command):
    """Make a Movement Style known; `interruption` is "fall", a text, or None for nothing (KL-73, KL-74)."""

    kind: ClassVar[str] = "define_style"
    name: NewName
    interruption: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DefineCondition(Command):
    """Make a Status Condition known."""

    kind: ClassVar[str] = "define_condition"
    name: NewName
    fleeting: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteSheet(Command):
    """Replace what stands on a sheet; what changes in play is kept within the new maxima."""

    kind: ClassVar[str] = "write_sheet"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    sheet: Sheet


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnAbility(Command):
    """Write a new Ability on a sheet (KL-92)."""

    kind: ClassVar[str] = "learn_ability"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    ability: Ability


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeHouseRule(Command):
    """Set one house rule."""

    kind: ClassVar[str] = "change_house_rule"
    rule: RuleName
    value: Annotated[str | int | bool, Either()]


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectState(Command):
    """Set a number the table agrees on.

    Attributes:
        path: One of `decide_table.PATHS` ("beats", "xp", "health").
    """

    kind: ClassVar[str] = "correct_state"
    means: ClassVar[Meaning] = "corrects"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    path: Correctable
    value: AnyNumber
    reason: NeededWords


@dataclass(frozen=True, slots=True, kw_only=True)
class SetSneaky(Command):
    """A PC is hidden or noticed (KL-34)."""

    kind: ClassVar[str] = "set_sneaky"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    sneaky: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOut(Command):
    """A character can no longer act, or can again (KL-47)."""

    kind: ClassVar[str] = "set_out"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    out: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSession(Command):
    """An evening begins (KL-10)."""

    kind: ClassVar[str] = "start_session"
    talk: ClassVar[Talk] = Talk(confirm="Begin the session?", main=True)
    means: ClassVar[Meaning] = "begins_session"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndSession(Command):
    """An evening ends (KL-10)."""

    kind: ClassVar[str] = "end_session"
    talk: ClassVar[Talk] = Talk(confirm="End the session?", main=True, once=True)
    means: ClassVar[Meaning] = "ends_session"


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoLast(Command):
    """Take back the latest command; carried out by `engine.history`."""

    kind: ClassVar[str] = "undo_last"
    talk: ClassVar[Talk] = Talk(once=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskStatus(Command):
    """Ask about the state; answered by `Ruleset.answer`, changes and logs nothing."""

    kind: ClassVar[str] = "ask_status"
    talk: ClassVar[Talk] = Talk(by_anybody=True)
    topic: Words
    player: PlayerName = ""
    skill: SkillName | None = None
    about: Words | None = None
