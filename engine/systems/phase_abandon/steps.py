"""Moving a thrown roll from step to step (PA-43)."""

from engine.systems.phase_abandon import events as ev
from engine.systems.phase_abandon.derived import awaits_explosion, is_live_one, is_natural_six, may_reroll, own_tokens
from engine.systems.phase_abandon.entities import LiveRoll
from engine.systems.phase_abandon.ledger import Ledger
from engine.systems.phase_abandon.resolving import resolve
from engine.systems.phase_abandon.state import State
from engine.systems.phase_abandon.vocabulary import Purpose, RollKind, RollStep

_NEXT = {RollStep.REROLL: RollStep.TRADE, RollStep.TRADE: RollStep.EXPLODE, RollStep.EXPLODE: RollStep.COUNT}


def leave_steps(ledger: Ledger, accepted: bool = False) -> None:
    """Go on to the first step with something to decide, or count the roll; `accepted` leaves the present one."""
    roll = ledger.state.roll
    if roll is None or roll.step is RollStep.THROW or roll.rerolling:
        return
    step = _NEXT.get(roll.step, roll.step) if accepted else roll.step
    automatic = ledger.rules.auto_advance
    if not _has_steps(ledger.state, roll):
        step, automatic = RollStep.COUNT, True
    while step is not RollStep.COUNT and automatic and _nothing_to_do(ledger.state, roll, step):
        step = _NEXT[step]
    if step is RollStep.COUNT and all(helper.values is not None for helper in roll.helpers):
        resolve(ledger, roll)
        return
    if step is not roll.step:
        ledger.record(ev.RollStepChanged(roll.roll_id, step))
    asked = any(request.purpose == Purpose.EXPLODE for request in ledger.state.dice_requests)
    if step is RollStep.EXPLODE and automatic and not asked:
        ask_explosions(ledger)


def _has_steps(state: State, roll: LiveRoll) -> bool:
    """Connection dice are counted as they fall, unless the house treats a call as an action (R-65)."""
    if roll.kind is RollKind.CONNECTION_REQUEST:
        return False
    return roll.kind is not RollKind.CONNECTION or state.house_rules.connection_roll_is_action


def _nothing_to_do(state: State, roll: LiveRoll, step: RollStep) -> bool:
    rules = state.house_rules
    if step is RollStep.REROLL:
        allowance = roll.rerolls_left + luck_rerolls(state, roll)
        return not allowance or not any(may_reroll(die, rules) for die in roll.dice)
    if step is RollStep.EXPLODE:
        return not any(awaits_explosion(die, rules) for die in roll.dice)
    one = any(is_live_one(die) for die in roll.dice)
    six = any(is_natural_six(die, rules) for die in roll.dice)
    return not one or not (six or state.party_pool + own_tokens(roll, rules))


def luck_rerolls(state: State, roll: LiveRoll) -> int:
    """Re-rolls that points of Luck may still buy (R-48)."""
    rules = state.house_rules
    character = state.character(roll.character_id)
    bought = rules.luck_reroll == "one_die_per_point" and rules.luck_enabled and roll.connection is None
    return character.luck or 0 if bought and character is not None else 0


def ask_explosions(ledger: Ledger) -> None:
    """Ask for one extra die per 6 that waits for it."""
    roll = ledger.state.roll
    if roll is None:
        return
    count = sum(awaits_explosion(die, ledger.rules) for die in roll.dice)
    ledger.ask_dice(roll.roller, count, Purpose.EXPLODE, "sixes thrown again", roll.roll_id)
