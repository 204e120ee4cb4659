"""Combat, deeds, reactions and hits on their way (rules 3.5 to 3.9)."""

from engine.common.values import named
from engine.quick_dataclass import dataclass
from engine.systems.phasesix.vocabulary import Aid, DeedKind, Mode, TaskKind


@dataclass(frozen=True, slots=True)
class Side:
    """A party of a fight."""

    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Combatant:
    """Somebody in a fight.

    Attributes:
        score: Initiative dice summed, Quickness included once they are in (P6-27).
        ties: Dice of roll-offs, one total per roll-off (P6-28).
        stolen_next: Actions missing at the next refresh (P6-45).
        ended: Whether full-auto fire ended the round for them (P6-52).
        locked: Weapon that all remaining actions must go into, empty when none does.
    """

    name: str
    side: str
    quickness: int
    deftness: int
    score: int = 0
    ties: tuple[int, ...] = ()
    actions: int = 0
    stolen_next: int = 0
    ended: bool = False
    locked: str = ""


@dataclass(frozen=True, slots=True)
class Sight:
    """Somebody who does not notice somebody else (P6-39)."""

    observer: str
    actor: str


@dataclass(frozen=True)  # no slots, as `Character`
class Deed:
    """Something done with an action, as declared.

    Attributes:
        cost: Actions it takes.
        reaction: Whether it answers somebody else's deed.
        rider: Whether it follows a walk without cost, at minimum roll +2 (P6-38).
        coupled: For a walk: another deed follows that pays for both, by house rule.
        hits: Hits of an attack, successes of any other roll, once they are known.
        clock: Direction a missed throw went, once it is known.
    """

    deed_id: str
    kind: DeedKind
    actor: str
    cost: int = 1
    reaction: bool = False
    targets: tuple[str, ...] = ()
    weapon: str = ""
    mode: Mode | None = None
    distance: int | None = None
    cover: int | None = None
    from_behind: bool = False
    rider: bool = False
    coupled: bool = False
    difficulty: int = 0
    metres: int | None = None
    item: str = ""
    spell: str = ""
    aid: Aid | None = None
    trait: str = ""
    text: str = ""
    bonus: int = 0
    destiny: int = 0
    hits: int = 0
    clock: int | None = None

    @property
    def target(self) -> str:
        """The only target, empty when there is none."""
        return self.targets[0] if self.targets else ""


@dataclass(frozen=True, slots=True)
class Window:
    """Time to react to a deed (P6-41 to P6-43).

    Attributes:
        eligible: Who may react, in initiative order.
        answered: Who did or passed.
        reacted: Who did.
        queued: Reactions that come after the deed's consequences.
        defence: Only the target of a reaction may answer, to defend.
        judging: The story's leader still states how many hits a parry left.
        pending: Whether consequences of the deed wait for the window to close.
    """

    deed: Deed
    eligible: tuple[str, ...]
    answered: tuple[str, ...] = ()
    reacted: tuple[str, ...] = ()
    queued: tuple[Deed, ...] = ()
    defence: bool = False
    judging: bool = False
    pending: bool = False


@dataclass(frozen=True, slots=True)
class Strike:
    """Hits on their way to somebody: cover, protection and wounds still to come (P6-49, P6-54 to P6-58).

    Attributes:
        wounds: Wounds per hit, a number or a dice formula.
        cover: 4, 5 or 6; None without cover.
        through: Hits that became wounds, once protection was counted.
        attacker: Who throws the weapon's wound dice; whoever is hit when empty.
    """

    target: str
    hits: int
    wounds: str = "1"
    bonus: int = 0
    piercing: int = 0
    cover: int | None = None
    through: int | None = None
    attacker: str = ""


@dataclass(frozen=True)  # no slots, as `Character`
class Combat:
    """A running fight.

    Attributes:
        combatants: In initiative order once `round` is 1 or more, as listed before.
        cursor: Index of whoever acts or acted last, -1 at the start of a round.
        holder: Who has priority.
        acted: Whether anybody had priority this round.
        rider: Who may let a deed follow their walk.
        coupled: Whether that walk was free because the deed pays (P6-38).
        blind: Who does not notice whom.
        joining: Latecomers whose initiative is still rolled.
        attacks: The latest attack of each fighter, reactions left out.
    """

    combatants: tuple[Combatant, ...]
    round: int = 0
    cursor: int = -1
    holder: str | None = None
    acted: bool = False
    rider: str | None = None
    coupled: bool = False
    blind: tuple[Sight, ...] = ()
    window: Window | None = None
    joining: tuple[Combatant, ...] = ()
    attacks: tuple[Deed, ...] = ()

    def of(self, name: str) -> Combatant | None:
        """The combatant of that name."""
        return named(self.combatants, name)


@dataclass(frozen=True, slots=True)
class Task:
    """Something the rules do by themselves as soon as nothing is open.

    Attributes:
        who: Character it is about.
        about: Condition or step of a rest.
        deed: Deed to go on with.
        strike: Hits to count.
    """

    kind: TaskKind
    who: str = ""
    about: str = ""
    deed: Deed | None = None
    strike: Strike | None = None
