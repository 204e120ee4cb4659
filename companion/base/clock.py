import time
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Tells the time and waits; handed in wherever time matters."""

    def now(self) -> datetime:
        """The current time, aware, in UTC."""

    def monotonic(self) -> float:
        """Seconds since some fixed moment; never runs backwards."""

    def sleep(self, seconds: float) -> None:
        """Block for that many seconds, >= 0."""


FIRST_YEAR, LAST_YEAR = 1900, 2999
"""Years in which a clock may have stood, right or wrong; at the ends of the calendar a time has none in other zones."""


def may_be(time: datetime) -> bool:
    """Return True if a time that somebody wrote down is one at which people may have played."""
    return FIRST_YEAR <= time.year <= LAST_YEAR


JUMP = timedelta(hours=12)
"""Time that does not pass between two things of one evening: a clock that says so was set forward."""


class SystemClock:
    """The clock of this computer."""

    def now(self) -> datetime:
        """The current time, aware, in UTC."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """Seconds since some fixed moment; never runs backwards."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Block for that many seconds, >= 0."""
        time.sleep(seconds)
