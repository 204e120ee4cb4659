"""Facts of a roll, from declaration to its last consequence."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.systems.phase_abandon.messages import Event
from engine.systems.phase_abandon.vocabulary import ChipReason, RollKind, RollOutcome, RollStep


@dataclass(frozen=True, slots=True)
class ActionDeclared(Event):
    """A roll begins; `skill` None is Luck."""

    kind: ClassVar[str] = "action_declared"
    roll: str
    player: str
    character: str
    skill: str | None
    description: str
    effective: int
    thrown: int
    rerolls: int
    was_worn: bool


@dataclass(frozen=True, slots=True)
class SkillCheckRequested(Event):
    """A check is called and paid."""

    kind: ClassVar[str] = "skill_check_requested"
    roll: str
    requester: str
    target: str
    character: str
    skill: str | None
    asked: str | None
    effective: int
    thrown: int
    rerolls: int
    was_worn: bool
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class DifficultyAdded(Event):
    """A check got harder; `total` successes will be taken off."""

    kind: ClassVar[str] = "difficulty_added"
    roll: str
    player: str
    total: int


@dataclass(frozen=True, slots=True)
class DiceHeldOut(Event):
    """The roller throws fewer dice."""

    kind: ClassVar[str] = "dice_held_out"
    roll: str
    count: int


@dataclass(frozen=True, slots=True)
class DiceSplit(Event):
    """The roll is split into groups thrown one after another."""

    kind: ClassVar[str] = "dice_split"
    roll: str
    groups: tuple[int, ...]
    rerolls: int


@dataclass(frozen=True, slots=True)
class TriggerInvoked(Event):
    """A principle adds dice."""

    kind: ClassVar[str] = "trigger_invoked"
    roll: str
    principle: str
    bonus: int
    effective: int


@dataclass(frozen=True, slots=True)
class RollWithdrawn(Event):
    """A roll, or the rest of a split, is cancelled."""

    kind: ClassVar[str] = "roll_withdrawn"
    roll: str
    by: str


@dataclass(frozen=True, slots=True)
class RollStepChanged(Event):
    """The roll is at this step; THROW with no live roll opens the next group of a split, of `dice` dice."""

    kind: ClassVar[str] = "roll_step_changed"
    roll: str
    step: RollStep
    dice: int | None = None


@dataclass(frozen=True, slots=True)
class DiceRerolled(Event):
    """Dice picked up again; `luck` of the re-rolls were paid from Luck."""

    kind: ClassVar[str] = "dice_rerolled"
    roll: str
    indexes: tuple[int, ...]
    set_aside: tuple[int, ...]
    rerolls_left: int
    luck: int = 0


@dataclass(frozen=True, slots=True)
class SixTraded(Event):
    """A 6 and a 1 leave the roll."""

    kind: ClassVar[str] = "six_traded"
    roll: str
    six_index: int
    one_index: int


@dataclass(frozen=True, slots=True)
class PoolTokenSpent(Event):
    """A token removes a 1 of the roller."""

    kind: ClassVar[str] = "pool_token_spent"
    roll: str
    player: str
    one_index: int
    pool: int
    story: str | None = None


@dataclass(frozen=True, slots=True)
class RollResolved(Event):
    """The count of a roll, all that follows from it comes after."""

    kind: ClassVar[str] = "roll_resolved"
    roll: str
    kind_of_roll: RollKind
    roller: str
    outcome: RollOutcome
    successes: int
    failures: int
    net: int
    natural_sixes: int
    initial_sixes: int
    live_ones: int
    explosion_successes: int
    actions_allowed: int
    exploded_sixes: int = 0


@dataclass(frozen=True, slots=True)
class PoolTokensAdded(Event):
    """Initial 6s feed the pool."""

    kind: ClassVar[str] = "pool_tokens_added"
    count: int
    pool: int


@dataclass(frozen=True, slots=True)
class SkillRepaired(Event):
    """A 6 or an improvement chip repairs one damage."""

    kind: ClassVar[str] = "skill_repaired"
    character: str
    skill: str
    damage: int


@dataclass(frozen=True, slots=True)
class AdvancementGained(Event):
    """A 6 or an improvement chip trains the skill."""

    kind: ClassVar[str] = "advancement_gained"
    character: str
    skill: str
    advancement: int
    threshold: int


@dataclass(frozen=True, slots=True)
class SkillRankRaised(Event):
    """A skill reaches a new rank."""

    kind: ClassVar[str] = "skill_rank_raised"
    character: str
    skill: str
    rank: int


@dataclass(frozen=True, slots=True)
class SkillDamaged(Event):
    """1s wear the skill."""

    kind: ClassVar[str] = "skill_damaged"
    character: str
    skill: str
    amount: int
    damage: int
    level: int


@dataclass(frozen=True, slots=True)
class LuckLost(Event):
    """Luck is used up."""

    kind: ClassVar[str] = "luck_lost"
    character: str
    luck: int


@dataclass(frozen=True, slots=True)
class HeartDamaged(Event):
    """Heart is lost; `causes` says by what."""

    kind: ClassVar[str] = "heart_damaged"
    character: str
    amount: int
    heart: int
    causes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ItemBroken(Event):
    """An item is gone for good."""

    kind: ClassVar[str] = "item_broken"
    character: str
    item: str


@dataclass(frozen=True, slots=True)
class ChipsTransferred(Event):
    """Chips change hands; balances are those after."""

    kind: ClassVar[str] = "chips_transferred"
    json_names: ClassVar[Mapping[str, str]] = {"from_": "from"}
    from_: str
    to: str
    amount: int
    reason: ChipReason
    from_balance: int
    to_balance: int
