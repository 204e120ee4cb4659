"""Folding facts of combat."""

from engine.common.folding import Changes, Handlers
from engine.common.values import changed, replaced
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.derived import clipped
from engine.systems.phasesix.entities import Combat, Deed, Item, Sight
from engine.systems.phasesix.fold import combatant, known, running, with_character, with_combat, with_combatant
from engine.systems.phasesix.messages import Event
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import DeedKind

HANDLERS: Handlers[State, Event] = Handlers()
on = HANDLERS.on


@on(
    ev.InitiativeRolled,
    ev.DeedLapsed,
    ev.EvadeFailed,
    ev.CustomDone,
    ev.ThrowResolved,
    ev.DeviationRolled,
    ev.MovedMetres,
    ev.ReactionResolved,
    ev.WoundsDealt,
)
def _told_only(state: State, event: Event) -> Changes:
    return {}


@on(ev.CombatStarted)
def _combat_started(state: State, event: ev.CombatStarted) -> Changes:
    return {"combat": Combat(event.combatants)}


@on(ev.CombatJoined)
def _combat_joined(state: State, event: ev.CombatJoined) -> Changes:
    return with_combat(state, joining=(*running(state).joining, event.combatant))


@on(ev.OrderSet)
def _order_set(state: State, event: ev.OrderSet) -> Changes:
    return with_combat(state, combatants=event.combatants)


@on(ev.OrderChanged)
def _order_changed(state: State, event: ev.OrderChanged) -> Changes:
    combat = running(state)
    joining = tuple(one for one in combat.joining if one.name != event.character)
    gone = combat.holder == event.character and not event.joined
    return with_combat(
        state,
        combatants=event.combatants,
        cursor=event.cursor,
        joining=joining,
        holder=None if gone else combat.holder,
        rider=None if gone else combat.rider,
    )


@on(ev.RoundStarted)
def _round_started(state: State, event: ev.RoundStarted) -> Changes:
    combat = running(state)
    combatants = tuple(changed(one, ended=False, locked="") for one in combat.combatants)
    return with_combat(state, combatants=combatants, round=event.round, cursor=-1, holder=None, acted=False, rider=None)


@on(ev.PriorityGained)
def _priority_gained(state: State, event: ev.PriorityGained) -> Changes:
    combat = running(state)
    one = combatant(state, event.character)
    fresh = changed(one, actions=event.actions, stolen_next=0, locked="")
    return with_combat(
        state,
        combatants=replaced(combat.combatants, one, fresh),
        holder=event.character,
        cursor=event.cursor,
        acted=True,
        rider=None,
        coupled=False,
    )


@on(ev.PrioritySkipped)
def _priority_skipped(state: State, event: ev.PrioritySkipped) -> Changes:
    combat, one = running(state), combatant(state, event.character)
    still = changed(one, actions=0, stolen_next=0)
    return with_combat(
        state, combatants=replaced(combat.combatants, one, still), holder=None, cursor=event.cursor, rider=None
    )


@on(ev.PriorityPassed)
def _priority_passed(state: State, event: ev.PriorityPassed) -> Changes:
    return with_combat(state, holder=None, rider=None, coupled=False)


@on(ev.NobodyCanAct)
def _nobody_can_act(state: State, event: ev.NobodyCanAct) -> Changes:
    return with_combat(state, holder=None)


@on(ev.CombatEnded)
def _combat_ended(state: State, event: ev.CombatEnded) -> Changes:
    return {"combat": None, "checks": (), "throws": (), "group": None, "deed": None, "strike": None, "tasks": ()}


@on(ev.ActionSpent)
def _action_spent(state: State, event: ev.ActionSpent) -> Changes:
    return with_combatant(state, event.character, actions=event.left)


@on(ev.ActionsForfeited)
def _actions_forfeited(state: State, event: ev.ActionsForfeited) -> Changes:
    return with_combatant(state, event.character, actions=0, locked="")


@on(ev.FullAutoBegun)
def _full_auto_begun(state: State, event: ev.FullAutoBegun) -> Changes:
    return with_combatant(state, event.character, actions=event.left, ended=True, locked=event.weapon)


@on(ev.ActionStolen)
def _action_stolen(state: State, event: ev.ActionStolen) -> Changes:
    combat, victim = running(state), combatant(state, event.victim)
    if event.when == "now":
        poorer = changed(victim, actions=victim.actions - 1)
    else:
        poorer = changed(victim, stolen_next=victim.stolen_next + 1)
    thief = combatant(state, event.thief)
    combatants = replaced(combat.combatants, victim, poorer)
    combatants = replaced(combatants, thief, changed(thief, actions=event.actions))
    destiny = clipped(known(state, event.thief).destiny, event.dice_left)
    return with_combat(state, combatants=combatants) | with_character(state, event.thief, destiny=destiny)


@on(ev.PerceptionSet)
def _perception_set(state: State, event: ev.PerceptionSet) -> Changes:
    sight = Sight(event.observer, event.noticed)
    others = tuple(one for one in running(state).blind if one != sight)
    return with_combat(state, blind=others if event.perceives else (*others, sight))


@on(ev.DeedDeclared)
def _deed_declared(state: State, event: ev.DeedDeclared) -> Changes:
    changes: Changes = {"deed": event.deed, "count": state.count + 1}
    if state.combat is not None and not event.deed.reaction:
        changes |= with_combat(state, rider=None, coupled=False, attacks=_latest(state, event.deed))
    return changes


def _latest(state: State, deed: Deed) -> tuple[Deed, ...]:
    attacks = running(state).attacks
    return attacks if deed.kind != DeedKind.ATTACK else (*(one for one in attacks if one.actor != deed.actor), deed)


@on(ev.DeedEnded)
def _deed_ended(state: State, event: ev.DeedEnded) -> Changes:
    return {"deed": None}


@on(ev.AmmoSpent)
def _ammo_spent(state: State, event: ev.AmmoSpent) -> Changes:
    return _with_ammo(state, event.character, event.weapon, event.left)


@on(ev.Reloaded)
def _reloaded(state: State, event: ev.Reloaded) -> Changes:
    return _with_ammo(state, event.character, event.weapon, event.ammo)


def _with_ammo(state: State, character: str, weapon: str, ammo: int) -> Changes:
    who = known(state, character)
    arms = tuple(changed(one, ammo=ammo) if one.name == weapon else one for one in who.weapons)
    return with_character(state, character, weapons=arms)


@on(ev.HitRolled)
def _hit_rolled(state: State, event: ev.HitRolled) -> Changes:
    return _with_hits(state, event.hits)


@on(ev.DeedRolled)
def _deed_rolled(state: State, event: ev.DeedRolled) -> Changes:
    return _with_hits(state, event.successes)


@on(ev.ClockRolled)
def _clock_rolled(state: State, event: ev.ClockRolled) -> Changes:
    return {} if state.deed is None else {"deed": changed(state.deed, clock=event.clock)}


def _with_hits(state: State, hits: int) -> Changes:
    """Hits of the running deed, also as the open window shows them."""
    if state.deed is None:
        return {}
    deed = changed(state.deed, hits=hits)
    changes: Changes = {"deed": deed}
    combat = state.combat
    if combat is not None and combat.window is not None and combat.window.deed.deed_id == deed.deed_id:
        changes["combat"] = changed(combat, window=changed(combat.window, deed=deed))
    return changes


@on(ev.ReactionWindowOpened)
def _window_opened(state: State, event: ev.ReactionWindowOpened) -> Changes:
    return with_combat(state, window=event.window)


@on(ev.ReactionWindowClosed)
def _window_closed(state: State, event: ev.ReactionWindowClosed) -> Changes:
    return with_combat(state, window=None)


@on(ev.ReactionPassed)
def _reaction_passed(state: State, event: ev.ReactionPassed) -> Changes:
    return _answered(state, event.character, reacted=False)


@on(ev.ReactionQueued)
def _reaction_queued(state: State, event: ev.ReactionQueued) -> Changes:
    window = running(state).window
    if window is None:
        return {}
    answer = changed(
        window,
        queued=(*window.queued, event.deed),
        answered=(*window.answered, event.deed.actor),
        reacted=(*window.reacted, event.deed.actor),
    )
    return with_combat(state, window=answer) | {"count": state.count + 1}


def _answered(state: State, name: str, reacted: bool) -> Changes:
    window = running(state).window
    if window is None:
        return {}
    more = (name,) if reacted else ()
    answer = changed(window, answered=(*window.answered, name), reacted=(*window.reacted, *more))
    return with_combat(state, window=answer)


@on(ev.DefenceDeclared)
def _defence_declared(state: State, event: ev.DefenceDeclared) -> Changes:
    return _answered(state, event.character, reacted=True)


@on(ev.Evaded)
def _evaded(state: State, event: ev.Evaded) -> Changes:
    return _with_hits(state, 0)


@on(ev.Parried)
def _parried(state: State, event: ev.Parried) -> Changes:
    return _with_hits(state, event.left)


@on(ev.ParryReferred)
def _parry_referred(state: State, event: ev.ParryReferred) -> Changes:
    window = running(state).window
    return {} if window is None else with_combat(state, window=changed(window, judging=True))


@on(ev.HitsStated)
def _hits_stated(state: State, event: ev.HitsStated) -> Changes:
    window = running(state).window
    if window is None:
        return {}
    closed = changed(state, combat=changed(running(state), window=changed(window, judging=False)))
    return {"combat": closed.combat} | _with_hits(closed, event.hits)


@on(ev.CoverRolled)
def _cover_rolled(state: State, event: ev.CoverRolled) -> Changes:
    return {} if state.strike is None else {"strike": changed(state.strike, hits=event.left, cover=None)}


@on(ev.StrikeMade)
def _strike_made(state: State, event: ev.StrikeMade) -> Changes:
    return {"strike": event.strike}


@on(ev.StrikeEnded)
def _strike_ended(state: State, event: ev.StrikeEnded) -> Changes:
    return {"strike": None}


@on(ev.RiderOpened)
def _rider_opened(state: State, event: ev.RiderOpened) -> Changes:
    return with_combat(state, rider=event.character, coupled=event.coupled)


@on(ev.RiderLapsed)
def _rider_lapsed(state: State, event: ev.RiderLapsed) -> Changes:
    return with_combat(state, rider=None, coupled=False)


@on(ev.ObjectUsed)
def _object_used(state: State, event: ev.ObjectUsed) -> Changes:
    if event.left is None:
        return {}
    who = known(state, event.character)
    return with_character(state, event.character, items=tuple(_used(one, event) for one in who.items))


def _used(item: Item, event: ev.ObjectUsed) -> Item:
    return changed(item, uses=event.left) if item.name == event.item else item


@on(ev.TasksQueued)
def _tasks_queued(state: State, event: ev.TasksQueued) -> Changes:
    return {"tasks": (*event.tasks, *state.tasks) if event.front else (*state.tasks, *event.tasks)}


@on(ev.TaskTaken)
def _task_taken(state: State, event: ev.TaskTaken) -> Changes:
    return {"tasks": state.tasks[1:]}
