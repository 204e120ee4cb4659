"""Whole tables of Phase Abandon dealt into play, described by what differs from three ordinary players."""

from collections.abc import Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import Any

from engine.history import History
from engine.systems.phase_abandon.system import RULESET
from tests.support.table import Table, table


def _freeze(value: Any) -> Any:
    if isinstance(value, Mapping):
        return ("map", tuple((key, _freeze(part)) for key, part in value.items()))
    if isinstance(value, list | tuple):
        return ("list", tuple(_freeze(part) for part in value))
    return value


def _thaw(value: Any) -> Any:
    if isinstance(value, tuple) and len(value) == 2 and value[0] in ("map", "list"):
        kind, parts = value
        return {key: _thaw(part) for key, part in parts} if kind == "map" else [_thaw(part) for part in parts]
    return value


def scene(**options: Any) -> Table:
    """A table in play; see `_deal` for the options. Equal tables are dealt once and then copied."""
    dealt = _dealt(_freeze(options))
    t = copy(dealt)
    t.history = History(RULESET, dealt.history.entries)
    return t


@lru_cache(maxsize=256)
def _dealt(options: Any) -> Table:
    return _deal(**_thaw(options))


def _deal(
    *,
    players: Sequence[str] = "PQR",
    chips: Mapping[str, int] | None = None,
    skills: Mapping[str, Mapping[str, int]] | None = None,
    items: Mapping[str, Mapping[str, Mapping[str, Any]]] | None = None,
    principles: Mapping[str, Sequence[Any]] | None = None,
    goals: Mapping[str, Sequence[Any]] | None = None,
    connections: Mapping[str, Mapping[str, int]] | None = None,
    damage: Mapping[str, Mapping[str, int]] | None = None,
    advancement: Mapping[str, Mapping[str, int]] | None = None,
    heart: Mapping[str, int] | None = None,
    luck: Mapping[str, int] | None = None,
    group_goals: Sequence[Any] = (("find it", 10),),
    holder: str | None = None,
    challenge: int = 0,
    combat: bool = False,
    pool: int = 0,
    preset: str = "worked_examples",
    rules: Mapping[str, Any] | None = None,
) -> Table:
    """Deal a table into play.

    Args:
        players: Names in seat order.
        chips: Chips in play; players left out have five.
        skills: Player to skill to rank; whoever is left out has Wits 3.
        items: Player to item to the fields of its purchase.
        principles: Player to (text, skill, bonus, applies_to); filled up to three.
        goals: Player to (text, value); one goal of 300 otherwise.
        connections: Player to connection to value.
        damage: Player to skill to damage.
        advancement: Player to skill to advancement.
        heart: Player to Heart.
        luck: Player to Luck, 3 otherwise.
        group_goals: (text, value) in order.
        holder: Who narrates, the first player otherwise.
        challenge: Rating of the challenge scene; 0 leaves the first plain scene.
        combat: Whether the scene is combat.
        pool: Tokens in the party pool.
        preset: Preset of house rules.
        rules: House rules that differ from it.
    """
    t = table(*players, preset=preset)
    for rule, value in (rules or {}).items():
        t.rule(rule, value)
    t.finish_setting()
    for name in players:
        t.quick_character(
            name,
            skills=(skills or {}).get(name) if name in (skills or {}) or name not in (items or {}) else {"Wits": 3},
            items=(items or {}).get(name),
            principles=[tuple(entry) for entry in (principles or {}).get(name, ())],
            goals=[tuple(entry) for entry in (goals or {}).get(name, (("grow", 300),))],
            connections=(connections or {}).get(name, ()),
        )
    holder = holder or players[0]
    t.open_play(holder, [tuple(entry) for entry in group_goals], luck or {})
    _adjust(t, skills or {}, items or {}, damage or {}, advancement or {})
    for name, values in (connections or {}).items():
        for npc, value in values.items():
            if value != 1:
                t.correct("connection", value, player=name, connection=npc)
    for name, points in (luck or {}).items():
        if points == 0 and t.luck(name):
            t.correct("luck", 0, player=name)
    for name, points in (heart or {}).items():
        t.correct("heart", points, player=name)
    if pool:
        t.correct("party_pool", pool)
    if challenge:
        t.challenge_of(challenge)
    if combat:
        t.set_scene(holder, "a fight", combat=True)
    for name, number in (chips or {}).items():
        if number != t.chips[name]:
            t.correct("chips", number, player=name)
    return t


def _adjust(
    t: Table,
    skills: Mapping[str, Mapping[str, int]],
    items: Mapping[str, Mapping[str, Mapping[str, Any]]],
    damage: Mapping[str, Mapping[str, int]],
    advancement: Mapping[str, Mapping[str, int]],
) -> None:
    """Set what a sheet cannot start with: higher ranks, damage, advancement."""
    for player, ranks in skills.items():
        for name, rank in ranks.items():
            if t.skill(player, name).rank != rank:
                t.correct_skill(player, name, "rank", rank)
    for path, values in (("damage", damage), ("advancement", advancement)):
        for player, numbers in values.items():
            for name, number in numbers.items():
                t.correct_skill(player, name, path, number)
