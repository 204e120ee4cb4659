"""Commands of Episodes outside Encounters (rules 3.1 to 3.3, 3.14)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.fields import NeededWords, Words
from engine.systems.kleptonomicon.commands.naming import OF_CHARACTER
from engine.systems.kleptonomicon.entities import ResetValue
from engine.systems.kleptonomicon.fields import AbilityName, CharacterName, Granted, Policy, Reset, Trick
from engine.systems.kleptonomicon.messages import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class PrepareEpisode(Command):
    """Say what the next Episode is called."""

    kind: ClassVar[str] = "prepare_episode"
    title: NeededWords


@dataclass(frozen=True, slots=True, kw_only=True)
class StartEpisode(Command):
    """Begin an Episode with its Opening Credits; `title` None = as prepared (KL-1)."""

    kind: ClassVar[str] = "start_episode"
    title: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Introduce(Command):
    """Introduce player and PC, perhaps with a clip (KL-11, KL-12)."""

    kind: ClassVar[str] = "introduce"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    text: Words | None = None
    clip: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ColdOpen(Command):
    """Play the GM's opening scene (KL-13)."""

    kind: ClassVar[str] = "cold_open"
    text: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginEpisodicStep(Command):
    """Ask for Episodic Abilities (KL-14)."""

    kind: ClassVar[str] = "begin_episodic_step"


@dataclass(frozen=True, slots=True, kw_only=True)
class UseEpisodicAbility(Command):
    """Use an Episodic Ability; None = the only unused one (KL-14 to KL-16)."""

    kind: ClassVar[str] = "use_episodic_ability"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    ability: AbilityName | None = None
    grant_text: Words | None = None
    amount: Granted | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndOpeningCredits(Command):
    """Go on to Freeplay (KL-2)."""

    kind: ClassVar[str] = "end_opening_credits"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLooseOrder(Command):
    """Say who should get a word in which order in Freeplay; a hint (KL-17)."""

    kind: ClassVar[str] = "set_loose_order"
    order: tuple[CharacterName, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Improvise(Command):
    """Do something no Ability covers (KL-19)."""

    kind: ClassVar[str] = "improvise"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    text: Words = ""
    solution_tag: Trick | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagSolution(Command):
    """Say what happens when a trick is tried again: "free", "disadvantage", "ban" (KL-21)."""

    kind: ClassVar[str] = "flag_solution"
    tag: Trick
    policy: Policy = "disadvantage"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareImpossible(Command):
    """A deed fails without a Test (KL-19)."""

    kind: ClassVar[str] = "declare_impossible"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    text: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmAbility(Command):
    """The GM's word on an Ability that takes minutes (KL-18)."""

    kind: ClassVar[str] = "confirm_ability"
    allowed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class StartClosingCredits(Command):
    """Begin the end of the Episode (KL-7, KL-8)."""

    kind: ClassVar[str] = "start_closing_credits"


@dataclass(frozen=True, slots=True, kw_only=True)
class SetTimePasses(Command):
    """Whether time passes before the next Episode (KL-96)."""

    kind: ClassVar[str] = "set_time_passes"
    passes: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayScene(Command):
    """Play a wrap-up scene (KL-95)."""

    kind: ClassVar[str] = "play_scene"
    text: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayResolution(Command):
    """Play a resolution scene, or decline one (KL-96)."""

    kind: ClassVar[str] = "play_resolution"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    text: Words | None = None
    declined: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ApplyResets(Command):
    """Restore everybody between two Episodes (KL-97, KL-98).

    Attributes:
        mode: "full", "half", "none" or "custom"; None = the house rule.
        overrides: Values the GM states instead.
    """

    kind: ClassVar[str] = "apply_resets"
    mode: Reset | None = None
    overrides: tuple[ResetValue, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class EndEpisode(Command):
    """Close the Episode; `force` without resets (KL-9)."""

    kind: ClassVar[str] = "end_episode"
    force: bool = False
