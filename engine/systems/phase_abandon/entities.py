"""Entities of a table (rules sections 2.2 to 2.7), immutable, rebuilt by folding events."""

from dataclasses import dataclass

from engine.systems.phase_abandon.vocabulary import (
    CharacterStatus,
    ChipReason,
    ConflictStep,
    DieOrigin,
    DieStatus,
    GoalKind,
    GoalStatus,
    NarrationKind,
    ObligationKind,
    ProposalStatus,
    ProposalSubject,
    RequestStatus,
    RollKind,
    RollOffReason,
    RollOffUse,
    RollOutcome,
    RollStep,
    SceneKind,
    SceneStatus,
    Then,
)

# -- rolls -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Die:
    """One own die of a roll.

    Attributes:
        index: From 0 in reported order.
        faces: Faces shown, the last is current.
        chain: Faces of explosion throws.
        spared: A token removed only its damage (`pool_token_removes = damage_only`).
    """

    index: int
    faces: tuple[int, ...]
    origin: DieOrigin = DieOrigin.INITIAL
    status: DieStatus = DieStatus.OPEN
    chain: tuple[int, ...] = ()
    spared: bool = False

    @property
    def face(self) -> int:
        """Face showing now."""
        return self.faces[-1]

    @property
    def live(self) -> bool:
        """True while the die counts."""
        return self.status is not DieStatus.CANCELLED


@dataclass(frozen=True, slots=True)
class Helper:
    """Helping dice of one player; `values` None until thrown."""

    player: str
    skill_id: str
    dice: int
    values: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Payment:
    """A chip payment that comes back when the roll is withdrawn (PA-42)."""

    payer: str
    payee: str
    amount: int
    reason: ChipReason


@dataclass(frozen=True, slots=True)
class LiveRoll:
    """The one live roll (section 2.7, `Roll`).

    Attributes:
        skill_id: Name of the skill or item, None = Luck.
        effective: 0 to 15.
        held_out: Dice not thrown.
        rerolls_left: 0 to 15.
        group: Size of the group of a split being thrown, None when not split.
        group_no: Groups of the split thrown before this one.
        rerolling: Indexes now in the roller's hand.
        borrowed: Tokens of this very roll already spent (`pool_same_roll`).
        damage_before: Damage of the skill when the roll was declared.
        connection: Connection rolled, and the id of its request if it asks a favour.
    """

    roll_id: str
    kind: RollKind
    roller: str
    character_id: str
    skill_id: str | None = None
    requester: str | None = None
    description: str = ""
    effective: int = 0
    held_out: int = 0
    rerolls_left: int = 0
    split_groups: tuple[int, ...] = ()
    group: int | None = None
    group_no: int = 0
    extra_difficulty: int = 0
    helpers: tuple[Helper, ...] = ()
    payments: tuple[Payment, ...] = ()
    trigger_principle_id: str | None = None
    was_worn: bool = False
    damage_before: int = 0
    step: RollStep = RollStep.THROW
    dice: tuple[Die, ...] = ()
    rerolling: tuple[int, ...] = ()
    borrowed: int = 0
    rescued: bool = False
    connection: str | None = None
    request_id: str | None = None


@dataclass(frozen=True, slots=True)
class ResolvedRoll:
    """The latest resolved roll, as long as it owes pay-off, narration, or at most one healing.

    Attributes:
        relation: By how much its connection's value moved.
        previous_holder: Who narrated before it.
        group_goal_done: Group goal it brought to 0.
        cleared: Whether it took the last of the challenge.
        dice: As they lay at its end.
    """

    roll_id: str
    kind: RollKind
    roller: str
    outcome: RollOutcome
    successes: int
    live_ones: int
    actions_allowed: int
    requester: str | None = None
    helped: bool = False
    rescued: bool = False
    relation: int = 0
    previous_holder: str | None = None
    group_goal_done: str | None = None
    cleared: bool = False
    healed: bool = False
    dice: tuple[Die, ...] = ()


# -- character sheets --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Skill:
    """A skill, or a special item of power when `is_item` (section 2.4).

    Attributes:
        rank: 0 to 15.
        damage: 0 to `rules.max_damage`.
        advancement: 0 to threshold - 1.
        temp_modifier: Situational dice granted by the group, -15 to 15.
        crit_heart: Heart lost per own 1 on this skill, 0 to 5.
    """

    name: str
    rank: int
    success_effect: str = ""
    critical_failure_effect: str = ""
    notes: str = ""
    crit_heart: int = 0
    damage: int = 0
    temp_modifier: int = 0
    advancement: int = 0
    approved: bool = False
    is_item: bool = False
    breaks_at_zero: bool = False
    broken: bool = False
    recharge: str = ""
    linked_to: str | None = None


@dataclass(frozen=True, slots=True)
class Trigger:
    """Condition under which a principle grants dice (PA-22).

    Attributes:
        bonus_dice: 1 to 3.
        applies_to: "LINKED", "NOT_LINKED", "ANY", or a tuple of skill names.
    """

    condition: str
    bonus_dice: int
    applies_to: str | tuple[str, ...] = "LINKED"


@dataclass(frozen=True, slots=True)
class GuidingPrinciple:
    """A personal vow tied to a skill.

    Attributes:
        break_count: Unresolved breaks.
        penalty: Dice off the linked skill.
        goal_id: Text of the open atonement goal.
    """

    text: str
    linked_skill_id: str
    trigger: Trigger
    break_count: int = 0
    penalty: int = 0
    goal_id: str | None = None
    approved: bool = False


@dataclass(frozen=True, slots=True)
class SkillDraft:
    """A skill still to be learned (PA-82)."""

    name: str
    success_effect: str
    critical_failure_effect: str
    notes: str = ""
    item: bool = False


@dataclass(frozen=True, slots=True)
class PersonalGoal:
    """A personal aim counted down; `settled` once its skill is learned or its vow mended."""

    text: str
    kind: GoalKind
    value_initial: int
    value_left: int
    status: GoalStatus = GoalStatus.OPEN
    skill_draft: SkillDraft | None = None
    principle_id: str | None = None
    approved: bool = False
    settled: bool = False


@dataclass(frozen=True, slots=True)
class Connection:
    """An acquaintance outside the group; `value` >= 1."""

    npc_name: str
    value: int = 1


@dataclass(frozen=True, slots=True)
class Character:
    """The fictional person a player runs (section 2.3).

    Attributes:
        name: Unique at the table, also the character's id.
        owner: Player.
        heart: 0 to 5.
        luck: 0 to 6, None before the first game session and after it.
        skill_points_left: 0 to 15.
        skills: Skills that are not items.
        items: Special items of power.
    """

    name: str
    owner: str
    status: CharacterStatus = CharacterStatus.DRAFT
    blurbs: tuple[str, ...] = ()
    heart: int = 5
    luck: int | None = None
    skill_points_left: int = 15
    skills: tuple[Skill, ...] = ()
    items: tuple[Skill, ...] = ()
    principles: tuple[GuidingPrinciple, ...] = ()
    goals: tuple[PersonalGoal, ...] = ()
    connections: tuple[Connection, ...] = ()
    equipment: tuple[str, ...] = ()
    improvement_chips: int = 0


# -- players, scenes, narration, and everything else around the characters ---------------------------------------------


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


@dataclass(frozen=True, slots=True)
class RollOff:
    """Tied players throwing 1d6 each (PA-8).

    Attributes:
        values: Faces so far; for a speaking order those of earlier rounds too.
        round: Rounds thrown or running, from 1.
    """

    candidates: tuple[str, ...]
    reason: RollOffReason
    use: RollOffUse
    values: tuple[Count, ...] = ()
    round: int = 1


@dataclass(frozen=True, slots=True)
class GetMoving:
    """The get-moving roll in progress; `candidates` still have to be told apart."""

    candidates: tuple[str, ...]
    totals: tuple[Count, ...] = ()
