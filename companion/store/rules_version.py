"""Version of the rules that folded a state: other rules may fold the same events to another one."""

import hashlib
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import engine
from companion.store import codec
from engine.ruleset import Ruleset

_SYSTEMS = "systems"
_LOADED = time.time()  # no clock of the app's: files are compared with it


def rules_version(ruleset: Ruleset[Any, Any, Any]) -> str:
    """Fingerprint of everything that turns a stored log of this system into a state, code and tables alike."""
    return _fingerprint(_file(type(ruleset).__module__).parent)


@cache
def _fingerprint(system: Path) -> str:
    digest = hashlib.sha256(str(codec.SCHEMA_VERSION).encode())
    files = (_file(codec.__name__), *_shared(), *_files(system))
    for file in files:
        digest.update(file.read_bytes())
    if any(file.stat().st_mtime >= _LOADED for file in files):
        digest.update(repr(_LOADED).encode())  # an update while this runs: its rules are in no file, so in no other run
    return digest.hexdigest()


def _file(module: str) -> Path:
    return Path(str(sys.modules[module].__file__))


def _shared() -> Iterator[Path]:
    """Yield the files that every system of the engine is built on."""
    root = _file(engine.__name__).parent
    return (file for file in _files(root) if file.relative_to(root).parts[0] != _SYSTEMS)


def _files(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.suffix in {".py", ".toml"})
