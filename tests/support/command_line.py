"""The command line as a test runs it, and how it tells a mistake."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple


class Ran(NamedTuple):
    """Result of a run of the command line."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """Lines it printed."""
        return self.out.splitlines()

    @property
    def json(self) -> list[Any]:
        """The objects it printed, one a line."""
        return [json.loads(line) for line in self.lines]


PLAYED = """\
Russ: Jay, here's a chip, give me a Haggling check.
Jay: Five, four, two.
There is an old ferryman. His name is Oldric Vane, and he limps.
Jay: That's me done.
Russ: <b>Oldric</b> hates [pirates](http://x)
"""
"""Half an evening, typed."""

Run = Callable[..., Ran]
"""Runs `companion …` with these arguments and standard input."""
After = Callable[..., Run]
"""The command line once a campaign was made and this was typed, with these options."""


def one_sentence(ran: Ran, code: int, *parts: str) -> None:
    """A mistake told as it should be."""
    assert ran.code == code, ran
    assert ran.out == ""
    told = ran.err.strip()
    assert "\n" not in told
    assert told.endswith((".", "?", ": companion new"))
    assert "Traceback" not in told
    for part in parts:
        assert part in told


def lines(*objects: Any) -> str:
    """Standard input of one object a line."""
    return "".join(json.dumps(each) + "\n" for each in objects)
