"""Pages that are loaded and left: a few are kept for whoever is about to connect, and nothing is of those that go."""

import gc
import http.client
from collections.abc import Callable
from typing import Any

import pytest
from nicegui import Client
from nicegui import app as nicegui_app
from nicegui.element import Element

from companion.web.auth import halves, visitor_of
from companion.web.keys import Visitor
from companion.web.page import Page
from companion.web.rate_limits import MOST_UNCONNECTED, unconnected
from tests.support.browser import Served, until
from tests.support.phones import Phone
from tests.web.test_table import harbour

LOADS = 18


def on_loop(served: Served, work: Callable[[], Any]) -> None:
    """Do something where pages are drawn, and wait until it is done."""
    done: list[bool] = []
    loop = served.live._loop
    assert loop is not None
    loop.call_soon_threadsafe(lambda: (work(), done.append(True)))
    until(lambda: done)


def load(served: Served, key: str) -> int:
    """Load a seat's page as a program does that never opens its socket."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=60.0)
    try:
        prefix, secret = halves(key)
        connection.request("GET", f"{prefix}/seat", headers={"Cookie": f"companion_seat={secret}"})
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def living(visitor: Visitor) -> tuple[int, int, bool]:
    """Pages of a visitor in memory, the library's own part of them, and whether there is anything on them."""
    gc.collect()
    everything = gc.get_objects()
    pages = [each for each in everything if isinstance(each, Page) and each.visitor == visitor]
    # A client that another test made by hand was asked for by nobody.
    asked_for = [each for each in everything if isinstance(each, Client) and each._request is not None]
    clients = [each for each in asked_for if visitor_of(each.request.scope) == visitor]
    drawn = any(isinstance(each, Element) and each._client() in clients for each in everything)
    return len(pages), len(clients), drawn


def few_are_kept(visitor: Visitor) -> bool:
    """Say whether no more is in memory than may wait for a browser to connect."""
    pages, clients, _ = living(visitor)
    return pages == clients <= MOST_UNCONNECTED + 1


def test_what_is_loaded_and_left_is_gone(served: Served, phones: Callable[..., Phone]) -> None:
    """For any number of loads of a seat's page a few are in memory; of those that are gone there is no part left."""
    served.play(harbour())
    game = served.host.game
    assert game is not None
    jay, key = Visitor("Jay", game.campaign.key), served.seat_session(game.campaign, "Jay")
    assert [load(served, key) for _ in range(LOADS)] == [200] * LOADS
    # What was dropped last is still held by the answer that is being closed; one more may have been
    # asked for before the last one counted as sent.
    until(lambda: few_are_kept(jay))
    assert served.live.is_open(jay)
    on_loop(served, lambda: [client.delete() for client, _ in unconnected()])
    until(lambda: living(jay) == (0, 0, False))
    assert not served.live.is_open(jay)


def test_a_page_that_was_open_and_is_closed_is_gone_as_well(
    served: Served, phones: Callable[..., Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    served.play(harbour())
    game = served.host.game
    assert game is not None
    jay, phone = Visitor("Jay", game.campaign.key), phones("Jay")
    phone.shows("h1", "Jay narrates")
    assert living(jay) == (1, 1, True)
    monkeypatch.setattr(nicegui_app.config, "reconnect_timeout", 0.1)
    phone.page.goto("about:blank")
    until(lambda: not served.live.is_open(jay))
    until(lambda: living(jay) == (0, 0, False))
