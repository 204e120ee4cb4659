"""Facts of narration, scenes, conflict, harm, goals and connections."""

from dataclasses import dataclass
from typing import ClassVar

from engine.common.messages import Ending
from engine.systems.phase_abandon.entities import Count, NarrationTask, Obligation
from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.vocabulary import NarrationKind, SceneKind, SceneStatus, Then


@dataclass(frozen=True, slots=True)
class NarrationPassed(Event):
    """Somebody may narrate now; `reason` is the narration row N-n, `tasks` what is owed afterwards."""

    kind: ClassVar[str] = "narration_passed"
    holder: str
    narration: NarrationKind
    actions_allowed: int | None
    then: Then
    reason: str
    obligations: tuple[Obligation, ...] = ()
    tasks: tuple[NarrationTask, ...] = ()
    then_player: str | None = None
    suspends: bool = False
    resumes: bool = False


@dataclass(frozen=True, slots=True)
class NarrationTaskQueued(Event):
    """A further narration of the holder is owed after the running one."""

    kind: ClassVar[str] = "narration_task_queued"
    task: NarrationTask


@dataclass(frozen=True, slots=True)
class NarratedActionCounted(Event):
    """One narrated action is counted."""

    kind: ClassVar[str] = "narrated_action_counted"
    holder: str
    used: int
    allowed: int
    text: str | None = None


@dataclass(frozen=True, slots=True)
class NarrationLimitReached(Event):
    """The last allowed action has been told."""

    kind: ClassVar[str] = "narration_limit_reached"
    holder: str


@dataclass(frozen=True, slots=True)
class NarrationEnded(Event):
    """The holder has finished."""

    kind: ClassVar[str] = "narration_ended"
    ends: ClassVar[Ending] = "telling"
    holder: str
    narration: NarrationKind


@dataclass(frozen=True, slots=True)
class SceneSet(Event):
    """A scene opens or is described."""

    kind: ClassVar[str] = "scene_set"
    tells_scene: ClassVar[bool] = True
    told_first: ClassVar[bool] = True
    scene: str
    scene_kind: SceneKind
    set_by: str
    description: str
    combat: bool


@dataclass(frozen=True, slots=True)
class SceneEnded(Event):
    """A scene is over."""

    kind: ClassVar[str] = "scene_ended"
    ends: ClassVar[Ending] = "scene"
    scene: str
    status: SceneStatus


@dataclass(frozen=True, slots=True)
class ActionOrderAnnounced(Event):
    """Who states an action first."""

    kind: ClassVar[str] = "action_order_announced"
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ConflictCalled(Event):
    """A conflict opens."""

    kind: ClassVar[str] = "conflict_called"
    caller: str
    natural: bool
    nature: str


@dataclass(frozen=True, slots=True)
class BiddingOpened(Event):
    """These players bid."""

    kind: ClassVar[str] = "bidding_opened"
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BidPlaced(Event):
    """A secret bid; only its player may see it."""

    kind: ClassVar[str] = "bid_placed"
    player: str
    chips: int

    @property
    def visibility(self) -> str:
        """Only the bidder may see it (PA-92)."""
        return self.player


@dataclass(frozen=True, slots=True)
class BidsRevealed(Event):
    """All bids and the pot."""

    kind: ClassVar[str] = "bids_revealed"
    bids: tuple[Count, ...]
    pot: int


@dataclass(frozen=True, slots=True)
class BidPotWon(Event):
    """The challenge roll is decided."""

    kind: ClassVar[str] = "bid_pot_won"
    winner: str
    pot: int
    totals: tuple[Count, ...]


@dataclass(frozen=True, slots=True)
class ConflictFizzled(Event):
    """Nobody bid."""

    kind: ClassVar[str] = "conflict_fizzled"
    resume_holder: str


@dataclass(frozen=True, slots=True)
class ChallengeSceneStarted(Event):
    """A challenge scene opens."""

    kind: ClassVar[str] = "challenge_scene_started"
    tells_scene: ClassVar[bool] = True
    scene: str
    rating: int
    combat: bool
    set_by: str
    description: str


@dataclass(frozen=True, slots=True)
class ChallengeReduced(Event):
    """The challenge shrinks."""

    kind: ClassVar[str] = "challenge_reduced"
    scene: str
    by: str
    amount: int
    left: int


@dataclass(frozen=True, slots=True)
class ChallengeCleared(Event):
    """The challenge is beaten."""

    kind: ClassVar[str] = "challenge_cleared"
    scene: str
    by: str
    rating: int


@dataclass(frozen=True, slots=True)
class GroupGoalReduced(Event):
    """The group goal shrinks."""

    kind: ClassVar[str] = "group_goal_reduced"
    goal: str
    by: str
    amount: int
    left: int


@dataclass(frozen=True, slots=True)
class GroupGoalCompleted(Event):
    """The group goal is reached."""

    kind: ClassVar[str] = "group_goal_completed"
    goal: str
    by: str


@dataclass(frozen=True, slots=True)
class RewardGranted(Event):
    """A wrap-up reward to be claimed."""

    kind: ClassVar[str] = "reward_granted"
    player: str
    points: int
    scene: str


@dataclass(frozen=True, slots=True)
class RewardClaimed(Event):
    """A reward goes to a goal."""

    kind: ClassVar[str] = "reward_claimed"
    player: str
    goal: str
    points: int
    used: int


@dataclass(frozen=True, slots=True)
class RewardForfeited(Event):
    """A reward is lost."""

    kind: ClassVar[str] = "reward_forfeited"
    player: str
    points: int


@dataclass(frozen=True, slots=True)
class GoalReduced(Event):
    """A personal goal shrinks."""

    kind: ClassVar[str] = "goal_reduced"
    character: str
    goal: str
    amount: int
    left: int


@dataclass(frozen=True, slots=True)
class GoalCompleted(Event):
    """A personal goal is reached."""

    kind: ClassVar[str] = "goal_completed"
    character: str
    goal: str


@dataclass(frozen=True, slots=True)
class ItemRecharged(Event):
    """An item is whole again."""

    kind: ClassVar[str] = "item_recharged"
    character: str
    item: str


@dataclass(frozen=True, slots=True)
class DamageHealed(Event):
    """A skill is cured in the story; `roll` paid for it."""

    kind: ClassVar[str] = "damage_healed"
    character: str
    skill: str
    amount: int
    damage: int
    roll: str | None = None


@dataclass(frozen=True, slots=True)
class HeartRestored(Event):
    """Heart comes back."""

    kind: ClassVar[str] = "heart_restored"
    character: str
    amount: int
    heart: int
    roll: str | None = None


@dataclass(frozen=True, slots=True)
class CharacterFell(Event):
    """A character has no Heart left."""

    kind: ClassVar[str] = "character_fell"
    character: str


@dataclass(frozen=True, slots=True)
class FateChosen(Event):
    """The owner decided: "die" or "incapacitated"."""

    kind: ClassVar[str] = "fate_chosen"
    character: str
    fate: str


@dataclass(frozen=True, slots=True)
class CharacterRecovered(Event):
    """A character is back."""

    kind: ClassVar[str] = "character_recovered"
    character: str
    heart: int


@dataclass(frozen=True, slots=True)
class PrincipleBroken(Event):
    """A vow is broken."""

    kind: ClassVar[str] = "principle_broken"
    character: str
    principle: str
    count: int
    penalty: int
    by: str | None = None


@dataclass(frozen=True, slots=True)
class PrincipleResolved(Event):
    """A vow is mended or changed."""

    kind: ClassVar[str] = "principle_resolved"
    character: str
    principle: str
    mode: str
    new_text: str | None = None


@dataclass(frozen=True, slots=True)
class SkillLearned(Event):
    """A new skill or item from a finished goal."""

    kind: ClassVar[str] = "skill_learned"
    character: str
    skill: str
    rank: int
    goal: str


@dataclass(frozen=True, slots=True)
class ConnectionCalled(Event):
    """A connection is asked for help."""

    kind: ClassVar[str] = "connection_called"
    roll: str
    connection: str
    player: str
    character: str
    dice: int
    request_text: str


@dataclass(frozen=True, slots=True)
class ConnectionInvoked(Event):
    """A connection asks for something."""

    kind: ClassVar[str] = "connection_invoked"
    roll: str
    request: str
    connection: str
    invoker: str
    target: str
    character: str
    dice: int
    request_text: str


@dataclass(frozen=True, slots=True)
class ConnectionChanged(Event):
    """A connection is worth more or less."""

    kind: ClassVar[str] = "connection_changed"
    character: str
    connection: str
    old: int
    new: int
    reason: str


@dataclass(frozen=True, slots=True)
class ConnectionRequestOpened(Event):
    """How strongly a connection asks."""

    kind: ClassVar[str] = "connection_request_opened"
    request: str
    connection: str
    strength: int


@dataclass(frozen=True, slots=True)
class ConnectionRequestSettled(Event):
    """A request is done or refused."""

    kind: ClassVar[str] = "connection_request_settled"
    request: str
    connection: str
    fulfilled: bool
    change: int
