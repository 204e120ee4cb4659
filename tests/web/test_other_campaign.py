"""Campaigns beside each other: what is played in one, and brought for it, is on no page of another's seats."""

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from nicegui import Client

from companion.app.evenings import WiredEvening
from companion.app.wiring import voice_folder
from companion.privacy.pictures import heroes_of
from companion.store import Campaign
from companion.store.campaigns import DEMO
from companion.web.actions import Actions
from companion.web.art import face, keep_picture, picture_of
from companion.web.auth import halves, visitor_of
from companion.web.campaigns import Campaigns
from companion.web.keys import Visitor
from companion.web.lan import LOOPBACK
from companion.web.strings import words
from companion.web.updates import Update
from tests.support.browser import Served, until
from tests.support.knocking import Knocker
from tests.web.test_first_minutes import PIXEL
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


def test_pictures_are_of_one_campaign_and_go_with_their_player(served: Served, knocker: Knocker) -> None:
    """A seat sees no other campaign's, whoever bears the same name there; nobody's and a demo's are not taken."""
    own, theirs = served.play(harbour()), served.campaign(harbour())
    demo = served.store.create_campaign("Watched", "phase-abandon", harbour(), {DEMO: "phase-abandon"})
    table, seat = (halves(each) for each in (served.session(), served.seat_session(own, "Jay")))

    def bring(campaign: Campaign, name: str) -> str:
        path = f"{table.prefix}/pictures?campaign={campaign.id}&name={name}"
        return knocker.ask(LOOPBACK, "POST", path, cookie=f"companion_table={table.secret}", body=PIXEL).text

    def seen(campaign: Campaign) -> bool:
        path = f"{seat.prefix}{face('Herik', campaign.key)}"
        return "svg" not in knocker.ask(LOOPBACK, "GET", path, cookie=f"companion_seat={seat.secret}").text

    assert [bring(*each) for each in ((own, "Nobody"), (demo, "Herik"))] == [words("pictures.nobody")] * 2
    assert (bring(theirs, "Herik"), seen(own), seen(theirs)) == (words("pictures.kept"), False, False)
    assert (bring(own, "Herik"), seen(own), seen(theirs)) == (words("pictures.kept"), True, True)
    Actions(served.host, Visitor()).forget("Jay", "Jay")
    assert [picture_of(served.settings.data_dir, each.key, "Herik").exists() for each in (own, theirs)] == [False, True]


def test_with_a_campaign_its_voiceprints_pictures_and_links_are_deleted(served: Served) -> None:
    """Nothing of it is shown any more. Bringing it back brings the pictures back, never a voice."""
    campaign, campaigns = other(served), Campaigns(served.house, Visitor())
    served.seat_session(campaign, "Jay")
    hero = heroes_of(campaign)[0]
    print_ = voice_folder(served.settings, campaign) / "jay.json"
    print_.parent.mkdir(parents=True)
    print_.write_text("{}")
    keep_picture(served.settings.data_dir, campaign.key, hero, PIXEL)
    kept = campaigns.delete(campaign.id)
    assert (served.host.state, served.host.game, len(served.host.talk), served.host.deeds) == ("none", None, 0, ())
    assert served.house.keys.seats(campaign.key) == ()
    assert not print_.exists()
    assert not picture_of(served.settings.data_dir, campaign.key, hero).exists()
    again = campaigns.bring_back(kept)
    assert not voice_folder(served.settings, again).exists()
    assert picture_of(served.settings.data_dir, again.key, hero).read_bytes() == PIXEL
