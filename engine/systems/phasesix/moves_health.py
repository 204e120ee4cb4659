"""Taps about wounds, conditions, rest, stress (rules 3.10, 3.11, 3.13)."""

from collections.abc import Iterator

from engine.board import Field, Move
from engine.offers import choice
from engine.systems.phasesix.entities import Character
from engine.systems.phasesix.moves_rolls import living, people
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import Cond

HEALTH, STRESS = "Health", "Stress"
_HARM = (("take_wounds", "Take wounds"), ("heal", "Refill hearts"), ("give_boost", "Give boosts"))
_OFTEN_WRONG = ("hearts", "boosts", "bonus_dice", "destiny_dice", "rerolls", "arcana", "stress")
COUNT = Field("count", "How many", "number", least=1)


def health(state: State, own: tuple[Character, ...], gm: bool) -> Iterator[Move]:
    """Everybody enters what happens to their own, the GM to anybody."""
    about = living(state) if gm else own
    if not about:
        return
    who = Field("char", "Who", "choice", people(about))
    given, asked = ((("char", about[0].name),), ()) if len(about) == 1 else ((), (who,))
    for kind, label in _HARM:
        yield Move(kind, label, HEALTH, given, (*asked, COUNT))
    cond = choice("cond", "Which", (each.value for each in Cond))
    value = Field("value", "How badly", "number", least=1, most=99)
    yield Move("apply_condition", "Put into a condition", HEALTH, given, (*asked, cond, value))
    if gm:
        yield from _by_the_gm(state, who)
        yield from _stress(state, who)
    path = choice("path", "Which number", ((each, each.replace("_", " ")) for each in _OFTEN_WRONG))
    fields = (*asked, path, Field("value", "What it is", "number"))
    yield Move("correct_state", "Correct a number", "Corrections", (*given, ("reason", "miscounted")), fields)


def _by_the_gm(state: State, who: Field) -> Iterator[Move]:
    for one in living(state):
        for condition in one.conditions:
            given = (("char", one.name), ("cond", condition.name))
            yield Move("remove_condition", f"End {condition.name} for {one.name}", HEALTH, given)
    yield Move("tick_conditions", "Roll for conditions", HEALTH)
    some = Field("chars", "Who, if not all", "choices", people(living(state)), optional=True)
    yield Move("rest", "Rest for a night", HEALTH, fields=(some,))
    yield Move("declare_dead", "Declare somebody dead", HEALTH, fields=(who,))
    yield Move("grant_destiny", "Hand out destiny dice", HEALTH, fields=(who, COUNT))


def _stress(state: State, who: Field) -> Iterator[Move]:
    """Stress and ticks of the horror extension (P6-94, P6-95)."""
    if "horror" not in state.extensions:
        return
    some = Field("chars", "Who, if not all", "choices", who.options, optional=True)
    reason = Field("reason", "Why", optional=True)
    yield Move("add_stress", "Hand out stress", STRESS, fields=(COUNT, some, reason))
    yield Move("reduce_stress", "Take stress away", STRESS, fields=(who, COUNT))
    for one in living(state):
        given = (("char", one.name),)
        if any(tick.pending for tick in one.ticks):
            text = Field("text", "What the tables say")
            yield Move("record_tick", f"Write down the tick of {one.name}", STRESS, given, (text,))
        for tick in one.ticks:
            label = f"End a tick of {one.name} by therapy: {tick.text or tick.name}"
            yield Move("remove_tick", label, STRESS, (*given, ("tick", f"{tick.name} {tick.text}"), ("therapy", True)))
