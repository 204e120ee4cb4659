"""Campaigns beside each other: what is played in one, and brought for it, is on no page of another's seats."""

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from nicegui import Client

from companion.app.evenings import WiredEvening
from companion.store import Campaign
from companion.web.actions import Actions
from companion.web.auth import halves, visitor_of
from companion.web.keys import Visitor
from companion.web.lan import LOOPBACK
from companion.web.updates import Update
from tests.support.browser import Served, until
from tests.support.knocking import Knocker
from tests.web.test_table import harbour

MARK = "Quillon"
"""A word of the other campaign."""


@pytest.fixture
def knocker(served: Served) -> Iterator[Knocker]:
    found = Knocker(served.port)
    yield found
    found.close()


def other(served: Served) -> Campaign:
    """A campaign with players of the same names, other characters and something said."""
    players = harbour()["players"]
    for each in players:
        each["character"]["name"] += MARK
    campaign = served.play(harbour(players=players))
    Actions(served.host, Visitor()).say(f"The {MARK} crown lies below.", "Mira")
    return campaign


def test_a_seat_is_told_nothing_of_a_campaign_that_is_opened_instead(served: Served, knocker: Knocker) -> None:
    """Also before its page knows of it, and where a page is being drawn while it is opened."""
    theirs, own = other(served), served.play(harbour())
    prefix, secret = halves(served.seat_session(own, "Jay"))
    shown = knocker.ask(LOOPBACK, "GET", f"{prefix}/seat", cookie=f"companion_seat={secret}")
    assert shown.status == 200
    jay = Visitor("Jay", own.key)
    page = next(each for each in reversed(Client.instances.values()) if visitor_of(each.request.scope) == jay)
    redraw, drawn = served.live._followers[page.id][2], threading.Event()
    changed, served.live.changed = served.live.changed, lambda *topics, **more: None  # type: ignore[method-assign]
    try:
        with served.host.steady:
            opening = threading.Thread(target=served.host.open, args=(theirs,))
            opening.start()
            opening.join(2.0)
            assert served.host.game is not None
            assert served.host.game.campaign.key == own.key
        opening.join()
    finally:
        served.live.changed = changed  # type: ignore[method-assign]

    def redrawn(change: Update) -> None:
        redraw(change)
        drawn.set()

    served.live.follow(page, jay, redrawn)
    served.live.changed("board", "talk", "captions", "voices")
    assert drawn.wait(60.0)
    assert MARK not in json.dumps([each._to_dict() for each in page.elements.values()])


def test_what_is_still_read_for_a_campaign_that_was_left_is_on_no_page(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    emits: list[Any] = []
    evening = served.opens.evening

    def noted(campaign: Campaign, emit: Any) -> WiredEvening:
        emits.append(emit)
        return evening(campaign, emit)

    monkeypatch.setattr(served.opens, "evening", noted)
    served.play(harbour())
    served.play(harbour())
    late, now = ({"type": "announcement", "text": text, "of": "result"} for text in ("late", "now"))
    emits[0](late)
    emits[1](now)
    until(lambda: served.host.captions)
    assert [each.text for each in served.host.captions] == ["now"]
