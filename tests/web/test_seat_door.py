"""Limits of a seat's link: forged messages, revoked links, bad connections, hostile names."""

from collections.abc import Callable
from typing import Any

import pytest
from nicegui import Client
from playwright.sync_api import Browser, BrowserContext, expect

from companion.web.auth import visitor_of
from companion.web.keys import Visitor
from tests.support.browser import Screen, Served, until
from tests.support.phones import Phone, violations
from tests.support.sitting import roster
from tests.web.test_table import harbour

Phones = Callable[..., Phone]

_FORGE = """([client, element, listener, args]) => window.socket.emit("event",
  {client_id: client, id: element, listener_id: listener, args: [JSON.stringify(args)]})"""
_GREET = """client => new Promise(answer => window.socket.emit("handshake",
  {client_id: client, tab_id: "forged", document_id: "forged", next_message_id: 0}, answer))"""
_CONNECT = """client => new Promise(answer => {
  const forged = io(location.origin, {
    path: path_prefix + "/_nicegui_ws/socket.io", forceNew: true, transports: ["websocket"],
    query: {client_id: client, tab_id: "forged", document_id: "forged", next_message_id: 0, implicit_handshake: true}});
  forged.on("connect", () => answer("let in"));
  forged.on("connect_error", () => answer("refused"));
})"""


def page_of(player: str | None) -> Client:
    """The page a player, or the table, has open, as the server knows it."""

    def there() -> list[Client]:
        connected = [each for each in Client.instances.values() if each.has_socket_connection]
        return [each for each in connected if visitor_of(each.request.scope).seat == player]

    until(lambda: bool(there()), what=f"a connected page of {player}")
    return there()[0]


def speech_of(player: str, words: str) -> list[Any]:
    """Return the message a browser sends when a player types a sentence on their page."""
    page = page_of(player)
    form = next(each for each in page.elements.values() if each.tag == "form" and "say" in each.classes)
    return [page.id, form.id, next(iter(form._event_listeners)), {"words": [words]}]


def test_forged_messages_do_nothing(served: Served, phones: Phones) -> None:
    """A message that makes Russ speak on his page does nothing sent from Jay's; nor can Jay's page listen in on his."""
    served.play(harbour())
    jay, russ = phones("Jay"), phones("Russ", 1)
    jay.shows(".own", "Jay")
    russ.shows(".own", "Russ")
    lines = served.host.talk

    jay.page.evaluate(_FORGE, speech_of("Russ", "I roll Climbing"))
    assert jay.page.evaluate(_GREET, page_of("Russ").id) is False
    assert jay.page.evaluate(_CONNECT, page_of("Russ").id) == "refused"
    jay.page.evaluate(_FORGE, speech_of("Jay", "A gull cries."))
    until(lambda: len(lines) == 1, what="Jay's own sentence")
    assert [(each.speaker, each.text) for each in lines.last(5)] == [("Jay", "A gull cries.")]

    russ.page.evaluate(_FORGE, speech_of("Russ", "I wave."))
    until(lambda: len(lines) == 2, what="what was forged, from the page it belongs to")


def test_a_seat_that_says_it_is_another_is_not_believed(served: Served, phones: Phones) -> None:
    """A form with somebody else's name in it is refused in a sentence, and nothing is heard."""
    served.play(harbour())
    jay = phones("Jay")
    jay.shows(".own", "Jay")
    client, element, listener, _ = speech_of("Jay", "")
    jay.page.evaluate(_FORGE, [client, element, listener, {"words": ["I roll Climbing"], "by": ["Russ"]}])
    jay.shows(".notice", "Only another player can do that.")
    assert len(served.host.talk) == 0


def test_links_are_made_scanned_and_taken_back(
    served: Served, table: Callable[..., Screen], pockets: tuple[BrowserContext, ...]
) -> None:
    """The table makes a link, without a code while no phone could come by it; a new one closes what it had opened."""
    served.play(harbour())
    screen = table()
    screen.page.get_by_role("link", name="Phones").click()
    seat = screen.page.get_by_role("article", name="Mira")
    seat.get_by_role("button", name="Create link").click()
    expect(seat).to_contain_text("for this computer only")
    expect(seat.locator("img.code")).to_have_count(0)
    first = seat.locator("code").inner_text()
    phone = Phone(pockets[0], first)
    phone.shows(".own", "Yvaine")
    assert first.rsplit("/", 1)[1] not in phone.page.url
    expect(seat).to_contain_text("open now")
    assert violations(screen.page) == []

    seat.get_by_role("button", name="New link").click()
    phone.shows("body", "This page needs a valid link")
    phone.page.goto(first)
    phone.shows("body", "This page needs a valid link")
    second = seat.locator("code").inner_text()
    assert second != first
    phone.page.goto(second)
    phone.shows(".own", "Yvaine")
    seat.get_by_role("button", name="Revoke link").click()
    phone.shows("body", "This page needs a valid link")
    expect(seat).to_contain_text("no link yet")
    phone.close()


def test_another_screen_of_the_table_comes_by_a_link_of_its_own(
    served: Served, table: Callable[..., Screen], open_page: Callable[..., Screen], browser: Browser
) -> None:
    """Made on the phones page, for this computer, good once; the first screen stays as it is."""
    served.play(harbour())
    screen = table()
    screen.page.get_by_role("link", name="Phones").click()
    screen.page.get_by_role("button", name="Create table link").click()
    link = screen.page.locator("code").inner_text()
    assert link.startswith(f"{served.address}/?key=")
    assert violations(screen.page) == []
    other = open_page(link, browser.new_context())
    other.shows("h1", "Jay narrates")
    late = browser.new_context().new_page()
    late.goto(link)
    expect(late.locator("body")).to_contain_text("each link opens once")
    late.context.close()
    screen.page.get_by_role("link", name="Table", exact=True).click()
    screen.shows("h1", "Jay narrates")


def test_all_other_pages_of_the_table_are_closed_at_once(
    served: Served, table: Callable[..., Screen], open_page: Callable[..., Screen], browser: Browser, phones: Phones
) -> None:
    """By the one that asks for it, which goes on; so do seats. What the others send meanwhile is not heard."""
    served.play(harbour())
    screen, jay = table(), phones("Jay")
    other, unused = open_page(served.link(), browser.new_context()), served.link()
    other.shows("h1", "Jay narrates")
    screen.page.get_by_role("link", name="Phones").click()
    screen.page.get_by_role("button", name="Close other table pages").click()
    other.shows("body", "This page needs a valid link")
    other.page.goto(other.page.url)
    other.shows("body", "This page needs a valid link")
    other.page.goto(unused)
    other.shows("body", "This page needs a valid link")
    other.alarms = [alarm for alarm in other.alarms if "403" not in alarm]
    screen.page.get_by_role("link", name="Table", exact=True).click()
    screen.say("Russ", "We go on.")
    jay.shows(".lately", "We go on.")


def test_a_seat_sees_nothing_of_another_campaign(served: Served, phones: Phones) -> None:
    """Another campaign on the table: its players' namesakes from the first one are told so, and shown nothing."""
    campaign = served.play(harbour())
    jay = phones("Jay")
    jay.shows(".own", "Herik")
    served.play(roster(title="Elsewhere"))
    jay.shows("main", "A different campaign is being played")
    expect(jay.page.locator(".own, .captions, form.say")).to_have_count(0)
    served.host.open(served.store.campaign(campaign.id))
    jay.shows(".own", "Herik")
    served.host.leave(over=True)
    jay.shows("#main", "The evening is over.")


def test_a_phone_comes_back_after_a_dropped_and_a_slow_connection(served: Served, phones: Phones) -> None:
    """Taken off the network and given a bad one: what happened meanwhile is there by itself, what is typed arrives."""
    served.play(harbour())
    jay = phones("Jay")
    jay.shows("h1", "Jay narrates")
    network = jay.context.new_cdp_session(jay.page)
    network.send("Network.enable")
    limits = {"offline": False, "latency": 400, "downloadThroughput": 20_000, "uploadThroughput": 10_000}
    network.send("Network.emulateNetworkConditions", {**limits, "offline": True})
    jay.page.evaluate("window.socket.io.engine.close()")
    served.house.actions(Visitor()).say("Here's a chip, give me a Haggling check, Jay", "Russ")
    jay.say(None, "A gull cries.")
    assert [each.speaker for each in served.host.talk.last(5)] == ["Russ"]
    network.send("Network.emulateNetworkConditions", limits)
    jay.shows("h1", "Jay rolls Haggling")
    jay.shows(".lately", "A gull cries.")
    jay.say(None, "two, four and five")
    jay.shows(".captions", "Two successes")
    network.send(
        "Network.emulateNetworkConditions", {**limits, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    )
    jay.alarms = [each for each in jay.alarms if "ERR_INTERNET_DISCONNECTED" not in each]


HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.mark.parametrize("light", ["light", "dark"])
def test_a_phone_fits_its_screen_and_everybodys_eyes(served: Served, phones: Phones, light: Any) -> None:
    """With names made of markup and everything unfolded: nothing runs, 360 pixels are enough, axe is content."""
    players = [
        {**each, "character": {**each["character"], "name": f"{HOSTILE}{place}"}}
        for place, each in enumerate(harbour()["players"])
    ]
    served.play(harbour(players=players))
    russ = phones("Russ", 1)
    russ.page.emulate_media(color_scheme=light, reduced_motion="reduce")
    russ.say(None, f"Here's a chip, give me a Haggling check, Jay {HOSTILE}")
    russ.shows("h1", "rolls Haggling")
    russ.shows(".own", f"{HOSTILE}1")
    russ.shows(".lately", HOSTILE)
    russ.page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    assert not russ.wide
    assert violations(russ.page) == []
