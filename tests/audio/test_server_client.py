"""Clients of servers: one deadline and one number of bytes for everything below HTTP, wherever the time is spent."""

import gzip
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import openai
import pytest

from audio.patience import in_time
from audio.server_client import AnswerCompressed, AnswerTooLong, client_of
from tests.support.hostile_server import endlessly, head, hostile_server, slowly, whole

SECONDS = 0.3

Ask = Callable[..., bytes]


@pytest.fixture
def ask() -> Iterator[Ask]:
    """Asks a server for something; the body of its answer."""
    made: list[openai.OpenAI] = []

    def ask(url: str, sent: object = None, seconds: float = SECONDS, most_bytes: int = 10_000) -> bytes:
        client = client_of(url, None, most_bytes)
        made.append(client)
        return client.post("/x", cast_to=httpx.Response, body={"a": sent}, options={"timeout": seconds}).content

    yield ask
    for each in made:
        each.close()


@contextmanager
def too_slow() -> Iterator[None]:
    began = time.monotonic()
    with pytest.raises(openai.APITimeoutError):
        yield
    assert time.monotonic() - began < SECONDS + 0.7


def test_a_name_nobody_looks_up_is_given_up(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    late = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: late.wait(3.0) or [])
    with too_slow():
        ask("http://llm.test/v1")
    late.set()


@pytest.mark.parametrize("problem", [socket.gaierror("unknown"), UnicodeError("no name")])
def test_a_name_that_is_unknown_is_told(ask: Ask, monkeypatch: pytest.MonkeyPatch, problem: Exception) -> None:
    def look_up(*_: object, **__: object) -> None:
        raise problem

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    with pytest.raises(openai.APIConnectionError):
        ask("http://llm.test/v1")


def test_the_next_address_of_a_name_is_tried(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    look_up = socket.getaddrinfo
    with hostile_server(whole(b"well")) as server:
        port = int(server.url.split(":")[2].split("/")[0])

        def found(host: str, *more: object, **options: object) -> object:
            if host != "llm.test":
                return look_up(host, *more, **options)  # type: ignore[call-overload]
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in ("127.0.0.2", "127.0.0.1")]

        monkeypatch.setattr(socket, "getaddrinfo", found)
        assert ask(f"http://llm.test:{port}/v1", seconds=5.0) == b"well"


def test_a_server_that_takes_in_a_question_slowly_is_given_up(ask: Ask) -> None:
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        thread = threading.Thread(target=_sip, args=(listener,), daemon=True)
        thread.start()
        with too_slow():
            ask(f"http://127.0.0.1:{listener.getsockname()[1]}/v1", "x" * 8_000_000)
        thread.join(5.0)


def _sip(listener: socket.socket) -> None:
    connection, _ = listener.accept()
    with connection:
        for _ in range(25):
            if not connection.recv(2_048):
                return
            time.sleep(0.02)


def test_a_greeting_that_takes_for_ever_is_given_up(ask: Ask) -> None:
    with hostile_server(slowly(b"", b"")) as server, too_slow():
        ask(server.url.replace("http:", "https:"))


def test_a_proxy_is_no_way_around_the_bounds(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    with hostile_server(slowly(head(), b" ")) as server:
        monkeypatch.setenv("HTTP_PROXY", server.url)
        with too_slow():
            ask("http://llm.test/v1")
    with hostile_server(endlessly(head(), b" " * 1_000)) as server:
        monkeypatch.setenv("HTTP_PROXY", server.url)
        with pytest.raises(openai.APIConnectionError) as caught:
            ask("http://llm.test/v1", seconds=5.0)
    assert isinstance(caught.value.__cause__, AnswerTooLong)


@pytest.mark.parametrize("size", [9_000, 11_000])
def test_bytes_are_counted_head_and_body_together(ask: Ask, size: int) -> None:
    with hostile_server(whole(b" " * size, headers=b"x-a: %s\r\n" % (b"a" * 500))) as server:
        if size < 10_000:
            assert len(ask(server.url, seconds=5.0)) == size
            return
        with pytest.raises(openai.APIConnectionError) as caught:
            ask(server.url, seconds=5.0)
        assert isinstance(caught.value.__cause__, AnswerTooLong)
        assert server.closed.wait(3.0)


@pytest.mark.parametrize(
    "said",
    [b"", b"identity", b"Identity", b" IDENTITY ", b"identity, identity", b",", b"identity\r\nCONTENT-ENCODING: "],
)
def test_a_plain_answer_is_read_however_that_is_said(ask: Ask, said: bytes) -> None:
    with hostile_server(whole(b"well", headers=b"Content-Encoding: %s\r\n" % said)) as server:
        assert ask(server.url, seconds=5.0) == b"well"


@pytest.mark.parametrize(
    "said", [b"gzip", b"GZip", b"identity, gzip", b"gzip,", b"identity\r\ncontent-encoding: br", b"identity;q=1", b"x"]
)
def test_a_compressed_answer_is_refused_however_that_is_said(ask: Ask, said: bytes) -> None:
    answer = whole(gzip.compress(b"well"), headers=b"Content-Encoding: %s\r\n" % said)
    with hostile_server(answer) as server, pytest.raises(openai.APIConnectionError) as caught:
        ask(server.url, seconds=5.0)
    assert isinstance(caught.value.__cause__, AnswerCompressed)


def test_a_question_that_cannot_be_interrupted_is_left_behind() -> None:
    late = threading.Event()
    with pytest.raises(TimeoutError):
        in_time(lambda: late.wait(3.0), 0.05)
    late.set()


def test_an_answer_and_a_problem_come_through() -> None:
    assert in_time(lambda: 7, 5.0) == 7
    with pytest.raises(ZeroDivisionError):
        in_time(lambda: 1 // 0, 5.0)
