"""Everybody's standing at the end of an evening, as lines for the notes."""

from engine.phrase import Phrase, capital, joined, phrase
from engine.systems.kleptonomicon.entities import Character
from engine.systems.kleptonomicon.standing import named, points_left
from engine.systems.kleptonomicon.state import State
from engine.systems.kleptonomicon.vocabulary import RESET_POOLS


def tally(state: State) -> tuple[Phrase, ...]:
    """One line per PC: Experience, points below their maximum included, conditions, what is left to cash in."""
    return tuple(_line(state, pc) for pc in state.pcs)


def _line(state: State, pc: Character) -> Phrase:
    parts = [phrase("level {level}", level=pc.sheet.level), phrase("{xp} Experience", xp=pc.xp)]
    parts += points_left(pc, (pool for pool in RESET_POOLS if getattr(pc.sheet, f"{pool}_max")))
    parts += [
        phrase("{condition} {stacks}", condition=capital(named(each.name)), stacks=each.stacks)
        for each in pc.conditions
    ]
    grants = state.episode.grants if state.episode is not None else ()
    parts += [
        phrase("{amount} {grant}", amount=each.amount - each.spent, grant=each.text)
        for each in grants
        if each.character == pc.name and each.spent < each.amount
    ]
    return phrase("{character}: {standing}", character=pc.name, standing=joined(parts, ", "))
