"""Names the page answers to: this computer's own, and the network's only while that is switched on."""

import asyncio
import time
from typing import Any

import pytest

from companion.web.connections import Gate, configured, share_here
from companion.web.lan import LOOPBACK, Lan, NoPort, bind
from tests.support.loops import run_apart


def test_only_this_computer_is_answered_at_first() -> None:
    """By the one address it is served at, with the very port; other names of this computer are not served."""
    lan = Lan(8787)
    assert not lan.on
    assert lan.own_names() == {"127.0.0.1:8787"}
    assert lan.network_names() == frozenset()
    assert lan.link == "http://127.0.0.1:8787"


def test_a_port_that_is_taken_is_told() -> None:
    with bind(LOOPBACK, 0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(NoPort, match=f"Port {port}") as caught:
            bind(LOOPBACK, port)
        assert "--port" in caught.value.hint


def test_nothing_about_requests_is_logged() -> None:
    """Addresses hold keys, so no server writes them down, and nobody is believed about where they come from."""
    gate = Gate(share_here(), time.monotonic)
    config = configured(lambda scope, receive, send: None, gate, lifespan="off")  # type: ignore[arg-type, return-value]
    assert not config.access_log
    assert not config.proxy_headers


def test_the_network_is_answered_only_while_it_is_switched_on() -> None:
    """A second address answers once it is on, and no longer when it is off; the first goes on all the while."""
    with bind(LOOPBACK, 0) as free:
        port = free.getsockname()[1]
    lan = Lan(port, lambda: "127.0.0.2")

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"here"})

    async def answers() -> bool:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.2", port)
        except OSError:
            return False
        writer.write(b"GET / HTTP/1.0\r\n\r\n")
        answered = await reader.read()
        writer.close()
        return b"here" in answered

    async def evening() -> list[bool]:
        lan.app = app
        found = [await answers()]
        await lan.switch_on()
        found += [lan.on, await answers(), f"127.0.0.2:{port}" in lan.network_names()]
        await lan.switch_off()
        return [*found, lan.on, await answers(), f"127.0.0.2:{port}" in lan.network_names()]

    assert run_apart(evening()) == [False, True, True, True, False, False, False]


def test_without_a_network_nothing_is_switched_on() -> None:
    lan = Lan(8787, lambda: None)
    lan.app = lambda scope, receive, send: None  # type: ignore[assignment, return-value]
    with pytest.raises(NoPort, match="on no network"):
        run_apart(lan.switch_on())
    assert not lan.on
