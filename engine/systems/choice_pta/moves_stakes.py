"""Taps that call a conflict and set its stakes (rules 3.3)."""

from collections.abc import Iterator

from engine.board import Field, Move, Option
from engine.offers import choice, options
from engine.phrase import EMPTY, Phrase, phrase
from engine.systems.choice_pta.entities import Conflict, Participant, Seat
from engine.systems.choice_pta.rules.victory import STAKES, SetVictoryGoal
from engine.systems.choice_pta.state import State
from engine.systems.choice_pta.vocabulary import FateRule, Kind

CONFLICT = phrase("Conflict")
_KINDS = (
    (Kind.SIMPLE.value, phrase("simple: one round")),
    (Kind.EXTENDED.value, phrase("extended: several rounds")),
)
_FATES = (
    (FateRule.OFF.value, phrase("off")),
    (FateRule.EXACT.value, phrase("exact: equal cards")),
    (FateRule.LETHAL.value, phrase("lethal: equal totals")),
)
_OPPOSING = (
    (True, phrase("Let two stakes oppose each other")),
    (False, phrase("Let two stakes both come true")),
)


def calling(state: State) -> Iterator[Move]:
    """Turning to the cards."""
    kind = choice("conflict", phrase("Which kind"), _KINDS)
    who = Field("participants", phrase("Who takes part"), "choices", options(seat.name for seat in state.seats))
    yield Move("call_conflict", phrase("Call a conflict"), CONFLICT, fields=(kind, who))


def staking(state: State, conflict: Conflict, seat: Seat) -> Iterator[Move]:
    """What everybody wants, who opposes whom, and locking it all."""
    yield from _gm_stakes(conflict, seat) if seat.is_gm else own_stake(conflict, seat)
    for part in conflict.parts_of(seat.name):
        yield Move("drop_stake", phrase("Take {name} out", name=part.name), STAKES, (("part_id", part.name),))
    parts = parts_of(conflict.participants)
    if len(parts) > 1:
        one = Field("a", phrase("Whose stake"), "choice", parts)
        other = Field("b", phrase("And whose"), "choice", parts[::-1])
        for opposes, label in _OPPOSING:
            yield Move("set_opposition", label, STAKES, (("opposes", opposes),), (one, other))
    yield from SetVictoryGoal.moves(state, seat.name)
    yield from _locking(conflict)


def parts_of(parts: tuple[Participant, ...]) -> tuple[Option, ...]:
    """Participants to choose from."""
    return options(part.name for part in parts)


def for_which(conflict: Conflict, part: Participant) -> Phrase:
    """Which stake a label is about, to stand behind it where somebody has several."""
    return phrase(" for {name}", name=part.name) if len(conflict.parts_of(part.seat)) > 1 else EMPTY


def own_stake(conflict: Conflict, seat: Seat) -> Iterator[Move]:
    """A player's only stake: stated, restated, or that of a latecomer."""
    own = conflict.parts_of(seat.name)
    label = phrase("Restate your stake") if own and own[0].stake else phrase("State your stake")
    yield Move("set_stake", label, STAKES, fields=(_wanted(),))


def _wanted() -> Field:
    return Field("text", phrase("What comes true on success"))


def _gm_stakes(conflict: Conflict, seat: Seat) -> Iterator[Move]:
    for part in conflict.parts_of(seat.name):
        restate = phrase("Restate the stake of {name}", name=part.name)
        label = restate if part.stake else phrase("State the stake of {name}", name=part.name)
        yield Move("set_stake", label, STAKES, (("label", part.name),), (_wanted(),))
    fields = (Field("label", phrase("Name of the stake")), _wanted())
    yield Move("set_stake", phrase("Add a stake of yours"), STAKES, (("new", True),), fields)
    size = Field("mook", phrase("How many"), "number", least=1)
    yield Move("set_stake", phrase("Add a group of mooks"), STAKES, (("new", True),), (*fields, size))


def _locking(conflict: Conflict) -> Iterator[Move]:
    fate = choice("hand_of_fate", phrase("Hand of Fate"), _FATES)
    mooks = any(part.mooks is not None for part in conflict.participants)
    label = phrase("Lock the stakes, with mooks") if mooks else phrase("Lock the stakes")
    yield Move("lock_stakes", label, STAKES, (("mooks", mooks),), (fate,))
