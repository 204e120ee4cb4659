"""Encounters: groups, the Turn Order, Tests, and what waits to take effect."""

from engine.common.values import named
from engine.quick_dataclass import dataclass
from engine.systems.kleptonomicon.vocabulary import (
    TestKind,
    TriggerKind,
)


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
        return named(self.groups, name)


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
