"""A deed from declaration to its end (P6-35 to P6-43, P6-49): payment, roll, reactions, consequences."""

from collections.abc import Callable
from typing import Any

from engine.common.values import changed
from engine.phrase import phrase, plural
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.agenda import refuse_pending, step
from engine.systems.phasesix.derived import in_combat
from engine.systems.phasesix.entities import Character, Combat, Combatant, Deed, Task, Window
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.rounds import pass_on
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import DeedKind, Mode, TaskKind
from engine.types import Rejected

Build = Callable[[Ledger, Character, Any], Deed | Rejected]
Do = Callable[[Ledger, Deed], bool]
Follow = Callable[[Ledger, Deed], bool]

BUILDS: dict[DeedKind, Build] = {}
"""Kind to what makes a deed out of a command, or says why it does not go."""

DOES: dict[DeedKind, Do] = {}
"""Kind to what happens at once; true when a roll was opened or consequences wait for reactions."""

FOLLOWS: dict[DeedKind, Follow] = {}
"""Kind to the consequences after reactions; true when the deed ends with them."""

MOVES = frozenset((DeedKind.WALK, DeedKind.RUN, DeedKind.CRAWL))
STANCES = frozenset((DeedKind.HUNKER, DeedKind.STAND_UP))
PEACEFUL = frozenset(DeedKind) - MOVES - {DeedKind.ATTACK}
"""Deeds that go outside combat too, without cost."""


def builds(kind: DeedKind) -> Callable[[Build], Build]:
    """Register what makes a deed of a kind."""

    def register(function: Build) -> Build:
        BUILDS[kind] = function
        return function

    return register


def does(*kinds: DeedKind) -> Callable[[Do], Do]:
    """Register what a deed does at once."""

    def register(function: Do) -> Do:
        for kind in kinds:
            DOES[kind] = function
        return function

    return register


def follows(*kinds: DeedKind) -> Callable[[Follow], Follow]:
    """Register the consequences of a deed."""

    def register(function: Follow) -> Follow:
        for kind in kinds:
            FOLLOWS[kind] = function
        return function

    return register


def cost_of(state: State, kind: str, usual: int = 1) -> int:
    """Actions of a deed, the library's word before the usual one (P6-36, P6R-48)."""
    return next((value.number for value in state.library.deeds if value.name == kind), usual)


def act(ledger: Ledger, who: Character, kind: DeedKind, command: Any) -> Rejected | None:
    """Carry out a deed of somebody whose turn it is, or of anybody outside combat."""
    state = ledger.state
    refusal = refuse_pending(state) or _refuse_turn(state, who, kind)
    if refusal is not None:
        return refusal
    deed = BUILDS[kind](ledger, who, command)
    if isinstance(deed, Rejected):
        return deed
    if not in_combat(state, who.name):
        _begin(ledger, changed(deed, cost=0, rider=False))
        return None
    refusal = _refuse_rider(state, deed) or _refuse_payment(ledger.combat, deed)
    if refusal is not None:
        return refusal
    if ledger.combat.window is not None:
        close_window(ledger)
        ledger.queue(Task(TaskKind.DEED, deed=deed), front=False)
        return None
    _begin(ledger, deed)
    return None


def _refuse_turn(state: State, who: Character, kind: DeedKind) -> Rejected | None:
    if who.incapacitated:
        return Rejected("INCAPACITATED", phrase("{character} cannot act.", character=who.name))
    combat = state.combat
    if combat is None:
        return None if kind in PEACEFUL else Rejected("NO_COMBAT", phrase("That needs a running fight."))
    if combat.of(who.name) is None:
        absent = Rejected("NO_COMBAT", phrase("{character} is not in the fight.", character=who.name))
        return None if kind in PEACEFUL else absent
    if combat.holder != who.name:
        text = phrase("Nobody has priority yet; {character} can only react.", character=who.name)
        if combat.holder:
            holder = combat.holder
            text = phrase("{holder} has priority; {character} can only react.", holder=holder, character=who.name)
        return Rejected("NOT_YOUR_PRIORITY", text)
    if combat.window is not None and combat.window.judging:
        return Rejected("PENDING_ROLL", phrase("First, how many hits does the parry leave?"))
    return None


def _refuse_rider(state: State, deed: Deed) -> Rejected | None:
    """A rider follows a walk at once, and is no movement (P6-38)."""
    if not deed.rider:
        return None
    combat, rules = state.combat, state.house_rules
    usual = deed.cost == 1 or rules.walk_rider == "other_pays"
    if combat is None or combat.rider != deed.actor or deed.kind in MOVES | STANCES or not usual:
        return Rejected("NO_RIDER", phrase("Only one deed right after a walk goes with it."))
    return None


def _refuse_payment(combat: Combat, deed: Deed) -> Rejected | None:
    one = combat.of(deed.actor)
    if one is None:
        return Rejected("NO_COMBAT", phrase("{actor} is not in the fight.", actor=deed.actor))
    if one.locked and not (deed.weapon == one.locked and deed.mode is Mode.FULL_AUTO):
        who, arm = one.name, one.locked
        text = phrase("All of {character}'s actions go into full auto with the {weapon}.", character=who, weapon=arm)
        return Rejected("FULL_AUTO_LOCKED", text)
    needed = max(price(combat, deed), 1 if deed.coupled else 0)
    if one.actions < needed:
        left = plural("{count} action", "{count} actions", one.actions) if one.actions else phrase("no actions")
        has = phrase("{character} has {actions} left", character=one.name, actions=left)
        return Rejected("NO_ACTIONS", phrase("{has}, that takes {needed}.", has=has, needed=needed))
    return None


def price(combat: Combat, deed: Deed) -> int:
    """Actions a deed takes now: nothing for a rider the walk paid for, one more after a walk that stayed unpaid."""
    if deed.rider:
        return deed.cost if combat.coupled else 0
    return deed.cost + (1 if combat.coupled and combat.rider == deed.actor else 0)


@step(TaskKind.DEED)
def _late(ledger: Ledger, task: Task) -> None:
    """A deed that closed a window goes on once the window's consequences are done, if it still can."""
    deed = task.deed
    if deed is None or ledger.state.combat is None:
        return
    refusal = _refuse_turn(ledger.state, ledger.who(deed.actor), deed.kind) or _refuse_rider(ledger.state, deed)
    refusal = refusal or _refuse_payment(ledger.combat, deed)
    if refusal is not None:
        ledger.record(ev.DeedLapsed(deed.actor, deed.kind.value, str(refusal.reason)))
        return
    _begin(ledger, deed)


def _begin(ledger: Ledger, deed: Deed) -> None:
    if in_combat(ledger.state, deed.actor):
        cost = price(ledger.combat, deed)
        ledger.record(ev.DeedDeclared(deed))
        spend(ledger, deed.actor, cost, deed.kind.value)
    else:
        ledger.record(ev.DeedDeclared(deed))
    _do(ledger, deed)


def _do(ledger: Ledger, deed: Deed) -> None:
    if not DOES[deed.kind](ledger, deed):
        open_window(ledger, pending=False)


def spend(ledger: Ledger, name: str, count: int, why: str) -> None:
    """Pay actions; the caller has made sure they are there."""
    one = ledger.combat.of(name)
    if one is not None and count:
        ledger.record(ev.ActionSpent(name, count, one.actions - count, why))


def open_window(ledger: Ledger, pending: bool) -> None:
    """Give others time to react, or go on at once when nobody can (P6-39 to P6-43)."""
    deed, combat = ledger.state.deed, ledger.state.combat
    if deed is None:
        return
    eligible = _eligible(ledger.state, deed) if combat is not None and combat.of(deed.actor) is not None else ()
    if eligible:
        window = Window(deed, eligible, defence=deed.reaction, pending=pending)
        ledger.record(ev.ReactionWindowOpened(window))
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
    """Whether somebody notices somebody else."""
    return not any(sight.observer == observer and sight.actor == actor for sight in combat.blind)


def melee(state: State, deed: Deed) -> bool:
    """Whether a deed is an attack hand to hand."""
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
    ledger.record(ev.ReactionWindowClosed(window.deed.deed_id))
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
    if window is None or window.judging or ledger.state.checks:
        return
    if set(window.eligible) <= set(window.answered):
        close_window(ledger)


@step(TaskKind.RESOLVE)
def _resolve(ledger: Ledger, task: Task) -> None:
    deed = ledger.state.deed
    if deed is not None and FOLLOWS[deed.kind](ledger, deed):
        end(ledger, deed)


@step(TaskKind.REACTION)
def _reaction(ledger: Ledger, task: Task) -> None:
    """A reaction has its turn, whether or not the reactor still stands (P6-41)."""
    deed = task.deed
    if deed is None:
        return
    if ledger.who(deed.actor).incapacitated and not ledger.rules.reaction_simultaneous:
        ledger.record(ev.DeedLapsed(deed.actor, deed.kind.value, f"{deed.actor} went down first."))
        return
    ledger.record(ev.ReactionResolved(deed.actor, deed.kind.value))
    ledger.record(ev.DeedDeclared(deed))
    _do(ledger, deed)


def end(ledger: Ledger, deed: Deed) -> None:
    """The deed is done; full-auto fire out of actions ends the turn (P6-52)."""
    ledger.record(ev.DeedEnded(deed.deed_id))
    one = ledger.state.combat.of(deed.actor) if ledger.state.combat is not None else None
    if one is not None and one.locked and not one.actions and not deed.reaction:
        ledger.queue(Task(TaskKind.PASS, deed.actor), front=False)


@step(TaskKind.PASS)
def _pass(ledger: Ledger, task: Task) -> None:
    if ledger.state.combat is not None and ledger.combat.holder == task.who:
        pass_on(ledger, task.who)
