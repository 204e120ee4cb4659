"""Deciding about stress and ticks (rules 3.13)."""

from engine.phrase import phrase
from engine.systems.phasesix import commands as cmd
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.decide_checks import everyone
from engine.systems.phasesix.derived import stress_limit
from engine.systems.phasesix.entities import Character
from engine.systems.phasesix.guards import no_attribute
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.naming import find
from engine.systems.phasesix.rulebook import By, rule
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import ATTRS
from engine.types import Rejected

MOST_AT_ONCE = 99


@rule(cmd.AddStress, By.GM, extension="horror")
def add_stress(ledger: Ledger, command: cmd.AddStress, who: None) -> Rejected | None:
    """Stress; at the maximum a tick, and from none again (P6-94)."""
    chars = everyone(ledger.state, command.chars)
    if isinstance(chars, Rejected):
        return chars
    if command.count > MOST_AT_ONCE:
        return Rejected("BAD_VALUE", phrase("Nobody can bear that much."))
    for one in chars:
        _strain(ledger, one, command.count, command.reason.strip())
    return None


def _strain(ledger: Ledger, who: Character, count: int, reason: str) -> None:
    most, stress = stress_limit(who, ledger.rules), who.stress + count
    if stress < most:
        ledger.record(ev.StressChanged(who.name, count, stress, reason))
        return
    left = stress % most if ledger.rules.stress_overflow == "carry" else 0
    ticks = stress // most if ledger.rules.stress_overflow == "carry" else 1
    ledger.record(ev.StressChanged(who.name, count, left, reason))
    for _ in range(ticks):
        ledger.record(ev.TickGained(who.name, _tick_name(ledger.who(who.name))))


def _tick_name(who: Character) -> str:
    taken = {tick.name for tick in who.ticks}
    number = 1
    while f"tick {number}" in taken:
        number += 1
    return f"tick {number}"


@rule(cmd.ReduceStress, By.GM, extension="horror")
def reduce_stress(ledger: Ledger, command: cmd.ReduceStress, who: Character) -> Rejected | None:
    """Take stress away."""
    off = min(command.count, who.stress)
    ledger.record(ev.StressChanged(who.name, -off, who.stress - off))
    return None


def _with_open_tick(state: State) -> tuple[str, ...]:
    return tuple(who.name for who in state.characters if any(tick.pending for tick in who.ticks))


@rule(cmd.RecordTick, By.GM, extension="horror", likely=_with_open_tick)
def record_tick(ledger: Ledger, command: cmd.RecordTick, who: Character) -> Rejected | None:
    """Write down a disorder that is still to be told (P6-95)."""
    tick = next((one for one in who.ticks if one.pending), None)
    if tick is None or not command.text.strip():
        return Rejected(
            "BAD_VALUE", phrase("{character} has no tick that is still to be written down.", character=who.name)
        )
    unknown = [value.name for value in command.deltas.attributes if value.name not in ATTRS]
    if unknown:
        return no_attribute(unknown[0])
    ledger.record(ev.TickRecorded(who.name, tick.name, command.text.strip(), command.deltas))
    return None


@rule(cmd.RemoveTick, By.GM, extension="horror")
def remove_tick(ledger: Ledger, command: cmd.RemoveTick, who: Character) -> Rejected | None:
    """End a disorder after therapy (P6-95)."""
    if command.tick:
        tick = find(who.ticks, lambda one: f"{one.name} {one.text}", command.tick, phrase("tick"))
    elif len(who.ticks) == 1:
        tick = who.ticks[0]
    else:
        number = len(who.ticks) or phrase("no")
        text = phrase("{character} has {number} ticks; say which one.", character=who.name, number=number)
        tick = Rejected("BAD_VALUE", text)
    if isinstance(tick, Rejected):
        return tick
    if not command.therapy:
        return Rejected("NEEDS_THERAPY", phrase("Only therapy ends a tick."))
    ledger.record(ev.TickRemoved(who.name, tick.name))
    return None
