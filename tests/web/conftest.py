"""A browser and a served page for the tests beside; without a Chromium they are skipped with a plain sentence."""

import json
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from companion.web.server import KEYS_FILE
from tests.support.browser import FLAGS, HAPPENS_MS, Screen, Separate, Served, chromium
from tests.support.knocking import file_of_before
from tests.support.phones import Phone, seat_link

NEEDED = os.environ.get("TESTS_NEED_BROWSER") == "1"
"""Read before tests lose the variables of whoever runs them."""

collect_ignore = [] if "TESTS_PICTURES" in os.environ else ["test_pictures.py", "test_seat_pictures.py"]
"""They draw the README's pictures and test nothing."""

ABSENT = (
    "No Chromium is installed, so the pages were not looked at in a browser"
    " (Debian: apt-get install chromium-headless-shell)."
)

Open = Callable[..., Screen]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with a browser come last: it runs a loop in this thread, in which others could not run one of their own."""
    with_browser = {item.path for item in items if "browser" in getattr(item, "fixturenames", ())}
    items.sort(key=lambda item: item.path in with_browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium without a window."""
    path = chromium()
    if path is None:
        if NEEDED:
            pytest.fail(ABSENT)
        pytest.skip(ABSENT)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The page, served for the whole run: one to a process, with and without a browser."""
    folder = tmp_path_factory.mktemp("installation")
    (folder / KEYS_FILE).write_text(json.dumps(file_of_before()), encoding="utf-8")
    found = Served(folder)
    yield found
    found.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """Opens links, each as in a browser of its own, and closes them afterwards; no page may have complained."""
    screens: list[Screen] = []

    def opened(link: str, context: BrowserContext | None = None, **options: Any) -> Screen:
        screens.append(Screen(context or browser.new_context(**options), link))
        return screens[-1]

    yield opened
    for screen in screens:
        screen.close()
    assert [alarm for screen in screens for alarm in screen.alarms] == []


@pytest.fixture(scope="session")
def laptop(browser: Browser) -> BrowserContext:
    """The browser the table's page is usually open in; it keeps what it has loaded."""
    return browser.new_context(viewport={"width": 1440, "height": 900})


@pytest.fixture
def table(served: Served, open_page: Open, laptop: BrowserContext) -> Callable[..., Screen]:
    """Opens the table's page, with options in a browser of its own."""

    def opened(**options: Any) -> Screen:
        return open_page(served.link(), None if options else laptop, **options)

    return opened


@pytest.fixture
def separate(browser: Browser, tmp_path: Any) -> Iterator[Callable[..., Separate]]:
    """Starts the page in a process of its own, on a data folder."""
    started: list[Separate] = []

    def start(*options: str, port: int | None = None) -> Separate:
        started.append(Separate(tmp_path, *options, port=port))
        return started[-1]

    yield start
    for each in started:
        each.stop(kill=True)


@pytest.fixture(scope="session")
def pockets(browser: Browser) -> tuple[BrowserContext, ...]:
    """Three phones; each keeps what it has loaded."""
    found = tuple(
        browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True) for _ in range(3)
    )
    for each in found:
        each.set_default_timeout(HAPPENS_MS)
    return found


@pytest.fixture
def phones(served: Served, pockets: tuple[BrowserContext, ...]) -> Iterator[Callable[..., Phone]]:
    """Opens a new link to a player's seat on the phone at a place, and closes it afterwards; no page may complain."""
    opened: list[Phone] = []

    def open_seat(player: str, place: int = 0) -> Phone:
        opened.append(Phone(pockets[place], seat_link(served, player)))
        return opened[-1]

    yield open_seat
    for each in opened:
        each.close()
    assert [alarm for each in opened for alarm in each.alarms] == []
