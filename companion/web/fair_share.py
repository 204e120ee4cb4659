"""Shares of the companion's time: each visitor may ask for so much at once and so much a second, and never takes all.

A visitor who asks for more is told so, or waits; nobody else does.
"""

import asyncio
import math
from collections import defaultdict
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from typing import TypeVar

from companion.base.errors import CompanionError
from companion.web.keys import Visitor
from companion.web.strings import words

T = TypeVar("T")

DEEDS_AT_ONCE, DEEDS_A_SECOND = 40, 10.0
"""Deeds of a visitor: nobody taps or types faster; a browser that was offline sends what waited one after the other."""
DEEDS_WAIT_SECONDS = 2.0
"""Longest time a deed waits for that; a visitor who has asked for more is refused."""
DEEDS_UNDER_WAY = 2
"""Deeds of one visitor being done at the same time; there are threads for several visitors."""


class TooFast(CompanionError):
    """A visitor asked for more than their share."""


Sleep = Callable[[float], Awaitable[None]]
"""Lets so many seconds pass on the page's loop."""


class Bucket:
    """Permission that fills up at a steady rate and is used up by what it allows (a token bucket).

    Args:
        most: Permission there can be at once, > 0; it begins full.
        a_second: Permission that comes each second, > 0.
        monotonic: Seconds that only go up.
        sleep: Lets time pass.
    """

    def __init__(
        self, most: float, a_second: float, monotonic: Callable[[], float], sleep: Sleep = asyncio.sleep
    ) -> None:
        self._most = most
        self._a_second = a_second
        self._monotonic = monotonic
        self._sleep = sleep
        self._left = most
        self._at = monotonic()

    async def wait(self, cost: float = 1.0, patience: float = math.inf) -> bool:
        """Use up some permission, and wait until it is there.

        Args:
            cost: Permission needed by what is to be done.
            patience: Longest wait in seconds.

        Returns:
            False when it would take longer; then none was used up and nothing waited for.
        """
        now = self._monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._a_second)
        self._at = now
        seconds = max(0.0, (cost - self._left) / self._a_second)
        if seconds > patience:
            return False
        self._left -= cost
        if seconds:
            await self._sleep(seconds)
        return True


class Turns:
    """Does deeds of visitors in threads beside the page's loop, so that each visitor has a share of them.

    Args:
        threads: Does the deeds.
        monotonic: Seconds that only go up.
        sleep: Lets time pass.
    """

    def __init__(self, threads: Executor, monotonic: Callable[[], float], sleep: Sleep = asyncio.sleep) -> None:
        self._threads = threads
        self._pace: defaultdict[Visitor, Bucket] = defaultdict(
            lambda: Bucket(DEEDS_AT_ONCE, DEEDS_A_SECOND, monotonic, sleep)
        )
        self._places: defaultdict[Visitor, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(DEEDS_UNDER_WAY))

    async def take(self, visitor: Visitor, deed: Callable[[], T]) -> T:
        """Do a deed when it is its visitor's turn; deeds of one visitor begin in the order they were asked for.

        Returns:
            Its result.

        Raises:
            TooFast: The visitor has asked for too much; nothing was done.
        """
        if not await self._pace[visitor].wait(patience=DEEDS_WAIT_SECONDS):
            raise TooFast(words("page.too_fast"))
        async with self._places[visitor]:
            return await asyncio.get_running_loop().run_in_executor(self._threads, deed)
