"""Folding facts about wounds, healing, conditions, rest, stress and casting."""

from typing import Any

from engine.common.folding import Changes, Handlers
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.derived import clipped
from engine.systems.phasesix.entities import Gauge, Tick
from engine.systems.phasesix.fold import conditions_with, known, with_character, with_combatant
from engine.systems.phasesix.messages import Event
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import Cond

HANDLERS: Handlers[State, Event] = Handlers()
on = HANDLERS.on


@on(ev.RestBegun, ev.SpellCast, ev.SpellFizzled)
def _told_only(state: State, event: Event) -> Changes:
    return {}


@on(ev.WoundsTaken)
def _wounds_taken(state: State, event: ev.WoundsTaken) -> Changes:
    return with_character(state, event.character, boosts=event.boosts, hearts=event.hearts)


@on(ev.HeartsHealed)
def _hearts_healed(state: State, event: ev.HeartsHealed) -> Changes:
    return with_character(state, event.character, hearts=event.hearts)


@on(ev.BoostGained)
def _boost_gained(state: State, event: ev.BoostGained) -> Changes:
    return with_character(state, event.character, boosts=event.boosts)


@on(ev.BoostsExpired)
def _boosts_expired(state: State, event: ev.BoostsExpired) -> Changes:
    return with_character(state, event.character, boosts=0)


@on(ev.Fainted)
def _fainted(state: State, event: ev.Fainted) -> Changes:
    return with_combatant(state, event.character, actions=0)


@on(ev.DyingStarted)
def _dying_started(state: State, event: ev.DyingStarted) -> Changes:
    return _with_condition(state, event.character, Cond.DYING, 1, stabilised=0)


@on(ev.Died)
def _died(state: State, event: ev.Died) -> Changes:
    who = known(state, event.character)
    conditions = conditions_with(who, Cond.DYING, 0)
    return with_character(state, who.name, dead=True, conditions=conditions) | with_combatant(
        state, who.name, actions=0
    )


def _with_condition(state: State, name: str, cond: Cond, value: int, **more: Any) -> Changes:
    conditions = conditions_with(known(state, name), cond, value)
    changes = with_character(state, name, conditions=conditions, **more)
    if cond is Cond.UNCONSCIOUS and value:
        changes |= with_combatant(state, name, actions=0)
    return changes


@on(ev.ConditionSet)
def _condition_set(state: State, event: ev.ConditionSet) -> Changes:
    return _with_condition(state, event.character, event.cond, event.value)


@on(ev.ConditionRemoved)
def _condition_removed(state: State, event: ev.ConditionRemoved) -> Changes:
    return _with_condition(state, event.character, event.cond, 0)


@on(ev.ConditionRolled)
def _condition_rolled(state: State, event: ev.ConditionRolled) -> Changes:
    return _with_condition(state, event.character, event.cond, event.value)


@on(ev.Stabilised)
def _stabilised(state: State, event: ev.Stabilised) -> Changes:
    return _with_condition(state, event.character, Cond.DYING, 0, stabilised=0)


@on(ev.BleedingStopped)
def _bleeding_stopped(state: State, event: ev.BleedingStopped) -> Changes:
    return _with_condition(state, event.character, Cond.BLEEDING, 0)


@on(ev.AidFailed)
def _aid_failed(state: State, event: ev.AidFailed) -> Changes:
    return with_character(state, event.character, stabilised=event.gathered)


@on(ev.RestRolled)
def _rest_rolled(state: State, event: ev.RestRolled) -> Changes:
    who = known(state, event.character)
    if event.what == "hearts":
        return with_character(state, who.name, hearts=event.now)
    if event.what == "arcana":
        return with_character(state, who.name, arcana=Gauge(event.now, who.arcana.most))
    return with_character(state, who.name, stress=event.now)


@on(ev.DiceRefreshed)
def _dice_refreshed(state: State, event: ev.DiceRefreshed) -> Changes:
    who = known(state, event.character)
    full = {name: Gauge(gauge.most, gauge.most) for name, gauge in _dice_of(who)}
    return with_character(state, who.name, **full)


def _dice_of(who: Any) -> tuple[tuple[str, Gauge], ...]:
    return (("bonus", who.bonus), ("destiny", who.destiny), ("rerolls", who.rerolls))


@on(ev.StressChanged)
def _stress_changed(state: State, event: ev.StressChanged) -> Changes:
    return with_character(state, event.character, stress=event.stress)


@on(ev.TickGained)
def _tick_gained(state: State, event: ev.TickGained) -> Changes:
    ticks = (*known(state, event.character).ticks, Tick(event.name))
    return with_character(state, event.character, ticks=ticks)


@on(ev.ArcanaSpent)
def _arcana_spent(state: State, event: ev.ArcanaSpent) -> Changes:
    who = known(state, event.character)
    return with_character(state, who.name, arcana=clipped(who.arcana, event.left))
