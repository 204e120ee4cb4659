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


READ = {"text": 1, "button": 0, "link": 0, "fold": 0, "page_title": 0}
"""Which argument of what draws is shown to people."""
READ_ALOUD = {"aria_label", "placeholder", "alt", "title"}


def shown(tree: ast.AST) -> Iterator[ast.expr]:
    """What is handed over to be read by people, or to them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            place = READ.get(getattr(node.func, "id", getattr(node.func, "attr", "")))
            yield from node.args[place : place + 1] if place is not None else []
            yield from (each.value for each in node.keywords if each.arg in READ_ALOUD)


def spelled_out(shown: ast.AST) -> Iterator[str]:
    """Letters that stand in the code itself; what a call answers and what a condition compares is not shown."""
    if isinstance(shown, ast.Constant) and isinstance(shown.value, str) and any(map(str.isalpha, shown.value)):
        yield shown.value
    inside = [shown.body, shown.orelse] if isinstance(shown, ast.IfExp) else ast.iter_child_nodes(shown)
    for each in inside if not isinstance(shown, ast.Call | ast.Compare | ast.Subscript) else ():
        yield from spelled_out(each)


@pytest.mark.parametrize("path", DRAWN, ids=lambda path: str(path.relative_to(WEB)))
def test_nothing_shown_is_spelled_out_in_the_code(path: Path) -> None:
    """Not even a single word: what is drawn comes from the catalogue, the rules, or people."""
    [(_, tree)] = trees([path])
    strays = [f"{path.name}:{each.lineno} shows {said!r}" for each in shown(tree) for said in spelled_out(each)]
    assert strays == []


def test_a_word_in_the_code_would_be_found() -> None:
    """The search itself sees words, pieces of them, and either side of a choice, and passes by keys."""
    code = """
text("p", "Hello")
button(f"{n} of", deed)
link(words("a.key") if state == "open" else "closed", "/")
box("div", aria_label="Seats")
text("p", words("a.key"), "small")
"""
    assert [said for each in shown(ast.parse(code)) for said in spelled_out(each)] == [
        "Hello",
        " of",
        "closed",
        "Seats",
    ]


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
    """One action, two Beats."""
    assert counted("board.actions", 1, unit="action") == "1 action left"
    assert counted("board.actions", 2, unit="Beat") == "2 Beats left"


def test_values_are_never_read_as_templates() -> None:
    """What somebody said is put in as it is."""
    assert words("seats.owes", what="{0.__class__}") == "owes {0.__class__}"
