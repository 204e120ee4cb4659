"""Facts about setting creation and character sheets."""

from dataclasses import dataclass
from typing import ClassVar

from engine.systems.phase_abandon.entities import GuidingPrinciple, PersonalGoal, Skill
from engine.systems.phase_abandon.messages import Event


@dataclass(frozen=True, slots=True)
class GenreSet(Event):
    """The accepted genre."""

    kind: ClassVar[str] = "genre_set"
    text: str


@dataclass(frozen=True, slots=True)
class SettingFinished(Event):
    """Setting creation is over."""

    kind: ClassVar[str] = "setting_finished"


@dataclass(frozen=True, slots=True)
class SettingDetailAdded(Event):
    """A new detail of the world; `detail` is its text."""

    kind: ClassVar[str] = "setting_detail_added"
    detail: str
    player: str
    chips: int
    lock: int


@dataclass(frozen=True, slots=True)
class SettingDetailModified(Event):
    """A detail now reads `text`."""

    kind: ClassVar[str] = "setting_detail_modified"
    detail: str
    player: str
    text: str
    chips: int
    lock: int


@dataclass(frozen=True, slots=True)
class CharacterCreated(Event):
    """A sheet is begun."""

    kind: ClassVar[str] = "character_created"
    character: str
    player: str


@dataclass(frozen=True, slots=True)
class BlurbSet(Event):
    """One of three blurbs; `slot` from 1."""

    kind: ClassVar[str] = "blurb_set"
    character: str
    slot: int
    text: str


@dataclass(frozen=True, slots=True)
class CharacterFinished(Event):
    """The character may act; `warnings` names what is unusual."""

    kind: ClassVar[str] = "character_finished"
    character: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SkillBought(Event):
    """A skill on the sheet and what it cost."""

    kind: ClassVar[str] = "skill_bought"
    character: str
    skill: Skill
    cost: int
    proposal: str


@dataclass(frozen=True, slots=True)
class SpecialItemBought(Event):
    """An item on the sheet; paid in skill points, or in improvement chips once the character is active."""

    kind: ClassVar[str] = "special_item_bought"
    character: str
    item: Skill
    cost: int
    proposal: str


@dataclass(frozen=True, slots=True)
class PrincipleAdded(Event):
    """A guiding principle on the sheet."""

    kind: ClassVar[str] = "principle_added"
    character: str
    principle: GuidingPrinciple
    proposal: str


@dataclass(frozen=True, slots=True)
class GoalAdded(Event):
    """A personal goal on the sheet; `proposal` None when no approval applies."""

    kind: ClassVar[str] = "goal_added"
    character: str
    goal: PersonalGoal
    proposal: str | None = None
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GoalRaised(Event):
    """An atonement goal grows after another break."""

    kind: ClassVar[str] = "goal_raised"
    character: str
    goal: str
    old_initial: int
    new_initial: int
    value_left: int


@dataclass(frozen=True, slots=True)
class ConnectionAdded(Event):
    """A new acquaintance."""

    kind: ClassVar[str] = "connection_added"
    character: str
    npc_name: str
    value: int


@dataclass(frozen=True, slots=True)
class EquipmentNoted(Event):
    """Equipment on the sheet."""

    kind: ClassVar[str] = "equipment_noted"
    character: str
    text: str


@dataclass(frozen=True, slots=True)
class ProposalDecided(Event):
    """The group accepted or refused a sheet entry."""

    kind: ClassVar[str] = "proposal_decided"
    proposal: str
    subject: str
    approved: bool
    reason: str | None = None
