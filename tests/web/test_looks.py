"""Parts that have to be in sight and whole, from phone to laptop: listening, refusals, captions, labels, folds."""

import json
import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.web.actions import Actions
from companion.web.host import Caption
from companion.web.keys import Visitor
from tests.support.browser import Screen, Served
from tests.web.test_access import barriers
from tests.web.test_table import harbour

Table = Callable[..., Screen]

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "reduced_motion": "reduce"}

TORN = """() => [...document.querySelectorAll('dt')].filter((each) => each.offsetParent).flatMap((each) => {
  const words = [...each.firstChild.data.matchAll(/\\S+/g)];
  const part = document.createRange();
  return words.filter((word) => {
    part.setStart(each.firstChild, word.index);
    part.setEnd(each.firstChild, word.index + word[0].length);
    return new Set([...part.getClientRects()].map((line) => Math.round(line.top))).size > 1;
  }).map(String);
})"""
"""Words of labels that stand on more than one line."""

UNSIGNED = """() => [...document.querySelectorAll('summary')].filter((each) =>
  !/^"[+–]"/.test(getComputedStyle(each, '::after').content)).map((each) => each.innerText)"""
"""Script that returns the texts of folds without a sign that they open."""


def demo(game: str) -> dict[str, Any]:
    """The table of a demo."""
    roster: dict[str, Any] = json.loads((files("companion.demo") / game / "roster.json").read_text(encoding="utf-8"))
    return roster


def announced(served: Served, said: str) -> None:
    """Let the companion say something."""
    before = served.host.captions
    served.host.captions = (*before, Caption(len(before) + 900, said, "result"))
    served.host.tell("captions")


def typed(served: Served, by: str, said: str) -> None:
    """Say something as somebody, without a browser."""
    Actions(served.host, Visitor()).say(said, by)


def test_the_newest_caption_is_whole(served: Served, table: Table) -> None:
    """However long it is, all of it stands in the window; older ones give way."""
    served.play(harbour())
    screen = table(viewport={"width": 360, "height": 900}, reduced_motion="reduce")
    screen.shows("h1", "Jay narrates")
    told = "Mira two, Russ four, Jay one. Russ wins four chips and sets the scene. " * 4
    for number in range(3):
        announced(served, f"{number}: {told}")
    newest = screen.page.locator(".captions .stack:last-child .caption")
    expect(screen.page.locator(".caption")).to_have_count(3)
    expect(newest).to_have_text(f"2: {told}".strip())
    for width in (360, 1440):
        screen.page.set_viewport_size({"width": width, "height": 900})
        expect(newest).to_be_in_viewport(ratio=1)
        assert newest.evaluate("each => each.scrollHeight - each.clientHeight") <= 0
        assert screen.page.locator(".captions").evaluate("each => each.scrollHeight - each.clientHeight") <= 0


def test_an_announcement_is_read_out_once(served: Served, table: Table) -> None:
    """Captions in sight already are left in place, so nothing but the new one is added to the live region."""
    served.play(harbour())
    screen = table()
    for said in ("One.", "Two.", "Three."):
        announced(served, said)
    expect(screen.page.locator(".caption")).to_have_text(["One.", "Two.", "Three."])
    screen.page.evaluate(
        """() => {
        window.added = [];
        new MutationObserver((changes) => changes.forEach((each) => each.addedNodes.forEach(
          (node) => window.added.push(node.textContent)
        ))).observe(document.querySelector('.captions'), {childList: true, subtree: true});
        }"""
    )
    announced(served, "Four.")
    expect(screen.page.locator(".caption")).to_have_text(["Two.", "Three.", "Four."])
    assert screen.page.evaluate("window.added.filter((each) => each.trim())") == ["Four."]


def test_what_was_refused_is_in_sight_on_a_phone(served: Served, table: Table) -> None:
    served.play(harbour())
    typed(served, "Russ", "Here's a chip, give me a Haggling check, Jay")
    screen = table(**PHONE)
    screen.page.fill("input[name=values]", "2 4")
    screen.page.locator("form", has=screen.page.locator("input[name=values]")).evaluate("each => each.scrollIntoView()")
    screen.page.get_by_role("button", name="Confirm").click()
    screen.shows("[role=alert]", "3 faces from 1 to 6")
    assert screen.page.evaluate("window.scrollY") > 0
    expect(screen.page.locator("[role=alert]")).to_be_in_viewport(ratio=1)


def test_listening_is_in_sight_on_every_page(served: Served, table: Table) -> None:
    campaign = served.play(harbour())
    screen = table(viewport={"width": 360, "height": 480}, reduced_motion="reduce")
    elsewhere = f"/library/evening?campaign={campaign.id}&evening=1"
    for path in ("/", "/start", "/new", "/sound", "/phones", "/library", "/statistics", elsewhere):
        screen.go(path)
        screen.page.wait_for_selector("h1")
        for width in (360, 1440):
            screen.page.set_viewport_size({"width": width, "height": 480})
            screen.page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
            listening = screen.page.locator(".listening")
            expect(listening).to_have_count(1)
            expect(listening.get_by_role("status")).to_be_in_viewport(ratio=1)
            expect(listening.get_by_role("button")).to_be_in_viewport(ratio=1)
            wide = screen.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert wide <= 0, f"{path}, {width} px"


@pytest.mark.parametrize("game", ["kleptonomicon", "phase-abandon"])
def test_labels_keep_their_words(served: Served, table: Table, game: str) -> None:
    """No word of a label is torn apart, however long what stands beside it is; all that opens shows that it does."""
    served.play(demo(game))
    for each in tomllib.loads((files("companion.demo") / game / "evening.toml").read_text("utf-8"))["lines"][:12]:
        typed(served, each["by"], each["text"])
    screen = table()
    screen.beside("Table")
    for width in (360, 1440):
        screen.page.set_viewport_size({"width": width, "height": 900})
        expect(screen.page.locator(".side-table .paper").first).to_be_visible()
        assert screen.page.evaluate(TORN) == []
    screen.page.set_viewport_size({"width": 1440, "height": 900})
    assert screen.page.evaluate(UNSIGNED) == []


def test_who_takes_no_part_can_be_read(served: Served, table: Table) -> None:
    served.play(harbour())
    screen = table(viewport={"width": 1440, "height": 900}, color_scheme="light", reduced_motion="reduce")
    typed(served, "Mira", "Mira has to leave")
    expect(screen.page.locator(".seat.absent")).to_have_count(1)
    assert barriers(screen) == []
