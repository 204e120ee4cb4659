"""Everything a library offers: lineages, templates, gear, spells (library.toml); plain data, checked when read."""

from engine.quick_dataclass import dataclass
from engine.systems.phasesix.vocabulary import Attr, Category, Mode


@dataclass(frozen=True, slots=True)
class Value:
    """A named number: a skill with its dice, an attribute with its change."""

    name: str
    number: int


@dataclass(frozen=True, slots=True)
class Knowledge:
    """A field of knowledge tied to one skill (P6-5)."""

    name: str
    skill: str
    value: int


@dataclass(frozen=True, slots=True)
class Note:
    """A name with words to it: a shadow, a mental disorder."""

    name: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Deltas:
    """Changes that a template or a disorder makes on a sheet; all of them add up (P6-8)."""

    attributes: tuple[Value, ...] = ()
    skills: tuple[Value, ...] = ()
    bonus_dice: int = 0
    destiny_dice: int = 0
    rerolls: int = 0
    protection: int = 0
    evasion: int = 0
    max_health: int = 0
    actions: int = 0
    arcana: int = 0
    spell_points: int = 0
    max_stress: int = 0


@dataclass(frozen=True, slots=True)
class Lineage:
    """Starting values; the defaults are those of humans (rules section 2). `max_stress` None: none of its own."""

    name: str
    attributes: tuple[Value, ...] = ()
    career_points: int = 50
    actions: int = 2
    min_roll: int = 5
    bonus_dice: int = 0
    destiny_dice: int = 0
    rerolls: int = 0
    protection: int = 0
    evasion: int = 1
    max_health: int = 6
    arcana: int = 0
    spell_points: int = 0
    max_stress: int | None = 8
    text: str = ""


@dataclass(frozen=True, slots=True)
class Template:
    """A career building block (P6-6 to P6-8).

    Attributes:
        epochs: Eras it belongs to; empty for every era.
        extension: "magic" or "horror" when it needs that extension, else empty.
        requires: Names of templates that must be owned.
        rules_text: Shown, never interpreted.
        arcana_payment: "wounds" when spells are paid with wounds, else empty.
    """

    name: str
    category: Category
    cost: int
    deltas: Deltas = Deltas()
    knowledge: tuple[Knowledge, ...] = ()
    shadows: tuple[Note, ...] = ()
    requires: tuple[str, ...] = ()
    epochs: tuple[str, ...] = ()
    extension: str = ""
    rules_text: str = ""
    arcana_payment: str = ""


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon, on a list or in somebody's hands.

    Attributes:
        weapon_kind: "melee", "firearm", "throwing" or "unarmed".
        range_m: Metres without penalty.
        wounds: Wounds per hit, a number or a dice formula ("1d3").
        bonus_wounds: Added once when a hit became a wound.
        modes: Fire modes it has; may be empty.
        default_mode: The mode without extra dice; None leaves it to P6-50.
        rounds: Rounds per action of the default mode and, by mode name, of the others; single always takes one.
        ammo: Rounds loaded; None when they are not counted.
        magazine: Rounds after reloading; None when it is not reloaded.
        reload_actions: Actions to reload.
    """

    name: str
    weapon_kind: str = "melee"
    range_m: int = 1
    wounds: str = "1"
    bonus_wounds: int = 0
    piercing: int = 0
    modes: tuple[Mode, ...] = ()
    default_mode: Mode | None = None
    rounds: tuple[Value, ...] = ()
    ammo: int | None = None
    magazine: int | None = None
    reload_actions: int = 1
    concealment: int = 0
    text: str = ""
    epochs: tuple[str, ...] = ()

    @property
    def is_melee(self) -> bool:
        """It is used hand to hand."""
        return self.weapon_kind in ("melee", "unarmed")


@dataclass(frozen=True, slots=True)
class Armour:
    """Something worn that protects."""

    name: str
    protection: int = 0
    evasion: int = 0
    concealment: int = 0
    text: str = ""
    epochs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """A thing carried.

    Attributes:
        concealment: How conspicuous it is; higher is easier to see.
        boosts: Boosts a first aid roll with it gives; 0 when it is no aid.
        hearts: Hearts it heals when used, a number or a dice formula; empty when it does not.
        uses: How often it can still be used; None for ever.
    """

    name: str
    concealment: int = 0
    boosts: int = 0
    hearts: str = ""
    uses: int | None = None
    text: str = ""
    epochs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Spell:
    """A spell as written in a thesis (P6-85); `range_m` 0 means the caster alone."""

    name: str
    school: str
    point_cost: int
    arcana: int
    strength: int = 1
    range_m: int = 0
    shape: str = ""
    actions: int = 2
    element: str = ""
    targets: int = 1
    effect_kind: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class SpellTemplate:
    """A modification of a learned spell (P6-89); `changes` names a text field that is replaced."""

    name: str
    points: int
    strength: int = 0
    arcana: int = 0
    targets: int = 0
    range_m: int = 0
    actions: int = 0
    changes: str = ""


@dataclass(frozen=True, slots=True)
class School:
    """A class of spells and the attribute that supports it (P6-86)."""

    name: str
    attribute: Attr


@dataclass(frozen=True, slots=True)
class SkillBase:
    """A skill with the two attributes it averages, where known, and whether it is manual (P6-4, P6-81)."""

    name: str
    attributes: tuple[Attr, ...] = ()
    manual: bool = False


@dataclass(frozen=True, slots=True)
class Foe:
    """A ready-made opponent, human unless `lineage` says otherwise; values are totals as on a sheet."""

    name: str
    lineage: str = "human"
    attributes: tuple[Value, ...] = ()
    skills: tuple[Value, ...] = ()
    max_health: int = 6
    actions: int = 2
    protection: int = 0
    evasion: int = 1
    bonus_dice: int = 0
    destiny_dice: int = 0
    rerolls: int = 0
    weapons: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Library:
    """Everything on offer; later entries of a name replace earlier ones."""

    lineages: tuple[Lineage, ...] = ()
    templates: tuple[Template, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    armour: tuple[Armour, ...] = ()
    items: tuple[Item, ...] = ()
    spells: tuple[Spell, ...] = ()
    spell_templates: tuple[SpellTemplate, ...] = ()
    schools: tuple[School, ...] = ()
    skills: tuple[SkillBase, ...] = ()
    deeds: tuple[Value, ...] = ()
    foes: tuple[Foe, ...] = ()
