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

log = logging.getLogger(__name__)

_TOLD = "companion.told"


class Frames(Protocol):
    """The layer below: what is in a frame is handed on as it is."""

    handlers: dict[str, Handler]

    def on(self, event: str, handler: Handler) -> object:
        """Have what is in frames handled."""
        ...


class Connections(Protocol):
    """Which connection has said that it is one."""

    def sid_from_eio_sid(self, eio_sid: str, namespace: str) -> str | None:
        """Its name among the library's sockets; None before it said so."""
        ...


class SocketServer(Protocol):
    """The library's own server of sockets."""

    handlers: dict[str, dict[str, Handler]]
    environ: dict[str, dict[str, Any]]
    eio: Frames
    manager: Connections

    def on(self, event: str, handler: Handler) -> object:
        """Have messages of a kind handled."""
        ...

    def get_environ(self, sid: str) -> dict[str, Any] | None:
        """The request that opened a socket; None once it is closed."""
        ...


def guard(server: SocketServer) -> None:
    """Let every message to the library's socket pass only where its sender holds the key of the page it names.

    Every kind the library handles is guarded, whatever it is called; closing a socket names no page. One whose shape
    nobody has written down is dropped. What is dropped is told in the log once a socket, without what it was.
    """
    for kind, handler in list(server.handlers["/"].items()):
        if kind == "connect":
            server.on(kind, _connected(server, handler))
        elif kind != "disconnect":
            server.on(kind, _checked(server, kind, handler))
    server.eio.on("message", _readable(server, server.eio.handlers["message"]))


def _readable(server: SocketServer, handler: Handler) -> Callable[[str, Any], Awaitable[None]]:
    async def message(eio_sid: str, packet: Any) -> None:
        kind = kind_of(packet)
        again = kind == "connect" and server.manager.sid_from_eio_sid(eio_sid, "/") is not None
        if kind is None or again:
            _tell_once(server.environ.get(eio_sid))
        elif kind not in IGNORED:
            await handler(eio_sid, packet)

    return message


def _checked(server: SocketServer, kind: str, handler: Handler) -> Callable[..., Awaitable[object]]:
    async def message(sid: str, *said: Any) -> object:
        environ = server.get_environ(sid)
        if environ is None:
            return False
        if len(said) != 1 or not fits(kind, said[0]):
            _tell_once(environ)
            return False
        client = Client.instances.get(said[0]["client_id"])
        if client is None:
            return False
        if not _may_see(environ, client):
            _tell_once(environ)
            return False
        answer = handler(sid, said[0]) if kind != "event" or _is_awaited(client, said[0]) else False
        return await answer if isawaitable(answer) else answer

    return message


def _connected(server: SocketServer, handler: Handler) -> Callable[..., Awaitable[bool]]:
    async def connect(sid: str, *_: Any) -> bool:
        environ = server.get_environ(sid)
        if environ is None:
            return False
        query = {name: values[0] for name, values in parse_qs(environ.get("QUERY_STRING", "")).items()}
        # One that is gone is the library's to refuse: then the browser loads the page anew.
        client = Client.instances.get(query.get("client_id", ""))
        joins = query.get("implicit_handshake") == "true"
        if (client is not None and not _may_see(environ, client)) or (joins and not fits("handshake", query)):
            _tell_once(environ)
            return False
        await handler(sid, environ, None)
        return True

    return connect


def _may_see(environ: dict[str, Any], client: Client) -> bool:
    """Whether the browser behind a socket holds the key of a page, still."""
    return visitor_of(client.request.scope) in visitors_of(environ["asgi.scope"])


def _is_awaited(client: Client, said: dict[str, Any]) -> bool:
    """Whether an element waits for an event, or is gone, as happens; what was never waited for fails in the library."""
    element = client.elements.get(said["id"])
    return element is None or said["listener_id"] in element._event_listeners


def _tell_once(environ: dict[str, Any] | None) -> None:
    if environ is not None and _TOLD not in environ:
        environ[_TOLD] = True
        log.warning("A browser sent what is no message of its page; that is left out, and so is more of it.")
