"""What everybody has at the end of an evening, as lines for the notes."""

from engine.systems.kleptonomicon.entities import Character
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import RESET_POOLS


def tally(state: State) -> tuple[str, ...]:
    """One line per PC: Experience, points below their maximum included, conditions, what is left to cash in."""
    return tuple(_line(state, pc) for pc in state.pcs)


def _line(state: State, pc: Character) -> str:
    parts = [f"level {pc.sheet.level}", f"{pc.xp} Experience"]
    for pool in RESET_POOLS:
        most = getattr(pc.sheet, f"{pool}_max")
        if most:
            parts.append(f"{pool.replace('_', ' ')} {getattr(pc, pool)} of {most}")
    parts += [f"{each.name.capitalize()} {each.stacks}" for each in pc.conditions]
    grants = state.episode.grants if state.episode is not None else ()
    parts += [
        f"{each.amount - each.spent} {each.text}"
        for each in grants
        if each.character == pc.name and each.spent < each.amount
    ]
    return f"{pc.name}: {', '.join(parts)}"
