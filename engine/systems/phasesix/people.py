"""One character as a page shows them: hearts, dice, what is wrong with them."""

from collections.abc import Iterator

from engine.board import Counter, Tone
from engine.phrase import Phrase, phrase, plural, spelled
from engine.systems.phasesix.derived import stress_limit
from engine.systems.phasesix.entities import Character, State
from engine.systems.phasesix.vocabulary import Cond


def hero_of(state: State, player: str) -> Character | None:
    """The player character of a seat, a living one first."""
    own = [one for one in state.characters if one.player == player and one.kind == "pc"]
    return min(own, key=lambda one: one.dead, default=None)


def counters_of(state: State, who: Character) -> Iterator[Counter]:
    """Hearts, actions in a fight, dice to add, arcana and stress."""
    tone: Tone = "bad" if 3 * who.hearts <= who.max_health else "plain"
    yield Counter(phrase("hearts"), who.hearts, who.max_health, tone, "heart")
    if who.boosts:
        yield Counter(plural("boost", "boosts", who.boosts), who.boosts)
    fighting = state.combat.of(who.name) if state.combat is not None else None
    if fighting is not None:
        label = plural("action", "actions", fighting.actions)
        yield Counter(label, fighting.actions, tone="strong" if fighting.actions else "plain", sign="action")
    extras = (
        (phrase("bonus dice"), who.bonus),
        (phrase("destiny dice"), who.destiny),
        (phrase("rerolls"), who.rerolls),
    )
    for label, gauge in extras:
        if gauge.now or gauge.most:
            yield Counter(label, gauge.now, max(gauge.now, gauge.most))
    if who.arcana.most and "magic" in state.extensions:
        yield Counter(phrase("arcana"), who.arcana.now, who.arcana.most)
    if "horror" in state.extensions:
        yield Counter(phrase("stress"), who.stress, stress_limit(who, state.house_rules))


def plights(who: Character) -> Iterator[Phrase]:
    """Everything wrong with somebody, one or two words each; anybody can see it."""
    if who.dead:
        yield phrase("dead")
        return
    if who.fainted:
        yield phrase("fainted")
    yield from conditions(who)


def conditions(who: Character) -> Iterator[Phrase]:
    """Each condition with how bad it is."""
    for value in who.conditions:
        if value.name == Cond.HUNKERED:
            yield phrase("hunkered")
        else:
            yield phrase("{condition} {number}", condition=spelled(value.name), number=value.number)
