"""Every command of the command line with what it takes, read from the commands themselves, so new ones are in it."""

import inspect
import types
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import typer
from typer.models import ArgumentInfo, OptionInfo

from companion.cli import application


@dataclass(frozen=True, slots=True)
class Taken:
    """Something a command takes that is more than a switch.

    Attributes:
        flag: "--campaign"; empty for an argument, which stands by its place.
        required: Whether the command needs it.
        choices: What it may be, where that is written down.
    """

    flag: str
    required: bool
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A command: its name, empty for what stands before all of them, and what it takes, in order."""

    name: str
    takes: tuple[Taken, ...]

    def arguments(self, given: Taken | None, value: str, filler: str) -> list[str]:
        """A command line with a value for one of them, and a filler for what is needed besides."""
        places = [each for each in self.takes if not each.flag]
        last = max((at for at, each in enumerate(places) if each is given or each.required), default=-1)
        placed = [value if each is given else filler for each in places[: last + 1]]
        named = [(each.flag, value if each is given else filler) for each in self.takes if each.flag]
        wanted = {each.flag for each in self.takes if each is given or each.required}
        flags = [part for flag, said in named if flag in wanted for part in (flag, said)]
        return [*flags, "log"] if not self.name else [self.name, *flags, "--", *placed]


def entries() -> Iterator[Entry]:
    """Every command, and first what may stand before any."""
    yield Entry("", tuple(_taken(application.companion)))
    for name in application.COMMANDS:
        yield Entry(name, tuple(_taken(application.function_of(name))))


def _taken(command: Any) -> Iterator[Taken]:
    hints = get_type_hints(command, include_extras=True)
    for name, parameter in inspect.signature(command).parameters.items():
        kind, *notes = get_args(hints[name]) if get_origin(hints[name]) is not None else (hints[name],)
        told = next((each for each in notes if isinstance(each, ArgumentInfo | OptionInfo)), None)
        if kind is typer.Context or bool in _plain(kind) or told is None:
            continue
        # In an annotation the first name stands where the default would otherwise stand.
        named = [each for each in (told.default, *(told.param_decls or ())) if isinstance(each, str)]
        decided = [each for each in named if each.startswith("--")]
        flag = "" if isinstance(told, ArgumentInfo) else (decided or [f"--{name.replace('_', '-')}"])[0]
        choices = tuple(each for each in _plain(kind) if isinstance(each, str))
        yield Taken(flag, parameter.default is inspect.Parameter.empty, choices)


def _plain(kind: Any) -> tuple[Any, ...]:
    """The types, or the choices, that an annotation allows."""
    if get_origin(kind) in (Union, types.UnionType, list):
        return tuple(each for part in get_args(kind) for each in _plain(part))
    return get_args(kind) if get_origin(kind) is Literal else (kind,)
