"""Hits on their way to wounds: cover, protection, wounds, bonus wounds (P6-49, P6-54 to P6-58)."""

from engine.common.values import changed
from engine.systems.phasesix import events as ev
from engine.systems.phasesix.agenda import step
from engine.systems.phasesix.decide_dice import lands
from engine.systems.phasesix.entities import Check, Strike, Task, Throw
from engine.systems.phasesix.formula import parse
from engine.systems.phasesix.harm import wound
from engine.systems.phasesix.ledger import Ledger
from engine.systems.phasesix.rolls import Asked, closes, open_check
from engine.systems.phasesix.traits import Trait
from engine.systems.phasesix.vocabulary import Cond, Dice, Purpose, TaskKind

HUNKERED_COVER = 6


@step(TaskKind.STRIKE)
def _strike(ledger: Ledger, task: Task) -> None:
    if task.strike is None or ledger.who(task.strike.target).dead:
        return
    ledger.record(ev.StrikeMade(task.strike))
    strike = task.strike
    if strike.cover is not None and strike.hits:
        asked = Asked(needed=strike.hits, fixed=strike.cover)
        open_check(ledger, strike.target, Trait("cover", strike.hits, ""), Purpose.COVER, asked)
    else:
        _pierce(ledger, strike)


def best_cover(ledger: Ledger, target: str, stated: int | None) -> int | None:
    """The better of the cover stated and that of a hunkered target; the lowest number counts (P6-54)."""
    own = HUNKERED_COVER if ledger.who(target).cond(Cond.HUNKERED) else None
    return min((cover for cover in (stated, own) if cover is not None), default=None)


@closes(Purpose.COVER)
def _covered(ledger: Ledger, check: Check, successes: int) -> None:
    strike = ledger.state.strike
    if strike is None:
        return
    removed = min(successes, strike.hits)
    ledger.record(ev.CoverRolled(check.character, removed, strike.hits - removed))
    _pierce(ledger, changed(strike, hits=strike.hits - removed))


def _pierce(ledger: Ledger, strike: Strike) -> None:
    """Protection, less what pierces it (P6-55); then wound dice if the weapon has any (P6-56)."""
    stopped = max(0, ledger.who(strike.target).protection - strike.piercing)
    through = max(0, strike.hits - stopped)
    formula = parse(strike.wounds)
    if through and formula is not None and formula.dice:
        ledger.record(ev.StrikeMade(changed(strike, through=through)))
        times = through if ledger.rules.wound_formula == "per_hit" else 1
        attacker = strike.attacker or strike.target
        count, sides = formula.dice * times, formula.thrown_sides
        ledger.ask(attacker, count, Dice.WOUNDS, f"wounds for {strike.target}", strike.target, sides)
    else:
        _count(ledger, strike, through, through * (formula.plus if formula is not None else 1))


@lands(Dice.WOUNDS)
def _wound_dice(ledger: Ledger, throw: Throw, faces: tuple[int, ...], place: int) -> None:
    strike = ledger.state.strike
    formula = parse(strike.wounds) if strike is not None else None
    if strike is None or formula is None or strike.through is None:
        return
    times = strike.through if ledger.rules.wound_formula == "per_hit" else 1
    _count(ledger, strike, strike.through, formula.total(faces, times))


def _count(ledger: Ledger, strike: Strike, through: int, wounds: int) -> None:
    """Bonus wounds once as soon as one hit became a wound (P6-57)."""
    total = wounds + (strike.bonus if through else 0)
    ledger.record(ev.WoundsDealt(strike.target, strike.hits, through, total))
    ledger.record(ev.StrikeEnded())
    wound(ledger, strike.target, total)
