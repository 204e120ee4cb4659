"""Pictures of phones at the table for the README, drawn when TESTS_PICTURES names a folder for them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.companion.dialogue.test_secrets import ROSTER
from tests.support.browser import Screen, Served
from tests.support.phones import Phone, seat_link
from tests.web.test_pictures import picture
from tests.web.test_seat_secrets import HANDS
from tests.web.test_table import harbour

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "reduced_motion": "reduce"
}  # fmt: skip


@pytest.mark.parametrize("light", ["light", "dark"])
def test_dice_on_a_phone(served: Served, browser: Browser, light: Any) -> None:
    served.play(harbour())
    jay = Phone(browser.new_context(**PHONE, color_scheme=light), seat_link(served, "Jay"))
    jay.say(None, "I roll Haggling")
    jay.shows(".captions", "Haggling, three dice")
    for face in "24":
        jay.page.locator(".keypad").get_by_role("button", name=face, exact=True).click()
    picture(jay, f"phone-dice-{light}")
    jay.context.close()


@pytest.mark.parametrize("light", ["light", "dark"])
def test_a_hand_on_a_phone(served: Served, browser: Browser, tmp_path: Path, light: Any) -> None:
    script = tmp_path / "cards.json"
    script.write_text(json.dumps({"dice": [], "cards": [card for hand in HANDS.values() for card in hand]}))
    served.play(ROSTER, f"script:{script}")
    ana, gwen = (
        Phone(browser.new_context(**PHONE, color_scheme=light), seat_link(served, name)) for name in ("Ana", "Gwen")
    )
    gwen.tap("Deal the hands")
    gwen.tap("Start a scene", present="Ana")
    ana.tap("Call a conflict", conflict="simple", participants="Ana, Gwen")
    ana.tap("State your stake", text="the ledger is mine")
    gwen.tap("State the stake of GM", text="they catch her")
    gwen.tap("Lock the stakes", hand_of_fate="exact")
    ana.page.locator("details.held").filter(has_text="4 of hearts").locator("summary").click()
    picture(ana, f"phone-hand-{light}")
    for phone in (ana, gwen):
        phone.context.close()


def test_links_on_the_table(served: Served, table: Callable[..., Screen]) -> None:
    served.play(harbour())
    screen = table(viewport={"width": 1280, "height": 900})
    screen.page.get_by_role("link", name="Phones").click()
    seat = screen.page.get_by_role("article", name="Mira")
    seat.get_by_role("button", name="Create link").click()
    expect(seat.locator("code")).to_be_visible()
    picture(screen, "phones")
