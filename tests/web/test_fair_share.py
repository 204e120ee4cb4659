"""Shares of the companion's time: so much at once, so much a second, and never all the threads for one visitor."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import Queue
from threading import Event
from typing import Any

from companion.web.fair_share import (
    DEEDS_A_SECOND,
    DEEDS_AT_ONCE,
    DEEDS_UNDER_WAY,
    DEEDS_WAIT_SECONDS,
    Bucket,
    TooFast,
    Turns,
)
from companion.web.keys import Visitor
from tests.support.clock import FakeClock
from tests.support.loops import run_apart

JAY, RUSS = Visitor("Jay", "1"), Visitor("Russ", "1")
WAITING = int(DEEDS_A_SECOND * DEEDS_WAIT_SECONDS)


class Time(FakeClock):
    """A clock on which a loop can sleep."""

    async def sleeps(self, seconds: float) -> None:
        self.sleep(seconds)


def bucket(time: Time) -> Bucket:
    return Bucket(3.0, 2.0, time.monotonic, time.sleeps)


def test_permission_is_used_up_and_comes_back_at_its_rate() -> None:
    """As much as there can be at once, then two a second; it never becomes more than that."""
    time = Time()
    permission = bucket(time)

    def taken() -> int:
        found = 0
        while run_apart(permission.wait(patience=0.0)):
            found += 1
        return found

    assert taken() == 3
    time.advance(1.0)
    assert taken() == 2
    time.advance(1_000.0)
    assert taken() == 3


def test_who_waits_is_let_through_in_time_and_who_would_wait_too_long_at_once_is_not() -> None:
    time = Time()
    permission = bucket(time)
    assert run_apart(permission.wait(4.0))
    assert time.slept == [0.5]
    assert not run_apart(permission.wait(4.0, patience=1.0))
    assert run_apart(permission.wait(2.0, patience=1.0))
    assert time.slept == [0.5, 1.0]


class Asked:
    """Many deeds asked for at once.

    Args:
        sleep: Lets time pass; by default it stands still, so that nobody who waits is ever done.
    """

    def __init__(self, sleep: Callable[[float], Any] | None = None) -> None:
        self.waiting = 0
        self.threads = ThreadPoolExecutor(8)
        self.turns = Turns(self.threads, FakeClock().monotonic, sleep or self._stand_still)

    async def _stand_still(self, seconds: float) -> None:
        self.waiting += 1
        await asyncio.Event().wait()

    def ask(self, visitor: Visitor, times: int, deed: Callable[[], Any]) -> list[asyncio.Task[Any]]:
        return [asyncio.create_task(self.turns.take(visitor, deed)) for _ in range(times)]


def test_a_flood_is_refused_to_who_sends_it_and_nobody_else() -> None:
    """Of 400 lines at once some are done, some wait, the rest is refused; another visitor's is done meanwhile."""

    async def evening() -> tuple[int, str, set[type]]:
        asked, done = Asked(), []
        flood = asked.ask(JAY, 400, lambda: done.append("Jay"))
        other = await asked.turns.take(RUSS, lambda: "done")
        await asyncio.gather(*flood[:DEEDS_AT_ONCE])
        refused = await asyncio.gather(*flood[DEEDS_AT_ONCE + WAITING :], return_exceptions=True)
        assert asked.waiting == WAITING
        for each in flood:
            each.cancel()
        return len(done), other, {type(each) for each in refused}

    assert run_apart(evening()) == (DEEDS_AT_ONCE, "done", {TooFast})


def test_slow_deeds_of_one_visitor_leave_threads_for_the_others() -> None:
    """Two are under way, further ones wait for them; another visitor's begins at once."""

    async def evening() -> tuple[int, str, int]:
        asked, begun, end = Asked(), Queue[str](), Event()

        def search() -> None:
            begun.put("search")
            end.wait(10.0)

        searches = asked.ask(JAY, 20, search)
        for _ in range(DEEDS_UNDER_WAY):
            await asyncio.to_thread(begun.get, timeout=10.0)
        other = await asked.turns.take(RUSS, lambda: "done")
        further = begun.qsize()
        end.set()
        await asyncio.gather(*searches)
        return further, other, begun.qsize()

    assert run_apart(evening()) == (0, "done", 20 - DEEDS_UNDER_WAY)


def test_what_waited_in_a_browser_is_taken_in_line_after_line() -> None:
    """A browser that was offline sends the next line when the one before was answered: all are done, none refused."""
    time = Time()

    async def evening() -> int:
        turns, done = Turns(ThreadPoolExecutor(1), time.monotonic, time.sleeps), 0
        for _ in range(5 * DEEDS_AT_ONCE):
            done += await turns.take(JAY, lambda: 1)
        return done

    assert run_apart(evening()) == 5 * DEEDS_AT_ONCE
