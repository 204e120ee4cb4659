"""Messages on the library's socket: each passes only from a browser that holds the key of the page it names."""

from types import SimpleNamespace
from typing import Any

import pytest
from nicegui import Client

from companion.web.keys import Visitor
from companion.web.socket import Handler, guard
from tests.support.loops import run_apart

JAY, RUSS = Visitor("Jay", 1), Visitor("Russ", 1)


class ScriptedServer:
    """The library's server of sockets; it remembers which messages got through."""

    def __init__(self, *visitors: Visitor) -> None:
        self.visitors = set(visitors)
        self.scope = {"companion.visitors": lambda: self.visitors}
        self.passed: list[Any] = []
        kinds = ("event", "javascript_response", "ack", "log")
        self.handlers: dict[str, dict[str, Handler]] = {"/": dict.fromkeys(kinds, self._take)}
        self.handlers["/"] |= {"handshake": self._greet, "connect": self._greet}
        guard(self)

    def on(self, event: str, handler: Handler) -> None:
        """Put a handler in the place of another."""
        self.handlers["/"][event] = handler

    def get_environ(self, sid: str) -> dict[str, Any]:
        """The request that opened the socket."""
        return {"asgi.scope": self.scope}

    def _take(self, sid: str, said: Any) -> None:
        self.passed.append(said)

    async def _greet(self, *said: Any) -> bool:
        self.passed.append(said)
        return True

    def hears(self, kind: str, said: Any) -> bool:
        """Whether a message gets through."""
        before = len(self.passed)
        run_apart(self.handlers["/"][kind]("socket", said))
        return len(self.passed) > before

    def greets(self, page: str) -> bool:
        """Whether a socket may listen in on a page."""
        return bool(run_apart(self.handlers["/"]["handshake"]("socket", {"client_id": page})))

    def admits(self, query: str) -> bool:
        """Whether a socket may be opened with such a query."""
        environ = {"asgi.scope": self.scope, "QUERY_STRING": query}
        return bool(run_apart(self.handlers["/"]["connect"]("socket", environ)))


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of Jay's and one of Russ's are open."""
    open_pages = {
        name: SimpleNamespace(request=SimpleNamespace(scope={"companion.visitor": visitor}))
        for name, visitor in (("of-jay", JAY), ("of-russ", RUSS))
    }
    monkeypatch.setattr(Client, "instances", open_pages)


@pytest.mark.usefixtures("pages")
@pytest.mark.parametrize("kind", ["event", "javascript_response", "ack", "log"])
def test_a_message_is_for_the_senders_own_page(kind: str) -> None:
    """Another's page, one that is gone, and what is no message at all do not get through."""
    jay = ScriptedServer(JAY)
    assert jay.hears(kind, {"client_id": "of-jay"})
    for said in ({"client_id": "of-russ"}, {"client_id": "gone"}, {"client_id": ["of-jay"]}, {}, "of-jay", None):
        assert not jay.hears(kind, said)


@pytest.mark.usefixtures("pages")
def test_nobody_listens_in_on_another_page() -> None:
    """Neither afterwards nor while the socket is opened; a page that is gone is the library's to refuse."""
    jay = ScriptedServer(JAY)
    assert (jay.greets("of-jay"), jay.greets("of-russ"), jay.greets("gone")) == (True, False, False)
    assert jay.admits("client_id=of-jay&implicit_handshake=true")
    assert not jay.admits("client_id=of-russ&implicit_handshake=true")
    assert not jay.admits("client_id=of-jay&client_id=of-russ")
    assert jay.admits("client_id=gone")


@pytest.mark.usefixtures("pages")
def test_one_screen_may_show_the_table_and_a_seat() -> None:
    """A browser with several keys may open several pages."""
    both = ScriptedServer(JAY, RUSS)
    assert both.hears("event", {"client_id": "of-jay"})
    assert both.hears("event", {"client_id": "of-russ"})
