"""One test for many things: it looks at all of them and tells everything that is wrong together."""

from collections.abc import Callable, Iterable
from traceback import format_exception_only
from typing import TypeVar

import pytest

Thing = TypeVar("Thing")


def report(*failures: str) -> None:
    """Fail with a line for each failure; without any, the test goes on."""
    __tracebackhide__ = True
    if failures:
        pytest.fail("\n".join((f"{len(failures)} wrong:", *failures)), pytrace=False)


def check_each(things: Iterable[Thing], check: Callable[[Thing], None], name: Callable[[Thing], str] = str) -> None:
    """Hold a check against each thing, and fail with all those it does not hold for."""
    __tracebackhide__ = True
    failures = []
    for thing in things:
        try:
            check(thing)
        except (Exception, pytest.fail.Exception) as problem:
            failures.append(f"{name(thing)}: {''.join(format_exception_only(problem)).strip()}")
    report(*failures)
