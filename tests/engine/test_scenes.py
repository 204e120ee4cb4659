"""Scenes of the rules, one step a line: how a table begins, what is done, what is refused and what is so then.

A file `systems/<game>/scenes/<chapter>.jsonl` begins with its chapter, a scene with what it shows and the rules it is
about. Each line after that is a list:

    ["scene", {"holder": "P"}]              a table begins: a function of the game's support module and its arguments
    ["check", "Q", "P", "Wits"]             a method of the table; a mapping at the end holds named arguments
    ["do", {"kind": "end_turn"}]            a command in the form it is logged in
    ["refuses", "E_RANGE", "bid", "P", 6]   the same, refused with this code, or with one of a list of codes
    ["is", "chips", {"P": 5}]               a path through attributes and methods, and what is found at its end
    ["is", ["rules", "board"], "order", []] the same through what the rules show of the table
    ["another"]                             the same with another table, which the next line begins

A mapping with `=` is a thing of the game, a weapon or a sheet: of a class, or made by a function of the support module
that takes what is in `*` and the named fields. Paths also know `at` a place, `from` one place to another, `length`,
and `the` thing, `those` things and `each` thing by an attribute.
"""

from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from typing import Any

import pytest

from engine.codec import KindReader, from_json
from engine.systems.phasesix import entities
from tests.support import choice_pta_table, deal, kleptonomicon_table, phasesix_table, table
from tests.support.scenes import SYSTEMS, Scene, scenes

OPENINGS: dict[str, tuple[Any, ...]] = {
    "choice_pta": (choice_pta_table,),
    "kleptonomicon": (kleptonomicon_table,),
    "phase_abandon": (deal, table),
    "phasesix": (entities, phasesix_table),
}
"""Modules with the functions that begin a table, and with what lies on it; the last one has the rules."""

READERS = {folder: KindReader(modules[-1].RULESET.command_types) for folder, modules in OPENINGS.items()}
SCENES = [(folder, scene) for folder in OPENINGS for scene in scenes(SYSTEMS / folder)]


def built(modules: tuple[Any, ...], value: Any) -> Any:
    """The value with every thing in it as an object."""
    if isinstance(value, list):
        return tuple(built(modules, each) for each in value)
    if not isinstance(value, dict):
        return value
    if "=" not in value:
        return {name: built(modules, each) for name, each in value.items()}
    make = next(getattr(module, value["="]) for module in modules if hasattr(module, value["="]))
    named = {name: each for name, each in value.items() if name != "="}
    if isinstance(make, type):
        return from_json(make, named)
    return make(*built(modules, named.pop("*", [])), **built(modules, named))


def called(function: Any, arguments: list[Any]) -> Any:
    """Call it with arguments as they are written, the named ones in a mapping at the end."""
    named = arguments[-1] if arguments and isinstance(arguments[-1], dict) else None
    return function(*arguments) if named is None else function(*arguments[:-1], **named)


def done(t: Any, folder: str, name: str, *arguments: Any) -> None:
    if name == "do":
        t.do(READERS[folder](arguments[0]), **(arguments[1] if len(arguments) > 1 else {}))
    else:
        called(getattr(t, name), list(arguments))


def found(value: Any, path: list[Any], rules: Any) -> Any:
    """What lies at the end of a path that begins at a table."""
    for each in path:
        match each:
            case ["at", place]:
                value = value[place]
            case ["length"]:
                value = len(value)
            case ["from", first, end]:
                value = value[first:end]
            case ["each", name]:
                value = [getattr(one, name) for one in value]
            case ["those", name, wanted]:
                value = [one for one in value if getattr(one, name) == wanted]
            case ["the", name, wanted]:
                value = next((one for one in value if getattr(one, name) == wanted), None)
            case ["rules", name, *arguments]:
                value = getattr(rules, name)(value.state, *arguments)
            case [name, *arguments]:
                value = called(getattr(value, name), arguments)
            case name:
                value = getattr(value, name)
    return plain(value)


def plain(value: Any) -> Any:
    """The value as JSON would have it; of things, whatever is not as usual."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        kept = {each.name: getattr(value, each.name) for each in fields(value)}
        return {name: plain(each) for name, each in kept.items() if each != usual(value, name)}
    if isinstance(value, dict):
        return {str(plain(key)): plain(each) for key, each in value.items()}
    if isinstance(value, set | frozenset):
        return sorted((plain(each) for each in value), key=str)
    return [plain(each) for each in value] if isinstance(value, list | tuple) else value


def usual(thing: Any, name: str) -> Any:
    """What a field of a thing is unless somebody says so."""
    field = type(thing).__dataclass_fields__[name]
    return field.default if field.default_factory is MISSING else field.default_factory()


def played(folder: str, scene: Scene) -> None:
    """Play a scene step by step.

    Raises:
        AssertionError: A step does not lead where it is written; the message names its line.
    """
    t: Any = None
    for number, (name, *rest) in scene.steps:
        try:
            openings = [module for module in OPENINGS[folder] if t is None and hasattr(module, name)]
            if openings:
                t = called(getattr(openings[0], name), built(OPENINGS[folder], rest))
            elif name == "refuses":
                codes, *command = rest
                done(t.refuses(*([codes] if isinstance(codes, str) else codes)), folder, *command)
            elif name == "is":
                assert found(t, rest[:-1], OPENINGS[folder][-1].RULESET) == rest[-1]
            elif name == "another":
                t = None
            else:
                done(t, folder, name, *rest)
        except Exception as error:
            raise AssertionError(f"{scene.path.name}, line {number}: {error}") from error


@pytest.mark.parametrize(("folder", "scene"), SCENES, ids=[f"{folder}: {scene.title}" for folder, scene in SCENES])
def test_a_scene_goes_as_written(folder: str, scene: Scene) -> None:
    played(folder, scene)


def test_what_goes_otherwise_is_told_with_its_line() -> None:
    """A wrong number, a refusal that does not come, and a command that is refused."""
    _, scene = next(each for each in SCENES if each[0] == "phase_abandon")
    begun = (1, ["scene", {"players": "PQ"}])
    for step in (["is", "chips", {}], ["refuses", "E_RANGE", "declare", "P", "Wits"], ["declare", "P", "Magic"]):
        wrong = Scene(scene.path, scene.title, "", (begun, (2, step)))
        with pytest.raises(AssertionError, match=rf"{scene.path.name}, line 2: "):
            played("phase_abandon", wrong)
