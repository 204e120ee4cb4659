"""Commands about the table, its sessions, its library and its house rules."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.common.messages import Meaning, Talk
from engine.fields import Either, NewName, PlayerName, Words
from engine.systems.phasesix.entities import Library
from engine.systems.phasesix.fields import AnyNumber, Extension, Role, RuleName, TraitName, Who
from engine.systems.phasesix.messages import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateTable(Command):
    """Open a table with an era ("" = any) and the optional rules in use ("magic", "horror")."""

    kind: ClassVar[str] = "create_table"
    name: NewName = "Phase Six"
    epoch: Words = ""
    extensions: tuple[Extension, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPlayer(Command):
    """Seat somebody; `role` is "player" or "gm"."""

    kind: ClassVar[str] = "add_player"
    name: NewName
    role: Role = "player"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddToLibrary(Command):
    """Put templates, gear, spells and foes on offer; entries of a known name replace it."""

    kind: ClassVar[str] = "add_to_library"
    library: Library


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeHouseRule(Command):
    """Set one house rule (rules section 7)."""

    kind: ClassVar[str] = "change_house_rule"
    rule: RuleName
    value: Annotated[str | int | bool, Either()]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseEra(Command):
    """Set the era and the optional rules in use; None leaves them."""

    kind: ClassVar[str] = "choose_era"
    epoch: Words | None = None
    extensions: tuple[Extension, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectState(Command):
    """Set a number of a sheet after table agreement.

    Attributes:
        path: One of `corrections.PATHS` ("hearts", "boosts", "bonus_dice", "strength", a skill ...).
        value: New number.
        reason: Why the table corrects; required.
        char: Whose sheet.
    """

    kind: ClassVar[str] = "correct_state"
    means: ClassVar[Meaning] = "corrects"
    path: Words
    value: AnyNumber
    reason: Words
    char: Who | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoLast(Command):
    """Take back the latest command; carried out by `engine.history`."""

    kind: ClassVar[str] = "undo_last"
    talk: ClassVar[Talk] = Talk(once=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskStatus(Command):
    """Ask about the state; changes nothing."""

    kind: ClassVar[str] = "ask_status"
    talk: ClassVar[Talk] = Talk(by_anybody=True)
    topic: Words = ""
    player: PlayerName | None = None
    skill: TraitName | None = None
    about: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSession(Command):
    """Begin a game session."""

    kind: ClassVar[str] = "start_session"
    talk: ClassVar[Talk] = Talk(confirm="Begin the session?", main=True)
    means: ClassVar[Meaning] = "begins_session"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndSession(Command):
    """End the game session."""

    kind: ClassVar[str] = "end_session"
    talk: ClassVar[Talk] = Talk(confirm="End the session?", main=True, once=True)
    means: ClassVar[Meaning] = "ends_session"
