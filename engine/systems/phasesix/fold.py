"""State after an event, and what events share to say which fields of it they change."""

from typing import Any

from engine.common.values import Changes, changed, existing, replaced
from engine.systems.phasesix.entities import Character, Check, Combat, Combatant, State, Value
from engine.systems.phasesix.messages import Event
from engine.systems.phasesix.vocabulary import Cond


def evolve(state: State, event: Event) -> State:
    """State after one event; total, never refuses."""
    changes = event.apply(state)
    return changed(state, **changes) if changes else state


def known(state: State, name: str) -> Character:
    """The character of this name."""
    return existing(state.character(name), "character", name)


def known_check(state: State, check_id: str) -> Check:
    """The open check of this id."""
    return existing(state.check(check_id), "check", check_id)


def running(state: State) -> Combat:
    """The running fight."""
    return existing(state.combat, "combat runs")


def with_character(state: State, name: str, /, **changes: Any) -> Changes:
    """The change of one character's fields."""
    character = known(state, name)
    return {"characters": replaced(state.characters, character, changed(character, **changes))}


def with_sheet(state: State, sheet: Character) -> Changes:
    """The change of a whole sheet."""
    return {"characters": replaced(state.characters, known(state, sheet.name), sheet)}


def with_check(state: State, check_id: str, /, **changes: Any) -> Changes:
    """The change of one open check's fields."""
    check = known_check(state, check_id)
    return {"checks": replaced(state.checks, check, changed(check, **changes))}


def with_combat(state: State, /, **changes: Any) -> Changes:
    """The change of the running fight's fields."""
    return {"combat": changed(running(state), **changes)}


def with_combatant(state: State, name: str, /, **changes: Any) -> Changes:
    """The change of one combatant's fields; nothing when they do not fight."""
    combat = state.combat
    one = combat.of(name) if combat is not None else None
    if combat is None or one is None:
        return {}
    return {"combat": changed(combat, combatants=replaced(combat.combatants, one, changed(one, **changes)))}


def combatant(state: State, name: str) -> Combatant:
    """The combatant of this name.

    Raises:
        LookupError: The events do not belong to this state.
    """
    found = running(state).of(name)
    if found is None:
        raise LookupError(f"{name!r} does not fight")
    return found


def conditions_with(character: Character, cond: Cond, value: int) -> tuple[Value, ...]:
    """A character's conditions with one of another value, in the order they are rolled for; 0 takes it away."""
    values = {one.name: one.number for one in character.conditions} | {cond.value: value}
    return tuple(Value(name.value, values[name.value]) for name in Cond if values.get(name.value, 0) > 0)


def with_condition(state: State, name: str, cond: Cond, value: int, **more: Any) -> Changes:
    """The change of one condition, 0 to end it, and of further fields; nobody unconscious keeps actions."""
    conditions = conditions_with(known(state, name), cond, value)
    changes = with_character(state, name, conditions=conditions, **more)
    if cond is Cond.UNCONSCIOUS and value:
        changes |= with_combatant(state, name, actions=0)
    return changes


def with_hits(state: State, hits: int) -> Changes:
    """The change of the running deed's hits, also as the open window shows them."""
    if state.deed is None:
        return {}
    deed = changed(state.deed, hits=hits)
    changes: Changes = {"deed": deed}
    combat = state.combat
    if combat is not None and combat.window is not None and combat.window.deed.deed_id == deed.deed_id:
        changes["combat"] = changed(combat, window=changed(combat.window, deed=deed))
    return changes


def with_ammo(state: State, character: str, weapon: str, ammo: int) -> Changes:
    """The change of the rounds in a weapon."""
    who = known(state, character)
    arms = tuple(changed(one, ammo=ammo) if one.name == weapon else one for one in who.weapons)
    return with_character(state, character, weapons=arms)
