"""Rolls for conditions, at the start of a round or when the story's leader says so (P6-78 to P6-84)."""

from engine.systems.phasesix import events as ev
from engine.systems.phasesix.agenda import step
from engine.systems.phasesix.entities import Character, Check, Task
from engine.systems.phasesix.harm import DEATH, wound
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.rolls import Asked, closes, open_check
from engine.systems.phasesix.traits import attribute_of
from engine.systems.phasesix.vocabulary import Attr, Cond, Purpose, TaskKind

ROLLS: dict[Cond, Attr] = {
    Cond.DYING: Attr.RESISTANCE,
    Cond.BLEEDING: Attr.ENDURANCE,
    Cond.POISONED: Attr.RESISTANCE,
    Cond.SHOCKED: Attr.ENDURANCE,
    Cond.UNCONSCIOUS: Attr.WILLPOWER,
}
"""Conditions that are rolled for, in their order, and with what."""


def ticks_of(ledger: Ledger, who: Character) -> tuple[Task, ...]:
    """What a character in these conditions has to roll now; a condition gained meanwhile waits for the next round."""
    rolls = tuple(Task(TaskKind.CONDITION, who.name, cond.value) for cond in ROLLS if who.cond(cond))
    burns = ledger.rules.burning_wounds and who.cond(Cond.BURNING)
    return () if who.dead else (*rolls, Task(TaskKind.BURN, who.name)) if burns else rolls


@step(TaskKind.CONDITION)
def _condition(ledger: Ledger, task: Task) -> None:
    cond, who = Cond(task.about), ledger.who(task.who)
    value = who.cond(cond)
    if who.dead or not value:
        return
    needed = value if cond in (Cond.UNCONSCIOUS, Cond.POISONED, Cond.SHOCKED) else 1
    open_check(ledger, who.name, attribute_of(who, ROLLS[cond]), Purpose(cond.upper()), Asked(needed=needed))


@step(TaskKind.BURN)
def _burn(ledger: Ledger, task: Task) -> None:
    if ledger.who(task.who).cond(Cond.BURNING):
        wound(ledger, task.who, ledger.rules.burning_wounds)


@closes(Purpose.DYING)
def _dying(ledger: Ledger, check: Check, successes: int) -> None:
    value = ledger.who(check.character).cond(Cond.DYING) + (0 if successes else 1)
    ledger.record(ev.ConditionRolled(check.character, Cond.DYING, successes, value))
    if value >= DEATH:
        ledger.record(ev.Died(check.character))


@closes(Purpose.BLEEDING)
def _bleeding(ledger: Ledger, check: Check, successes: int) -> None:
    value = ledger.who(check.character).cond(Cond.BLEEDING)
    ledger.record(ev.ConditionRolled(check.character, Cond.BLEEDING, successes, value))
    if not successes:
        wound(ledger, check.character, value)


@closes(Purpose.POISONED, Purpose.SHOCKED)
def _wearing_off(ledger: Ledger, check: Check, successes: int) -> None:
    cond = Cond(check.purpose.lower())
    value = max(0, ledger.who(check.character).cond(cond) - successes)
    ledger.record(ev.ConditionRolled(check.character, cond, successes, value))


@closes(Purpose.UNCONSCIOUS)
def _waking(ledger: Ledger, check: Check, successes: int) -> None:
    value = ledger.who(check.character).cond(Cond.UNCONSCIOUS)
    left = 0 if successes >= value else value
    ledger.record(ev.ConditionRolled(check.character, Cond.UNCONSCIOUS, successes, left))
