"""The pages; one module each with a `register(house)`."""

from companion.web.app_context import AppContext
from companion.web.pages import (
    demo,
    evening,
    library,
    missing,
    model,
    phones,
    pictures,
    ready,
    seat,
    setup,
    sound,
    start,
    statistics,
    table,
)

PAGES = (table, seat, phones, library, evening, statistics, setup, start, ready, pictures, demo, sound, model, missing)


def register_pages(house: AppContext) -> None:
    """Add every page to the server."""
    for page in PAGES:
        page.register(house)
