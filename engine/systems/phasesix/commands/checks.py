"""Commands of checks and their dice (rules 3.3, 3.4)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.fields import Id, PlayerName
from engine.systems.phasesix.fields import (
    AskedDice,
    AskedDifficulty,
    DestinyDice,
    Dice,
    Difficulty,
    ExtraDice,
    Face,
    Needed,
    NeededTogether,
    RerollPay,
    Successes,
    TraitName,
    Who,
)
from engine.systems.phasesix.messages import Command, OwnCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestCheck(Command):
    """Call for a roll (P6-10).

    Attributes:
        char: Who rolls; the only player character when left out.
        trait: Attribute, skill, knowledge, "evasion", or a number of dice.
        dice: Situational dice, negative to take away (P6-11).
        chars: Several characters who all roll for themselves; "everyone" for all player characters.
    """

    kind: ClassVar[str] = "request_check"
    trait: TraitName
    char: Who | None = None
    difficulty: AskedDifficulty = 0
    needed: Needed = 1
    dice: AskedDice = 0
    chars: tuple[Who, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RollCheck(OwnCommand):
    """Commit extra dice before the roll, and hand in what was thrown if that is said at once (P6-12, P6-18).

    Attributes:
        dice: Faces as they fell; faces beyond the pool are those of sixes rolled on.
        successes: Only the count of successes.
    """

    kind: ClassVar[str] = "roll_check"
    check_id: Id | None = None
    bonus: ExtraDice = 0
    destiny: ExtraDice = 0
    dice: tuple[Face, ...] | None = None
    successes: Successes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SubmitDice(Command):
    """Hand in dice the table owes; without an id the ones that fit.

    Attributes:
        player: Who threw; the speaker when left out.
        dice: Faces in the order they fell; further ones are those of sixes rolled on.
        successes: Only the count of successes, for pools.
    """

    kind: ClassVar[str] = "submit_dice"
    player: PlayerName | None = None
    dice: tuple[Face, ...] | None = None
    successes: Successes | None = None
    request_id: Id | None = None
    purpose: Id | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddBonusDie(OwnCommand):
    """Add bonus dice to a roll, before or after it (P6-18)."""

    kind: ClassVar[str] = "add_bonus_die"
    also_read: ClassVar[Mapping[str, str]] = {"n": "count"}
    check_id: Id | None = None
    count: Dice = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class AddDestinyDie(OwnCommand):
    """Add destiny dice to a roll, before or after it (P6-19)."""

    kind: ClassVar[str] = "add_destiny_die"
    also_read: ClassVar[Mapping[str, str]] = {"n": "count"}
    check_id: Id | None = None
    count: Dice = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Reroll(OwnCommand):
    """Throw every die again (P6-20); `pay` is "reroll" or "destiny", None takes a reroll if there is one."""

    kind: ClassVar[str] = "reroll"
    check_id: Id | None = None
    pay: RerollPay | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseCheck(OwnCommand):
    """Leave a roll as it is (P6-21); one not thrown yet is given up."""

    kind: ClassVar[str] = "close_check"
    check_id: Id | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestGroupCheck(Command):
    """Call for a group roll (P6-25); `required` None when the number stays open, `members` empty for all players."""

    kind: ClassVar[str] = "request_group_check"
    trait: TraitName
    required: NeededTogether | None = None
    difficulty: Difficulty = 0
    members: tuple[Who, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Observe(Command):
    """Look for conspicuous things somebody carries (P6-26)."""

    kind: ClassVar[str] = "observe"
    observer: Who | None = None
    targets: tuple[Who, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GrantDestiny(OwnCommand):
    """Hand out destiny dice (P6-23)."""

    kind: ClassVar[str] = "grant_destiny"
    also_read: ClassVar[Mapping[str, str]] = {"n": "count"}
    count: DestinyDice = 1
