"""Panels of a page: open rolls, the order of a fight, who may react, foes."""

from collections.abc import Iterator

from engine.board import Bar, Line, Panel, Tone
from engine.common.words import counted, listed
from engine.phrase import EMPTY, joined, phrase, plural, verbatim
from engine.systems.phasesix.entities import Character, Check, Combat, Combatant, State, Window
from engine.systems.phasesix.people import plights
from engine.systems.phasesix.rules.deeds import deed_told
from engine.systems.phasesix.view import open_sheet
from engine.systems.phasesix.words import worded


def panels(state: State, viewer: str | None) -> tuple[Panel, ...]:
    """Panels of the table besides seats and dice, most important first; nothing empty."""
    return tuple(_panels(state, viewer))


def _panels(state: State, viewer: str | None) -> Iterator[Panel]:
    combat = state.combat
    if combat is not None and combat.window is not None:
        yield Panel(phrase("Reactions"), tuple(_reactions(combat.window)), where="order")
    if state.checks:
        yield Panel(phrase("Open rolls"), tuple(_roll(check) for check in state.checks), where="order")
    if combat is not None:
        title = phrase("Fight, round {round}", round=combat.round) if combat.round else phrase("Fight, initiative")
        yield Panel(title, tuple(_fighter(state, combat, one) for one in combat.combatants), where="order")
    foes = tuple(one for one in state.characters if one.kind == "npc" and not one.dead)
    if foes:
        seen = () if combat is not None else tuple(_bystander(who) for who in foes)
        health = tuple(_health(who) for who in foes if open_sheet(state, who, viewer))
        yield Panel(phrase("Foes and bystanders"), seen, health)


def _reactions(window: Window) -> Iterator[Line]:
    """The deed that is answered, and where everybody stands who may react."""
    yield Line(deed_told(window.deed), tone="strong")
    for name in window.eligible:
        if name in window.reacted:
            yield Line(verbatim(name), phrase("reacts"))
        elif name in window.answered:
            yield Line(verbatim(name), phrase("passes"))
        else:
            yield Line(verbatim(name), phrase("may react"), tone="strong")


def _roll(check: Check) -> Line:
    label = phrase("{character}: {trait}", character=check.character, trait=worded(check.trait))
    so_far = counted(check.successes, "success", "successes") if check.dice else EMPTY
    pool = plural("{count} die", "{count} dice", max(0, check.pool))
    dice = phrase("{dice}, {least} or more", dice=pool, least=check.eff_min)
    if check.needed > 1:
        dice = phrase("{dice}, {needed} needed", dice=dice, needed=check.needed)
    return Line(label, so_far, dice, "good" if check.successes >= check.needed else "plain")


def _fighter(state: State, combat: Combat, one: Combatant) -> Line:
    who = state.character(one.name)
    wrong = listed(plights(who)) if who is not None else EMPTY
    rolled = phrase("initiative {score}", score=one.score) if combat.round else EMPTY
    out = who is not None and who.incapacitated
    tone: Tone = "strong" if one.name == combat.holder else "bad" if out else "plain"
    actions = counted(one.actions, "action", "actions") if combat.round else EMPTY
    return Line(verbatim(one.name), actions, joined((worded(one.side), rolled, wrong), ", "), tone)


def _bystander(who: Character) -> Line:
    wrong = listed(plights(who))
    return Line(verbatim(who.name), wrong, tone="bad" if wrong else "plain")


def _health(who: Character) -> Bar:
    boosts = counted(who.boosts, "boost", "boosts") if who.boosts else EMPTY
    hearts = min(who.hearts, who.max_health)
    tone: Tone = "bad" if who.fainted else "plain"
    return Bar(verbatim(who.name), hearts, who.max_health, boosts, tone)
