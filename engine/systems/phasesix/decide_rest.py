"""Deciding about rests (P6-76, P6-77)."""

from engine.phrase import phrase
from engine.systems.phasesix import commands as cmd
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.agenda import refuse_pending, step
from engine.systems.phasesix.decide_checks import everyone
from engine.systems.phasesix.entities import Character, Check, Task
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.rolls import closes, open_check
from engine.systems.phasesix.rulebook import By, rule
from engine.systems.phasesix.state import State
from engine.systems.phasesix.traits import Trait
from engine.systems.phasesix.vocabulary import Attr, Cond, Purpose, TaskKind
from engine.types import Rejected

SHORTEST = 6
"""Hours of quiet that make a rest."""

POOLS: dict[Purpose, tuple[str, tuple[Attr, ...]]] = {
    Purpose.REST_HEARTS: ("recovery", (Attr.RESISTANCE, Attr.ENDURANCE, Attr.WILLPOWER)),
    Purpose.REST_ARCANA: ("arcana recovery", (Attr.CHARM, Attr.CONSCIENTIOUSNESS, Attr.WILLPOWER)),
    Purpose.REST_STRESS: ("stress recovery", (Attr.WILLPOWER, Attr.LOGIC)),
}


@rule(cmd.Rest, By.GM)
def rest(ledger: Ledger, command: cmd.Rest, who: None) -> Rejected | None:
    """Recovery rolls one after another, then the dice come back (P6-76)."""
    state = ledger.state
    if state.combat is not None:
        return Rejected("IN_COMBAT", phrase("Nobody rests in a fight."))
    refusal = refuse_pending(state)
    chars = everyone(state, command.chars)
    if refusal is not None or isinstance(chars, Rejected):
        return refusal or (chars if isinstance(chars, Rejected) else None)
    if command.hours < SHORTEST:
        return Rejected("REST_TOO_SHORT", phrase("A rest takes six hours of quiet at least."))
    dying = next((one for one in chars if one.cond(Cond.DYING)), None)
    if dying is not None:
        return Rejected("DYING", phrase("{name} is dying; stabilise first.", name=dying.name))
    ledger.record(ev.RestBegun(tuple(one.name for one in chars), command.hours))
    ledger.queue(*(task for one in chars for task in _steps(ledger, state, one)))
    return None


def _steps(ledger: Ledger, state: State, who: Character) -> tuple[Task, ...]:
    """A character's steps; rolls that could not bring anything are left out."""
    rolls = [Purpose.REST_HEARTS] if who.empty else []
    if "magic" in state.extensions and who.arcana.now < who.arcana.most:
        rolls.append(Purpose.REST_ARCANA)
    if "horror" in state.extensions and who.stress:
        rolls.append(Purpose.REST_STRESS)
    tasks = [Task(TaskKind.REST, who.name, purpose.value) for purpose in rolls]
    refresh = Task(TaskKind.REFRESH, who.name)
    return (refresh, *tasks) if ledger.rules.rest_refresh == "before" else (*tasks, refresh)


@step(TaskKind.REST)
def _roll(ledger: Ledger, task: Task) -> None:
    purpose, who = Purpose(task.about), ledger.who(task.who)
    label, attributes = POOLS[purpose]
    open_check(ledger, who.name, Trait(label, sum(who.attr(one) for one in attributes), ""), purpose)


@step(TaskKind.REFRESH)
def _refresh(ledger: Ledger, task: Task) -> None:
    if ledger.rules.boosts_expire_on_rest and ledger.who(task.who).boosts:
        ledger.record(ev.BoostsExpired(task.who))
    ledger.record(ev.DiceRefreshed(task.who))


@closes(Purpose.REST_HEARTS, Purpose.REST_ARCANA, Purpose.REST_STRESS)
def _recovered(ledger: Ledger, check: Check, successes: int) -> None:
    who = ledger.who(check.character)
    if check.purpose is Purpose.REST_HEARTS:
        gained = min(successes, who.empty)
        result = ("hearts", gained, who.hearts + gained)
    elif check.purpose is Purpose.REST_ARCANA:
        gained = min(successes, max(0, who.arcana.most - who.arcana.now))
        result = ("arcana", gained, who.arcana.now + gained)
    else:
        gained = min(successes, who.stress)
        result = ("stress", gained, who.stress - gained)
    what, gained, now = result
    ledger.record(ev.RestRolled(who.name, what, successes, gained, now))
