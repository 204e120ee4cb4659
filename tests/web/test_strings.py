"""Every text of the page stands in the catalogue, is used, and has what its placeholders need."""

import ast
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion.base.errors import SettingsError
from companion.web.strings import catalogue, counted, show_in, shown, words
from engine.phrase import phrase
from tests.support.failures import report
from tools.collect_texts import collected, write

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


def test_no_page_has_texts_of_its_own() -> None:
    """Texts for people come from the catalogue; scripts and names of classes are no texts."""
    strays = [
        f"{path.relative_to(WEB)}:{line} says {said!r}"
        for path, tree in trees(DRAWN)
        for line, said in literals(tree)
        if PROSE.search(said) and "=>" not in said and "document." not in said
    ]
    report(*strays)


READ = {"text": 1, "button": 0, "link": 0, "fold": 0, "page_title": 0}
"""Which argument of what draws is shown to people."""
READ_ALOUD = {"aria_label", "placeholder", "alt", "title"}


def drawn(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions handed over to be read by people, or to them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            place = READ.get(getattr(node.func, "id", getattr(node.func, "attr", "")))
            yield from node.args[place : place + 1] if place is not None else []
            yield from (each.value for each in node.keywords if each.arg in READ_ALOUD)


def spelled_out(said: ast.AST) -> Iterator[str]:
    """Letters that stand in the code itself; what a call answers and what a condition compares is not shown."""
    if isinstance(said, ast.Constant) and isinstance(said.value, str) and any(map(str.isalpha, said.value)):
        yield said.value
    inside = [said.body, said.orelse] if isinstance(said, ast.IfExp) else ast.iter_child_nodes(said)
    for each in inside if not isinstance(said, ast.Call | ast.Compare | ast.Subscript) else ():
        yield from spelled_out(each)


def test_nothing_shown_is_spelled_out_in_the_code() -> None:
    """Not even a single word: what is drawn comes from the catalogue, the rules, or people."""
    found = [(path, each, said) for path, tree in trees(DRAWN) for each in drawn(tree) for said in spelled_out(each)]
    report(*(f"{path.relative_to(WEB)}:{each.lineno} shows {said!r}" for path, each, said in found))


def test_a_word_in_the_code_would_be_found() -> None:
    """The search itself sees words, pieces of them, and either side of a choice, and passes by keys."""
    code = """
text("p", "Hello")
button(f"{n} of", deed)
link(words("a.key") if state == "open" else "closed", "/")
box("div", aria_label="Seats")
text("p", words("a.key"), "small")
"""
    assert [said for each in drawn(ast.parse(code)) for said in spelled_out(each)] == [
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
    assert counted("setup.rules.changed", 1) == "1 rule changed"
    assert counted("setup.rules.changed", 2) == "2 rules changed"


def test_values_are_never_read_as_templates() -> None:
    assert words("seats.owes", what="{0.__class__}") == "has to {0.__class__}"


Single = Mapping[tuple[str | None, str], str]
Several = Mapping[tuple[str, str, str], tuple[str, ...]]


def translation(folder: Path, language: str, single: Single, several: Several) -> None:
    """Keep a translation of some texts, by key and English, as a translator's tools would."""
    made = Catalog(locale=language)
    for (key, english), text in single.items():
        made.add(english, text, context=key)
    for (key, one, many), forms in several.items():
        made.add((one, many), forms, context=key)
    place = folder / language / "LC_MESSAGES" / "companion.mo"
    place.parent.mkdir(parents=True)
    with place.open("wb") as file:
        write_mo(file, made)


@contextmanager
def shown_in(language: str, folder: Path) -> Iterator[None]:
    """Pages of this process are in that language meanwhile."""
    show_in(language, folder)
    try:
        yield
    finally:
        show_in("en")


def test_numbers_have_as_many_forms_as_the_language(tmp_path: Path) -> None:
    translation(
        tmp_path,
        "pl",
        {("seats.owes", "has to {what}"): "winien {what}"},
        {
            ("setup.rules.changed", "{count} rule changed", "{count} rules changed"): (
                "{count} zasada",
                "{count} zasady",
                "{count} zasad",
            )
        },
    )
    with shown_in("pl", tmp_path):
        told = [counted("setup.rules.changed", count) for count in (1, 3, 5)]
        assert told == ["1 zasada", "3 zasady", "5 zasad"]
        assert words("seats.owes", what="dice") == "winien dice"
        assert words("door.title") == catalogue()["door.title"]


def test_texts_of_the_rules_are_shown_in_the_page_s_language(tmp_path: Path) -> None:
    """Alone, and where the page puts them into a text of its own; what people said stays."""
    translation(tmp_path, "de", {(None, "Keep the dice"): "Würfel behalten"}, {})
    with shown_in("de", tmp_path):
        assert shown(phrase("Keep the dice")) == "Würfel behalten"
        assert words("seats.owes", what=phrase("Keep the dice")) == "has to Würfel behalten"
        assert shown("Keep the dice") == "Keep the dice"


def test_a_translation_with_a_wrong_place_in_it_stays_english(tmp_path: Path) -> None:
    translation(
        tmp_path,
        "de",
        {("seats.owes", "has to {what}"): "schuldet {was}", (None, "{player} narrates"): "{spieler.name} erzählt {"},
        {},
    )
    with shown_in("de", tmp_path):
        assert words("seats.owes", what="dice") == "has to dice"
        assert shown(phrase("{player} narrates", player="Ana")) == "Ana narrates"


def test_a_language_without_a_translation_is_refused(tmp_path: Path) -> None:
    translation(tmp_path, "de", {}, {})
    with pytest.raises(SettingsError, match="not translated into 'fr'") as caught:
        show_in("fr", tmp_path)
    assert caught.value.hint == "Available: en, de."
    assert words("door.title") == "Table companion"


def test_a_damaged_translation_is_named(tmp_path: Path) -> None:
    place = tmp_path / "de" / "LC_MESSAGES" / "companion.mo"
    place.parent.mkdir(parents=True)
    place.write_bytes(b"\xde\x12\x04\x95 and nothing more")
    with pytest.raises(SettingsError, match="cannot be read") as caught:
        show_in("de", tmp_path)
    assert str(tmp_path) in str(caught.value)


def test_the_catalogue_is_made_for_translators(tmp_path: Path) -> None:
    made = tmp_path / "out" / "companion.pot"
    write(made)
    with made.open("rb") as file:
        told = {message.id for message in read_po(file)}
    assert {words("door.title"), "{player} narrates"} <= told


def test_the_catalogue_can_be_translated(tmp_path: Path) -> None:
    for message in collected():
        forms = message.id if isinstance(message.id, tuple) else (message.id,)
        if forms == ("",):
            continue
        assert all(form.strip() for form in forms), message.locations
        names = [{name for _, name, _, _ in Formatter().parse(form) if name} for form in forms]
        assert names[0] <= names[-1], forms
