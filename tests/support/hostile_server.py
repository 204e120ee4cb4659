"""A server on this computer that sends whatever a test says, at whatever pace."""

import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

JSON = b"content-type: application/json\r\n"

Answer = Callable[[], Iterable[bytes]]
"""Maker of the answer to one request, in parts; it may take its time between them."""


class HostileServer:
    """Serves until closed.

    Attributes:
        url: Its address.
        sent: Bytes that were taken from it.
        requests: Heads of the requests it got.
        closed: Set once a client closed a connection.
    """

    def __init__(self, answer: Answer) -> None:
        self.sent = 0
        self.requests: list[bytes] = []
        self.closed = threading.Event()
        self._answer = answer
        self._ended = False
        self._connections: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/v1"
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            self._connections.append(connection)
            thread = threading.Thread(target=self._serve, args=(connection,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _serve(self, connection: socket.socket) -> None:
        connection.settimeout(5.0)
        with connection:
            try:
                while request := _read_request(connection):
                    self.requests.append(request)
                    self._send(connection)
            except OSError:
                pass
            self.closed.set()

    def _send(self, connection: socket.socket) -> None:
        for part in self._answer():
            if self._ended:
                return
            connection.sendall(part)
            self.sent += len(part)

    def close(self) -> None:
        """Answer nobody any more."""
        self._ended = True
        for each in (self._listener, *self._connections):
            with suppress(OSError):  # closed before
                each.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(10.0)


def _read_request(connection: socket.socket) -> bytes:
    """Head of the next request; empty when there is none."""
    content = b""
    while b"\r\n\r\n" not in content:
        part = connection.recv(65_536)
        if not part:
            return b""
        content += part
    head, _, body = content.partition(b"\r\n\r\n")
    length = next((int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0)
    while len(body) < length:
        part = connection.recv(65_536)
        if not part:
            return b""
        body += part
    return head


@contextmanager
def hostile_server(answer: Answer) -> Iterator[HostileServer]:
    """A server for the length of a test."""
    server = HostileServer(answer)
    try:
        yield server
    finally:
        server.close()


def head(status: str = "200 OK", headers: bytes = JSON, length: int | None = None) -> bytes:
    """The head of an answer; of one without an end when its length is not known."""
    ending = b"connection: close\r\n" if length is None else b"content-length: %d\r\n" % length
    return b"HTTP/1.1 " + status.encode() + b"\r\n" + headers + ending + b"\r\n"


def whole(body: bytes, status: str = "200 OK", headers: bytes = JSON) -> Answer:
    """A whole answer at once."""
    return lambda: [head(status, headers, len(body)), body]


def slowly(first: bytes, again: bytes, seconds: float = 1.5) -> Answer:
    """Something at once, then something small now and then; it ends, so that a client that waits for it ends too."""

    def answer() -> Iterator[bytes]:
        yield first
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            yield again
            time.sleep(0.03)

    return answer


def endlessly(first: bytes, again: bytes, most_bytes: int = 20_000_000) -> Answer:
    """Something at once, then the same for ever, as fast as it is taken; it ends for a client that takes it all."""

    def answer() -> Iterator[bytes]:
        yield first
        for _ in range(most_bytes // len(again)):
            yield again

    return answer
