"""A refusal is read aloud: its numbers are all words, or all figures."""

import ast
from collections.abc import Iterator
from pathlib import Path

import engine.systems
from tests.support.failures import report

FOLDER = Path(engine.systems.__file__).parent
_WORDS = {"counted", "number", "dice"}
_COUNTS = {"spent", "limit", "cap", "left", "n", "count", "amount", "value", "most", "budget"}
"""Names of variables that hold a count."""


def _phrases() -> Iterator[tuple[str, ast.Call]]:
    """Texts of every file that refuses something: a refusal may be put together before it is returned."""
    for path in sorted(FOLDER.rglob("*.py")):
        calls = [each for each in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(each, ast.Call)]
        if any(_called(each) in {"Rejected", "Refused"} for each in calls):
            yield from ((f"{path.name}:{each.lineno}", each) for each in calls if _called(each) in {"phrase", "plural"})


def _called(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def test_a_count_beside_one_in_words_is_in_words() -> None:
    found = list(_phrases())
    assert len(found) > 500
    report(*(f"{place}: {' '.join(mixed)}" for place, text in found if (mixed := _mixed(text))))


def _mixed(text: ast.Call) -> list[str]:
    """Counts in figures of a text that has one in words."""
    shown = [each.value for each in text.keywords]
    if not any(_called(each) in _WORDS for each in shown):
        return []
    plain = [each.value for each in text.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    in_figures = [ast.unparse(each) for each in shown if _called(each) == "len" or _name(each) in _COUNTS]
    return in_figures + [word for word in " ".join(plain).split() if word[:1].isdigit()]
