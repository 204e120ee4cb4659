"""Checks and the dice the table owes (rules 3.3, 3.4)."""

from engine.dice.roll import RollRequest
from engine.quick_dataclass import dataclass
from engine.systems.phasesix.vocabulary import DieKind, Purpose


@dataclass(frozen=True, slots=True)
class Die:
    """One die of a check with everything it showed, a 6 rolled on included.

    Attributes:
        faces: Empty when only the count of successes was said.
        success: Whether its total reached what it needed.
    """

    kind: DieKind
    faces: tuple[int, ...] = ()
    success: bool = False

    @property
    def total(self) -> int:
        """Sum of its faces."""
        return sum(self.faces)


@dataclass(frozen=True)  # no slots, as `Character`
class Check:
    """A roll of a pool, open until it is closed (P6-21).

    Attributes:
        character: Whose roll it is.
        player: Who throws.
        trait: What is rolled, as people say it.
        pool: Natural dice; below 1 there are none (P6-11, P6-12).
        eff_min: Lowest total that is a success.
        needed: Successes wanted.
        explodes: Whether a 6 may be rolled on (P6-15, P6-16).
        extras: Whether bonus dice, destiny dice and rerolls work on it (P6-22).
        open_ended: Whether successes beyond `needed` still count for something (P6-21 b).
        due: Dice still to be thrown, none of them on the table.
        old: Dice a reroll replaced, while the new ones are in the air.
        rolled: Whether dice are on the table.
        refs: What it belongs to: a group roll, a target, the thing observed and whoever carries it.
    """

    check_id: str
    character: str
    player: str
    trait: str
    purpose: Purpose
    pool: int
    eff_min: int
    needed: int = 1
    explodes: bool = True
    extras: bool = True
    open_ended: bool = False
    due: tuple[DieKind, ...] = ()
    dice: tuple[Die, ...] = ()
    old: tuple[Die, ...] = ()
    rolled: bool = False
    refs: tuple[str, ...] = ()

    @property
    def successes(self) -> int:
        """Successes on the table."""
        return sum(die.success for die in self.dice)

    @property
    def best(self) -> int:
        """Highest total of a die."""
        return max((die.total for die in self.dice), default=0)


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice owed; `ref` is the check or the character they are for."""

    request: RollRequest
    ref: str


@dataclass(frozen=True, slots=True)
class GroupCheck:
    """A group roll: successes of all members are summed; `required` 0 when the number was not said (P6-25)."""

    group_id: str
    trait: str
    difficulty: int
    required: int
    members: tuple[str, ...]
    total: int = 0
    done: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """A closed check, for questions."""

    check_id: str
    character: str
    trait: str
    purpose: Purpose
    successes: int
    success: bool
    best: int
