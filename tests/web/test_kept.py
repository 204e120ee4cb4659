"""What is typed while the companion is away: kept by the browser, sent once and in order when it is back."""

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, expect

from tests.support.browser import Screen, Separate, Served
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
    screen.page.get_by_role("button", name="Do it").click()
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
    monkeypatch.undo()
    screen.say("Jay", "Third.")
    expect(said(screen)).to_have_text(["Third."])
    screen.page.get_by_role("button", name="Send again").first.click()
    expect(said(screen)).to_have_text(["Third.", "First."])
    screen.page.get_by_role("button", name="Throw away").click()
    expect(waiting(screen)).to_have_count(0)
