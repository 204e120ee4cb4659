"""A refusal is read aloud: its numbers are all words, or all figures."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine.systems

FOLDER = Path(engine.systems.__file__).parent
_WORDS = {"counted", "number", "dice"}
_COUNTS = {"spent", "limit", "cap", "left", "n", "count", "amount", "value", "most", "budget"}
"""Names of variables that hold a count."""


def _refusals() -> Iterator[tuple[str, ast.JoinedStr]]:
    for path in sorted(FOLDER.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Rejected":
                yield from (
                    (f"{path.name}:{call.lineno}", each) for each in call.args if isinstance(each, ast.JoinedStr)
                )


def _called(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


@pytest.mark.parametrize(("place", "text"), list(_refusals()), ids=lambda each: each if isinstance(each, str) else "")
def test_a_count_beside_one_in_words_is_in_words(place: str, text: ast.JoinedStr) -> None:
    """ "Wanted: two dice, not 3" is half of each."""
    shown = [each.value for each in text.values if isinstance(each, ast.FormattedValue)]
    in_words = any(_called(each) in _WORDS for each in shown)
    in_figures = [ast.unparse(each) for each in shown if _called(each) == "len" or _name(each) in _COUNTS]
    plain = [str(each.value) for each in text.values if isinstance(each, ast.Constant)]
    assert not in_words or not in_figures + [word for word in " ".join(plain).split() if word[:1].isdigit()]
