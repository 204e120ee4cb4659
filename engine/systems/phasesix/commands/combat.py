"""Commands of combat: rounds, deeds, reactions, hits (rules 3.5 to 3.9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.fields import Words
from engine.systems.phasesix.entities import Side
from engine.systems.phasesix.fields import (
    Cost,
    Cover,
    Difficulty,
    ExtraDice,
    Fighter,
    FireMode,
    FoeKind,
    Hits,
    ItemName,
    LearnedSpell,
    Metres,
    Purpose,
    Reaction,
    Target,
    TraitName,
    WeaponName,
    Who,
)
from engine.systems.phasesix.messages import Command, OwnCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class StartCombat(Command):
    """Begin a fight (P6-27).

    Attributes:
        participants: Who fights; empty for all living characters.
        foes: Foes of the library that appear, one name for each of them.
        sides: Who stands together; players' characters against all others when left out.
    """

    kind: ClassVar[str] = "start_combat"
    participants: tuple[Fighter, ...] = ()
    foes: tuple[FoeKind, ...] = ()
    sides: tuple[Side, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinCombat(Command):
    """Somebody joins a running fight (P6-31); `foe` makes a new one of the library."""

    kind: ClassVar[str] = "join_combat"
    char: Who | None = None
    foe: FoeKind | None = None
    side: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveCombat(OwnCommand):
    """Somebody leaves the fight."""

    kind: ClassVar[str] = "leave_combat"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndCombat(Command):
    """End the fight."""

    kind: ClassVar[str] = "end_combat"


@dataclass(frozen=True, slots=True, kw_only=True)
class PassPriority(OwnCommand):
    """End one's turn; actions left are kept (P6-35)."""

    kind: ClassVar[str] = "pass_priority"


@dataclass(frozen=True, slots=True, kw_only=True)
class StealAction(OwnCommand):
    """Take an action from an opponent for a destiny die (P6-45)."""

    kind: ClassVar[str] = "steal_action"
    victim: Fighter | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPerception(Command):
    """Say whether somebody notices somebody else (P6-39)."""

    kind: ClassVar[str] = "set_perception"
    also_read: ClassVar[Mapping[str, str]] = {"bool": "perceives"}
    observer: Who
    noticed: Fighter
    perceives: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack(OwnCommand):
    """Attack somebody (P6-47 to P6-57).

    Attributes:
        target: Who is attacked; the only opponent when left out.
        weapon: Own weapon, "unarmed", or None for the only one.
        mode: "single", "semi", "burst" or "full_auto"; None for the weapon's default.
        distance: Metres; None when nobody counts them.
        cover: Cover of the target, 4 to 6.
        from_behind: Whether the target cannot see it coming.
        as_rider: Whether it follows a walk without cost (P6-38); None when it does if it can.
        bonus: Bonus dice committed to the hit roll; likewise `destiny`.
    """

    kind: ClassVar[str] = "attack"
    target: Target | None = None
    weapon: WeaponName | None = None
    mode: FireMode | None = None
    distance: Metres | None = None
    cover: Cover | None = None
    from_behind: bool = False
    as_rider: bool = False
    difficulty: Difficulty = 0
    bonus: ExtraDice = 0
    destiny: ExtraDice = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Evade(OwnCommand):
    """Dodge a melee attack (P6-60)."""

    kind: ClassVar[str] = "evade"


@dataclass(frozen=True, slots=True, kw_only=True)
class Parry(OwnCommand):
    """Parry a melee attack with something in hand (P6-62)."""

    kind: ClassVar[str] = "parry"
    json_names: ClassVar[Mapping[str, str]] = {"with_": "with"}
    with_: ItemName | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StateHits(Command):
    """Say how many hits a parry left, at tables where the GM judges it (P6-62)."""

    kind: ClassVar[str] = "state_hits"
    hits: Hits


@dataclass(frozen=True, slots=True, kw_only=True)
class React(OwnCommand):
    """Answer somebody's deed with one of one's own (P6-39 to P6-42).

    Attributes:
        deed: What is done: a `DeedKind`; the further fields are those of that deed's command.
    """

    kind: ClassVar[str] = "react"
    deed: Reaction
    target: Target | None = None
    weapon: WeaponName | None = None
    mode: FireMode | None = None
    distance: Metres | None = None
    cover: Cover | None = None
    from_behind: bool = False
    difficulty: Difficulty = 0
    metres: Metres | None = None
    item: ItemName | None = None
    spell: LearnedSpell | None = None
    purpose: Purpose | None = None
    trait: TraitName | None = None
    text: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PassReaction(OwnCommand):
    """Not react to the deed."""

    kind: ClassVar[str] = "pass_reaction"


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseReactions(Command):
    """Nobody else reacts (P6-43)."""

    kind: ClassVar[str] = "close_reactions"


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk(OwnCommand):
    """Walk up to Quickness + 1 metres; None means as far as needed (P6-37, P6-38).

    Attributes:
        coupled: Another deed follows that pays for both, where the house plays it so.
        then: "attack" for an attack that goes with the walk; the further fields are those of `Attack`.
    """

    kind: ClassVar[str] = "walk"
    metres: Metres | None = None
    coupled: bool = False
    then: Words | None = None
    target: Target | None = None
    weapon: WeaponName | None = None
    mode: FireMode | None = None
    distance: Metres | None = None
    cover: Cover | None = None
    difficulty: Difficulty = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Run(OwnCommand):
    """Run up to twice Quickness + 1 metres (P6-37)."""

    kind: ClassVar[str] = "run"
    metres: Metres | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Crawl(OwnCommand):
    """Crawl up to half Quickness + 1 metres, hunkered (P6-37)."""

    kind: ClassVar[str] = "crawl"
    metres: Metres | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunker(OwnCommand):
    """Take cover on the spot (P6-36, P6-54)."""

    kind: ClassVar[str] = "hunker"


@dataclass(frozen=True, slots=True, kw_only=True)
class StandUp(OwnCommand):
    """Get up again (P6-36)."""

    kind: ClassVar[str] = "stand_up"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reload(OwnCommand):
    """Load a weapon (P6-36)."""

    kind: ClassVar[str] = "reload"
    weapon: WeaponName | None = None
    as_rider: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class UseObject(OwnCommand):
    """Use a thing, on somebody if it helps them (P6-36, P6-75)."""

    kind: ClassVar[str] = "use_object"
    item: ItemName
    target: Target | None = None
    as_rider: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CustomDeed(OwnCommand):
    """Do something the list does not name (P6-36).

    Attributes:
        cost: Actions as the GM states; None for the usual cost.
        trait: Trait rolled for it, if any.
    """

    kind: ClassVar[str] = "custom_deed"
    text: Words = ""
    trait: TraitName | None = None
    difficulty: Difficulty = 0
    cost: Cost | None = None
    as_rider: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowObject(OwnCommand):
    """Throw something at a place or a person (P6-64, P6-65)."""

    kind: ClassVar[str] = "throw_object"
    item: ItemName
    target: Target | None = None
    distance: Metres | None = None
    difficulty: Difficulty = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveEffect(Command):
    """Hits that need no roll to hit: an explosion, a trap (P6-58); `wounds` per hit is a number or a formula."""

    kind: ClassVar[str] = "resolve_effect"
    also_read: ClassVar[Mapping[str, str]] = {"wounds_per_hit": "wounds"}
    targets: tuple[Who, ...]
    hits: Hits
    wounds: Words = "1"
    bonus: ExtraDice = 0
    piercing: Hits = 0
    allow_cover: bool = False
    cover: Cover | None = None
