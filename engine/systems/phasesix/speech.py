"""What to say aloud about one batch of events: short, factual, in the order things happened, what is wanted last.

Weights: 3 what somebody has to do now (dice, reactions, priority, dying), 2 results, 1 detail.
"""

from collections.abc import Callable, Iterator
from typing import Any

from engine.common.words import counted, listed, number
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.decide_reactions import may_defend
from engine.systems.phasesix.describe import DEEDS, TOLD_OTHERWISE, describe
from engine.systems.phasesix.entities import Check, Throw, Window
from engine.systems.phasesix.events import Event
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import Cond, Dice
from engine.types import Spoken


def say(before: State, events: tuple[Event, ...], after: State) -> tuple[Spoken, ...]:
    """Merges one batch into what a companion says aloud.

    Args:
        before: State the batch was decided on.
        events: The batch, in order.
        after: State with the batch folded in.
    """
    told = [spoken for event in events for spoken in _told(event, after)]
    return (*told, *_wanted(before, events, after))


def _told(event: Event, after: State) -> Iterator[Spoken]:
    weight = WEIGHTS.get(type(event))
    special = SPECIAL.get(type(event))
    if special is not None:
        yield from special(event, after)
    elif weight is not None:
        text = describe(event)
        if text:
            yield Spoken(text, weight)


def _resolved(event: ev.CheckResolved, after: State) -> Iterator[Spoken]:
    if event.purpose in TOLD_OTHERWISE:
        return
    count = counted(event.successes, "success", "successes")
    short = f", {number(event.needed)} needed" if 0 < event.successes < event.needed else ""
    yield Spoken(f"{event.character}: {count}{short}.", 2)


def _rolled(event: ev.CheckRolled, after: State) -> Iterator[Spoken]:
    """How a roll stands that is still open, and what its owner could add."""
    check = after.check(event.check_id)
    if check is None or check.due or any(throw.ref == check.check_id for throw in after.throws):
        return
    offer = offers(after, check)
    if offer:
        yield Spoken(f"{check.character}: {counted(event.successes, 'success', 'successes')}. {offer}", 3)


def offers(state: State, check: Check) -> str:
    """What is left to add to an open roll, as a question; empty when nothing is."""
    who = state.character(check.character)
    if who is None or not check.extras:
        return ""
    left = []
    if who.bonus.now:
        left.append(counted(who.bonus.now, "bonus die", "bonus dice"))
    if who.destiny.now:
        left.append(counted(who.destiny.now, "destiny die", "destiny dice"))
    if who.rerolls.now and check.rolled:
        left.append(counted(who.rerolls.now, "reroll"))
    return f"{listed(left, 'or').capitalize()} left; add or leave it?" if left else ""


def _hits(event: ev.HitRolled, after: State) -> Iterator[Spoken]:
    """The hits, unless the question to whoever may defend says them."""
    window = after.combat.window if after.combat is not None else None
    asked = window is not None and after.house_rules.announce_windows and may_defend(after, window)
    if not asked:
        yield Spoken(describe(event), 2)


def _round(event: ev.RoundStarted, after: State) -> Iterator[Spoken]:
    yield Spoken(f"Round {number(event.round)}.", 2)


def _order(event: ev.OrderSet, after: State) -> Iterator[Spoken]:
    if any(throw.request.purpose == Dice.ROLL_OFF for throw in after.throws):
        return
    parts = [f"{one.name} {number(one.score)}" for one in event.combatants]
    yield Spoken(f"Order: {', '.join(parts)}.", 2)


def _gained(event: ev.PriorityGained, after: State) -> Iterator[Spoken]:
    yield Spoken(f"{event.character} has priority, {counted(event.actions, 'action')}.", 3)


def _passed(event: ev.PriorityPassed, after: State) -> Iterator[Spoken]:
    if event.kept:
        yield Spoken(f"{event.character} keeps {number(event.kept)}.", 2)


def _spent(event: ev.ActionSpent, after: State) -> Iterator[Spoken]:
    if event.left:
        yield Spoken(f"{event.character} has {counted(event.left, 'action')} left.", 1)


def _ended(event: ev.FullAutoBegun, after: State) -> Iterator[Spoken]:
    one = after.combat.of(event.character) if after.combat is not None else None
    if one is None or not one.actions:
        yield Spoken(f"{event.character} is done this round.", 2)


def _bought(event: ev.ActionBought, after: State) -> Iterator[Spoken]:
    yield Spoken(f"{event.character} has {counted(event.actions, 'action')} now.", 2)


def _wounds(event: ev.WoundsTaken, after: State) -> Iterator[Spoken]:
    who = after.character(event.character)
    left = ""
    if who is not None and not who.fainted and who.kind == "pc":
        boosts = f" and {counted(event.boosts, 'boost')}" if event.boosts else ""
        left = f", {counted(event.hearts, 'heart')}{boosts} left"
    yield Spoken(f"{event.character}: {counted(event.count, 'wound')}{left}.", 2)


def _dying(event: ev.DyingStarted, after: State) -> Iterator[Spoken]:
    yield Spoken(f"{event.character}: dying one, one success needed.", 3)


def _condition_rolled(event: ev.ConditionRolled, after: State) -> Iterator[Spoken]:
    if event.cond is Cond.DYING and event.value < 6:
        needed = counted(event.value, "success", "successes")
        yield Spoken(f"{event.character}: dying {number(event.value)}, {needed} needed.", 3)
    elif event.cond is Cond.BLEEDING and event.successes:
        yield Spoken(f"{event.character} loses no blood.", 2)
    elif event.cond is not Cond.BLEEDING and event.value < 6:
        yield Spoken(describe(event), 2)


def _moved(event: ev.MovedMetres, after: State) -> Iterator[Spoken]:
    if after.house_rules.metres_speech and event.metres:
        yield Spoken(describe(event), 1)


def _rested(event: ev.RestRolled, after: State) -> Iterator[Spoken]:
    unit = {"hearts": "hearts", "arcana": "arcana", "stress": "stress"}[event.what]
    yield Spoken(f"{event.character}: {unit} {number(event.now)}.", 2)


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
    ev.ActionBought: _bought,
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
    **dict.fromkeys((ev.SessionStarted, ev.SessionEnded, ev.HouseRuleChanged, ev.CharacterFinished), 2),
    **dict.fromkeys((ev.StateCorrected, ev.ReputationGained, ev.OrderChanged, ev.ActionsForfeited), 2),
    **dict.fromkeys((ev.GroupMemberRolled, ev.BonusDieUsed, ev.DestinyDieUsed, ev.ArcanaSpent), 1),
    **dict.fromkeys(
        (ev.Reloaded, ev.ObjectUsed, ev.CustomDone, ev.DeedDeclared, ev.DefenceDeclared, ev.GearChanged), 1
    ),
    **dict.fromkeys((ev.PerceptionSet, ev.CharacterCreated, ev.EraChosen, ev.RestBegun), 1),
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
        yield Spoken(f"{after.gm}, how many hits are left?", 3)
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
        yield Spoken(f"{deed.target}: evade, parry, or take {counted(deed.hits, 'hit')}?", 3)
    others = [name for name in open_to if not (defends and name == deed.target)]
    if others and not window.defence:
        what = DEEDS.get(deed.kind, "acts")
        yield Spoken(f"{deed.actor} {what}. Reactions, {listed(others)}?", 2)


def _powerless(events: tuple[Event, ...], after: State) -> Iterator[Spoken]:
    """A roll that has no natural dice waits for extra ones (P6-12)."""
    for event in events:
        check = after.check(event.check.check_id) if isinstance(event, ev.CheckRequested) else None
        if check is not None and not check.due and not check.dice:
            yield Spoken(f"{check.character} has no dice for {check.trait}. {offers(after, check)}", 3)


def wanted(state: State, throws: tuple[Throw, ...]) -> Iterator[Spoken]:
    """The dice asked for, one sentence for all initiative, one for each other throw."""
    initiative = [throw for throw in throws if throw.request.purpose == Dice.INITIATIVE]
    fighters = len(state.combat.combatants) if state.combat is not None else 0
    if initiative and len(initiative) == fighters:
        yield Spoken("Initiative: one die each, sixes again.", 3)
    elif len(initiative) > 1:
        yield Spoken(f"Still to roll initiative: {listed(throw.ref for throw in initiative)}.", 3)
    for throw in throws:
        if throw not in initiative or len(initiative) == 1:
            yield Spoken(_throw_text(state, throw), 3)


def _throw_text(state: State, throw: Throw) -> str:
    request = throw.request
    dice = counted(request.count, "die", "dice")
    check = state.check(throw.ref)
    if check is not None and request.purpose == Dice.POOL:
        if check.rolled or check.dice:
            return f"{check.character}: {dice} more."
        return f"{check.character}, {check.trait}: {dice}, {number(check.eff_min)} or more."
    if request.purpose == Dice.EXPLODE:
        return f"{'The six' if request.count == 1 else f'{number(request.count).capitalize()} sixes'} again."
    if request.purpose == Dice.DESTINY:
        return f"{'Destiny die' if request.count == 1 else f'{number(request.count).capitalize()} destiny dice'}?"
    if request.purpose == Dice.INITIATIVE:
        again = state.combat is not None and any(one.score for one in state.combat.combatants if one.name == throw.ref)
        return f"{throw.ref}: the six again." if again else f"{throw.ref}: initiative, one die."
    if request.purpose == Dice.ROLL_OFF:
        return f"{throw.ref}: one die for the tie."
    if request.purpose == Dice.CLOCK:
        return "Where does it land? One twelve-sided die."
    if request.purpose == Dice.METRES:
        return "How far off? One die."
    return f"{request.roller}: {dice} for {request.because}."


def remind(state: State) -> tuple[Spoken, ...]:
    """What the table owes in this state, for asking again."""
    said = list(wanted(state, state.throws))
    window = state.combat.window if state.combat is not None else None
    if not said and window is not None:
        said += _window(state, window)
    return tuple(said)


def summarise(events: tuple[Event, ...], before: State) -> str:
    """A phrase for what one batch did, to follow "Undone:"."""
    for event in events:
        if isinstance(event, ev.DiceRolled):
            check = before.check(event.ref)
            return f"{check.character}'s {check.trait} roll" if check is not None else f"{event.player}'s dice"
        phrase = _PHRASES.get(type(event))
        if phrase is not None:
            return phrase(event)
    said = next((text for event in events if (text := describe(event))), "")
    return said.rstrip(".") or "nothing"


_PHRASES: dict[type[Event], Callable[[Any], str]] = {
    ev.CheckRequested: lambda e: f"{e.check.character}'s {e.check.trait} check",
    ev.GroupCheckRequested: lambda e: f"the group roll on {e.group.trait}",
    ev.CombatStarted: lambda e: "the start of the fight",
    ev.CombatEnded: lambda e: "the end of the fight",
    ev.DeedDeclared: lambda e: f"{e.deed.actor}'s {e.deed.kind.replace('_', ' ')}",
    ev.DefenceDeclared: lambda e: f"{e.character}'s {'evasion' if e.how == 'evade' else 'parry'}",
    ev.ReactionQueued: lambda e: f"{e.deed.actor}'s reaction",
    ev.PriorityPassed: lambda e: f"the end of {e.character}'s turn",
    ev.BonusDieUsed: lambda e: f"{e.character}'s bonus die",
    ev.DestinyDieUsed: lambda e: f"{e.character}'s destiny die",
    ev.Rerolled: lambda e: f"{e.character}'s reroll",
    ev.ActionBought: lambda e: f"{e.character}'s bought action",
    ev.ActionStolen: lambda e: f"{e.thief}'s stolen action",
    ev.RestBegun: lambda e: "the rest",
    ev.WoundsTaken: lambda e: f"{e.character}'s {counted(e.count, 'wound')}",
    ev.StressChanged: lambda e: f"{e.character}'s stress",
    ev.ConditionSet: lambda e: f"{e.character} being {e.cond}",
}
"""What a batch beginning with an event is called."""
