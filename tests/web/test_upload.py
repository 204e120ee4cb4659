"""A file sent to be read in: no more of it is taken than a campaign may be, whatever its head says of its length."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import Request

from companion.base.file_limits import LARGEST_BYTES
from companion.web.keys import Visitor
from companion.web.pages.start import _read_in
from companion.web.strings import words
from tests.support.loops import run_apart

PIECE = b"[" * 1_000_000


class Upload:
    """A browser that goes on sending.

    Args:
        pieces: How many pieces of a megabyte it has.
        length: What it says of its length.
    """

    def __init__(self, pieces: int, length: str) -> None:
        self.sent = 0
        self._pieces = pieces
        scope = {
            "type": "http",
            "headers": [(b"content-length", length.encode())],
            "companion.visitor": Visitor(),
            "companion.visitors": lambda: {Visitor()},
            "companion.admitted": ("table",),
        }
        self.request = Request(scope, self._receive)

    async def _receive(self) -> dict[str, Any]:
        self.sent += 1
        return {"type": "http.request", "body": PIECE, "more_body": self.sent < self._pieces}


class House:
    """Runs what is to run beside the loop at once; nothing that gets so far is a campaign."""

    settings = SimpleNamespace()

    def __init__(self) -> None:
        self.reading_in = asyncio.Lock()

    async def beside(self, work: Callable[[], Any]) -> Any:
        return work()


read: Callable[[Any, Request], Awaitable[Any]] = _read_in


def answer(upload: Upload) -> str:
    """Return the answer the browser is told."""
    return run_apart(read(House(), upload.request)).body.decode()  # type: ignore[arg-type]


@pytest.mark.parametrize("length", ["200000000", "12", "-1", "nonsense"])
def test_a_stream_without_an_end_is_cut_off(length: str) -> None:
    """Two hundred megabytes, or said to be twelve bytes: one sentence, and the rest is never taken."""
    upload = Upload(200, length)
    assert answer(upload).startswith("The file is larger than any campaign")
    assert upload.sent <= LARGEST_BYTES // len(PIECE) + 1


def test_what_is_small_and_deep_is_refused() -> None:
    assert answer(Upload(1, "1000000")).startswith("The file is not JSON")


def test_one_file_is_read_in_at_a_time() -> None:
    """Each may fill much of the memory: who comes second is told so at once, and may send it once the first is done."""

    async def evening() -> list[str]:
        house, slow = House(), Upload(1, "1000000")
        goes_on = asyncio.Event()
        receive = slow.request._receive

        async def later() -> Any:
            await goes_on.wait()
            return await receive()

        slow.request._receive = later
        first = asyncio.create_task(read(house, slow.request))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        second = await read(house, Upload(1, "1000000").request)
        goes_on.set()
        third = [await first, await read(house, Upload(1, "1000000").request)]
        return [each.body.decode() for each in (second, *third)]

    second, first, third = run_apart(evening())
    assert second == words("start.reading_in")
    assert first.startswith("The file is not JSON")
    assert third == first


def test_a_browser_that_goes_away_leaves_the_way_to_the_next_one() -> None:
    async def evening() -> tuple[str, bool]:
        house, upload = House(), Upload(1, "1000000")

        async def gone() -> Any:
            return {"type": "http.disconnect"}

        upload.request._receive = gone
        answered = await read(house, upload.request)
        return answered.body.decode(), house.reading_in.locked()

    assert run_apart(evening()) == (words("start.unreachable"), False)
