"""Messages on the library's socket: each passes only in its shape, from a browser that holds the key of its page."""

import logging
from types import SimpleNamespace
from typing import Any

import pytest
from nicegui import Client, core

from companion.web.keys import Visitor
from companion.web.messages import IGNORED, SHAPES
from companion.web.socket import Handler, guard
from tests.support.loops import run_apart

JAY, RUSS = Visitor("Jay", "1"), Visitor("Russ", "1")
ASKED = {"tab_id": "t", "document_id": "d", "next_message_id": 0}
SENT = {
    "event": {"id": 7, "listener_id": "there", "args": ["1"]},
    "javascript_response": {"request_id": "x", "result": None},
    "ack": {"next_message_id": 0},
    "handshake": {**ASKED, "old_tab_id": None},
}
"""A message of each kind, but for the page it is about."""


class ScriptedServer:
    """The library's server of sockets; it remembers which messages got through."""

    def __init__(self, *visitors: Visitor, more: tuple[str, ...] = ()) -> None:
        self.visitors = set(visitors)
        self.environ: dict[str, dict[str, Any]] = {
            "below": {"asgi.scope": {"companion.visitors": lambda: self.visitors}, "QUERY_STRING": ""}
        }
        self.passed: list[Any] = []
        self.handlers: dict[str, dict[str, Handler]] = {"/": dict.fromkeys((*SENT, "log", *more), self._take)}
        self.handlers["/"] |= {"connect": self._take, "disconnect": self._take}
        self.eio: Any = self
        self.manager: Any = self
        self.connected = False
        below: dict[str, Handler] = {"message": self._read}
        self.eio = SimpleNamespace(handlers=below, on=below.__setitem__, logger=logging.getLogger("library"))
        guard(self)

    def on(self, event: str, handler: Handler) -> None:
        """Put a handler in the place of another."""
        self.handlers["/"][event] = handler

    def get_environ(self, sid: str) -> dict[str, Any] | None:
        """The request that opened the socket."""
        return self.environ.get("below")

    def sid_from_eio_sid(self, eio_sid: str, namespace: str) -> str | None:
        """The socket, once it is one."""
        return "socket" if self.connected else None

    async def _take(self, sid: str, *said: Any) -> bool:
        self.passed.append(said)
        return True

    async def _read(self, eio_sid: str, packet: Any) -> None:
        self.passed.append(packet)

    def hears(self, kind: str, *said: Any) -> bool:
        """Return True where a message gets through."""
        before = len(self.passed)
        answer = run_apart(self.handlers["/"][kind]("socket", *said))
        assert bool(answer) is (len(self.passed) > before)
        return len(self.passed) > before

    def admits(self, query: str) -> bool:
        """Return True where a socket may be opened with such a query, whatever its browser says of it besides."""
        self.environ["below"]["QUERY_STRING"] = query
        return bool(run_apart(self.handlers["/"]["connect"]("socket", {"QUERY_STRING": ""}, None)))

    def reads(self, packet: Any) -> bool:
        """Return True where the content of a frame gets as far as being read."""
        before = len(self.passed)
        run_apart(self.eio.handlers["message"]("below", packet))
        return len(self.passed) > before


@pytest.fixture
def pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of Jay's and one of Russ's are open, each with an element that waits for something."""
    element = SimpleNamespace(_event_listeners={"there": None})
    open_pages = {
        name: SimpleNamespace(request=SimpleNamespace(scope={"companion.visitor": visitor}), elements={7: element})
        for name, visitor in (("of-jay", JAY), ("of-russ", RUSS))
    }
    monkeypatch.setattr(Client, "instances", open_pages)


@pytest.mark.usefixtures("pages")
@pytest.mark.parametrize("kind", [*SENT])
def test_a_message_is_for_the_senders_own_page(kind: str) -> None:
    """Another's page, one that is gone, and what is no message do not get through; nor does any without a key."""
    jay = ScriptedServer(JAY)
    assert jay.hears(kind, {"client_id": "of-jay", **SENT[kind], "more": [{}]})
    for page in ("of-russ", "gone", ["of-jay"], None, 7, "", "x" * 101):
        assert not jay.hears(kind, {"client_id": page, **SENT[kind]})
    for said in ((), ({},), ("of-jay",), (None,), ({"client_id": "of-jay"}, {}), ([],)):
        assert not jay.hears(kind, *said)
    jay.visitors.clear()
    assert not jay.hears(kind, {"client_id": "of-jay", **SENT[kind]})
    jay.environ.clear()
    assert not jay.hears(kind, {"client_id": "of-jay", **SENT[kind]})


@pytest.mark.usefixtures("pages")
@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        *(("event", {"id": each}) for each in ("7", 7.0, True, -1, 2**60, None)),
        *(("event", {"listener_id": each}) for each in ("other", 7, None, "")),
        *(("event", {"args": each}) for each in (None, "1", [1], ["{"], [["1"]], ["1"] * 17, ["[" * 5000], {"0": "1"})),
        *(("ack", {"next_message_id": each}) for each in ("0", -1, None, 1e300)),
        *(("javascript_response", {"request_id": each}) for each in (7, None, "x" * 101)),
        *(("handshake", {"tab_id": each}) for each in (None, 7, {})),
        *(("handshake", {"next_message_id": each}) for each in ("1e5", "x", "²", "9" * 17, [])),
        ("handshake", {"document_id": None}),
        ("handshake", {"old_tab_id": 7}),
    ],
)
def test_a_message_of_another_shape_is_dropped(kind: str, wrong: dict[str, Any]) -> None:
    """Numbers, names and the text of values are what the library takes them for, and what was listened to is there."""
    jay = ScriptedServer(JAY)
    assert not jay.hears(kind, {"client_id": "of-jay", **SENT[kind], **wrong})


@pytest.mark.usefixtures("pages")
def test_every_kind_the_library_knows_is_guarded() -> None:
    """A kind whose shape is not written down is dropped, and so is what browsers want logged."""
    jay = ScriptedServer(JAY, more=("new",))
    message = {"client_id": "of-jay", "level": "error", "message": "x\ny"}
    assert not jay.hears("new", message)
    assert not jay.hears("log", message)
    theirs = set(core.sio.handlers["/"]) - {"connect", "disconnect"}
    assert theirs == SHAPES.keys() | IGNORED, "the library knows other kinds of messages than it did"
    assert set(core.sio.handlers) == {"/"}
    assert not core.sio.namespace_handlers


@pytest.mark.usefixtures("pages")
def test_nobody_listens_in_on_another_page() -> None:
    """Neither afterwards nor while the socket is opened; a page that is gone is the library's to refuse."""
    jay = ScriptedServer(JAY)
    whole = "&tab_id=t&document_id=d&next_message_id=0&implicit_handshake=true"
    assert jay.admits(f"client_id=of-jay{whole}")
    assert jay.admits("")
    assert not jay.admits(f"client_id=of-russ{whole}")
    assert not jay.admits("client_id=of-russ")
    assert not jay.admits("client_id=of-jay&implicit_handshake=true")
    assert jay.admits(f"client_id=gone{whole}")


@pytest.mark.parametrize(
    "packet",
    [
        "", "2", "2[]", "2{}", "2[7]", "2[[]]", "3[]", '2["event"]', '2["event",7]', '2["connect",{}]',
        '2["disconnect"]', '2/other,["ack",{}]', "4", "51-[]", "6", "0{}", "0/x,", "2[", b"x", [1], {"a": 1}, None, 7,
        "2" + "[" * 100_000,
        "2" + "9" * 11 + '["ack",{"client_id":"x","next_message_id":0}]',
    ],
)  # fmt: skip
def test_what_is_no_message_is_not_read(packet: Any) -> None:
    assert not ScriptedServer(JAY).reads(packet)


def test_what_is_a_message_is_read() -> None:
    jay = ScriptedServer(JAY)
    assert jay.reads("0")
    jay.connected = True
    assert not jay.reads("0")
    assert jay.reads("1")
    assert jay.reads('2["ack",{"client_id":"x","next_message_id":3}]')
    assert jay.reads('217["event",{"client_id":"x","id":1,"listener_id":"y","args":["{}",null]}]')


@pytest.mark.usefixtures("pages")
def test_what_is_dropped_is_told_once_and_without_what_it_was(caplog: pytest.LogCaptureFixture) -> None:
    """One line, however much comes over however many sockets; what browsers want logged is not even that."""
    jay = ScriptedServer(JAY)
    with caplog.at_level(logging.INFO):
        for _ in range(20):
            jay.reads('2["log",{"client_id":"of-jay","level":"error","message":"a secret\\nline"}]')
        assert caplog.messages == []
        for _ in range(20):
            jay.reads("2[a secret]")
            jay.hears("event", {"client_id": "of-russ", **SENT["event"]})
            jay.hears("event", "a secret")
            jay.environ["below"] = dict(jay.environ["below"])
    assert len(caplog.messages) == 1
    assert "secret" not in caplog.text


def test_what_the_library_says_of_odd_requests_is_not_written_out(caplog: pytest.LogCaptureFixture) -> None:
    """It quotes them; a failure of its own is written once, as everything else is."""
    library = ScriptedServer(JAY).eio.logger
    assert library.handlers == []
    library.error("Invalid session %s", "LOUD")
    try:
        raise KeyError
    except KeyError:
        library.exception("handler error")
    assert caplog.messages == ["handler error"]


@pytest.mark.usefixtures("pages")
def test_one_screen_may_show_the_table_and_a_seat() -> None:
    """A browser with several keys may open several pages."""
    both = ScriptedServer(JAY, RUSS)
    assert both.hears("event", {"client_id": "of-jay", **SENT["event"]})
    assert both.hears("event", {"client_id": "of-russ", **SENT["event"]})
