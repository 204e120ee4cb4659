"""Text typed while the companion is away: kept by the browser, sent once and in order when it is back."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from companion.web.keys import Visitor
from tests.support.browser import Screen, Separate, Served, until
from tests.support.phones import Phone
from tests.web.test_safety import installed
from tests.web.test_table import harbour

Table = Callable[..., Screen]

CHECK = "Here's a chip, give me a Haggling check, Jay"
BACK_MS = 60_000


def said(screen: Screen) -> Locator:
    """The words of every line of the talk."""
    return screen.page.locator(".talk .line .words")


def waiting(screen: Screen) -> Locator:
    """Lines that were sent and not taken in yet."""
    return screen.page.locator(".say .waiting li > span")


def test_nothing_typed_is_lost_while_the_server_is_killed_and_started_again(
    separate: Callable[..., Separate], open_page: Table, tmp_path: Path
) -> None:
    """A line in flight, lines typed meanwhile, half a line, and faces filled in before, after and in between."""
    installed(tmp_path)
    server = separate("--dice", "table")
    screen = open_page(server.link)
    faces = screen.page.locator(".tray input[name=values]")
    screen.say("Russ", CHECK)
    faces.fill("2 4")
    assert server.process is not None
    os.kill(server.process, signal.SIGSTOP)
    screen.say("Mira", "We sit down by the window.")
    server.stop(kill=True)
    screen.say("Jay", "I order a beer.")
    screen.page.select_option("form.say select", "Mira")
    screen.page.fill("form.say input[name=words]", "And then")
    expect(waiting(screen)).to_have_text(["We sit down by the window.", "I order a beer."])
    with screen.page.expect_event("load", timeout=BACK_MS):
        server.start()
    expect(said(screen)).to_have_text([CHECK, "We sit down by the window.", "I order a beer."], timeout=BACK_MS)
    expect(waiting(screen)).to_have_count(0)
    expect(screen.page.locator("form.say input[name=words]")).to_have_value("And then")
    expect(screen.page.locator("form.say select")).to_have_value("Mira")
    expect(faces).to_have_value("2 4")

    server.stop(kill=True)
    screen.page.get_by_role("group", name="Tap the faces").get_by_role("button", name="5", exact=True).click()
    screen.page.get_by_role("button", name="Confirm").click()
    with screen.page.expect_event("load", timeout=BACK_MS):
        server.start()
    expect(screen.page.locator(".captions")).to_contain_text("Two successes", timeout=BACK_MS)
    expect(screen.page.locator("[role=alert]")).to_have_text("")
    screen.alarms = [alarm for alarm in screen.alarms if "ERR_CONNECTION_REFUSED" not in alarm]


def test_lines_typed_without_a_connection_arrive_with_it(served: Served, table: Table) -> None:
    """Offline and online again: in order, as who was chosen, once."""
    served.play(harbour())
    screen = table(viewport={"width": 900, "height": 700})
    screen.shows("h1", "Jay narrates")
    screen.context.set_offline(True)
    screen.page.evaluate("window.socket.io.engine.close()")
    for by, text in (("Mira", "One."), ("Jay", "Two."), ("Mira", "Three.")):
        screen.say(by, text)
    expect(waiting(screen)).to_have_text(["One.", "Two.", "Three."])
    assert len(served.host.talk) == 0
    screen.context.set_offline(False)
    expect(said(screen)).to_have_text(["One.", "Two.", "Three."], timeout=BACK_MS)
    assert [each.speaker for each in served.host.talk.last(5)] == ["Mira", "Jay", "Mira"]
    expect(waiting(screen)).to_have_count(0)
    screen.alarms.clear()


def test_a_line_whose_answer_was_lost_is_not_said_twice(served: Served, table: Table) -> None:
    """It was taken in, the browser never learnt of it and sends it again after a reload: it stands there once."""
    served.play(harbour())
    screen = table()
    screen.page.evaluate("window.companionAnswered = () => {}")
    screen.say("Mira", "Only once.")
    expect(said(screen)).to_have_text(["Only once."])
    expect(waiting(screen)).to_have_text(["Only once."])
    screen.page.reload()
    expect(waiting(screen)).to_have_count(0)
    screen.say("Mira", "And on.")
    expect(said(screen)).to_have_text(["Only once.", "And on."])


LOSE_ONE = """() => {
  const { emit } = window.socket;
  window.socket.emit = () => { window.socket.emit = emit; };
}"""
"""Lets the next message of the page go nowhere."""


def test_a_line_whose_message_was_lost_is_sent_again(served: Served, table: Table) -> None:
    """No answer comes while the connection stands; both lines arrive, in order."""
    served.play(harbour())
    screen = table()
    screen.shows("h1", "Jay narrates")
    screen.page.evaluate(LOSE_ONE)
    screen.page.evaluate(
        """() => {
          const form = document.querySelector("form.say");
          for (const words of ["One.", "Two."]) {
            form.elements.words.value = words;
            form.requestSubmit();
          }
        }"""
    )
    expect(said(screen)).to_have_text(["One.", "Two."])
    expect(waiting(screen)).to_have_count(0)


def test_a_line_that_cannot_be_taken_in_stays_until_somebody_decides(
    served: Served, table: Table, monkeypatch: Any
) -> None:
    """The reason is told; lines after it are not held up; it is sent again, or thrown away."""
    served.play(harbour())
    screen = table()
    screen.shows("h1", "Jay narrates")
    monkeypatch.setattr(served.host, "state", "over")
    screen.say("Mira", "First.")
    screen.shows("[role=alert]", "No evening")
    screen.say("Jay", "Second.")
    expect(waiting(screen)).to_have_text(["First.", "Second."])
    expect(screen.page.get_by_role("button", name="Send again")).to_have_count(2)  # both came back
    monkeypatch.undo()
    screen.say("Jay", "Third.")
    expect(said(screen)).to_have_text(["Third."])
    screen.page.get_by_role("button", name="Send again").first.click()
    expect(said(screen)).to_have_text(["Third.", "First."])
    expect(waiting(screen)).to_have_text(["Second."])
    screen.page.get_by_role("button", name="Discard").click()
    expect(waiting(screen)).to_have_count(0)


def offline(screen: Screen) -> None:
    """Cut the connection."""
    screen.context.set_offline(True)
    screen.page.evaluate("window.socket.io.engine.close()")


FILL = """() => {
  for (let size = 1 << 22, at = 0; size > 0; size >>= 1) {
    try { for (;;) sessionStorage.setItem(`filled ${at++}`, "x".repeat(size)); } catch {}
  }
}"""
"""Takes all the room a browser gives to a page."""


def test_a_browser_without_room_keeps_lines_as_long_as_the_page_and_says_so(served: Served, table: Table) -> None:
    served.play(harbour())
    screen = table(viewport={"width": 900, "height": 700})
    screen.shows("h1", "Jay narrates")
    screen.page.evaluate(FILL)
    offline(screen)
    screen.say("Mira", "We sit down by the window and wait for the rain to stop.")
    expect(waiting(screen).first).to_have_text("We sit down by the window and wait for the rain to stop.")
    expect(waiting(screen).last).to_contain_text("no storage left")
    screen.context.set_offline(False)
    expect(said(screen)).to_have_text(["We sit down by the window and wait for the rain to stop."], timeout=BACK_MS)
    screen.alarms.clear()


def test_dice_that_nobody_waits_for_any_more_are_shown_until_they_are_thrown_away(served: Served, table: Table) -> None:
    served.play(harbour())
    screen = table(viewport={"width": 900, "height": 700})
    screen.say("Russ", CHECK)
    screen.page.locator(".tray input[name=values]").fill("2 4 4")
    offline(screen)
    screen.page.get_by_role("button", name="Confirm").click()
    served.house.actions(Visitor()).say("five, five and two", "Jay")
    screen.context.set_offline(False)
    expect(waiting(screen)).to_have_text(["No longer needed: 2 4 4"], timeout=BACK_MS)
    screen.page.get_by_role("button", name="Discard").click()
    expect(waiting(screen)).to_have_count(0)
    screen.shows("h1", "Jay narrates")
    screen.alarms.clear()


def test_what_was_typed_at_a_seat_goes_with_its_link(served: Served, phones: Callable[..., Phone]) -> None:
    """Half a line is not left in the browser of somebody who may not look any more."""
    campaign = served.play(harbour())
    jay = phones("Jay")
    jay.page.fill("form.say input[name=words]", "I have the letter")
    kept = "JSON.stringify(sessionStorage)"
    assert "I have the letter" in jay.page.evaluate(kept)
    served.house.keys.revoke_seat(campaign.key, "Jay")
    served.live.dismiss()
    jay.shows("h1", "Table companion")
    assert "letter" not in jay.page.evaluate(kept)
    assert "draft" not in jay.page.evaluate(kept)
    jay.alarms = [alarm for alarm in jay.alarms if "403" not in alarm]


FORM_AGAIN = """(kept) => new Promise((done) => {
  document.body.insertAdjacentHTML("beforeend", `<form class="again"><input name="words"></form>`);
  const form = document.querySelector("form.again");
  form.dataset.kept = kept;
  setTimeout(() => {
    form.remove();
    done(form.elements.words.value);
  }, 200);
})"""
"""Script that returns the text of a form that was there before, filled in again when it is there once more."""


def test_a_full_browser_keeps_nothing_of_a_seat_that_was_forgotten(
    served: Served, phones: Callable[..., Phone]
) -> None:
    """Half a line it had no room for goes with the page's last words, and lines of the table's own stay."""
    served.play(harbour())
    jay = phones("Jay")
    line = '[{"key": "table 1|say", "shown": "Of the table"}]'
    jay.page.evaluate("(line) => sessionStorage.setItem('companion waiting', line)", line)
    jay.page.evaluate(FILL)
    jay.page.fill("form.say input[name=words]", "I have the letter, and nobody else may know where it is hidden")
    kept = jay.page.locator("form.say").get_attribute("data-kept")
    pane = jay.fold("Microphone and consent")
    pane.locator("details > summary").last.click()
    pane.locator("form input[name=name]").fill("Jay")
    pane.locator("form button.stop").click()
    expect(jay.page.locator(".closed")).to_be_visible()
    until(lambda: jay.page.evaluate(FORM_AGAIN, kept) == "", what="the page to forget the draft")
    assert "Of the table" in jay.page.evaluate("sessionStorage.getItem('companion waiting')")


def test_a_phone_goes_on_in_the_middle_of_a_throw_over_a_reload_and_a_killed_server(
    separate: Callable[..., Separate], open_page: Table, tmp_path: Path
) -> None:
    """Faces tapped so far stay over a slow reload; handed in while nobody is there, they count once somebody is."""
    installed(tmp_path)
    server = separate("--dice", "table")
    table = open_page(server.link)
    table.say("Russ", CHECK)
    table.page.get_by_role("link", name="Phones").click()
    place = table.page.get_by_role("article", name="Jay")
    place.get_by_role("button", name="Create link").click()
    jay = open_page(place.locator("code").inner_text(), viewport={"width": 360, "height": 740})
    keys = jay.page.get_by_role("group", name="Tap the faces")
    for face in ("2", "4"):
        keys.get_by_role("button", name=face, exact=True).click()
    network = jay.context.new_cdp_session(jay.page)
    network.send("Network.enable")
    slow = {"offline": False, "latency": 300, "downloadThroughput": 100_000, "uploadThroughput": 20_000}
    network.send("Network.emulateNetworkConditions", slow)
    jay.page.reload()
    faces = jay.page.locator("input[name=values]")
    expect(faces).to_have_value("2 4")
    server.stop(kill=True)
    keys.get_by_role("button", name="5", exact=True).click()
    jay.page.get_by_role("button", name="Confirm").click()
    with jay.page.expect_event("load", timeout=BACK_MS):
        server.start()
    jay.shows(".captions", "Two successes")
    jay.shows("h1", "Jay narrates")
    for screen in (jay, table):
        screen.alarms = [alarm for alarm in screen.alarms if "ERR_CONNECTION_REFUSED" not in alarm]
