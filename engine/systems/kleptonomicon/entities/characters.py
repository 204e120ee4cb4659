"""Characters with everything on their sheets, and the rules of styles and conditions."""

from dataclasses import field

from engine.quick_dataclass import dataclass
from engine.systems.kleptonomicon.vocabulary import (
    AbilityTime,
    StyleSize,
    TriggerKind,
)


@dataclass(frozen=True, slots=True)
class Skill:
    """A named Skill and what it adds to Tests."""

    name: str
    modifier: int = 0


@dataclass(frozen=True, slots=True)
class Stacks:
    """A Status Condition with a number of Stacks, as an Ability inflicts it."""

    condition: str
    stacks: int = 1


@dataclass(frozen=True, slots=True)
class Ability:
    """Anything on a sheet that can be used (KL-49, KL-55, KL-56).

    Attributes:
        name: As the table calls it.
        time: Ability Time.
        episodic: Only at the end of the Opening Credits.
        uses_per_episode: None = as often as wished.
        reach: Units, None = not limited.
        interrupts: Interrupts the movement of its targets.
        duration_minutes: 0 = seconds.
        trigger: What it answers, None = anything; for Reactions.
        usable_in_main: Whether it can be used in the Main Phase.
        inflicts: Conditions its targets gain.
        test: Skill to be tested before it takes effect, None = it simply does.
    """

    name: str
    time: AbilityTime = AbilityTime.ACTION
    episodic: bool = False
    uses_per_episode: int | None = None
    reach: int | None = None
    interrupts: bool = False
    duration_minutes: int = 0
    trigger: TriggerKind | None = None
    usable_in_main: bool = True
    inflicts: tuple[Stacks, ...] = ()
    test: str | None = None


@dataclass(frozen=True, slots=True)
class Style:
    """A Movement Style on a sheet."""

    name: str
    size: StyleSize = StyleSize.NORMAL


LEVEL_ONE_STYLES = (Style("walk"), Style("jump", StyleSize.HALF))


@dataclass(frozen=True, slots=True)
class Sheet:
    """The part of a sheet that does not change in play; `upgrades` is free text for Upgrades and Perks."""

    level: int = 1
    edge_modifier: int = 0
    beats_max: int = 2
    skills: tuple[Skill, ...] = ()
    abilities: tuple[Ability, ...] = ()
    styles: tuple[Style, ...] = LEVEL_ONE_STYLES
    sneaky: bool = False
    dodge_points_max: int = 0
    shield_max: int = 0
    health_max: int = 0
    vitality_max: int = 0
    recoveries_max: int = 0
    upgrades: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Creature:
    """A kind of NPC; NPCs of one kind share a group and this sheet (KL-28)."""

    name: str
    plural: str
    sheet: Sheet = field(default_factory=Sheet)


@dataclass(frozen=True, slots=True)
class StyleRule:
    """The effect of interrupting a Movement Style (KL-73, KL-74).

    Attributes:
        name: The style.
        interruption: "fall", any other text the table reads, or None for nothing.
    """

    name: str
    interruption: str | None = None


@dataclass(frozen=True, slots=True)
class ConditionRule:
    """A Status Condition known beforehand, Fleeting or not."""

    name: str
    fleeting: bool = False


@dataclass(frozen=True, slots=True)
class Condition:
    """A Status Condition somebody has; `gained_this_turn` counts Stacks of the holder's own running Turn (KL-80)."""

    name: str
    stacks: int
    fleeting: bool
    gained_this_turn: int = 0


@dataclass(frozen=True, slots=True)
class StyleUnits:
    """Units of a Movement Style: spent, or granted for an improvised one; `scene` outlasts the Turn."""

    style: str
    units: int
    scene: bool = False


@dataclass(frozen=True, slots=True)
class Movement:
    """Movement of one Turn; limits and the pool are derived (KL-61, KL-62)."""

    mult: int = 1
    dash_count: int = 0
    spent: tuple[StyleUnits, ...] = ()
    improvised: tuple[StyleUnits, ...] = ()


@dataclass(frozen=True, slots=True)
class Character:
    """A PC or NPC.

    Attributes:
        name: Unique among PCs and NPCs.
        player: Who runs a PC; None for NPCs, which the GM runs.
        creature: Kind of an NPC, empty for PCs.
        lasting: Whether an NPC stays after its Encounter.
        beat_debt: Beats missing after the next refill (KL-87).
        active_style: Movement Style whose rules are in force, None while falling.
        free_actions_used: Improvised Free Actions of the running own Turn.
        out: Cannot act.
        lost: Points lost in all, whether or not anybody wrote down how many there were.
    """

    name: str
    player: str | None = None
    creature: str = ""
    lasting: bool = True
    sheet: Sheet = field(default_factory=Sheet)
    sneaky: bool = False
    beats: int = 2
    beat_debt: int = 0
    active_style: str | None = "walk"
    falling: bool = False
    movement: Movement = field(default_factory=Movement)
    conditions: tuple[Condition, ...] = ()
    dodge_points: int = 0
    shield: int = 0
    health: int = 0
    vitality: int = 0
    recoveries: int = 0
    xp: int = 0
    free_actions_used: int = 0
    out: bool = False
    lost: int = 0

    @property
    def is_npc(self) -> bool:
        """The GM runs it."""
        return self.player is None

    def condition(self, name: str) -> Condition | None:
        """The condition of that name, any case."""
        wanted = name.strip().casefold()
        return next((each for each in self.conditions if each.name.casefold() == wanted), None)
