"""A long run: every reader gets the same share of the processor time asked for, and other cases every time.

`make fuzz MINUTES=60`, or for one, `HYPOTHESIS_PROFILE=long python -m pytest tests/fuzz -k audio --fuzz-minutes 5`.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

import pytest
from hypothesis import is_hypothesis_test


@dataclass(slots=True)
class Share:
    """Share of one reader: seconds of processor time, and the number of cases in them."""

    door: str
    seconds: float = 0.0
    cases: int = 0


_shares = pytest.StashKey[list[Share]]()


def pytest_configure(config: pytest.Config) -> None:
    """Nothing has been tried yet."""
    config.stash[_shares] = []


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In a long run the readers of foreign input are all there is, and each knows its share."""
    minutes = config.getoption("--fuzz-minutes")
    if minutes is None:
        return
    items[:] = [each for each in items if isinstance(each, pytest.Function) and is_hypothesis_test(each.obj)]
    for each in items:
        each.user_properties.append(("share", minutes * 60 / len(items)))


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """In a long run, try a reader again and again until its share is used up or something was found."""
    wanted = dict(pyfuncitem.user_properties).get("share")
    if not isinstance(wanted, float):
        return None
    share, test = Share(pyfuncitem.name), pyfuncitem.obj
    pyfuncitem.config.stash[_shares].append(share)
    inside, began = test.hypothesis.inner_test, time.process_time()
    test.hypothesis.inner_test = _counted(inside, share)
    try:
        while time.process_time() - began < wanted:
            test(**{name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames})
    finally:
        share.seconds = time.process_time() - began
        test.hypothesis.inner_test = inside
    return True


def _counted(test: Callable[..., Any], share: Share) -> Callable[..., Any]:
    @wraps(test)
    def counted(*given: Any, **named: Any) -> Any:
        share.cases += 1
        return test(*given, **named)

    return counted


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tell how often each reader was tried, and for how long."""
    shares = config.stash[_shares]
    for each in shares:
        terminalreporter.write_line(f"{each.cases:>9,} cases {each.seconds:>6.0f} s  {each.door}")
    if shares:
        cases, seconds = sum(each.cases for each in shares), sum(each.seconds for each in shares)
        terminalreporter.write_line(f"{cases:>9,} cases {seconds:>6.0f} s  of processor time, {len(shares)} doors")
