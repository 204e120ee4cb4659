"""What stands at an address where there is no page: a sentence, under the ways to those that are there."""

from fastapi import Request, Response
from fastapi.exception_handlers import http_exception_handler
from nicegui import Client, ui
from nicegui import app as nicegui_app
from starlette.exceptions import HTTPException

from companion.web.door import visitor_of
from companion.web.house import House
from companion.web.page import Page
from companion.web.parts.base import box, text
from companion.web.strings import words


def register(house: House) -> None:
    """Answer for every page that is not there; files that are missing stay a bare 404."""

    @nicegui_app.exception_handler(404)
    async def missing(request: Request, problem: HTTPException) -> Response:
        wants_page = "text/html" in request.headers.get("accept", "")
        if not wants_page or not visitor_of(request.scope).is_table:
            return await http_exception_handler(request, problem)
        client = Client(ui.page(""), request=request)
        with client, Page(house, request, client, "missing.title").main, box("div", "setup"):
            text("h1", words("missing.title"), "title")
        return client.build_response(request, 404)
