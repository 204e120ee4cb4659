"""Checks from opening to closing (rules 3.3): pools, dice owed, sixes rolled on, what is left to add."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.systems.phasesix import events as ev
from engine.systems.phasesix.derived import (
    REST_ROLLS,
    can_help,
    condition_modifier,
    explodes,
    minimum,
    rolls_on,
    takes_extras,
)
from engine.systems.phasesix.entities import Character, Check
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.traits import Trait
from engine.systems.phasesix.vocabulary import Cond, Dice, DieKind, Purpose

Closer = Callable[[Ledger, Check, int], None]
CLOSERS: dict[Purpose, Closer] = {}
OPEN_ENDED = REST_ROLLS | {Purpose.HIT, Purpose.GROUP, Purpose.CAST, Purpose.POISONED, Purpose.SHOCKED}
"""Rolls where every further success counts (P6-21 b)."""


def closes(*purposes: Purpose) -> Callable[[Closer], Closer]:
    """Register the decorated function for closed checks; it is given the check and its successes."""

    def register(function: Closer) -> Closer:
        for purpose in purposes:
            CLOSERS[purpose] = function
        return function

    return register


@dataclass(frozen=True, slots=True)
class Asked:
    """What a roll is about, besides who and what.

    Attributes:
        dice: Situational dice.
        modifier: Added to the minimum roll, conditions apart.
        fixed: Minimum roll that nothing alters (cover).
        refs: What the check belongs to.
        bonus: Bonus dice committed at once; likewise `destiny`.
    """

    dice: int = 0
    modifier: int = 0
    needed: int = 1
    fixed: int | None = None
    refs: tuple[str, ...] = ()
    bonus: int = 0
    destiny: int = 0


PLAIN = Asked()


def open_check(ledger: Ledger, name: str, trait: Trait, purpose: Purpose, asked: Asked = PLAIN) -> str:
    """Open a check and ask for its dice; returns its id. A roll that nobody can make fails at once (P6-12)."""
    state, who = ledger.state, ledger.who(name)
    pool, eff_min = pool_of(who, trait, asked), eff_min_of(ledger, who, trait, purpose, asked)
    check = Check(
        ledger.new_id("check"),
        name,
        who.player,
        trait.label,
        purpose,
        pool,
        eff_min,
        asked.needed,
        explodes(state, name, purpose),
        takes_extras(state, name, purpose),
        purpose in OPEN_ENDED,
        (DieKind.NATURAL,) * max(0, pool),
        refs=asked.refs,
    )
    ledger.record(ev.CheckRequested(check))
    commit(ledger, check.check_id, asked.bonus, asked.destiny)
    now = ledger.check(check.check_id)
    if now.due or (check.extras and can_help(ledger.who(name)) and purpose in WAITING):
        go_on(ledger, check.check_id)
    else:
        ledger.record(ev.CheckImpossible(name, trait.label))
        close(ledger, now)
    return check.check_id


WAITING = frozenset((Purpose.CHECK, Purpose.GROUP, Purpose.OBSERVE, Purpose.EVADE, Purpose.PARRY))
"""Rolls without natural dice that wait for somebody to commit extra dice."""


def pool_of(who: Character, trait: Trait, asked: Asked) -> int:
    """Natural dice (P6-11); conditions do not touch cover."""
    return trait.value + asked.dice - (0 if asked.fixed is not None else who.cond(Cond.SHOCKED))


def eff_min_of(ledger: Ledger, who: Character, trait: Trait, purpose: Purpose, asked: Asked) -> int:
    """Effective minimum roll (P6-13)."""
    if asked.fixed is not None:
        return asked.fixed
    modifier = condition_modifier(ledger.state, who, purpose, trait.what, trait.manual)
    return minimum(ledger.state, who, asked.modifier + modifier)


def commit(ledger: Ledger, check_id: str, bonus: int, destiny: int) -> None:
    """Spend extra dice on a check; the caller has made sure they are there."""
    who = ledger.who(ledger.check(check_id).character)
    if bonus:
        ledger.record(ev.BonusDieUsed(check_id, who.name, bonus, who.bonus.now - bonus))
    if destiny:
        ledger.record(ev.DestinyDieUsed(check_id, who.name, destiny, who.destiny.now - destiny))


def go_on(ledger: Ledger, check_id: str) -> None:
    """Ask for the next dice of a check in the order of P6-17, or settle it."""
    check = ledger.check(check_id)
    if any(throw.ref == check_id for throw in ledger.state.throws):
        return
    plain = sum(kind is not DieKind.DESTINY for kind in check.due)
    if plain:
        ledger.ask(check.character, plain, Dice.POOL, check.trait, check_id)
        return
    again = sum(rolls_on(check, die, ledger.rules) for die in check.dice)
    if again:
        ledger.ask(check.character, again, Dice.EXPLODE, f"{check.trait}, sixes rolled on", check_id)
    elif check.due:
        ledger.ask(check.character, len(check.due), Dice.DESTINY, f"{check.trait}, destiny", check_id)
    elif check.dice:
        _settle(ledger, check)


def _settle(ledger: Ledger, check: Check) -> None:
    old = sum(die.success for die in check.old)
    kept_old = ledger.rules.reroll_keep == "better" and bool(check.old) and old > check.successes
    dice, successes = (check.old, old) if kept_old else (check.dice, check.successes)
    totals = tuple(die.total for die in dice)
    ledger.record(ev.CheckRolled(check.check_id, check.character, totals, successes, kept_old))
    enough = successes >= check.needed and not check.open_ended
    if enough or not check.extras or not can_help(ledger.who(check.character)):
        close(ledger, ledger.check(check.check_id))


def close(ledger: Ledger, check: Check) -> None:
    """Close a check and let its consequences follow."""
    successes = check.successes
    ledger.record(
        ev.CheckResolved(
            check.check_id,
            check.character,
            check.trait,
            check.purpose,
            successes,
            successes >= check.needed,
            check.best,
            check.needed,
        )
    )
    CLOSERS[check.purpose](ledger, check, successes)


@closes(Purpose.CHECK)
def _plain_check(ledger: Ledger, check: Check, successes: int) -> None:
    """The story goes on from here."""
