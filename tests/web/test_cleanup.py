"""Pages that never connected and sockets without a page are taken away, and their memory with them."""

from types import SimpleNamespace
from typing import Any

import pytest
from nicegui import Client

from companion.web.cleanup import PAGES_A_COLLECTION, UNATTENDED_SECONDS, UNCONNECTED_SECONDS, Tidying
from companion.web.rate_limits import Sent
from tests.support.clock import FakeClock
from tests.support.loops import run_apart


class Library:
    """The library's sockets by their engine's name, each with its pages; some never said who they are."""

    def __init__(self) -> None:
        self.pages: dict[str, list[str]] = {}
        self.closed: list[str] = []
        self.eio = self.manager = self

    @property
    def sockets(self) -> dict[str, list[str]]:
        return self.pages

    def sid_from_eio_sid(self, eio_sid: str, namespace: str) -> str | None:
        return eio_sid if self.pages[eio_sid] else None

    def rooms(self, sid: str) -> list[str]:
        return [sid, *self.pages[sid]]

    async def disconnect(self, sid: str) -> None:
        self.closed.append(sid)
        self.pages.pop(sid, None)


class Evening:
    """A clock, a library and pages."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.library = Library()
        self.collected = self.dismissed = 0
        self.tidying = Tidying(self.library, self.clock.monotonic, self._dismiss, self._collect)

    def _dismiss(self) -> None:
        self.dismissed += 1

    def _collect(self) -> None:
        self.collected += 1

    def page(self, name: str, *, sent: bool = True, connected: bool = False) -> None:
        scope = {"companion.sent": Sent(self.clock.monotonic() if sent else None)}
        Client.instances[name] = SimpleNamespace(  # type: ignore[assignment]
            request=SimpleNamespace(scope=scope),
            environ={} if connected else None,
            delete=lambda: self._delete(name),
        )

    def _delete(self, name: str) -> None:
        del Client.instances[name]
        self.tidying.page_gone()

    def later(self, seconds: float) -> None:
        self.clock.advance(seconds)
        run_apart(self.tidying.look())


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch) -> Evening:
    monkeypatch.setattr(Client, "instances", {})
    return Evening()


def test_a_page_that_was_sent_and_never_connected_goes_soon(evening: Evening) -> None:
    evening.page("left")
    evening.page("being made", sent=False)
    evening.page("connected", connected=True)
    evening.later(UNCONNECTED_SECONDS)
    evening.page("later")
    assert "left" in Client.instances
    evening.later(1.0)
    assert set(Client.instances) == {"being made", "connected", "later"}


def test_a_socket_without_a_page_is_closed_soon(evening: Evening) -> None:
    """One that never says who it is, and one whose page is gone; the time counts from when it has none."""
    evening.page("page", connected=True)
    evening.library.pages = {"silent": [], "open": ["page"], "gone": ["another"]}
    evening.later(0.0)
    evening.later(UNATTENDED_SECONDS)
    assert evening.library.closed == []
    evening.later(1.0)
    assert evening.library.closed == ["silent", "gone"]
    Client.instances.clear()
    evening.later(UNATTENDED_SECONDS)
    assert "open" in evening.library.pages
    evening.later(UNATTENDED_SECONDS + 1.0)
    assert evening.library.closed == ["silent", "gone", "open"]


def test_pages_whose_keys_have_become_worthless_are_closed(evening: Evening) -> None:
    """At every look: a key that grew too old tells nobody, and a page may be drawn while its key is taken back."""
    evening.later(1.0)
    evening.later(1.0)
    assert evening.dismissed == 2


def test_memory_is_given_back_once_enough_pages_are_gone(evening: Evening) -> None:
    """Not at every page: it takes a moment in which nothing else runs."""
    for each in range(PAGES_A_COLLECTION - 1):
        evening.page(f"{each}")
    evening.later(UNCONNECTED_SECONDS + 1.0)
    assert (len(Client.instances), evening.collected) == (0, 0)
    evening.page("one more")
    evening.later(UNCONNECTED_SECONDS + 1.0)
    evening.later(UNCONNECTED_SECONDS + 1.0)
    assert evening.collected == 1


def test_memory_is_given_back_to_the_system() -> None:
    """Objects that refer to themselves are freed; if the C library cannot hand memory on, nothing happens."""
    import gc
    import weakref

    from companion.web.cleanup import give_memory_back

    class Page:
        itself: Any = None

    page = Page()
    page.itself = page
    seen = weakref.ref(page)
    gc.disable()
    try:
        del page
        assert seen() is not None
        give_memory_back()
    finally:
        gc.enable()
    assert seen() is None
