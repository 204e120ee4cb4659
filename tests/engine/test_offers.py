"""Moves are reduced to what a system's own rules would take; thrown dice are handed in alike in every system."""

from typing import Any, ClassVar

from engine.board import Field, Move, Option, Throw
from engine.common.messages import Command
from engine.dice.roll import RollRequest
from engine.dice.source import DiceSource, RollNeeded
from engine.offers import Offers, choice, dice_moves, filled, owed_throws
from engine.types import Rejected

REQUEST = RollRequest("roll-1", "Ana", 2, "SWIM", "a swim", sides=8)


class Go(Command):
    kind: ClassVar[str] = "go"
    where: str
    gear: str | None = None
    hours: int = 1


def decide(shut: frozenset[str], command: Go, dice: DiceSource) -> tuple[Any, ...] | Rejected:
    """A world whose state is what is shut: places, gear, and people who may not leave."""
    if {command.where, command.gear, command.actor} & shut or command.hours < 1:
        return Rejected("SHUT", "Not that way.")
    if command.where == "river":
        raise RollNeeded(REQUEST)
    return ()


OFFERS: Offers[frozenset[str]] = Offers((Go,), decide)
GO = Move(
    "go",
    "Go",
    fields=(
        choice("where", "Where", ("hill", "river", "town")),
        choice("gear", "With", (("rope", "a rope"), ("boat", "a boat")), optional=True),
        Field("hours", "Hours", "number", least=2),
    ),
)


def test_a_move_is_filled_with_first_answers() -> None:
    """First options, least numbers, threes, a word; what may be left out on demand."""
    assert filled(GO) == {"kind": "go", "where": "hill", "gear": "rope", "hours": 2}
    assert filled(GO, optional=False) == {"kind": "go", "where": "hill", "hours": 2}
    fields = (Field("a", "A"), Field("b", "B", "faces", least=2), Field("c", "C", "choices", GO.fields[0].options))
    assert filled(Move("x", "X", given=(("d", True),), fields=fields)) == {
        "kind": "x",
        "d": True,
        "a": "something",
        "b": [3, 3],
        "c": ["hill"],
    }


def test_choices_the_rules_refuse_are_left_out() -> None:
    offered = OFFERS.taken(frozenset({"hill"}), "Ana", (GO,))
    assert [option.value for option in offered[0].fields[0].options] == ["river", "town"]
    assert offered[0].fields[1:] == GO.fields[1:]
    assert OFFERS.taken(frozenset(), "Ana", (GO,)) == (GO,)


def test_a_choice_that_may_be_left_out_goes_when_nothing_is_left_of_it() -> None:
    offered = OFFERS.taken(frozenset({"rope", "boat"}), "Ana", (GO,))
    assert [field.name for field in offered[0].fields] == ["where", "hours"]


def test_a_move_without_any_way_is_not_offered() -> None:
    """Every place is shut, or the player may not go at all."""
    assert OFFERS.taken(frozenset({"hill", "river", "town"}), "Ana", (GO,)) == ()
    assert OFFERS.taken(frozenset({"Ana"}), "Ana", (GO,)) == ()


def test_what_is_owed_is_offered_first() -> None:
    first, second, owed = (
        Move("go", label, given=(("where", "hill"),), owed=label == "C") for label in ("A", "B", "C")
    )
    assert OFFERS.taken(frozenset(), "Ana", (first, second, owed)) == (owed, first, second)


def test_thrown_dice_are_handed_in_by_whoever_owes_them() -> None:
    given = (("request_id", "roll-1"),)
    faces = Field("values", "Faces", "faces", least=2, most=8)
    throw = Move("report_dice", "Throw two dice: a swim", "Dice", given, (faces,), owed=True)
    assert tuple(dice_moves((REQUEST,), "Ana")) == (throw,)
    assert tuple(dice_moves((REQUEST,), "Ben")) == ()
    generous = RollRequest("roll-1", "Ana", 2, "SWIM", "a swim", 8, total_accepted=True, successes_accepted=True)
    assert [move.fields[0] for move in dice_moves((generous,), "Ana")] == [
        faces,
        Field("total", "Total", "number", least=2),
        Field("successes", "Successes", "number", most=2),
    ]


def test_owed_dice_lie_nowhere_yet() -> None:
    assert owed_throws((REQUEST,)) == (Throw("Ana", "a swim", 2, 8, (), "roll-1"),)


def test_options_are_words_or_pairs() -> None:
    assert choice("n", "N", (1, (2, "two"))).options == (Option(1, "1"), Option(2, "two"))
