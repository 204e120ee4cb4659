"""Episodes from their Opening Credits to their Closing Credits."""

from dataclasses import field

from engine.quick_dataclass import dataclass
from engine.systems.kleptonomicon.entities.encounters import AbilityUse
from engine.systems.kleptonomicon.vocabulary import (
    ClosingStep,
    OpeningStep,
    SolutionPolicy,
)


@dataclass(frozen=True, slots=True)
class Clip:
    """A character vignette without consequences (KL-12)."""

    character: str
    text: str


@dataclass(frozen=True, slots=True)
class Opening:
    """Opening Credits; `episodic_used` are Episodic Abilities that have been used."""

    step: OpeningStep = OpeningStep.INTRODUCTIONS
    introduced: tuple[str, ...] = ()
    clips: tuple[Clip, ...] = ()
    cold_open: str | None = None
    episodic_used: tuple[AbilityUse, ...] = ()


@dataclass(frozen=True, slots=True)
class Resolution:
    """A resolution scene; `text` None = declined."""

    character: str
    text: str | None = None


@dataclass(frozen=True, slots=True)
class PoolValue:
    """A number of points: a pool, or "recoveries"."""

    pool: str
    value: int


@dataclass(frozen=True, slots=True)
class ResetValue:
    """The value the GM resets a character's pool to."""

    character: str
    pool: str
    value: int


@dataclass(frozen=True, slots=True)
class XpShare:
    """Experience of one PC, where it differs from the others."""

    character: str
    amount: int


@dataclass(frozen=True, slots=True)
class Closing:
    """Closing Credits; `time_passes` is None until the GM says."""

    step: ClosingStep = ClosingStep.SCENES
    time_passes: bool | None = None
    scenes: tuple[str, ...] = ()
    resolutions: tuple[Resolution, ...] = ()


@dataclass(frozen=True, slots=True)
class Grant:
    """Something an Episodic Ability gave, to be spent in the same Episode (KL-16)."""

    character: str
    ability: str
    text: str
    amount: int
    spent: int = 0


@dataclass(frozen=True, slots=True)
class Solution:
    """A trick and how often it was used this Episode (KL-21)."""

    tag: str
    uses: int = 0
    policy: SolutionPolicy = SolutionPolicy.FREE


@dataclass(frozen=True, slots=True)
class Deed:
    """An improvised deed nobody has tested yet; `policy` is what its trick brings, FREE for nothing."""

    character: str
    text: str
    policy: SolutionPolicy = SolutionPolicy.FREE


@dataclass(frozen=True, slots=True)
class Episode:
    """One story arc.

    Attributes:
        spotlight: Freeplay deeds per PC (KL-22).
        loose_order: Hint who acts in which order in Freeplay, empty when there is none.
        closing: Closing Credits once they run.
        sessions: Evenings it has taken so far.
    """

    number: int = 1
    title: str | None = None
    opening: Opening = field(default_factory=Opening)
    encounters_finished: int = 0
    grants: tuple[Grant, ...] = ()
    ability_uses: tuple[AbilityUse, ...] = ()
    solutions: tuple[Solution, ...] = ()
    spotlight: tuple[AbilityUse, ...] = ()
    loose_order: tuple[str, ...] = ()
    closing: Closing | None = None
    sessions: int = 1
