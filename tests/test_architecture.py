"""Allowed imports, limits of the engine, and the existence of documented paths."""

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.registry import all_rulesets

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "audio", "prompts", "companion")

# Modules of the standard library through which clocks, chance, files, processes or other machines come in.
IMPURE_MODULES = """
    random secrets uuid time datetime zoneinfo calendar
    os io pathlib shutil tempfile glob fileinput mmap sqlite3 dbm shelve pickle marshal
    socket socketserver ssl select selectors urllib http ftplib smtplib imaplib poplib telnetlib xmlrpc webbrowser
    asyncio threading multiprocessing concurrent queue sched subprocess signal
    sys logging warnings platform getpass ctypes gc inspect traceback atexit importlib runpy pkgutil
"""
IMPURE = frozenset(IMPURE_MODULES.split())
IMPURE_CALLS = frozenset(
    {"open", "input", "print", "eval", "exec", "compile", "__import__", "breakpoint", "globals", "id"}
)

# The one place of the engine that imports by name: it finds the folders of games, and loads the one that is played.
FINDS_GAMES = ("engine/registry.py", frozenset({"importlib", "pkgutil"}))

# Writes the `__init__` of a class as `dataclasses` does.
MAKES_CLASSES = ("engine/quick_dataclass.py", "exec")

# The composition root, and what stands beside it: commands that open a device or a file, and measurements.
COMPOSERS = ("companion/app/wiring.py", "companion/cli/")
# Joins the ports into one stream of sentences; it is built by a composer and handed on whole.
WIRING = "audio.listen"
# The one bounded client of every server, of speech and of language.
SERVERS = "audio.server_client"
SPEECH_LIBRARIES = frozenset({"faster_whisper", "ctranslate2", "sounddevice", "hibari_tts", "onnxruntime", "soxr"})


@dataclass(frozen=True)
class Import:
    """One imported module and where the statement stands."""

    module: str
    path: str
    line: int

    @property
    def top(self) -> str:
        return self.module.split(".")[0]

    def __str__(self) -> str:
        return f"{self.path}:{self.line} imports {self.module}"


def sources(*packages: str) -> list[Path]:
    return sorted(path for package in packages for path in (ROOT / package).rglob("*.py"))


def parse(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def _from_import(node: ast.ImportFrom, path: Path) -> Iterator[str]:
    base = node.module or ""
    if node.level:
        package = module_name(path).split(".")
        keep = len(package) - node.level + (path.name == "__init__.py")
        base = ".".join([*package[:keep], *([node.module] if node.module else [])])
    for alias in node.names:
        full = f"{base}.{alias.name}"
        yield full if base.split(".")[0] in PACKAGES and _is_module(full) else base


def imports(path: Path) -> Iterator[Import]:
    """Every import of a file, inside functions and type-checking blocks as well."""
    shown = str(path.relative_to(ROOT))
    for node in ast.walk(parse(path)):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, shown, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (Import(name, shown, node.lineno) for name in _from_import(node, path))


def all_imports(*packages: str) -> list[Import]:
    return [found for path in sources(*packages) for found in imports(path)]


def report(found: list[Import]) -> str:
    return "\n".join(map(str, found))


def test_engine_imports_only_itself_and_the_standard_library() -> None:
    strays = [i for i in all_imports("engine") if i.top != "engine" and i.top not in sys.stdlib_module_names]
    assert not strays, report(strays)


def test_engine_has_no_clock_no_chance_and_no_files() -> None:
    registry, allowed = FINDS_GAMES
    strays = [i for i in all_imports("engine") if i.top in IMPURE and not (i.path == registry and i.top in allowed)]
    assert not strays, report(strays)


def test_engine_calls_nothing_that_reaches_outside() -> None:
    strays = [
        f"{path.relative_to(ROOT)}:{node.lineno} calls {node.func.id}()"
        for path in sources("engine")
        for node in ast.walk(parse(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS
        if (str(path.relative_to(ROOT)), node.func.id) != MAKES_CLASSES
    ]
    assert not strays, "\n".join(strays)


def test_rules_systems_do_not_know_each_other() -> None:
    strays = []
    for found in all_imports("engine/systems"):
        own = found.path.split("/")[2].removesuffix(".py")
        parts = found.module.split(".")
        if parts[:2] == ["engine", "systems"] and len(parts) > 2 and own not in ("__init__", parts[2]):
            strays.append(found)
    assert not strays, report(strays)


def test_the_rest_of_the_engine_names_no_system() -> None:
    strays = [
        i
        for i in all_imports("engine")
        if i.module.startswith("engine.systems.") and not i.path.startswith("engine/systems/")
    ]
    assert not strays, report(strays)


def test_audio_imports_nothing_of_ours() -> None:
    strays = [i for i in all_imports("audio") if i.top in PACKAGES and i.top != "audio"]
    assert not strays, report(strays)


def test_prompts_hold_no_code() -> None:
    """Prompts are text; the package file carries a docstring only."""
    assert [path.name for path in sources("prompts")] == ["__init__.py"]
    body = parse(ROOT / "prompts" / "__init__.py").body
    assert all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in body)


def test_companion_composes_engine_and_audio_only() -> None:
    strays = [i for i in all_imports("companion") if i.top in {"tests", "tools"}]
    assert not strays, report(strays)


# What may name kinds: what binds words to the commands of one game, its notes, and how much each fact matters later.
OF_ONE_GAME = ("companion/nlu/bind_", "companion/chronicle/extractor/phase_abandon.py")
OF_ONE_GAME += ("companion/chronicle/extractor/rolls.py", "companion/chronicle/recaps/weights.py")


def test_generic_code_of_the_companion_names_no_kind_of_any_game() -> None:
    """It asks commands and events what they say of themselves; kinds of one word are ordinary words as well."""
    messages = [each for ruleset in all_rulesets() for each in (*ruleset.command_types, *ruleset.event_types)]
    kinds = {each.kind for each in messages if "_" in each.kind}
    strays = [
        f"{path.relative_to(ROOT)}:{node.lineno} names {sorted(named)}"
        for path in sources("companion")
        if not str(path.relative_to(ROOT)).startswith(OF_ONE_GAME) or path.name == "bind_any.py"
        for node in literals(parse(path))
        if (named := kinds & set(node.value.split()))
    ]
    assert len(kinds) > 400
    assert not strays, "\n".join(strays)


def literals(tree: ast.Module) -> Iterator[Any]:
    """Every text in a module but docstrings."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node


_ORDER = "base store play nlu tracker llm chronicle privacy dialogue voice transfer demo app web cli"
ROOMS = tuple(_ORDER.split())
"""Rooms of `companion/`; each may import only those that stand before it."""


def room_of(module: str) -> str | None:
    """Room of a module of the companion; None for the package itself."""
    parts = module.split(".")
    return parts[1] if parts[0] == "companion" and len(parts) > 1 else None


def test_every_module_of_the_companion_stands_in_a_room() -> None:
    folder = ROOT / "companion"
    assert {path.name for path in folder.glob("*.py")} == {"__init__.py", "__main__.py"}
    assert {path.name for path in folder.iterdir() if (path / "__init__.py").is_file()} == set(ROOMS)


def test_rooms_import_only_what_stands_before_them() -> None:
    strays = []
    for found in all_imports("companion"):
        own, other = room_of(found.path.removesuffix(".py").replace("/", ".")), room_of(found.module)
        if own in ROOMS and other is not None and ROOMS.index(other) > ROOMS.index(own):
            strays.append(found)
    assert not strays, report(strays)


def test_every_room_says_what_it_is_for() -> None:
    for room in ROOMS:
        folder = ROOT / "companion" / room
        told = (folder / "README.md").is_file() or ast.get_docstring(parse(folder / "__init__.py"))
        assert told, f"companion/{room} has neither a README.md nor a docstring"


def audio_adapters() -> set[str]:
    """Modules of `audio` that stand on a device or a library, directly or not; sums over numpy are none."""
    plain = sys.stdlib_module_names | {"audio", "numpy"}
    found = all_imports("audio")
    adapters: set[str] = set()
    while more := {module_name(ROOT / i.path) for i in found if i.top not in plain or i.module in adapters} - adapters:
        adapters |= more
    return adapters - {WIRING, SERVERS}


def test_numpy_is_told_to_run_in_one_thread_before_it_loads() -> None:
    script = (
        "import sys, os, companion.nlu.move_ranker; loaded = list(sys.modules);"
        "print(loaded.index('audio') < loaded.index('numpy'), os.environ['OPENBLAS_NUM_THREADS'])"
    )
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    told = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert told.stdout.split() == ["True", "1"], told.stderr


def test_only_the_composition_root_names_audio_adapters() -> None:
    adapters = audio_adapters()
    assert {"audio.capture", "audio.stt", "audio.tts"} <= adapters
    strays = [i for i in all_imports("companion") if i.module in adapters and not i.path.startswith(COMPOSERS)]
    assert not strays, report(strays)


def test_only_audio_names_the_speech_libraries() -> None:
    strays = [i for i in all_imports("companion", "engine") if i.top in SPEECH_LIBRARIES]
    assert not strays, report(strays)


ROUTES, SERVER = "companion/web/routes.py", "companion/web/server.py"
OF_THE_LIBRARYS_APP = frozenset({"config", "on_delete", "on_startup", "timer"})
"""Methods of the application that the server may use; none that adds an address is among them."""


def adds_addresses(path: Path) -> Iterator[str]:
    """Places in a file that could add a page, a file or an upload past the helpers that ask for a key.

    A part of the application of which only an attribute is set adds nothing.
    """
    shown, tree = str(path.relative_to(ROOT)), parse(path)
    modules = ("nicegui.page", "nicegui.app", "nicegui.api_router", "nicegui.nicegui")
    yield from (str(each) for each in imports(path) if each.module.startswith(modules))
    apps = names_of_the_librarys_app(tree)
    settings = (target for node in ast.walk(tree) if isinstance(node, ast.Assign) for target in node.targets)
    only_set = {ast.unparse(target.value) for target in settings if isinstance(target, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name, part = node.value.id, node.attr
            adds = (
                (name == "ui" and part in {"page", "upload", "sub_pages"})
                or (name == "core" and part == "app")
                or (name in apps and part not in OF_THE_LIBRARYS_APP and ast.unparse(node) not in only_set)
            )
            if adds:
                yield f"{shown}:{node.lineno} uses {name}.{part}"


def names_of_the_librarys_app(tree: ast.Module) -> set[str]:
    """Return the names under which a file imports the library's application; empty if it does not."""
    return {
        each.asname or each.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "nicegui"
        for each in node.names
        if each.name == "app"
    }


def test_addresses_are_added_in_one_place_only() -> None:
    """There each is given whose key it takes; nowhere else is a page, a file or an upload added to the server."""
    assert len(list(adds_addresses(ROOT / ROUTES))) >= 4, "the search finds nothing any more"
    files = [path for path in sources("companion") if path != ROOT / ROUTES]
    strays = [each for path in files for each in adds_addresses(path)]
    assert not strays, "\n".join(strays)
    assert [path for path in files if names_of_the_librarys_app(parse(path))] == [ROOT / SERVER]


THEIRS = frozenset({"companion.toml"})
"""Files documents speak of that people write themselves."""


def documented_paths(text: str) -> list[tuple[int, str]]:
    """Repository paths a document names, with their lines; `<slug>` and `*` stand for any name."""
    pattern = re.compile(
        r"(?<![\w./-])((?:engine|audio|prompts|companion|tests)/[\w./<>*-]*|[A-Z]+\.md|[\w-]+\.toml|Makefile)"
    )
    return [
        (number, match.rstrip("."))
        for number, line in enumerate(text.splitlines(), start=1)
        for match in pattern.findall(line)
    ]


def exists(path: str) -> bool:
    if not re.search(r"[<*]", path):
        return (ROOT / path).exists()
    return any(ROOT.glob(re.sub(r"<[^>]*>", "*", path).rstrip("/")))


@pytest.mark.parametrize("document", ["ARCHITECTURE.md", "DECISIONS.md", "README.md", "prompts/README.md"])
def test_documented_paths_exist(document: str) -> None:
    named = documented_paths((ROOT / document).read_text(encoding="utf-8"))
    assert named, f"{document} names no path at all"
    missing = [f"{document}:{line} names {path}" for line, path in named if path not in THEIRS and not exists(path)]
    assert not missing, "\n".join(missing)


def test_path_reader_sees_what_people_write() -> None:
    """The check above reads paths in prose, code spans and trees, and templates with a placeholder."""
    text = "See `engine/step.py`, engine/systems/<slug>/decide.py and DECISIONS.md.\nNot https://x.example/engine/a.py"
    assert documented_paths(text) == [
        (1, "engine/step.py"),
        (1, "engine/systems/<slug>/decide.py"),
        (1, "DECISIONS.md"),
    ]
