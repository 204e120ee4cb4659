"""Page for an address where there is none: a sentence, under the ways to those that are there."""

from fastapi import Request
from nicegui import Client

from companion.web.app_context import AppContext
from companion.web.page import Page
from companion.web.parts.base import box, text
from companion.web.routes import missing_page
from companion.web.strings import words


def register(house: AppContext) -> None:
    """Answer for every page that is not there."""

    @missing_page
    def missing(request: Request, client: Client) -> None:
        with Page(house, request, client, "missing.title").main, box("div", "setup"):
            text("h1", words("missing.title"), "title")
