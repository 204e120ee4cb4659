import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

import pytest

from engine.codec import KindReader, from_json, to_json
from engine.errors import BadField, EngineError
from engine.registry import find_ruleset


class Colour(StrEnum):
    RED = "RED"
    BLUE = "BLUE"


@dataclass(frozen=True, slots=True)
class Leaf:
    name: str
    size: int = 1


@dataclass(frozen=True, slots=True)
class Tree:
    kind: ClassVar[str] = "tree"
    json_names: ClassVar[dict[str, str]] = {"from_": "from"}
    from_: str
    colour: Colour
    leaves: tuple[Leaf, ...] = ()
    best: Leaf | None = None
    tag: str | int | bool | None = None
    targets: str | tuple[str, ...] = "ANY"


FULL = Tree("seed", Colour.BLUE, (Leaf("a"), Leaf("b", 3)), Leaf("c"), 7, ("x", "y"))


def read(data: Any) -> Any:
    return KindReader([Tree])(data)


@pytest.mark.parametrize(
    "tree", [FULL, Tree("seed", Colour.RED), Tree("", Colour.RED, tag=True), Tree("é", Colour.RED, tag="1")]
)
def test_values_come_back_as_they_were(tree: Tree) -> None:
    assert read(json.loads(json.dumps(to_json(tree)))) == tree


def test_the_json_form_is_plain() -> None:
    assert to_json(FULL) == {
        "kind": "tree",
        "from": "seed",
        "colour": "BLUE",
        "leaves": [{"name": "a", "size": 1}, {"name": "b", "size": 3}],
        "best": {"name": "c", "size": 1},
        "tag": 7,
        "targets": ["x", "y"],
    }


def test_missing_fields_take_their_defaults_and_unknown_ones_are_ignored() -> None:
    assert read({"kind": "tree", "from": "seed", "colour": "RED", "age": 100}) == Tree("seed", Colour.RED)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"from": 3}, "tree.from"),
        ({"colour": "GREEN"}, "tree.colour"),
        ({"colour": ["RED"]}, "tree.colour"),
        ({"leaves": "a"}, "tree.leaves"),
        ({"leaves": [{"name": "a"}, {"name": 5}]}, "tree.leaves.1.name"),
        ({"best": {}}, "tree.best.name"),
        ({"best": []}, "tree.best"),
        ({"tag": 1.5}, "tree.tag"),
        ({"targets": [1]}, "tree.targets.0"),
        ({"kind": "bush"}, "kind"),
    ],
)
def test_what_does_not_fit_is_named(change: dict[str, Any], field: str) -> None:
    with pytest.raises(BadField) as caught:
        read({**to_json(FULL), **change})
    assert caught.value.field == field
    assert caught.value.expected in str(caught.value)
    assert isinstance(caught.value, EngineError)


def test_a_missing_required_field_is_named() -> None:
    with pytest.raises(BadField, match=r"tree\.colour"):
        read({"kind": "tree", "from": "seed"})


def test_true_is_not_one() -> None:
    with pytest.raises(BadField):
        from_json(Leaf, {"name": "a", "size": True})
    assert from_json(Leaf, {"name": "a", "size": 1}) == Leaf("a", 1)


@pytest.mark.parametrize("data", [None, 5, "tree", [], [{"kind": "tree"}]])
def test_only_objects_have_a_kind(data: Any) -> None:
    with pytest.raises(BadField) as caught:
        read(data)
    assert caught.value.field == "kind"


def test_a_field_is_read_by_the_names_a_rules_document_has_for_it() -> None:
    """Written it has its own name; its own name wins where both are given."""
    read = KindReader(find_ruleset("kleptonomicon").command_types)
    command = read({"kind": "dash", "char": "Vex"})
    assert to_json(command)["character"] == "Vex"
    assert read({"kind": "dash", "pc": "Vex"}) == command
