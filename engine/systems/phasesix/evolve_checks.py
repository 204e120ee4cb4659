"""Folding facts about checks and dice."""

from engine.common.folding import Changes, Handlers
from engine.common.values import changed, replaced
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.derived import clipped, reaches, rolls_on
from engine.systems.phasesix.entities import Check, Die, Gauge, Outcome, Throw
from engine.systems.phasesix.fold import known, known_check, with_character, with_check, with_combat, with_combatant
from engine.systems.phasesix.house_rules import HouseRules
from engine.systems.phasesix.messages import Event
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import Dice, DieKind

HANDLERS: Handlers[State, Event] = Handlers()
on = HANDLERS.on


@on(ev.CheckRequested)
def _check_requested(state: State, event: ev.CheckRequested) -> Changes:
    return {"checks": (*state.checks, event.check), "lying": None, "count": state.count + 1}


@on(ev.CheckImpossible)
def _check_impossible(state: State, event: ev.CheckImpossible) -> Changes:
    return {}


@on(ev.CheckWithdrawn)
def _check_withdrawn(state: State, event: ev.CheckWithdrawn) -> Changes:
    check = known_check(state, event.check_id)
    throws = tuple(throw for throw in state.throws if throw.ref != check.check_id)
    return {"checks": replaced(state.checks, check, None), "throws": throws}


@on(ev.DiceRequested)
def _dice_requested(state: State, event: ev.DiceRequested) -> Changes:
    throws = (*state.throws[: event.at], event.throw, *state.throws[event.at :])
    return {"throws": throws, "lying": None, "count": state.count + 1}


@on(ev.DiceRolled)
def _dice_rolled(state: State, event: ev.DiceRolled) -> Changes:
    throw = next(throw for throw in state.throws if throw.request.request_id == event.request_id)
    changes: Changes = {"throws": replaced(state.throws, throw, None)}
    if event.purpose in (Dice.POOL, Dice.EXPLODE, Dice.DESTINY):
        check = known_check(state, event.ref)
        return changes | {"checks": replaced(state.checks, check, _landed(check, event, state.house_rules))}
    if event.purpose is Dice.INITIATIVE:
        return changes | _initiative(state, event)
    if event.purpose is Dice.ROLL_OFF:
        return changes | _roll_off(state, event)
    return changes


def _landed(check: Check, event: ev.DiceRolled, rules: HouseRules) -> Check:
    """The check with the dice of one throw on the table."""
    if event.purpose is Dice.EXPLODE:
        return changed(check, dice=_rolled_on(check, event, rules))
    destiny = event.purpose is Dice.DESTINY
    kinds = tuple(kind for kind in check.due if (kind is DieKind.DESTINY) == destiny)
    rest = tuple(kind for kind in check.due if (kind is DieKind.DESTINY) != destiny)
    if event.successes is not None:
        new = tuple(Die(kind, (), at < event.successes) for at, kind in enumerate(kinds))
    else:
        new = tuple(
            Die(kind, (face,), reaches(check, kind, face, rules))
            for kind, face in zip(kinds, event.faces, strict=False)
        )
    return changed(check, dice=(*check.dice, *new), due=rest)


def _rolled_on(check: Check, event: ev.DiceRolled, rules: HouseRules) -> tuple[Die, ...]:
    """The dice with one more face each for those rolled on; only told successes leave no faces behind."""
    dice, thrown = [], 0
    for die in check.dice:
        if not rolls_on(check, die, rules):
            dice.append(die)
            continue
        if event.successes is not None:
            dice.append(Die(die.kind, (), thrown < event.successes))
        else:
            faces = (*die.faces, event.faces[thrown])
            dice.append(Die(die.kind, faces, reaches(check, die.kind, sum(faces), rules)))
        thrown += 1
    return tuple(dice)


def _initiative(state: State, event: ev.DiceRolled) -> Changes:
    combat = state.combat
    late = next((one for one in combat.joining if one.name == event.ref), None) if combat is not None else None
    if combat is not None and late is not None:
        grown = changed(late, score=late.score + event.faces[0])
        return with_combat(state, joining=replaced(combat.joining, late, grown))
    one = combat.of(event.ref) if combat is not None else None
    return with_combatant(state, event.ref, score=one.score + event.faces[0]) if one is not None else {}


def _roll_off(state: State, event: ev.DiceRolled) -> Changes:
    """A further 6 belongs to the same roll-off, so it is added to its total (P6-28)."""
    one = state.combat.of(event.ref) if state.combat is not None else None
    if one is None:
        return {}
    again = bool(one.ties) and one.ties[-1] > 0 and one.ties[-1] % 6 == 0
    ties = (*one.ties[:-1], one.ties[-1] + event.faces[0]) if again else (*one.ties, event.faces[0])
    return with_combatant(state, event.ref, ties=ties)


@on(ev.BonusDieUsed)
def _bonus_die_used(state: State, event: ev.BonusDieUsed) -> Changes:
    changes = with_character(
        state, event.character, bonus=clipped(known(state, event.character).bonus, event.left)
    ) | _due(state, event.check_id, (DieKind.BONUS,) * event.count)
    owed = next((one for one in state.throws if one.ref == event.check_id and one.request.purpose == Dice.POOL), None)
    if owed is not None:
        request = changed(owed.request, count=owed.request.count + event.count)
        changes["throws"] = replaced(state.throws, owed, Throw(request, owed.ref))
    return changes


@on(ev.DestinyDieUsed)
def _destiny_die_used(state: State, event: ev.DestinyDieUsed) -> Changes:
    destiny = clipped(known(state, event.character).destiny, event.left)
    changes = with_character(state, event.character, destiny=destiny)
    changes |= _due(state, event.check_id, (DieKind.DESTINY,) * event.count)
    owed = next(
        (one for one in state.throws if one.ref == event.check_id and one.request.purpose == Dice.DESTINY), None
    )
    if owed is not None:
        request = changed(owed.request, count=owed.request.count + event.count)
        changes["throws"] = replaced(state.throws, owed, Throw(request, owed.ref))
    return changes


def _due(state: State, check_id: str, kinds: tuple[DieKind, ...]) -> Changes:
    return with_check(state, check_id, due=(*known_check(state, check_id).due, *kinds))


@on(ev.Rerolled)
def _rerolled(state: State, event: ev.Rerolled) -> Changes:
    check, who = known_check(state, event.check_id), known(state, event.character)
    again = {DieKind.NATURAL} if state.house_rules.reroll_scope == "natural" else set(DieKind)
    thrown = tuple(die.kind for die in check.dice if die.kind in again)
    kept = tuple(die for die in check.dice if die.kind not in again)
    gauge: Gauge = who.rerolls if event.pay == "reroll" else who.destiny
    paid = {"rerolls" if event.pay == "reroll" else "destiny": clipped(gauge, event.left)}
    return with_character(state, who.name, **paid) | with_check(
        state, check.check_id, due=thrown, dice=kept, old=check.dice, rolled=False
    )


@on(ev.CheckRolled)
def _check_rolled(state: State, event: ev.CheckRolled) -> Changes:
    check = known_check(state, event.check_id)
    dice = check.old if event.kept_old else check.dice
    return with_check(state, event.check_id, rolled=True, dice=dice, old=())


@on(ev.CheckResolved)
def _check_resolved(state: State, event: ev.CheckResolved) -> Changes:
    check = known_check(state, event.check_id)
    last = Outcome(
        event.check_id, event.character, event.trait, event.purpose, event.successes, event.success, event.best
    )
    throws = tuple(throw for throw in state.throws if throw.ref != check.check_id)
    return {"checks": replaced(state.checks, check, None), "last": last, "lying": check, "throws": throws}


@on(ev.GroupCheckRequested)
def _group_requested(state: State, event: ev.GroupCheckRequested) -> Changes:
    return {"group": event.group, "count": state.count + 1}


@on(ev.GroupMemberRolled)
def _group_member_rolled(state: State, event: ev.GroupMemberRolled) -> Changes:
    return {} if state.group is None else {"group": changed(state.group, total=event.total, done=state.group.done + 1)}


@on(ev.GroupCheckResolved)
def _group_resolved(state: State, event: ev.GroupCheckResolved) -> Changes:
    return {"group": None}


@on(ev.ConcealmentResolved)
def _concealment_resolved(state: State, event: ev.ConcealmentResolved) -> Changes:
    return {}


@on(ev.DestinyGranted)
def _destiny_granted(state: State, event: ev.DestinyGranted) -> Changes:
    who = known(state, event.character)
    return with_character(state, who.name, destiny=Gauge(event.now, who.destiny.most))
