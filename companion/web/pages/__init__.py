"""The pages; one module each with a `register(house)`."""

from companion.web.house import House
from companion.web.pages import phones, seat, table

PAGES = (table, seat, phones)


def register_pages(house: House) -> None:
    """Add every page to the server."""
    for page in PAGES:
        page.register(house)
