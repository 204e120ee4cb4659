"""Taps about wounds, conditions, rest, stress (rules 3.10, 3.11, 3.13)."""

from collections.abc import Iterator

from engine.board import Field, Move
from engine.offers import choice
from engine.phrase import phrase, spelled
from engine.systems.phasesix.entities import Character
from engine.systems.phasesix.moves_rolls import living, people
from engine.systems.phasesix.state import State
from engine.systems.phasesix.vocabulary import Cond
from engine.systems.phasesix.words import worded

HEALTH = phrase("Health")
STRESS = phrase("Stress")
CORRECTIONS = phrase("Corrections")
_HARM = (
    ("take_wounds", phrase("Take wounds")),
    ("heal", phrase("Refill hearts")),
    ("give_boost", phrase("Give boosts")),
)
_OFTEN_WRONG = ("hearts", "boosts", "bonus_dice", "destiny_dice", "rerolls", "arcana", "stress")
COUNT = Field("count", phrase("How many"), "number", least=1)


def health(state: State, own: tuple[Character, ...], gm: bool) -> Iterator[Move]:
    """Everybody enters what happens to their own, the GM to anybody."""
    about = living(state) if gm else own
    if not about:
        return
    who = Field("char", phrase("Who"), "choice", people(about))
    given, asked = ((("char", about[0].name),), ()) if len(about) == 1 else ((), (who,))
    for kind, label in _HARM:
        yield Move(kind, label, HEALTH, given, (*asked, COUNT))
    cond = choice("cond", phrase("Which"), ((each.value, spelled(each)) for each in Cond))
    value = Field("value", phrase("How badly"), "number", least=1, most=99)
    yield Move("apply_condition", phrase("Put into a condition"), HEALTH, given, (*asked, cond, value))
    if gm:
        yield from _by_the_gm(state, who)
        yield from _stress(state, who)
    path = choice("path", phrase("Which number"), ((each, spelled(each)) for each in _OFTEN_WRONG))
    fields = (*asked, path, Field("value", phrase("What it is"), "number"))
    given = (*given, ("reason", "miscounted"))
    yield Move("correct_state", phrase("Correct a number"), CORRECTIONS, given, fields)


def _by_the_gm(state: State, who: Field) -> Iterator[Move]:
    for one in living(state):
        for condition in one.conditions:
            given = (("char", one.name), ("cond", condition.name))
            label = phrase("End {condition} for {character}", condition=spelled(condition.name), character=one.name)
            yield Move("remove_condition", label, HEALTH, given)
    yield Move("tick_conditions", phrase("Roll for conditions"), HEALTH)
    some = Field("chars", phrase("Who, if not all"), "choices", people(living(state)), optional=True)
    yield Move("rest", phrase("Rest for a night"), HEALTH, fields=(some,))
    yield Move("declare_dead", phrase("Declare somebody dead"), HEALTH, fields=(who,))
    yield Move("grant_destiny", phrase("Hand out destiny dice"), HEALTH, fields=(who, COUNT))


def _stress(state: State, who: Field) -> Iterator[Move]:
    """Stress and ticks of the horror extension (P6-94, P6-95)."""
    if "horror" not in state.extensions:
        return
    some = Field("chars", phrase("Who, if not all"), "choices", who.options, optional=True)
    reason = Field("reason", phrase("Why"), optional=True)
    yield Move("add_stress", phrase("Hand out stress"), STRESS, fields=(COUNT, some, reason))
    yield Move("reduce_stress", phrase("Take stress away"), STRESS, fields=(who, COUNT))
    for one in living(state):
        given = (("char", one.name),)
        if any(tick.pending for tick in one.ticks):
            text = Field("text", phrase("What the tables say"))
            label = phrase("Write down the tick of {character}", character=one.name)
            yield Move("record_tick", label, STRESS, given, (text,))
        for tick in one.ticks:
            told = tick.text or worded(tick.name)
            label = phrase("End a tick of {character} by therapy: {tick}", character=one.name, tick=told)
            yield Move("remove_tick", label, STRESS, (*given, ("tick", f"{tick.name} {tick.text}"), ("therapy", True)))
