"""Rounds and Turns: starting, ending, going on to the next (rules 3.6, 3.11)."""

from engine.systems.kleptonomicon import events as ev
from engine.systems.kleptonomicon.derived import acting, next_turn, turns
from engine.systems.kleptonomicon.effects import take_effect
from engine.systems.kleptonomicon.entities import Character, Condition, Slot
from engine.systems.kleptonomicon.ledger import Ledger
from engine.systems.kleptonomicon.vocabulary import Phase


def begin_rounds(ledger: Ledger, order: tuple[Slot, ...]) -> None:
    """The Main Phase begins: all Beats, Round 1, first place (KL-42)."""
    ledger.record(ev.TurnOrderSet(order))
    ledger.go_to(Phase.MAIN)
    ledger.record(ev.RoundStarted(1))
    start_turn(ledger, turns(order, ledger.rules)[0])


def start_turn(ledger: Ledger, name: str) -> None:
    """Fresh movement, then Slow Actions take effect, then the Turn is announced; Beats stay (KL-46)."""
    ledger.record(ev.TurnPrepared(name))
    everyone = acting(ledger.encounter, ledger.rules)
    for other in everyone:
        if other != name:
            ledger.record(ev.TurnPrepared(other, leads=False))
    resolve_slow_actions(ledger)
    ledger.record(ev.TurnStarted(name, ledger.encounter.round, ledger.character(name).beats))


def resolve_slow_actions(ledger: Ledger) -> None:
    """Slow Actions of whoever has the Turn take effect, those started in this Turn excepted (KL-46, KLI-16)."""
    encounter = ledger.encounter
    everyone = acting(encounter, ledger.rules)
    for slow in encounter.slow_actions:
        if slow.character in everyone and slow.started_round < encounter.round:
            ledger.record(ev.SlowActionResolved(slow.character, slow.ability, slow.targets))
            take_effect(ledger, ledger.character(slow.character), slow.ability, slow.targets)


def close_turn(ledger: Ledger) -> None:
    """Conditions fade, Beats come back, movement is cleared, triggers close (KL-77 to KL-79)."""
    for name in acting(ledger.encounter, ledger.rules):
        _fade(ledger, ledger.character(name))
        character = ledger.character(name)
        beats = max(0, character.sheet.beats_max - character.beat_debt)
        ledger.record(ev.BeatsRefilled(name, beats))
        ledger.record(ev.TurnEnded(name))
    if ledger.rules.reaction_window != "gm":
        close_triggers(ledger)


def _fade(ledger: Ledger, character: Character) -> None:
    """Each Fleeting Condition sheds a Stack, fresh ones excepted (KL-77, KL-80, KLR-21)."""
    exception = ledger.rules.npc_fresh_stack_exception or not character.is_npc
    for condition in character.conditions:
        fresh = condition.gained_this_turn if exception else 0
        if condition.fleeting and condition.stacks > fresh:
            reduce_condition(ledger, character.name, condition, 1)


def reduce_condition(ledger: Ledger, name: str, condition: Condition, stacks: int) -> None:
    """Take Stacks away, old ones first (KL-80)."""
    left = condition.stacks - stacks
    if left <= 0:
        ledger.record(ev.ConditionRemoved(name, condition.name))
    else:
        ledger.record(ev.ConditionReduced(name, condition.name, left, min(condition.gained_this_turn, left)))


def close_triggers(ledger: Ledger) -> None:
    """Nothing open can be reacted to any more."""
    open_now = tuple(each.trigger_id for each in ledger.encounter.triggers)
    if open_now:
        ledger.record(ev.TriggersClosed(open_now))


def go_on(ledger: Ledger, new_round: bool = False) -> None:
    """The next Turn; after the last place a new Round begins in the same order (KL-44)."""
    encounter = ledger.encounter
    name, wraps = next_turn(encounter, ledger.rules)
    if new_round:
        name, wraps = turns(encounter.order, ledger.rules)[0], True
    enter(ledger, name, wraps)


def enter(ledger: Ledger, name: str, wraps: bool) -> None:
    """Start somebody's Turn, in a new Round when the last one is over."""
    if wraps:
        _next_round(ledger)
    start_turn(ledger, name)


def hold_turn(ledger: Ledger, name: str, wraps: bool) -> None:
    """A Turn that begins while the Encounter is paused waits for its end."""
    if wraps:
        _next_round(ledger)
    ledger.record(ev.TurnPrepared(name, leads=False))


def _next_round(ledger: Ledger) -> None:
    number = ledger.encounter.round
    ledger.record(ev.RoundEnded(number))
    ledger.record(ev.RoundStarted(number + 1))
