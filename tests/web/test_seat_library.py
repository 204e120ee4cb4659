"""The library on a phone: notes written there, and whoever wants to be forgotten."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.support.browser import Served
from tests.support.phones import Phone, violations
from tests.web.test_table import harbour

HOSTILE = "<img src=x onerror=alert(1)> {{7*7}} [a](javascript:alert(1))"


def test_a_seat_reads_writes_and_is_forgotten(served: Served, phones: Callable[..., Phone]) -> None:
    """Its writing is text whatever it is, found and told of; then all of it goes, and the link with it."""
    served.play(harbour())
    jay, mira = phones("Jay"), phones("Mira", 1)
    mira.shows(".own", "Mira")
    mira.say(None, "And there's this ferrywoman sitting on a boat. Her name is Benna Harrow.")
    mira.say(None, "So Benna laughs, and Benna hands Bartok an oar.")
    jay.page.get_by_role("link", name="Library").click()
    person = jay.page.locator("section[aria-label=People] details.note").first
    person.locator("summary").first.click()
    person.get_by_text("Note").first.click()
    person.locator("textarea").fill(f"Zanzibar\n{HOSTILE}")
    person.get_by_role("button", name="Save note").click()
    expect(person.locator(".written .lines")).to_have_text(f"Zanzibar\n{HOSTILE}")
    expect(person.locator(".written")).to_contain_text("Written by the table: Jay")
    person.get_by_text("Edit note").click()
    assert violations(jay.page) == []
    assert not jay.wide
    jay.page.fill("input[type=search]", "zanz")
    jay.page.press("input[type=search]", "Enter")
    jay.shows("section[aria-label=Results]", "1 result for zanz")

    mira.go("/seat/library")
    others = mira.page.locator("section[aria-label=People] details.note").first
    others.locator("summary").first.click()
    expect(others.locator(".written")).to_contain_text("Jay")
    expect(others.get_by_text("Edit note")).to_have_count(0)

    jay.page.get_by_role("link", name="Your seat").click()
    voice = jay.fold("Microphone and consent")
    voice.get_by_text("Delete my data").click()
    assert violations(jay.page) == []
    voice.locator("input[name=name]").fill("Mira")
    voice.get_by_role("button", name="Delete permanently").click()
    jay.shows(".notice", "That is not the name; nothing was deleted.")
    voice.locator("input[name=name]").fill("jay")
    voice.get_by_role("button", name="Delete permanently").click()
    jay.shows("main", "Everything Jay said in")
    jay.shows("main", "no longer works")
    assert jay.context.request.get(jay.at("/seat")).status == 403
    mira.page.reload()
    expect(mira.page.locator("section[aria-label=People] details.note")).to_have_count(1)
    expect(mira.page.locator(".written")).to_have_count(0)
