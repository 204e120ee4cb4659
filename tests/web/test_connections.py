"""Connections of browsers: a share for each side, time limits for whoever keeps the page waiting, room for the rest."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest

from companion.web import connections
from companion.web.connections import Connection, Gate, Patience, Share, share_here, share_of_network
from companion.web.lan import LOOPBACK, Lan, QuietServer, bind
from companion.web.strings import words
from tests.support.clock import FakeClock
from tests.support.loops import run_apart

LIMITS = Patience(head_seconds=10.0, body_seconds=100.0, still_seconds=20.0, head_bytes=1_000)
SOON = Patience(head_seconds=0.3, body_seconds=0.3, still_seconds=0.3)
THERE = "127.0.0.2"
"""An address of this computer that stands for the one on the network."""


class Wire:
    """A connection as its server has it."""

    def __init__(self, address: str = "10.0.0.1") -> None:
        self.address = address
        self.untaken = 0
        self.written = b""
        self.closed = self.aborted = False

    def get_extra_info(self, name: str) -> tuple[str, int]:
        return self.address, 40_000

    def get_write_buffer_size(self) -> int:
        return self.untaken

    def write(self, content: bytes) -> None:
        self.written += content

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.aborted = True


class Entrance:
    """A gate on a clock that is set, with small limits."""

    def __init__(self, everybody: int = 4, each: int = 2) -> None:
        self.clock = FakeClock()
        self.gate = Gate(Share(everybody, each), self.clock.monotonic, LIMITS)

    def enter(self, address: str = "10.0.0.1") -> tuple[Any, Connection | None]:
        wire: Any = Wire(address)
        return wire, self.gate.enter(wire)

    def busy(self, address: str = "10.0.0.1") -> tuple[Any, Connection]:
        """A connection whose request is being answered."""
        wire, connection = self.enter(address)
        assert connection is not None
        connection.awaits("nothing", self.clock.monotonic())
        return wire, connection

    def later(self, seconds: float) -> None:
        self.clock.advance(seconds)
        self.gate.look()


def test_one_address_gets_its_share_and_leaves_the_rest_to_others() -> None:
    """The next one is told in one sentence and hung up on; nobody else is; a place that is left is free again."""
    entrance = Entrance()
    first, _ = entrance.busy()
    entrance.busy()
    wire, refused = entrance.enter()
    assert refused is None
    assert wire.closed
    assert wire.written.endswith(words("connections.full").encode())
    assert wire.written.startswith(b"HTTP/1.1 503 ")
    entrance.busy("10.0.0.2")
    entrance.gate.leave(first)
    assert entrance.enter()[1] is not None


def test_all_addresses_together_have_a_share() -> None:
    entrance = Entrance(everybody=3)
    for number in range(3):
        entrance.busy(f"10.0.0.{number}")
    assert entrance.enter("10.0.0.9")[1] is None
    assert entrance.gate.open_now == 3


def test_who_sends_no_request_makes_room_for_who_does() -> None:
    """The one that has been waited for longest; one that is being answered stays, and so does a web socket."""
    entrance = Entrance(everybody=3, each=3)
    answered, _ = entrance.busy()
    oldest, _ = entrance.enter()
    entrance.clock.advance(1.0)
    younger, _ = entrance.enter()
    assert entrance.enter()[1] is not None
    assert (oldest.aborted, younger.aborted, answered.aborted) == (True, False, False)
    assert entrance.gate.open_now == 3


def test_a_head_that_comes_byte_by_byte_is_not_waited_for() -> None:
    """Neither is one that never begins; bytes that come in between change nothing."""
    entrance = Entrance()
    silent, _ = entrance.enter()
    trickling, connection = entrance.enter("10.0.0.2")
    assert connection is not None
    for _ in range(10):
        entrance.later(1.0)
        connection.came(1, entrance.clock.monotonic())
    assert not trickling.aborted
    entrance.later(0.5)
    assert (silent.aborted, trickling.aborted) == (True, True)
    assert entrance.gate.open_now == 0


def test_a_head_without_an_end_is_not_kept() -> None:
    wire, connection = Entrance().enter()
    assert connection is not None
    connection.came(1_000, 0.0)
    assert not wire.aborted
    connection.came(1, 0.0)
    assert wire.aborted


def test_a_head_is_not_kept_either_while_the_request_before_it_is_answered() -> None:
    wire, connection = Entrance().busy()
    connection.came(600, 0.0)
    connection.awaits("request", 0.0)
    connection.came(400, 0.0)
    assert not wire.aborted
    connection.came(1, 0.0)
    assert wire.aborted


def test_the_rest_of_an_answered_request_is_not_waited_for() -> None:
    """Bytes that come in between change nothing, and its place is free for who asks something."""
    entrance = Entrance()
    trickling, connection = entrance.busy()
    connection.awaits("rest", entrance.clock.monotonic())
    for _ in range(10):
        entrance.later(1.0)
        connection.came(1, entrance.clock.monotonic())
    assert not trickling.aborted
    entrance.later(0.5)
    assert trickling.aborted
    replaced, connection = entrance.busy()
    connection.awaits("rest", entrance.clock.monotonic())
    entrance.busy()
    assert entrance.enter()[1] is not None
    assert replaced.aborted


def test_a_body_may_be_slow_but_not_stand_still_or_go_on_for_ever() -> None:
    entrance = Entrance()
    still, waiting = entrance.enter()
    steady, coming = entrance.enter("10.0.0.2")
    assert waiting is not None
    assert coming is not None
    for each in (waiting, coming):
        each.awaits("body", entrance.clock.monotonic())
    for _ in range(10):
        entrance.later(10.0)
        coming.came(2_000, entrance.clock.monotonic())
    assert (still.aborted, steady.aborted) == (True, False)
    entrance.later(1.0)
    assert steady.aborted


def test_an_answer_may_be_taken_slowly_but_has_to_be_taken() -> None:
    """A reader that stands still is cut, however often it is sent more; one that reads may take its time."""
    entrance = Entrance()
    still, _ = entrance.busy()
    slow, connection = entrance.busy("10.0.0.2")
    still.untaken, slow.untaken = 1_000, 10_000
    for _ in range(9):
        entrance.later(10.0)
        still.untaken += 10
        slow.untaken -= 1_000
    assert (still.aborted, slow.aborted) == (True, False)
    connection.awaits("request", entrance.clock.monotonic())
    entrance.later(10.0)
    slow.untaken = 0
    entrance.later(9.0)
    assert not slow.aborted, "the next request is waited for from when the answer was taken"
    entrance.later(11.0)
    assert slow.aborted


def test_a_web_socket_may_be_silent_for_hours() -> None:
    entrance = Entrance()
    wire, _ = entrance.busy()
    entrance.later(10_000.0)
    assert not wire.aborted


def test_the_shares_fit_into_few_files() -> None:
    """Under the limit many systems begin with they leave more than half to the log, the models and the microphone."""
    script = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))\n"
        "from companion.web.connections import *\n"
        "raise_file_limit(); print(file_limit(), share_here().everybody + share_of_network().everybody + 2 * BACKLOG)"
    )
    assert share_of_network().each < share_of_network().everybody < share_here().everybody
    limit, taken = _told(script)
    assert (limit, taken <= 192) == (256, True)


def test_more_files_are_asked_for_where_the_system_lets_us() -> None:
    script = (
        "import resource; hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (64, hard))\n"
        "from companion.web.connections import *\n"
        "raise_file_limit(); print(file_limit(), min(hard, FILES_WANTED) if hard > 0 else FILES_WANTED)"
    )
    found, wanted = _told(script)
    assert found == wanted


def _told(script: str) -> list[int]:
    if sys.platform == "win32":
        pytest.skip("sockets are no files there")
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return [int(each) for each in done.stdout.split()]


# With real sockets


async def small_page(scope: Any, receive: Any, send: Any) -> None:
    """Answers with four letters, at one address with a few megabytes, and takes in whatever comes by web socket."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        with suppress(Exception):
            while (await receive())["type"] != "websocket.disconnect":
                pass
        return
    if scope["method"] == "POST":
        while (await receive()).get("more_body"):
            pass
    large = b"x" * (20_000_000 if scope["path"] == "/large" else 4)
    length = (b"content-length", str(len(large)).encode())
    await send({"type": "http.response.start", "status": 200, "headers": [length]})
    await send({"type": "http.response.body", "body": large})


class Answering:
    """A small page, served on this computer and on the network."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, here: Share, there: Share, patience: Patience) -> None:
        monkeypatch.setattr(connections, "LOOK_TICKS", 1)
        with bind(LOOPBACK, 0) as free:
            self.port = int(free.getsockname()[1])
        self.here = Gate(here, time.monotonic, patience)
        self.there = Gate(there, time.monotonic, patience)
        self._taken = bind(LOOPBACK, self.port)
        self._server = QuietServer(small_page, self.here)
        self.lan = Lan(self.port, lambda: THERE, self.there)
        self.lan.app = small_page
        self.writers: list[asyncio.StreamWriter] = []

    async def open(self, first: bytes, host: str = LOOPBACK) -> asyncio.StreamReader:
        """Connect and send something."""
        reader, writer = await asyncio.open_connection(host, self.port)
        self.writers.append(writer)
        writer.write(first)
        return reader

    async def asked(self, host: str = LOOPBACK) -> bytes:
        """The answer to a whole request; what there was of it where it was cut."""
        reader = await self.open(b"GET / HTTP/1.0\r\n\r\n", host)
        with suppress(ConnectionError):
            return await reader.read()
        return b""

    def run(self, evening: Callable[[], Any]) -> Any:
        """Serve while something goes on."""

        async def served() -> Any:
            serving = asyncio.create_task(self._server.serve([self._taken]))
            await self.lan.switch_on()
            await self._server.answers.wait()
            try:
                return await evening()
            finally:
                await self.lan.switch_off()
                self._server.should_exit = self._server.force_exit = True
                await serving
                for each in self.writers:
                    each.close()

        return run_apart(served())


async def ended(reader: asyncio.StreamReader) -> bool:
    """True when the other side hangs up before long."""
    with suppress(ConnectionError):
        await asyncio.wait_for(reader.read(), 10.0)
    return True


SOCKET = (
    b"GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\n\r\n"
)


def test_a_crowd_on_the_network_keeps_nobody_from_the_tables_own_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unfinished requests take no more than their share, go after a while, and the network is answered as well."""
    page = Answering(monkeypatch, Share(4, 4), Share(6, 3), SOON)

    async def evening() -> tuple[bytes, bytes, int]:
        begun = [await page.open(b"GET / HTTP/1.1\r\nHost: x", THERE) for _ in range(20)]
        here, there, most = await page.asked(), await page.asked(THERE), page.there.open_now
        assert all([await ended(each) for each in begun])
        return here, there, most

    here, there, most = page.run(evening)
    assert here.endswith(b"xxxx")
    assert there.endswith(b"xxxx")
    assert most <= 3


@pytest.mark.parametrize(
    "first",
    [
        b"",
        b"\r\n",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: x\r\nLong: ",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT",
        b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
)
def test_nobody_is_waited_for_without_an_end(monkeypatch: pytest.MonkeyPatch, first: bytes) -> None:
    """No head, half a head, half a body, half a second request, an answer that nobody takes."""
    page = Answering(monkeypatch, Share(4, 4), Share(4, 4), SOON)

    async def evening() -> None:
        await page.open(first)
        while not page.here.open_now:  # noqa: ASYNC110  it is the server that comes to it
            await asyncio.sleep(0.01)
        async with asyncio.timeout(10.0):
            while page.here.open_now:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    page.run(evening)


def test_web_sockets_count_until_they_are_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """They take a place like any other connection, longer than any request may; closed ones give it back."""
    page = Answering(monkeypatch, Share(4, 4), Share(2, 2), SOON)

    async def evening() -> tuple[bytes, bytes, bytes]:
        for _ in range(2):
            reader = await page.open(SOCKET, THERE)
            assert (await reader.readline()).startswith(b"HTTP/1.1 101")
        await asyncio.sleep(0.8)
        full = await page.asked(THERE)
        for each in page.writers:
            each.close()
        async with asyncio.timeout(10.0):
            while page.there.open_now:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        return full, await page.asked(THERE), await page.asked()

    full, after, here = page.run(evening)
    assert words("connections.full").encode() in full
    assert after.endswith(b"xxxx")
    assert here.endswith(b"xxxx")


def test_requests_sent_far_ahead_are_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Answering(monkeypatch, Share(4, 4), Share(4, 4), Patience())

    async def evening() -> bool:
        return await ended(await page.open(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 1_000))

    assert page.run(evening)


def test_a_request_that_was_answered_does_not_go_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its body in pieces of one letter would keep the page busy, whoever sends it, with a key or without."""
    page = Answering(monkeypatch, Share(4, 4), Share(4, 4), Patience())

    async def evening() -> None:
        reader = await page.open(b"GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        await reader.readuntil(b"xxxx")
        page.writers[0].write(b"1\r\na\r\n" * 200_000)
        async with asyncio.timeout(5.0):
            while page.here.open_now:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    page.run(evening)


def test_requests_that_were_answered_leave_their_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has no key is answered at once; bodies that go on after that keep nobody out."""
    page = Answering(monkeypatch, Share(2, 2), Share(2, 2), Patience())

    async def evening() -> bytes:
        for _ in range(2):
            reader = await page.open(b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\na")
            await reader.readuntil(b"xxxx")
        return await page.asked()

    assert page.run(evening).endswith(b"xxxx")


@pytest.mark.parametrize(
    "request_of_a_socket",
    [
        SOCKET.replace(b"GET /", b"GET /" + b"a" * 9_000),
        SOCKET.replace(b"Host: x", b"Host: x\r\nLong: " + b"a" * 9_000),
    ],
)
def test_a_web_socket_the_library_cannot_read_is_cut(
    monkeypatch: pytest.MonkeyPatch, request_of_a_socket: bytes
) -> None:
    """Any page a browser visits can ask for one; it would keep its place until this page stops."""
    page = Answering(monkeypatch, Share(4, 4), Share(4, 4), Patience())

    async def evening() -> bool:
        return await ended(await page.open(request_of_a_socket))

    assert page.run(evening)
    assert page.here.open_now == 0


@pytest.mark.parametrize(("lines", "answered"), [(90, True), (200, False)])
def test_a_head_of_many_lines_is_not_taken_apart(monkeypatch: pytest.MonkeyPatch, lines: int, answered: bool) -> None:
    """Thousands of short lines take the page longer than anything else of their length."""
    page = Answering(monkeypatch, Share(4, 4), Share(4, 4), Patience())

    async def evening() -> bytes:
        reader = await page.open(b"GET / HTTP/1.0\r\n" + b"a:b\r\n" * lines + b"\r\n")
        with suppress(ConnectionError):
            return await reader.read()
        return b""

    assert page.run(evening).endswith(b"xxxx") is answered


PING, PONG, PIECE = b"\x89\x80abcd", b"\x8a\x80abcd", b"\x00\x80abcd"
"""Frames of a browser with nothing in them."""
BEGINS = b"\x01\x80abcd"
"""The first piece of a message."""


@pytest.mark.parametrize("frame", [PING, PONG, PIECE])
def test_a_web_socket_full_of_frames_that_are_no_message_is_cut(monkeypatch: pytest.MonkeyPatch, frame: bytes) -> None:
    """They would keep the page from answering anybody, and pieces would be kept, until a message is whole."""
    page = Answering(monkeypatch, Share(4, 4), Share(4, 4), Patience())

    async def evening() -> None:
        reader = await page.open(SOCKET)
        await reader.readuntil(b"\r\n\r\n")
        page.writers[0].write(BEGINS + frame * 1_000)
        async with asyncio.timeout(10.0):
            while page.here.open_now:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    page.run(evening)


def test_a_web_socket_may_be_probed_and_send_a_message_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Answering(monkeypatch, Share(4, 4), Share(4, 4), Patience())

    async def evening() -> bytes:
        reader = await page.open(SOCKET)
        await reader.readuntil(b"\r\n\r\n")
        page.writers[0].write(BEGINS + PIECE * 20 + b"\x80\x80abcd" + PONG * 20 + PING)
        async with asyncio.timeout(10.0):
            return await reader.readexactly(2)

    assert page.run(evening) == b"\x8a\x00"


def test_messages_are_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Answering(monkeypatch, Share(4, 4), Share(4, 4), Patience())
    offer = SOCKET.replace(b"\r\n\r\n", b"\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n")

    async def evening() -> bytes:
        return await (await page.open(offer)).readuntil(b"\r\n\r\n")

    answered = page.run(evening)
    assert b" 101 " in answered
    assert b"deflate" not in answered.lower()


def test_the_page_follows_this_computer_to_another_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another network, another lease: phones find it there, and links lead there; without a network it waits."""
    page = Answering(monkeypatch, Share(4, 4), Share(4, 4), Patience())
    places: list[str | None] = [THERE, None, "127.0.0.3"]
    monkeypatch.setattr(page.lan, "_find", lambda: places[0])
    told: list[str] = []
    page.lan.moved = lambda: told.append(page.lan.link)

    async def evening() -> list[bytes]:
        answers = [await page.asked(THERE)]
        places.pop(0)
        await page.lan.look()
        answers.append(await page.asked(THERE))
        places.pop(0)
        await page.lan.look()
        assert f"127.0.0.3:{page.port}" in page.lan.network_names()
        assert f"{THERE}:{page.port}" not in page.lan.network_names()
        return [*answers, await page.asked("127.0.0.3")]

    assert all(each.endswith(b"xxxx") for each in page.run(evening))
    assert told == [f"http://127.0.0.3:{page.port}"]


def test_a_server_that_has_ended_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    page = Answering(monkeypatch, Share(4, 4), Share(4, 4), Patience())

    async def evening() -> bytes:
        server: Any = page.lan._server
        server.should_exit = server.force_exit = True
        await asyncio.wait({page.lan._serving})  # type: ignore[type-var]
        await page.lan.look()
        return await page.asked(THERE)

    assert page.run(evening).endswith(b"xxxx")


def test_this_computer_has_more_places_than_the_network() -> None:
    assert share_here().each == share_here().everybody > share_of_network().everybody > share_of_network().each
