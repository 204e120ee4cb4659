"""Collect every text that is shown to people into one catalogue for translators: `make catalogue`.

Texts of the page stand by key in `companion/web/catalogue/en.toml`; those of the rules, the companion and its ears
stand where they are made. A message is a plain text, or a pair of texts for one and for many; a key is its context.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from enum import Enum
from importlib import import_module
from importlib.util import find_spec
from inspect import getmembers, isclass
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from companion.chronicle.recaps.tones import tone_names
from companion.web.strings import DOMAIN, catalogue
from engine.form import Form
from engine.phrase import spelled
from engine.registry import all_rulesets

ROOT = Path(__file__).resolve().parents[1]
TEMPLATE = ROOT / "out" / f"{DOMAIN}.pot"

TEXTS = {"phrase": (0,), "template": (0,), "plural": (0, 1), "counted": (1, 2), "in_figures": (1, 2)}
"""Functions by the arguments that are one message: a text, or the text for one and the text for many."""
NAMED = (("corrections", "PATHS"), ("rules.corrections", "PATHS"), ("fields", "PATHS"), ("library", "CHANGES"))
"""Tables of a system whose names are read to people: what may be set right on a sheet, what may change of a spell."""
SENTENCE = re.compile(r"^[A-Z].* .*[.?!]$")


@dataclass(frozen=True, slots=True)
class Message:
    """One text, or the two forms of one, with where it stands and its key."""

    forms: tuple[str, ...]
    place: str
    key: str | None = None


def messages() -> Iterator[Message]:
    """Every text, of the page first."""
    yield from of_the_page()
    for package in ("engine", "companion"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if "bench" not in path.parts:
                yield from in_code(path)
    for path in sorted((ROOT / "audio").rglob("*.py")):
        yield from in_ears(path)
    yield from of_the_rules()
    yield from (Message((spelled(name),), "companion/chronicle/templates/recaps") for name in tone_names())


def of_the_page() -> Iterator[Message]:
    """The page's own texts by key; two keys that end in `one` and `many` are one message."""
    place = "companion/web/catalogue/en.toml"
    for key, text in catalogue().items():
        base, _, form = key.rpartition(".")
        if form == "many" and f"{base}.one" in catalogue():
            continue
        many = catalogue().get(f"{base}.many") if form == "one" else None
        yield Message((text,), place, key) if many is None else Message((text, many), place, base)


def in_code(path: Path) -> Iterator[Message]:
    """Texts written out in calls of `phrase` and its like."""
    place = str(path.relative_to(ROOT))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TEXTS:
            forms = tuple(_literal(node.args[at]) for at in TEXTS[node.func.id] if at < len(node.args))
            if all(forms) and len(forms) == len(TEXTS[node.func.id]):
                yield Message(tuple(str(form) for form in forms), place)


def in_ears(path: Path) -> Iterator[Message]:
    """Whole sentences of the audio package, which shows nothing itself and knows no phrases."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        text = _literal(node) if id(node) not in told else None
        if text is not None and SENTENCE.match(text) and "\n" not in text:
            yield Message((text,), str(path.relative_to(ROOT)))


def _literal(node: ast.AST) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def of_the_rules() -> Iterator[Message]:
    """Words of the rules that are spelled as they are named: house rules, what they may be, states, topics."""
    for ruleset in all_rulesets():
        slug = ruleset.info.slug.replace("-", "_")
        for module, names in _identifiers(ruleset, slug):
            yield from (Message((spelled(name),), f"engine/systems/{slug}/{module}") for name in names)


def _identifiers(ruleset: Any, slug: str) -> Iterator[tuple[str, Iterable[str]]]:
    """Modules of a system with the names in them that people may read."""
    system = f"engine.systems.{slug}"
    for _, cls in getmembers(import_module(f"{system}.vocabulary"), isclass):
        if issubclass(cls, Enum):
            yield "vocabulary.py", (str(each.value) for each in cls)
    yield "form.py", _named(ruleset.form)
    yield "answers.py", import_module(f"{system}.answers").TOPICS
    for command in ruleset.command_types:
        yield "commands", (command.kind, *(each.name for each in fields(command)))
    yield "events", (event.kind for event in ruleset.event_types)
    for module, table in NAMED:
        if find_spec(f"{system}.{module}") is not None:
            yield f"{module.replace('.', '/')}.py", getattr(import_module(f"{system}.{module}"), table, ())


def _named(form: Form) -> Iterator[str]:
    for ask in form.asks:
        yield ask.entry.rpartition(".")[2]
        yield from ask.options
    for setting in form.settings:
        yield setting.name
        yield from (str(value) for value in setting.values if isinstance(value, str))
    yield from form.presets


def collected() -> Catalog:
    """All of it, each text once."""
    whole = Catalog(project="companion", fuzzy=False)
    for message in messages():
        forms = message.forms
        whole.add(forms if len(forms) > 1 else forms[0], context=message.key, locations=[(message.place, 0)])
    return whole


def write(path: Path) -> None:
    """Write the catalogue as gettext keeps it; the order is that of the tree, and no date is in it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, collected(), width=120, omit_header=True, include_lineno=False)


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else TEMPLATE)
