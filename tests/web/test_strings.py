"""Every text of the page stands in the catalogue, is used, and has what its placeholders need."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from companion.web.strings import catalogue, counted, words

WEB = Path(__file__).resolve().parents[2] / "companion" / "web"
DRAWN = [path for path in sorted(WEB.rglob("*.py")) if path.parent != WEB] + [WEB / "page.py"]
PROSE = re.compile(r"^[A-Z][a-z]+(?![a-zA-Z])|^[A-Za-z]+ .*[.!?…:]$|\w+ \w+ \w+ \w+")


def trees(paths: list[Path]) -> Iterator[tuple[Path, ast.Module]]:
    return ((path, ast.parse(path.read_text(encoding="utf-8"))) for path in paths)


def literals(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Texts in the code, with their lines; docstrings and annotations left out."""
    skipped = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign | ast.arg) and node.annotation is not None:
            skipped |= {id(each) for each in ast.walk(node.annotation)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node.lineno, node.value


@pytest.mark.parametrize("path", DRAWN, ids=lambda path: str(path.relative_to(WEB)))
def test_no_page_has_texts_of_its_own(path: Path) -> None:
    """What people read comes from the catalogue; scripts and names of classes are no texts."""
    [(_, tree)] = trees([path])
    strays = [
        f"{path.name}:{line} says {said!r}"
        for line, said in literals(tree)
        if PROSE.search(said) and "=>" not in said and "document." not in said
    ]
    assert strays == []


def used() -> tuple[set[str], list[str]]:
    """Keys asked for by name, and beginnings of those put together ("page.light.")."""
    keys: set[str] = set()
    beginnings: list[str] = []
    for _, tree in trees(sorted(WEB.rglob("*.py"))):
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                keys.add(node.value)
            if isinstance(node, ast.JoinedStr) and node.values and isinstance(node.values[0], ast.Constant):
                beginnings.append(str(node.values[0].value))
    return keys, [each for each in beginnings if "." in each]


def test_every_text_is_used() -> None:
    """A key nobody asks for is taken out."""
    keys, beginnings = used()
    unused = [
        key
        for key in catalogue()
        if key not in keys
        and not any(key.startswith(each) for each in beginnings)
        and key.removesuffix(".one").removesuffix(".many") not in keys
    ]
    assert unused == []


def test_every_key_asked_for_is_there() -> None:
    """A page never meets a missing text."""
    missing = []
    for path, tree in trees(sorted(WEB.rglob("*.py"))):
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
                continue
            first = node.args[0]
            if node.func.id in {"words", "counted"} and isinstance(first, ast.Constant):
                wanted = [first.value] if node.func.id == "words" else [f"{first.value}.one", f"{first.value}.many"]
                given = {each.arg for each in node.keywords} | ({"count"} if node.func.id == "counted" else set())
                for key in wanted:
                    needs = {
                        name for _, name, _, _ in Formatter().parse(catalogue().get(key, "{}")) if name is not None
                    }
                    if key not in catalogue() or not needs <= given:
                        missing.append(f"{path.name}:{node.lineno} {key} needs {sorted(needs)}")
    assert missing == []


def test_numbers_choose_between_one_and_many() -> None:
    """One action, two actions."""
    assert counted("board.actions", 1) == "1 action left"
    assert counted("board.actions", 2) == "2 actions left"


def test_values_are_never_read_as_templates() -> None:
    """What somebody said is put in as it is."""
    assert words("seats.owes", what="{0.__class__}") == "owes {0.__class__}"
