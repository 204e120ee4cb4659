"""Reading a library file's content strictly, and merging libraries (schema in library.toml and the README)."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar, cast

from engine.codec import from_json
from engine.errors import BadField
from engine.systems.phasesix.entities import (
    Armour,
    Deltas,
    Foe,
    Item,
    Library,
    Lineage,
    School,
    SkillBase,
    Spell,
    SpellTemplate,
    Template,
    Value,
    Weapon,
)
from engine.systems.phasesix.formula import parse
from engine.systems.phasesix.vocabulary import ATTRS, DeedKind, Mode

CHANGES = ("element", "shape", "school")
"""Parts of a spell that a template may change."""

T = TypeVar("T")
Table = Mapping[str, Any]

_CLASSES: Mapping[str, type[Any]] = {
    "lineages": Lineage,
    "templates": Template,
    "weapons": Weapon,
    "armour": Armour,
    "items": Item,
    "spells": Spell,
    "spell_templates": SpellTemplate,
    "schools": School,
    "skills": SkillBase,
    "foes": Foe,
}
WEAPON_KINDS = ("melee", "firearm", "throwing", "unarmed")
DEED_NAMES = (*(kind.value for kind in DeedKind), "evade", "parry")
_NUMBERED = frozenset(("attributes", "skills", "rounds"))
_DELTAS = frozenset(item.name for item in fields(Deltas))


def read_library(data: Any) -> Library:
    """A library from the content of its file: one table per kind of thing, the entries by name.

    Raises:
        BadField: Something is unknown, missing or of the wrong kind, with its full path ("weapons.Rifle.range_m").
    """
    known = {**_CLASSES, "deeds": Value}
    sections = _table(data, "library")
    for section in sections:
        if section not in known:
            raise BadField(f"library.{section}", "one of " + ", ".join(sorted(known)), section)
    parts = {
        section: tuple(_entry(section, name, entry) for name, entry in _table(sections[section], section).items())
        for section in sections
        if section != "deeds"
    }
    deeds = tuple(_deed(name, cost) for name, cost in _table(sections.get("deeds", {}), "deeds").items())
    return Library(**parts, deeds=deeds)


def _table(data: Any, where: str) -> Table:
    if not isinstance(data, Mapping):
        raise BadField(where, "a table", data)
    return data


def _deed(name: str, cost: Any) -> Value:
    if name not in DEED_NAMES:
        raise BadField(f"deeds.{name}", "one of " + ", ".join(DEED_NAMES), name)
    if type(cost) is not int or not 0 <= cost <= 9:
        raise BadField(f"deeds.{name}", "a number of actions from 0 to 9", cost)
    return Value(name, cost)


def _entry(section: str, name: str, entry: Any) -> Any:
    where = f"{section}.{name}"
    if not name.strip():
        raise BadField(where, "a name", name)
    plain = {"name": name, **_table(entry, where)}
    cls = _CLASSES[section]
    if cls is Template:
        plain = _with_deltas(plain)
    value = entry_of(cls, plain, where)
    for check in _CHECKS.get(cls, ()):
        check(value, where)
    return value


def _with_deltas(plain: dict[str, Any]) -> dict[str, Any]:
    """A template's changes stand beside its other entries in the file."""
    deltas = {key: plain.pop(key) for key in tuple(plain) if key in _DELTAS}
    return {**plain, "deltas": deltas}


def entry_of(cls: type[T], plain: Mapping[str, Any], where: str) -> T:
    """A value of a library class from a table; numbers by name may be written as a table.

    Raises:
        BadField: An entry is unknown, missing or of the wrong kind.
    """
    known = {item.name for item in fields(cast(Any, cls))}
    for key in plain:
        if key not in known:
            raise BadField(f"{where}.{key}", "one of " + ", ".join(sorted(known)), key)
    spread = {key: _spread(key, value, f"{where}.{key}") for key, value in plain.items()}
    try:
        return cast(T, from_json(cls, spread))
    except BadField as problem:
        raise BadField(f"{where}{problem.field.removeprefix(cls.__name__)}", problem.expected, problem.got) from problem


def _spread(key: str, value: Any, where: str) -> Any:
    if key == "deltas":
        for name in value:
            if name == "attributes":
                check_attributes(value[name], f"{where.removesuffix('.deltas')}.attributes")
        return {name: _spread(name, part, where) for name, part in value.items()}
    if key in _NUMBERED and isinstance(value, Mapping):
        return [{"name": name, "number": number} for name, number in value.items()]
    if key == "knowledge" and isinstance(value, Mapping):
        return [{"name": name, **_table(entry, where)} for name, entry in value.items()]
    if key == "shadows" and isinstance(value, Mapping):
        return [{"name": name, "text": text} for name, text in value.items()]
    return value


def check_attributes(values: Any, where: str) -> None:
    """Attributes are the twelve of the rules.

    Raises:
        BadField: There is another one.
    """
    for name in values if isinstance(values, Mapping) else ():
        if name not in ATTRS:
            raise BadField(f"{where}.{name}", "one of " + ", ".join(ATTRS), name)


def _numbered(names: tuple[str, ...], field: str) -> Callable[[Any, str], None]:
    def check(value: Any, where: str) -> None:
        for one in getattr(value, field):
            if one.name not in names:
                raise BadField(f"{where}.{field}.{one.name}", "one of " + ", ".join(names), one.name)

    return check


def _formula(field: str, may_be_empty: bool) -> Callable[[Any, str], None]:
    def check(value: Any, where: str) -> None:
        text = getattr(value, field)
        if parse(text) is None and not (may_be_empty and not text):
            raise BadField(f"{where}.{field}", 'a number or dice ("1d3", "d6+1")', text)

    return check


def _one_of(field: str, allowed: tuple[str, ...]) -> Callable[[Any, str], None]:
    def check(value: Any, where: str) -> None:
        if getattr(value, field) not in allowed:
            raise BadField(f"{where}.{field}", "one of " + ", ".join(filter(None, allowed)), getattr(value, field))

    return check


def _at_least(low: int, *names: str) -> Callable[[Any, str], None]:
    def check(value: Any, where: str) -> None:
        for name in names:
            number = getattr(value, name)
            if number is not None and number < low:
                raise BadField(f"{where}.{name}", f"{low} or more", number)

    return check


_MODES = tuple(mode.value for mode in Mode)
_CHECKS: Mapping[type[Any], tuple[Callable[[Any, str], None], ...]] = {
    Lineage: (_numbered(ATTRS, "attributes"), _at_least(1, "max_health", "max_stress"), _at_least(0, "actions")),
    Template: (
        _at_least(0, "cost"),
        _one_of("extension", ("", "magic", "horror")),
        _one_of("arcana_payment", ("", "wounds")),
    ),
    Weapon: (
        _one_of("weapon_kind", WEAPON_KINDS),
        _formula("wounds", False),
        _at_least(0, "range_m", "bonus_wounds", "piercing", "ammo", "magazine", "reload_actions"),
        _numbered(_MODES, "rounds"),
    ),
    Item: (_formula("hearts", True), _at_least(0, "boosts", "uses")),
    Spell: (_at_least(0, "point_cost", "arcana", "range_m"), _at_least(1, "targets")),
    SpellTemplate: (_at_least(0, "points"), _one_of("changes", ("", *CHANGES))),
    Foe: (_numbered(ATTRS, "attributes"), _at_least(1, "max_health"), _at_least(0, "actions")),
}


def merged(old: Library, new: Library) -> Library:
    """Both libraries; later entries of a name replace earlier ones, any case."""
    return Library(*(_replaced(getattr(old, item.name), getattr(new, item.name)) for item in fields(Library)))


def _replaced(old: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[Any, ...]:
    by_name = {entry.name.casefold(): entry for entry in old}
    return tuple((by_name | {entry.name.casefold(): entry for entry in new}).values())
