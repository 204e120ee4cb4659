"""One line that can be read across the room: who acts, rolls or decides, and why."""

from engine.common.words import counted, listed, sentence
from engine.systems.phasesix.decide_reactions import may_defend, waiting
from engine.systems.phasesix.describe import deed_told
from engine.systems.phasesix.entities import Combat, Throw, Window
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import Dice, Phase

Line = tuple[str, str]
"""Headline and reason; the reason may be empty."""


def headline_of(state: State) -> Line:
    """What everybody should know now."""
    if state.phase is Phase.LOBBY:
        return "No table is open", ""
    if state.throws:
        return _meanwhile(state, _rolling(state, state.throws[0]))
    if state.checks:
        return _meanwhile(state, _deciding(state))
    if state.combat is not None:
        return _fighting(state, state.combat)
    if state.phase is Phase.BETWEEN:
        return "No session is running", ""
    return (f"{state.gm} leads the story" if state.gm else "The table leads the story together"), ""


def _meanwhile(state: State, line: Line) -> Line:
    """In a fight, also who acts while dice are open."""
    acts = f"{state.combat.holder} acts." if state.combat is not None and state.combat.holder is not None else ""
    return line[0], " ".join(filter(None, (line[1], acts)))


def _rolling(state: State, first: Throw) -> Line:
    rollers = listed(dict.fromkeys(throw.request.roller for throw in state.throws))
    if first.request.purpose == Dice.INITIATIVE:
        return "Roll for initiative", f"Still to roll: {rollers}."
    if state.group is not None:
        return f"Group roll on {state.group.trait}", f"Still to roll: {rollers}."
    dice = counted(first.request.count, "die", "dice")
    return f"{first.request.roller} rolls {dice}", sentence(_why(state, first))


def _why(state: State, throw: Throw) -> str:
    check = state.check(throw.ref)
    return throw.request.because if check is None else f"{check.trait} of {check.character}, {check.eff_min} or more"


def _deciding(state: State) -> Line:
    """A roll that its owner may add to or leave."""
    check = state.checks[0]
    successes = counted(check.successes, "success", "successes")
    if not check.rolled:
        return f"{check.player}: add dice?", f"{check.character} has no dice for {check.trait}."
    return f"{check.player}: add dice or leave it?", f"{check.trait} of {check.character}, {successes}."


def _fighting(state: State, combat: Combat) -> Line:
    if combat.window is not None:
        return _reacting(state, combat.window)
    one = combat.of(combat.holder) if combat.holder is not None else None
    if one is None:
        return "Nobody can act", f"Round {combat.round}."
    return f"Round {combat.round}: {one.name} acts", f"Initiative {one.score}, {counted(one.actions, 'action')} left."


def _reacting(state: State, window: Window) -> Line:
    told = sentence(deed_told(window.deed))
    if window.judging:
        return f"{state.gm or 'The table'} judges the parry", told
    if may_defend(state, window):
        return f"{window.deed.target}: evade, parry, or take it?", told
    return f"{listed(waiting(state), 'or')}: react?", told
