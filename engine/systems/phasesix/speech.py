"""What to say aloud about one batch of events: short, factual, in the order things happened, what is wanted last.

Weights: 3 what somebody has to do now (dice, reactions, priority, dying), 2 results, 1 detail.
"""

from collections.abc import Callable, Iterator
from typing import Any

from engine.common.words import counted, listed, number
from engine.phrase import EMPTY, Phrase, capital, joined, phrase, spelled
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.decide_reactions import may_defend
from engine.systems.phasesix.describe import DEEDS, TOLD_OTHERWISE, describe, told
from engine.systems.phasesix.entities import Check, Throw, Window
from engine.systems.phasesix.messages import Event
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import Cond, Dice
from engine.systems.phasesix.words import worded
from engine.types import Spoken


def say(before: State, events: tuple[Event, ...], after: State) -> tuple[Spoken, ...]:
    """Merges one batch into what a companion says aloud.

    Args:
        before: State the batch was decided on.
        events: The batch, in order.
        after: State with the batch folded in.
    """
    done = [spoken for event in events for spoken in _told(event, after)]
    return (*done, *_wanted(before, events, after))


def _told(event: Event, after: State) -> Iterator[Spoken]:
    weight = WEIGHTS.get(type(event))
    special = SPECIAL.get(type(event))
    if special is not None:
        yield from special(event, after)
    elif weight is not None:
        text = describe(event)
        if text:
            yield Spoken(text, weight)
    elif (said := event.aloud()) is not None:
        yield said


def _resolved(event: ev.CheckResolved, after: State) -> Iterator[Spoken]:
    if event.purpose in TOLD_OTHERWISE:
        return
    who, successes = event.character, counted(event.successes, "success", "successes")
    if 0 < event.successes < event.needed:
        needed = number(event.needed)
        text = phrase("{character}: {successes}, {needed} needed.", character=who, successes=successes, needed=needed)
    else:
        text = phrase("{character}: {successes}.", character=who, successes=successes)
    yield Spoken(text, 2)


def _rolled(event: ev.CheckRolled, after: State) -> Iterator[Spoken]:
    """How a roll stands that is still open, and what its owner could add."""
    check = after.check(event.check_id)
    if check is None or check.due or any(throw.ref == check.check_id for throw in after.throws):
        return
    offer = offers(after, check)
    if offer:
        successes = counted(event.successes, "success", "successes")
        stands = phrase("{character}: {successes}.", character=check.character, successes=successes)
        yield Spoken(joined((stands, offer)), 3)


def offers(state: State, check: Check) -> Phrase:
    """What is left to add to an open roll, as a question; empty when nothing is."""
    who = state.character(check.character)
    if who is None or not check.extras:
        return EMPTY
    left = []
    if who.bonus.now:
        left.append(counted(who.bonus.now, "bonus die", "bonus dice"))
    if who.destiny.now:
        left.append(counted(who.destiny.now, "destiny die", "destiny dice"))
    if who.rerolls.now and check.rolled:
        left.append(counted(who.rerolls.now, "reroll", "rerolls"))
    return capital(phrase("{dice} left; add or leave it?", dice=listed(left, "or"))) if left else EMPTY


def _hits(event: ev.HitRolled, after: State) -> Iterator[Spoken]:
    """The hits, unless the question to whoever may defend says them."""
    window = after.combat.window if after.combat is not None else None
    asked = window is not None and after.house_rules.announce_windows and may_defend(after, window)
    if not asked:
        yield Spoken(describe(event), 2)


def _round(event: ev.RoundStarted, after: State) -> Iterator[Spoken]:
    yield Spoken(describe(event), 2)


def _order(event: ev.OrderSet, after: State) -> Iterator[Spoken]:
    if any(throw.request.purpose == Dice.ROLL_OFF for throw in after.throws):
        return
    scores = [phrase("{name} {score}", name=one.name, score=number(one.score)) for one in event.combatants]
    yield Spoken(phrase("Order: {scores}.", scores=joined(scores, ", ")), 2)


def _gained(event: ev.PriorityGained, after: State) -> Iterator[Spoken]:
    actions = counted(event.actions, "action", "actions")
    yield Spoken(phrase("{character} has priority, {actions}.", character=event.character, actions=actions), 3)


def _passed(event: ev.PriorityPassed, after: State) -> Iterator[Spoken]:
    if event.kept:
        yield Spoken(describe(event), 2)


def _spent(event: ev.ActionSpent, after: State) -> Iterator[Spoken]:
    if event.left:
        actions = counted(event.left, "action", "actions")
        yield Spoken(phrase("{character} has {actions} left.", character=event.character, actions=actions), 1)


def _ended(event: ev.FullAutoBegun, after: State) -> Iterator[Spoken]:
    one = after.combat.of(event.character) if after.combat is not None else None
    if one is None or not one.actions:
        yield Spoken(phrase("{character} is done this round.", character=event.character), 2)


def _wounds(event: ev.WoundsTaken, after: State) -> Iterator[Spoken]:
    who, name, wounds = after.character(event.character), event.character, counted(event.count, "wound", "wounds")
    hearts, boosts = counted(event.hearts, "heart", "hearts"), counted(event.boosts, "boost", "boosts")
    if who is None or who.fainted or who.kind != "pc":
        text = phrase("{character}: {wounds}.", character=name, wounds=wounds)
    elif not event.boosts:
        text = phrase("{character}: {wounds}, {hearts} left.", character=name, wounds=wounds, hearts=hearts)
    else:
        text = phrase(
            "{character}: {wounds}, {hearts} and {boosts} left.",
            character=name,
            wounds=wounds,
            hearts=hearts,
            boosts=boosts,
        )
    yield Spoken(text, 2)


def _dying(event: ev.DyingStarted, after: State) -> Iterator[Spoken]:
    yield Spoken(phrase("{character}: dying one, one success needed.", character=event.character), 3)


def _condition_rolled(event: ev.ConditionRolled, after: State) -> Iterator[Spoken]:
    who = event.character
    if event.cond is Cond.DYING and event.value < 6:
        needed = counted(event.value, "success", "successes")
        value = number(event.value)
        text = phrase("{character}: dying {value}, {successes} needed.", character=who, value=value, successes=needed)
        yield Spoken(text, 3)
    elif event.cond is Cond.BLEEDING and event.successes:
        yield Spoken(phrase("{character} loses no blood.", character=who), 2)
    elif event.cond is not Cond.BLEEDING and event.value < 6:
        yield Spoken(describe(event), 2)


def _moved(event: ev.MovedMetres, after: State) -> Iterator[Spoken]:
    if after.house_rules.metres_speech and event.metres:
        yield Spoken(describe(event), 1)


def _rested(event: ev.RestRolled, after: State) -> Iterator[Spoken]:
    what = spelled(event.what)
    yield Spoken(phrase("{character}: {what} {now}.", character=event.character, what=what, now=number(event.now)), 2)


def _refreshed(event: ev.DiceRefreshed, after: State) -> Iterator[Spoken]:
    who = after.character(event.character)
    if who is not None and (who.bonus.most or who.destiny.most or who.rerolls.most):
        yield Spoken(describe(event), 1)


SPECIAL: dict[type[Event], Callable[[Any, State], Iterator[Spoken]]] = {
    ev.CheckResolved: _resolved,
    ev.CheckRolled: _rolled,
    ev.HitRolled: _hits,
    ev.RoundStarted: _round,
    ev.OrderSet: _order,
    ev.PriorityPassed: _passed,
    ev.ActionSpent: _spent,
    ev.FullAutoBegun: _ended,
    ev.WoundsTaken: _wounds,
    ev.PriorityGained: _gained,
    ev.DyingStarted: _dying,
    ev.ConditionRolled: _condition_rolled,
    ev.MovedMetres: _moved,
    ev.RestRolled: _rested,
    ev.DiceRefreshed: _refreshed,
}
"""Events that are said differently from their description."""

WEIGHTS: dict[type[Event], int] = {
    **dict.fromkeys((ev.Died, ev.Fainted, ev.TickGained, ev.DeedLapsed), 3),
    **dict.fromkeys((ev.CheckImpossible, ev.CheckWithdrawn, ev.GroupCheckResolved, ev.ConcealmentResolved), 2),
    **dict.fromkeys((ev.DestinyGranted, ev.CombatEnded, ev.PrioritySkipped, ev.NobodyCanAct), 2),
    **dict.fromkeys((ev.ActionStolen, ev.Evaded, ev.EvadeFailed, ev.Parried), 2),
    **dict.fromkeys((ev.CoverRolled, ev.WoundsDealt, ev.HitsStated, ev.ReactionResolved, ev.ReactionQueued), 2),
    **dict.fromkeys((ev.ThrowResolved, ev.DeviationRolled, ev.HeartsHealed, ev.BoostGained), 2),
    **dict.fromkeys((ev.ConditionSet, ev.ConditionRemoved, ev.Stabilised, ev.AidFailed, ev.BleedingStopped), 2),
    **dict.fromkeys((ev.StressChanged, ev.TickRecorded, ev.TickRemoved, ev.SpellCast, ev.SpellFizzled), 2),
    **dict.fromkeys((ev.SpellLearned, ev.SpellForgotten, ev.SpellModified, ev.TemplateTaken, ev.TemplateBought), 2),
    **dict.fromkeys((ev.SessionStarted, ev.SessionEnded, ev.HouseRuleChanged, ev.CharacterFinished, ev.RestBegun), 2),
    **dict.fromkeys((ev.StateCorrected, ev.ReputationGained, ev.OrderChanged, ev.ActionsForfeited), 2),
    **dict.fromkeys((ev.GroupMemberRolled, ev.BonusDieUsed, ev.DestinyDieUsed, ev.ArcanaSpent), 1),
    **dict.fromkeys(
        (ev.Reloaded, ev.ObjectUsed, ev.CustomDone, ev.DeedDeclared, ev.DefenceDeclared, ev.GearChanged), 1
    ),
    **dict.fromkeys((ev.PerceptionSet, ev.CharacterCreated, ev.EraChosen), 1),
}
"""Weight of events said as they are described."""


def _wanted(before: State, events: tuple[Event, ...], after: State) -> Iterator[Spoken]:
    """What the table owes now: reactions to the running deed, then dice."""
    fresh = {event.throw.request.request_id for event in events if isinstance(event, ev.DiceRequested)}
    window = after.combat.window if after.combat is not None else None
    opened = any(isinstance(event, ev.ReactionWindowOpened | ev.EvadeFailed | ev.Parried) for event in events)
    if window is not None and opened and not after.throws:
        yield from _window(after, window)
    if any(isinstance(event, ev.ParryReferred) for event in events) and after.gm is not None:
        yield Spoken(phrase("{gm}, how many hits are left?", gm=after.gm), 3)
    yield from wanted(after, tuple(throw for throw in after.throws if throw.request.request_id in fresh))
    yield from _powerless(events, after)


def _window(state: State, window: Window) -> Iterator[Spoken]:
    """Who may react, and first of all whether the target defends."""
    if not state.house_rules.announce_windows:
        return
    deed = window.deed
    open_to = [name for name in window.eligible if name not in window.answered]
    defends = may_defend(state, window)
    if defends:
        hits = counted(deed.hits, "hit", "hits")
        yield Spoken(phrase("{target}: evade, parry, or take {hits}?", target=deed.target, hits=hits), 3)
    others = [name for name in open_to if not (defends and name == deed.target)]
    if others and not window.defence:
        does, names = DEEDS[deed.kind], listed(others)
        yield Spoken(phrase("{actor} {does}. Reactions, {names}?", actor=deed.actor, does=does, names=names), 2)


def _powerless(events: tuple[Event, ...], after: State) -> Iterator[Spoken]:
    """A roll that has no natural dice waits for extra ones (P6-12)."""
    for event in events:
        check = after.check(event.check.check_id) if isinstance(event, ev.CheckRequested) else None
        if check is not None and not check.due and not check.dice:
            none = phrase("{character} has no dice for {trait}.", character=check.character, trait=worded(check.trait))
            yield Spoken(joined((none, offers(after, check))), 3)


def wanted(state: State, throws: tuple[Throw, ...]) -> Iterator[Spoken]:
    """The dice asked for, one sentence for all initiative, one for each other throw."""
    initiative = [throw for throw in throws if throw.request.purpose == Dice.INITIATIVE]
    fighters = len(state.combat.combatants) if state.combat is not None else 0
    if initiative and len(initiative) == fighters:
        yield Spoken(phrase("Initiative: one die each, sixes again."), 3)
    elif len(initiative) > 1:
        yield Spoken(phrase("Still to roll initiative: {names}.", names=listed(throw.ref for throw in initiative)), 3)
    for throw in throws:
        if throw not in initiative or len(initiative) == 1:
            yield Spoken(_throw_text(state, throw), 3)


def _throw_text(state: State, throw: Throw) -> Phrase:
    request, check = throw.request, state.check(throw.ref)
    if check is not None and request.purpose == Dice.POOL:
        return _pool_text(check, request.count)
    if request.purpose == Dice.EXPLODE:
        if request.count == 1:
            return phrase("The six again.")
        return capital(phrase("{number} sixes again.", number=number(request.count)))
    if request.purpose == Dice.DESTINY:
        if request.count == 1:
            return phrase("Destiny die?")
        return capital(phrase("{number} destiny dice?", number=number(request.count)))
    if request.purpose == Dice.INITIATIVE:
        if state.combat is not None and any(one.score for one in state.combat.combatants if one.name == throw.ref):
            return phrase("{character}: the six again.", character=throw.ref)
        return phrase("{character}: initiative, one die.", character=throw.ref)
    if request.purpose == Dice.ROLL_OFF:
        return phrase("{character}: one die for the tie.", character=throw.ref)
    if request.purpose == Dice.CLOCK:
        return phrase("Where does it land? One twelve-sided die.")
    if request.purpose == Dice.METRES:
        return phrase("How far off? One die.")
    dice = counted(request.count, "die", "dice")
    return phrase("{player}: {dice} for {because}.", player=request.roller, dice=dice, because=request.because)


def _pool_text(check: Check, count: int) -> Phrase:
    dice = counted(count, "die", "dice")
    if check.rolled or check.dice:
        return phrase("{character}: {dice} more.", character=check.character, dice=dice)
    return phrase(
        "{character}, {trait}: {dice}, {least} or more.",
        character=check.character,
        trait=worded(check.trait),
        dice=dice,
        least=number(check.eff_min),
    )


def remind(state: State) -> tuple[Spoken, ...]:
    """What the table owes in this state, for asking again."""
    said = list(wanted(state, state.throws))
    window = state.combat.window if state.combat is not None else None
    if not said and window is not None:
        said += _window(state, window)
    return tuple(said)


def summarise(events: tuple[Event, ...], before: State) -> Phrase:
    """A phrase for what one batch did, to follow "Undone:"."""
    for event in events:
        if isinstance(event, ev.DiceRolled):
            check = before.check(event.ref)
            if check is None:
                return phrase("{player}'s dice", player=event.player)
            return phrase("{character}'s {trait} roll", character=check.character, trait=worded(check.trait))
        if undone := event.undone():
            return undone
        named = _NAMED.get(type(event))
        if named is not None:
            return named(event)
    return next((capital(text) for event in events if (text := told(event))), phrase("nothing"))


_NAMED: dict[type[Event], Callable[[Any], Phrase]] = {
    ev.CheckRequested: lambda e: phrase(
        "{character}'s {trait} check", character=e.check.character, trait=worded(e.check.trait)
    ),
    ev.GroupCheckRequested: lambda e: phrase("the group roll on {trait}", trait=worded(e.group.trait)),
    ev.CombatStarted: lambda e: phrase("the start of the fight"),
    ev.CombatEnded: lambda e: phrase("the end of the fight"),
    ev.DeedDeclared: lambda e: phrase("{character}'s {deed}", character=e.deed.actor, deed=spelled(e.deed.kind)),
    ev.DefenceDeclared: lambda e: (
        phrase("{character}'s evasion", character=e.character)
        if e.how == "evade"
        else phrase("{character}'s parry", character=e.character)
    ),
    ev.ReactionQueued: lambda e: phrase("{character}'s reaction", character=e.deed.actor),
    ev.PriorityPassed: lambda e: phrase("the end of {character}'s turn", character=e.character),
    ev.BonusDieUsed: lambda e: phrase("{character}'s bonus die", character=e.character),
    ev.DestinyDieUsed: lambda e: phrase("{character}'s destiny die", character=e.character),
    ev.Rerolled: lambda e: phrase("{character}'s reroll", character=e.character),
    ev.ActionStolen: lambda e: phrase("{character}'s stolen action", character=e.thief),
    ev.RestBegun: lambda e: phrase("the rest"),
    ev.WoundsTaken: lambda e: phrase(
        "{character}'s {wounds}", character=e.character, wounds=counted(e.count, "wound", "wounds")
    ),
    ev.StressChanged: lambda e: phrase("{character}'s stress", character=e.character),
    ev.ConditionSet: lambda e: phrase(
        "{character} being {condition}", character=e.character, condition=spelled(e.cond)
    ),
}
"""What a batch beginning with an event is called."""
