"""Dice, rolls under way and rolls that are over."""

from engine.quick_dataclass import dataclass
from engine.systems.phase_abandon.entities.table import Count
from engine.systems.phase_abandon.vocabulary import (
    ChipReason,
    DieOrigin,
    DieStatus,
    RollKind,
    RollOffReason,
    RollOffUse,
    RollOutcome,
    RollStep,
)


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
