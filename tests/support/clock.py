from datetime import UTC, datetime, timedelta

START = datetime(2026, 3, 6, 19, 30, tzinfo=UTC)


class FakeClock:
    """A clock that only moves when told to, or when somebody sleeps on it."""

    def __init__(self, now: datetime = START) -> None:
        self._now = now
        self._seconds = 0.0
        self.slept: list[float] = []

    def now(self) -> datetime:
        """The set time."""
        return self._now

    def monotonic(self) -> float:
        """Seconds moved so far."""
        return self._seconds

    def sleep(self, seconds: float) -> None:
        """Move on at once and remember it."""
        self.slept.append(seconds)
        self.advance(seconds)

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self._now += timedelta(seconds=seconds)
        self._seconds += seconds
