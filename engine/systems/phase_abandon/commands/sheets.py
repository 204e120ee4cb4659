"""Commands that build the setting and the characters (rules 3.2, 3.3)."""

from dataclasses import dataclass
from typing import ClassVar

from engine.systems.phase_abandon.messages import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class SetGenre(Command):
    """Record the genre everybody accepts (PA-12)."""

    kind: ClassVar[str] = "set_genre"
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AddSettingDetail(Command):
    """Buy a detail of the world (PA-13)."""

    kind: ClassVar[str] = "add_setting_detail"
    player: str = ""
    text: str
    chips: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifySettingDetail(Command):
    """Change a detail by matching or beating its lock (PA-14)."""

    kind: ClassVar[str] = "modify_setting_detail"
    player: str = ""
    detail: str
    text: str
    chips: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishSetting(Command):
    """End setting creation and go on to characters (PA-16)."""

    kind: ClassVar[str] = "finish_setting"


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateCharacter(Command):
    """Begin a character sheet."""

    kind: ClassVar[str] = "create_character"
    player: str = ""
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetBlurb(Command):
    """Write one of the three blurbs (PA-18); `slot` 1 to 3, None = next free."""

    kind: ClassVar[str] = "set_blurb"
    player: str = ""
    text: str
    slot: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddSkill(Command):
    """Buy a skill with its four sheet lines (PA-20, PA-21)."""

    kind: ClassVar[str] = "add_skill"
    player: str = ""
    name: str
    rank: int
    success_effect: str
    critical_failure_effect: str
    notes: str = ""
    crit_heart: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AddSpecialItem(Command):
    """Buy a special item of power (PA-20, PA-21)."""

    kind: ClassVar[str] = "add_special_item"
    player: str = ""
    name: str
    rank: int
    success_effect: str
    critical_failure_effect: str
    notes: str = ""
    crit_heart: int = 0
    breaks_at_zero: bool = False
    recharge: str = ""
    linked_to: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPrinciple(Command):
    """Take a guiding principle with its trigger (PA-22).

    Attributes:
        applies_to: "LINKED", "NOT_LINKED", "ANY", or names of own skills.
    """

    kind: ClassVar[str] = "add_principle"
    player: str = ""
    text: str
    linked_skill: str
    condition: str
    bonus_dice: int
    applies_to: str | tuple[str, ...] = "LINKED"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPersonalGoal(Command):
    """Take a personal goal (PA-23, PA-81).

    Attributes:
        value: Points; None takes the house rule's follow-up value.
        goal_kind: The rules' `kind` (that name is the command's tag): STARTING before the character is finished,
            FOLLOW_UP after; None = whichever fits.
    """

    kind: ClassVar[str] = "add_personal_goal"
    player: str = ""
    text: str
    value: int | None = None
    goal_kind: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddConnection(Command):
    """Write down an acquaintance (PA-24, PA-111)."""

    kind: ClassVar[str] = "add_connection"
    player: str = ""
    npc_name: str
    value: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteEquipment(Command):
    """Write down equipment (PA-25)."""

    kind: ClassVar[str] = "note_equipment"
    player: str = ""
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideProposal(Command):
    """The group accepts or refuses a sheet entry (PA-26).

    Attributes:
        proposal: Proposal id or name of the entry; None = the latest one still open.
    """

    kind: ClassVar[str] = "decide_proposal"
    proposal: str | None = None
    approved: bool = True
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishCharacter(Command):
    """Check the sheet and activate the character (PA-27)."""

    kind: ClassVar[str] = "finish_character"
    player: str = ""
