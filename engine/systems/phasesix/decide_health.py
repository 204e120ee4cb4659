"""Deciding about wounds, healing, conditions and death (rules 3.10, 3.11)."""

from engine.phrase import joined, phrase, spelled
from engine.systems.phasesix import commands as cmd
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.agenda import refuse_pending
from engine.systems.phasesix.entities import Character
from engine.systems.phasesix.harm import boost, heal, set_condition, wound
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.naming import find_characters, plain
from engine.systems.phasesix.rulebook import By, rule
from engine.systems.phasesix.ticking import ticks_of
from engine.systems.phasesix.vocabulary import Cond
from engine.types import Rejected

_WORDS = {
    **{"poison": Cond.POISONED, "fire": Cond.BURNING, "on fire": Cond.BURNING, "shock": Cond.SHOCKED},
    **{"prone": Cond.HUNKERED, "hunkered down": Cond.HUNKERED, "knocked out": Cond.UNCONSCIOUS},
}


@rule(cmd.TakeWounds, addressed=True)
def take_wounds(ledger: Ledger, command: cmd.TakeWounds, who: Character) -> Rejected | None:
    """Wounds that pass cover and protection by (P6-58, P6-67)."""
    wound(ledger, who.name, command.count)
    return None


@rule(cmd.Heal, addressed=True)
def heal_hearts(ledger: Ledger, command: cmd.Heal, who: Character) -> Rejected | None:
    """Refill hearts (P6-68)."""
    heal(ledger, who.name, command.count)
    return None


@rule(cmd.GiveBoost, addressed=True)
def give_boost(ledger: Ledger, command: cmd.GiveBoost, who: Character) -> Rejected | None:
    """Give boosts (P6-68)."""
    boost(ledger, who.name, command.count)
    return None


def condition_named(said: str) -> Cond | Rejected:
    """The condition meant by a word."""
    word = plain(said)
    known = _WORDS.get(word) or next((cond for cond in Cond if cond == word), None)
    return known or Rejected(
        "BAD_VALUE", phrase("Conditions are {conditions}.", conditions=joined(map(spelled, Cond), ", "))
    )


@rule(cmd.ApplyCondition, addressed=True)
def apply_condition(ledger: Ledger, command: cmd.ApplyCondition, who: Character) -> Rejected | None:
    """Put somebody into a condition (P6-79, P6-82)."""
    cond = condition_named(command.cond)
    if isinstance(cond, Rejected):
        return cond
    if command.value > 99:
        return Rejected("BAD_VALUE", phrase("That is beyond all measure."))
    set_condition(ledger, who.name, cond, command.value)
    return None


@rule(cmd.RemoveCondition, By.GM)
def remove_condition(ledger: Ledger, command: cmd.RemoveCondition, who: Character) -> Rejected | None:
    """End a condition."""
    cond = condition_named(command.cond)
    return cond if isinstance(cond, Rejected) else _remove(ledger, who, cond)


def _remove(ledger: Ledger, who: Character, cond: Cond) -> Rejected | None:
    if not who.cond(cond):
        text = phrase("{character} is not {condition}.", character=who.name, condition=spelled(cond))
        return Rejected("NO_CONDITION", text)
    ledger.record(ev.ConditionRemoved(who.name, cond))
    return None


@rule(cmd.Extinguish, By.GM)
def extinguish(ledger: Ledger, command: cmd.Extinguish, who: Character) -> Rejected | None:
    """Put out the fire on somebody."""
    return _remove(ledger, who, Cond.BURNING)


@rule(cmd.TickConditions, By.GM)
def tick_conditions(ledger: Ledger, command: cmd.TickConditions, who: None) -> Rejected | None:
    """Roll for conditions outside combat (P6-83)."""
    if ledger.state.combat is not None:
        return Rejected("IN_COMBAT", phrase("In a fight every round rolls for conditions by itself."))
    refusal = refuse_pending(ledger.state)
    if refusal is not None:
        return refusal
    chars = find_characters(ledger.state, command.chars) if command.chars else ledger.state.characters
    if isinstance(chars, Rejected):
        return chars
    tasks = tuple(task for one in chars for task in ticks_of(ledger, one))
    if not tasks:
        return Rejected("NO_CONDITION", phrase("Nobody is in a condition that is rolled for."))
    ledger.queue(*tasks)
    return None


@rule(cmd.DeclareDead, By.GM)
def declare_dead(ledger: Ledger, command: cmd.DeclareDead, who: Character) -> Rejected | None:
    """The story's leader says that somebody is dead (P6I-11)."""
    ledger.record(ev.Died(who.name))
    return None
