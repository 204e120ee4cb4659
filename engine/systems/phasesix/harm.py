"""Wounds, healing and conditions as they happen to somebody (rules 3.10, 3.11)."""

from engine.systems.phasesix import events as ev
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.vocabulary import Cond

DEATH = 6
"""Dying at this value is death (P6-71)."""


def wound(ledger: Ledger, name: str, count: int) -> None:
    """Take boosts, then hearts; what is beyond them is lost (P6-67, P6-69, P6-70)."""
    who = ledger.who(name)
    if who.dead or count < 1:
        return
    dying, whole, beyond = who.cond(Cond.DYING), not who.fainted, count > who.boosts + who.hearts
    off = min(count, who.boosts)
    hearts = who.hearts - min(count - off, who.hearts)
    ledger.record(ev.WoundsTaken(name, count, who.boosts - off, hearts))
    if dying:
        _worsen(ledger, name, ledger.rules.wound_while_dying)
    if hearts or who.boosts > off:
        return
    if whole:
        ledger.record(ev.Fainted(name))
        if ledger.rules.faint_sets_unconscious:
            set_condition(ledger, name, Cond.UNCONSCIOUS, ledger.rules.faint_sets_unconscious)
    if not dying and (beyond or ledger.rules.dying_trigger == "at_zero"):
        ledger.record(ev.DyingStarted(name))


def _worsen(ledger: Ledger, name: str, by: int) -> None:
    if by:
        set_value(ledger, name, Cond.DYING, ledger.who(name).cond(Cond.DYING) + by)


def set_value(ledger: Ledger, name: str, cond: Cond, value: int) -> None:
    """Give a condition a value; dying at its highest is death (P6-71)."""
    ledger.record(ev.ConditionSet(name, cond, value))
    if cond is Cond.DYING and value >= DEATH:
        ledger.record(ev.Died(name))


def set_condition(ledger: Ledger, name: str, cond: Cond, value: int) -> None:
    """Apply a condition on top of what is there (P6-79)."""
    old, rule = ledger.who(name).cond(cond), ledger.rules.condition_stacking
    if cond is Cond.HUNKERED:
        value = 1
    elif cond is not Cond.DYING and rule == "add":
        value += old
    elif cond is not Cond.DYING and rule == "max":
        value = max(value, old)
    set_value(ledger, name, cond, value)


def heal(ledger: Ledger, name: str, count: int) -> None:
    """Refill empty hearts; a heart ends dying unless the house says otherwise (P6-68, P6-73)."""
    who = ledger.who(name)
    gained = min(count, who.empty)
    ledger.record(ev.HeartsHealed(name, gained, who.hearts + gained))
    if gained and who.cond(Cond.DYING) and ledger.rules.dying_ends_on != "stabilise_only":
        ledger.record(ev.ConditionRemoved(name, Cond.DYING))


def boost(ledger: Ledger, name: str, count: int) -> None:
    """Give boosts; they lift fainting but end dying only by house rule (P6-73)."""
    who = ledger.who(name)
    ledger.record(ev.BoostGained(name, count, who.boosts + count))
    if who.cond(Cond.DYING) and ledger.rules.dying_ends_on == "any":
        ledger.record(ev.ConditionRemoved(name, Cond.DYING))
