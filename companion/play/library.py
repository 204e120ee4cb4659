"""Choices of a rules system (weapons, spells, templates), as files that people can extend.

A system ships `library.toml` in its own folder; its head says which entries there are. A campaign file adds its own
under `library`, in the same shape, or names TOML files under `library_files`. Later entries of the same name replace
earlier ones.
"""

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from companion.base import plain_text
from companion.base.characters import each_text
from companion.base.errors import RosterError, TextRefused
from companion.base.file_limits import read_toml
from engine.phrase import phrase
from engine.ruleset import Ruleset

Library = Mapping[str, Any]


def library_of(ruleset: Ruleset[Any, Any, Any]) -> Library:
    """Return the library a system ships; empty when it has nothing to choose from."""
    return _shipped(type(ruleset).__module__.rpartition(".")[0])


@cache
def _shipped(package: str) -> Library:
    place = files(package) / "library.toml"
    return tomllib.loads(place.read_text(encoding="utf-8")) if place.is_file() else {}


def merged(*libraries: Library) -> dict[str, Any]:
    """Libraries as one: tables are joined, lists of entries are joined by `name`, anything else is replaced."""
    joined: dict[str, Any] = {}
    for library in libraries:
        for key, value in library.items():
            joined[key] = _joined(joined[key], value) if key in joined else value
    return joined


def _joined(old: Any, new: Any) -> Any:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return merged(old, new)
    if isinstance(old, list) and isinstance(new, list) and all(map(_is_named, (*old, *new))):
        return list({_key(each): each for each in (*old, *new)}.values())
    return new


def _is_named(entry: Any) -> bool:
    return isinstance(entry, Mapping) and isinstance(entry.get("name"), str)


def _key(entry: Mapping[str, Any]) -> str:
    return str(entry["name"]).casefold()


def read_libraries(names: Iterable[str], folder: Path) -> dict[str, Any]:
    """The TOML files of these names beside a campaign file, as one library.

    Raises:
        RosterError: A file is missing, unreadable or no TOML, or a text in it holds a character that nobody sees.
    """
    return merged(*(_read(folder / name) for name in names))


def _read(path: Path) -> Library:
    try:
        read: Library = each_text(read_toml(path), plain_text.line)
        return read
    except TextRefused as exc:
        raise RosterError(path, "", exc.wrong, exc.hint) from exc
    except OSError as exc:
        raise RosterError(
            path, "", phrase("it cannot be read: {strerror}", strerror=exc.strerror), phrase("Check library_files.")
        ) from exc
    except (ValueError, RecursionError) as exc:  # endless numbers and brackets too
        raise RosterError(
            path, "", phrase("it is not TOML: {exc}", exc=exc), phrase("Look at the library.toml of the system.")
        ) from exc
