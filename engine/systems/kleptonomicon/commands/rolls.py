"""Commands of Tests (rules 3.4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.fields import Id, Words
from engine.systems.kleptonomicon.commands.naming import OF_CHARACTER
from engine.systems.kleptonomicon.fields import Advantages, AnyNumber, CharacterName, Face, SkillOfCharacter, TestWord
from engine.systems.kleptonomicon.messages import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestTest(Command):
    """Ask for a Test (KL-19, KL-24).

    Attributes:
        character: Whoever is tested; "everyone" for all PCs.
        test: "SKILL" or "EDGE_SAVE".
        modifier: None = what the sheet says.
        adv: Advantages.
        dis: Disadvantages.
    """

    kind: ClassVar[str] = "request_test"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    test: TestWord = "SKILL"
    skill: SkillOfCharacter | None = None
    modifier: AnyNumber | None = None
    adv: Advantages = 0
    dis: Advantages = 0
    reason: Words = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitDice(Command):
    """Hand in the faces of a Test; without `test_id` the speaker's oldest (KL-26)."""

    kind: ClassVar[str] = "submit_dice"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    test_id: Id | None = None
    dice: tuple[Face, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitScore(Command):
    """Hand in the finished total of a Test (KL-26)."""

    kind: ClassVar[str] = "submit_score"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
    test_id: Id | None = None
    score: AnyNumber


@dataclass(frozen=True, slots=True, kw_only=True)
class DropTest(Command):
    """Strike a Test off before it is rolled; None = the only open one."""

    kind: ClassVar[str] = "drop_test"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: CharacterName | None = None
