"""Asks servers that somebody named in a setting, and bounds what one of them can do to this program.

Every client of a server is made by `client_of`. A call has one deadline, from looking up the name to the last byte,
and one number of bytes, head and body together; they hold below HTTP, where the bytes come in, so that no server gets
around them: not by sending a byte now and then, by endless heads, errors or streams, nor through a proxy. Compressed
answers are refused, since a few bytes can stand for gigabytes. Redirects are not followed and cookies not kept.
"""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, Protocol, TypeVar

import httpcore
import httpx
import openai
from tenacity import RetryCallState, Retrying, retry_if_exception, wait_random_exponential

from audio.patience import Patience, in_time

T = TypeVar("T")
Wait = Callable[[RetryCallState], float]

MOST_BYTES = 2_000_000
"""Longest answer, head and body together; the list of all models of a large host has half as many."""

_PIECE_BYTES = 16_384
"""Sent at once, so that a server that takes in what it is sent slowly is noticed in between."""

_PLAIN_CODINGS = frozenset({"", "identity"})
_NO_KEY = "none"  # the client insists on a key; local servers ignore it
_LONGEST_WAIT_SECONDS = 10.0
_LONGEST_WISH = 64
_TOO_SLOW_STATUS = 408  # a timeout as reported by the server; the client has no class for it


class AnswerTooLong(Exception):
    """A server sent more bytes than one answer may have."""


class AnswerCompressed(Exception):
    """A server sent a compressed answer although it was asked for a plain one."""


class Clock(Protocol):
    """Tells the time and waits."""

    def now(self) -> datetime:
        """The current time, aware."""

    def monotonic(self) -> float:
        """Seconds since some fixed moment; never runs backwards."""

    def sleep(self, seconds: float) -> None:
        """Block for that many seconds, >= 0."""


def client_of(url: str, key: str | None, most_bytes: int = MOST_BYTES) -> openai.OpenAI:
    """A client whose `timeout` bounds a whole call, and which leaves trying again to `Server`.

    A call that takes longer raises `openai.APITimeoutError`; one whose answer is too long or compressed raises
    `openai.APIConnectionError` caused by `AnswerTooLong` or `AnswerCompressed`. Its connection is closed.

    Args:
        url: The server's; it usually ends in /v1.
        key: None where it wants none.
        most_bytes: Longest answer, head and body together.
    """
    call = _Call(most_bytes)
    http_client = openai.DefaultHttpxClient(
        follow_redirects=False,  # nobody has named the server that a redirect names
        headers={"Accept-Encoding": "identity"},
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),  # an answer's would be kept and sent for ever
        event_hooks={"request": [call.begin], "response": [_plain]},
    )
    # The library below takes a network from its caller; the one in between has no way to hand it on.
    for transport in (http_client._transport, *http_client._mounts.values()):
        if transport is not None:
            assert isinstance(transport, httpx.HTTPTransport)
            transport._pool._network_backend = _Network(transport._pool._network_backend, call)
    return openai.OpenAI(api_key=key or _NO_KEY, base_url=url, max_retries=0, http_client=http_client)


def _plain(response: httpx.Response) -> None:
    """Refuse a compressed answer, and read any other as UTF-8: what a server names as its letters may unpack, too."""
    codings = response.headers.get("content-encoding", "").split(",")  # of all such headers together
    if not {each.strip().lower() for each in codings} <= _PLAIN_CODINGS:
        raise AnswerCompressed
    response.encoding = "utf-8"


class _Call(threading.local):
    """Seconds and bytes left of the call that the current thread makes.

    Args:
        most_bytes: Bytes of an answer.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        self._bytes = most_bytes
        self._deadline = 0.0

    def begin(self, request: httpx.Request) -> None:
        """Begin a call; its timeout is that of the whole of it."""
        self._deadline = time.monotonic() + request.extensions["timeout"]["read"]
        self._bytes = self._most_bytes

    def seconds(self, late: type[httpcore.TimeoutException]) -> float:
        """Seconds left, > 0; raises `late` once there are none."""
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise late("the time for this call is over")
        return left

    def received(self, count: int) -> None:
        """Count bytes of the answer; raises `AnswerTooLong` once there are too many."""
        self._bytes -= count
        if self._bytes < 0:
            raise AnswerTooLong


class _Stream(httpcore.NetworkStream):
    """A connection that lasts no longer and brings no more than the current call allows."""

    def __init__(self, inner: httpcore.NetworkStream, call: _Call) -> None:
        self._inner = inner
        self._call = call

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        content = self._inner.read(max_bytes, self._call.seconds(httpcore.ReadTimeout))
        self._call.received(len(content))
        return content

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for at in range(0, len(buffer), _PIECE_BYTES):
            piece = buffer[at : at + _PIECE_BYTES]
            self._inner.write(piece, self._call.seconds(httpcore.WriteTimeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = self._call.seconds(httpcore.ConnectTimeout)
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, left), self._call)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class _Network(httpcore.NetworkBackend):
    """Connects within the bounds of the current call."""

    def __init__(self, inner: httpcore.NetworkBackend, call: _Call) -> None:
        self._inner = inner
        self._call = call

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        addresses = self._look_up(host, port)
        for at, address in enumerate(addresses, 1):
            share = self._call.seconds(httpcore.ConnectTimeout) / (len(addresses) - at + 1)
            try:
                inner = self._inner.connect_tcp(address, port, share, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                if at == len(addresses):
                    raise
            else:
                return _Stream(inner, self._call)
        raise httpcore.ConnectError(f"{host} has no address")

    def _look_up(self, host: str, port: int) -> list[str]:
        """Addresses of a host; the system may wait for a name server much longer than a call may take."""
        left = self._call.seconds(httpcore.ConnectTimeout)
        try:
            found = in_time(lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM), left)
        except TimeoutError as late:
            raise httpcore.ConnectTimeout(str(late)) from late
        except OSError as unknown:
            raise httpcore.ConnectError(str(unknown)) from unknown
        return list(dict.fromkeys(str(address[0]) for *_, address in found))


class Server:
    """A server, asked within the bounds of one patience: all attempts and the waits between them share its seconds.

    Args:
        client: Client with its own retries off; `client_of` makes one.
        clock: Measures and waits.
        patience: Bounds of one question.
        wait: Seconds before the next attempt; random and growing when None. A server's own wish overrules it.
    """

    def __init__(self, client: openai.OpenAI, clock: Clock, patience: Patience, wait: Wait | None = None) -> None:
        self.client = client
        self.patience = patience
        self._clock = clock
        self._wait = wait or wait_random_exponential(patience.first_wait_seconds, max=_LONGEST_WAIT_SECONDS)

    @property
    def host(self) -> str:
        """Host asked, for people; never with a password."""
        return self.client.base_url.host

    def deadline(self) -> float:
        """The moment a question begun now is given up, by the clock's monotonic seconds."""
        return self._clock.monotonic() + self.patience.total_seconds

    def ask(self, call: Callable[[float], T], deadline: float | None = None) -> T:
        """Make a call, again where that may go better.

        Args:
            call: Called with the seconds left, > 0.
            deadline: That of the question it is a part of; one of its own when None.

        Raises:
            openai.OpenAIError: The last attempt failed.
        """
        given_up = self.deadline() if deadline is None else deadline
        retrying = Retrying(
            retry=retry_if_exception(passes),
            stop=lambda state: self._gives_up(state, given_up),
            wait=self._pause,
            sleep=self._clock.sleep,
            reraise=True,
        )
        return retrying(lambda: call(max(given_up - self._clock.monotonic(), 0.05)))

    def _gives_up(self, state: RetryCallState, deadline: float) -> bool:
        late = self._clock.monotonic() + state.upcoming_sleep >= deadline
        return late or state.attempt_number >= self.patience.attempts

    def _pause(self, state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        wished = _retry_after(error, self._clock.now()) if isinstance(error, openai.APIStatusError) else None
        return self._wait(state) if wished is None else wished


def passes(error: BaseException) -> bool:
    """Return True if another attempt may succeed: no connection, too slow, too many requests, a fault of the server."""
    match error:
        case openai.APIConnectionError():
            return not isinstance(error.__cause__, AnswerTooLong | AnswerCompressed)
        case openai.RateLimitError():
            return not out_of_quota(error)
        case openai.InternalServerError():
            return True
    return getattr(error, "status_code", None) == _TOO_SLOW_STATUS


def out_of_quota(error: openai.APIStatusError) -> bool:
    """Return True if too many requests stands for an account that has nothing left: waiting does not help."""
    return any(word in f"{error.code} {error.message}".lower() for word in _NOTHING_LEFT)


_NOTHING_LEFT = ("insufficient_quota", "billing", "credit", "exceeded your current quota")


def _retry_after(error: openai.APIStatusError, now: datetime) -> float | None:
    """Seconds the server asks to wait, >= 0; None when it does not say so in a form HTTP knows."""
    wish = error.response.headers.get("retry-after", "")[:_LONGEST_WISH]
    if wish.replace(".", "", 1).isascii() and wish.replace(".", "", 1).isdigit():
        return float(wish)
    try:
        until = parsedate_to_datetime(wish)
    except (ValueError, OverflowError):
        return None
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max((until - now).total_seconds(), 0.0)
