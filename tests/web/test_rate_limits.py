"""Pages, sockets and messages of one visitor are limited; others come in meanwhile."""

import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from nicegui import Client

from companion.web import rate_limits as admission
from companion.web.keys import Visitor
from companion.web.rate_limits import (
    MESSAGES_A_SECOND,
    MESSAGES_AT_ONCE,
    MOST_PAGES,
    MOST_SOCKETS,
    MOST_UNCONNECTED,
    PAGES_A_SECOND,
    PAGES_AT_ONCE,
    WAIT_SECONDS,
    Admission,
    WordsOnly,
    unconnected,
)
from companion.web.strings import words
from tests.support.loops import run_apart
from tests.web.test_fair_share import Time

JAY, RUSS = Visitor("Jay", "1"), Visitor("Russ", "1")


class OpenPage:
    """A page as the library keeps it; it was sent for and may have connected."""

    def __init__(self, scope: dict[str, Any], *, connected: bool = False) -> None:
        self.request = SimpleNamespace(scope=scope)
        self.environ = {} if connected else None
        self.has_socket_connection = connected
        Client.instances[f"{id(self)}"] = self  # type: ignore[assignment]

    def delete(self) -> None:
        del Client.instances[f"{id(self)}"]


class NobodysPage:
    """A page of the library's own."""

    environ = None
    has_socket_connection = False

    @property
    def request(self) -> Any:
        raise RuntimeError("Request is not set")


class Pages:
    """The pages behind the limits, which remember who came through, and sockets that are open."""

    def __init__(self) -> None:
        self.time = Time()
        self.came: list[Any] = []
        self.sockets = SimpleNamespace(eio=SimpleNamespace(sockets={}), environ={})
        self.admission = Admission(self._app, self.sockets, self.time.monotonic, self.time.sleeps)

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        self.came.append(scope)
        if scope["path"] in {"/", "/seat"}:
            OpenPage(scope)
        if scope["path"].startswith("/_nicegui_ws/"):
            while (message := await receive())["type"] != "websocket.disconnect":
                self.came.append((self.time.monotonic(), message))
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"page"})

    def ask(self, visitor: Visitor, path: str = "/seat", kind: str = "http", query: bytes = b"", *said: Any) -> Any:
        """Ask for something; the answer's text, or what a refused web socket was closed with."""
        answer: list[Any] = []
        messages = [*said, {"type": "websocket.disconnect"}]
        scope = {
            "type": kind, "path": path, "query_string": query, "headers": [], "method": "GET",
            "companion.visitor": visitor, "companion.visitors": lambda: {visitor},
        }  # fmt: skip

        async def receive() -> Any:
            return messages.pop(0)

        async def send(message: Any) -> None:
            answer.append(message)

        run_apart(self.admission(scope, receive, send))
        last = answer[-1] if answer else {}
        return last.get("body", b"").decode() or last.get("code")

    def opened(self, visitor: Visitor, number: int) -> None:
        """Sockets are open."""
        for _ in range(number):
            name = f"socket {len(self.sockets.environ)}"
            self.sockets.eio.sockets[name] = SimpleNamespace(closed=False)
            self.sockets.environ[name] = {"asgi.scope": {"companion.visitors": lambda: {visitor}}}


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> Pages:
    monkeypatch.setattr(Client, "instances", {})
    return Pages()


def test_pages_that_never_connect_are_a_few_however_often_they_are_loaded(pages: Pages) -> None:
    """The oldest goes for a new one; those of others stay, and so does one that is connected or being made."""
    pages.time.advance(time.monotonic())  # a server of another test tidies by its clock: nothing here looks old to it
    connected = OpenPage({"companion.visitor": JAY}, connected=True)
    being_made = OpenPage({"companion.visitor": JAY})
    pages.ask(RUSS)
    for _ in range(PAGES_AT_ONCE):
        assert pages.ask(JAY) == "page"
    left = [client.request.scope["companion.visitor"] for client, _ in unconnected()]
    assert (left.count(JAY), left.count(RUSS)) == (MOST_UNCONNECTED, 1)
    assert {connected, being_made} <= set(Client.instances.values())


def test_pages_asked_for_too_often_wait_and_then_are_refused(pages: Pages) -> None:
    """In one sentence; somebody else gets theirs at once, and so does everything a page consists of."""
    asked = PAGES_AT_ONCE + int(WAIT_SECONDS * PAGES_A_SECOND)
    pages.time.sleeps = standing_still  # type: ignore[method-assign, assignment]
    pages.admission = Admission(pages._app, pages.sockets, pages.time.monotonic, pages.time.sleeps)
    answers = [pages.ask(JAY) for _ in range(asked + 5)]
    assert answers == ["page"] * asked + [words("admission.too_fast")] * 5
    assert pages.ask(RUSS) == "page"
    assert pages.ask(JAY, "/look/kept.js") == "page"
    pages.time.advance(WAIT_SECONDS)
    assert pages.ask(JAY) == "page"


async def standing_still(seconds: float) -> None:
    """No time passes meanwhile."""


def test_a_page_that_nobody_asked_for_is_no_page_of_a_visitor(pages: Pages) -> None:
    Client.instances["nobody's"] = NobodysPage()  # type: ignore[assignment]
    assert pages.ask(JAY) == "page"
    assert len(list(unconnected())) == 1


def test_windows_of_one_page_are_limited(pages: Pages) -> None:
    """Each is told everything that happens; one that was closed makes room."""
    windows = [OpenPage({"companion.visitor": JAY}, connected=True) for _ in range(MOST_PAGES)]
    assert pages.ask(JAY) == words("admission.pages", most=MOST_PAGES)
    assert pages.ask(RUSS) == "page"
    windows[0].has_socket_connection = False
    assert pages.ask(JAY) == "page"


def test_sockets_of_one_visitor_are_limited(pages: Pages) -> None:
    """Of either kind; those that are open go on, and a name made up for one does not help."""
    pages.opened(JAY, MOST_SOCKETS)
    path = "/_nicegui_ws/socket.io/"
    assert pages.ask(JAY, path, "websocket", b"EIO=4&client_id=x&tab_id=y") == 1008
    assert pages.ask(JAY, path, "http", b"EIO=4&transport=polling&xsid=1") == words("admission.sockets")
    assert pages.came == []
    pages.ask(JAY, path, "websocket", b"EIO=4&sid=known")
    pages.ask(RUSS, path, "websocket", b"EIO=4")
    assert len(pages.came) == 2


def test_a_socket_that_was_closed_is_told_so(pages: Pages) -> None:
    """The library, which keeps it for a while, would fail at it."""
    pages.opened(JAY, 2)
    first, second = pages.sockets.eio.sockets
    pages.sockets.eio.sockets[first].closed = True
    path = "/_nicegui_ws/socket.io/"
    assert pages.ask(JAY, path, "http", f"EIO=4&sid={first}".encode()) == words("admission.closed")
    assert pages.ask(JAY, path, "websocket", f"EIO=4&sid={first}".encode()) == 1008
    assert pages.came == []
    pages.ask(JAY, path, "websocket", f"EIO=4&sid={second}".encode())
    assert len(pages.came) == 1


@pytest.mark.parametrize(
    ("message", "cost"),
    [
        (lambda: {"type": "websocket.receive", "text": "42[]"}, 1.0),
        (lambda: {"type": "websocket.receive", "text": "x" * 163_840}, 11.0),
        (lambda: {"type": "http.request", "body": b"42[]\x1e42[]\x1e42[]"}, 3.0),
        (lambda: {"type": "http.request", "body": b""}, 0.0),
    ],
)
def test_a_flood_of_messages_is_read_slowly(pages: Pages, message: Callable[[], Any], cost: float) -> None:
    """None is lost; a long one counts as several, and so do several in one request; another visitor's come at once."""
    path, many = "/_nicegui_ws/socket.io/", 2 * MESSAGES_AT_ONCE
    pages.ask(JAY, path, "websocket", b"sid=a", *(message() for _ in range(many)))
    read = [at for at, _ in pages.came[1:]]
    assert len(read) == many
    assert read[-1] == pytest.approx(max(0.0, (many * cost - MESSAGES_AT_ONCE) / MESSAGES_A_SECOND))
    before = pages.time.monotonic()
    pages.ask(RUSS, path, "websocket", b"sid=b", message())
    assert pages.time.monotonic() == before


def test_a_page_counts_as_sent_only_when_it_has_been(pages: Pages, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow computer may take a minute over a long campaign; also a page that failed counts."""
    seen: list[int] = []

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        OpenPage(scope)
        seen.append(len(list(unconnected())))
        raise RuntimeError("the page failed")

    pages.admission = admission.Admission(slow, pages.sockets, pages.time.monotonic, pages.time.sleeps)
    with pytest.raises(RuntimeError, match="the page failed"):
        pages.ask(JAY)
    assert (seen, len(list(unconnected()))) == ([0], 1)


def test_no_files_come_with_messages() -> None:
    """They would be kept in memory until as many are there as were announced; pages send none."""
    assert WordsOnly(encoded_packet='2["event",{"id":1}]').data == ["event", {"id": 1}]
    with pytest.raises(ValueError, match="no files"):
        WordsOnly(encoded_packet='599999-["event",{"_placeholder":true,"num":0}]')
