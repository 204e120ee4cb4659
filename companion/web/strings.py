"""Every text of the page, by key, from one catalogue that can be translated."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

CATALOGUE = Path(__file__).parent / "catalogue" / "en.toml"


def words(key: str, /, **values: object) -> str:
    """The text of a key ("table.undo"), with values put in.

    Args:
        key: Section and name in the catalogue.
        values: What its {placeholders} stand for; taken as they are, so whoever draws them must escape them.

    Raises:
        KeyError: There is no such key, or a placeholder has no value.
    """
    return catalogue()[key].format(**values)


def counted(key: str, count: int, /, **values: object) -> str:
    """The text of a key for a number of things: its `one` or its `many`, with {count} put in."""
    return words(f"{key}.{'one' if count == 1 else 'many'}", count=count, **values)


@cache
def catalogue() -> Mapping[str, str]:
    """Every key with its text."""
    return dict(_flat(tomllib.loads(CATALOGUE.read_text(encoding="utf-8")), ""))


def _flat(section: Mapping[str, Any], prefix: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for name, value in section.items():
        key = f"{prefix}{name}"
        found += _flat(value, f"{key}.") if isinstance(value, dict) else [(key, value)]
    return found
