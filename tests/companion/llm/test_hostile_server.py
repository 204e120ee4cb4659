"""A language server that means harm: it costs a bounded time and a bounded memory, and one sentence tells why."""

import json
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import httpx
import pytest
import respx
from pydantic import BaseModel, ConfigDict

from audio.server_client import MOST_BYTES, client_of
from companion.base.clock import SystemClock
from companion.base.config import load_settings
from companion.base.errors import ModelAnswerTooLong, ModelError, ModelReplyError, ModelTooSlow, ModelUnavailable
from companion.llm.openai_server import MOST_ANSWER_BYTES, OpenAIModel
from companion.llm.port import LanguageServer, Usage, connect
from tests.support.clock import FakeClock
from tests.support.hostile_model import WORDS, completion
from tests.support.hostile_server import Answer, HostileServer, endlessly, head, hostile_server, slowly, whole

SECONDS = 0.3


class Interpretation(BaseModel):
    """An answer of two words."""

    model_config = ConfigDict(extra="forbid", strict=True)

    kind: Literal["command", "talk"]
    command: str


RIGHT = json.dumps({"kind": "talk", "command": "none"})


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Callable[..., LanguageServer]]:
    """A model on such a server, as the settings make it."""
    made: list[OpenAIModel] = []

    def make(server: HostileServer, seconds: float = SECONDS, **settings: str) -> LanguageServer:
        environment = {
            "COMPANION_DATA_DIR": str(tmp_path),
            "COMPANION_LLM_URL": server.url,
            "COMPANION_LLM_MODEL": "small",
            "COMPANION_LLM_TIMEOUT_SECONDS": str(seconds),
            **settings,
        }
        model = connect(load_settings(environment=environment), SystemClock())
        assert isinstance(model, OpenAIModel)
        made.append(model)
        return model

    yield make
    for each in made:
        each._asked.client.close()


@contextmanager
def lasting(at_most: float) -> Iterator[None]:
    began = time.monotonic()
    yield
    assert time.monotonic() - began < at_most


CHUNKED = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
SLOW: dict[str, Answer] = {
    "says nothing": slowly(b"", b""),
    "a letter of the head now and then": slowly(b"HTTP/1.1 200 OK\r\nx-much: ", b"a"),
    "a header now and then": slowly(b"HTTP/1.1 200 OK\r\n", b"x-more: a\r\n"),
    "promises to answer now and then": slowly(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    "a letter of the answer now and then": slowly(head(), b" "),
    "a chunk of the answer now and then": slowly(CHUNKED, b"1\r\n \r\n"),
    "a letter of a refusal now and then": slowly(head("400 Bad Request"), b" "),
    "a letter of a fault now and then": slowly(head("500 Internal Server Error"), b" "),
    "a letter of a redirect now and then": slowly(head("307 Away", b"location: http://127.0.0.1:1/\r\n"), b" "),
}


@pytest.mark.parametrize("answer", SLOW.values(), ids=list(SLOW))
def test_the_whole_call_is_over_in_time(asking: Callable[..., LanguageServer], answer: Answer) -> None:
    """However a server spreads what it sends; it is left alone then."""
    with hostile_server(answer) as server:
        model = asking(server)
        with lasting(SECONDS + 0.7), pytest.raises(ModelTooSlow) as caught:
            model.ask("i", "q", Interpretation)
        assert server.closed.wait(3.0)
    assert str(caught.value) == "127.0.0.1 is too slow: the whole answer was not there after 0.3 seconds."
    assert caught.value.code == "model_too_slow"


def test_the_list_of_models_is_over_in_time(asking: Callable[..., LanguageServer]) -> None:
    slow = SLOW["a letter of the answer now and then"]
    with hostile_server(slow) as server, lasting(SECONDS + 0.7), pytest.raises(ModelTooSlow):
        asking(server).ping()


MUCH = b" " * 100_000
LONG: dict[str, Answer] = {
    "the answer": endlessly(head(), MUCH),
    "chunks of the answer": endlessly(CHUNKED, b"186a0\r\n" + MUCH + b"\r\n"),
    "a fault": endlessly(head("500 Internal Server Error"), MUCH),
    "a refusal": endlessly(head("400 Bad Request"), MUCH),
    "a redirect": endlessly(head("307 Away", b"location: http://127.0.0.1:1/\r\n"), MUCH),
    "promises to answer": endlessly(b"", b"HTTP/1.1 100 Continue\r\nx-a: " + b"a" * 50_000 + b"\r\n\r\n"),
}


@pytest.mark.parametrize("answer", LONG.values(), ids=list(LONG))
def test_an_endless_answer_is_not_taken_in(asking: Callable[..., LanguageServer], answer: Answer) -> None:
    """Neither its bytes nor the memory for them; another attempt would bring the same."""
    with hostile_server(answer) as server:
        model = asking(server, seconds=20.0)
        with measured() as taken, pytest.raises(ModelAnswerTooLong) as caught:
            model.ask("i", "q", Interpretation)
        assert server.closed.wait(3.0)
        assert server.sent < 3 * MOST_BYTES + 6_000_000  # what lies in the system's own buffers included
        assert len(server.requests) == 1
    assert taken[0] < 5 * MOST_BYTES
    assert str(caught.value) == "127.0.0.1 sent an answer of more than 2000000 bytes."
    assert (caught.value.code, caught.value.retryable) == ("model_answer_too_long", False)


@contextmanager
def measured() -> Iterator[list[int]]:
    """Bytes of memory at most in use meanwhile."""
    taken = [0]
    tracemalloc.start()
    try:
        yield taken
    finally:
        taken[0] = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()


BOMBS = {wbits: zlib.compress(b" " * 20_000_000, wbits=wbits) for wbits in (15, 31)}


@pytest.mark.parametrize("encoding", ["gzip", "gzip, identity", "br", "zstd", "deflate", "GZIP"])
def test_what_would_unpack_to_gigabytes_is_not_unpacked(asking: Callable[..., LanguageServer], encoding: str) -> None:
    with hostile_server(whole(BOMBS[31], headers=f"content-encoding: {encoding}\r\n".encode())) as server:
        model = asking(server)
        with measured() as taken, pytest.raises(ModelReplyError, match="compressed") as caught:
            model.ask("i", "q", Interpretation)
        (request,) = server.requests
    assert b"accept-encoding: identity" in request.lower()
    assert taken[0] < 5_000_000
    assert caught.value.hint


@pytest.mark.parametrize("status", ["200 OK", "400 Bad Request", "503 Busy"])
def test_letters_that_unpack_are_not_unpacked(asking: Callable[..., LanguageServer], status: str) -> None:
    with hostile_server(whole(BOMBS[15], status, b"content-type: text/plain; charset=zlib\r\n")) as server:
        model = asking(server)
        with measured() as taken, pytest.raises(ModelError):
            model.ask("i", "q", Interpretation)
    assert taken[0] < 5_000_000


def test_cookies_are_not_kept(asking: Callable[..., LanguageServer]) -> None:
    """They would pile up with every answer, and be sent with every question."""
    cookies = b"".join(b"set-cookie: name%d=%s\r\n" % (number, b"x" * 900) for number in range(50))
    with hostile_server(whole(completion(RIGHT), headers=cookies)) as server:
        model = asking(server, seconds=5.0)
        for _ in range(3):
            assert model.ask("i", "q", Interpretation).kind == "talk"
        assert len(server.requests) == 3
        assert all(b"cookie" not in request.lower() for request in server.requests)


def test_a_connection_is_used_again_with_fresh_bounds(asking: Callable[..., LanguageServer]) -> None:
    filling = b" " * (MOST_ANSWER_BYTES - 1_000)
    with hostile_server(whole(completion(RIGHT) + filling)) as server:
        model = asking(server, seconds=5.0)
        for _ in range(6):
            assert model.ask("i", "q", Interpretation).kind == "talk"


BODIES: dict[str, bytes] = {
    "nested lists": b"[" * 200_000,
    "nested choices": b'{"choices":' + b"[" * 200_000,
    "nested objects": b'{"choices":' + b'{"a":' * 50_000,
    "a number of many digits": b'{"choices": %s}' % (b"9" * 50_000),
    "numbers of many digits": b'{"choices": [%s1]}' % (b"9" * 4_000 + b",") * 20,
    "thousands of choices": b'{"choices":[' + b"{}," * 160_000 + b"{}]}",
    "thousands of empty lists": b'{"choices":[' + b"[]," * 160_000 + b"0]}",
    "nothing": b"null",
    "a number": b"1e999",
    "no numbers": b'{"choices": NaN}',
    "half a letter": b'{"choices": "\xff"}',
    "half a pair": b'{"choices": "\\ud800"}',
    "a choice of lists": b'{"choices": [[]]}',
    "a message that is none": b'{"choices": [{"message": 7}]}',
    "content that is no text": completion({"kind": "talk"}),
    "wide letters": completion(RIGHT).decode().encode("utf-16")[:-1],
}


@pytest.mark.parametrize("body", BODIES.values(), ids=list(BODIES))
def test_a_body_that_fits_nothing_is_one_sentence(asking: Callable[..., LanguageServer], body: bytes) -> None:
    """Soon, and without memory for what it would unfold to."""
    with hostile_server(whole(body)) as server:
        model = asking(server, seconds=5.0)
        with measured() as taken, lasting(10.0), pytest.raises(ModelReplyError) as caught:
            model.ask("i", "q", Interpretation)
    assert taken[0] < 40_000_000
    assert len(str(caught.value)) < 150
    assert str(caught.value).isprintable()


class Narrow(Interpretation):
    """As a doubt narrows it."""

    command: Literal["declare_action", "none"]


@pytest.mark.parametrize("words", WORDS.values(), ids=list(WORDS))
def test_words_that_fit_nothing_are_one_sentence(asking: Callable[..., LanguageServer], words: str) -> None:
    """With nothing in it that a terminal or a page would act upon."""
    with hostile_server(whole(completion(words))) as server, pytest.raises(ModelReplyError) as caught:
        asking(server, seconds=5.0).ask("i", "q", Narrow)
    assert len(str(caught.value)) < 150
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    "usage",
    [
        {"prompt_tokens": -1_000_000, "completion_tokens": -1_000_000},
        {"prompt_tokens": 10**30, "completion_tokens": 1},
        {"prompt_tokens": 1, "completion_tokens": 2**63},
        {"prompt_tokens": "7", "completion_tokens": [1]},
        {"prompt_tokens": 1e308, "completion_tokens": None},
        [1, 2],
        "many",
    ],
)
def test_a_server_that_counts_nonsense_is_not_believed(asking: Callable[..., LanguageServer], usage: object) -> None:
    """Less than nothing would make room in a budget, and more than a number holds cannot be kept."""
    with hostile_server(whole(completion(RIGHT, usage=usage))) as server:
        model = asking(server, seconds=5.0)
        model.ask("i", "q", Interpretation)
    assert model.usage == Usage(1, 2, len(RIGHT) // 3 + 1, 1)


@pytest.mark.parametrize(
    "listed",
    [
        [{"id": "small\x1b[2J"}],
        [{"id": "\u202esmall"}],
        [{"id": "x" * 201}],
        [{"id": ""}],
        [{"id": {"a": 1}}],
        [{"id": "\ud800"}],
        [{"id": str(number)} for number in range(10_001)],
        [7],
        {"id": "small"},
    ],
    ids=lambda value: f"{str(value)[:20]!a}",
)
def test_names_of_models_are_names(asking: Callable[..., LanguageServer], listed: object) -> None:
    with (
        hostile_server(whole(json.dumps({"data": listed}).encode())) as server,
        pytest.raises(ModelReplyError, match="not a language server"),
    ):
        asking(server, seconds=5.0).ping()


@pytest.mark.parametrize(
    "wish",
    [
        "Mon, 01 Jan 2024 00:00:00 +99999999999999999999",
        "1 Jan 99999999999999 00:00:00",
        "9" * 5_000,
        "1" * 64,
        "x" * 50_000,
    ],
    ids=lambda value: f"{str(value)[:20]!a}",
)
def test_a_wish_to_wait_cannot_hold_or_end_anything(wish: str) -> None:
    with respx.mock(base_url="http://llm.test/v1") as router:
        router.post("/chat/completions").mock(return_value=httpx.Response(429, headers={"retry-after": wish}))
        model = OpenAIModel(client_of("http://llm.test/v1", None), FakeClock(), "small", wait=lambda state: 1.0)
        with lasting(1.0), pytest.raises(ModelUnavailable, match="limits the number of questions"):
            model.ask("i", "q", Interpretation)


def test_an_address_to_go_on_to_is_not_told_at_length() -> None:
    with respx.mock(base_url="http://llm.test/v1") as router:
        away = {"location": f"http://{'a' * 20_000}.example/"}
        router.post("/chat/completions").mock(return_value=httpx.Response(307, headers=away))
        model = OpenAIModel(client_of("http://llm.test/v1", None), FakeClock(), "small")
        with pytest.raises(ModelUnavailable) as caught:
            model.ask("i", "q", Interpretation)
    assert len(str(caught.value)) < 250
