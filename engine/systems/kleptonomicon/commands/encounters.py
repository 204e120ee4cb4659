"""Commands of Encounters around the Turns (rules 3.5, 3.12, 3.13)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.fields import Id, Words
from engine.systems.kleptonomicon.commands.naming import OF_CHARACTER
from engine.systems.kleptonomicon.entities import XpShare
from engine.systems.kleptonomicon.fields import AnyNumber, CharacterName, Count, GroupName, Recovered, Recovery, Trigger
from engine.systems.kleptonomicon.messages import Command


@dataclass(frozen=True, slots=True)
class NpcEntry:
    """NPCs of an Encounter.

    Attributes:
        creature: Kind of creature in singular or plural, a named NPC, or a prepared group.
        count: How many.
        name: Name of a single one, None for "Wolf 1" and so on.
        edge_modifier: None = what is known of the creature, else 0.
    """

    creature: str
    count: int = 1
    name: str | None = None
    edge_modifier: int | None = None


@dataclass(frozen=True, slots=True)
class GroupEntry:
    """A group as the GM states it; members may be NPCs or whole groups."""

    members: tuple[str, ...]
    name: str | None = None
    edge_modifier: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StartEncounter(Command):
    """Begin an Encounter; no PCs named means all of them (KL-3)."""

    kind: ClassVar[str] = "start_encounter"
    pcs: tuple[CharacterName, ...] = ()
    npcs: tuple[NpcEntry, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SetGroups(Command):
    """Say all groups of NPCs anew (KL-28 to KL-31)."""

    kind: ClassVar[str] = "set_groups"
    groups: tuple[GroupEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeGroups(Command):
    """Put groups together (KL-30, KL-31)."""

    kind: ClassVar[str] = "merge_groups"
    groups: tuple[GroupName, ...]
    name: Words | None = None
    edge_modifier: AnyNumber | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitGroup(Command):
    """Take members out of a group into one of their own (KL-30, KL-31).

    Attributes:
        members: Who leaves; empty = the second half.
    """

    kind: ClassVar[str] = "split_group"
    group: GroupName
    members: tuple[CharacterName, ...] = ()
    name: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginEdgeSaves(Command):
    """Begin the Edge Saves (KL-32, KL-33)."""

    kind: ClassVar[str] = "begin_edge_saves"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTieOrder(Command):
    """Who goes first among PCs in the same place (KL-36).

    Attributes:
        key: Group they come after, or "all_passed"; None = the open question.
        order: First to last; whoever is left out comes after.
    """

    kind: ClassVar[str] = "set_tie_order"
    key: GroupName | None = None
    order: tuple[CharacterName, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UseScoresForTie(Command):
    """Compare Edge Save Scores instead (KL-36, KL-37)."""

    kind: ClassVar[str] = "use_scores_for_tie"
    key: GroupName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmTurnOrder(Command):
    """Announce the Turn Order; the Main Phase begins (KL-4)."""

    kind: ClassVar[str] = "confirm_turn_order"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddCombatant(Command):
    """Somebody joins late (KL-41).

    Attributes:
        where: Group an NPC joins, or the place it comes after; None = a group of its kind, or the end.
    """

    kind: ClassVar[str] = "add_combatant"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName
    count: Count = 1
    where: GroupName | None = None
    edge_modifier: AnyNumber | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveCombatant(Command):
    """Somebody leaves (KL-41)."""

    kind: ClassVar[str] = "remove_combatant"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName


@dataclass(frozen=True, slots=True, kw_only=True)
class ReorderGroup(Command):
    """Order members of a group before they act (KL-43)."""

    kind: ClassVar[str] = "reorder_group"
    group: GroupName
    members: tuple[CharacterName, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvironmentEvent(Command):
    """The world acts (KL-83)."""

    kind: ClassVar[str] = "environment_event"
    text: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTrigger(Command):
    """Say that something can be reacted to (KL-52)."""

    kind: ClassVar[str] = "open_trigger"
    trigger: Trigger = "CUSTOM"
    source: CharacterName | None = None
    subject: CharacterName | None = None
    text: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseTrigger(Command):
    """Nothing can be reacted to any more; None = everything open (KL-52)."""

    kind: ClassVar[str] = "close_trigger"
    trigger_id: Id | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseEncounter(Command):
    """Suspend the Encounter for talk (KL-5)."""

    kind: ClassVar[str] = "pause_encounter"
    reason: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeEncounter(Command):
    """Go back to Turns (KL-5, KL-87).

    Attributes:
        provoked_by: Who ended the Pause.
        beat_spent: Whether a Beat was spent on it.
    """

    kind: ClassVar[str] = "resume_encounter"
    provoked_by: CharacterName | None = None
    beat_spent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EndEncounter(Command):
    """End the Encounter; rewards follow (KL-6)."""

    kind: ClassVar[str] = "end_encounter"
    outcome: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardExperience(Command):
    """Give Experience Points (KL-90)."""

    kind: ClassVar[str] = "award_experience"
    base: AnyNumber = 1
    bonus: AnyNumber = 0
    overrides: tuple[XpShare, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UseRecovery(Command):
    """Dodges Up, Shields Up or Heal Up (KL-93, KL-94).

    Attributes:
        recovery: "dodges_up", "shields_up", "heal_up", or "all".
    """

    kind: ClassVar[str] = "use_recovery"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    recovery: Recovery = "heal_up"
    health: Recovered | None = None
    vitality: Recovered | None = None
    announced: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnToFreeplay(Command):
    """Go on after the rewards (KL-7)."""

    kind: ClassVar[str] = "return_to_freeplay"
