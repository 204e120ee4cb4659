"""The time to react to a deed: who may, when it opens and closes, how a deed ends (P6-39 to P6-43)."""

from typing import ClassVar

from engine.common.rules import Refused
from engine.common.values import Changes, changed
from engine.phrase import phrase
from engine.systems.phasesix.agenda import checks_due
from engine.systems.phasesix.entities import Character, Combat, Combatant, Deed, State, Task, Window
from engine.systems.phasesix.fold import running, with_combat
from engine.systems.phasesix.guards import cannot_act
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.messages import Silent
from engine.systems.phasesix.vocabulary import DeedKind, TaskKind
from engine.types import ENGINE_ONLY


class ReactionWindowOpened(Silent):
    """Time to react (P6-41)."""

    window: Window

    def apply(self, state: State) -> Changes:
        return with_combat(state, window=self.window)


class ReactionWindowClosed(Silent):
    """No more reactions to this deed (P6-43)."""

    deed_id: str

    def apply(self, state: State) -> Changes:
        return with_combat(state, window=None)


class DeedEnded(Silent):
    """A deed and its consequences are done."""

    seen: ClassVar[str] = ENGINE_ONLY
    deed_id: str

    def apply(self, state: State) -> Changes:
        return {"deed": None}


def waiting(state: State) -> tuple[str, ...]:
    """Names of those who may still react."""
    window = state.combat.window if state.combat is not None else None
    return () if window is None else tuple(name for name in window.eligible if name not in window.answered)


def may_defend(state: State, window: Window) -> bool:
    """The target of an attack may still evade or parry."""
    deed = window.deed
    may = deed.target in window.eligible and deed.target not in window.answered
    return may and deed.hits > 0 and melee(state, deed) and not deed.from_behind


def answered(state: State, name: str, reacted: bool) -> Changes:
    """The change of the window when somebody reacts or passes."""
    window = running(state).window
    if window is None:
        return {}
    more = (name,) if reacted else ()
    answer = changed(window, answered=(*window.answered, name), reacted=(*window.reacted, *more))
    return with_combat(state, window=answer)


def open_window(ledger: Ledger, pending: bool) -> None:
    """Give others time to react, or go on at once when nobody can (P6-39 to P6-43)."""
    deed, combat = ledger.state.deed, ledger.state.combat
    if deed is None:
        return
    eligible = _eligible(ledger.state, deed) if combat is not None and combat.of(deed.actor) is not None else ()
    if eligible:
        window = Window(deed, eligible, defence=deed.reaction, pending=pending)
        ledger.record(ReactionWindowOpened(window))
    elif pending:
        ledger.later(TaskKind.RESOLVE)
    else:
        end(ledger, deed)


def _eligible(state: State, deed: Deed) -> tuple[str, ...]:
    combat = state.combat
    if combat is None:
        return ()
    able = [one.name for one in combat.combatants if one.name != deed.actor and _may_react(state, combat, one, deed)]
    if not deed.reaction:
        return tuple(able)
    defends = state.house_rules.defend_against_reactions and deed.kind is DeedKind.ATTACK and deed.hits
    return tuple(name for name in able if defends and name == deed.target and melee(state, deed))


def _may_react(state: State, combat: Combat, one: Combatant, deed: Deed) -> bool:
    """Capable, perceiving, and with an action or dice to buy one (P6-39, P6-44)."""
    who = state.character(one.name)
    if who is None or who.incapacitated or one.ended or not perceives(combat, one.name, deed.actor):
        return False
    dice = who.bonus.now or (state.house_rules.destiny_buys_action and who.destiny.now)
    return bool(one.actions or dice)


def perceives(combat: Combat, observer: str, actor: str) -> bool:
    """Somebody notices somebody else."""
    return not any(sight.observer == observer and sight.actor == actor for sight in combat.blind)


def melee(state: State, deed: Deed) -> bool:
    """A deed is an attack hand to hand."""
    if deed.kind is not DeedKind.ATTACK:
        return False
    who = state.character(deed.actor)
    arms = () if who is None else tuple(one for one in who.weapons if one.name == deed.weapon)
    return not arms or arms[0].is_melee


def close_window(ledger: Ledger) -> None:
    """End the time for reactions: consequences first, then reactions in initiative order (P6-41)."""
    window = ledger.combat.window
    if window is None:
        return
    ledger.record(ReactionWindowClosed(window.deed.deed_id))
    order = {one.name: at for at, one in enumerate(ledger.combat.combatants)}
    queued = sorted(window.queued, key=lambda deed: order.get(deed.actor, len(order)))
    reactions = tuple(Task(TaskKind.REACTION, deed.actor, deed=deed) for deed in queued)
    if window.pending:
        ledger.queue(Task(TaskKind.RESOLVE), *reactions)
    else:
        ledger.queue(*reactions)
        end(ledger, window.deed)


def close_if_answered(ledger: Ledger) -> None:
    """Close the window once everybody who could react has answered (P6-43)."""
    window = ledger.combat.window
    if window is None or window.judging or checks_due(ledger.state):
        return
    if set(window.eligible) <= set(window.answered):
        close_window(ledger)


def end(ledger: Ledger, deed: Deed) -> None:
    """The deed is done; full-auto fire out of actions ends the turn (P6-52)."""
    ledger.record(DeedEnded(deed.deed_id))
    one = ledger.state.combat.of(deed.actor) if ledger.state.combat is not None else None
    if one is not None and one.locked and not one.actions and not deed.reaction:
        ledger.queue(Task(TaskKind.PASS, deed.actor), front=False)


def no_window() -> Refused:
    """Nothing is under way that could be answered."""
    return Refused("NO_WINDOW", phrase("There is nothing to react to."))


def refuse_reactor(ledger: Ledger, who: Character, cost: int) -> None:
    """Capable, not answered yet, perceiving, and with an action (P6-39, P6-40)."""
    combat = ledger.state.combat
    window = combat.window if combat is not None else None
    one = combat.of(who.name) if combat is not None else None
    if combat is None or window is None or one is None or who.name == window.deed.actor:
        raise no_window()
    if window.defence and who.name != window.deed.target:
        raise Refused("NO_WINDOW", phrase("A reaction can only be answered by defending against it."))
    if who.incapacitated:
        raise cannot_act(who)
    if who.name in window.reacted:
        raise Refused("ALREADY_REACTED", phrase("{character} has already reacted to this.", character=who.name))
    if not perceives(combat, who.name, window.deed.actor):
        text = phrase("{observer} does not notice {actor}.", observer=who.name, actor=window.deed.actor)
        raise Refused("CANNOT_PERCEIVE", text)
    if cost != 1:
        raise Refused("TOO_COSTLY", phrase("A reaction costs one action."))
    if one.actions < 1:
        text = phrase("{character} has no action left; a bonus die buys one.", character=who.name)
        raise Refused("NO_ACTIONS", text)
