"""The table as it may be seen: all but the sheets of foes and bystanders, which are the GM's."""

from collections.abc import Mapping
from typing import Any

from engine.codec import to_json
from engine.systems.phasesix.derived import stress_limit
from engine.systems.phasesix.entities import Character, Combat, State
from engine.systems.phasesix.rules.windows import waiting
from engine.systems.phasesix.vocabulary import ATTRS


def view(state: State, viewer: str | None = None) -> Mapping[str, Any]:
    """The table as JSON: seats, phase, order, open rolls, sheets.

    Args:
        state: The state seen.
        viewer: A player; None for the table, which everybody sees.
    """
    return {
        "name": state.name,
        "phase": state.phase.value,
        "epoch": state.epoch,
        "extensions": list(state.extensions),
        "session_no": state.session_no,
        "session_active": state.session_active,
        "house_rules": to_json(state.house_rules),
        "players": to_json(state.players),
        "combat": None if state.combat is None else _combat(state.combat, state),
        "checks": to_json(state.checks),
        "group": None if state.group is None else to_json(state.group),
        "last": None if state.last is None else to_json(state.last),
        "open_rolls": [to_json(throw.request) for throw in state.throws],
        "characters": [
            _sheet(state, one) if open_sheet(state, one, viewer) else _face(one) for one in state.characters
        ],
    }


def open_sheet(state: State, who: Character, viewer: str | None) -> bool:
    """Somebody may read a sheet: a player character's everybody, all others whoever leads the story."""
    return who.kind == "pc" or (viewer is not None and viewer == state.gm)


def _combat(combat: Combat, state: State) -> dict[str, Any]:
    window = combat.window
    return {
        "round": combat.round,
        "priority": combat.holder,
        "order": [
            {"name": one.name, "side": one.side, "score": one.score, "actions": one.actions}
            for one in combat.combatants
        ],
        "reactions": None if window is None else {"to": to_json(window.deed), "open": list(waiting(state))},
    }


def _face(who: Character) -> dict[str, Any]:
    """The part of a character that everybody sees."""
    return {
        "name": who.name,
        "player": who.player,
        "kind": who.kind.value,
        "dead": who.dead,
        "fainted": who.fainted,
        "conditions": to_json(who.conditions),
    }


def _sheet(state: State, who: Character) -> dict[str, Any]:
    sheet: dict[str, Any] = to_json(who)
    return sheet | {
        "fainted": who.fainted,
        "attributes": dict(zip(ATTRS, who.attributes, strict=True)),
        "skills": {value.name: value.number for value in who.skills},
        "stress_limit": stress_limit(who, state.house_rules),
    }
