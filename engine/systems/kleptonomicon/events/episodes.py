"""Facts of Episodes outside Encounters."""

from dataclasses import dataclass
from typing import ClassVar

from engine.systems.kleptonomicon.entities import PoolValue
from engine.systems.kleptonomicon.messages import Event
from engine.systems.kleptonomicon.vocabulary import Phase, ResetMode, SolutionPolicy


@dataclass(frozen=True, slots=True)
class EpisodePrepared(Event):
    """The next Episode has a title."""

    kind: ClassVar[str] = "episode_prepared"
    title: str


@dataclass(frozen=True, slots=True)
class EpisodeStarted(Event):
    """An Episode began."""

    kind: ClassVar[str] = "episode_started"
    opens_scene: ClassVar[bool] = True
    number: int
    title: str | None


@dataclass(frozen=True, slots=True)
class PhaseChanged(Event):
    """The game is in this phase."""

    kind: ClassVar[str] = "phase_changed"
    phase: Phase
    previous: Phase


@dataclass(frozen=True, slots=True)
class CharacterIntroduced(Event):
    """Player and PC were introduced."""

    kind: ClassVar[str] = "character_introduced"
    character: str
    text: str | None = None
    clip: str | None = None


@dataclass(frozen=True, slots=True)
class IntroductionsMissing(Event):
    """Play goes on without these introductions."""

    kind: ClassVar[str] = "introductions_missing"
    characters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ColdOpenPlayed(Event):
    """The GM's opening scene was played."""

    kind: ClassVar[str] = "cold_open_played"
    opens_scene: ClassVar[bool] = True
    text: str


@dataclass(frozen=True, slots=True)
class EpisodicStepOpened(Event):
    """Episodic Abilities may be used by these."""

    kind: ClassVar[str] = "episodic_step_opened"
    characters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EpisodicAbilityUsed(Event):
    """An Episodic Ability was used."""

    kind: ClassVar[str] = "episodic_ability_used"
    character: str
    ability: str


@dataclass(frozen=True, slots=True)
class GrantAdded(Event):
    """It gave something for this Episode."""

    kind: ClassVar[str] = "grant_added"
    character: str
    ability: str
    text: str
    amount: int


@dataclass(frozen=True, slots=True)
class LooseOrderSet(Event):
    """A hint who speaks in which order."""

    kind: ClassVar[str] = "loose_order_set"
    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImprovisedDeed(Event):
    """Somebody does something no Ability covers; `policy` is what its trick brings."""

    kind: ClassVar[str] = "improvised_deed"
    character: str
    text: str
    tag: str | None = None
    policy: SolutionPolicy = SolutionPolicy.FREE


@dataclass(frozen=True, slots=True)
class SolutionDiscouraged(Event):
    """The trick is worn out; no Test for it. `refused` when one was asked for all the same."""

    kind: ClassVar[str] = "solution_discouraged"
    character: str
    refused: bool = False


@dataclass(frozen=True, slots=True)
class SolutionFlagged(Event):
    """What happens when the trick is tried again."""

    kind: ClassVar[str] = "solution_flagged"
    tag: str
    policy: SolutionPolicy


@dataclass(frozen=True, slots=True)
class DeedImpossible(Event):
    """A deed failed without a Test."""

    kind: ClassVar[str] = "deed_impossible"
    character: str
    text: str


@dataclass(frozen=True, slots=True)
class LongAbility(Event):
    """An Ability of minutes waits for the GM's word."""

    kind: ClassVar[str] = "long_ability"
    character: str
    ability: str
    minutes: int
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LongAbilityDecided(Event):
    """The GM's word on it."""

    kind: ClassVar[str] = "long_ability_decided"
    character: str
    ability: str
    allowed: bool


@dataclass(frozen=True, slots=True)
class TimePassesSet(Event):
    """Whether time passes before the next Episode."""

    kind: ClassVar[str] = "time_passes_set"
    passes: bool


@dataclass(frozen=True, slots=True)
class ScenePlayed(Event):
    """A wrap-up scene was played."""

    kind: ClassVar[str] = "scene_played"
    opens_scene: ClassVar[bool] = True
    text: str


@dataclass(frozen=True, slots=True)
class ResolutionPlayed(Event):
    """A resolution scene was played, or declined (`text` None)."""

    kind: ClassVar[str] = "resolution_played"
    character: str
    text: str | None


@dataclass(frozen=True, slots=True)
class ResetsApplied(Event):
    """A PC's points were restored and conditions cleared."""

    kind: ClassVar[str] = "resets_applied"
    character: str
    before: tuple[PoolValue, ...]
    after: tuple[PoolValue, ...]
    cleared: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResetsFinished(Event):
    """Everybody is restored; `also` is what the table resets by hand."""

    kind: ClassVar[str] = "resets_finished"
    mode: ResetMode
    also: tuple[str, ...] = ()
    abilities: bool = False


@dataclass(frozen=True, slots=True)
class GrantsExpired(Event):
    """What Episodic Abilities gave is gone."""

    kind: ClassVar[str] = "grants_expired"
    characters: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EpisodeEnded(Event):
    """The Episode is over."""

    kind: ClassVar[str] = "episode_ended"
    number: int
