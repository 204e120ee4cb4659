"""Words aloud about one batch of events: short, factual, in the order things happened, what is wanted last.

Weights: 3 what somebody has to do now (dice, reactions, priority, dying), 2 results, 1 detail.
"""

from collections.abc import Iterator

from engine.common.words import counted, listed, number
from engine.phrase import Phrase, capital, joined, phrase
from engine.systems.phasesix.entities import Check, State, Throw, Window
from engine.systems.phasesix.ledger import DiceRequested
from engine.systems.phasesix.messages import Event
from engine.systems.phasesix.rules.checks import CheckRequested, offers
from engine.systems.phasesix.rules.deeds import DEED_WORDS
from engine.systems.phasesix.rules.defence import EvadeFailed, Parried, ParryReferred
from engine.systems.phasesix.rules.dice import DiceRolled
from engine.systems.phasesix.rules.windows import ReactionWindowOpened, may_defend
from engine.systems.phasesix.vocabulary import DeedKind, Dice
from engine.systems.phasesix.words import worded
from engine.types import Spoken


def say(before: State, events: tuple[Event, ...], after: State) -> tuple[Spoken, ...]:
    """Merges one batch into what a companion says aloud.

    Args:
        before: State the batch was decided on.
        events: The batch, in order.
        after: State with the batch folded in.
    """
    done = (event.aloud_at(after) for event in events)
    return (*filter(None, done), *_wanted(before, events, after))


def _wanted(before: State, events: tuple[Event, ...], after: State) -> Iterator[Spoken]:
    """Everything the table owes now: reactions to the running deed, then dice."""
    fresh = {event.throw.request.request_id for event in events if isinstance(event, DiceRequested)}
    window = after.combat.window if after.combat is not None else None
    opened = any(isinstance(event, ReactionWindowOpened | EvadeFailed | Parried) for event in events)
    if window is not None and opened and not after.throws:
        yield from _window(after, window)
    if any(isinstance(event, ParryReferred) for event in events) and after.gm is not None:
        yield Spoken(phrase("{gm}, how many hits are left?", gm=after.gm), 3)
    yield from wanted(after, tuple(throw for throw in after.throws if throw.request.request_id in fresh))
    yield from _powerless(events, after)


def _window(state: State, window: Window) -> Iterator[Spoken]:
    """Those who may react; first of all the target, if it may defend."""
    if not state.house_rules.announce_windows:
        return
    deed = window.deed
    open_to = [name for name in window.eligible if name not in window.answered]
    defends = may_defend(state, window)
    if defends:
        hits = counted(deed.hits, "hit", "hits")
        yield Spoken(phrase("{target}: evade, parry, or take {hits}?", target=deed.target, hits=hits), 3)
    others = [name for name in open_to if not (defends and name == deed.target)]
    missed = deed.kind is DeedKind.ATTACK and not deed.hits
    if others and not window.defence and not missed:
        does, names = DEED_WORDS[deed.kind], listed(others)
        yield Spoken(phrase("{actor} {does}. Reactions, {names}?", actor=deed.actor, does=does, names=names), 2)


def _powerless(events: tuple[Event, ...], after: State) -> Iterator[Spoken]:
    """A roll that has no natural dice waits for extra ones (P6-12)."""
    for event in events:
        check = after.check(event.check.check_id) if isinstance(event, CheckRequested) else None
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
    """Everything the table owes in this state, for asking again."""
    said = list(wanted(state, state.throws))
    window = state.combat.window if state.combat is not None else None
    if not said and window is not None:
        said += _window(state, window)
    return tuple(said)


def summarise(events: tuple[Event, ...], before: State) -> Phrase:
    """A phrase for what one batch did, to follow "Undone:"."""
    for event in events:
        if isinstance(event, DiceRolled):
            check = before.check(event.ref)
            if check is None:
                return phrase("{player}'s dice", player=event.player)
            return phrase("{character}'s {trait} roll", character=check.character, trait=worded(check.trait))
        if undone := event.undone():
            return undone
    return next((capital(text) for event in events if (text := event.sentence())), phrase("nothing"))
