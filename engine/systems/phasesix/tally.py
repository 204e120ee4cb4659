"""What everybody has now, as lines for the end of the notes; foes are left out."""

from collections.abc import Iterator

from engine.systems.phasesix.entities import Character
from engine.systems.phasesix.naming import party
from engine.systems.phasesix.state import State


def tally(state: State) -> tuple[str, ...]:
    """One line for each living player character, one for those who died."""
    lines = [f"{one.name}: {', '.join(_has(state, one))}" for one in party(state)]
    dead = [one.name for one in state.characters if one.kind == "pc" and one.dead]
    return (*lines, *([f"Dead: {', '.join(dead)}"] if dead else ()))


def _has(state: State, who: Character) -> Iterator[str]:
    yield f"{who.hearts} of {who.max_health} hearts"
    if who.boosts:
        yield f"{who.boosts} boost{'' if who.boosts == 1 else 's'}"
    for name, gauge in (("bonus dice", who.bonus), ("destiny dice", who.destiny), ("rerolls", who.rerolls)):
        if gauge.now or gauge.most:
            yield f"{name} {gauge.now} of {gauge.most}"
    if who.arcana.most:
        yield f"arcana {who.arcana.now} of {who.arcana.most}"
    if "horror" in state.extensions:
        yield f"stress {who.stress}"
    if who.rep_collected:
        yield f"reputation {who.rep_used} used of {who.rep_collected}"
    yield from (f"{one.name} {one.number}" if one.name != "hunkered" else "hunkered" for one in who.conditions)
