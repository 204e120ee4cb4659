"""Folding facts of Turns: Beats, Abilities, movement, conditions."""

from engine.common.folding import Changes, Handlers
from engine.common.values import changed
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.entities import AbilityUse, Condition, SlowAction, StyleAsk, StyleUnits
from engine.systems.kleptonomicon.evolve_encounters import with_units
from engine.systems.kleptonomicon.evolve_episodes import counted_up
from engine.systems.kleptonomicon.fold import (
    encounter_of,
    episode_of,
    known_character,
    with_character,
    with_encounter,
    with_episode,
)
from engine.systems.kleptonomicon.messages import Event
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import Phase

HANDLERS: Handlers[State, Event] = Handlers()
HANDLERS.nothing_for(ev.FreeReactionUsed, ev.MovementInterrupted)


@HANDLERS.on(ev.AbilityUsed)
def _used(state: State, event: ev.AbilityUsed) -> Changes:
    changes = _counted(state, event.character, event.ability)
    return changes | {"encounter": _hurrying_over(state)}


def _hurrying_over(state: State) -> object:
    """Whoever goes on acting no longer wants to end the Turn."""
    encounter = state.encounter
    return encounter if encounter is None or encounter.end_asked is None else changed(encounter, end_asked=None)


def _counted(state: State, character: str, ability: str) -> Changes:
    """A use of an Ability; in Freeplay also a deed."""
    episode = episode_of(state)
    spotlight = episode.spotlight
    if state.phase is Phase.FREEPLAY:
        spotlight = counted_up(spotlight, character)
    return with_episode(state, ability_uses=counted_up(episode.ability_uses, character, ability), spotlight=spotlight)


@HANDLERS.on(ev.BeatSpent)
def _beat(state: State, event: ev.BeatSpent) -> Changes:
    return with_character(state, event.character, beats=event.beats)


@HANDLERS.on(ev.SlowActionStarted)
def _slow(state: State, event: ev.SlowActionStarted) -> Changes:
    started = SlowAction(event.character, event.ability, event.round, event.targets)
    return _counted(state, event.character, event.ability) | with_encounter(
        state, slow_actions=(*encounter_of(state).slow_actions, started), end_asked=None
    )


@HANDLERS.on(ev.SlowActionResolved)
def _slow_done(state: State, event: ev.SlowActionResolved) -> Changes:
    waiting = encounter_of(state).slow_actions
    done = next(each for each in waiting if (each.character, each.ability) == (event.character, event.ability))
    return with_encounter(state, slow_actions=tuple(each for each in waiting if each is not done))


@HANDLERS.on(ev.ReactionUsed)
def _reaction(state: State, event: ev.ReactionUsed) -> Changes:
    changes = _counted(state, event.character, event.ability)
    if state.encounter is None or event.trigger_id is None:
        return changes
    use = AbilityUse(event.character, event.ability)
    triggers = tuple(
        changed(each, used_by=(*each.used_by, use)) if each.trigger_id == event.trigger_id else each
        for each in state.encounter.triggers
    )
    return changes | with_encounter(state, triggers=triggers)


@HANDLERS.on(ev.FreeActionUsed)
def _free(state: State, event: ev.FreeActionUsed) -> Changes:
    return with_character(state, event.character, free_actions_used=event.count)


@HANDLERS.on(ev.Moved)
def _moved(state: State, event: ev.Moved) -> Changes:
    movement = known_character(state, event.character).movement
    spent = with_units(movement.spent, event.style, event.units)
    changes = with_character(state, event.character, movement=changed(movement, spent=spent))
    return changes | {"encounter": _hurrying_over(state)}


@HANDLERS.on(ev.StyleActivated)
def _style(state: State, event: ev.StyleActivated) -> Changes:
    return with_character(state, event.character, active_style=event.style, falling=False)


@HANDLERS.on(ev.MovementAdjusted)
def _adjusted(state: State, event: ev.MovementAdjusted) -> Changes:
    movement = known_character(state, event.character).movement
    spent = with_units(movement.spent, event.style, event.delta)
    return with_character(state, event.character, movement=changed(movement, spent=spent))


@HANDLERS.on(ev.DashBegun)
def _dash(state: State, event: ev.DashBegun) -> Changes:
    movement = known_character(state, event.character).movement
    return with_character(state, event.character, movement=changed(movement, dash_count=event.count))


@HANDLERS.on(ev.Dashed)
def _dashed(state: State, event: ev.Dashed) -> Changes:
    movement = known_character(state, event.character).movement
    return with_character(state, event.character, movement=changed(movement, mult=event.mult))


@HANDLERS.on(ev.ImprovisedStyleAsked)
def _asked(state: State, event: ev.ImprovisedStyleAsked) -> Changes:
    others = tuple(each for each in state.style_asks if each.character != event.character)
    return {"style_asks": (*others, StyleAsk(event.character, event.style, event.method))}


@HANDLERS.on(ev.StyleGranted)
def _granted(state: State, event: ev.StyleGranted) -> Changes:
    changes = _answered(state, event)
    if not event.tracked:
        return changes
    movement = known_character(state, event.character).movement
    others = tuple(each for each in movement.improvised if each.style != event.style)
    improvised = (*others, StyleUnits(event.style, event.units, event.scene))
    return changes | with_character(state, event.character, movement=changed(movement, improvised=improvised))


@HANDLERS.on(ev.StyleDenied)
def _answered(state: State, event: ev.StyleDenied | ev.StyleGranted) -> Changes:
    return {"style_asks": tuple(each for each in state.style_asks if each.character != event.character)}


@HANDLERS.on(ev.Fell)
def _fell(state: State, event: ev.Fell) -> Changes:
    return with_character(state, event.character, falling=True, active_style=None)


@HANDLERS.on(ev.ConditionGained)
def _gained(state: State, event: ev.ConditionGained) -> Changes:
    conditions = known_character(state, event.character).conditions
    new = Condition(event.name, event.stacks, event.fleeting, event.fresh)
    others = tuple(each for each in conditions if each.name != event.name)
    return with_character(state, event.character, conditions=(*others, new))


@HANDLERS.on(ev.ConditionReduced)
def _reduced(state: State, event: ev.ConditionReduced) -> Changes:
    conditions = tuple(
        changed(each, stacks=event.stacks, gained_this_turn=event.fresh) if each.name == event.name else each
        for each in known_character(state, event.character).conditions
    )
    return with_character(state, event.character, conditions=conditions)


@HANDLERS.on(ev.ConditionRemoved)
def _removed(state: State, event: ev.ConditionRemoved) -> Changes:
    conditions = known_character(state, event.character).conditions
    return with_character(
        state, event.character, conditions=tuple(each for each in conditions if each.name != event.name)
    )


@HANDLERS.on(ev.PoolChanged)
def _pool(state: State, event: ev.PoolChanged) -> Changes:
    changes = with_character(state, event.character, **{event.pool.value: event.value})
    encounter = state.encounter
    if encounter is None or event.delta >= 0 or event.character in encounter.took_damage:
        return changes
    return changes | with_encounter(state, took_damage=(*encounter.took_damage, event.character))
