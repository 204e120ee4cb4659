"""Limits of what one visitor may have open and ask for at once: pages, sockets, messages. Stands behind the door.

A visitor who asks for more waits a little, or is refused in one sentence; what others ask for is answered meanwhile.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Protocol
from urllib.parse import parse_qs

from nicegui import Client
from socketio.packet import BINARY_ACK, BINARY_EVENT, Packet
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from companion.web.auth import visitor_of, visitors_of
from companion.web.fair_share import Bucket, Sleep
from companion.web.keys import Visitor
from companion.web.strings import words

PAGES_AT_ONCE, PAGES_A_SECOND = 20, 2.0
"""Pages and files a visitor may ask for; further ones wait."""
WAIT_SECONDS = 10.0
"""Longest wait for a page; who would have to wait longer is refused."""
MOST_PAGES = 16
"""Pages a visitor may have open, in all browsers with that key: each is told everything that happens."""
MOST_UNCONNECTED = 8
"""Pages of a visitor that were sent and have not connected yet; where there are more, the oldest is dropped."""
MOST_SOCKETS = 24
"""Sockets with the keys of the same visitors."""
MESSAGES_AT_ONCE, MESSAGES_A_SECOND = 120, 30.0
"""Messages the pages of a visitor may send; further ones are read later."""
BYTES_A_MESSAGE = 16_384
"""A longer message counts as several."""

_SOCKETS = "/_nicegui_ws/"
_PARTS = ("/_nicegui/", "/look/", "/favicon.ico")
"""Scripts, styles and fonts: small, and kept by browsers."""
_NEXT_PACKET = b"\x1e"
"""Stands between the messages of one request, where a browser has no web sockets."""
_SENT = "companion.sent"


@dataclass(slots=True)
class Sent:
    """A page that was asked for; `at` is when its answer had been sent, in seconds of the clock, None before."""

    at: float | None = None


class WordsOnly(Packet):  # type: ignore[misc]
    """A message as pages send them; one that announces files, which would be kept until all are there, is refused."""

    def decode(self, encoded_packet: Any) -> int:
        """Read one that came.

        Raises:
            ValueError: It announces files, or is malformed.
        """
        files: int = super().decode(encoded_packet)
        if self.packet_type in {BINARY_EVENT, BINARY_ACK}:
            raise ValueError("pages send no files")
        return files


class EngineServer(Protocol):
    """The sockets of the library, of whatever kind, by their ids."""

    sockets: Mapping[str, Any]


class SocketServer(Protocol):
    """The library's own server of sockets; the request that opened each by its id."""

    eio: EngineServer
    environ: Mapping[str, Mapping[str, Any]]


def unconnected() -> Iterator[tuple[Client, float]]:
    """Pages that were sent and have never connected, each with when that was, oldest first."""
    for client, request in _requested():
        if client.environ is None and (sent := request.scope.get(_SENT)) is not None and sent.at is not None:
            yield client, sent.at


def _requested() -> Iterator[tuple[Client, Request]]:
    """Pages that somebody asked for, each with its request.

    The library makes one without a request where elements are built before its server has started.
    """
    for client in tuple(Client.instances.values()):
        try:
            request = client.request
        except RuntimeError:
            continue
        yield client, request


class Admission:
    """ASGI application in front of the pages.

    Args:
        app: The pages.
        sockets: Their sockets.
        monotonic: Seconds that only go up.
        sleep: Lets time pass.
    """

    def __init__(
        self, app: ASGIApp, sockets: SocketServer, monotonic: Callable[[], float], sleep: Sleep = asyncio.sleep
    ) -> None:
        self.app = app
        self._sockets = sockets
        self._monotonic = monotonic
        self._pages: defaultdict[Visitor, Bucket] = defaultdict(
            lambda: Bucket(PAGES_AT_ONCE, PAGES_A_SECOND, monotonic, sleep)
        )
        self._messages: defaultdict[frozenset[Visitor], Bucket] = defaultdict(
            lambda: Bucket(MESSAGES_AT_ONCE, MESSAGES_A_SECOND, monotonic, sleep)
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, have it wait, or refuse it."""
        if scope["type"] == "lifespan" or scope["path"].startswith(_PARTS):
            await self.app(scope, receive, send)
        elif scope["path"].startswith(_SOCKETS):
            await self._to_socket(scope, receive, send)
        else:
            await self._to_page(scope, receive, send)

    async def _to_page(self, scope: Scope, receive: Receive, send: Send) -> None:
        visitor = visitor_of(scope)
        if _open_pages(visitor) >= MOST_PAGES:
            await _refuse(words("admission.pages", most=MOST_PAGES), scope, receive, send)
            return
        if not await self._pages[visitor].wait(patience=WAIT_SECONDS):
            await _refuse(words("admission.too_fast"), scope, receive, send)
            return
        _drop_oldest(visitor)
        sent = Sent()
        try:
            await self.app({**scope, _SENT: sent}, receive, send)
        finally:
            sent.at = self._monotonic()

    async def _to_socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        visitors = visitors_of(scope)
        named = parse_qs(scope["query_string"].decode("latin-1")).get("sid", [""])[0]
        if not named and self._open_sockets(visitors) >= MOST_SOCKETS:
            await _refuse(words("admission.sockets"), scope, receive, send)
            return
        if named and self._is_closed(named):
            await _refuse(words("admission.closed"), scope, receive, send, HTTPStatus.BAD_REQUEST)
            return

        async def in_turn() -> Message:
            message = await receive()
            if cost := _cost(message):
                await self._messages[visitors].wait(cost)
            return message

        await self.app(scope, in_turn, send)

    def _is_closed(self, name: str) -> bool:
        """True for a socket the library fails at because it has closed it itself."""
        socket = self._sockets.eio.sockets.get(name)
        return socket is not None and bool(socket.closed)

    def _open_sockets(self, visitors: frozenset[Visitor]) -> int:
        opened = (self._sockets.environ.get(each) for each in tuple(self._sockets.eio.sockets))
        return sum(each is not None and visitors_of(each["asgi.scope"]) == visitors for each in opened)


def _cost(message: Message) -> float:
    """Number of messages of a page that came in one, a long one counted as several; 0 without any."""
    content = message.get("body") or message.get("bytes") or message.get("text") or ""
    if not content:
        return 0.0
    packets = content.count(_NEXT_PACKET) if isinstance(content, bytes) else 0
    return 1.0 + packets + len(content) // BYTES_A_MESSAGE


def _open_pages(visitor: Visitor) -> int:
    pages = ((client, visitor_of(request.scope)) for client, request in _requested())
    return sum(client.has_socket_connection and whose == visitor for client, whose in pages)


def _drop_oldest(visitor: Visitor) -> None:
    """Leave room for one more page of a visitor that has not connected yet."""
    waiting = [client for client, _ in unconnected() if visitor_of(client.request.scope) == visitor]
    for client in waiting[: max(0, len(waiting) - MOST_UNCONNECTED + 1)]:
        client.delete()


async def _refuse(
    sentence: str, scope: Scope, receive: Receive, send: Send, status: HTTPStatus = HTTPStatus.TOO_MANY_REQUESTS
) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008, "reason": ""})
        return
    headers = {"cache-control": "no-store"}
    await PlainTextResponse(sentence, status, headers)(scope, receive, send)
