"""The library's socket takes a message for the page it names; here the sender must hold that page's key."""

from collections.abc import Awaitable, Callable
from inspect import isawaitable
from typing import Any, Protocol
from urllib.parse import parse_qs

from nicegui import Client

from companion.web.door import visitor_of, visitors_of

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
    """Let every message to the library's socket pass only where its sender holds the key of the page it names.

    Every kind the library handles is guarded, whatever it is called; closing a socket names no page.
    """
    for kind, handler in list(server.handlers["/"].items()):
        if kind == "connect":
            server.on(kind, _connected(handler))
        elif kind != "disconnect":
            server.on(kind, _checked(server, handler))


def _checked(server: SocketServer, handler: Handler) -> Callable[..., Awaitable[object]]:
    async def message(sid: str, said: Any = None, *more: Any) -> object:
        if more or not _may_send(server, sid, said):
            return False
        answer = handler(sid, said)
        return await answer if isawaitable(answer) else answer

    return message


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
