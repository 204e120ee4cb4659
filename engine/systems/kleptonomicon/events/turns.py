"""Facts of Turns: Abilities, movement, conditions."""

from dataclasses import dataclass
from typing import ClassVar

from engine.systems.kleptonomicon.messages import Event
from engine.systems.kleptonomicon.vocabulary import Pool


@dataclass(frozen=True, slots=True)
class AbilityUsed(Event):
    """An Ability took effect, or waits for its Test."""

    kind: ClassVar[str] = "ability_used"
    character: str
    ability: str
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BeatSpent(Event):
    """A Beat was paid."""

    kind: ClassVar[str] = "beat_spent"
    character: str
    beats: int


@dataclass(frozen=True, slots=True)
class SlowActionStarted(Event):
    """A Slow Action will take effect next Turn."""

    kind: ClassVar[str] = "slow_action_started"
    character: str
    ability: str
    round: int
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SlowActionResolved(Event):
    """It takes effect."""

    kind: ClassVar[str] = "slow_action_resolved"
    character: str
    ability: str
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReactionUsed(Event):
    """Somebody reacted."""

    kind: ClassVar[str] = "reaction_used"
    character: str
    ability: str
    trigger_id: str | None = None
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FreeActionUsed(Event):
    """An improvised Free Action."""

    kind: ClassVar[str] = "free_action_used"
    character: str
    text: str
    count: int


@dataclass(frozen=True, slots=True)
class FreeReactionUsed(Event):
    """An improvised Free Reaction."""

    kind: ClassVar[str] = "free_reaction_used"
    character: str
    text: str
    reply: str


@dataclass(frozen=True, slots=True)
class Moved(Event):
    """Somebody moved; what is left of the style and in all."""

    kind: ClassVar[str] = "moved"
    character: str
    style: str
    units: int
    left: int
    pool: int


@dataclass(frozen=True, slots=True)
class StyleActivated(Event):
    """The rules of this style are in force."""

    kind: ClassVar[str] = "style_activated"
    character: str
    style: str


@dataclass(frozen=True, slots=True)
class MovementAdjusted(Event):
    """The GM gave movement back or took some."""

    kind: ClassVar[str] = "movement_adjusted"
    character: str
    style: str
    delta: int


@dataclass(frozen=True, slots=True)
class DashBegun(Event):
    """Somebody dashes, for the first or second time."""

    kind: ClassVar[str] = "dash_begun"
    character: str
    count: int


@dataclass(frozen=True, slots=True)
class Dashed(Event):
    """Movement is multiplied for the rest of the Turn."""

    kind: ClassVar[str] = "dashed"
    character: str
    mult: int


@dataclass(frozen=True, slots=True)
class ImprovisedStyleAsked(Event):
    """Somebody wants to improvise a Movement Style."""

    kind: ClassVar[str] = "improvised_style_asked"
    character: str
    style: str
    method: str


@dataclass(frozen=True, slots=True)
class StyleGranted(Event):
    """They may, this far."""

    kind: ClassVar[str] = "style_granted"
    character: str
    style: str
    units: int
    scene: bool = False
    tracked: bool = True


@dataclass(frozen=True, slots=True)
class StyleDenied(Event):
    """They may not."""

    kind: ClassVar[str] = "style_denied"
    character: str
    style: str


@dataclass(frozen=True, slots=True)
class MovementInterrupted(Event):
    """The active style was interrupted."""

    kind: ClassVar[str] = "movement_interrupted"
    character: str
    style: str | None
    effect: str | None


@dataclass(frozen=True, slots=True)
class Fell(Event):
    """Somebody falls."""

    kind: ClassVar[str] = "fell"
    character: str


@dataclass(frozen=True, slots=True)
class ConditionGained(Event):
    """Stacks were gained; `stacks` and `fresh` are the new totals."""

    kind: ClassVar[str] = "condition_gained"
    character: str
    name: str
    gained: int
    stacks: int
    fleeting: bool
    fresh: int = 0


@dataclass(frozen=True, slots=True)
class ConditionReduced(Event):
    """Stacks were lost."""

    kind: ClassVar[str] = "condition_reduced"
    character: str
    name: str
    stacks: int
    fresh: int = 0


@dataclass(frozen=True, slots=True)
class ConditionRemoved(Event):
    """A condition is gone."""

    kind: ClassVar[str] = "condition_removed"
    character: str
    name: str


@dataclass(frozen=True, slots=True)
class PoolChanged(Event):
    """Points changed; what is left is the GM's to know where `hidden`."""

    kind: ClassVar[str] = "pool_changed"
    character: str
    pool: Pool
    value: int
    delta: int
    hidden: bool = False
