"""An empty page: it tells what will be there, and the way to it."""

from companion.web.art import cover
from companion.web.page import Page
from companion.web.parts.base import box, link, text
from companion.web.strings import words
from engine.registry import infos


def draw_nothing_yet(page: Page, what: str) -> None:
    """Fill a page that is still empty.

    Args:
        page: The page.
        what: "library" or "statistics".
    """
    with page.main, box("section", "nothing-yet", "stack"):
        box("img", src=page.address(cover(infos()[0].slug)), alt="", width="320", height="200")
        text("h1", words(f"page.way.{what}"), "title")
        text("p", words(f"nothing_yet.{what}"))
        link(words("nothing_yet.go"), "/start", "link-button", "main")
