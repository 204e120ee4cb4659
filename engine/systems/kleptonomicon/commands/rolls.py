"""Commands of Tests (rules 3.4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.systems.kleptonomicon.commands.naming import OF_CHARACTER
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
    character: str | None = None
    test: str = "SKILL"
    skill: str | None = None
    modifier: int | None = None
    adv: int = 0
    dis: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitDice(Command):
    """Hand in the faces of a Test; without `test_id` the speaker's oldest (KL-26)."""

    kind: ClassVar[str] = "submit_dice"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: str | None = None
    test_id: str | None = None
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitScore(Command):
    """Hand in the finished total of a Test (KL-26)."""

    kind: ClassVar[str] = "submit_score"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: str | None = None
    test_id: str | None = None
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DropTest(Command):
    """Strike a Test off before it is rolled; None = the only open one."""

    kind: ClassVar[str] = "drop_test"
    also_read: ClassVar[Mapping[str, str]] = OF_CHARACTER
    character: str | None = None
