"""Everything people have now, as lines for the end of the notes; foes are left out."""

from collections.abc import Iterator

from engine.phrase import Phrase, joined, phrase, plural
from engine.systems.phasesix.entities import Character, State
from engine.systems.phasesix.naming import party
from engine.systems.phasesix.people import conditions


def tally(state: State) -> tuple[Phrase, ...]:
    """One line for each living player character, one for those who died."""
    lines = [phrase("{name}: {has}", name=one.name, has=joined(_has(state, one), ", ")) for one in party(state)]
    dead = [one.name for one in state.characters if one.kind == "pc" and one.dead]
    return (*lines, *([phrase("Dead: {names}", names=joined(dead, ", "))] if dead else ()))


def _has(state: State, who: Character) -> Iterator[Phrase]:
    yield phrase("{hearts} of {most} hearts", hearts=who.hearts, most=who.max_health)
    if who.boosts:
        yield plural("{count} boost", "{count} boosts", who.boosts)
    if who.bonus.now or who.bonus.most:
        yield phrase("bonus dice {now} of {most}", now=who.bonus.now, most=who.bonus.most)
    if who.destiny.now or who.destiny.most:
        yield phrase("destiny dice {now} of {most}", now=who.destiny.now, most=who.destiny.most)
    if who.rerolls.now or who.rerolls.most:
        yield phrase("rerolls {now} of {most}", now=who.rerolls.now, most=who.rerolls.most)
    if who.arcana.most:
        yield phrase("arcana {now} of {most}", now=who.arcana.now, most=who.arcana.most)
    if "horror" in state.extensions:
        yield phrase("stress {stress}", stress=who.stress)
    if who.rep_collected:
        yield phrase("reputation {used} used of {most}", used=who.rep_used, most=who.rep_collected)
    yield from conditions(who)
