"""Players and characters; foes are characters like all others (rules section 2)."""

from dataclasses import field

from engine.quick_dataclass import dataclass
from engine.systems.phasesix.entities.library import Armour, Deltas, Item, Knowledge, Note, Template, Value, Weapon
from engine.systems.phasesix.vocabulary import ATTRS, Attr, Cond, Kind


@dataclass(frozen=True, slots=True)
class Player:
    """A person at the table; one of them may lead the story."""

    name: str
    gm: bool = False


@dataclass(frozen=True, slots=True)
class Gauge:
    """Dice or points that are spent and come back: `now` of `most`."""

    now: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class LearnedSpell:
    """One instance of a learned spell with everything its templates changed (P6-87 to P6-89).

    Attributes:
        label: Name at the table; a spell learned twice is "Fire Bolt" and "Fire Bolt 2".
        base_points: Points paid for the spell alone.
        points: Points paid in all.
    """

    label: str
    spell: str
    school: str
    thesis: str
    base_points: int
    points: int
    arcana: int
    strength: int
    range_m: int
    actions: int
    targets: int
    shape: str = ""
    element: str = ""
    effect_kind: str = ""
    templates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tick:
    """A lasting mental disorder; `text` is empty until it was read off the tables (P6-95)."""

    name: str
    text: str = ""
    pending: bool = True
    deltas: Deltas = field(default_factory=Deltas)


@dataclass(frozen=True)  # no slots: a copy is one dict update, and most events make one
class Character:
    """A character of a player, or a foe or bystander run by whoever leads the story.

    Attributes:
        player: Who runs it, as at the table.
        attributes: Values in the order of `ATTRS`.
        skills: Totals of the sheet, or own values to be added to the base (P6-3).
        hearts: Full hearts.
        conditions: Conditions present with their values, each at least 1.
        stabilised: Successes gathered toward stabilising, by house rule only.
        max_stress: Of the lineage; None when it has none of its own (P6-96).
        stress_shift: What templates and disorders change about it.
        blood: Whether spells are paid with wounds (P6-8).
    """

    name: str
    player: str
    kind: Kind = Kind.PC
    lineage: str = "human"
    attributes: tuple[int, ...] = (1,) * len(ATTRS)
    skills: tuple[Value, ...] = ()
    knowledge: tuple[Knowledge, ...] = ()
    min_roll: int = 5
    bonus: Gauge = Gauge()
    destiny: Gauge = Gauge()
    rerolls: Gauge = Gauge()
    protection: int = 0
    evasion: int = 1
    max_health: int = 6
    hearts: int = 6
    boosts: int = 0
    actions_max: int = 2
    conditions: tuple[Value, ...] = ()
    stabilised: int = 0
    dead: bool = False
    career_points: int = 0
    finished: bool = False
    templates: tuple[Template, ...] = ()
    shadows: tuple[Note, ...] = ()
    ticks: tuple[Tick, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    armour: tuple[Armour, ...] = ()
    items: tuple[Item, ...] = ()
    rep_used: int = 0
    rep_collected: int = 0
    arcana: Gauge = Gauge()
    sp_total: int = 0
    sp_spent: int = 0
    spells: tuple[LearnedSpell, ...] = ()
    blood: bool = False
    stress: int = 0
    max_stress: int | None = 8
    stress_shift: int = 0

    def attr(self, attribute: Attr) -> int:
        """Value of an attribute."""
        return self.attributes[ATTRS.index(attribute)]

    def cond(self, condition: Cond) -> int:
        """Value of a condition, 0 when it is absent."""
        for value in self.conditions:
            if value.name == condition:
                return value.number
        return 0

    @property
    def empty(self) -> int:
        """Empty hearts."""
        return self.max_health - self.hearts

    @property
    def fainted(self) -> bool:
        """No full heart and no boost (P6-69)."""
        return not self.hearts and not self.boosts

    @property
    def incapacitated(self) -> bool:
        """Unable to act."""
        return self.dead or self.fainted or self.cond(Cond.UNCONSCIOUS) > 0
