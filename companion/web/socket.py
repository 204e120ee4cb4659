"""The library's socket takes a message for the page it names; here the sender must hold that page's key."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol
from urllib.parse import parse_qs

from nicegui import Client

from companion.web.door import visitor_of, visitors_of

_ABOUT_A_PAGE = ("event", "javascript_response", "ack", "log")
"""Messages of the library that name a page by its id."""

Handler = Callable[..., Any]


class SocketServer(Protocol):
    """The library's own server of sockets."""

    handlers: dict[str, dict[str, Handler]]

    def on(self, event: str, handler: Handler) -> object:
        """Have messages of a kind handled."""
        ...

    def get_environ(self, sid: str) -> dict[str, Any] | None:
        """The request that opened a socket; None once it is closed."""
        ...


def guard(server: SocketServer) -> None:
    """Let every message to the library's socket pass only where its sender holds the key of the page it names."""
    handlers = server.handlers["/"]
    for kind in _ABOUT_A_PAGE:
        server.on(kind, _checked(server, handlers[kind]))
    server.on("handshake", _greeted(server, handlers["handshake"]))
    server.on("connect", _connected(handlers["connect"]))


def _checked(server: SocketServer, handler: Handler) -> Callable[[str, Any], None]:
    def message(sid: str, said: Any) -> None:
        if _may_send(server, sid, said):
            handler(sid, said)

    return message


def _greeted(server: SocketServer, handler: Handler) -> Callable[[str, Any], Awaitable[bool]]:
    async def handshake(sid: str, said: Any) -> bool:
        return _may_send(server, sid, said) and bool(await handler(sid, said))

    return handshake


def _connected(handler: Handler) -> Callable[..., Awaitable[bool]]:
    async def connect(sid: str, environ: dict[str, Any], auth: object = None) -> bool:
        for page in parse_qs(environ.get("QUERY_STRING", "")).get("client_id", ()):
            # One that is gone is the library's to refuse: then the browser loads the page anew.
            if page in Client.instances and not _may_see(environ["asgi.scope"], page):
                return False
        await handler(sid, environ, auth)
        return True

    return connect


def _page_named(said: Any) -> str:
    return str(said.get("client_id")) if isinstance(said, dict) else ""


def _may_send(server: SocketServer, sid: str, said: Any) -> bool:
    """Whether a socket that is still open holds the key of the page its message is about."""
    environ = server.get_environ(sid)
    return environ is not None and _may_see(environ["asgi.scope"], _page_named(said))


def _may_see(scope: dict[str, Any], page: str) -> bool:
    client = Client.instances.get(page)
    return client is not None and visitor_of(client.request.scope) in visitors_of(scope)
