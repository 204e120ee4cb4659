"""Numbers of a sheet that a table may set by agreement (`CorrectState`)."""

from collections.abc import Callable, Mapping

from engine.common.values import changed
from engine.phrase import Phrase, spelled
from engine.systems.phasesix.entities import Character, Gauge, Value
from engine.systems.phasesix.vocabulary import ATTRS
from engine.systems.phasesix.words import worded

Read = Callable[[Character], int]
Write = Callable[[Character, int], Character]


def _plain(field: str) -> tuple[Read, Write]:
    return (lambda who: getattr(who, field) or 0), (lambda who, value: changed(who, **{field: value}))


def _now(field: str) -> tuple[Read, Write]:
    def write(who: Character, value: int) -> Character:
        gauge: Gauge = getattr(who, field)
        return changed(who, **{field: Gauge(value, gauge.most)})

    return (lambda who: getattr(who, field).now), write


def _most(field: str) -> tuple[Read, Write]:
    def write(who: Character, value: int) -> Character:
        gauge: Gauge = getattr(who, field)
        return changed(who, **{field: Gauge(min(gauge.now, value), value)})

    return (lambda who: getattr(who, field).most), write


PATHS: Mapping[str, tuple[Read, Write]] = {
    "hearts": _plain("hearts"),
    "max_health": _plain("max_health"),
    "boosts": _plain("boosts"),
    "actions": _plain("actions_max"),
    "protection": _plain("protection"),
    "evasion": _plain("evasion"),
    "min_roll": _plain("min_roll"),
    "stress": _plain("stress"),
    "max_stress": _plain("max_stress"),
    "career_points": _plain("career_points"),
    "reputation": _plain("rep_collected"),
    "reputation_used": _plain("rep_used"),
    "spell_points": _plain("sp_total"),
    "bonus_dice": _now("bonus"),
    "destiny_dice": _now("destiny"),
    "rerolls": _now("rerolls"),
    "arcana": _now("arcana"),
    "max_bonus_dice": _most("bonus"),
    "max_destiny_dice": _most("destiny"),
    "max_rerolls": _most("rerolls"),
    "max_arcana": _most("arcana"),
}
"""What can be set, apart from attributes and skills by their names."""

SIGNED = frozenset(("protection", "evasion"))
"""Paths that may be negative, besides attributes and skills."""


def number_named(path: str) -> Phrase:
    """A path as people read it."""
    return spelled(path) if path in PATHS or path in ATTRS else worded(path)


def value_at(who: Character, path: str) -> int:
    """The number at a path, an attribute or a skill."""
    if path in PATHS:
        return PATHS[path][0](who)
    if path in ATTRS:
        return who.attributes[ATTRS.index(path)]
    return next((value.number for value in who.skills if value.name.casefold() == path.casefold()), 0)


def corrected(who: Character, path: str, value: int) -> Character:
    """The sheet with another number at a path; a skill it does not have yet is written onto it."""
    if path in PATHS:
        return PATHS[path][1](who, value)
    if path in ATTRS:
        numbers = list(who.attributes)
        numbers[ATTRS.index(path)] = value
        return changed(who, attributes=tuple(numbers))
    others = tuple(one for one in who.skills if one.name.casefold() != path.casefold())
    return changed(who, skills=(*others, Value(path, value)))
