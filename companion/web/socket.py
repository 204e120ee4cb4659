"""The library's socket takes a message for the page it names; here the sender must hold that page's key.

What has not the shape of a message does not get as far, see `companion.web.messages`.
"""

import logging
from collections.abc import Awaitable, Callable
from inspect import isawaitable
from typing import Any, Protocol
from urllib.parse import parse_qs

from nicegui import Client

from companion.web.auth import visitor_of, visitors_of
from companion.web.messages import IGNORED, fits, kind_of

Handler = Callable[..., Any]
Tell = Callable[[], None]

log = logging.getLogger(__name__)


class Frames(Protocol):
    """The layer below: what is in a frame is handed on as it is."""

    handlers: dict[str, Handler]
    logger: logging.Logger

    def on(self, event: str, handler: Handler) -> object:
        """Have what is in frames handled."""


class Connections(Protocol):
    """The connection that has said that it is one."""

    def sid_from_eio_sid(self, eio_sid: str, namespace: str) -> str | None:
        """Its name among the library's sockets; None before it said so."""


class SocketServer(Protocol):
    """The library's own server of sockets."""

    handlers: dict[str, dict[str, Handler]]
    environ: dict[str, dict[str, Any]]
    eio: Frames
    manager: Connections

    def on(self, event: str, handler: Handler) -> object:
        """Have messages of a kind handled."""

    def get_environ(self, sid: str) -> dict[str, Any] | None:
        """The request that opened a socket; None once it is closed."""


def guard(server: SocketServer) -> None:
    """Let every message to the library's socket pass only where its sender holds the key of the page it names.

    Every kind the library handles is guarded, whatever it is called; closing a socket names no page. One whose shape
    nobody has written down is dropped. That something was dropped is told in the log once, without what it was.
    """
    _write_out_failures_only(server.eio.logger)
    tell = _Once("A browser sent what is no message of its page; that is left out, and so is more of it.").tell
    for kind, handler in list(server.handlers["/"].items()):
        if kind == "connect":
            server.on(kind, _connected(server, handler, tell))
        elif kind != "disconnect":
            server.on(kind, _checked(server, kind, handler, tell))
    server.eio.on("message", _readable(server, server.eio.handlers["message"], tell))


class _Once:
    """Writes one sentence to the log, however often it is told."""

    def __init__(self, sentence: str) -> None:
        self._sentence = sentence
        self._told = False

    def tell(self) -> None:
        if not self._told:
            self._told = True
            log.warning(self._sentence)


def _write_out_failures_only(library: logging.Logger) -> None:
    """Leave out of the library's log what it says of requests it refused, which quotes them; it has its own way out."""
    library.handlers.clear()
    library.addFilter(lambda record: record.exc_info is not None)


def _readable(server: SocketServer, handler: Handler, tell: Tell) -> Callable[[str, Any], Awaitable[None]]:
    async def message(eio_sid: str, packet: Any) -> None:
        kind = kind_of(packet)
        again = kind == "connect" and server.manager.sid_from_eio_sid(eio_sid, "/") is not None
        if kind is None or again:
            tell()
        elif kind not in IGNORED:
            await handler(eio_sid, packet)

    return message


def _checked(server: SocketServer, kind: str, handler: Handler, tell: Tell) -> Callable[..., Awaitable[object]]:
    async def message(sid: str, *said: Any) -> object:
        environ = server.get_environ(sid)
        if environ is None:
            return False
        if len(said) != 1 or not fits(kind, said[0]):
            tell()
            return False
        client = Client.instances.get(said[0]["client_id"])
        if client is None:
            return False
        if not _may_see(environ, client):
            tell()
            return False
        answer = handler(sid, said[0]) if kind != "event" or _is_awaited(client, said[0]) else False
        return await answer if isawaitable(answer) else answer

    return message


def _connected(server: SocketServer, handler: Handler, tell: Tell) -> Callable[..., Awaitable[bool]]:
    async def connect(sid: str, *_: Any) -> bool:
        environ = server.get_environ(sid)
        if environ is None:
            return False
        query = {name: values[0] for name, values in parse_qs(environ.get("QUERY_STRING", "")).items()}
        # One that is gone is the library's to refuse: then the browser loads the page anew.
        client = Client.instances.get(query.get("client_id", ""))
        joins = query.get("implicit_handshake") == "true"
        if (client is not None and not _may_see(environ, client)) or (joins and not fits("handshake", query)):
            tell()
            return False
        await handler(sid, environ, None)
        return True

    return connect


def _may_see(environ: dict[str, Any], client: Client) -> bool:
    """Return True while the browser behind a socket holds the key of a page."""
    return visitor_of(client.request.scope) in visitors_of(environ["asgi.scope"])


def _is_awaited(client: Client, said: dict[str, Any]) -> bool:
    """Return True where an element waits for an event or is gone, as happens; others fail in the library."""
    element = client.elements.get(said["id"])
    return element is None or said["listener_id"] in element._event_listeners
