"""One line that can be read across the room: who acts, rolls or decides, and why."""

from engine.common.words import counted, listed
from engine.phrase import EMPTY, Phrase, joined, phrase, sentence, verbatim
from engine.systems.phasesix.agenda import checks_due, throws_due
from engine.systems.phasesix.entities import Combat, State, Throw, Window
from engine.systems.phasesix.rules.deeds import deed_told
from engine.systems.phasesix.rules.windows import may_defend, waiting
from engine.systems.phasesix.vocabulary import Dice, Phase
from engine.systems.phasesix.words import worded

Line = tuple[Phrase, Phrase]
"""Headline and reason; the reason may be empty."""


def headline_of(state: State) -> Line:
    """The line everybody should read now."""
    if state.phase is Phase.LOBBY:
        return phrase("No table yet"), EMPTY
    if throws := throws_due(state):
        return _meanwhile(state, _rolling(state, throws[0]))
    if checks_due(state):
        return _meanwhile(state, _deciding(state))
    if state.combat is not None:
        return _fighting(state, state.combat)
    if state.phase is Phase.BETWEEN:
        return phrase("No session is running"), EMPTY
    if state.gm:
        return phrase("{player} leads the story", player=state.gm), EMPTY
    return phrase("The table leads the story together"), EMPTY


def _meanwhile(state: State, line: Line) -> Line:
    """In a fight, also who acts while dice are open."""
    if state.combat is None or state.combat.holder is None:
        return line
    return line[0], joined((line[1], phrase("{character} acts.", character=state.combat.holder)))


def _rolling(state: State, first: Throw) -> Line:
    rollers = listed(dict.fromkeys(throw.request.roller for throw in throws_due(state)))
    still = phrase("Still to roll: {players}.", players=rollers)
    if first.request.purpose == Dice.INITIATIVE:
        return phrase("Roll for initiative"), still
    if state.group is not None:
        return phrase("Group roll on {trait}", trait=worded(state.group.trait)), still
    dice = counted(first.request.count, "die", "dice")
    return phrase("{player} rolls {dice}", player=first.request.roller, dice=dice), sentence(_why(state, first))


def _why(state: State, throw: Throw) -> Phrase:
    check = state.check(throw.ref)
    if check is None:
        return verbatim(throw.request.because)
    return phrase(
        "{trait} of {character}, {least} or more",
        trait=worded(check.trait),
        character=check.character,
        least=check.eff_min,
    )


def _deciding(state: State) -> Line:
    """A roll that its owner may add to or leave."""
    check = checks_due(state)[0]
    player, character, trait = check.player, check.character, worded(check.trait)
    if not check.rolled:
        why = phrase("{character} has no dice for {trait}.", character=character, trait=trait)
        return phrase("{player}: add dice?", player=player), why
    successes = counted(check.successes, "success", "successes")
    why = phrase("{trait} of {character}, {successes}.", trait=trait, character=character, successes=successes)
    return phrase("{player}: add dice or leave it?", player=player), why


def _fighting(state: State, combat: Combat) -> Line:
    if combat.window is not None:
        return _reacting(state, combat.window)
    one = combat.of(combat.holder) if combat.holder is not None else None
    if one is None:
        return phrase("Nobody can act"), phrase("Round {round}.", round=combat.round)
    actions = counted(one.actions, "action", "actions")
    return (
        phrase("Round {round}: {character} acts", round=combat.round, character=one.name),
        phrase("Initiative {score}, {actions} left.", score=one.score, actions=actions),
    )


def _reacting(state: State, window: Window) -> Line:
    told = sentence(deed_told(window.deed))
    if window.judging:
        return phrase("{player} judges the parry", player=state.gm or phrase("The table")), told
    if may_defend(state, window):
        return phrase("{target}: evade, parry, or take it?", target=window.deed.target), told
    return phrase("{names}: react?", names=listed(waiting(state), "or")), told
