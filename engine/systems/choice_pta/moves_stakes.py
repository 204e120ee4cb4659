"""Taps that call a conflict and set its stakes (rules 3.3)."""

from collections.abc import Iterator

from engine.board import Field, Move, Option
from engine.offers import choice, options
from engine.systems.choice_pta.entities import Conflict, Participant, Seat
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import FateRule, Kind

CONFLICT, STAKES = "Conflict", "Stakes"
_KINDS = ((Kind.SIMPLE.value, "simple: one round"), (Kind.EXTENDED.value, "extended: several rounds"))
_FATES = (
    (FateRule.OFF.value, "off"),
    (FateRule.EXACT.value, "exact: equal cards"),
    (FateRule.LETHAL.value, "lethal: equal totals"),
)


def calling(state: State) -> Iterator[Move]:
    """Turning to the cards."""
    kind = choice("conflict", "Which kind", _KINDS)
    who = Field("participants", "Who takes part", "choices", options(seat.name for seat in state.seats))
    yield Move("call_conflict", "Call a conflict", CONFLICT, fields=(kind, who))


def staking(state: State, conflict: Conflict, seat: Seat) -> Iterator[Move]:
    """What everybody wants, who opposes whom, and locking it all."""
    yield from _gm_stakes(conflict, seat) if seat.is_gm else own_stake(conflict, seat)
    for part in conflict.parts_of(seat.name):
        yield Move("drop_stake", f"Take {part.name} out", STAKES, (("part_id", part.name),))
    parts = parts_of(conflict.participants)
    if len(parts) > 1:
        one, other = Field("a", "Whose stake", "choice", parts), Field("b", "And whose", "choice", parts[::-1])
        for opposes, label in ((True, "Let two stakes oppose each other"), (False, "Let two stakes both come true")):
            yield Move("set_opposition", label, STAKES, (("opposes", opposes),), (one, other))
    if conflict.is_extended:
        goal = Field("goal", "Victory cards", "number", least=state.house_rules.victory_goal_min)
        yield Move("set_victory_goal", "Set the victory goal", STAKES, fields=(goal,))
    yield from _locking(conflict)


def parts_of(parts: tuple[Participant, ...]) -> tuple[Option, ...]:
    """Participants to choose from."""
    return options(part.name for part in parts)


def own_stake(conflict: Conflict, seat: Seat) -> Iterator[Move]:
    """A player's only stake: stated, restated, or that of a latecomer."""
    own = conflict.parts_of(seat.name)
    label = "Restate your stake" if own and own[0].stake else "State your stake"
    yield Move("set_stake", label, STAKES, fields=(_wanted(),))


def _wanted() -> Field:
    return Field("text", "What comes true on success")


def _gm_stakes(conflict: Conflict, seat: Seat) -> Iterator[Move]:
    for part in conflict.parts_of(seat.name):
        label = f"{'Restate' if part.stake else 'State'} the stake of {part.name}"
        yield Move("set_stake", label, STAKES, (("label", part.name),), (_wanted(),))
    fields = (Field("label", "Name of the stake"), _wanted())
    yield Move("set_stake", "Add a stake of yours", STAKES, (("new", True),), fields)
    size = Field("mook", "How many", "number", least=1)
    yield Move("set_stake", "Add a group of mooks", STAKES, (("new", True),), (*fields, size))


def _locking(conflict: Conflict) -> Iterator[Move]:
    fate = choice("hand_of_fate", "Hand of Fate", _FATES)
    mooks = any(part.mooks is not None for part in conflict.participants)
    label = "Lock the stakes, with mooks" if mooks else "Lock the stakes"
    yield Move("lock_stakes", label, STAKES, (("mooks", mooks),), (fate,))
