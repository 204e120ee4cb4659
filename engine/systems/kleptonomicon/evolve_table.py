"""Folding facts about the table, its people and sheets."""

from typing import Any

from engine.common.folding import Changes, Handlers
from engine.common.values import changed
from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.entities import Character, ConditionRule, Sheet, StyleRule
from engine.systems.kleptonomicon.fold import known_character, with_character
from engine.systems.kleptonomicon.messages import Event
from engine.systems.kleptonomicon.state import Player, State
from engine.systems.kleptonomicon.vocabulary import RESET_POOLS

HANDLERS: Handlers[State, Event] = Handlers()
HANDLERS.nothing_for(ev.CommandUndone)


@HANDLERS.on(ev.TableCreated)
def _created(state: State, event: ev.TableCreated) -> Changes:
    return {"name": event.name}


@HANDLERS.on(ev.PlayerAdded)
def _player(state: State, event: ev.PlayerAdded) -> Changes:
    return {"players": (*state.players, Player(event.name, event.gm))}


def full_points(sheet: Sheet) -> dict[str, Any]:
    """Every pool at its maximum."""
    return {pool: getattr(sheet, f"{pool}_max") for pool in RESET_POOLS}


@HANDLERS.on(ev.CharacterCreated)
def _character(state: State, event: ev.CharacterCreated) -> Changes:
    sheet = event.sheet
    new = Character(
        event.name,
        event.player,
        event.creature,
        event.lasting,
        sheet,
        sneaky=sheet.sneaky,
        beats=sheet.beats_max,
        **full_points(sheet),
    )
    return {"characters": (*state.characters, new)}


@HANDLERS.on(ev.CreatureAdded)
def _creature(state: State, event: ev.CreatureAdded) -> Changes:
    others = tuple(each for each in state.creatures if each.name != event.creature.name)
    return {"creatures": (*others, event.creature)}


@HANDLERS.on(ev.GroupPrepared)
def _prepared(state: State, event: ev.GroupPrepared) -> Changes:
    others = tuple(each for each in state.prepared if each.name != event.group.name)
    return {"prepared": (*others, event.group)}


@HANDLERS.on(ev.StyleDefined)
def _style(state: State, event: ev.StyleDefined) -> Changes:
    others = tuple(each for each in state.styles if each.name != event.name)
    return {"styles": (*others, StyleRule(event.name, event.interruption))}


@HANDLERS.on(ev.ConditionDefined)
def _condition(state: State, event: ev.ConditionDefined) -> Changes:
    others = tuple(each for each in state.condition_rules if each.name != event.name)
    return {"condition_rules": (*others, ConditionRule(event.name, event.fleeting))}


@HANDLERS.on(ev.SheetWritten)
def _sheet(state: State, event: ev.SheetWritten) -> Changes:
    """Points lost before stay lost; nothing goes beyond its new maximum."""
    old, sheet = known_character(state, event.character), event.sheet
    points: dict[str, Any] = {}
    for pool, most in full_points(sheet).items():
        lost = getattr(old.sheet, f"{pool}_max") - getattr(old, pool)
        points[pool] = max(0, most - max(0, lost))
    beats = min(old.beats, sheet.beats_max)
    debt = min(old.beat_debt, sheet.beats_max)
    return with_character(state, event.character, sheet=sheet, beats=beats, beat_debt=debt, **points)


@HANDLERS.on(ev.AbilityLearned)
def _learned(state: State, event: ev.AbilityLearned) -> Changes:
    sheet = known_character(state, event.character).sheet
    others = tuple(each for each in sheet.abilities if each.name.casefold() != event.ability.name.casefold())
    return with_character(state, event.character, sheet=changed(sheet, abilities=(*others, event.ability)))


@HANDLERS.on(ev.HouseRuleChanged)
def _house_rule(state: State, event: ev.HouseRuleChanged) -> Changes:
    return {"house_rules": changed(state.house_rules, **{event.rule: event.value})}


@HANDLERS.on(ev.StateCorrected)
def _corrected(state: State, event: ev.StateCorrected) -> Changes:
    if event.path == "level":
        sheet = known_character(state, event.character).sheet
        return with_character(state, event.character, sheet=changed(sheet, level=event.new))
    return with_character(state, event.character, **{event.path: event.new})


@HANDLERS.on(ev.SneakyChanged)
def _sneaky(state: State, event: ev.SneakyChanged) -> Changes:
    return with_character(state, event.character, sneaky=event.sneaky)


@HANDLERS.on(ev.OutChanged)
def _out(state: State, event: ev.OutChanged) -> Changes:
    return with_character(state, event.character, out=event.out)


@HANDLERS.on(ev.SessionStarted)
def _session(state: State, event: ev.SessionStarted) -> Changes:
    episode = state.episode
    return {
        "session_open": True,
        "episode": episode if episode is None else changed(episode, sessions=max(1, event.number)),
    }


@HANDLERS.on(ev.SessionEnded)
def _session_end(state: State, event: ev.SessionEnded) -> Changes:
    return {"session_open": False, "lying": None}
