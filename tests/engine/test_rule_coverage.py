"""Every rule, ruling, narration row, worked example, invariant, error code and setting has a test that names it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.systems.phase_abandon.settings import SETTINGS

HERE = Path(__file__).resolve().parent

IDS = {
    "PA": range(1, 118),
    "V": (*range(1, 34), *range(40, 84)),  # the rules document has no V-34 to V-39
    "INV": range(1, 41),
    "N": range(1, 32),
    "R": range(1, 93),
}

ERROR_CODES = """
    E_PHASE E_UNKNOWN E_AMBIGUOUS E_DUPLICATE E_EMPTY E_RANGE E_LIMIT E_BUDGET E_LOCK E_GOAL_TOTAL E_INCOMPLETE
    E_NOT_APPROVED E_NOT_OWNER E_ABSENT E_CHARACTER_OUT E_NO_CHIPS E_ROLL_OPEN E_NO_ROLL E_STEP E_NOT_ROLLER
    E_DICE_COUNT E_FACE E_NEED_FACES E_NO_DICE E_DIE_LOCKED E_NO_REROLLS E_NO_ONE E_NO_SIX E_OWN_ONE E_POOL_EMPTY
    E_SPLIT E_TRIGGER E_CHECK_PAIR E_SELF E_PROTECTED E_NOT_HOLDER E_TURN E_NOT_HIGHEST E_CHALLENGE E_BID_OPEN
    E_NO_BID E_ALREADY E_NO_GROUP_GOAL E_REWARD_PENDING E_NO_REWARD E_GOAL_CLOSED E_GOAL_OPEN E_NOT_IMPROVABLE
    E_BROKEN E_RULE
"""

Function = ast.FunctionDef | ast.ClassDef


def modules() -> Iterator[ast.Module]:
    for path in sorted(HERE.rglob("*.py")):
        if path != Path(__file__).resolve():
            yield ast.parse(path.read_text(encoding="utf-8"))


def named_in_tests() -> set[str]:
    """Ids in the docstrings and names of test functions and of the checks they run."""
    found: set[str] = set()
    for module in modules():
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef) and node.name.startswith(("test_", "check_")):
                text = f"{ast.get_docstring(node) or ''} {_spoken(node.name)}"
                found.update(re.findall(r"\b(?:PA|V|INV|N|R)-\d+\b", text))
    return found


def _spoken(name: str) -> str:
    return " ".join(f"{kind.upper()}-{number}" for kind, number in re.findall(r"(?<=_)(pa|v|inv|n|r)(\d+)(?=_)", name))


@pytest.mark.parametrize("kind", IDS)
def test_every_id_is_named_by_a_test(kind: str) -> None:
    """A rule nobody tests is a rule nobody keeps."""
    named = named_in_tests()
    missing = [f"{kind}-{number}" for number in IDS[kind] if f"{kind}-{number}" not in named]
    assert not missing, f"no test names {', '.join(missing)}"


def test_no_test_names_an_id_that_does_not_exist() -> None:
    """A slip in an id would hide a missing test."""
    known = {f"{kind}-{number}" for kind, numbers in IDS.items() for number in numbers}
    assert not named_in_tests() - known


def test_every_error_code_is_provoked() -> None:
    """Each code is expected alone by at least one test."""
    expected = {
        node.args[0].value
        for module in modules()
        for node in ast.walk(module)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "refuses"
        if len(node.args) == 1 and isinstance(node.args[0], ast.Constant)
    }
    missing = set(ERROR_CODES.split()) - expected
    assert not missing, f"no test provokes {', '.join(sorted(missing))}"


def test_every_value_of_every_house_rule_is_played() -> None:
    """Each value other than the default is set by some test, next to the name of its rule."""
    played = {ast.dump(module): _constants(module) for module in modules()}
    missing = []
    others: list[object]
    for setting in SETTINGS:
        others = [value for value in setting.values if value != setting.default] or [None]
        for value in others:
            wanted = {setting.name} | ({value} if isinstance(value, str) else set())
            if not any(wanted <= constants for constants in played.values()):
                missing.append(f"{setting.name}={value}")
    assert not missing, f"no test sets {', '.join(missing)}"


def _constants(module: ast.Module) -> set[str]:
    return {node.value for node in ast.walk(module) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
