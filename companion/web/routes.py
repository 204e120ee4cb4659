"""Addresses of pages and files, each with whose key it takes: the one place where any is added to the server.

The door has asked for the key already; here it is asked for once more, so that no address depends on the door's list.
"""

from collections.abc import Callable
from typing import Any

from fastapi import Depends, Request, Response
from fastapi.exception_handlers import http_exception_handler
from nicegui import Client, ui
from nicegui import app as nicegui_app
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection

from companion.web.actions import NotAllowed
from companion.web.auth import admit, visitor_of
from companion.web.keys import ROLES, Role

Adds = Callable[[Callable[..., Any]], Callable[..., Any]]
"""Adds a function that draws a page, or makes a file, to the server."""

PAGE_SECONDS = 3.0
"""Most seconds a page may take until it is first shown, unless it reads a lot."""


def table_page(path: str, *, within: float = PAGE_SECONDS) -> Adds:
    """Show a page to the table only.

    Args:
        path: Its address.
        within: Seconds until it is first shown.
    """
    return _page(path, within, "table")


def seat_page(path: str, *, within: float = PAGE_SECONDS) -> Adds:
    """Show a page to seats only.

    Args:
        path: Its address, one of the door's `SEAT_PAGES`.
        within: Seconds until it is first shown.
    """
    return _page(path, within, "seat")


def table_file(path: str, method: str = "GET") -> Adds:
    """Give out a file, or with another method take one in, from the table only."""
    return _file(path, method, "table")


def shared_file(path: str) -> Adds:
    """Give a script or a style out to everybody with a key; it holds nothing of another campaign than a seat's own."""
    return _file(path, "GET", *ROLES)


def seat_socket(path: str) -> Adds:
    """Let a seat send over a socket of its own."""
    return nicegui_app.websocket(path, dependencies=[_asks_for("seat")])


def missing_page(draw: Callable[[Request, Client], None]) -> None:
    """Draw a page for the table where there is none; files that are missing, and seats, get a bare 404."""

    @nicegui_app.exception_handler(404)
    async def missing(request: Request, problem: HTTPException) -> Response:
        wants_page = "text/html" in request.headers.get("accept", "")
        if not wants_page or not visitor_of(request.scope).is_table:
            return await http_exception_handler(request, problem)
        admit(request.scope, "table")
        client = Client(ui.page(""), request=request)
        with client:
            draw(request, client)
        return client.build_response(request, 404)


def refuse_what_is_not_allowed() -> None:
    """Answer 403 where somebody asked for what only others may do."""

    @nicegui_app.exception_handler(NotAllowed)
    async def refused(request: Request, problem: NotAllowed) -> Response:
        return Response(f"{problem}", 403, media_type="text/plain")


def _page(path: str, within: float, role: Role) -> Adds:
    return ui.page(path, response_timeout=within, dependencies=[_asks_for(role)])


def _file(path: str, method: str, *roles: Role) -> Adds:
    return nicegui_app.api_route(path, methods=[method], include_in_schema=False, dependencies=[_asks_for(*roles)])


def _asks_for(*roles: Role) -> Any:
    def check(request: HTTPConnection) -> None:
        admit(request.scope, *roles)

    return Depends(check)
