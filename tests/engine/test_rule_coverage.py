"""Every rule, ruling, worked example, invariant, error code and setting of a system has a test or a scene naming it.

A system's folder of tests says in `covered.py` what there is to name: `IDS`, prefix to numbers; `ERROR_CODES`, words
separated by spaces; `SETTINGS`, its house rules.
"""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from tests.support.scenes import SYSTEMS, scenes

FOLDERS = pytest.mark.parametrize("folder", sorted(path.parent.name for path in SYSTEMS.glob("*/covered.py")))


def covered(folder: str) -> Any:
    """Return the module that lists what is covered."""
    return import_module(f"tests.engine.systems.{folder}.covered")


def modules(folder: str) -> Iterator[ast.Module]:
    for path in sorted((SYSTEMS / folder).rglob("*.py")):
        if path.name != "covered.py":
            yield ast.parse(path.read_text(encoding="utf-8"))


def ids(folder: str) -> set[str]:
    return {f"{kind}-{number}" for kind, numbers in covered(folder).IDS.items() for number in numbers}


def named_in_tests(folder: str) -> set[str]:
    """Ids in the docstrings and names of test functions and of the checks they run, and in the heads of scenes."""
    kinds = "|".join(sorted(covered(folder).IDS, key=len, reverse=True))
    found: set[str] = set()
    for scene in scenes(SYSTEMS / folder):
        text = f"{scene.rules} {_spoken(f'_{scene.title}_'.replace(' ', '_'), kinds)}"
        found.update(re.findall(rf"\b(?:{kinds})-\d+\b", text))
    for module in modules(folder):
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef) and node.name.startswith(("test_", "check_")):
                text = f"{ast.get_docstring(node) or ''} {_spoken(node.name, kinds)}"
                found.update(re.findall(rf"\b(?:{kinds})-\d+\b", text))
    return found


def _spoken(name: str, kinds: str) -> str:
    pattern = rf"(?<=_)({kinds.lower()})(\d+)(?=_)"
    return " ".join(f"{kind.upper()}-{number}" for kind, number in re.findall(pattern, name))


@FOLDERS
def test_every_id_is_named_by_a_test(folder: str) -> None:
    missing = sorted(ids(folder) - named_in_tests(folder))
    assert not missing, f"no test names {', '.join(missing)}"


@FOLDERS
def test_no_test_names_an_id_that_does_not_exist(folder: str) -> None:
    assert not named_in_tests(folder) - ids(folder)


@FOLDERS
def test_every_error_code_is_provoked(folder: str) -> None:
    """Each code is expected alone by at least one test: `table.refuses("E_PHASE").do(…)`."""
    expected = {
        node.args[0].value
        for module in modules(folder)
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "refuses"
        if len(node.args) == 1 and isinstance(node.args[0], ast.Constant)
    }
    steps = (step for scene in scenes(SYSTEMS / folder) for _, step in scene.steps)
    expected |= {step[1] for step in steps if step[0] == "refuses" and isinstance(step[1], str)}
    missing = set(covered(folder).ERROR_CODES.split()) - expected
    assert not missing, f"no test provokes {', '.join(sorted(missing))}"


@FOLDERS
def test_every_value_of_every_house_rule_is_played(folder: str) -> None:
    played = [_constants(module) for module in modules(folder)]
    played += [set(_words([step for _, step in scene.steps])) for scene in scenes(SYSTEMS / folder)]
    missing = []
    others: list[object]
    for setting in covered(folder).SETTINGS:
        others = [value for value in setting.values if value != setting.default] or [None]
        for value in others:
            wanted = {setting.name} | ({value} if isinstance(value, str) else set())
            if not any(wanted <= constants for constants in played):
                missing.append(f"{setting.name}={value}")
    assert not missing, f"no test sets {', '.join(missing)}"


def _constants(module: ast.Module) -> set[str]:
    named = {node.arg for node in ast.walk(module) if isinstance(node, ast.keyword) and node.arg}
    return named | {
        node.value for node in ast.walk(module) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def _words(value: Any) -> Iterator[str]:
    """Every text in a value as JSON has it, names of its fields included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in (*value, *value.values()) if isinstance(value, dict) else value:
            yield from _words(each)
