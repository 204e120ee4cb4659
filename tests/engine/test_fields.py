"""Declared fields of commands are checked, offered and asked for as declared."""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import pytest

from engine.board import Field
from engine.codec import KindReader
from engine.common.messages import Command
from engine.dice.source import NoDice
from engine.fields import (
    MOST_NUMBER,
    Either,
    Faces,
    Id,
    Number,
    OneOf,
    Parts,
    Person,
    PlayerName,
    SkillName,
    Text,
    Thing,
    YesNo,
    fields_of,
    refused,
)
from engine.phrase import phrase
from engine.registry import all_rulesets, find_ruleset
from engine.types import Rejected
from tests.engine.test_contract import moments
from tests.example_system.system import RULESET as EMBER
from tests.support.taps import people

RULESETS = (*all_rulesets(), EMBER)
SYSTEMS = pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.info.slug)


@dataclass(frozen=True)
class Cargo:
    weight: int


class Sail(Command):
    """Every sort of field."""

    kind: ClassVar[str] = "sail"
    json_names: ClassVar[dict[str, str]] = {"to_": "to"}
    missing: ClassVar[str] = "NO_WORDS"
    captain: PlayerName = ""
    skill: SkillName | None = None
    to_: Annotated[str, Text(blank=False)]
    speed: Annotated[str, OneOf(("full_ahead", "slow"), ("crawling",))] = "slow"
    knots: Annotated[int, Number(1, 30, code="TOO_FAST")] = 5
    crew: tuple[Annotated[int, Number(1, otherwise=phrase("Everybody rows."))], ...] = ()
    faces: tuple[Annotated[int, Faces()], ...] | None = None
    cargo: tuple[Cargo, ...] = ()
    night: bool = False
    berth: Id | None = None
    depth: Annotated[int, Number(1, judged=True)] = 1
    load: Annotated[int | str, Either()] = 0


def test_fields_say_what_belongs_into_them() -> None:
    """Name in JSON, type, whether there has to be a value, whether there may be several, and the words there are."""
    found = {each.name: each for each in fields_of(Sail)}
    assert [type(each.type) for each in found.values()] == [
        *(Person, Thing, Text, OneOf, Number, Number, Faces, Parts, YesNo),
        *(type(found["berth"].type), Number, Either),
    ]
    assert [name for name, each in found.items() if each.required] == ["to"]
    assert [name for name, each in found.items() if each.many] == ["crew", "faces", "cargo"]
    assert [name for name, each in found.items() if not each.type.spoken] == ["berth"]
    assert (found["to"].attribute, found["speed"].choices) == ("to_", ("full_ahead", "slow"))
    assert found["cargo"].type == Parts(Cargo)


@pytest.mark.parametrize(
    ("values", "code", "reason"),
    [
        ({"to_": " "}, "NO_WORDS", "The to is missing."),
        ({"speed": "fast"}, "BAD_VALUE", "The speed is one of full_ahead, slow."),
        ({"knots": 31}, "TOO_FAST", "The knots is from 1 to 30."),
        ({"crew": (3, 0)}, "BAD_VALUE", "Everybody rows."),
        ({"depth": MOST_NUMBER + 1}, "BAD_VALUE", "No number can be larger than 100000."),
        ({"crew": (3, -(10**30))}, "BAD_VALUE", "No number can be larger than 100000."),
        ({"faces": (10**9,)}, "BAD_VALUE", "No number can be larger than 100000."),
        ({"load": "1" + "0" * 5_000}, "BAD_VALUE", "No number can be larger than 100000."),
        ({"load": " +100001 "}, "BAD_VALUE", "No number can be larger than 100000."),
    ],
)
def test_a_value_outside_of_its_declaration_is_refused(values: dict[str, Any], code: str, reason: str) -> None:
    """With the field's own code and sentence where it has them, else with the game's code and the range."""
    assert refused(Sail(**{"to_": "Crete", **values})) == Rejected(code, reason)


@pytest.mark.parametrize(
    "values",
    [
        {"speed": "Full ahead"},
        {"speed": " CRAWLING "},
        {"knots": 30, "crew": (1, 2)},
        {"depth": -3},
        {"captain": "", "faces": None},
        {"depth": MOST_NUMBER, "load": "100000"},
        {"load": "100001 barrels"},
    ],
)
def test_whatever_may_fit_is_left_to_the_rules(values: dict[str, Any]) -> None:
    """Words in any case, further words, ends of ranges, nothing at all, and what a rule judges itself."""
    assert refused(Sail(**{"to_": "Crete", **values})) is None


def test_a_range_may_depend_on_the_state() -> None:
    """A named function gives its end for a player; it is no end that every value has to keep."""
    number = Number(1, lambda state, player: state[player])
    assert number.range_in({"Ana": 4}, "Ana") == (1, 4)
    assert number.test()(7)


def test_a_field_about_which_nothing_is_said_is_an_error() -> None:
    class Drift(Command):
        kind: ClassVar[str] = "drift"
        where: str

    with pytest.raises(TypeError, match=r"nothing says what belongs into .*Drift\.where"):
        fields_of(Drift)


@SYSTEMS
def test_every_field_of_every_command_is_declared(ruleset: Any) -> None:
    named = [each.name for command in ruleset.command_types for each in fields_of(command)]
    assert len(named) > 2


@SYSTEMS
def test_no_move_offers_what_its_command_refuses(ruleset: Any) -> None:
    declared = {cls.kind: {each.name: each for each in fields_of(cls)} for cls in ruleset.command_types}
    seen = set()
    for state in moments(ruleset.info.slug)[::9]:
        for player in people(ruleset, state):
            for move in ruleset.moves(state, player):
                for field in move.fields if move.kind in declared else ():
                    seen.add((move.kind, field.name))
                    assert _within(field, declared[move.kind].get(field.name)), (move.kind, field)
    assert seen or ruleset.info.slug == "ember"


def _within(shown: Field, declared: Any) -> bool:
    """Return True if a field of a move asks for nothing that its command would refuse, and omits nothing it needs."""
    if declared is None:
        return shown.name in {"values", "total", "successes"}
    if shown.optional and declared.required:
        return False
    test = None if declared.type.judged else declared.type.test()
    offered = [shown.least] if shown.shape == "number" else [option.value for option in shown.options]
    return test is None or all(map(test, offered))


@pytest.mark.parametrize(
    ("slug", "data", "code", "reason"),
    [
        ("phase-abandon", {"kind": "add_player", "name": " "}, "E_EMPTY", "The name is missing."),
        ("kleptonomicon", {"kind": "create_table", "name": ""}, "EMPTY_TEXT", "The name is missing."),
        (
            "choice-pta",
            {"kind": "create_table", "players": ["Ana"], "card_mode": "paper"},
            "BAD_SETTING",
            "Cards are virtual or physical.",
        ),
    ],
)
def test_the_rules_refuse_json_outside_of_its_declaration(slug: str, data: Any, code: str, reason: str) -> None:
    ruleset = find_ruleset(slug)
    table = {"phase-abandon": [{"kind": "create_table", "name": "T"}]}.get(slug, [])
    state, read = ruleset.initial_state(), KindReader(ruleset.command_types)
    for each in table:
        for event in ruleset.decide(state, read(each), NoDice()):
            state = ruleset.evolve(state, event)
    assert ruleset.decide(state, read(data), NoDice()) == Rejected(code, reason)
