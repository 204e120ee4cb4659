"""Connections that browsers have open: how many there may be, and how long one may keep the page waiting.

This computer and the network are answered by a server each, and each server has a gate of its own: connections from the
network never take the place of one from this computer. A gate counts every connection, a web socket as well, until it
is closed.
"""

import asyncio
import logging
import sys
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from companion.web.strings import words

if sys.platform != "win32":
    import resource

log = logging.getLogger(__name__)

FILES_WANTED = 4_096
"""Files this process may have open, where the system lets it; many systems begin with 256 or 1,024."""

LOOK_TICKS = 10
"""The server ticks ten times a second; connections are looked over once a second."""

BACKLOG = 32
"""Connections the system keeps for a server that is busy; all of them may be taken at once, so it is no more."""

MOST_AHEAD = 8
"""Requests sent before the one before them was answered; browsers send none."""

MOST_HEADERS = 100
"""Lines in the head of a request; browsers send some twenty."""

LARGEST_FRAME = 2**20
"""Bytes of one message of a web socket."""

MOST_UNREAD = 2**20
"""Bytes that are still taken in of a request that was answered, such as one without a key, before it had ended."""

MOST_EXTRA_FRAMES = 64
"""Frames of a web socket in a second that are no whole message: pings, pongs, pieces. Browsers send few."""

PIECE_BYTES = 4_096
"""Bytes that are read at once and counted before the next: frames of six bytes, so many that they take some
milliseconds, or a piece of a head."""


@dataclass(frozen=True, slots=True)
class Share:
    """Numbers of connections that may be open at once.

    Attributes:
        everybody: From all addresses together.
        each: From one address.
    """

    everybody: int
    each: int


@dataclass(frozen=True, slots=True)
class Patience:
    """Limits for a side that keeps the page waiting.

    Attributes:
        head_seconds: For a request to begin and its head to end, from the opening of the connection or the last answer;
            for a body to end after the answer.
        body_seconds: For the whole of its body.
        still_seconds: For the next bytes of a body, and for any of an answer to be taken.
        head_bytes: Longest head of a request.
    """

    head_seconds: float = 10.0
    body_seconds: float = 120.0
    still_seconds: float = 15.0
    head_bytes: int = 65_536


WITH_NETWORK = Patience(head_bytes=16_384)
"""Anybody there may send requests, which take time before it is known who sends them: longer heads take more."""


def share_here() -> Share:
    """The share of this computer's own browsers."""
    most = min(64, file_limit() // 4)
    return Share(most, most)


def share_of_network() -> Share:
    """The share of everybody on the network: a phone needs up to seven connections while it loads a page, then one."""
    most = min(48, file_limit() // 5)
    return Share(most, most // 2)


def file_limit() -> int:
    """Number of files, sockets among them, this process may have open at once."""
    if sys.platform == "win32":
        return FILES_WANTED  # sockets are no files there
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return FILES_WANTED if soft == resource.RLIM_INFINITY else soft


def raise_file_limit() -> None:
    """Let this process have more files open at once, where the system lets it."""
    if sys.platform == "win32":
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES_WANTED if hard == resource.RLIM_INFINITY else min(FILES_WANTED, hard)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError) as problem:
        log.warning("no more than %d files can be open at once: %s", soft, problem)


Awaited = Literal["request", "body", "rest", "nothing"]
"""The other side owes this: the head of a request, the rest of its body, the rest of a body that nobody waits for as
the request was answered before it had ended, or nothing but to take what it is sent."""

_ASKS_NOTHING = frozenset({"request", "rest"})
"""A connection that owes this has no request open: it gets little time, and makes room where the share is used up."""


class Connection:
    """One open connection.

    Args:
        transport: Its two directions.
        patience: How long the other side is waited for.
        now: Seconds of the clock the gate goes by.
    """

    def __init__(self, transport: asyncio.Transport, patience: Patience, now: float) -> None:
        self.transport = transport
        self.address = str((transport.get_extra_info("peername") or ("",))[0])
        self._patience = patience
        self._untaken = 0
        self._taken = now
        self._head_bytes = 0
        self.awaits("request", now)

    def awaits(self, what: Awaited, now: float) -> None:
        """The other side owes something else from now on."""
        self.awaited: Awaited = what
        self.since = self._came = now
        if what == "body":
            self._head_bytes = 0  # a head has ended; the next one may begin before this request is answered

    def came(self, length: int, now: float) -> None:
        """Bytes came in, of whatever is awaited after them; what comes when nothing is begins another request."""
        self._came = now
        if self.awaited in {"request", "nothing"}:
            self._head_bytes += length
            if self._head_bytes > self._patience.head_bytes:
                self.transport.abort()

    def overdue(self, now: float) -> bool:
        """True when the other side has kept the page waiting too long; to be asked regularly."""
        limits = self._patience
        if self._leaves_untaken(now):
            return now - self._taken > limits.still_seconds
        if self.awaited in _ASKS_NOTHING:
            return now - self.since > limits.head_seconds
        waits = self.awaited == "body"
        return waits and (now - self.since > limits.body_seconds or now - self._came > limits.still_seconds)

    def _leaves_untaken(self, now: float) -> bool:
        """True while some of what it is sent has not been taken yet; a request is only awaited once all has."""
        untaken, before = self.transport.get_write_buffer_size(), self._untaken
        self._untaken = untaken
        if not before or untaken < before:
            self._taken = now
        if untaken and self.awaited == "request":
            self.since = now
        return untaken > 0


class Gate:
    """Counts the connections of one server, lets in as many as its share, and cuts those that keep it waiting.

    Where the share is used up, the one that has been waited for longest without a request makes room for a new one.

    Args:
        share: How many there may be.
        monotonic: Seconds that only go up.
        patience: How long each may keep the page waiting.
    """

    def __init__(self, share: Share, monotonic: Callable[[], float], patience: Patience | None = None) -> None:
        self.share = share
        self.now = monotonic
        self._patience = patience or Patience()
        self._open: dict[asyncio.Transport, Connection] = {}

    @property
    def open_now(self) -> int:
        """Number of connections that are open."""
        return len(self._open)

    def enter(self, transport: asyncio.Transport) -> Connection | None:
        """Let a new connection in; None when there is no place for it, and then it has been told so and closed."""
        new = Connection(transport, self._patience, self.now())
        others = [each for each in self._open.values() if each.address == new.address]
        if self._has_room(others, self.share.each) and self._has_room(self._open.values(), self.share.everybody):
            self._open[transport] = new
            return new
        transport.write(_refusal())
        transport.close()
        return None

    def _has_room(self, among: Collection[Connection], most: int) -> bool:
        """True when one more fits in; one that sends no request is cut for it."""
        if len(among) < most:
            return True
        waiting = [each for each in among if each.awaited in _ASKS_NOTHING]
        if waiting:
            self._cut(min(waiting, key=lambda each: each.since))
        return bool(waiting)

    def known(self, transport: asyncio.Transport) -> Connection | None:
        """The connection over a transport; None when it is not counted any more."""
        return self._open.get(transport)

    def leave(self, transport: asyncio.Transport) -> None:
        """A connection is closed."""
        self._open.pop(transport, None)

    def look(self) -> None:
        """Cut every connection that is overdue."""
        now = self.now()
        for each in list(self._open.values()):
            if each.overdue(now):
                self._cut(each)

    def cut_all(self) -> None:
        """Cut every connection."""
        for each in list(self._open.values()):
            self._cut(each)

    def _cut(self, connection: Connection) -> None:
        self.leave(connection.transport)
        connection.transport.abort()


def _refusal() -> bytes:
    """An answer for who asked nothing yet: nobody is asked to wait for it."""
    sentence = words("connections.full").encode()
    head = (
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\n"
        f"content-length: {len(sentence)}\r\ncache-control: no-store\r\nconnection: close\r\n\r\n"
    )
    return head.encode("ascii") + sentence


class _Requests(HttpToolsProtocol):
    """A connection that sends requests; it tells its gate what is awaited."""

    def __init__(self, gate: Gate, **given: Any) -> None:
        super().__init__(**given)
        self._gate = gate
        self._connection: Connection | None = None
        self._whole = True
        """True once the latest request has been received to its end."""
        self._unread = 0
        self._headers = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._connection = self._gate.enter(transport)
        if self._connection is not None:
            super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._connection is not None:
            self._gate.leave(self._connection.transport)
            super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for piece in _pieces(data):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return  # cut, or a web socket by now, which is sent nothing before it was let in
            self._piece_received(piece)

    def _piece_received(self, piece: bytes) -> None:
        if not self._whole and self.cycle.response_complete:
            self._unread += len(piece)
            if self._unread > MOST_UNREAD:
                self.transport.abort()
                return
        super().data_received(piece)
        if self._connection is not None:
            self._connection.came(len(piece), self._gate.now())

    def on_header(self, name: bytes, value: bytes) -> None:
        self._headers += 1
        if self._headers > MOST_HEADERS:
            self.transport.abort()
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._headers = 0
        self._whole, self._unread = False, 0
        self._await("body")
        super().on_headers_complete()
        if len(self.pipeline) > MOST_AHEAD:
            self.transport.abort()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._whole = True
        self._await("request" if self.cycle is None or self.cycle.response_complete else "nothing")

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete:
            self._await("request" if self._whole else "rest")

    def _await(self, what: Awaited) -> None:
        if self._connection is not None:
            self._connection.awaits(what, self._gate.now())


class _Socket(WebSocketsSansIOProtocol):
    """A connection that was let in to send requests and has become a web socket."""

    def __init__(self, gate: Gate, **given: Any) -> None:
        super().__init__(**given)
        self._gate = gate
        self._second = 0.0
        self._extra_frames = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        connection = self._gate.known(self.transport)
        if connection is not None:
            connection.awaits("nothing", self._gate.now())

    def connection_lost(self, exc: Exception | None) -> None:
        self._gate.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for piece in _pieces(data):
            if self.transport.is_closing():
                return
            super().data_received(piece)
        if not self.handshake_initiated:  # the first thing it is given is its whole request: the library refused that
            self.transport.abort()

    def handle_ping(self) -> None:
        if self._may_send_another():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_send_another():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may_send_another():
            super().handle_cont(event)

    def _may_send_another(self) -> bool:
        """Count a frame that nobody behind the gate counts; False once there were too many, and the socket is cut."""
        now = self._gate.now()
        if now - self._second >= 1.0:
            self._second, self._extra_frames = now, 0
        self._extra_frames += 1
        if self._extra_frames > MOST_EXTRA_FRAMES:
            self.transport.abort()
        return not self.transport.is_closing()


def _pieces(data: bytes) -> Iterator[bytes]:
    return (data[at : at + PIECE_BYTES] for at in range(0, len(data), PIECE_BYTES))


class Server(uvicorn.Server):
    """A server whose connections go through a gate.

    Args:
        app: What answers.
        gate: Lets connections in.
        lifespan: Whether the application is told of beginning and end ("on", "off").
    """

    def __init__(self, app: ASGIApp, gate: Gate, *, lifespan: str = "on") -> None:
        super().__init__(configured(app, gate, lifespan=lifespan))
        self._gate = gate

    async def on_tick(self, counter: int) -> bool:
        """Look the connections over, once a second."""
        if counter % LOOK_TICKS == 0:
            self._gate.look()
        return await super().on_tick(counter)


def configured(app: ASGIApp, gate: Gate, *, lifespan: str = "on") -> uvicorn.Config:
    """The way the page is served: nothing about a request is logged, nobody is believed about where it comes from.

    Messages are not compressed: a small one could be unpacked to a large one, and the way to the browser is short.
    """
    return uvicorn.Config(
        app,
        lifespan=lifespan,  # type: ignore[arg-type]
        http=partial(_Requests, gate),  # type: ignore[arg-type]
        ws=partial(_Socket, gate),  # type: ignore[arg-type]
        log_config=None,
        log_level="error",
        access_log=False,
        proxy_headers=False,
        server_header=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=1,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,
    )
