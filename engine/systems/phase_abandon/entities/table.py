"""Players, the setting, scenes and conflicts, who narrates, and what the group still has to settle."""

from engine.quick_dataclass import dataclass
from engine.systems.phase_abandon.vocabulary import (
    ConflictStep,
    GoalStatus,
    NarrationKind,
    ObligationKind,
    ProposalStatus,
    ProposalSubject,
    RequestStatus,
    SceneKind,
    SceneStatus,
    Then,
)


@dataclass(frozen=True, slots=True)
class Count:
    """A number belonging to a player: bids, totals."""

    player: str
    number: int


@dataclass(frozen=True, slots=True)
class Player:
    """A person at the table.

    Attributes:
        name: As spelled on joining; matching ignores case.
        seat: From 0.
        chips: Betting chips, >= 0.
        setting_chips: Chips left for setting creation, 0 to 5.
        character_id: Name of the character in play.
        dealt_in: Number of the game session that last dealt chips to this player, 0 = none.
        carried_chips: Setting chips kept as first betting chips (`setting_chips_carry`).
    """

    name: str
    seat: int
    present: bool = True
    chips: int = 0
    setting_chips: int = 0
    character_id: str | None = None
    dealt_in: int = 0
    carried_chips: int | None = None


@dataclass(frozen=True, slots=True)
class GroupGoal:
    """A shared aim; `order` is unique and counts from 0."""

    text: str
    value_initial: int
    value_left: int
    order: int
    status: GoalStatus = GoalStatus.OPEN


@dataclass(frozen=True, slots=True)
class DetailEntry:
    """One statement in the history of a setting detail."""

    author: str
    text: str
    spent: int


@dataclass(frozen=True, slots=True)
class SettingDetail:
    """A fact of the world; `lock` is its firmness (PA-13, PA-14)."""

    text: str
    author: str
    lock: int
    history: tuple[DetailEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class Scene:
    """A stretch of play; rating and left are 0 when plain."""

    scene_id: str
    kind: SceneKind
    set_by: str
    description: str = ""
    combat: bool = False
    challenge_rating: int = 0
    challenge_left: int = 0
    status: SceneStatus = SceneStatus.OPEN


@dataclass(frozen=True, slots=True)
class Conflict:
    """A called conflict until its scene opens.

    Attributes:
        bidders: Players asked for a bid.
        bids: Bids in so far; secret until all are in.
        totals: Totals of the challenge roll reported so far.
        pot: Chips bid, once revealed.
        resume_holder: Who narrated before the call.
    """

    caller: str
    natural: bool
    nature: str
    resume_holder: str
    step: ConflictStep = ConflictStep.NATURE
    bidders: tuple[str, ...] = ()
    bids: tuple[Count, ...] = ()
    totals: tuple[Count, ...] = ()
    pot: int = 0


@dataclass(frozen=True, slots=True)
class Reward:
    """Points to be taken off one own goal (PA-100)."""

    player: str
    points: int
    scene_id: str


@dataclass(frozen=True, slots=True)
class ConnectionRequest:
    """A favour that a connection asked of its owner (PA-109)."""

    request_id: str
    connection_id: str
    character_id: str
    target: str
    invoker: str
    text: str
    strength: int = 0
    status: RequestStatus = RequestStatus.ROLLING


@dataclass(frozen=True, slots=True)
class Proposal:
    """A sheet entry awaiting the group (PA-26)."""

    proposal_id: str
    character_id: str
    subject_kind: ProposalSubject
    subject: str
    status: ProposalStatus = ProposalStatus.OPEN
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Obligation:
    """Something a narration has to mention."""

    kind: ObligationKind
    text: str


@dataclass(frozen=True, slots=True)
class NarrationTask:
    """A narration still owed (wrap-up, goal ends)."""

    kind: NarrationKind
    holder: str
    text: str


@dataclass(frozen=True, slots=True)
class Narration:
    """A narration, running or suspended (section 4).

    Attributes:
        actions_allowed: >= 1, None = unlimited.
        then_player: Player meant by `Then.RESUME` when nothing is suspended.
        tasks: Narrations owed after this one.
        suspended: Narration that resumes after this one.
        reason: Narration row, "N-3".
    """

    holder: str
    kind: NarrationKind
    actions_allowed: int | None = None
    actions_used: int = 0
    then: Then = Then.KEEP
    then_player: str | None = None
    obligations: tuple[Obligation, ...] = ()
    tasks: tuple[NarrationTask, ...] = ()
    suspended: "Narration | None" = None
    reason: str = ""
