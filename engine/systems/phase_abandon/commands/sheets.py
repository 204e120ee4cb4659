"""Commands that build the setting and the characters (rules 3.2, 3.3)."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from engine.common.messages import Talk
from engine.fields import NeededWords, NewName, Number, PlayerName, SkillName, Thing, Words
from engine.phrase import phrase
from engine.systems.phase_abandon.derived import BLURBS
from engine.systems.phase_abandon.fields import (
    Detail,
    DetailChips,
    NeededSkill,
    PersonalGoalKind,
    PersonalGoalValue,
    Proposal,
    SheetRank,
)
from engine.systems.phase_abandon.messages import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class SetGenre(Command):
    """Record the genre everybody accepts (PA-12)."""

    kind: ClassVar[str] = "set_genre"
    text: NeededWords


@dataclass(frozen=True, slots=True, kw_only=True)
class AddSettingDetail(Command):
    """Buy a detail of the world (PA-13)."""

    kind: ClassVar[str] = "add_setting_detail"
    player: PlayerName = ""
    text: NeededWords
    chips: DetailChips


@dataclass(frozen=True, slots=True, kw_only=True)
class ModifySettingDetail(Command):
    """Change a detail by matching or beating its lock (PA-14)."""

    kind: ClassVar[str] = "modify_setting_detail"
    player: PlayerName = ""
    detail: Detail
    text: NeededWords
    chips: DetailChips


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishSetting(Command):
    """End setting creation and go on to characters (PA-16)."""

    kind: ClassVar[str] = "finish_setting"


@dataclass(frozen=True, slots=True, kw_only=True)
class CreateCharacter(Command):
    """Begin a character sheet."""

    kind: ClassVar[str] = "create_character"
    player: PlayerName = ""
    name: NewName


@dataclass(frozen=True, slots=True, kw_only=True)
class SetBlurb(Command):
    """Write one of the three blurbs (PA-18); `slot` 1 to 3, None = next free."""

    kind: ClassVar[str] = "set_blurb"
    player: PlayerName = ""
    text: NeededWords
    slot: Annotated[int, Number(1, BLURBS, judged=True)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddSkill(Command):
    """Buy a skill with its four sheet lines (PA-20, PA-21)."""

    kind: ClassVar[str] = "add_skill"
    player: PlayerName = ""
    name: NewName
    rank: SheetRank
    success_effect: NeededWords
    critical_failure_effect: NeededWords
    notes: Words = ""
    crit_heart: SheetRank = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class AddSpecialItem(Command):
    """Buy a special item of power (PA-20, PA-21)."""

    kind: ClassVar[str] = "add_special_item"
    player: PlayerName = ""
    name: NewName
    rank: SheetRank
    success_effect: NeededWords
    critical_failure_effect: NeededWords
    notes: Words = ""
    crit_heart: SheetRank = 0
    breaks_at_zero: bool = False
    recharge: Words = ""
    linked_to: SkillName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPrinciple(Command):
    """Take a guiding principle with its trigger (PA-22).

    Attributes:
        applies_to: "LINKED", "NOT_LINKED", "ANY", or names of own skills.
    """

    kind: ClassVar[str] = "add_principle"
    player: PlayerName = ""
    text: NeededWords
    linked_skill: NeededSkill
    condition: NeededWords
    bonus_dice: Annotated[int, Number(1, 3, otherwise=phrase("A trigger grants one to three dice."))]
    applies_to: Annotated[str | tuple[str, ...], Thing("skill")] = "LINKED"


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPersonalGoal(Command):
    """Take a personal goal (PA-23, PA-81).

    Attributes:
        value: Points; None takes the house rule's follow-up value.
        goal_kind: The rules' `kind` (that name is the command's tag): STARTING before the character is finished,
            FOLLOW_UP after; None = whichever fits.
    """

    kind: ClassVar[str] = "add_personal_goal"
    player: PlayerName = ""
    text: NeededWords
    value: PersonalGoalValue | None = None
    goal_kind: PersonalGoalKind | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddConnection(Command):
    """Write down an acquaintance (PA-24, PA-111)."""

    kind: ClassVar[str] = "add_connection"
    talk: ClassVar[Talk] = Talk(main=True)
    player: PlayerName = ""
    npc_name: NewName
    value: Annotated[int, Number(1, judged=True)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteEquipment(Command):
    """Write down equipment (PA-25)."""

    kind: ClassVar[str] = "note_equipment"
    player: PlayerName = ""
    text: NeededWords


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideProposal(Command):
    """The group accepts or refuses a sheet entry (PA-26).

    Attributes:
        proposal: Proposal id or name of the entry; None = the latest one still open.
    """

    kind: ClassVar[str] = "decide_proposal"
    proposal: Proposal | None = None
    approved: bool = True
    reason: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishCharacter(Command):
    """Check the sheet and activate the character (PA-27)."""

    kind: ClassVar[str] = "finish_character"
    player: PlayerName = ""
