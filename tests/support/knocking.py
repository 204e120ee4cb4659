"""Asks the page for things as programs do that are no browser: by request and by socket, with whatever key."""

import hashlib
import http.client
import json
import re
from contextlib import ExitStack, suppress
from dataclasses import dataclass

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from companion.web.lan import LOOPBACK
from tests.support.browser import NETWORK

REFUSED = frozenset({403, 421})
OLD = "a-key-of-the-file-before"
_WRITING = frozenset({"POST", "PUT", "PATCH", "DELETE"})


@dataclass(frozen=True)
class Answer:
    """Answer of the server: the status, the text, and the cookie that was set."""

    status: int
    text: str
    cookie: str

    @property
    def below(self) -> str:
        """Beginning of the addresses of the session that was begun; empty where none was."""
        found = re.search(r"url=(/[^/\"]+)/", self.text)
        return "" if found is None else found[1]


class Knocker:
    """Asks as programs do that are no browser; connections are kept.

    Args:
        port: Port of the page.
    """

    def __init__(self, port: int) -> None:
        self.port = port
        self._connections = {name: http.client.HTTPConnection(name, port, timeout=60) for name in (LOOPBACK, NETWORK)}

    def ask(
        self, at: str, method: str, path: str, *, host: str | None = None, cookie: str = "", body: bytes = b""
    ) -> Answer:
        """Ask at an address of this computer, under its own name unless another one is given."""
        connection, named = self._connections[at], f"{host or at}:{self.port}"
        headers = {"Host": named, "Accept": "text/html"}
        if cookie:
            headers["Cookie"] = cookie
        if method in _WRITING:
            headers["Origin"] = f"http://{named}"
        try:
            connection.request(method, path, headers=headers, body=body if method in _WRITING else None)
            answer = connection.getresponse()
        except ConnectionError:  # hung up meanwhile, as servers do after a while
            connection.close()
            connection.request(method, path, headers=headers, body=body if method in _WRITING else None)
            answer = connection.getresponse()
        text = answer.read().decode("utf-8", "replace")
        return Answer(answer.status, text, answer.getheader("set-cookie", ""))

    def close(self) -> None:
        """Hang up."""
        for each in self._connections.values():
            each.close()


class Wire:
    """A socket of the library, as a program opens it.

    Args:
        at: Address of this computer.
        port: Port of the page.
        cookie: Cookies sent along.
        page: Page it wants to listen in on; none when empty.
        below: What the addresses of its session begin with.
    """

    def __init__(self, at: str, port: int, cookie: str, page: str = "", *, below: str = "") -> None:
        named = f"&client_id={page}&tab_id=t&document_id=d&next_message_id=0&implicit_handshake=true" if page else ""
        address = f"ws://{at}:{port}{below}/_nicegui_ws/socket.io/?EIO=4&transport=websocket{named}"
        self._open = ExitStack()
        self.joined = False
        with suppress(WebSocketException):
            self._socket: ClientConnection = self._open.enter_context(
                connect(
                    address, origin=Origin(f"http://{at}:{port}"), additional_headers={"Cookie": cookie}, proxy=None
                )
            )
            self._socket.recv(60)
            self._socket.send("40")
            self.joined = str(self._socket.recv(60)).startswith("40")

    def say(self, kind: str, said: object) -> None:
        """Send a message and wait until the server has dealt with it."""
        self.send(f"421{json.dumps([kind, said])}")
        self.settle()

    def send(self, frame: str | bytes) -> None:
        """Send a frame as it is."""
        self._socket.send(frame)

    def settle(self) -> None:
        """Wait until the server has dealt with everything sent so far."""
        self.send('42999["ack",{"client_id":"nowhere","next_message_id":0}]')
        while not str(self._socket.recv(60)).startswith("43999"):
            pass

    def close(self) -> None:
        """Hang up."""
        self._open.close()


class Polled:
    """A socket of the library by requests, as browsers fall back to.

    Args:
        knocker: Asks.
        at: Address of this computer.
        cookie: Cookies sent along.
        below: What the addresses of its session begin with.
    """

    def __init__(self, knocker: Knocker, at: str, cookie: str, below: str) -> None:
        self._knocker, self._at, self._cookie = knocker, at, cookie
        self._address = f"{below}/_nicegui_ws/socket.io/?EIO=4&transport=polling"
        opened = self._ask("GET").text
        self._address += f"&sid={json.loads(opened[1:])['sid']}"
        self.post(b"40")
        self._ask("GET")

    def post(self, body: bytes) -> int:
        """Send frames as they are; the status of the answer."""
        return self._ask("POST", body).status

    def still_answers(self) -> bool:
        """Return True if it still is a socket."""
        self.post(b'42999["ack",{"client_id":"nowhere","next_message_id":0}]')
        return "43999" in self._ask("GET").text

    def _ask(self, method: str, body: bytes = b"") -> Answer:
        return self._knocker.ask(self._at, method, self._address, cookie=self._cookie, body=body)


def file_of_before() -> list[dict[str, object]]:
    """The file of keys as it was written before keys had roles."""
    kept = {"hash": hashlib.sha256(OLD.encode()).hexdigest(), "made": "2026-03-06T19:30:00+00:00"}
    return [{**kept, "seat": None, "campaign": None}, {**kept, "seat": "Jay", "campaign": 1}]
