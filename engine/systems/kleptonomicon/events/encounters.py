"""Facts of Encounters around the Turns."""

from dataclasses import dataclass
from typing import ClassVar

from engine.systems.kleptonomicon.entities import NpcGroup, PoolValue, SaveScore, Slot, Trigger
from engine.systems.kleptonomicon.messages import Event
from engine.systems.kleptonomicon.vocabulary import RecoveryKind


@dataclass(frozen=True, slots=True)
class EncounterStarted(Event):
    """An Encounter began."""

    kind: ClassVar[str] = "encounter_started"
    opens_scene: ClassVar[bool] = True
    pcs: tuple[str, ...]
    npcs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GroupsProposed(Event):
    """NPCs fall into these groups."""

    kind: ClassVar[str] = "groups_proposed"
    groups: tuple[NpcGroup, ...]


@dataclass(frozen=True, slots=True)
class GroupsSet(Event):
    """The GM's groups."""

    kind: ClassVar[str] = "groups_set"
    groups: tuple[NpcGroup, ...]


@dataclass(frozen=True, slots=True)
class GroupCountWarned(Event):
    """Fewer groups than the book wants."""

    kind: ClassVar[str] = "group_count_warned"
    count: int


@dataclass(frozen=True, slots=True)
class SavesAgainst(Event):
    """Edge Saves against this group; None when all are made."""

    kind: ClassVar[str] = "saves_against"
    group: str | None


@dataclass(frozen=True, slots=True)
class EdgePlaced(Event):
    """These PCs come after this group, or ahead of all."""

    kind: ClassVar[str] = "edge_placed"
    key: str
    characters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TieDecisionRequested(Event):
    """They have to say who goes first."""

    kind: ClassVar[str] = "tie_decision_requested"
    key: str
    characters: tuple[str, ...]
    scores: tuple[SaveScore, ...] = ()


@dataclass(frozen=True, slots=True)
class TieResolved(Event):
    """Their order; those together in one part are still equal."""

    kind: ClassVar[str] = "tie_resolved"
    key: str
    order: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class TurnOrderSet(Event):
    """The Turn Order; everybody has all Beats."""

    kind: ClassVar[str] = "turn_order_set"
    order: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A Round began."""

    kind: ClassVar[str] = "round_started"
    round: int


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """A Round is over."""

    kind: ClassVar[str] = "round_ended"
    round: int


@dataclass(frozen=True, slots=True)
class TurnPrepared(Event):
    """Movement and counts of a Turn are fresh."""

    kind: ClassVar[str] = "turn_prepared"
    character: str
    leads: bool = True


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """A Turn began."""

    kind: ClassVar[str] = "turn_started"
    character: str
    round: int
    beats: int


@dataclass(frozen=True, slots=True)
class UnspentBeats(Event):
    """A Turn ends with Beats left."""

    kind: ClassVar[str] = "unspent_beats"
    character: str
    beats: int
    asked: bool = False


@dataclass(frozen=True, slots=True)
class BeatsRefilled(Event):
    """Beats for the next Round."""

    kind: ClassVar[str] = "beats_refilled"
    character: str
    beats: int


@dataclass(frozen=True, slots=True)
class TurnSkipped(Event):
    """Somebody who cannot act was passed over."""

    kind: ClassVar[str] = "turn_skipped"
    character: str


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A Turn is over."""

    kind: ClassVar[str] = "turn_ended"
    character: str


@dataclass(frozen=True, slots=True)
class CombatantAdded(Event):
    """Somebody joined; `slot` is the place or group, `after` the place before it."""

    kind: ClassVar[str] = "combatant_added"
    character: str
    slot: str
    group: bool = False
    after: str | None = None
    edge_modifier: int = 0
    creature: str = ""


@dataclass(frozen=True, slots=True)
class CombatantRemoved(Event):
    """Somebody left; `active` goes on in the same group."""

    kind: ClassVar[str] = "combatant_removed"
    character: str
    active: str | None = None


@dataclass(frozen=True, slots=True)
class GroupReordered(Event):
    """Members of a group act in this order."""

    kind: ClassVar[str] = "group_reordered"
    group: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EnvironmentActed(Event):
    """The world acted."""

    kind: ClassVar[str] = "environment_acted"
    text: str


@dataclass(frozen=True, slots=True)
class TriggerOpened(Event):
    """This can be reacted to."""

    kind: ClassVar[str] = "trigger_opened"
    trigger: Trigger


@dataclass(frozen=True, slots=True)
class TriggersClosed(Event):
    """This can no longer be reacted to."""

    kind: ClassVar[str] = "triggers_closed"
    trigger_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EncounterPaused(Event):
    """The Encounter is suspended."""

    kind: ClassVar[str] = "encounter_paused"
    reason: str
    suspended: str


@dataclass(frozen=True, slots=True)
class EncounterResumed(Event):
    """The Encounter goes on."""

    kind: ClassVar[str] = "encounter_resumed"
    character: str


@dataclass(frozen=True, slots=True)
class TurnResumed(Event):
    """A suspended Turn goes on."""

    kind: ClassVar[str] = "turn_resumed"
    character: str
    beats: int


@dataclass(frozen=True, slots=True)
class BeatOwed(Event):
    """A Beat will be missing after the next refill."""

    kind: ClassVar[str] = "beat_owed"
    character: str
    debt: int


@dataclass(frozen=True, slots=True)
class EncounterEnded(Event):
    """The Encounter is over."""

    kind: ClassVar[str] = "encounter_ended"
    outcome: str


@dataclass(frozen=True, slots=True)
class SlowActionLost(Event):
    """A Slow Action never took effect."""

    kind: ClassVar[str] = "slow_action_lost"
    character: str
    ability: str


@dataclass(frozen=True, slots=True)
class ExperienceGained(Event):
    """Experience for an Encounter."""

    kind: ClassVar[str] = "experience_gained"
    character: str
    amount: int
    xp: int


@dataclass(frozen=True, slots=True)
class ExperienceAwarded(Event):
    """Experience was given for this Encounter."""

    kind: ClassVar[str] = "experience_awarded"
    base: int
    bonus: int


@dataclass(frozen=True, slots=True)
class LevelUpAvailable(Event):
    """Enough Experience for this level."""

    kind: ClassVar[str] = "level_up_available"
    character: str
    level: int


@dataclass(frozen=True, slots=True)
class Recovered(Event):
    """A Recovery Ability restored points."""

    kind: ClassVar[str] = "recovered"
    character: str
    recovery: RecoveryKind
    values: tuple[PoolValue, ...]


@dataclass(frozen=True, slots=True)
class RecoverySpent(Event):
    """Recoveries were paid."""

    kind: ClassVar[str] = "recovery_spent"
    character: str
    left: int
