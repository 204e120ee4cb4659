"""Panels of a page: open rolls, the order of a fight, who may react, foes."""

from collections.abc import Iterator

from engine.board import Bar, Line, Panel, Tone
from engine.common.words import counted, listed
from engine.systems.phasesix.describe import deed_told
from engine.systems.phasesix.entities import Character, Check, Combat, Combatant, Window
from engine.systems.phasesix.people import plights
from engine.systems.phasesix.state import State
from engine.systems.phasesix.view import open_sheet


def panels(state: State, viewer: str | None) -> tuple[Panel, ...]:
    """What is on the table besides seats and dice, most important first; nothing empty."""
    return tuple(_panels(state, viewer))


def _panels(state: State, viewer: str | None) -> Iterator[Panel]:
    combat = state.combat
    if combat is not None and combat.window is not None:
        yield Panel("Reactions", tuple(_reactions(combat.window)))
    if state.checks:
        yield Panel("Open rolls", tuple(_roll(check) for check in state.checks))
    if combat is not None:
        title = f"Fight, round {combat.round}" if combat.round else "Fight, initiative"
        yield Panel(title, tuple(_fighter(state, combat, one) for one in combat.combatants))
    foes = tuple(one for one in state.characters if one.kind == "npc" and not one.dead)
    if foes:
        seen = () if combat is not None else tuple(_bystander(who) for who in foes)
        health = tuple(_health(who) for who in foes if open_sheet(state, who, viewer))
        yield Panel("Foes and bystanders", seen, health)


def _reactions(window: Window) -> Iterator[Line]:
    """The deed that is answered, and where everybody stands who may react."""
    yield Line(deed_told(window.deed), tone="strong")
    for name in window.eligible:
        answered = "reacts" if name in window.reacted else "passes" if name in window.answered else "may react"
        yield Line(name, answered, tone="strong" if answered == "may react" else "plain")


def _roll(check: Check) -> Line:
    needed = f", {check.needed} needed" if check.needed > 1 else ""
    so_far = counted(check.successes, "success", "successes") if check.dice else ""
    dice = f"{max(0, check.pool)} dice, {check.eff_min} or more{needed}"
    return Line(
        f"{check.character}: {check.trait}", so_far, dice, "good" if check.successes >= check.needed else "plain"
    )


def _fighter(state: State, combat: Combat, one: Combatant) -> Line:
    who = state.character(one.name)
    wrong = listed(plights(who)) if who is not None else ""
    rolled = f"initiative {one.score}" if combat.round else ""
    out = who is not None and who.incapacitated
    tone: Tone = "strong" if one.name == combat.holder else "bad" if out else "plain"
    actions = counted(one.actions, "action") if combat.round else ""
    return Line(one.name, actions, ", ".join(filter(None, (one.side, rolled, wrong))), tone)


def _bystander(who: Character) -> Line:
    wrong = listed(plights(who))
    return Line(who.name, wrong, tone="bad" if wrong else "plain")


def _health(who: Character) -> Bar:
    boosts = counted(who.boosts, "boost") if who.boosts else ""
    return Bar(who.name, min(who.hearts, who.max_health), who.max_health, boosts, "bad" if who.fainted else "plain")
