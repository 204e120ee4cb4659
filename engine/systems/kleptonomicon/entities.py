"""Values a state is made of: sheets and characters, Encounters, Episodes."""

from dataclasses import dataclass, field

from engine.systems.kleptonomicon.vocabulary import (
    AbilityTime,
    ClosingStep,
    OpeningStep,
    SolutionPolicy,
    StyleSize,
    TestKind,
    TriggerKind,
)

# -- characters: what stands on the sheet, and what changes in play ----------------------------------------------------


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

    @property
    def is_npc(self) -> bool:
        """The GM runs it."""
        return self.player is None

    def condition(self, name: str) -> Condition | None:
        """The condition of that name, any case."""
        wanted = name.strip().casefold()
        return next((each for each in self.conditions if each.name.casefold() == wanted), None)


# -- Encounters: groups, Turn Order, Tests, triggers -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NpcGroup:
    """NPCs that share one place in the Turn Order; `kinds` are the creatures in it."""

    name: str
    members: tuple[str, ...]
    edge_modifier: int
    kinds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in the Turn Order: a PC, or a group with its members in playing order."""

    name: str
    members: tuple[str, ...]
    group: bool = False


@dataclass(frozen=True, slots=True)
class SaveScore:
    """The Score of a PC's latest Edge Save, and the group it was against."""

    character: str
    group: str
    score: int
    passed: bool


@dataclass(frozen=True, slots=True)
class Gap:
    """PCs placed after a group, or ahead of all; a block of several is a tie nobody has decided (KL-36)."""

    key: str
    blocks: tuple[tuple[str, ...], ...]

    @property
    def tied(self) -> tuple[str, ...]:
        """The first block still to be put in order, empty when none is."""
        return next((block for block in self.blocks if len(block) > 1), ())

    @property
    def order(self) -> tuple[str, ...]:
        """PCs as they stand."""
        return tuple(name for block in self.blocks for name in block)


@dataclass(frozen=True, slots=True)
class AbilityUse:
    """An Ability of somebody, counted where a number is needed."""

    character: str
    ability: str
    count: int = 1


@dataclass(frozen=True, slots=True)
class Trigger:
    """Something a Reaction may answer, open until it is struck off.

    Attributes:
        trigger_id: Stable within one history.
        source: Who caused it, None for the world.
        subject: Whom it concerns.
        used_by: Abilities that have answered it (KL-51).
    """

    trigger_id: str
    kind: TriggerKind
    source: str | None = None
    subject: str | None = None
    text: str = ""
    used_by: tuple[AbilityUse, ...] = ()


@dataclass(frozen=True, slots=True)
class SlowAction:
    """A Slow Action that takes effect at the start of its user's next Turn."""

    character: str
    ability: str
    started_round: int
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenTest:
    """A Test whose dice are owed.

    Attributes:
        test_id: Stable within one history.
        modifier: Added to dice, not to a Score said as a total.
        net: Advantage above 0, Disadvantage below.
        group: Group of an Edge Save.
        ability: What takes effect on a pass, with `targets`.
    """

    test_id: str
    character: str
    kind: TestKind
    modifier: int = 0
    net: int = 0
    skill: str | None = None
    reason: str = ""
    group: str | None = None
    ability: str | None = None
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClosedTest:
    """The latest Test that has a Score; no faces when the total was said."""

    test: OpenTest
    faces: tuple[int, ...]
    score: int
    passed: bool


@dataclass(frozen=True, slots=True)
class Encounter:
    """An Encounter from its start to the end of its rewards.

    Attributes:
        participants: PCs in seat order, then NPCs.
        left: PCs that took part and left.
        groups: The skeleton, highest Edge Save Modifier first (KL-29).
        saves_begun: Whether Edge Saves are being or were made.
        against: Group the Saves are made against now.
        remaining: PCs not placed yet.
        scores: Latest Save of each PC.
        gaps: PCs placed so far.
        order: Turn Order, set when MAIN begins.
        active: Whose Turn it is, None outside MAIN.
        suspended: Whose Turn a Pause holds.
        end_asked: Who has asked to end a Turn with Beats left, where the house wants that confirmed.
    """

    participants: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    groups: tuple[NpcGroup, ...] = ()
    saves_begun: bool = False
    against: str | None = None
    remaining: tuple[str, ...] = ()
    scores: tuple[SaveScore, ...] = ()
    gaps: tuple[Gap, ...] = ()
    order: tuple[Slot, ...] = ()
    round: int = 0
    active: str | None = None
    suspended: str | None = None
    triggers: tuple[Trigger, ...] = ()
    slow_actions: tuple[SlowAction, ...] = ()
    took_damage: tuple[str, ...] = ()
    xp_awarded: bool = False
    end_asked: str | None = None

    @property
    def current(self) -> str | None:
        """The one whose Turn it is, or was when the Pause began."""
        return self.active or self.suspended

    def slot_of(self, name: str | None) -> Slot | None:
        """The place in the Turn Order that holds this character."""
        return next((slot for slot in self.order if name in slot.members), None)

    def group(self, name: str) -> NpcGroup | None:
        """The group of exactly this name."""
        return next((group for group in self.groups if group.name == name), None)


# -- Episodes: Opening Credits, Closing Credits, what lasts for one Episode --------------------------------------------


@dataclass(frozen=True, slots=True)
class Clip:
    """A character vignette without consequences (KL-12)."""

    character: str
    text: str


@dataclass(frozen=True, slots=True)
class Opening:
    """Opening Credits; `episodic_used` are Episodic Abilities that have been used."""

    step: OpeningStep = OpeningStep.INTRODUCTIONS
    introduced: tuple[str, ...] = ()
    clips: tuple[Clip, ...] = ()
    cold_open: str | None = None
    episodic_used: tuple[AbilityUse, ...] = ()


@dataclass(frozen=True, slots=True)
class Resolution:
    """A resolution scene; `text` None = declined."""

    character: str
    text: str | None = None


@dataclass(frozen=True, slots=True)
class PoolValue:
    """A number of points: a pool, or "recoveries"."""

    pool: str
    value: int


@dataclass(frozen=True, slots=True)
class ResetValue:
    """The value the GM resets a character's pool to."""

    character: str
    pool: str
    value: int


@dataclass(frozen=True, slots=True)
class XpShare:
    """Experience of one PC, where it differs from the others."""

    character: str
    amount: int


@dataclass(frozen=True, slots=True)
class Closing:
    """Closing Credits; `time_passes` is None until the GM says."""

    step: ClosingStep = ClosingStep.SCENES
    time_passes: bool | None = None
    scenes: tuple[str, ...] = ()
    resolutions: tuple[Resolution, ...] = ()


@dataclass(frozen=True, slots=True)
class Grant:
    """Something an Episodic Ability gave, to be spent in the same Episode (KL-16)."""

    character: str
    ability: str
    text: str
    amount: int
    spent: int = 0


@dataclass(frozen=True, slots=True)
class Solution:
    """A trick and how often it was used this Episode (KL-21)."""

    tag: str
    uses: int = 0
    policy: SolutionPolicy = SolutionPolicy.FREE


@dataclass(frozen=True, slots=True)
class Deed:
    """An improvised deed nobody has tested yet; `policy` is what its trick brings, FREE for nothing."""

    character: str
    text: str
    policy: SolutionPolicy = SolutionPolicy.FREE


@dataclass(frozen=True, slots=True)
class StyleAsk:
    """Somebody wants to move in a style not on the sheet (KL-75)."""

    character: str
    style: str
    method: str


@dataclass(frozen=True, slots=True)
class LongUse:
    """An Ability of a minute or more that waits for the GM's word (KL-18)."""

    character: str
    ability: str
    minutes: int
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Episode:
    """One story arc.

    Attributes:
        spotlight: Freeplay deeds per PC (KL-22).
        loose_order: Hint who acts in which order in Freeplay, empty when there is none.
        closing: Closing Credits once they run.
        sessions: Evenings it has taken so far.
    """

    number: int = 1
    title: str | None = None
    opening: Opening = field(default_factory=Opening)
    encounters_finished: int = 0
    grants: tuple[Grant, ...] = ()
    ability_uses: tuple[AbilityUse, ...] = ()
    solutions: tuple[Solution, ...] = ()
    spotlight: tuple[AbilityUse, ...] = ()
    loose_order: tuple[str, ...] = ()
    closing: Closing | None = None
    sessions: int = 1


# -- parts of commands -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NpcEntry:
    """NPCs of an Encounter.

    Attributes:
        creature: Kind of creature in singular or plural, a named NPC, or a prepared group.
        count: How many.
        name: Name of a single one, None for "Wolf 1" and so on.
        edge_modifier: None = what is known of the creature, else 0.
    """

    creature: str
    count: int = 1
    name: str | None = None
    edge_modifier: int | None = None


@dataclass(frozen=True, slots=True)
class GroupEntry:
    """A group as the GM states it; members may be NPCs or whole groups."""

    members: tuple[str, ...]
    name: str | None = None
    edge_modifier: int | None = None
