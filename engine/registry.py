"""The rules systems this engine plays: each folder of `engine.systems` is one, and is loaded when it is played.

A folder tells what can be told of the game without its rules (`INFO`, and its `PLACE` in lists, last when it names
none) in its `__init__`, and has the rules (`RULESET`) in `system`.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from engine import systems
from engine.errors import UnknownRuleset
from engine.ruleset import Ruleset, RulesetInfo

_LAST = 1_000


@cache
def _folders() -> dict[str, tuple[RulesetInfo, str]]:
    """By slug, what a game tells of itself and the package it lies in, in the order of lists."""
    names = [f"{systems.__name__}.{each.name}" for each in iter_modules(systems.__path__) if each.ispkg]
    found = [(import_module(name), name) for name in names]
    found.sort(key=lambda each: (getattr(each[0], "PLACE", _LAST), each[0].INFO.slug))
    return {module.INFO.slug: (module.INFO, name) for module, name in found}


def infos() -> tuple[RulesetInfo, ...]:
    """Return the information on every system, the default first; loads no rules."""
    return tuple(info for info, _ in _folders().values())


def find_info(name: str) -> RulesetInfo:
    """Return the information on the system with this slug, title or other spoken name ("phase abandon").

    Raises:
        UnknownRuleset: No system answers to it.
    """
    said = _plain(name)
    for info in infos():
        if said in {_plain(known) for known in (info.slug, info.title, *info.aliases)}:
            return info
    raise UnknownRuleset(name, tuple(_folders()))


def find_ruleset(name: str) -> Ruleset[Any, Any, Any]:
    """The rules of the system meant by a name (see `find_info`); those of no other are loaded.

    Raises:
        UnknownRuleset: No system answers to it.
    """
    _, package = _folders()[find_info(name).slug]
    ruleset: Ruleset[Any, Any, Any] = import_module(f"{package}.system").RULESET
    return ruleset


def all_rulesets() -> tuple[Ruleset[Any, Any, Any], ...]:
    """The rules of every system, the default first; for what really is about all of them."""
    return tuple(find_ruleset(info.slug) for info in infos())


def load_chapters(package: str) -> None:
    """Import every module of a game's `rules`: each enters its commands, its events and what follows them.

    Args:
        package: Full name of that package.
    """
    for each in iter_modules(import_module(package).__path__):
        import_module(f"{package}.{each.name}")


def _plain(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())
